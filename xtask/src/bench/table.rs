//! The measurements as tables for the terminal.

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};

use super::summary::{Case, Entry, Kind, cases, levels};

/// A table that is not laid out yet.
#[derive(Debug, PartialEq)]
struct Cells {
    /// The heads of the columns.
    heads: Vec<String>,
    /// The rows, with one cell a column.
    rows: Vec<Vec<String>>,
}

impl Cells {
    fn new<S: Into<String>>(heads: impl IntoIterator<Item = S>) -> Self {
        Self { heads: heads.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }
}

/// Heads of columns of text, which begin on the left; all others are numbers and end on the right.
const TEXT: [&str; 3] = ["bench", "join", ""];

/// The tables of a run.
pub fn terminal(entries: &[Entry]) -> String {
    let mut out = "\
        Nanoseconds a pair, medians, one thread; threads: the best level on all threads. peer: the fastest other\n\
        library. read: adding up the same columns at the best level; %: that as a part of the best level's time.\n\
        ×: how many times as fast the best level is.\n"
        .to_owned();
    let tables = [
        ("", pairs(entries)),
        ("", threads(entries)),
        (
            "The cost of exactness: each level in f32, exactly, and how many times as long that takes.\n\
             off: the hits that f32 has too many or too few (errors of both kinds can cancel out). Then, at the\n\
             best level, the percent of the rows that were decided in lanes of f32, in lanes of f64, and one by\n\
             one: in f64 with error-free transforms, and in integers; and how many times as fast as geo it is.\n\n",
            exactness(entries),
        ),
        (
            "Joins: nanoseconds a left row, and how many times as fast two threads are as one, and one as the\n\
             fastest peer on one. /build is the index of the right rows, /query the rest.\n\n",
            joins(entries),
        ),
        ("Memory of joins at the peak, as a multiple of input and result.\n\n", memory(entries)),
    ];
    for (head, cells) in tables {
        if !cells.rows.is_empty() {
            out.push('\n');
            out.push_str(head);
            out.push_str(&laid_out(cells));
            out.push('\n');
        }
    }
    out
}

/// Queries on uniform rows: one row a bench and number of rows.
fn pairs(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let mut cells = Cells::new(["bench", "rows", "hits", "scalar"]);
    cells.heads.extend(levels.iter().cloned());
    cells.heads.extend(["threads", "peer", "", "read", "%", "× peer", "× scalar"].map(str::to_owned));
    for case in cases(entries).iter().filter(|case| case.kind() == Kind::Pairs) {
        let (best, scalar) = (case.best(&levels, ""), case.of("scalar"));
        let (peer, read) = (case.peer(), case.of("limit/read"));
        let mut row = vec![case.bench.to_owned(), grouped(case.rows), grouped(case.hits()), ns(scalar)];
        row.extend(levels.iter().map(|level| ns(case.of(&format!("soa/{level}")))));
        row.extend([ns(case.best(&levels, "/threads")), ns(peer)]);
        row.push(peer.map_or("", Entry::crate_name).to_owned());
        row.extend([ns(read), percent(read, best), ratio(peer, best), ratio(scalar, best)]);
        cells.rows.push(row);
    }
    cells
}

/// The sweep over numbers of rows: one column a way to run.
fn threads(entries: &[Entry]) -> Cells {
    let cases = cases(entries);
    let cases: Vec<&Case> = cases.iter().filter(|case| case.kind() == Kind::Threads).collect();
    let way = |entry: &Entry| entry.who.rsplit('/').next().unwrap_or_default().to_owned();
    let mut ways: Vec<String> = Vec::new();
    for entry in cases.iter().flat_map(|case| &case.entries) {
        if !ways.contains(&way(entry)) {
            ways.push(way(entry));
        }
    }
    let mut cells = Cells::new(["bench", "rows", "hits"]);
    cells.heads.extend(ways.iter().cloned());
    for case in cases {
        let mut row = vec![case.bench.to_owned(), grouped(case.rows), grouped(case.hits())];
        let of = |wanted: &String| case.entries.iter().copied().find(|entry| way(entry) == *wanted);
        row.extend(ways.iter().map(|way| ns(of(way))));
        cells.rows.push(row);
    }
    cells
}

/// The cost of exactness: one row a bench and number of rows that was timed in `f32` and exactly.
fn exactness(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let mut cells = Cells::new(["bench", "rows"]);
    for level in &levels {
        cells.heads.extend([level, "exact", "×"].map(str::to_owned));
    }
    cells.heads.extend(["off", "f32", "f64", "eft", "int", "× geo"].map(str::to_owned));
    for case in cases(entries).iter().filter(|case| case.kind() != Kind::Threads) {
        let of = |level| (case.of(&format!("f32/{level}")), case.of(&format!("soa/{level}")));
        let both: Vec<_> = levels.iter().map(of).collect();
        let Some((single, exact)) = both.iter().rev().find_map(|&(single, exact)| single.zip(exact)) else {
            continue;
        };
        let mut row = vec![case.bench.trim_start_matches("exactness/").to_owned(), grouped(case.rows)];
        row.extend(both.iter().flat_map(|&(single, exact)| [ns(single), ns(exact), times(exact, single)]));
        row.push(match single.hits.cast_signed() - exact.hits.cast_signed() {
            0 => "0".to_owned(),
            off => format!("{off:+}"),
        });
        let shares = exact.stages.map(|s| [s.single, s.double, s.rounded, s.integer]);
        row.extend(shares.map_or_else(Default::default, |shares| shares.map(share)));
        row.push(ratio(case.call_of("geo"), Some(exact)));
        cells.rows.push(row);
    }
    cells
}

/// The libraries that joins are timed beside, in order.
const INDEXES: [(&str, &[&str]); 5] = [
    ("geo-index", &["geo-index"]),
    ("rstar", &["rstar"]),
    ("static_aabb2d", &["static_aabb2d_index"]),
    ("parry", &["parry2d", "parry3d"]),
    ("obvhs", &["obvhs"]),
];

/// The cells of the libraries, of those that were timed.
fn indexes(case: &Case<'_>, cell: impl Fn(Option<&Entry>) -> String) -> impl Iterator<Item = String> {
    INDEXES.map(|(_, names)| cell(names.iter().find_map(|name| case.call_of(name)))).into_iter()
}

/// Joins: nanoseconds a left row, one row a workload, or a part of it, and number of rows.
fn joins(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let mut cells = Cells::new(["join", "rows"]);
    cells.heads.extend(levels.iter().cloned());
    cells.heads.extend(["2 threads", "×"].map(str::to_owned));
    cells.heads.extend(INDEXES.map(|(name, _)| name.to_owned()));
    cells.heads.push("× peer".to_owned());
    for case in cases(entries).iter().filter(|case| case.kind() == Kind::Join) {
        let (best, two) = (case.best(&levels, ""), case.best(&levels, "/two_threads"));
        let mut row = vec![workload(case), grouped(case.rows)];
        row.extend(levels.iter().map(|level| ns(case.of(&format!("soa/{level}")))));
        row.extend([ns(two), times(best, two)]);
        row.extend(indexes(case, ns));
        row.push(times(case.peer(), best));
        cells.rows.push(row);
    }
    cells
}

/// The memory of joins at the peak, as a multiple of input and result.
fn memory(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let mut cells = Cells::new(["join", "rows", "hits", "octet", "2 threads"]);
    cells.heads.extend(INDEXES.map(|(name, _)| name.to_owned()));
    let multiple = |entry: Option<&Entry>| entry.and_then(|entry| entry.memory).map_or(String::new(), digits);
    let measured = |case: &&Case| case.entries.iter().any(|entry| entry.memory.is_some());
    for case in cases(entries).iter().filter(measured) {
        let mut row = vec![workload(case), grouped(case.rows), grouped(case.hits())];
        row.extend([case.best(&levels, ""), case.best(&levels, "/two_threads")].map(multiple));
        row.extend(indexes(case, multiple));
        cells.rows.push(row);
    }
    cells
}

/// The name of a join.
fn workload(case: &Case<'_>) -> String {
    case.bench.trim_start_matches("join/").to_owned()
}

fn laid_out(cells: Cells) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(&cells.heads);
    table.add_rows(cells.rows);
    for (column, head) in table.column_iter_mut().zip(&cells.heads) {
        let text = TEXT.contains(&head.as_str());
        column.set_cell_alignment(if text { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 1));
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
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

fn ns(entry: Option<&Entry>) -> String {
    entry.map_or(String::new(), |entry| digits(entry.ns))
}

/// How many times as long the first takes, with three digits.
fn times(slow: Option<&Entry>, fast: Option<&Entry>) -> String {
    slow.zip(fast).map_or(String::new(), |(slow, fast)| digits(slow.ns / fast.ns))
}

/// How many times as long the first takes, with one decimal.
fn ratio(slow: Option<&Entry>, fast: Option<&Entry>) -> String {
    slow.zip(fast).map_or(String::new(), |(slow, fast)| format!("{:.1}", slow.ns / fast.ns))
}

/// The first as a part of the second.
fn percent(part: Option<&Entry>, whole: Option<&Entry>) -> String {
    part.zip(whole).map_or(String::new(), |(part, whole)| format!("{:.0}", 100.0 * part.ns / whole.ns))
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

/// `1000000` as `1,000,000`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(bench: &str, who: &str, ns: f64) -> Entry {
        let (bench, who) = (bench.to_owned(), who.to_owned());
        Entry { bench, rows: 1_000_000, who, ns, hits: 119_298, ..Entry::default() }
    }

    fn all() -> Vec<Entry> {
        let bench = "oriented_box_triangle/two_triangles";
        [
            ("scalar", 8.0),
            ("scalar/early_out", 7.0),
            ("parry2d/distance_to_local_point", 32.0),
            ("geo/intersects", 64.0),
            ("soa/portable", 2.5),
            ("soa/avx2", 2.0),
            ("soa/avx512", 1.6),
            ("soa/avx512/threads", 1.2),
            ("limit/read", 0.64),
        ]
        .map(|(who, ns)| entry(bench, who, ns))
        .into()
    }

    #[test]
    fn a_row_holds_all_contenders() {
        let Cells { heads, rows } = pairs(&all());
        let expected = [
            ("bench", "oriented_box_triangle/two_triangles"),
            ("rows", "1,000,000"),
            ("hits", "119,298"),
            ("scalar", "8.00"),
            ("portable", "2.50"),
            ("avx2", "2.00"),
            ("avx512", "1.60"),
            ("threads", "1.20"),
            ("peer", "32.0"),
            ("", "parry2d"),
            ("read", "0.64"),
            ("%", "40"),
            ("× peer", "20.0"),
            ("× scalar", "5.0"),
        ];
        assert_eq!(heads, expected.map(|(head, _)| head));
        assert_eq!(rows, [expected.map(|(_, cell)| cell)]);
    }

    #[test]
    fn contenders_that_were_not_measured_are_left_empty() {
        let Cells { rows, .. } = pairs(&[entry("disk_disk", "soa/portable", 0.5)]);
        assert_eq!(rows, [["disk_disk", "1,000,000", "119,298", "", "0.50", "", "", "", "", "", "", ""]]);
    }

    #[test]
    fn the_terminal_is_wide_enough() {
        let text = terminal(&all());
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
        assert!(text.contains(" parry2d "), "{text}");
    }

    #[test]
    fn the_cost_of_exactness_has_a_table_of_its_own() {
        let bench = "exactness/grid_512/triangle_triangle";
        let mut entries = [
            ("scalar", 8.0),
            ("scalar/exact", 80.0),
            ("geo/intersects", 64.0),
            ("geo/intersects_polygon", 48.0),
            ("f32/portable", 2.0),
            ("soa/portable", 5.0),
            ("f32/avx2", 1.0),
            ("soa/avx2", 3.0),
        ]
        .map(|(who, ns)| entry(bench, who, ns));
        entries[6].hits += 2;
        let stages = record::Shares { single: 0.9, double: 0.099_95, rounded: 0.000_05, integer: 0.0 };
        entries[7].stages = Some(stages);
        assert!(pairs(&entries).rows.is_empty());
        let Cells { heads, rows } = exactness(&entries);
        let expected = [
            ("bench", "grid_512/triangle_triangle"),
            ("rows", "1,000,000"),
            ("portable", "2.00"),
            ("exact", "5.00"),
            ("×", "2.50"),
            ("avx2", "1.00"),
            ("exact", "3.00"),
            ("×", "3.00"),
            ("off", "+2"),
            ("f32", "90"),
            ("f64", "9.99"),
            ("eft", "<.01"),
            ("int", "0"),
            ("× geo", "16.0"),
        ];
        assert_eq!(heads, expected.map(|(head, _)| head));
        assert_eq!(rows, [expected.map(|(_, cell)| cell)]);
        // Random rows are there, too, if they were timed in f32 and exactly.
        assert!(exactness(&all()).rows.is_empty());
        let text = terminal(&entries);
        assert!(text.contains("The cost of exactness"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
    }

    #[test]
    fn the_sweep_over_rows_has_a_table_of_its_own() {
        let ways = ["soa/avx2/sequential", "soa/avx2/threads", "soa/avx2/two_tasks"];
        let entries = ways.map(|who| entry("threads/disk_triangle", who, 0.5));
        assert!(pairs(&entries).rows.is_empty());
        let Cells { heads, rows } = threads(&entries);
        assert_eq!(heads[3..], ["sequential", "threads", "two_tasks"]);
        assert_eq!(rows, [["threads/disk_triangle", "1,000,000", "119,298", "0.50", "0.50", "0.50"]]);
    }

    #[test]
    fn joins_have_tables_of_their_own() {
        let whos = [
            ("soa/portable", 200.0),
            ("soa/avx2", 150.0),
            ("soa/avx512", 100.0),
            ("soa/avx512/two_threads", 50.0),
            ("geo-index/intersection_candidates", 400.0),
            ("parry3d/leaf_pairs", 300.0),
        ];
        let mut entries = whos.map(|(who, ns)| entry("join/uniform", who, ns));
        entries[2].memory = Some(2.5);
        entries[5].memory = Some(9.0);
        assert!(pairs(&entries).rows.is_empty());
        let expected =
            ["uniform", "1,000,000", "200", "150", "100", "50.0", "2.00", "400", "", "", "300", "", "3.00"];
        assert_eq!(joins(&entries).rows, [expected]);
        let expected = ["uniform", "1,000,000", "119,298", "2.50", "", "", "", "", "9.00", ""];
        assert_eq!(memory(&entries).rows, [expected]);
        let text = terminal(&entries);
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0123, 0.123, 9.87, 12.34, 123.4].map(digits), ["0.012", "0.12", "9.87", "12.3", "123"]);
        assert_eq!([7, 999, 4_096, 1_000_000].map(grouped), ["7", "999", "4,096", "1,000,000"]);
    }
}
