//! The measurements as tables for the terminal.

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};
use commands::grouped;
use record::Record;

use super::cases::{Case, Kind, cases, levels, library};

/// A column: its head, and the cell of a case.
struct Column<'a> {
    head: String,
    cell: Box<dyn Fn(&Case) -> String + 'a>,
}

fn column<'a>(head: &str, cell: impl Fn(&Case) -> String + 'a) -> Column<'a> {
    Column { head: head.to_owned(), cell: Box::new(cell) }
}

/// Heads of columns of text, which begin on the left; all others are numbers and end on the right.
const TEXT: [&str; 3] = ["bench", "join", ""];

/// The libraries that joins are timed beside, in order: the heads of their columns, with which their names
/// begin.
const INDEXES: [&str; 6] = ["geo-index", "rstar", "static_aabb2d", "packed", "parry", "obvhs"];

/// The libraries that a kept index is timed beside, likewise.
const KEPT: [&str; 8] = ["parry", "obvhs", "bvh", "rstar", "packed", "kiddo", "geo-index", "static_aabb2d"];

/// The tables of a run.
pub fn terminal(records: &[Record]) -> String {
    let (levels, cases) = (levels(records), cases(records));
    let of_kind = |kind: Kind| cases.iter().filter(move |case| case.kind() == kind);
    let both = cases.iter().filter(|case| best_of_both(case, &levels).is_some());
    let measured =
        of_kind(Kind::Join).filter(|case| case.records.iter().any(|record| record.memory.is_some()));
    let tables = [
        (
            "Nanoseconds a pair, medians, one thread; threads: the best level on all threads. peer: the fastest other\n\
             library. read: adding up the same columns at the best level; %: that as a part of the best level's time.\n\
             ×: how many times as fast the best level is.",
            laid_out(&pairs(&levels), of_kind(Kind::Pairs)),
        ),
        (
            "The cost of exactness: each level in f32, exactly, and how many times as long that takes.\n\
             off: the hits that f32 has too many or too few (errors of both kinds can cancel out). Then, at the\n\
             best level, the percent of the rows that were decided in lanes of f32, in lanes of f64, and one by\n\
             one: in f64 with error-free transforms, and in integers; and how many times as fast as geo it is.",
            laid_out(&exactness(&levels), both),
        ),
        (
            "Joins: nanoseconds a left row, and how many times as fast two threads are as one, and one as the\n\
             fastest peer on one.",
            laid_out(&joins(&levels), of_kind(Kind::Join)),
        ),
        (
            "A kept index, or a scene: nanoseconds a sphere, point or frame, and how many times as fast it is as the\n\
             fastest peer. join: all rows joined from nothing in each frame.",
            laid_out(&kept(&levels), of_kind(Kind::Index)),
        ),
        (
            "Memory of joins at the peak, as a multiple of input and result.",
            laid_out(&memory(&levels), measured),
        ),
    ];
    let tables = tables.into_iter().filter_map(|(about, table)| Some(format!("{about}\n\n{}\n", table?)));
    tables.collect::<Vec<_>>().join("\n")
}

/// Queries on uniform rows: one row a bench and number of rows.
fn pairs(levels: &[String]) -> Vec<Column<'_>> {
    let mut columns = vec![
        column("bench", |case| case.name().to_owned()),
        column("rows", rows),
        column("hits", hits),
        column("scalar", |case| ns(case.of("scalar"))),
    ];
    columns.extend(each_level(levels));
    columns.extend([
        column("threads", |case| ns(case.best(levels, "/threads"))),
        column("peer", |case| ns(case.peer())),
        column("", |case| case.peer().map_or("", library).to_owned()),
        column("read", |case| ns(case.of("limit/read"))),
        column("%", |case| {
            times(case.of("limit/read"), case.best(levels, ""), |part| format!("{:.0}", 100.0 * part))
        }),
        column("× peer", |case| times(case.peer(), case.best(levels, ""), decimal)),
        column("× scalar", |case| times(case.of("scalar"), case.best(levels, ""), decimal)),
    ]);
    columns
}

/// The cost of exactness: one row a bench and number of rows that was timed in `f32` and exactly.
fn exactness(levels: &[String]) -> Vec<Column<'_>> {
    let mut columns = vec![column("bench", |case| case.name().to_owned()), column("rows", rows)];
    for level in levels {
        columns.extend([
            column(level, move |case| ns(f32_and_exact(case, level).unzip().0)),
            column("exact", move |case| ns(f32_and_exact(case, level).unzip().1)),
            column("×", move |case| {
                let (single, exact) = f32_and_exact(case, level).unzip();
                times(exact, single, digits)
            }),
        ]);
    }
    columns.push(column("off", move |case| {
        let off = |(single, exact): (&Record, &Record)| single.hits.cast_signed() - exact.hits.cast_signed();
        best_of_both(case, levels)
            .map(off)
            .map_or_else(String::new, |off| if off == 0 { "0".to_owned() } else { format!("{off:+}") })
    }));
    for (stage, head) in ["f32", "f64", "eft", "int"].into_iter().enumerate() {
        columns.push(column(head, move |case| {
            let stages = best_of_both(case, levels).and_then(|(_, exact)| exact.stages);
            stages.map_or_else(String::new, |s| share([s.single, s.double, s.rounded, s.integer][stage]))
        }));
    }
    columns.push(column("× geo", move |case| {
        times(
            case.fastest(|library| library == "geo"),
            best_of_both(case, levels).map(|(_, exact)| exact),
            decimal,
        )
    }));
    columns
}

/// Joins: one row a workload and number of rows.
fn joins(levels: &[String]) -> Vec<Column<'_>> {
    let mut columns = vec![column("join", |case| case.name().to_owned()), column("rows", rows)];
    columns.extend(each_level(levels));
    columns.extend([
        column("2 threads", |case| ns(case.best(levels, "/two_threads"))),
        column("×", |case| times(case.best(levels, ""), case.best(levels, "/two_threads"), digits)),
    ]);
    columns.extend(each_of(INDEXES, ns));
    columns.push(column("× peer", |case| times(case.peer(), case.best(levels, ""), digits)));
    columns
}

/// A kept index, or a scene: one row a bench.
fn kept(levels: &[String]) -> Vec<Column<'_>> {
    let mut columns = vec![column("bench", |case| case.name().to_owned())];
    columns.extend(each_level(levels));
    columns.push(column("join", |case| ns(case.fastest(|library| library == "soa_join"))));
    columns.extend(each_of(KEPT, ns));
    columns.push(column("× peer", |case| times(case.peer(), case.best(levels, ""), digits)));
    columns
}

/// The memory of joins at the peak.
fn memory(levels: &[String]) -> Vec<Column<'_>> {
    let multiple =
        |record: Option<&Record>| record.and_then(|record| record.memory).map_or_else(String::new, digits);
    let mut columns = vec![
        column("join", |case| case.name().to_owned()),
        column("rows", rows),
        column("hits", hits),
        column("octet", move |case| multiple(case.best(levels, ""))),
        column("2 threads", move |case| multiple(case.best(levels, "/two_threads"))),
    ];
    columns.extend(each_of(INDEXES, multiple));
    columns
}

fn each_level(levels: &[String]) -> impl Iterator<Item = Column<'_>> {
    levels.iter().map(|level| column(level, move |case| ns(case.of(&format!("soa/{level}")))))
}

fn each_of<const N: usize>(
    libraries: [&'static str; N],
    cell: impl Fn(Option<&Record>) -> String + Copy + 'static,
) -> [Column<'static>; N] {
    libraries.map(|name| column(name, move |case| cell(case.fastest(|library| library.starts_with(name)))))
}

/// A level in `f32` and exactly.
fn f32_and_exact<'a>(case: &Case<'a>, level: &str) -> Option<(&'a Record, &'a Record)> {
    case.of(&format!("f32/{level}")).zip(case.of(&format!("soa/{level}")))
}

/// The best level that was timed in both ways.
fn best_of_both<'a>(case: &Case<'a>, levels: &[String]) -> Option<(&'a Record, &'a Record)> {
    levels.iter().rev().find_map(|level| f32_and_exact(case, level))
}

/// A table of some cases; none without cases.
fn laid_out<'a>(columns: &[Column], cases: impl Iterator<Item = &'a Case<'a>>) -> Option<String> {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(columns.iter().map(|column| &column.head));
    table.add_rows(cases.map(|case| columns.iter().map(|column| (column.cell)(case)).collect::<Vec<_>>()));
    for (column, Column { head, .. }) in table.column_iter_mut().zip(columns) {
        let text = TEXT.contains(&head.as_str());
        column.set_cell_alignment(if text { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 1));
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    (!table.is_empty()).then(|| lines.join("\n"))
}

fn rows(case: &Case) -> String {
    grouped(case.rows as u64)
}

/// Hits of the contender that was measured first.
fn hits(case: &Case) -> String {
    grouped(case.records.first().map_or(0, |record| record.hits as u64))
}

/// Nanoseconds with three digits.
fn digits(ns: f64) -> String {
    let places = match ns {
        ..0.1 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{ns:.places$}")
}

fn decimal(number: f64) -> String {
    format!("{number:.1}")
}

fn ns(record: Option<&Record>) -> String {
    record.map_or_else(String::new, |record| digits(record.ns))
}

/// How many times as long the first takes.
fn times(slow: Option<&Record>, fast: Option<&Record>, written: fn(f64) -> String) -> String {
    slow.zip(fast).map_or_else(String::new, |(slow, fast)| written(slow.ns / fast.ns))
}

/// A share in percent, four characters at most: these are the widest rows.
fn share(share: f64) -> String {
    match 100.0 * share {
        0.0 => "0".to_owned(),
        ..0.01 => "<.01".to_owned(),
        percent @ ..10.0 => format!("{percent:.2}"),
        percent => format!("{percent:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Shares;

    fn record(bench: &str, who: &str, ns: f64) -> Record {
        Record { ns, hits: 119_298, ..Record::new(bench, who, 1_000_000) }
    }

    /// The heads and the only row of the only table of a run, as words.
    fn words(records: &[Record]) -> [Vec<String>; 2] {
        let text = terminal(records);
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let rule = lines.iter().position(|line| line.contains('─')).unwrap();
        assert_eq!(lines.len(), rule + 2, "{text}");
        [lines[rule - 1], lines[rule + 1]].map(|line| line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn a_row_holds_all_contenders() {
        let records = [
            ("scalar", 8.0),
            ("scalar/early_out", 7.0),
            ("parry2d/distance_to_local_point", 32.0),
            ("geo/intersects", 64.0),
            ("soa/portable", 2.5),
            ("soa/avx2", 2.0),
            ("soa/avx512", 1.6),
            ("soa/avx512/threads", 1.2),
            ("limit/read", 0.64),
        ];
        let bench = "oriented_box_triangle/two_triangles";
        let [heads, cells] = words(&records.map(|(who, ns)| record(bench, who, ns)));
        assert_eq!(
            heads.join(" "),
            "bench rows hits scalar portable avx2 avx512 threads peer read % × peer × scalar"
        );
        assert_eq!(
            cells[1..].join(" "),
            "1,000,000 119,298 8.00 2.50 2.00 1.60 1.20 32.0 parry2d 0.64 40 20.0 5.0"
        );
        // What was not measured is left empty.
        let [_, cells] = words(&[record("disk_disk", "soa/portable", 0.5)]);
        assert_eq!(cells.join(" "), "disk_disk 1,000,000 119,298 0.50");
    }

    #[test]
    fn the_cost_of_exactness_has_a_table_of_its_own() {
        let records = [
            ("scalar", 8.0),
            ("geo/intersects", 64.0),
            ("geo/intersects_polygon", 48.0),
            ("f32/portable", 2.0),
            ("soa/portable", 5.0),
            ("f32/avx2", 1.0),
            ("soa/avx2", 3.0),
        ];
        let mut records = records.map(|(who, ns)| record("exactness/grid_512/triangle_triangle", who, ns));
        records[5].hits += 2;
        let stages = Shares { single: 0.9, double: 0.099_95, rounded: 0.000_05, integer: 0.0 };
        records[6].stages = Some(stages);
        let [heads, cells] = words(&records);
        assert_eq!(heads.join(" "), "bench rows portable exact × avx2 exact × off f32 f64 eft int × geo");
        let expected = "1,000,000 2.00 5.00 2.50 1.00 3.00 3.00 +2 90 9.99 <.01 0 16.0";
        assert_eq!(
            (cells[0].as_str(), cells[1..].join(" ").as_str()),
            ("grid_512/triangle_triangle", expected)
        );
    }

    #[test]
    fn joins_have_two_tables_of_their_own() {
        let records = [
            ("soa/portable", 200.0),
            ("soa/avx512", 100.0),
            ("soa/avx512/two_threads", 50.0),
            ("geo-index/intersection_candidates", 400.0),
            ("parry3d/leaf_pairs", 300.0),
        ];
        let mut records = records.map(|(who, ns)| record("join/uniform", who, ns));
        let [heads, cells] = words(&records);
        assert_eq!(heads[..9].join(" "), "join rows portable avx512 2 threads × geo-index rstar");
        assert_eq!(cells.join(" "), "uniform 1,000,000 200 100 50.0 2.00 400 300 3.00");
        (records[1].memory, records[4].memory) = (Some(2.5), Some(9.0));
        let text = terminal(&records);
        let last = text.lines().last().unwrap().split_whitespace().collect::<Vec<_>>();
        assert_eq!(last, ["uniform", "1,000,000", "119,298", "2.50", "9.00"]);
    }

    #[test]
    fn a_kept_index_has_a_table_of_its_own() {
        let records = [
            ("soa/avx2", 600.0),
            ("soa/avx512", 512.0),
            ("parry3d/intersect_aabb", 420.0),
            ("packed_spatial_index/visit", 384.0),
        ];
        let [heads, cells] = words(&records.map(|(who, ns)| record("index/one/dragon", who, ns)));
        assert_eq!(heads[..6].join(" "), "bench avx2 avx512 join parry obvhs");
        assert_eq!(cells.join(" "), "one/dragon 600 512 420 384 0.75");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([0.0123, 0.123, 9.87, 12.34, 123.4].map(digits), ["0.012", "0.12", "9.87", "12.3", "123"]);
    }
}
