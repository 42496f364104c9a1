//! What the page of `cargo xtask playground` calls: the queries of `soa`, compiled for a browser with SIMD
//! and without.
//!
//! | module | scene | asks |
//! |---|---|---|
//! | [`pair`] | two shapes that are moved by hand | the exact answer, the published algorithm's, and where the answer turns |
//! | [`swarm`] | thousands of triangles and disks that move | three joins a frame |
//! | [`heap`] | disks that fall through walls, and a bullet | what begins and ends to touch, contacts, a path |
//! | [`map`] | countries and cities | an index of each, and a disk against both |
//! | [`space`] | the bunny, a ring, triangles, a box, rays | an index, joins, closest points, clips, first hits |
//!
//! Shapes come as their values in the order of their columns, as `soa` has them. The page draws and moves; it
//! answers nothing by itself.
#![forbid(unsafe_code)]

pub mod heap;
pub mod map;
pub mod pair;
pub mod space;
pub mod swarm;

use soa::{Columns, Error, Rows, Shape, View};
use wasm_bindgen::prelude::wasm_bindgen;

/// Why a question has no answer, for the page to show.
pub type Refusal = String;

/// A shape from its values.
fn shape<S: Shape>(values: &[f32]) -> Result<S, Refusal> {
    if values.len() != S::COLUMNS.len() {
        return Err(format!("{}: {} values instead of {}", S::NAME, values.len(), S::COLUMNS.len()));
    }
    Ok(S::from_values(|column| values[column]))
}

/// A collection from its columns, one after the other.
fn columns<S: Shape>(values: &[f32]) -> Result<View<'_, S>, Refusal> {
    View::from_contiguous(values).map_err(refusal)
}

/// The columns of a collection, one after the other.
fn flat<S: Shape>(columns: &Columns<S>) -> Vec<f32> {
    columns.view().columns().as_ref().concat()
}

#[allow(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
fn refusal(error: Error) -> Refusal {
    error.to_string()
}

/// Whether this build has the SIMD of WebAssembly, for the page to show.
#[wasm_bindgen]
pub fn has_simd() -> bool {
    cfg!(target_feature = "simd128")
}

#[cfg(test)]
mod tests {
    use super::*;
    use scalar::dim2::Disk;

    #[test]
    fn shapes_have_as_many_values_as_columns() {
        assert_eq!(shape::<Disk>(&[1.0, 2.0, 3.0]), Ok(Disk { center: [1.0, 2.0], radius: 3.0 }));
        assert_eq!(shape::<Disk>(&[1.0]), Err("disks: 1 values instead of 3".into()));
        let error = columns::<Disk>(&[1.0, 2.0]).unwrap_err();
        assert!(error.contains("length 2 is not 3 columns"), "{error}");
        let error = columns::<Disk>(&[1.0, 2.0, -3.0]).unwrap_err();
        assert!(error.contains("negative radius"), "{error}");
    }
}
