//! Cities: read from gzipped tab-separated values, and the disks of their people.

use std::fs::File;
use std::io::{BufRead, BufReader};

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use scalar::dim2::Disk;

use super::mercator;

/// A city, in degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct City {
    /// In its own spelling.
    pub name: String,
    /// ISO 3166-1 alpha-2 code of the country that the gazetteer puts it in, or `XK` for Kosovo.
    pub code: String,
    /// Zero where the gazetteer knows none.
    pub population: u32,
    /// East of Greenwich.
    pub lon: f64,
    /// North of the equator.
    pub lat: f64,
}

impl City {
    /// A disk of some kilometres on the ground around the city.
    pub fn disk(&self, km: f64) -> Disk {
        Disk {
            center: mercator::project(self.lon, self.lat),
            radius: (km * mercator::stretch(self.lat)) as f32,
        }
    }

    /// The disk of [`radius_km`] around the city.
    pub fn people(&self) -> Disk {
        self.disk(radius_km(self.population))
    }
}

/// People on a square kilometre, for the size of a city's disk: a round figure for a city with its outskirts.
pub const PEOPLE_PER_KM2: f64 = 800.0;

/// Radius on the ground of the disk that holds these people at [`PEOPLE_PER_KM2`]: 20 km for a million.
pub fn radius_km(population: u32) -> f64 {
    (f64::from(population) / (PEOPLE_PER_KM2 * std::f64::consts::PI)).sqrt()
}

/// Every city of `data/cities.tsv.gz`.
///
/// # Errors
/// The file cannot be read, or has a line that is no city.
pub fn shipped() -> Result<Vec<City>> {
    let file = commands::repository("data/cities.tsv.gz");
    let read = || parse(BufReader::new(GzDecoder::new(File::open(&file)?)));
    read().with_context(|| file.display().to_string())
}

/// The cities of a decompressed text, whose first line names the fields.
fn parse(text: impl BufRead) -> Result<Vec<City>> {
    let city = |(line, number): (std::io::Result<String>, usize)| {
        let city = line.map_err(Into::into).and_then(|line| city(&line));
        city.with_context(|| format!("line {number}"))
    };
    text.lines().zip(1..).skip(1).map(city).collect()
}

fn city(line: &str) -> Result<City> {
    let fields: Vec<_> = line.split('\t').collect();
    let &[name, code, population, lon, lat] = fields.as_slice() else {
        bail!("expected five fields, found {line:?}");
    };
    Ok(City {
        name: name.into(),
        code: code.into(),
        population: population.parse().context("population")?,
        lon: lon.parse().context("longitude")?,
        lat: lat.parse().context("latitude")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_cities_are_all_there() {
        let cities = shipped().unwrap();
        assert_eq!(cities.len(), 135_233);
        assert!(cities.iter().all(|city| city.lon.abs() <= 180.0 && city.lat.abs() <= 90.0));
    }

    #[test]
    fn a_bad_line_is_named() {
        for (bad, expected) in [
            ("Bern\tCH\t121631\t7.44744", "line 3: expected five fields"),
            ("Bern\tCH\tmany\t7\t46", "line 3: population: invalid digit"),
            ("Bern\tCH\t1\teast\t46", "line 3: longitude: invalid float"),
        ] {
            let text = format!("the fields\nBern\tCH\t121631\t7.44744\t46.94809\n{bad}\n");
            let error = format!("{:#}", parse(text.as_bytes()).unwrap_err());
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
