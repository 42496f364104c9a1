//! The hot loops as a table, and what its columns mean.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};

use super::Entry;
use super::instruction::Class;

/// A column: its head, what it means, and its cells.
struct Column {
    head: &'static str,
    meaning: &'static str,
    cell: fn(&Entry) -> String,
}

const fn column(head: &'static str, meaning: &'static str, cell: fn(&Entry) -> String) -> Column {
    Column { head, meaning, cell }
}

/// A column that counts the instructions of a class.
macro_rules! count {
    ($class:ident, $head:literal, $meaning:literal) => {
        column($head, $meaning, |entry| match entry.hot.count(Class::$class) {
            0 => "-".to_owned(),
            n => n.to_string(),
        })
    };
}

const COLUMNS: [Column; 25] = [
    column("kernel", "pair of shapes and algorithm", |entry| entry.kernel.to_owned()),
    column("level", "instruction set", |entry| entry.level.to_owned()),
    column("pairs", "pairs a turn of the loop: the lanes of a register, unless it was unrolled", |entry| {
        entry.pairs().to_string()
    }),
    column("instr", "instructions in the loop, with both sides of each branch", |entry| {
        entry.hot.instructions.to_string()
    }),
    column("/pair", "instructions a pair", |entry| {
        format!("{:.1}", entry.hot.instructions as f64 / entry.pairs() as f64)
    }),
    count!(Add, "add", "vector additions and subtractions"),
    count!(Multiply, "mul", "multiplications"),
    count!(Divide, "div", "divisions"),
    count!(Root, "sqrt", "square roots"),
    count!(MinMax, "min", "minima and maxima"),
    count!(Compare, "cmp", "comparisons"),
    count!(Select, "sel", "blends and masked moves"),
    count!(Logic, "logic", "and, or, xor on vector registers"),
    count!(Mask, "mask", "operations on mask registers, and masks to bits"),
    count!(Move, "move", "copies between vector registers"),
    count!(Other, "other", "other vector work: shuffles, conversions, broadcasts"),
    count!(Load, "load", "vectors read from columns, by themselves or as an operand of arithmetic"),
    count!(Store, "store", "vectors written to columns"),
    count!(Constant, "const", "constants read from memory"),
    count!(Spill, "spill", "vector and mask registers written to the stack"),
    count!(Reload, "reload", "vector and mask registers read from the stack"),
    count!(Pointer, "ptr", "integer registers read from or written to the stack: addresses of columns"),
    count!(Branch, "jump", "jumps, the one that closes the loop included"),
    count!(Call, "call", "calls: functions that were not inlined"),
    column("check", "branches to code that panics: bounds checks", |entry| match entry.hot.checks {
        0 => "-".to_owned(),
        n => n.to_string(),
    }),
];

/// What the columns mean, a line each.
pub fn legend() -> String {
    let mut legend = "Columns:\n".to_owned();
    for Column { head, meaning, .. } in &COLUMNS {
        let _ = writeln!(legend, "  {head:8}{meaning}");
    }
    legend
}

/// The table, a line a kernel and level.
pub fn table(entries: &[Entry]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(COLUMNS.map(|column| column.head));
    let shown = entries.iter().filter(|entry| entry.is_main());
    table.add_rows(shown.map(|entry| COLUMNS.map(|column| (column.cell)(entry))));
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if number < 2 { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 1));
    }
    table.to_string()
}
