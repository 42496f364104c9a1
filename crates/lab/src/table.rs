//! Tables of numbers, one way for all commands.

use comfy_table::{CellAlignment, Table, presets};

/// A table with a line a row. Columns are aligned to the right, but for the first one.
pub fn table<R, C>(header: impl IntoIterator<Item = C>, rows: impl IntoIterator<Item = R>) -> Table
where
    R: IntoIterator<Item = String>,
    C: Into<String>,
{
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(header.into_iter().map(Into::into));
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
