//! The command lines of `fuzz`, `conformance` and `corpora` as a user meets them: bad arguments, short runs,
//! replays.

use std::process::{Command, Stdio};

use commands::{LEVEL_VARIABLE, text};
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

/// A run of one leg of a kernel that is fast.
const LEG: [&str; 8] = ["--kernel", "vector3/cross", "--comparisons", "1", "--seed", "7", "--jobs", "2"];

#[test]
fn bad_arguments_are_refused() {
    for (arguments, messages) in [
        (&["--fast"][..], &["unexpected argument '--fast'"][..]),
        (&["--seconds", "1", "--comparisons", "1"], &["cannot be used with"]),
        (&["--self-check", "--seed", "1"], &["cannot be used with"]),
        (&["--self-check", "--bisect"], &["cannot be used with"]),
        (&["--self-check", "--level", "portable"], &["cannot be used with"]),
        (&["--self-check", "--progress", "x"], &["cannot be used with"]),
        (&["--parsers", "--kernel", "disk"], &["cannot be used with"]),
        (&["--seconds", "soon"], &["invalid digit"]),
        (&["--jobs", "0"], &["0 is not in 1..=1024"]),
        (
            &["--kernel", "square_circle"],
            &["error: no kernel is called `square_circle`; there are:", "\n  disk_triangle/seven_regions\n"],
        ),
        (
            &["--bisect", "--kernel", "vector3/cross"],
            &["no kernel is called `vector3/cross`; there are:\n  aabb_aabb/intervals\n"],
        ),
        (&["--kernel", "join/own", "--comparisons", "1"], &["these are joins alone: take --seconds"]),
        (
            &["--climb", "--kernel", "vector3/cross"],
            &["--climb is for exact kernels, and none of these is one"],
        ),
    ] {
        let message = refused(arguments);
        assert!(messages.iter().all(|part| message.contains(part)), "{arguments:?}: {message}");
    }
}

/// The words after the name in the first table whose title begins so.
fn line(out: &str, title: &str, name: &str) -> Vec<String> {
    let mut table = out.lines().map(str::trim_start).skip_while(|line| !line.starts_with(title));
    let line = table.find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{out}"));
    line.split_whitespace().skip(1).map(str::to_owned).collect()
}

fn number(word: &str) -> u64 {
    word.parse().unwrap_or_else(|_| panic!("{word}"))
}

/// The comparisons that a run of [`LEG`]'s kernel reports.
fn compared(out: &str) -> u64 {
    number(&line(out, "kernel", "vector3/cross")[0])
}

#[test]
fn joins_are_run_by_their_names() {
    let out = accepted(&["--seconds", "0", "--seed", "3", "--jobs", "2", "--kernel", "join/own/disk_disk"]);
    assert!(out.contains(", kernels 0, joins 1, seed 3, jobs 2\n"), "{out}");
    // Out of time from the start, it runs until every class is met, three sets at a time, and not a whole leg
    // of 60.
    let sets = number(&line(&out, "join ", "join/own/disk_disk")[0]);
    assert!(sets.is_multiple_of(3) && (3..60).contains(&sets), "{out}");
    assert!(out.contains("\nhits in  AsDrawn ") && !out.contains("comparisons ("), "{out}");
}

#[test]
fn the_same_seed_is_the_same_run() {
    let run = |seed| line(&accepted(&[&LEG[..5], &[seed], &LEG[6..]].concat()), "kernel", "vector3/cross");
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

#[test]
fn a_run_that_resumes_meets_what_a_run_at_once_meets() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("run.json");
    let progress = ["--progress", file.to_str().unwrap()];
    let once = accepted(&[&LEG, &progress[..]].concat());
    let met = |out: &str| line(out, "kernel", "vector3/cross");

    // Three legs. Seed and jobs come from the file.
    let wanted = (5 * compared(&once) / 2).to_string();
    let third = ["--kernel", "vector3/cross", "--comparisons", &wanted];
    let out = accepted(&[&third, &progress[..]].concat());
    assert!(out.contains(", seed 7, jobs 2\nresumes after session 1: 1 legs, "), "{out}");
    assert!(out.contains(" s of 2 sessions\n") && compared(&out) > 2 * compared(&once), "{out}");
    assert_eq!(met(&out), met(&accepted(&[&third, &LEG[4..]].concat())));
    let again = accepted(&[&third, &progress[..]].concat());
    assert!(met(&again) == met(&out) && again.contains("resumes after session 2: 3 legs, "), "{again}");

    // Killed, it loses nothing but its leg.
    let endless = ["--kernel", "vector3/cross", "--comparisons", "1000000000000"];
    let mut child = fuzz(&[&endless, &progress[..]].concat()).stdout(Stdio::null()).spawn().unwrap();
    let kept = || serde_json::from_slice::<serde_json::Value>(&std::fs::read(&file).unwrap()).unwrap();
    while kept()["legs"].as_u64() < Some(5) {
        assert_eq!(child.try_wait().unwrap(), None, "it runs until it is killed");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let counted = &kept()["targets"]["vector3/cross"]["comparisons"];
    let wanted = (counted.as_u64().unwrap() + 1).to_string();
    let more = ["--kernel", "vector3/cross", "--comparisons", &wanted];
    let resumed = accepted(&[&more, &progress[..]].concat());
    assert_eq!(met(&resumed), met(&accepted(&[&more, &LEG[4..]].concat())));
}

#[test]
fn progress_of_another_run_and_damaged_progress_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("run.json");
    let progress = ["--progress", file.to_str().unwrap(), "--level", "portable"];
    accepted(&[&LEG, &progress[..]].concat());
    let same = ["--kernel", "vector3/cross"];
    for (arguments, what) in [
        (&["--kernel", "vector3/cross", "--seed", "8"][..], "--seed: 7 there, 8 here"),
        (&["--kernel", "vector3/cross", "--jobs", "3"], "--jobs: 2 there, 3 here"),
        (&["--kernel", "disk_disk", "--bisect"], "--bisect: false there, true here"),
        (
            &["--kernel", "vector3/cross", "--kernel", "circumcircle"],
            "--kernel: vector3/cross there, circumcircle vector3/cross here",
        ),
    ] {
        let message = refused(&[&progress, arguments].concat());
        let wanted = format!("run.json is the progress of another run: {what}\n");
        assert!(message.ends_with(&wanted), "{message}");
    }
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    let damaged = refused(&[&progress[..], &same].concat());
    assert!(damaged.contains("run.json is cut short, or is not the progress of a run: "), "{damaged}");
    let nowhere = directory.path().join("nowhere/run.json");
    let nowhere = refused(&[&["--progress", nowhere.to_str().unwrap()], &same[..]].concat());
    assert!(nowhere.contains("run.json cannot be written: "), "{nowhere}");
}

#[test]
fn fuzzing_of_parsers_says_what_is_missing() {
    let (out, err) = text(fuzz(&["--parsers"]).env("CARGO", "nowhere"), 2);
    assert!(out.is_empty() && err.contains("install it with `cargo install cargo-fuzz`"), "{out}{err}");
}

#[test]
fn a_run_says_what_the_oracle_and_the_stages_did() {
    let out = accepted(&["--comparisons", "1", "--seed", "3", "--jobs", "2", "--kernel", "disk_disk"]);
    let met = line(&out, "kernel", "disk_disk/exact");
    // Two of the 32 cases of each round, and all of those in which bounds are attacked.
    assert!(number(&met[8]) > number(&met[1]) / 16 && number(&met[8]) < number(&met[1]) / 4, "{out}");
    assert!(out.contains(&format!(" a second), {} with the oracle, in ", met[8])), "{out}");
    let stages = line(&out, "resolved", "disk_disk/exact");
    assert!(stages.len() == 4 && stages.iter().all(|count| number(count) > 0), "{out}");
}

#[test]
fn a_search_finds_pairs_that_touch() {
    let out = accepted(&["--bisect", "--comparisons", "1", "--jobs", "2", "--kernel", "triangle_triangle"]);
    assert!(out.contains(", kernels 1, joins 0, seed "), "only the exact one: {out}");
    let met: Vec<_> =
        line(&out, "kernel", "triangle_triangle/exact").iter().map(|word| number(word)).collect();
    assert_eq!(met[1], met[2], "the oracle checks every case");
    assert!(met[5] > 0 && met[6] > 0, "bisected and squeezed: {met:?}");
}

#[test]
fn levels_are_chosen_by_argument_and_by_variable() {
    let all = Level::available();
    let run = |level: &[&str], variable: Option<&str>| {
        let mut command = fuzz(&[&LEG, level].concat());
        command.envs(variable.map(|name| (Level::VARIABLE, name)));
        text(&mut command, 0).0
    };
    let said = |out: &str| out.split_once(", kernels 1, joins 0, seed 7, jobs ").unwrap().0.to_owned();
    let describe = testkit::places::describe;
    assert_eq!(said(&run(&[], None)), describe(all));
    assert_eq!(said(&run(&[], Some(""))), describe(all));
    let mut comparisons = 0;
    for level in all {
        let by_argument = run(&["--level", level.name()], None);
        assert_eq!(said(&by_argument), describe(&[*level]));
        assert_eq!(said(&run(&[], Some(level.name()))), describe(&[*level]));
        comparisons += compared(&by_argument);
    }
    assert_eq!(comparisons, compared(&run(&[], None)), "each level runs once");
    assert_eq!(
        said(&run(&["--level", all[0].name()], Some("portable"))),
        describe(&all[..1]),
        "the argument wins"
    );

    let missing = Level::NAMES.into_iter().filter(|name| name.parse::<Level>().is_err());
    for name in ["mmx", "AVX2"].into_iter().chain(missing) {
        let error = name.parse::<Level>().unwrap_err().to_string();
        assert!(refused(&["--level", name]).contains(&error));
        let (out, err) = text(fuzz(&[]).env(LEVEL_VARIABLE, name), 2);
        assert_eq!((err, out), (format!("error: {}: {error}\n", Level::VARIABLE), String::new()));
    }
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
    assert!(err.contains("no pair of shapes is called `square_circle`; known pairs: point_aabb, "), "{err}");
    let missing = directory.path().join("disk_triangle.txt");
    let (_, err) = text(&mut lab(&["conformance", missing.to_str().unwrap()]), 2);
    assert!(err.contains("disk_triangle.txt: "), "{err}");
    let (_, err) = text(&mut lab(&["conformance", "--markdown"]), 2);
    assert!(err.contains("--peers"), "{err}");
}

#[test]
fn corpora_are_written_with_a_head_that_says_how() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().to_str().unwrap();
    text(&mut lab(&["corpora", "--seed", "3", "--cases", "60", "--out", out]), 0);
    let file = std::fs::read_to_string(directory.path().join("triangle_triangle.txt")).unwrap();
    assert!(file.starts_with("# triangle_triangle: ") && file.lines().count() == 2 + 60, "{file}");
    assert!(file.lines().nth(1).unwrap().contains("`cargo xtask corpora --seed 3 --cases 60`"), "{file}");
}
