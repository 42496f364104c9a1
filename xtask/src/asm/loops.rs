//! Basic blocks of a function, and the loops among them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::instruction::Instruction;
use super::listing::Line;

/// Lines that run one behind the other.
#[derive(Debug, PartialEq)]
pub struct Block {
    /// The lines' numbers in the function.
    pub lines: Range<usize>,
    /// The numbers of the blocks where this one may continue.
    pub next: Vec<usize>,
}

/// A set of blocks, each of which can be reached from each other one.
#[derive(Debug, PartialEq)]
pub struct Loop {
    /// All blocks, in the order of the text.
    pub blocks: Vec<usize>,
    /// Those that are in no loop within this one.
    pub own: Vec<usize>,
}

/// The labels that jumps name.
pub fn targets<'a>(lines: &[Line<'a>]) -> HashSet<&'a str> {
    let jumps = lines.iter().filter_map(Line::instruction).filter(|i| i.is_jump());
    jumps.map(Instruction::target).collect()
}

/// Cuts a function into blocks at the targets of jumps; `ends` says which calls do not return.
pub fn blocks(lines: &[Line], targets: &HashSet<&str>, ends: impl Fn(&Instruction) -> bool) -> Vec<Block> {
    let mut labels = HashMap::new();
    let mut starts: Vec<usize> = vec![0];
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Label(name) if targets.contains(name) => {
                labels.insert(*name, at);
                starts.push(at);
            }
            Line::Instruction(i) if i.is_jump() || i.is_end() || ends(i) => starts.push(at + 1),
            _ => {}
        }
    }
    starts.retain(|&at| at < lines.len());
    starts.dedup();
    let block_at = |line: usize| starts.binary_search(&line).ok();
    let block = |(number, &start): (usize, &usize)| {
        let end = starts.get(number + 1).copied().unwrap_or(lines.len());
        let last = lines[end - 1].instruction();
        let jump = last.filter(|last| last.is_jump()).and_then(|last| labels.get(last.target()));
        let falls = !last.is_some_and(|last| last.is_end() || ends(last)) && end < lines.len();
        let next = [jump.copied(), falls.then_some(end)].into_iter().flatten().filter_map(block_at);
        Block { lines: start..end, next: next.collect() }
    };
    starts.iter().enumerate().map(block).collect()
}

/// All loops, each before those within it.
pub fn loops(blocks: &[Block]) -> Vec<Loop> {
    let mut found = Vec::new();
    search(blocks, &(0..blocks.len()).collect::<Vec<_>>(), &mut found);
    found
}

/// The loops among some of the blocks.
fn search(blocks: &[Block], among: &[usize], found: &mut Vec<Loop>) {
    let graph = Graph::new(blocks, among);
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for &from in among {
        if seen.contains(&from) {
            continue;
        }
        let body = graph.component(from);
        seen.extend(&body);
        if body.len() == 1 && !blocks[from].next.contains(&from) {
            continue;
        }
        // Without the block where it is entered only the loops within it are left.
        let enters = |&&block: &&usize| {
            blocks.iter().enumerate().any(|(b, other)| !body.contains(&b) && other.next.contains(&block))
        };
        let entry = body.iter().find(enters).copied().unwrap_or(from);
        let rest: Vec<usize> = body.iter().copied().filter(|&block| block != entry).collect();
        let this = found.len();
        found.push(Loop { own: body.iter().copied().collect(), blocks: body.into_iter().collect() });
        search(blocks, &rest, found);
        let (before, within) = found.split_at_mut(this + 1);
        before[this].own.retain(|block| !within.iter().any(|inner| inner.blocks.contains(block)));
    }
}

/// The ways between some of the blocks, in both directions.
#[derive(Default)]
struct Graph {
    next: BTreeMap<usize, Vec<usize>>,
    previous: BTreeMap<usize, Vec<usize>>,
}

impl Graph {
    fn new(blocks: &[Block], among: &[usize]) -> Self {
        let among: BTreeSet<usize> = among.iter().copied().collect();
        let mut graph = Self::default();
        for &from in &among {
            for &to in blocks[from].next.iter().filter(|to| among.contains(to)) {
                graph.next.entry(from).or_default().push(to);
                graph.previous.entry(to).or_default().push(from);
            }
        }
        graph
    }

    /// The blocks that can be reached from this one and reach it, itself among them.
    fn component(&self, block: usize) -> BTreeSet<usize> {
        &reached(&self.next, block) & &reached(&self.previous, block)
    }
}

fn reached(ways: &BTreeMap<usize, Vec<usize>>, from: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        open.extend(ways.get(&at).into_iter().flatten().filter(|&&to| reached.insert(to)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::listing::Listing;

    /// Where the blocks of each loop start and end, and how many of them are its own.
    fn found(text: &str) -> Vec<(Vec<(usize, usize)>, usize)> {
        let listing = Listing::parse(text);
        let lines = &listing.functions[0].lines;
        let blocks = blocks(lines, &targets(lines), |call: &Instruction| call.is_call());
        let range = |lines: &Range<usize>| (lines.start, lines.end);
        let lines = |body: &[usize]| body.iter().map(|&block| range(&blocks[block].lines)).collect();
        loops(&blocks).iter().map(|found| (lines(&found.blocks), found.own.len())).collect()
    }

    #[test]
    fn a_jump_back_makes_a_loop() {
        let text = "f:\n\txor eax, eax\n.LBB0_1:\n\tinc rax\n\tcmp rax, 9\n\tjne .LBB0_1\n\tret\n";
        assert_eq!(found(text), [(vec![(1, 5)], 1)]);
    }

    #[test]
    fn straight_code_and_jumps_ahead_make_none() {
        let text = "f:\n\tje .LBB0_2\n.LBB0_1:\n\tinc rax\n\tret\n.LBB0_2:\n\tjmp .LBB0_1\n";
        assert_eq!(found(text), []);
    }

    #[test]
    fn a_loop_within_a_loop_is_found_by_itself() {
        let text =
            "f:\n.LBB0_1:\n\tinc rax\n.LBB0_2:\n\tdec rbx\n\tjne .LBB0_2\n\tdec rcx\n\tjne .LBB0_1\n\tret\n";
        assert_eq!(found(text), [(vec![(0, 2), (2, 5), (5, 7)], 2), (vec![(2, 5)], 1)]);
    }

    #[test]
    fn a_part_that_was_moved_behind_the_function_belongs_to_its_loop() {
        let text = "f:\n.LBB0_1:\n\ttest al, al\n\tjne .LBB0_3\n.LBB0_2:\n\tdec rcx\n\tjne .LBB0_1\n\tret\n\
                    .LBB0_3:\n\tinc rbx\n\tjmp .LBB0_2\n";
        assert_eq!(found(text), [(vec![(0, 3), (3, 6), (7, 10)], 3)]);
    }

    #[test]
    fn a_panic_between_the_lines_is_not_in_the_loop() {
        let text =
            "f:\n.LBB0_1:\n\tcmp rax, rbx\n\tjb .LBB0_2\n\tcall panic\n.LBB0_2:\n\tdec rcx\n\tjne .LBB0_1\n";
        assert_eq!(found(text), [(vec![(0, 3), (4, 7)], 2)]);
    }
}
