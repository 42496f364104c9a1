//! The measurements as tables, for the terminal and for the report.

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};
use record::{Cost, Limits, Operations};

use super::summary::{Case, Entry, cases, levels};

/// A table that is not laid out yet.
#[derive(Debug, PartialEq)]
pub struct Cells {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, with one cell a column.
    pub rows: Vec<Vec<String>>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// Text, which begins on the left, or numbers, which end on the right.
    pub text: bool,
}

impl Column {
    fn text(head: &str) -> Self {
        Self { head: head.to_owned(), text: true }
    }

    fn number(head: impl Into<String>) -> Self {
        Self { head: head.into(), text: false }
    }
}

/// How much a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What fits the width of a terminal.
    Short,
    /// Hits, threads, bandwidth and the calls of the other libraries, too.
    Full,
}

/// The table of all pairs: one row a bench and number of rows.
pub fn pairs(entries: &[Entry], detail: Detail) -> Cells {
    let full = detail == Detail::Full;
    let levels = levels(entries);
    let mut columns = vec![Column::text("bench"), Column::number("rows")];
    columns.extend(full.then(|| Column::number("hits")));
    columns.push(Column::number("scalar"));
    columns.extend(levels.iter().map(Column::number));
    columns.extend(full.then(|| Column::number("threads")));
    columns.extend([Column::number("peer"), Column::text("")]);
    columns.extend([Column::number("limit"), Column::text("")]);
    columns.extend(["%", "copy", "× peer", "× scalar"].map(Column::number));
    columns.extend(full.then(|| Column::number("GB/s")));

    let cases = cases(entries);
    let cases = cases.iter().filter(|case| !(case.is_sweep() || case.is_price() || case.is_join()));
    Cells { columns, rows: cases.map(|case| row(case, &levels, full)).collect() }
}

/// The table of the price of exactness: one row a bench and number of rows that was timed in `f32` and exactly.
pub fn price(entries: &[Entry], detail: Detail) -> Cells {
    let full = detail == Detail::Full;
    let levels = levels(entries);
    let mut columns = vec![Column::text("bench"), Column::number("rows")];
    columns.extend(full.then(|| ["hits", "f32 off"].map(Column::number)).into_iter().flatten());
    for level in &levels {
        columns.extend([level.as_str(), "exact", "×"].map(Column::number));
    }
    columns.extend(["f32", "f64", "eft", "int", "× geo"].map(Column::number));
    let row = |case: &Case| {
        let pairs: Vec<_> = levels
            .iter()
            .map(|level| (case.of(&format!("plain/{level}")), case.of(&format!("soa/{level}"))))
            .collect();
        let (plain, exact) = pairs.iter().rev().find_map(|&(plain, exact)| plain.zip(exact))?;
        let mut row = vec![case.bench.to_owned(), grouped(case.rows)];
        let off = || format!("{:+}", plain.hits.cast_signed() - exact.hits.cast_signed());
        row.extend(full.then(|| [grouped(exact.hits), off()]).into_iter().flatten());
        row.extend(pairs.into_iter().flat_map(|(plain, exact)| [ns(plain), ns(exact), times(exact, plain)]));
        let shares = exact.stages.map(|s| [s.single, s.double, s.rounded, s.integer]);
        row.extend(shares.map_or_else(Default::default, |shares| shares.map(share)));
        row.push(ratio(case.call_of("geo"), Some(exact)));
        Some(row)
    };
    Cells { columns, rows: cases(entries).iter().filter(|case| !case.is_sweep()).filter_map(row).collect() }
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

/// How many times as long the first takes.
fn times(slow: Option<&Entry>, fast: Option<&Entry>) -> String {
    slow.zip(fast).map_or(String::new(), |(slow, fast)| digits(slow.ns / fast.ns))
}

fn row(case: &Case<'_>, levels: &[String], full: bool) -> Vec<String> {
    let (best, scalar, peer, limit) = (case.best(levels), case.of("scalar"), case.peer(), case.limit());
    let hits = case.entries.first().map_or(0, |entry| entry.hits);
    let threads = levels.iter().rev().find_map(|level| case.of(&format!("soa/{level}/threads")));
    let bandwidth = best.and_then(|best| best.bytes_per_second);

    let mut row = vec![case.bench.to_owned(), grouped(case.rows)];
    row.extend(full.then(|| grouped(hits)));
    row.push(ns(scalar));
    row.extend(levels.iter().map(|level| ns(case.of(&format!("soa/{level}")))));
    row.extend(full.then(|| ns(threads)));
    row.push(ns(peer));
    row.push(peer.map_or("", |peer| if full { &peer.who } else { peer.crate_name() }).to_owned());
    row.push(ns(limit));
    row.push(limit.map_or("", Entry::call).to_owned());
    row.push(percent(limit, best));
    row.push(ns(case.of("limit/copy")));
    row.push(ratio(peer, best));
    row.push(ratio(scalar, best));
    row.extend(full.then(|| bandwidth.map_or(String::new(), |bytes| format!("{:.1}", bytes / 1e9))));
    row
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

/// The table of the joins: nanoseconds a left row, one row a workload, or a part of it, and number of rows.
pub fn joins(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let mut columns = vec![Column::text("join"), Column::number("rows")];
    columns.extend(levels.iter().map(Column::number));
    columns.extend(["2 threads", "×"].map(Column::number));
    columns.extend(INDEXES.map(|(name, _)| Column::number(name)));
    columns.push(Column::number("× peer"));
    let row = |case: &Case| {
        let (best, two) = (case.best(&levels), two_threads(case, &levels));
        let mut row = vec![workload(case), grouped(case.rows)];
        row.extend(levels.iter().map(|level| ns(case.of(&format!("soa/{level}")))));
        row.extend([ns(two), times(best, two)]);
        row.extend(indexes(case, ns));
        row.push(times(case.peer(), best));
        row
    };
    Cells { columns, rows: cases(entries).iter().filter(|case| case.is_join()).map(row).collect() }
}

/// The table of the joins' memory: at the peak, as a multiple of input and result.
pub fn memory(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let mut columns = vec![Column::text("join"), Column::number("rows"), Column::number("hits")];
    columns.extend(["octet", "2 threads"].map(Column::number));
    columns.extend(INDEXES.map(|(name, _)| Column::number(name)));
    let multiple = |entry: Option<&Entry>| entry.and_then(|entry| entry.memory).map_or(String::new(), digits);
    let row = |case: &Case| {
        let hits = case.entries.first().map_or(0, |entry| entry.hits);
        let mut row = vec![workload(case), grouped(case.rows), grouped(hits)];
        row.extend([case.best(&levels), two_threads(case, &levels)].map(multiple));
        row.extend(indexes(case, multiple));
        row
    };
    let cases = cases(entries);
    let cases = cases.iter().filter(|case| case.entries.iter().any(|entry| entry.memory.is_some()));
    Cells { columns, rows: cases.map(row).collect() }
}

/// The name of a join.
fn workload(case: &Case<'_>) -> String {
    case.bench.trim_start_matches("join/").to_owned()
}

fn two_threads<'a>(case: &Case<'a>, levels: &[String]) -> Option<&'a Entry> {
    levels.iter().rev().find_map(|level| case.of(&format!("soa/{level}/two_threads")))
}

/// The table of the sweep over numbers of rows: one column a way to run.
pub fn sweep(entries: &[Entry]) -> Cells {
    let cases = cases(entries);
    let cases: Vec<&Case> = cases.iter().filter(|case| case.is_sweep()).collect();
    let way = |entry: &Entry| entry.who.rsplit('/').next().unwrap_or_default().to_owned();
    let mut ways: Vec<String> = Vec::new();
    for entry in cases.iter().flat_map(|case| &case.entries) {
        if !ways.contains(&way(entry)) {
            ways.push(way(entry));
        }
    }
    let mut columns = vec![Column::text("bench"), Column::number("rows"), Column::number("hits")];
    columns.extend(ways.iter().map(Column::number));
    let row = |case: &&Case| {
        let hits = case.entries.first().map_or(0, |entry| entry.hits);
        let mut row = vec![case.bench.to_owned(), grouped(case.rows), grouped(hits)];
        let of = |wanted: &String| case.entries.iter().copied().find(|entry| way(entry) == *wanted);
        row.extend(ways.iter().map(|way| ns(of(way))));
        row
    };
    Cells { columns, rows: cases.iter().map(row).collect() }
}

/// A size in bytes, for people.
fn size(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}

/// The peaks of each level: registers a nanosecond, and bytes a nanosecond read from columns of these sizes.
pub fn peaks(limits: &Limits) -> Cells {
    let mut columns = vec![Column::text("level"), Column::number("lanes")];
    columns.extend(["+ −", "×", "+ − and ×", "min max", "<", "÷", "√"].map(Column::number));
    let sizes = limits.levels.first().map_or(Vec::new(), |peaks| peaks.reads.clone());
    columns.extend(sizes.iter().map(|reads| Column::number(size(reads.bytes))));
    let rows = limits.levels.iter().map(|peaks| {
        let classes = [
            peaks.additions,
            peaks.multiplications,
            peaks.additions_and_multiplications,
            peaks.extrema,
            peaks.comparisons(),
            peaks.divisions,
            peaks.roots,
        ];
        let mut row = vec![peaks.level.clone(), peaks.lanes.to_string()];
        row.extend(classes.into_iter().chain(peaks.reads.iter().map(|reads| reads.bytes_per_ns)).map(digits));
        row
    });
    Cells { columns, rows: rows.collect() }
}

/// The operations of each kernel on one register, and what its ports take for a pair at the best level.
pub fn operations(limits: &Limits) -> Cells {
    let mut columns = vec![Column::text("bench")];
    columns.extend(Operations::default().classes().map(|(name, _)| Column::number(name)));
    columns.extend(["% run", "ns a pair"].map(Column::number));
    let mut rows = Vec::new();
    let mut costs: Vec<&Cost> = Vec::new();
    for cost in &limits.benches {
        // The numbers of rows differ in nothing but the share that is left by a first test.
        if costs.iter().any(|known| known.bench == cost.bench) {
            continue;
        }
        costs.push(cost);
        let row = |name: String, counted: Operations, share: f64, ns: String| {
            let mut row = vec![name];
            row.extend(counted.classes().map(|(_, count)| count.to_string()));
            row.extend([format!("{:.0}", 100.0 * share), ns]);
            row
        };
        let ns = limits.levels.last().map_or(String::new(), |peaks| digits(cost.ports(peaks)));
        rows.push(row(cost.bench.clone(), cost.kernel, cost.left, ns));
        if cost.first != Operations::default() {
            rows.push(row(format!("{}, first", cost.bench), cost.first, 1.0, String::new()));
        }
    }
    Cells { columns, rows }
}

/// The tables for the terminal.
pub fn terminal(entries: &[Entry]) -> String {
    let mut out = "\
        Nanoseconds a pair, medians, one thread. peer: the fastest other library. limit: below it the best level cannot come,\n\
        by its ports or by reading from cache or memory; %: the limit as a part of its time. copy: copying as many bytes in\n\
        memory. ×: how many times as fast the best level is.\n"
        .to_owned();
    let tables = [
        ("", pairs(entries, Detail::Short)),
        ("", sweep(entries)),
        (
            "The price of exactness: each level in f32, exactly, and how many times as long that takes. Then for the best level the\n\
             percent of the rows that were settled in lanes of f32, in lanes of f64, and one by one: in f64 with error-free transforms,\n\
             and in integers; and how many times as fast as geo the exact answers come.\n\n",
            price(entries, Detail::Short),
        ),
        (
            "Joins: nanoseconds a left row, and how many times as fast two threads are as one, and one as the fastest peer on one.\n\
             /build is the index of the right rows, /query the rest.\n\n",
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

fn laid_out(cells: Cells) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(cells.columns.iter().map(|column| &column.head));
    table.add_rows(cells.rows);
    for (column, Column { text, .. }) in table.column_iter_mut().zip(cells.columns) {
        column.set_cell_alignment(if text { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 1));
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Nanoseconds with three digits.
pub fn digits(ns: f64) -> String {
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

/// How many times as fast the second is.
fn ratio(slow: Option<&Entry>, fast: Option<&Entry>) -> String {
    slow.zip(fast).map_or(String::new(), |(slow, fast)| format!("{:.1}", slow.ns / fast.ns))
}

/// The first as a part of the second.
fn percent(part: Option<&Entry>, whole: Option<&Entry>) -> String {
    part.zip(whole).map_or(String::new(), |(part, whole)| format!("{:.0}", 100.0 * part.ns / whole.ns))
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
        let bytes_per_second = who.starts_with("soa").then_some(2e9);
        Entry {
            bench: bench.to_owned(),
            rows: 1_000_000,
            who: who.to_owned(),
            ns,
            hits: 119_298,
            bytes_per_second,
            stages: None,
            memory: None,
        }
    }

    fn everyone() -> Vec<Entry> {
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
            ("limit/copy", 0.64),
            ("limit/ports", 1.2),
        ]
        .map(|(who, ns)| entry(bench, who, ns))
        .into()
    }

    #[test]
    fn a_row_holds_everyone() {
        let Cells { columns, rows } = pairs(&everyone(), Detail::Full);
        let heads: Vec<&str> = columns.iter().map(|column| column.head.as_str()).collect();
        let expected_heads = [
            "bench",
            "rows",
            "hits",
            "scalar",
            "portable",
            "avx2",
            "avx512",
            "threads",
            "peer",
            "",
            "limit",
            "",
            "%",
            "copy",
            "× peer",
            "× scalar",
            "GB/s",
        ];
        assert_eq!(heads, expected_heads);
        let expected = [
            "oriented_box_triangle/two_triangles",
            "1,000,000",
            "119,298",
            "8.00",
            "2.50",
            "2.00",
            "1.60",
            "1.20",
            "32.0",
            "parry2d/distance_to_local_point",
            "1.20",
            "ports",
            "75",
            "0.64",
            "20.0",
            "5.0",
            "2.0",
        ];
        assert_eq!(rows, [expected.map(str::to_owned)]);
    }

    #[test]
    fn what_was_not_measured_is_left_empty() {
        let Cells { rows, .. } = pairs(&[entry("disk_disk", "soa/portable", 0.5)], Detail::Short);
        assert_eq!(
            rows,
            [["disk_disk", "1,000,000", "", "0.50", "", "", "", "", "", "", "", ""].map(str::to_owned)]
        );
    }

    #[test]
    fn the_terminal_is_wide_enough() {
        let text = terminal(&everyone());
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
        assert!(text.contains(" parry2d "), "{text}");
    }

    #[test]
    fn the_price_of_exactness_has_a_table_of_its_own() {
        let bench = "price/grid_512/triangle_triangle";
        let mut entries = [
            ("scalar", 8.0),
            ("scalar/exact", 80.0),
            ("geo/intersects", 64.0),
            ("geo/intersects_polygon", 48.0),
            ("plain/portable", 2.0),
            ("soa/portable", 5.0),
            ("plain/avx2", 1.0),
            ("soa/avx2", 3.0),
        ]
        .map(|(who, ns)| entry(bench, who, ns));
        entries[6].hits += 2;
        let stages = record::Shares { single: 0.9, double: 0.099_95, rounded: 0.000_05, integer: 0.0 };
        entries[7].stages = Some(stages);
        assert_eq!(pairs(&entries, Detail::Short).rows, Vec::<Vec<String>>::new());
        let Cells { columns, rows } = price(&entries, Detail::Full);
        let heads: Vec<&str> = columns.iter().map(|column| column.head.as_str()).collect();
        assert_eq!(
            heads[..10],
            ["bench", "rows", "hits", "f32 off", "portable", "exact", "×", "avx2", "exact", "×"]
        );
        let expected = [
            bench,
            "1,000,000",
            "119,298",
            "+2",
            "2.00",
            "5.00",
            "2.50",
            "1.00",
            "3.00",
            "3.00",
            "90",
            "9.99",
            "<.01",
            "0",
            "16.0",
        ];
        assert_eq!(rows, [expected.map(str::to_owned)]);
        // Random rows are there, too, if they were timed in f32 and exactly.
        assert_eq!(price(&everyone(), Detail::Short).rows, Vec::<Vec<String>>::new());
        let text = terminal(&entries);
        assert!(text.contains("The price of exactness"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
    }

    #[test]
    fn a_sweep_has_a_table_of_its_own() {
        let ways = ["soa/avx2/sequential", "soa/avx2/threads", "soa/avx2/two_tasks"];
        let entries = ways.map(|who| entry("threads/disk_triangle", who, 0.5));
        assert_eq!(pairs(&entries, Detail::Short).rows, Vec::<Vec<String>>::new());
        let Cells { columns, rows } = sweep(&entries);
        assert_eq!(columns[3..], ["sequential", "threads", "two_tasks"].map(Column::number));
        let expected = ["threads/disk_triangle", "1,000,000", "119,298", "0.50", "0.50", "0.50"];
        assert_eq!(rows, [expected.map(str::to_owned)]);
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
        assert_eq!(pairs(&entries, Detail::Short).rows, Vec::<Vec<String>>::new());
        let expected =
            ["uniform", "1,000,000", "200", "150", "100", "50.0", "2.00", "400", "", "", "300", "", "3.00"];
        assert_eq!(joins(&entries).rows, [expected.map(str::to_owned)]);
        let expected = ["uniform", "1,000,000", "119,298", "2.50", "", "", "", "", "9.00", ""];
        assert_eq!(memory(&entries).rows, [expected.map(str::to_owned)]);
        let text = terminal(&entries);
        assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0123, 0.123, 9.87, 12.34, 123.4].map(digits), ["0.012", "0.12", "9.87", "12.3", "123"]);
        assert_eq!([7, 999, 4_096, 1_000_000].map(grouped), ["7", "999", "4,096", "1,000,000"]);
    }
}
