//! Points in polygons: which country is each city in, and how many cities has each country?
//!
//! Octet has no polygons. Triangles that fill them give the same answer, also if there are a million.
//!
//! `cargo run --release -p octet-soa --example points_in_countries`

use earcut::Earcut;
use soa::{Index, Points, Triangles};

type Ring = &'static [[f32; 2]];

/// A name, the outline, and the outlines of holes; in degrees of longitude and latitude.
struct Country(&'static str, &'static [Ring]);

/// South Africa is all around it: its border is the edge of a hole there, with the same corners.
const LESOTHO: Ring =
    &[[27.0, -29.6], [28.2, -28.7], [29.4, -29.4], [28.9, -30.1], [28.1, -30.6], [27.4, -30.3]];

#[rustfmt::skip]
const SOUTH_AFRICA: Ring = &[
    [16.5, -28.6], [18.2, -34.2], [20.0, -34.8], [25.7, -34.0], [28.0, -33.0], [31.3, -30.0], [32.9, -26.9],
    [31.9, -24.2], [31.2, -22.3], [29.4, -22.1], [26.4, -24.6], [22.6, -26.1], [20.0, -24.8], [20.0, -28.4],
];

const COUNTRIES: [Country; 2] =
    [Country("South Africa", &[SOUTH_AFRICA, LESOTHO]), Country("Lesotho", &[LESOTHO])];

const CITIES: [(&str, [f32; 2]); 7] = [
    ("Johannesburg", [28.05, -26.20]),
    ("Cape Town", [18.42, -33.92]),
    ("Durban", [31.02, -29.86]),
    ("Bloemfontein", [26.20, -29.12]),
    ("Maseru", [27.48, -29.31]),
    ("Windhoek", [17.08, -22.56]),
    ("a town on the border", [28.2, -28.7]),
];

fn main() -> Result<(), soa::Error> {
    // One set of columns holds the triangles of all countries; `country` has the country of each row.
    let (mut triangles, mut country) = (Triangles::default(), Vec::new());
    let (mut earcut, mut corners) = (Earcut::<f64>::new(), Vec::new());
    for (number, Country(_, rings)) in COUNTRIES.iter().enumerate() {
        let points = rings.concat();
        // Rings lie one behind the other: each hole begins where the ring before it ends.
        let ends = rings.iter().scan(0, |end, ring| {
            *end += ring.len() as u32;
            Some(*end)
        });
        let holes: Vec<u32> = ends.take(rings.len() - 1).collect();
        earcut.earcut(points.iter().map(|point| point.map(f64::from)), &holes, &mut corners);
        // Three points convert to a triangle.
        let (faces, _) = corners.as_chunks::<3>();
        triangles.extend(faces.iter().map(|face| face.map(|i| points[i as usize])))?;
        country.resize(triangles.len(), number);
    }

    // The index is made once. Any number of points can then be looked up, millions in one call.
    let index = Index::new(&triangles)?;
    let cities = Points::try_from_iter(CITIES.map(|(_, at)| at))?;
    let pairs = index.join(&cities)?.pairs()?;

    // A city on the edge between two triangles of a country touches both. Pairs are sorted by city, then by
    // row, so equal ones are neighbours.
    let mut found: Vec<(u32, usize)> =
        pairs.iter().map(|(city, row)| (city, country[row as usize])).collect();
    found.dedup();

    let mut count = [0; COUNTRIES.len()];
    for (city, country) in found {
        println!("{} is in {}", CITIES[city as usize].0, COUNTRIES[country].0);
        count[country] += 1;
    }
    // Touching counts, and answers are exact: the town on the border is in both countries.
    assert_eq!(count, [5, 2]);

    // Which cities are in any country: one bit a city.
    let matched = index.join(&cities)?.matched_left()?;
    assert_eq!(matched.to_bools(), [true, true, true, true, true, false, true]); // not Windhoek
    Ok(())
}
