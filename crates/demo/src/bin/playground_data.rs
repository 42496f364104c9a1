//! What the page of the playground shows that is not made there: the map and the bunny, as arrays in one file each.
//!
//! `playground_data DIR` writes `map.bin` and `bunny.bin` there.
//!
//! A file is the length of its head, the head as JSON (the name, type and length of every array, and texts), and the arrays one after
//! the other, all numbers little-endian.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use demo::data::{self, Mesh, World, cities, mercator};
use serde::Serialize;

#[derive(Default, Serialize)]
struct Head {
    arrays: Vec<Array>,
    texts: HashMap<&'static str, String>,
}

#[derive(Serialize)]
struct Array {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    length: usize,
}

#[derive(Default)]
struct File {
    head: Head,
    body: Vec<u8>,
}

impl File {
    fn floats(&mut self, name: &'static str, values: impl IntoIterator<Item = f32>) {
        self.array(name, "f32", values.into_iter().map(f32::to_le_bytes));
    }

    fn integers(&mut self, name: &'static str, values: impl IntoIterator<Item = u32>) {
        self.array(name, "u32", values.into_iter().map(u32::to_le_bytes));
    }

    fn array(&mut self, name: &'static str, kind: &'static str, words: impl Iterator<Item = [u8; 4]>) {
        let start = self.body.len();
        self.body.extend(words.flatten());
        self.head.arrays.push(Array { name, kind, length: (self.body.len() - start) / 4 });
    }

    fn lines<'a>(&mut self, name: &'static str, lines: impl Iterator<Item = &'a str>) {
        self.head.texts.insert(name, lines.collect::<Vec<_>>().join("\n"));
    }

    fn bytes(self) -> Result<Vec<u8>> {
        let mut head = serde_json::to_vec(&self.head)?;
        // The arrays begin at a multiple of four bytes.
        head.resize(head.len().next_multiple_of(4), b' ');
        Ok([&(head.len() as u32).to_le_bytes()[..], &head, &self.body].concat())
    }
}

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("usage: playground_data DIR")?);
    for (name, bytes) in [("map.bin", map()?), ("bunny.bin", bunny()?)] {
        let file = folder.join(name);
        fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// The countries' triangles, whose corners are listed once, and the cities.
fn map() -> Result<Vec<u8>> {
    let folder = data::shipped();
    let world = World::read(&folder.join(data::COUNTRIES))?;
    let cities = cities::read(&folder.join(data::CITIES))?;
    let mut numbers: HashMap<[u32; 2], u32> = HashMap::new();
    let (mut vertices, mut corners, mut countries) = (Vec::new(), Vec::new(), Vec::new());
    for land in &world.lands {
        for triangle in &land.triangles {
            for corner in [triangle.a, triangle.b, triangle.c] {
                let next = numbers.len() as u32;
                let number = *numbers.entry(corner.map(f32::to_bits)).or_insert(next);
                if number == next {
                    vertices.extend(corner);
                }
                corners.push(number);
            }
            countries.push(land.country as u32);
        }
    }
    let places: Vec<[f32; 2]> = cities.iter().map(|city| mercator::project(city.lon, city.lat)).collect();
    let mut file = File::default();
    file.floats("vertices", vertices);
    file.integers("corners", corners);
    file.integers("countries", countries);
    file.floats("city_x", places.iter().map(|place| place[0]));
    file.floats("city_y", places.iter().map(|place| place[1]));
    file.integers("people", cities.iter().map(|city| city.population));
    file.lines("country_names", world.countries.iter().map(|country| country.name.as_str()));
    file.lines("city_names", cities.iter().map(|city| city.name.as_str()));
    file.bytes()
}

/// The bunny's triangles as columns, around the origin and as large as fits between -1 and 1.
fn bunny() -> Result<Vec<u8>> {
    let mesh = Mesh::read(&data::shipped().join(data::BUNNY))?;
    let axis = |k: usize| mesh.vertices.iter().map(move |vertex| vertex[k]);
    let ends =
        [0, 1, 2].map(|k| (axis(k).fold(f32::INFINITY, f32::min), axis(k).fold(f32::NEG_INFINITY, f32::max)));
    let reach = ends.iter().fold(0.0, |reach: f32, (low, high)| reach.max((high - low) / 2.0));
    let fitted = |vertex: u32, k: usize| {
        (mesh.vertices[vertex as usize][k] - f32::midpoint(ends[k].0, ends[k].1)) / reach
    };
    let mut file = File::default();
    let column = |k: usize| mesh.faces.iter().map(move |face| fitted(face[k / 3], k % 3));
    file.floats("triangles", (0..9).flat_map(column));
    file.bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_follow_their_head() {
        let mut file = File::default();
        file.floats("x", [1.0, -2.0]);
        file.integers("n", [7]);
        file.lines("names", ["a", "b"].into_iter());
        let bytes = file.bytes().unwrap();
        let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        assert_eq!(length % 4, 0);
        let head: serde_json::Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
        assert_eq!(head["arrays"][1]["name"], "n");
        assert_eq!(head["arrays"][0]["length"], 2);
        assert_eq!(head["texts"]["names"], "a\nb");
        let body = &bytes[4 + length..];
        assert_eq!(body, [1.0_f32.to_le_bytes(), (-2.0_f32).to_le_bytes(), 7_u32.to_le_bytes()].concat());
    }
}
