//! Who is wrong how often, by pair and by family.

use anyhow::Result;
use comfy_table::{Table, presets};
use testkit::corpora::Source;
use testkit::tally::Tally;

use super::File;
use super::peers::{self, LIBRARIES, Letter};

/// Ours, in the order of the columns; then the libraries.
const OURS: [&str; 3] = ["Octet", "scalar::exact", "f32 algorithm"];

/// Everyone.
fn who() -> impl Iterator<Item = &'static str> {
    OURS.into_iter().chain(LIBRARIES)
}

/// How fair the tables are, for those who read them.
const FAIR: &str = "\
Two cases in five are searched for: pairs of neighbouring floats between which the answer turns. No user's data is
like that: the tables say what can go wrong, not how often it will. `Octet` is the batched queries, `scalar::exact` the
same answers one pair at a time, `f32 algorithm` the published algorithm in f32, as the crate `scalar` has it. parry is
a game library: it computes in f32 with absolute tolerances, for shapes near unit size, and promises nothing about
touching. Of its two tests for a point in a triangle it is `PointQuery::contains_local_point`, by projection, which is
wrong half as often as the inherent `Triangle::contains_point`. geo computes in f64, with exact predicates for polygons
and segments and rounded distances for disks, which it does not have. obvhs, bvh and packed_spatial_index are trees: their
tests are of rays with triangles and boxes, and of boxes with each other. rayx has rays and triangles, manifold-rust cuts
solids and tests two triangles in space in exact numbers, both of triangles that have an area. All are asked only about
cases that their own types hold exactly (ends of segments, centers of boxes, axes of length 1 up to rounding), hence the
smaller totals. The versions are those of Cargo.lock.";

/// Runs all libraries and prints both tables.
pub fn print(files: &[File], markdown: bool) -> Result<()> {
    let mut tally = Tally::default();
    for (file, answers) in files.iter().zip(peers::run(files)?) {
        for (i, (case, letters)) in file.cases.iter().zip(answers).enumerate() {
            let expected = case.expected.unwrap_or_default();
            let octet = expected != file.wrong.binary_search(&i).is_ok();
            let (a, b) = file.pair.rows(case);
            let published =
                file.pair.published().map_or(b'-', |kernel| letter(kernel.info.reference(a, b) == Ok(true)));
            let [octet, exact] = [octet, file.pair.exact(a, b)].map(letter);
            for row in [file.pair.stem, "all", &case.family] {
                let said = [octet, exact, published].into_iter().chain(letters);
                count(&mut tally, row, said, letter(expected));
            }
        }
    }
    let pairs = files.iter().map(|file| file.pair.stem).chain(["all"]);
    let families = Source::all().map(Source::name);
    println!(
        "\n{}\n\n{}\n",
        table("pair", pairs, &tally, markdown),
        table("family", families, &tally, markdown)
    );
    println!("{FAIR}");
    Ok(())
}

fn letter(answer: bool) -> Letter {
    if answer { b'1' } else { b'0' }
}

/// Counts what everyone says of a case, in this row of a table.
fn count(tally: &mut Tally, row: &str, said: impl Iterator<Item = Letter>, expected: Letter) {
    for (who, said) in who().zip(said).filter(|(_, said)| *said != b'-') {
        tally.add(&format!("{row} {who} called"), 1);
        tally.note(&format!("{row} {who} wrong"), said != expected);
        tally.note(&format!("{row} {who} panicked"), said == b'!');
    }
}

fn table<'a>(what: &str, rows: impl Iterator<Item = &'a str>, tally: &Tally, markdown: bool) -> Table {
    let cell = |row: &str, who: &str| {
        let [called, wrong, panicked] =
            ["called", "wrong", "panicked"].map(|class| tally.get(&format!("{row} {who} {class}")));
        match (called, panicked) {
            (0, _) => "-".to_owned(),
            (_, 0) => format!("{wrong} of {called}"),
            _ => format!("{wrong} of {called} ({panicked} panicked)"),
        }
    };
    let row = |row: &'a str| [row.to_owned()].into_iter().chain(who().map(|who| cell(row, who)));
    let header = [format!("wrong, by {what}")].into_iter().chain(who().map(str::to_owned));
    let mut table = crate::table::table(header, rows.map(row));
    if markdown {
        table.load_preset(presets::ASCII_MARKDOWN);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scoreboard_names_everyone() {
        let mut tally = Tally::default();
        count(&mut tally, "disk_disk", b"110!----".iter().copied(), b'1');
        let table = table("pair", ["disk_disk"].into_iter(), &tally, true).to_string();
        let row = table.lines().find(|line| line.starts_with("| disk_disk")).unwrap();
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[1..7], ["disk_disk", "0 of 1", "0 of 1", "1 of 1", "1 of 1 (1 panicked)", "-"]);
        assert!(who().all(|who| table.lines().next().unwrap().contains(who)), "{table}");
    }
}
