//! The report: one page that needs nothing from elsewhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use record::Limits;

use super::machine::Machine;
use super::overview;
use super::plot::{self, Curve, Dot, Line, Mark};
use super::summary::{Case, Entry, cases, levels};
use super::table::{self, Cells, Detail, digits, grouped};

const STYLE: &str = include_str!("report.css");

/// The page.
pub fn page(entries: &[Entry], limits: &Limits, machine: &Machine) -> anyhow::Result<String> {
    let levels = levels(entries);
    let cases = cases(entries);
    let (sweeps, pairs): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.is_sweep());
    let random: Vec<&Case> = pairs.iter().copied().filter(|case| !case.is_price()).collect();
    let overview = overview::plot(entries)?;
    let speed_ups = speed_ups(&random, &levels)?;
    let (price, joins) = (table::price(entries, Detail::Full), table::joins(entries));
    let everyone =
        names(&pairs).into_iter().map(|name| everyone(name, &pairs)).collect::<Result<Vec<_>, _>>()?;
    let sweeps =
        names(&sweeps).into_iter().map(|name| sweep(name, &sweeps)).collect::<Result<Vec<_>, _>>()?;

    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Octet: bench report" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "Octet: bench report" }
                    p.machine { (machine) }
                    p {
                        "Nanoseconds a pair, medians, everyone on the same rows in the same process. Hits were counted "
                        "before anything was timed. Filled dots are 4,096 rows, which fit the cache; rings are "
                        "1,000,000 rows, which do not."
                    }
                    p {
                        "Code that branches on data looks better at 4,096 rows than it is, most likely because the "
                        "branch predictor learns the same few rows by heart. At 1,000,000 rows it cannot."
                    }
                }
                @if let Some(overview) = overview {
                    section.wide { h2 { "Everyone at a glance" } (PreEscaped(overview)) }
                }
                @if let Some(speed_ups) = speed_ups {
                    section { h2 { "Speed-up over the scalar twin" } (speed_ups) }
                }
                @if !everyone.is_empty() {
                    section { h2 { "Nanoseconds a pair" } @for plot in &everyone { (plot) } }
                }
                @if !price.rows.is_empty() {
                    section.wide { h2 { "The price of exactness" } (price_of_exactness(&price)) }
                }
                @if !sweeps.is_empty() {
                    section { h2 { "Threads" } @for plot in &sweeps { (plot) } }
                }
                section.wide {
                    h2 { "Tables" }
                    p {
                        "peer: the fastest other library. limit: below it the best level cannot come, by its ports or by "
                        "reading from cache or memory; %: the limit as a part of its time. copy: copying as many bytes in "
                        "memory. ×: how many times as fast the best level is."
                    }
                    (html_table(&table::pairs(entries, Detail::Full)))
                    (html_table(&table::sweep(entries)))
                }
                @if !joins.rows.is_empty() {
                    section.wide {
                        h2 { "Joins" }
                        p {
                            "Nanoseconds a left row, how many times as fast two threads are as one, and one as the fastest other "
                            "library on one. /build is the index of the right rows, /query the rest. The module " code { "join" }
                            " of the crate " code { "benches" } " has the workloads."
                        }
                        (html_table(&joins))
                        p { "Memory at the peak, as a multiple of input and result." }
                        (html_table(&table::memory(entries)))
                    }
                }
                @if !limits.benches.is_empty() {
                    section.wide { h2 { "Limits" } (operations(limits)) }
                }
            }
        }
    };
    Ok(page.into_string())
}

/// The names of these benches, once each.
fn names<'a>(cases: &[&Case<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for case in cases {
        if !names.contains(&case.bench) {
            names.push(case.bench);
        }
    }
    names
}

/// One line a bench, one dot a level; nothing if no scalar twin was timed.
fn speed_ups(cases: &[&Case<'_>], levels: &[String]) -> anyhow::Result<Option<Markup>> {
    let mut lines = Vec::new();
    for name in names(cases) {
        let mut dots = Vec::new();
        for (i, case) in cases.iter().filter(|case| case.bench == name).enumerate() {
            let Some(scalar) = case.of("scalar") else { continue };
            for level in levels {
                let who = format!("soa/{level}");
                let Some(entry) = case.of(&who) else { continue };
                let value = scalar.ns / entry.ns;
                dots.push(Dot { value, color: plot::color(&who), mark: mark(i) });
            }
        }
        if !dots.is_empty() {
            lines.push(Line { label: name.to_owned(), dots, numbers: Vec::new() });
        }
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let svg = plot::dots("times as fast as the scalar twin, one thread", &[], &lines)?;
    Ok(Some(html! {
        p.key { @for level in levels { (swatch(&format!("soa/{level}"))) } }
        (PreEscaped(svg))
    }))
}

fn swatch(who: &str) -> Markup {
    let color = plot::color(who);
    let style = format!("background: rgb({} {} {})", color.0, color.1, color.2);
    html! { span.swatch { i style=(style) {} (who) } }
}

/// Everyone who was timed on one bench.
fn everyone(name: &str, cases: &[&Case<'_>]) -> anyhow::Result<Markup> {
    let cases: Vec<&&Case> = cases.iter().filter(|case| case.bench == name).collect();
    let mut lines: Vec<Line> = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        for entry in &case.entries {
            let known = lines.iter().position(|line| line.label == entry.who);
            let at = known.unwrap_or_else(|| {
                lines.push(Line { label: entry.who.clone(), dots: Vec::new(), numbers: Vec::new() });
                lines.len() - 1
            });
            let line = &mut lines[at];
            line.dots.push(Dot { value: entry.ns, color: plot::color(&entry.who), mark: mark(i) });
            line.numbers.resize(i, String::new());
            line.numbers.push(digits(entry.ns));
        }
    }
    let rows: Vec<String> = cases.iter().map(|case| grouped(case.rows)).collect();
    let svg = plot::dots("ns a pair", &rows, &lines)?;
    Ok(html! { h3 { (name) } (PreEscaped(svg)) })
}

/// One curve for each way to run, over the number of rows.
fn sweep(name: &str, cases: &[&Case<'_>]) -> anyhow::Result<Markup> {
    let colors = [plot::color("scalar"), plot::color("soa/avx2"), plot::color("parry2d")];
    let mut curves: Vec<Curve> = Vec::new();
    for case in cases.iter().filter(|case| case.bench == name) {
        for entry in &case.entries {
            let way = entry.who.rsplit('/').next().unwrap_or_default();
            let point = (case.rows as f64, entry.ns);
            match curves.iter_mut().find(|curve| curve.name == way) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve {
                    name: way.to_owned(),
                    points: vec![point],
                    color: colors[curves.len() % colors.len()],
                }),
            }
        }
    }
    let svg = plot::curves("rows", "ns a pair", &curves)?;
    Ok(html! { h3 { (name) } (PreEscaped(svg)) })
}

/// The first number of rows as disks, the second as rings.
fn mark(i: usize) -> Mark {
    if i == 0 { Mark::Disk } else { Mark::Ring }
}

fn html_table(cells: &Cells) -> Markup {
    let class = |text: bool| if text { "" } else { "number" };
    html! {
        @if !cells.rows.is_empty() {
            div.scroll {
                table {
                    thead { tr { @for column in &cells.columns { th class=(class(column.text)) { (column.head) } } } }
                    tbody {
                        @for row in &cells.rows {
                            tr {
                                @for (column, cell) in cells.columns.iter().zip(row) {
                                    td class=(class(column.text)) { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What the exact queries cost beside the published algorithms.
fn price_of_exactness(price: &Cells) -> Markup {
    html! {
        p {
            "Every answer of a query is exact. Beside it here: the published algorithm in f32 through the same query, in the column "
            "of its level, then the exact query, and how many times as long that takes. f32 off: how many hits f32 finds too many or "
            "too few; wrong answers of both kinds can cancel out."
        }
        p {
            "f32 to int: the percent of the rows that each stage settled, at the best level: lanes of f32; lanes of f64; one by "
            "one in f64 with error-free transforms; one by one in integers. × geo: how many times as fast as the fastest call of geo "
            "the exact answers come at the best level. The rows of each workload are explained in the crate " code { "benches" } ", "
            "module " code { "price" } "; benches without a workload have uniform random rows."
        }
        (html_table(price))
    }
}

/// What limits are made of: the peaks of the machine, and the operations of each kernel.
fn operations(limits: &Limits) -> Markup {
    let peaks = table::peaks(limits);
    let counts = table::operations(limits);
    html! {
        p {
            "A kernel cannot be faster than the ports that its operations pass, nor than the cache or the memory that its "
            "columns come from. The documentation of the crate " code { "record" } " has the model with an example. "
            "A copy in memory by one thread reads and writes "
            (format!("{:.1}", limits.copy_bytes_per_ns)) " bytes a nanosecond."
        }
        h3 { "Peaks " small { "registers a nanosecond; reads in bytes a nanosecond" } }
        (html_table(&peaks))
        h3 { "Operations on one register " small { "one register is one batch of pairs; first: the test that runs before" } }
        (html_table(&counts))
    }
}
