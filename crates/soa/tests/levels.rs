//! Levels by name, by detection and by the environment variable.
#![cfg(feature = "std")]

use std::collections::HashSet;
use std::env;
use std::ffi::OsStr;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::process::Command;

use soa::lanes::{MAX_LANES, Register, Simd, Work};
use soa::{Level, LevelError, Query};

fn is_available(name: &str) -> bool {
    Level::available().iter().any(|level| level.name() == name)
}

struct Len;

impl Work for Len {
    type Out = usize;

    #[inline(always)]
    fn run<T: Simd>(self, simd: T) -> usize {
        let mut out = [0.0; MAX_LANES];
        simd.splat(1.0).store(&mut out);
        out.iter().filter(|&&x| x == 1.0).count()
    }
}

#[test]
fn names_and_levels_round_trip() {
    let names: Vec<_> = Level::available().iter().map(|level| level.name()).collect();
    let lacking: Vec<_> = Level::missing().collect();
    assert_eq!(lacking, Level::NAMES.into_iter().filter(|name| !is_available(name)).collect::<Vec<_>>());
    assert!(lacking.iter().all(|name| name.parse::<Level>().is_err()) && !lacking.contains(&"portable"));
    println!("levels that run: {}; that this CPU lacks: {}", names.join(" "), lacking.join(" "));
    assert_eq!(names, Level::NAMES.into_iter().filter(|name| is_available(name)).collect::<Vec<_>>());
    assert_eq!(Level::available().iter().collect::<HashSet<_>>().len(), names.len());
    let hashes: HashSet<u64> = Level::available()
        .iter()
        .map(|level| BuildHasherDefault::<DefaultHasher>::default().hash_one(level))
        .collect();
    assert_eq!(hashes.len(), names.len());
    assert_eq!(Level::available()[0], Level::PORTABLE);
    assert_eq!(Level::available().last(), Some(&Level::detect()));
    for &level in Level::available() {
        assert_eq!(level.to_string().parse(), Ok(level));
        assert!(Level::available().iter().all(|other| (*other == level) == (other.name() == level.name())));
        assert_eq!(format!("{level:>9}|{level:?}"), format!("{:>9}|Level({})", level.name(), level.name()));
        assert_eq!(level.lanes(), if level.name() == "avx512" { 16 } else { 8 });
        assert_eq!(level.run(Len), level.lanes());
    }
}

/// A level of this CPU is not passed over: detection by the standard library says the same.
#[test]
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn a_cpu_of_the_second_generation_has_avx2() {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("cmpxchg16b")
        && is_x86_feature_detected!("fxsr")
        && is_x86_feature_detected!("xsave");
    assert_eq!(is_available("avx2"), avx2);
    assert!(!is_available("avx512") || avx2 && is_x86_feature_detected!("avx512f"));
}

#[test]
fn unknown_and_missing_names_are_told_apart() {
    for name in ["mmx", "AVX2", " avx2", "avx-512", ""] {
        let error = name.parse::<Level>().unwrap_err();
        assert_eq!(error, LevelError::Unknown { name: name.into() });
        let message = format!("there is no level {name:?}; there are portable, avx2, avx512");
        assert_eq!(error.to_string(), message);
    }
    for level in Level::NAMES.into_iter().filter(|name| !is_available(name)) {
        assert_eq!(level.parse::<Level>(), Err(LevelError::Missing { level }));
    }
    // The message of a level that this CPU may well have.
    let message = LevelError::Missing { level: "avx512" }.to_string();
    let rest = message.strip_prefix("this CPU has no level avx512; it has portable").unwrap();
    assert_eq!(rest.contains(", avx2"), is_available("avx2"), "{message}");
}

/// By itself this shows little; as a child process with the variable set it shows what a program would do.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has neither threads nor processes")]
fn a_query_runs_at_some_level() {
    let queries: HashSet<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| format!("{:?}", Query::new()))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(queries.len(), 1, "one level for all: {queries:?}");
    println!("query: {}", queries.iter().next().unwrap());
    println!("variable: {:?}", Level::from_env());
}

/// The program that runs programs of this kind where the CPU does not, as `cargo xtask cross` sets it.
const RUNNER: &str = "OCTET_TEST_RUNNER";

/// This program once more.
fn again() -> Command {
    let program = env::current_exe().unwrap();
    let Ok(runner) = env::var(RUNNER) else { return Command::new(program) };
    let mut words = runner.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    command.args(words).arg(program);
    command
}

/// What such a child writes on its standard output and error; None where the variable is not set.
fn child(value: Option<&OsStr>) -> (String, String) {
    let mut command = again();
    command.args(["--exact", "a_query_runs_at_some_level", "--nocapture"]).env_remove(Level::VARIABLE);
    if let Some(value) = value {
        command.env(Level::VARIABLE, value);
    }
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{out}{err}");
    (out, err)
}

fn query_at(level: Level) -> String {
    format!("query: {:?}\n", Query::new().with_level(level))
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has neither threads nor processes")]
fn the_variable_is_obeyed() {
    for &level in Level::available() {
        let (out, err) = child(Some(level.name().as_ref()));
        assert!(out.contains(&query_at(level)), "{out}");
        assert!(out.contains(&format!("variable: Ok(Some({level:?}))")), "{out}");
        assert!(!err.contains("octet"), "{err}");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has neither threads nor processes")]
fn without_the_variable_the_best_level_runs() {
    for value in [None, Some("".as_ref())] {
        let (out, err) = child(value);
        assert!(out.contains(&query_at(Level::detect())) && out.contains("variable: Ok(None)"), "{out}");
        assert!(!err.contains("octet"), "{err}");
    }
}

/// A refused value: the best level is taken, `from_env` returns the error, and the library prints nothing.
fn refused(value: &OsStr, error: &LevelError) {
    let (out, err) = child(Some(value));
    assert!(out.contains(&query_at(Level::detect())), "{out}");
    assert!(out.contains(&format!("variable: Err({error:?})")), "{out}");
    assert!(!err.contains("octet"), "{err}");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has neither threads nor processes")]
fn a_variable_that_names_no_level_is_an_error_and_changes_nothing() {
    for name in ["mmx", "Portable", "portable,avx2"] {
        refused(name.as_ref(), &LevelError::Unknown { name: name.into() });
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        refused(OsStr::from_bytes(b"avx2\xff"), &LevelError::Unknown { name: "avx2\u{fffd}".into() });
    }
    for level in Level::NAMES.into_iter().filter(|name| !is_available(name)) {
        refused(level.as_ref(), &LevelError::Missing { level });
    }
}
