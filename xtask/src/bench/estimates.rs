//! The times that criterion has written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// `new/benchmark.json`: the measurement.
#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
}

/// `new/estimates.json`: how long a pass took, in nanoseconds.
#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

/// The median time of a pass of every measurement below criterion's directory, in nanoseconds, by its id.
pub fn read(home: &Path) -> anyhow::Result<BTreeMap<String, f64>> {
    let mut times = BTreeMap::new();
    visit(home, &mut times)?;
    Ok(times)
}

fn visit(dir: &Path, times: &mut BTreeMap<String, f64>) -> anyhow::Result<()> {
    let list =
        fs::read_dir(dir).with_context(|| format!("cannot read criterion's results in {}", dir.display()))?;
    for path in list.map(|entry| entry.map(|entry| entry.path())) {
        let path = path?;
        if !path.is_dir() {
            continue;
        }
        if path.ends_with("new") {
            let Benchmark { full_id } = json(&path.join("benchmark.json"))?;
            let Estimates { median: Estimate { point_estimate } } = json(&path.join("estimates.json"))?;
            if !(point_estimate.is_finite() && point_estimate > 0.0) {
                bail!(
                    "{}: a median of {point_estimate} ns is no time",
                    path.join("estimates.json").display()
                );
            }
            times.insert(full_id, point_estimate);
        } else {
            visit(&path, times)?;
        }
    }
    Ok(())
}

fn json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not what criterion writes", path.display()))
}

#[cfg(test)]
mod tests {
    use super::read;
    use std::fs;
    use std::path::Path;

    const BENCHMARK: &str = r#"{"group_id": "disk_triangle", "full_id": "disk_triangle/scalar/4096"}"#;
    const ESTIMATES: &str = r#"{"mean": {"point_estimate": 40960.0}, "median": {"point_estimate": 20480.0}}"#;

    fn with(estimates: Option<&str>, check: impl Fn(&Path)) {
        let home = tempfile::tempdir().unwrap();
        let new = home.path().join("disk_triangle/scalar/4096/new");
        fs::create_dir_all(&new).unwrap();
        fs::write(new.join("benchmark.json"), BENCHMARK).unwrap();
        if let Some(estimates) = estimates {
            fs::write(new.join("estimates.json"), estimates).unwrap();
        }
        check(home.path());
    }

    fn message(home: &Path) -> String {
        format!("{:#}", read(home).unwrap_err())
    }

    #[test]
    fn medians_are_read_by_id() {
        with(Some(ESTIMATES), |home| assert_eq!(read(home).unwrap()["disk_triangle/scalar/4096"], 20_480.0));
    }

    #[test]
    fn a_missing_file_is_named() {
        with(None, |home| {
            let message = message(home);
            assert!(
                message.starts_with("cannot read ") && message.contains("4096/new/estimates.json"),
                "{message}"
            );
        });
        assert!(
            message(Path::new("/no/such/place"))
                .contains("cannot read criterion's results in /no/such/place")
        );
    }

    #[test]
    fn a_corrupt_file_is_named() {
        for corrupt in ["", "{\"median\": {", "{\"mean\": {\"point_estimate\": 1.0}}"] {
            with(Some(corrupt), |home| {
                let message = message(home);
                assert!(message.contains("estimates.json is not what criterion writes"), "{message}");
            });
        }
        with(Some(r#"{"median": {"point_estimate": 0.0}}"#), |home| {
            assert!(message(home).contains("a median of 0 ns is no time"), "{}", message(home));
        });
    }
}
