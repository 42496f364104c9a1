//! Cities: read from gzipped tab-separated values, and the disks of their people.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use flate2::read::GzDecoder;
use scalar::dim2::Disk;

use super::{Code, DataError, mercator};

/// First line of the file.
const HEADER: &str = "name\tcountry\tpopulation\tlon\tlat";

/// A city, in degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct City {
    /// In its own spelling.
    pub name: String,
    /// The country that the gazetteer puts it in.
    pub code: Code,
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

/// Reads every city of the file.
///
/// # Errors
/// No such file, one that is cut short, or a line that is no city.
pub fn read(file: &Path) -> Result<Vec<City>, DataError> {
    let opened = File::open(file).map_err(|source| DataError::Io { file: file.into(), source })?;
    parse(file, BufReader::new(GzDecoder::new(opened)))
}

/// Reads the text of a file, decompressed.
///
/// # Errors
/// Text that breaks, or a line that is no city.
pub fn parse(file: &Path, text: impl BufRead) -> Result<Vec<City>, DataError> {
    let mut lines = text.lines().zip(1..);
    let mut next = |last: usize| match lines.next() {
        None => Ok(None),
        Some((Ok(text), line)) => Ok(Some((text, line))),
        Some((Err(source), _)) => Err(DataError::Gzip { file: file.into(), line: last, source }),
    };
    let (header, mut last) = next(0)?.unwrap_or_default();
    if header != HEADER {
        return Err(DataError::line(file, 1, format!("the header {HEADER:?}"), header));
    }
    let mut cities = Vec::new();
    while let Some((text, line)) = next(last)? {
        let city = city(&text).map_err(|(expected, found)| DataError::line(file, line, expected, found))?;
        cities.push(city);
        last = line;
    }
    Ok(cities)
}

/// One line; otherwise what was expected and what was found.
fn city(line: &str) -> Result<City, (&'static str, String)> {
    let fields: Vec<_> = line.split('\t').collect();
    let &[name, code, population, lon, lat] = fields.as_slice() else {
        return Err(("five fields", line.into()));
    };
    let degrees = |text: &str, limit: f64, expected| {
        // "NaN" parses as a number, and fails the comparison.
        text.parse().ok().filter(|x: &f64| x.abs() <= limit).ok_or((expected, text.into()))
    };
    Ok(City {
        name: name.into(),
        code: Code::new(code).ok_or(("a country code of two capital letters", code.into()))?,
        population: population.parse().map_err(|_| ("a population", population.into()))?,
        lon: degrees(lon, 180.0, "a longitude from -180 to 180")?,
        lat: degrees(lat, 90.0, "a latitude from -90 to 90")?,
    })
}

/// Writes the text that [`parse`] reads.
///
/// # Errors
/// It cannot be written.
pub fn write_text(out: &mut impl Write, cities: &[City]) -> io::Result<()> {
    writeln!(out, "{HEADER}")?;
    for City { name, code, population, lon, lat } in cities {
        writeln!(out, "{name}\t{code}\t{population}\t{lon}\t{lat}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;
    use flate2::{Compression, write::GzEncoder};
    use std::fs;
    use tempfile::TempDir;

    /// Writes text as a gzipped file.
    fn write(file: &Path, text: &[u8]) {
        let mut gzip = GzEncoder::new(File::create(file).unwrap(), Compression::fast());
        gzip.write_all(text).unwrap();
        gzip.finish().unwrap();
    }

    /// The same of cities.
    fn write_cities(file: &Path, cities: &[City]) {
        let mut text = Vec::new();
        write_text(&mut text, cities).unwrap();
        write(file, &text);
    }

    /// Writes text as a gzipped file and reads it as cities.
    fn read_text(text: &str) -> Result<Vec<City>, DataError> {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.tsv.gz");
        write(&file, text.as_bytes());
        read(&file)
    }

    fn refusal(text: &str) -> String {
        let message = read_text(text).unwrap_err().to_string();
        message.split_once("cities.tsv.gz").unwrap().1.to_owned()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.tsv.gz");
        let city = City {
            name: "Zürich".into(),
            code: Code::new("CH").unwrap(),
            population: 341_730,
            lon: 8.55,
            lat: 47.36667,
        };
        write_cities(&file, std::slice::from_ref(&city));
        assert_eq!(read(&file).unwrap(), [city]);
    }

    #[test]
    fn the_shipped_cities_are_all_there() {
        let cities = read(&data::shipped().join(data::CITIES)).unwrap();
        assert_eq!(cities.len(), 135_233);
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = read(Path::new("nowhere/cities.tsv.gz")).unwrap_err().to_string();
        assert!(message.starts_with("nowhere/cities.tsv.gz cannot be read"), "{message}");
    }

    #[test]
    fn a_truncated_file_is_refused() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.tsv.gz");
        let city = |k: u32| City {
            name: format!("Town {k}"),
            code: Code::new("CH").unwrap(),
            population: k,
            lon: f64::from(k) / 1e3,
            lat: f64::from(k * 7919 % 90_000) / 1e3,
        };
        write_cities(&file, &(0..10_000).map(city).collect::<Vec<_>>());
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        let error = read(&file).unwrap_err();
        assert!(matches!(&error, DataError::Gzip { line, .. } if (1..10_000).contains(line)), "{error}");
    }

    #[test]
    fn bytes_that_are_no_gzip_are_refused() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("cities.tsv.gz");
        fs::write(&file, HEADER).unwrap();
        assert!(matches!(read(&file), Err(DataError::Gzip { line: 0, .. })));
    }

    #[test]
    fn a_wrong_header_is_refused() {
        assert_eq!(
            refusal("name,country\n"),
            r#", line 1: expected the header "name\tcountry\tpopulation\tlon\tlat", found "name,country""#
        );
    }

    #[test]
    fn a_bad_field_is_named_with_its_line() {
        let good = "Bern\tCH\t121631\t7.44744\t46.94809";
        for (bad, expected) in [
            ("Bern\tCH\t121631\t7.44744", r#"expected five fields, found "Bern\tCH\t121631\t7.44744""#),
            ("Bern\tch\t1\t7\t46", r#"expected a country code of two capital letters, found "ch""#),
            ("Bern\tCH\tmany\t7\t46", r#"expected a population, found "many""#),
            ("Bern\tCH\t1\tNaN\t46", r#"expected a longitude from -180 to 180, found "NaN""#),
            ("Bern\tCH\t1\t7\t-inf", r#"expected a latitude from -90 to 90, found "-inf""#),
            ("Bern\tCH\t1\t7\t91", r#"expected a latitude from -90 to 90, found "91""#),
        ] {
            assert_eq!(refusal(&format!("{HEADER}\n{good}\n{bad}\n")), format!(", line 3: {expected}"));
        }
    }
}
