//! The part of `TopoJSON` that a file of countries uses: polygons whose rings are runs of shared, quantised arcs.
//!
//! Neighbours share the arc between them, so their borders agree to the last bit after any projection.

use std::path::Path;

use serde::Deserialize;

use super::DataError;

/// A whole file.
#[derive(Deserialize)]
pub struct Topology {
    transform: Transform,
    /// Its layers.
    pub objects: Objects,
    arcs: Vec<Vec<[f64; 2]>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

/// The layers that we read.
#[derive(Deserialize)]
pub struct Objects {
    /// One feature a country.
    pub countries: Collection,
}

/// A layer.
#[derive(Deserialize)]
pub struct Collection {
    /// Its features.
    pub geometries: Vec<Feature>,
}

/// A country.
#[derive(Deserialize)]
pub struct Feature {
    /// ISO 3166-1 numeric; areas that have no such code have none.
    pub id: Option<String>,
    /// What the map calls it.
    pub properties: Properties,
    /// Where it is.
    #[serde(flatten)]
    pub shape: Geometry,
}

/// What is known of a country.
#[derive(Deserialize)]
pub struct Properties {
    /// In English, abbreviated.
    pub name: String,
}

/// Arc numbers of a ring; `!n` is arc `n` backwards.
pub type Ring = Vec<i32>;

/// Polygons: an outer ring and its holes.
#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
pub enum Geometry {
    /// One.
    Polygon(Vec<Ring>),
    /// Many.
    MultiPolygon(Vec<Vec<Ring>>),
}

impl Geometry {
    /// The polygons.
    pub fn polygons(&self) -> &[Vec<Ring>] {
        match self {
            Self::Polygon(rings) => std::slice::from_ref(rings),
            Self::MultiPolygon(polygons) => polygons,
        }
    }
}

impl Topology {
    /// Reads the text of a file.
    pub fn parse(file: &Path, text: &str) -> Result<Self, DataError> {
        serde_json::from_str(text).map_err(|source| DataError::Json { file: file.into(), source })
    }

    /// Every arc in degrees: the stored steps, added up and scaled.
    pub fn arcs(&self, file: &Path) -> Result<Vec<Vec<[f64; 2]>>, DataError> {
        let Transform { scale, translate } = &self.transform;
        let mut arcs = Vec::with_capacity(self.arcs.len());
        for (number, steps) in self.arcs.iter().enumerate() {
            let mut at = [0.0; 2];
            let mut arc = Vec::with_capacity(steps.len());
            for step in steps {
                at = [at[0] + step[0], at[1] + step[1]];
                let [lon, lat] = [at[0] * scale[0] + translate[0], at[1] * scale[1] + translate[1]];
                // Scaling may overshoot 180 in the last bits; anything more is no position on Earth.
                if !(lon.abs() <= 180.0 + 1e-9 && lat.abs() <= 90.0 + 1e-9) {
                    let fault = format!("({lon}, {lat}) is not a longitude and a latitude in degrees");
                    return Err(DataError::topology(file, format!("arc {number}"), fault));
                }
                arc.push([lon, lat]);
            }
            arcs.push(arc);
        }
        Ok(arcs)
    }
}

/// The corners of a ring, each once: its arcs, one behind the other. On failure, what is wrong.
pub fn ring<P: Copy + PartialEq>(ring: &Ring, arcs: &[Vec<P>]) -> Result<Vec<P>, String> {
    let mut corners: Vec<P> = Vec::new();
    for &number in ring {
        let (index, backwards) = if number < 0 { (!number, true) } else { (number, false) };
        let arc = arcs
            .get(index as usize)
            .ok_or_else(|| format!("arc {index} does not exist, there are {} arcs", arcs.len()))?;
        if backwards {
            corners.extend(arc.iter().rev());
        } else {
            corners.extend(arc);
        }
    }
    if corners.first() != corners.last() {
        return Err(String::from("a ring is not closed"));
    }
    corners.dedup(); // arcs share their end points
    corners.pop();
    if corners.len() < 3 {
        return Err(format!("a ring has {} corners", corners.len()));
    }
    Ok(corners)
}
