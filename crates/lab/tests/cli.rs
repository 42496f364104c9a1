//! The command lines of `fuzz`, `conformance` and `corpora` as a user meets them: bad arguments, short runs,
//! replays.

use std::process::Command;

use commands::text;
use soa::Level;

/// The command with these arguments; a variable of the surroundings has no say.
fn lab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(arguments).env_remove(Level::VARIABLE);
    command
}

fn fuzz(arguments: &[&str]) -> Command {
    lab(&[&["fuzz"], arguments].concat())
}

/// What is said on the standard error about bad arguments.
fn refused(arguments: &[&str]) -> String {
    text(&mut fuzz(arguments), 2).1
}

/// What a good run says on the standard output.
fn accepted(arguments: &[&str]) -> String {
    text(&mut fuzz(arguments), 0).0
}

#[test]
fn an_unknown_kernel_is_refused_with_the_names() {
    let message = refused(&["--kernel", "square_circle"]);
    assert!(message.starts_with("error: no kernel is called `square_circle`; there are:"), "{message}");
    assert!(message.contains("\n  disk_triangle/seven_regions\n"), "{message}");
}

#[test]
fn bad_arguments_are_refused() {
    assert!(refused(&["--fast"]).contains("unexpected argument '--fast'"));
    assert!(refused(&["--seconds", "1", "--cases", "1"]).contains("cannot be used with"));
    assert!(refused(&["--self-check", "--seed", "1"]).contains("cannot be used with"));
    assert!(refused(&["--self-check", "--bisect"]).contains("cannot be used with"));
    let none = refused(&["--bisect", "--kernel", "vector3/cross"]);
    assert!(none.contains("none of these kernels is exact; there are:\n  aabb_aabb/intervals\n"), "{none}");
    assert!(refused(&["--seconds", "soon"]).contains("invalid digit"));
    assert!(refused(&["--jobs", "0"]).contains("0 is not in 1..=1024"));
}

#[test]
fn the_list_can_be_narrowed() {
    let all = accepted(&["--list"]);
    assert!(all.lines().count() >= 7 && all.contains("circumcircle\n"));
    let some = accepted(&["--list", "--kernel", "disk_triangle", "--kernel", "vector3/cross"]);
    assert!(some.lines().all(|name| name.starts_with("disk_triangle/") || name == "vector3/cross"), "{some}");
    assert!(some.contains("disk_triangle/seven_regions\n") && some.ends_with("vector3/cross\n"), "{some}");
}

#[test]
fn joins_are_run_by_their_names() {
    let own = accepted(&["--list", "--kernel", "join/own"]);
    assert!(own.starts_with("join/own/segment_segment\n") && own.lines().count() == 5, "{own}");
    let out = accepted(&["--cases", "1", "--seed", "3", "--jobs", "2", "--kernel", "join/own/disk_disk"]);
    assert!(out.contains(", kernels 0, joins 1, seed 3, jobs 2\n"), "{out}");
    // A set is as much as 8 of the 480 rounds of a kernel.
    assert_eq!(line(&out, "join ", "join/own/disk_disk")[0], "60", "{out}");
    assert!(out.contains("\nsets with hits as drawn ") && !out.contains("comparisons ("), "{out}");
}

#[test]
fn the_same_seed_is_the_same_run() {
    let run = |seed| {
        let out =
            accepted(&["--cases", "40000", "--seed", seed, "--jobs", "2", "--kernel", "point_triangle"]);
        let table: Vec<_> = out.lines().filter(|line| line.starts_with("point_triangle")).collect();
        assert!(out.contains("comparisons (") && !table.is_empty(), "{out}");
        table.join("\n")
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

/// The words after the kernel's name in the first table whose title begins so.
fn line(out: &str, title: &str, kernel: &str) -> Vec<String> {
    let lines = out.lines().skip_while(|line| !line.starts_with(title));
    let table = lines.collect::<Vec<_>>().join("\n");
    let line = table.lines().find(|line| line.starts_with(kernel)).unwrap();
    line.split_whitespace().skip(1).map(str::to_owned).collect()
}

/// Pairs that one kernel meets in a leg, on two threads.
const LEG: u64 = 480 * 32;

/// A run of one kernel up to this number of legs, over all sessions of a file if one is given; the kernel's
/// line of the table.
fn legs(legs: u64, more: &[&str]) -> (String, String) {
    let cases = (legs * LEG).to_string();
    let out = accepted(&[&["--kernel", "vector3/cross", "--cases", &cases], more].concat());
    (line(&out, "kernel", "vector3/cross").join(" "), out)
}

#[test]
fn a_run_that_goes_on_meets_what_a_run_at_once_meets() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("run.json");
    let file = file.to_str().unwrap();
    let (first, _) = legs(1, &["--seed", "7", "--jobs", "2", "--progress", file]);
    let (third, out) = legs(3, &["--progress", file]);
    assert!(out.contains(", seed 7, jobs 2\nresumes after session 1: 1 legs, "), "{out}");
    assert!(out.ends_with(" s of 2 sessions\n"), "{out}");
    assert_eq!(third, legs(3, &["--seed", "7", "--jobs", "2"]).0);
    assert_ne!(first, third);
    let (again, out) = legs(3, &["--progress", file]);
    assert!(
        again == third && out.contains("resumes after session 2: 3 legs, "),
        "nothing is left to do: {out}"
    );
}

#[test]
fn a_run_that_is_killed_loses_nothing_but_its_leg() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("run.json");
    let seed = ["--seed", "8", "--jobs", "2"];
    let progress = ["--progress", file.to_str().unwrap()];
    let endless = ["--kernel", "vector3/cross", "--comparisons", "1000000000000"];
    let mut child = fuzz(&[&endless[..], &seed, &progress].concat());
    let mut child = child.stdout(std::process::Stdio::null()).spawn().unwrap();
    let done = || -> Option<u64> {
        let text = std::fs::read_to_string(&file).ok()?;
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["legs"].as_u64()
    };
    while done().is_none_or(|legs| legs < 2) {
        assert_eq!(child.try_wait().unwrap(), None, "it runs until it is killed");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let more = done().unwrap() + 1;
    assert_eq!(legs(more, &progress).0, legs(more, &seed).0, "{more} legs");
}

#[test]
fn progress_of_another_run_and_damaged_progress_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("run.json");
    let progress = ["--progress", file.to_str().unwrap()];
    legs(1, &[&["--seed", "7", "--jobs", "2", "--level", "portable"], &progress[..]].concat());
    let other = |arguments: &[&str]| {
        let message = refused(&[&progress, arguments].concat());
        let (before, what) = message.split_once(" is the progress of another run: ").unwrap();
        assert!(before.starts_with("error: ") && before.ends_with("run.json"), "{message}");
        what.trim_end().to_owned()
    };
    let same = ["--kernel", "vector3/cross", "--level", "portable"];
    assert_eq!(other(&[&same[..], &["--seed", "8"]].concat()), "--seed: 7 there, 8 here");
    assert_eq!(other(&[&same[..], &["--jobs", "3"]].concat()), "--jobs: 2 there, 3 here");
    let more = other(&["--kernel", "vector3/cross", "--kernel", "circumcircle", "--level", "portable"]);
    assert_eq!(more, "--kernel: vector3/cross there, circumcircle vector3/cross here");
    let disks = ["--kernel", "disk_disk", "--level", "portable"];
    assert_eq!(other(&[&disks[..], &["--bisect"]].concat()), "--bisect: false there, true here");

    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    let damaged = refused(&[&progress[..], &same].concat());
    assert!(damaged.contains("run.json is cut short, or is not the progress of a run: "), "{damaged}");
    assert!(damaged.contains(" at line "), "{damaged}");
    let nowhere = directory.path().join("nowhere/run.json");
    let nowhere = refused(&[&["--progress", nowhere.to_str().unwrap()], &same[..]].concat());
    assert!(nowhere.contains("run.json cannot be written: "), "{nowhere}");
}

#[test]
fn a_run_to_so_many_comparisons_makes_them() {
    let out =
        accepted(&["--kernel", "vector3/cross", "--comparisons", "1000000", "--seed", "7", "--jobs", "2"]);
    assert!((1_000_000..10_000_000).contains(&compared(&out)), "{out}");
    let joins = refused(&["--kernel", "join/own", "--comparisons", "1"]);
    assert!(joins.contains("--comparisons counts those of kernels, and these are joins alone"), "{joins}");
    assert!(refused(&["--cases", "1", "--comparisons", "1"]).contains("cannot be used with"));
    assert!(refused(&["--self-check", "--progress", "x"]).contains("cannot be used with"));
}

#[test]
fn fuzzing_of_parsers_says_what_is_missing() {
    let (out, err) = text(fuzz(&["--parsers"]).env("CARGO", "nowhere"), 2);
    let wanted = "error: cargo-fuzz is missing: install it with `cargo install cargo-fuzz`\n";
    assert_eq!((out.as_str(), err.as_str()), ("", wanted));
    assert!(refused(&["--parsers", "--kernel", "disk"]).contains("cannot be used with"));
}

#[test]
fn a_run_says_what_the_oracle_the_stages_and_the_published_algorithms_did() {
    let out = accepted(&["--cases", "1", "--seed", "3", "--jobs", "2", "--kernel", "disk_disk"]);
    let number = |word: &String| word.parse::<u64>().unwrap();
    let met = line(&out, "kernel", "disk_disk/exact");
    // Two of the 32 cases of each round.
    assert_eq!(number(&met[1]), 16 * number(&met[8]), "{out}");
    assert!(out.contains(&format!(" a second), {} with the oracle, in ", met[8])), "{out}");
    let stages = line(&out, "resolved", "disk_disk/exact");
    assert!(stages.len() == 4 && stages.iter().all(|count| number(count) > 0), "{out}");
    let differ = line(&out, "differ,", "disk_disk/squared_distance");
    assert_eq!(differ.len(), 2 + 12, "{out}");
    assert!(number(&differ[0]) > 0 && differ[1] != "0", "{out}");
}

#[test]
fn a_search_finds_pairs_that_touch_and_the_same_seed_finds_the_same() {
    let run = |seed: &str| {
        let arguments = ["--bisect", "--cases", "1", "--jobs", "2", "--kernel", "triangle_triangle"];
        let out = accepted(&[&arguments[..], &["--seed", seed]].concat());
        assert!(out.contains(", kernels 1, joins 0, seed "), "only the exact one: {out}");
        line(&out, "kernel", "triangle_triangle/exact").join(" ")
    };
    let met = run("5");
    let numbers: Vec<u64> = met.split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers[1], numbers[2], "the oracle checks every case");
    assert!(numbers[5] > 0 && numbers[6] > 0, "bisected and squeezed: {met}");
    assert_eq!(met, run("5"));
    assert_ne!(met, run("6"));
}

#[test]
fn corpora_are_replayed_and_wrong_ones_refused() {
    let good =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/regressions/disk_triangle.seven_regions.txt");
    assert!(accepted(&["--replay", good]).contains("cases as the reference says"));

    let directory = std::env::temp_dir().join(format!("octet-cli-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let short = refused(&["--replay", &file("vector3.cross.txt", "# title\ngrid - 3f800000\n")]);
    assert!(
        short.contains("vector3.cross.txt:2: 1 words, but the kernel's shapes have 6 columns"),
        "{short}"
    );
    let unknown = refused(&["--replay", &file("square.circle.txt", "")]);
    assert!(unknown.contains("no kernel is called `square/circle`"), "{unknown}");
    let empty = refused(&["--replay", &file("vector3.signed_area.txt", "# nothing\n")]);
    assert!(empty.contains("no cases"), "{empty}");
    assert!(refused(&["--replay", "nowhere/vector3.cross.txt"]).contains("nowhere/vector3.cross.txt"));
    std::fs::remove_dir_all(&directory).unwrap();
}

/// The first line of a run at these levels.
fn first_line(levels: &[Level]) -> String {
    let names: Vec<_> = levels.iter().map(|level| level.name()).collect();
    let lacking: Vec<_> = Level::NAMES.into_iter().filter(|name| name.parse::<Level>().is_err()).collect();
    let word = if names.len() == 1 { "level" } else { "levels" };
    let lacks =
        if lacking.is_empty() { String::new() } else { format!(" (this CPU lacks {})", lacking.join(" ")) };
    format!("{word} {}{lacks}", names.join(" "))
}

/// A run as short as they come.
const SHORT: [&str; 6] = ["--cases", "1", "--seed", "1", "--kernel", "vector3/cross"];

#[test]
fn levels_are_chosen_by_argument_and_by_variable() {
    let all = Level::available();
    let run = |level: &[&str], variable: Option<&str>| {
        let mut command = fuzz(&[&SHORT, level].concat());
        command.envs(variable.map(|name| (Level::VARIABLE, name)));
        text(&mut command, 0).0
    };
    let levels = |out: &str| out.split_once(", kernels 1, joins 0, seed 1, jobs ").unwrap().0.to_owned();
    assert_eq!(levels(&run(&[], None)), first_line(all));
    assert_eq!(levels(&run(&[], Some(""))), first_line(all));
    let mut comparisons = 0;
    for level in all {
        let by_argument = run(&["--level", level.name()], None);
        assert_eq!(levels(&by_argument), first_line(&[*level]));
        assert_eq!(levels(&run(&[], Some(level.name()))), first_line(&[*level]));
        comparisons += compared(&by_argument);
    }
    assert_eq!(comparisons, compared(&run(&[], None)), "each level runs once");
    let each_twice: Vec<_> =
        all.iter().rev().chain(all).flat_map(|level| ["--level", level.name()]).collect();
    assert_eq!(levels(&run(&each_twice, Some("portable"))), first_line(all), "the argument wins");
}

/// The comparisons that a run of one kernel reports: the second word of its line of the table.
fn compared(out: &str) -> u64 {
    let line = out.lines().find(|line| line.starts_with("vector3/cross")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn levels_that_are_unknown_or_missing_are_refused() {
    let missing = Level::NAMES.into_iter().filter(|name| name.parse::<Level>().is_err());
    for name in ["mmx", "AVX2"].into_iter().chain(missing) {
        let error = name.parse::<Level>().unwrap_err().to_string();
        let (out, err) = text(&mut fuzz(&["--level", name]), 2);
        assert!(err.contains(&error) && out.is_empty(), "{out}{err}");
        let (out, err) = text(fuzz(&[]).env(Level::VARIABLE, name), 2);
        assert_eq!((err, out), (format!("error: {}: {error}\n", Level::VARIABLE), String::new()));
    }
    assert!(refused(&["--self-check", "--level", "portable"]).contains("cannot be used with"));
}

#[test]
fn replay_runs_at_the_levels_that_were_chosen() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/regressions/vector3.cross.txt");
    let out = accepted(&["--replay", file]);
    assert_eq!(out.lines().next(), Some(first_line(Level::available()).as_str()));
    let out = accepted(&["--replay", file, "--level", "portable"]);
    assert_eq!(out.lines().next(), Some(first_line(&[Level::PORTABLE]).as_str()));
}

/// Two disks that touch, and two that do not by one unit in the last place.
const DISKS: &str = "# two cases\n\
    touching 1 00000000 00000000 3f800000 40000000 00000000 3f800000\n\
    touching 0 00000000 00000000 3f800000 40000001 00000000 3f800000\n";

#[test]
fn conformance_counts_wrong_answers_and_refuses_what_is_no_case() {
    let directory = tempfile::tempdir().unwrap();
    let conformance = |name: &str, content: &str, arguments: &[&str], code| {
        let file = directory.path().join(name);
        std::fs::write(&file, content).unwrap();
        text(&mut lab(&[&["conformance", file.to_str().unwrap()], arguments].concat()), code)
    };
    let (out, _) = conformance("disk_disk.txt", DISKS, &["--oracle", "--level", "portable"], 0);
    assert!(out.contains("\ndisk_disk oracle: 2 cases, 0 wrong, "), "{out}");
    assert!(out.contains("\ndisk_disk portable: 2 cases, 0 wrong\n"), "{out}");

    let lie = DISKS.replace("touching 1", "touching 0");
    let (out, _) = conformance("disk_disk.lie.txt", &lie, &["--oracle"], 1);
    for level in Level::available() {
        assert!(out.contains(&format!("\ndisk_disk {level}: 2 cases, 1 wrong\n")), "{out}");
    }
    assert!(out.contains("disk_disk.lie.txt:2: touching: expected no, intersects says yes\n"), "{out}");
    assert!(out.contains("disk_disk.lie.txt:2: touching: the oracle says otherwise\n"), "{out}");

    let (_, err) = conformance("square_circle.txt", DISKS, &[], 2);
    assert!(err.contains("no pair of shapes is called `square_circle`; known pairs: point_disk, "), "{err}");
    let (_, err) = conformance("disk_disk.txt", &DISKS.replace("3f800000\n", "bf800000\n"), &[], 2);
    assert!(err.contains("disk_disk.txt:2: disks: column radius, row 0: -1 is a negative radius"), "{err}");
    let missing = directory.path().join("disk_triangle.txt");
    let (_, err) = text(&mut lab(&["conformance", missing.to_str().unwrap()]), 2);
    assert!(err.contains("disk_triangle.txt: "), "{err}");
    let (_, err) = text(&mut lab(&["conformance", "--markdown"]), 2);
    assert!(err.contains("--peers"), "{err}");
}

#[test]
fn the_same_seed_writes_the_same_corpora() {
    let write = |seed: &str| {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().to_str().unwrap();
        text(&mut lab(&["corpora", "--seed", seed, "--cases", "60", "--out", out]), 0);
        std::fs::read_to_string(directory.path().join("triangle_triangle.txt")).unwrap()
    };
    let once = write("3");
    assert!(once.starts_with("# triangle_triangle: ") && once.lines().count() == 2 + 60, "{once}");
    assert!(once.lines().nth(1).unwrap().contains("`cargo xtask corpora --seed 3 --cases 60`"), "{once}");
    assert_eq!(once, write("3"));
    assert_ne!(once, write("4"));
}
