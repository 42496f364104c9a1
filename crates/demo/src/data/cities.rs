//! Cities: read from gzipped tab-separated values, and the disks of their people.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

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
    let opened = File::open(&file).with_context(|| file.display().to_string())?;
    // The first line names the fields.
    let lines = BufReader::new(GzDecoder::new(opened)).lines().zip(1..).skip(1);
    let city = |(line, number): (io::Result<String>, usize)| {
        city(&line?).with_context(|| format!("{}, line {number}", file.display()))
    };
    lines.map(city).collect()
}

fn city(line: &str) -> Result<City> {
    let fields: Vec<_> = line.split('\t').collect();
    let &[name, code, population, lon, lat] = fields.as_slice() else {
        bail!("expected five fields, found {line:?}");
    };
    let (population, lon, lat) = (population.parse()?, lon.parse()?, lat.parse()?);
    Ok(City { name: name.into(), code: code.into(), population, lon, lat })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_cities_are_all_there() {
        let cities = shipped().unwrap();
        assert_eq!(cities.len(), 135_233);
        assert!(cities.iter().all(|city| city.lon.abs() <= 180.0 && city.lat.abs() <= 90.0));
        let bern =
            City { name: "Bern".into(), code: "CH".into(), population: 121_631, lon: 7.44744, lat: 46.94809 };
        assert!(cities.contains(&bern) && city("Bern\tCH\tmany\t7\t46").is_err());
    }
}
