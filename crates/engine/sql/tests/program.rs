//! The program, as it is called.

use std::path::Path;
use std::process::{Command, Output};

fn octet_sql(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_octet-sql")).args(arguments).output().unwrap()
}

fn out(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = octet_sql(arguments);
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(status.success(), "{arguments:?}: {out}{err}");
    // Progress is shown on terminals only.
    assert_eq!(err, "", "{arguments:?}");
    out
}

fn write(folder: &Path, name: &str, query: &str) -> String {
    let path = folder.join(name).with_extension("parquet").display().to_string();
    out(&[&format!("COPY ({query}) TO '{path}'")]);
    format!("{name}={path}")
}

#[test]
fn files_are_joined_and_plans_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let disks =
        write(folder.path(), "d", "SELECT value AS id, disk(value::real, 0, 0.25) AS s FROM range(9)");
    let rays = write(folder.path(), "r", "SELECT 1 AS id, ray(5.5, 0, 1, 0) AS s");
    let tris = write(folder.path(), "t", "SELECT 7 AS id, triangle(1, 0, 3, 0, 2, 2) AS s");
    let query = "SELECT d.id, t.id AS t FROM d JOIN t ON octet_intersects(d.s, t.s) AND d.id > 1 ORDER BY 1";
    let tables = ["--table", &disks, "--table", &tris, "--table", &rays];
    let ask = |more: &[&str]| out(&[&tables[..], more].concat());
    assert_eq!(ask(&["--format", "csv", query]), "id,t\n2,7\n3,7\n");
    assert_eq!(ask(&["--format", "json", query]), "{\"id\":2,\"t\":7}\n{\"id\":3,\"t\":7}\n");
    assert!(ask(&[query]).contains("| 2  | 7 |"));
    let explain = format!("EXPLAIN {query}");
    assert!(ask(&[&explain]).contains("OctetJoinExec: mode=Broadcast"));
    assert!(ask(&["--set", "octet.join.mode=partitioned", &explain]).contains("mode=Partitioned, owner="));
    let analyzed = ask(&["--set", "octet.join.mode=partitioned", &format!("EXPLAIN ANALYZE {query}")]);
    for metric in [
        "held_rows=",
        "streamed_rows=",
        "regions=",
        "largest_region=",
        "pairs=2",
        "peak_memory=",
        "candidates=",
        "undecided=",
    ] {
        assert!(analyzed.contains(metric), "{metric}: {analyzed}");
    }
    // A ray of a file is a ray.
    let boxes = "SELECT count(*) AS n FROM r JOIN (VALUES (9), (1)) AS b (x)
        ON octet_intersects(r.s, oriented_box(b.x, 0, 1, 1, 1, 0))";
    assert_eq!(ask(&["--format", "csv", boxes]), "n\n1\n");
}

#[test]
fn what_is_wrong_is_said() {
    let nine = ["a", "b"].map(|name| format!("(SELECT disk(value::real, 0, 9) AS s FROM range(3)) {name}"));
    let nine = format!("SELECT 1 FROM {} ON octet_intersects(a.s, b.s)", nine.join(" JOIN "));
    for (arguments, message) in [
        (vec!["SELECT octet_intersects(disk(0, 0, 1), sphere(0, 0, 0, 1))"], "disks"),
        (vec!["SELECT point(0.1, 0)"], "0.1 is no f32"),
        (vec!["--table", "a=/there/is/no.parquet", "SELECT 1"], "table a"),
        (vec!["--table", "a", "SELECT 1"], "there is no = in a"),
        (vec!["--set", "octet.join.mode=fast", "SELECT 1"], "auto, broadcast or partitioned"),
        (vec!["--worker", "http://127.0.0.1:1", "SELECT 1 FROM range(3)"], "no worker answers"),
        (vec!["--patience", "0", "SELECT 1"], "0 is no time"),
        (vec!["--set", "octet.join.at_most=3", &nine], "octet.join.at_most does not allow"),
        (vec![], "Usage"),
    ] {
        let Output { status, stderr, .. } = octet_sql(&arguments);
        let error = String::from_utf8(stderr).unwrap();
        assert!(!status.success() && error.contains(message), "{arguments:?}: {error}");
    }
}
