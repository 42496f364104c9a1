//! Every case of `corpora/regressions`, in every lane, at every length and level.

use soa::Level;
use testkit::corpus;
use testkit::levels;
use testkit::runner::LONGEST;
use testkit::target::{Target, targets};

#[test]
fn regressions_stay_mended() {
    println!("{}", levels::describe(Level::available()));
    let targets = targets(0, 0, Level::available());
    let names: Vec<&str> = targets.iter().map(Target::name).collect();
    let (mut cases, mut calls) = (0, 0);
    for (file, name) in corpus::files(&corpus::regressions(), &names).unwrap_or_else(|e| panic!("{e}")) {
        for target in targets.iter().filter(|target| target.name() == name) {
            for case in corpus::read(&file, target.columns()).unwrap_or_else(|e| panic!("{e}")) {
                calls += target.replay(&file, &case).unwrap_or_else(|e| panic!("{e}"));
                cases += 1;
            }
        }
    }
    assert!(cases >= 40, "only {cases} cases were replayed: is corpora/regressions there?");
    // A case comes in every place of a batch of every length, at every level.
    let least = (LONGEST * (LONGEST + 1) / 2 * Level::available().len()) as u64;
    assert!(calls >= least * cases, "{calls} calls for {cases} cases");
}

#[test]
fn a_wrong_case_is_refused_with_file_and_line() {
    let name = "point_triangle/edge_functions";
    let targets = targets(0, 0, &[Level::PORTABLE]);
    let target = targets.iter().find(|target| target.name() == name).unwrap();
    let file = std::path::Path::new("x.txt");
    let replay = |expected: &str, x: &str| {
        let triangle = "00000000 00000000 00000000 40000000 40000000 00000000";
        let text = format!("# title\ngrid {expected} {x} 40a00000 {triangle}\n");
        let cases = corpus::parse(file, &text, target.columns()).unwrap();
        target.replay(file, &cases[0]).map_err(|error| error.to_string())
    };
    let far = "40a00000";
    // Each place of a batch of each length, one against many, and all pairs; nothing that is not finite is
    // the one.
    let places = (LONGEST * (LONGEST + 1) / 2) as u64;
    assert_eq!(replay("0", far), Ok(places + 2));
    assert_eq!(replay("0", "7f800000"), Ok(places + 1));
    assert_eq!(replay("1", far), Err("x.txt:2: the case expects 1, the reference says 0".into()));
    assert_eq!(replay("-", far), Err("x.txt:2: the case expects -, the reference says 0".into()));
}
