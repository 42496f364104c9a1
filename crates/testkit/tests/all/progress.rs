//! Runs that are gone on with.

use core::error::Error;

use std::path::Path;

use testkit::progress::{MOST_JOBS, Progress, ProgressError};

fn progress() -> Progress {
    let mut progress =
        Progress::new(u64::MAX, 2, false, ["portable"], ["disk_disk/exact"], ["join/disk_disk"]);
    progress.legs = 3;
    progress.kernels.values_mut().for_each(|tally| tally.stages.integer = 7);
    progress.joins.values_mut().for_each(|tally| tally.forms[1] = 8);
    progress
}

fn refused(text: &str) -> String {
    let error = Progress::parse(Path::new("x/run.json"), text).unwrap_err();
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    format!("{error}{source}")
}

#[test]
fn what_is_written_is_read_back() {
    let read = Progress::parse(Path::new("x"), &progress().to_json()).unwrap();
    assert_eq!(read, progress());
    assert!(read.same_run(Path::new("x"), &progress()).is_ok());
}

#[test]
fn sums_are_of_all_kernels_and_each_job_of_a_leg_has_a_stream() {
    let mut progress =
        Progress::new(1, 2, false, ["portable"], ["disk_disk/exact", "disk_triangle/exact"], ["a", "b"]);
    progress.kernels.values_mut().for_each(|tally| tally.rounds = 5);
    progress.joins.values_mut().for_each(|tally| tally.sets = 6);
    assert_eq!((progress.all_kernels().rounds, progress.sets()), (10, 12));
    progress.legs = 3;
    assert_eq!([0, 1].map(|job| progress.stream(job)), [3 * MOST_JOBS, 3 * MOST_JOBS + 1]);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is no directory for temporary files")]
fn a_file_is_there_or_not_or_cannot_be_read() {
    let directory = std::env::temp_dir().join(format!("octet-progress-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("run.json");
    let none = Progress::load(&file);
    let saved = progress().save(&file);
    let loaded = Progress::load(&file);
    let refused = [Progress::load(&directory).map(|_| ()), progress().save(&directory)];
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!(none.unwrap(), None);
    assert!(saved.is_ok());
    assert_eq!(loaded.unwrap(), Some(progress()));
    assert!(refused.iter().all(|refused| matches!(refused, Err(ProgressError::Io { .. }))), "{refused:?}");
}

#[test]
fn damage_and_other_versions_are_named() {
    let text = progress().to_json();
    let cut = refused(&text[..text.len() - 3]);
    assert!(
        cut.starts_with("x/run.json is cut short, or is not the progress of a run: EOF while parsing an "),
        "{cut}"
    );
    assert!(cut.contains(&format!("at line {} column ", text.lines().count() - 1)), "{cut}");
    assert_eq!(
        refused(&text.replace("\"format\": 1", "\"format\": 2")),
        "x/run.json has format 2; this program reads format 1"
    );
    let unknown = refused(&text.replace("\"integer\": 7", "\"integer\": 7, \"luck\": 1"));
    assert!(unknown.contains("unknown field `luck`") && unknown.contains(" at line "), "{unknown}");
    assert!(
        refused(&text.replace("\"integer\": 7", "\"integer\": -7")).contains("invalid value: integer `-7`")
    );
    assert!(refused("").contains("EOF while parsing a value at line 1 column 0"));
}

#[test]
fn numbers_that_no_run_comes_to_are_refused() {
    let text = progress().to_json();
    for (from, to, wanted) in [
        (
            "\"integer\": 7",
            "\"integer\": 9007199254740993",
            "a count is 9007199254740993, which is not in 0..=9007199254740992",
        ),
        ("\"jobs\": 2", "\"jobs\": 1025", "jobs is 1025, which is not in 1..=1024"),
        ("\"jobs\": 2", "\"jobs\": 0", "jobs is 0, which is not in 1..=1024"),
        ("\"legs\": 3", "\"legs\": 4194305", "legs is 4194305, which is not in 0..=4194304"),
    ] {
        let refused = refused(&text.replace(from, to));
        assert_eq!(refused, format!("x/run.json: {wanted}"));
    }
}

#[test]
fn another_run_is_told_by_what_differs() {
    let new = |seed, jobs, bisect, level, kernel, join| {
        Progress::new(seed, jobs, bisect, [level], [kernel], [join])
    };
    let kept = new(1, 2, false, "portable", "k", "j");
    for (other, wanted) in [
        (new(3, 2, false, "portable", "k", "j"), "--seed: 1 there, 3 here"),
        (new(1, 4, false, "portable", "k", "j"), "--jobs: 2 there, 4 here"),
        (new(1, 2, true, "portable", "k", "j"), "--bisect: false there, true here"),
        (new(1, 2, false, "avx2", "k", "j"), "--level: portable there, avx2 here"),
        (new(1, 2, false, "portable", "l", "j"), "--kernel: k there, and not here"),
        (new(1, 2, false, "portable", "k", "i"), "--kernel: j there, and not here"),
    ] {
        let refused = kept.same_run(Path::new("run.json"), &other).unwrap_err().to_string();
        assert_eq!(refused, format!("run.json is the progress of another run: {wanted}"));
    }
    let more = Progress::new(1, 2, false, ["portable"], ["k", "l"], ["j"]);
    let refused = kept.same_run(Path::new("run.json"), &more).unwrap_err().to_string();
    assert!(refused.ends_with("--kernel: l here, and not there"), "{refused}");
}

#[test]
fn no_two_jobs_of_any_legs_share_a_stream() {
    let streams = [0, 1, 5].map(|legs| {
        let mut progress = progress();
        progress.legs = legs;
        progress.stream(0)
    });
    assert!(streams.windows(2).all(|two| two[1] - two[0] >= MOST_JOBS));
}
