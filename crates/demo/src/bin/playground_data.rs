//! What the page of the playground shows that is not made there: the map and the bunny, as JSON.
//!
//! `playground_data DIR` writes `map.json` and `bunny.json` there. Numbers are as short as gives the same `f32` again.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use demo::data::{City, Mesh, World, cities, mercator};
use serde::Serialize;

/// The countries' triangles, whose corners are listed once, and the cities.
#[derive(Serialize)]
struct Map {
    /// Two coordinates each.
    vertices: Vec<f32>,
    /// Three vertices a triangle.
    corners: Vec<u32>,
    /// One a triangle.
    countries: Vec<usize>,
    country_names: Vec<String>,
    city_x: Vec<f32>,
    city_y: Vec<f32>,
    people: Vec<u32>,
    city_names: Vec<String>,
}

/// Columns, one after the other.
#[derive(Serialize)]
struct Bunny {
    triangles: Vec<f32>,
}

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("usage: playground_data DIR")?);
    fs::write(
        folder.join("map.json"),
        serde_json::to_vec(&Map::new(&World::shipped()?, cities::shipped()?))?,
    )?;
    fs::write(folder.join("bunny.json"), serde_json::to_vec(&Bunny::new(&Mesh::bunny()?))?)?;
    Ok(())
}

impl Map {
    fn new(world: &World, cities: Vec<City>) -> Self {
        let mut numbers: HashMap<[u32; 2], u32> = HashMap::new();
        let (mut vertices, mut corners, mut countries) = (Vec::new(), Vec::new(), Vec::new());
        for land in &world.lands {
            for corner in land.triangles.iter().flat_map(|triangle| [triangle.a, triangle.b, triangle.c]) {
                let next = numbers.len() as u32;
                let number = *numbers.entry(corner.map(f32::to_bits)).or_insert(next);
                if number == next {
                    vertices.extend(corner);
                }
                corners.push(number);
            }
            countries.extend(land.triangles.iter().map(|_| land.country));
        }
        let places = || cities.iter().map(|city| mercator::project(city.lon, city.lat));
        Self {
            vertices,
            corners,
            countries,
            country_names: world.countries.iter().map(|country| country.name.clone()).collect(),
            city_x: places().map(|place| place[0]).collect(),
            city_y: places().map(|place| place[1]).collect(),
            people: cities.iter().map(|city| city.population).collect(),
            city_names: cities.into_iter().map(|city| city.name).collect(),
        }
    }
}

impl Bunny {
    /// Around the origin and as large as fits between -1 and 1.
    fn new(mesh: &Mesh) -> Self {
        let (min, max) = mesh.bounds();
        let reach = (0..3).map(|k| (max[k] - min[k]) / 2.0).fold(0.0, f32::max);
        let fitted = |vertex: u32, k: usize| {
            (mesh.vertices[vertex as usize][k] - f32::midpoint(min[k], max[k])) / reach
        };
        let column = |k: usize| mesh.faces.iter().map(move |face| fitted(face[k / 3], k % 3));
        Self { triangles: (0..9).flat_map(column).collect() }
    }
}
