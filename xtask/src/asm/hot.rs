//! The hot loop of a kernel at a level: which one it is, what it is made of, and what must not be in it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{self, Write};

use super::instruction::{Class, Instruction};
use super::listing::{Function, Line, Listing, demangled};
use super::loops::{Block, Loop, blocks, loops, targets};

/// What a hot loop is made of.
#[derive(Default)]
pub struct Hot {
    pub instructions: usize,
    counts: BTreeMap<Class, usize>,
    /// Branches to code that panics.
    pub checks: usize,
    /// Rows of columns that one turn of the loop steps over, where its text tells.
    pub rows: Option<usize>,
    /// What must not be there.
    pub faults: BTreeSet<Fault>,
    /// The text, a line an instruction or label.
    pub text: Vec<String>,
}

/// What must not be in a hot loop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A function that was not inlined.
    Call(String),
    /// A branch to code that panics, and where the source has it.
    Check { panic: String, place: Option<String> },
    /// There is no loop at all.
    NoLoop,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(function) => write!(f, "calls {function}"),
            Self::Check { panic, place: Some(place) } => write!(f, "may panic at {place} ({panic})"),
            Self::Check { panic, place: None } => write!(f, "may panic ({panic})"),
            Self::NoLoop => write!(f, "has no loop over rows"),
        }
    }
}

impl Hot {
    /// The loop with the most arithmetic of its own, over all these functions.
    pub fn find<'a>(listing: &Listing, functions: impl IntoIterator<Item = &'a Function<'a>>) -> Self {
        let candidates = functions.into_iter().filter_map(|function| {
            let body = Body::new(listing, function);
            let loops = loops(&body.blocks);
            let best = loops.into_iter().max_by_key(|found| body.work(found));
            best.map(|best| (body.work(&best), body.hot(&best)))
        });
        match candidates.max_by_key(|(work, _)| *work) {
            Some((_, hot)) => hot,
            None => Self { faults: [Fault::NoLoop].into(), ..Self::default() },
        }
    }

    /// How often something is done.
    pub fn count(&self, class: Class) -> usize {
        self.counts.get(&class).copied().unwrap_or(0)
    }
}

/// A function in blocks.
struct Body<'a> {
    listing: &'a Listing<'a>,
    function: &'a Function<'a>,
    blocks: Vec<Block>,
    /// The labels that jumps name.
    targets: HashSet<&'a str>,
}

impl<'a> Body<'a> {
    fn new(listing: &'a Listing<'a>, function: &'a Function<'a>) -> Self {
        let ends = |instruction: &Instruction| panic_of(instruction).is_some();
        let targets = targets(&function.lines);
        Self { listing, function, blocks: blocks(&function.lines, &targets, ends), targets }
    }

    fn instructions<'b>(&'b self, block: usize) -> impl Iterator<Item = &'b Instruction<'a>> {
        self.function.lines[self.blocks[block].lines.clone()].iter().filter_map(Line::instruction)
    }

    /// The arithmetic and the calls of a loop, without those of the loops within it: which loop is the hottest, even
    /// where all arithmetic is in functions that were not inlined.
    fn work(&self, found: &Loop) -> (usize, usize) {
        let instructions = found.own.iter().flat_map(|&block| self.instructions(block));
        let classes = instructions.flat_map(|instruction| instruction.classes(self.function.frame()));
        classes.fold((0, 0), |(arithmetic, calls), class| {
            (arithmetic + usize::from(class.is_arithmetic()), calls + usize::from(class == Class::Call))
        })
    }

    fn hot(&self, found: &Loop) -> Hot {
        let mut hot = Hot::default();
        let frame = self.function.frame();
        for &block in &found.blocks {
            for line in &self.function.lines[self.blocks[block].lines.clone()] {
                let Line::Instruction(instruction) = line else { continue };
                hot.instructions += 1;
                for class in instruction.classes(frame) {
                    *hot.counts.entry(class).or_default() += 1;
                }
                if instruction.is_call() {
                    hot.faults.insert(Fault::Call(demangled(instruction.target())));
                }
            }
            let leaves = self.blocks[block].next.iter().filter(|next| !found.blocks.contains(next));
            let checks: Vec<Fault> = leaves.filter_map(|&next| self.check(next)).collect();
            hot.checks += checks.len();
            hot.faults.extend(checks);
            hot.text.extend(self.text(block, found));
        }
        hot.rows = self.rows(found);
        hot
    }

    /// How far the addresses of columns move, in values.
    fn rows(&self, found: &Loop) -> Option<usize> {
        let all = || found.blocks.iter().flat_map(|&block| self.instructions(block));
        let mut steps: HashMap<&str, i64> = HashMap::new();
        for (register, step) in all().filter_map(Instruction::step) {
            *steps.entry(register).or_default() += step;
        }
        let loads = all().filter(|i| i.classes(self.function.frame()).contains(&Class::Load));
        let moved = |load: &Instruction| -> i64 {
            load.address().map(|(register, scale)| steps.get(register).map_or(0, |step| step * scale)).sum()
        };
        let bytes = loads.map(moved).max()?;
        usize::try_from(bytes).ok().map(|bytes| bytes / size_of::<f32>()).filter(|&rows| rows > 0)
    }

    /// The panic that this block leads to with nothing else to choose.
    fn check(&self, block: usize) -> Option<Fault> {
        let mut place = None;
        let mut at = block;
        for _ in 0..self.blocks.len() {
            for instruction in self.instructions(at) {
                if instruction.mnemonic == "lea" {
                    place = self.listing.place(instruction.target()).or(place);
                }
                if let Some(panic) = panic_of(instruction) {
                    return Some(Fault::Check { panic, place });
                }
            }
            let [next] = self.blocks[at].next[..] else { return None };
            at = next;
        }
        None
    }

    /// The lines of a block, a branch to a panic with what it says.
    fn text(&self, block: usize, found: &Loop) -> Vec<String> {
        let Block { lines, next } = &self.blocks[block];
        let mut text = Vec::new();
        for line in &self.function.lines[lines.clone()] {
            match line {
                Line::Label(name) if self.targets.contains(name) => text.push(format!("{name}:")),
                Line::Label(_) => {}
                Line::Instruction(instruction) => {
                    let Instruction { mnemonic, operands } = instruction;
                    let symbol = instruction.target();
                    let operands = operands.replacen(symbol, &demangled(symbol), 1);
                    text.push(format!("    {mnemonic:12} {operands}"));
                }
            }
        }
        let leaves = next.iter().filter(|next| !found.blocks.contains(next));
        if let (Some(fault), Some(last)) =
            (leaves.filter_map(|&next| self.check(next)).next_back(), text.last_mut())
        {
            let _ = write!(last, "  # {fault}");
        }
        text
    }
}

/// The function that panics, if this calls one.
fn panic_of(instruction: &Instruction) -> Option<String> {
    let name = instruction.is_call().then(|| demangled(instruction.target()))?;
    let panics = ["panic", "_fail", "slice::index", "unwind_resume", "handle_alloc_error"];
    panics.iter().any(|part| name.to_lowercase().contains(part)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hot loop of a function with these lines.
    fn hot(lines: &str) -> Hot {
        let data = ".Lfile:\n\t.asciz \"rows.rs\"\n.Lplace:\n\t.quad .Lfile\n\t\
                    .asciz \"\\007\\000\\000\\000\\000\\000\\000\\000'\\000\\000\\000\\037\\000\\000\"\n";
        let text = format!("f:\n\tpush rbx\n{lines}\tret\n{data}");
        let listing = Listing::parse(&text);
        Hot::find(&listing, &listing.functions)
    }

    const KERNEL: &str =
        "\tvmovups zmm0, zmmword ptr [rdi + 4*rax]\n\tvmulps zmm0, zmm0, zmmword ptr [rsi + 4*rax]\n";
    const AGAIN: &str = "\tadd rax, 16\n\tdec rcx\n\tjne .LBB0_1\n";

    #[test]
    fn a_clean_loop_is_counted() {
        let hot = hot(&format!(".LBB0_1:\n{KERNEL}\tkmovw word ptr [rdx + rbx], k1\n{AGAIN}"));
        assert_eq!((hot.instructions, hot.rows, hot.checks), (6, Some(16), 0));
        assert_eq!([Class::Load, Class::Multiply, Class::Branch].map(|class| hot.count(class)), [2, 1, 1]);
        assert_eq!([Class::Spill, Class::Reload, Class::Call].map(|class| hot.count(class)), [0; 3]);
        assert!(hot.faults.is_empty());
        assert_eq!(hot.text[1], "    vmovups      zmm0, zmmword ptr [rdi + 4*rax]");
    }

    #[test]
    fn a_spill_is_counted() {
        let spill = "\tvmovaps zmmword ptr [rsp + 64], zmm0\n\tvsubps zmm1, zmm0, zmmword ptr [rsp + 128]\n";
        let hot = hot(&format!(".LBB0_1:\n{KERNEL}{spill}{AGAIN}"));
        assert_eq!([Class::Spill, Class::Reload, Class::Load].map(|class| hot.count(class)), [1, 1, 2]);
        assert!(hot.faults.is_empty());
    }

    #[test]
    fn a_call_is_a_fault() {
        let hot = hot(&format!(".LBB0_1:\n{KERNEL}\tcall _RNvCs1234_4demo4main\n{AGAIN}"));
        assert_eq!(hot.faults, [Fault::Call("demo::main".to_owned())].into());
        assert_eq!(hot.text[3], "    call         demo::main");
    }

    #[test]
    fn a_bounds_check_is_a_fault_with_its_place() {
        let panic = "\tlea rdx, [rip + .Lplace]\n\tcall _RNvNtCsabc_4core9panicking18panic_bounds_check\n";
        let check = "\tcmp rbx, rcx\n\tjae .LBB0_9\n";
        let hot = hot(&format!(".LBB0_1:\n{check}{KERNEL}{AGAIN}\tret\n.LBB0_9:\n{panic}"));
        let messages: Vec<String> = hot.faults.iter().map(ToString::to_string).collect();
        assert_eq!(messages, ["may panic at rows.rs:39:31 (core::panicking::panic_bounds_check)"]);
        assert_eq!((hot.checks, hot.instructions), (1, 7), "the panic is not in the loop");
        assert!(hot.text[2].ends_with("# may panic at rows.rs:39:31 (core::panicking::panic_bounds_check)"));
    }

    #[test]
    fn the_loop_with_the_most_arithmetic_of_its_own_is_hot() {
        let inner = ".LBB0_2:\n\tvaddps zmm3, zmm3, zmm4\n\tdec r8\n\tjne .LBB0_2\n";
        let more = "\tvsubps zmm0, zmm0, zmm1\n";
        let outer = hot(&format!(".LBB0_1:\n{KERNEL}{more}{inner}{AGAIN}"));
        assert_eq!((outer.count(Class::Add), outer.count(Class::Branch)), (2, 2), "with the loop within");
        let small = hot(&format!(".LBB0_1:\n\tmov rbx, rcx\n{inner}{AGAIN}"));
        assert_eq!((small.instructions, small.count(Class::Add)), (3, 1));
    }

    #[test]
    fn a_loop_with_nothing_but_a_call_is_hot() {
        let rows = format!(".LBB0_1:\n\tcall memcmp\n{AGAIN}");
        let before = ".LBB0_4:\n\tdec rbx\n\tjne .LBB0_4\n";
        let after = ".LBB0_5:\n\tdec rbx\n\tjne .LBB0_5\n";
        assert_eq!(hot(&format!("{before}{rows}{after}")).faults, [Fault::Call("memcmp".to_owned())].into());
    }

    #[test]
    fn no_loop_is_a_fault() {
        assert_eq!(hot(KERNEL).faults, [Fault::NoLoop].into());
    }
}
