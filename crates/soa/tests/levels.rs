//! Levels by name, by detection and by the environment variable.
#![cfg(feature = "std")]

use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
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

/// Detection finds what the standard library finds.
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
fn unknown_and_missing_names_are_different_errors() {
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
    let rest = message.strip_prefix("this CPU or this build has no level avx512; it has portable").unwrap();
    assert_eq!(rest.contains(", avx2"), is_available("avx2"), "{message}");
}

/// What a program sees: the next test runs this one in other processes, with the variable set.
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

/// This test program once more.
fn this_program() -> Command {
    let program = env::current_exe().unwrap();
    let Ok(runner) = env::var(RUNNER) else { return Command::new(program) };
    let mut words = runner.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    command.args(words).arg(program);
    command
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has neither threads nor processes")]
fn the_variable_chooses_the_level_or_is_an_error() {
    type Variable = Result<Option<Level>, LevelError>;
    let unknown = |name: &str| Err(LevelError::Unknown { name: name.into() });
    let mut cases: Vec<(Option<OsString>, Variable)> = vec![(None, Ok(None)), (Some("".into()), Ok(None))];
    cases.extend(Level::available().iter().map(|&level| (Some(level.name().into()), Ok(Some(level)))));
    cases.extend(Level::missing().map(|level| (Some(level.into()), Err(LevelError::Missing { level }))));
    cases.extend(["mmx", "Portable", "portable,avx2"].map(|name| (Some(name.into()), unknown(name))));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        let name = OsString::from_vec(b"avx2\xff".to_vec());
        cases.push((Some(name), unknown("avx2\u{fffd}")));
    }
    for (value, variable) in cases {
        let mut command = this_program();
        command.args(["--exact", "a_query_runs_at_some_level", "--nocapture"]).env_remove(Level::VARIABLE);
        command.envs(value.map(|value| (Level::VARIABLE, value)));
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert!(output.status.success() && out.contains("1 passed"), "{out}{err}");
        // A name that is refused changes nothing, and the library prints nothing.
        let level = variable.clone().ok().flatten().unwrap_or(Level::detect());
        assert!(out.contains(&format!("query: {:?}\n", Query::new().with_level(level))), "{out}");
        assert!(out.contains(&format!("variable: {variable:?}\n")), "{out}");
        assert!(!err.contains("octet"), "{err}");
    }
}
