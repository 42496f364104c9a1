//! Countries and cities, and a disk that is dragged over them.

use scalar::dim2::{Disk, Point, Triangle};
use soa::join::Index;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, columns, refusal};

/// The triangles of all countries and the places of all cities, each in an index.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Map {
    triangles: Index<Triangle>,
    /// The country of each triangle.
    countries: Vec<u32>,
    cities: Index<Point>,
}

/// What a disk touches, ascending.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Triangles.
    pub triangles: Vec<u32>,
    /// Countries.
    pub countries: Vec<u32>,
    /// Cities.
    pub cities: Vec<u32>,
}

#[wasm_bindgen]
impl Map {
    /// Of columns, one after the other: six of triangles, two of cities.
    ///
    /// # Errors
    /// Columns of unequal length, or a triangle without a country.
    #[wasm_bindgen(constructor)]
    pub fn new(triangles: &[f32], countries: Vec<u32>, cities: &[f32]) -> Result<Self, Refusal> {
        let triangles = columns::<Triangle>(triangles)?;
        if triangles.len() != countries.len() {
            return Err(format!("{} triangles in {} countries", triangles.len(), countries.len()));
        }
        let cities = columns::<Point>(cities)?;
        Ok(Self {
            triangles: Index::new(&triangles).map_err(refusal)?,
            countries,
            cities: Index::new(&cities).map_err(refusal)?,
        })
    }

    /// What this disk touches.
    ///
    /// # Errors
    /// A radius that is negative, or numbers that are not finite.
    pub fn touched(&self, x: f32, y: f32, radius: f32) -> Result<Touched, Refusal> {
        let disk = Disk { center: [x, y], radius };
        let triangles = self.triangles.intersects_one(&disk).map_err(refusal)?;
        let mut countries: Vec<u32> = triangles.iter().map(|&row| self.countries[row as usize]).collect();
        countries.sort_unstable();
        countries.dedup();
        Ok(Touched { triangles, countries, cities: self.cities.intersects_one(&disk).map_err(refusal)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_touches_countries_and_cities() {
        // Two countries side by side, the left one of two triangles, and a city in each.
        let triangles =
            [[0.0, 0.0, 1.0], [0.0; 3], [1.0, 1.0, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [1.0; 3]].concat();
        let map = Map::new(&triangles, vec![7, 7, 9], &[0.25, 1.75, 0.5, 0.5]).unwrap();
        let touched = map.touched(0.25, 0.5, 0.125).unwrap();
        assert_eq!(touched, Touched { triangles: vec![0, 1], countries: vec![7], cities: vec![0] });
        let touched = map.touched(1.0, 0.0, 10.0).unwrap();
        assert_eq!((touched.countries, touched.cities), (vec![7, 9], vec![0, 1]));
        assert_eq!(map.touched(5.0, 5.0, 1.0).unwrap().triangles, []);
        assert!(map.touched(0.0, 0.0, -1.0).is_err() && map.touched(f32::NAN, 0.0, 1.0).is_err());
    }

    #[test]
    fn every_triangle_has_a_country() {
        assert_eq!(Map::new(&[0.0; 6], vec![], &[]).unwrap_err(), "1 triangles in 0 countries");
        assert!(Map::new(&[0.0; 5], vec![1], &[]).is_err() && Map::new(&[], vec![], &[1.0]).is_err());
    }
}
