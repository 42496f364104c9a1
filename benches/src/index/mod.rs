//! An index that is kept for many queries, and those of other libraries beside it.
//!
//! | bench | rows | asked |
//! |---|---|---|
//! | `index/one/<mesh>` | spheres | the triangles that one sphere touches, one call a sphere |
//! | `index/batch10/<mesh>` | spheres | the same of ten spheres in one join; peers have a call a sphere |
//! | `index/nearest/<mesh>` | points | the distance of the triangle nearest to a point |
//! | `index/ray_first/<mesh>` | rays | what a ray meets first; `soa_one` and peers have a call a ray |
//! | `index/sweep_<shape>/<mesh>` | moving shapes | what each touches first, likewise |
//! | `index/inside/<mesh>` | points | those inside, of its box; `soa_one` and peers have a call a point |
//! | `index/self_intersections/<mesh>` | faces | where it and a copy beside it intersect, all built anew |
//! | `index/nearest/points` | points | the distance of the nearest of 100,000 points |
//! | `index/nearest_join/points` | points | the same to each of 1,000,000 points of as many, the trees built anew |
//! | `index/frame` | frames | all touching pairs of 100,000 disks that have moved a little |
//!
//! Times are of a row. Other trees are built beforehand, and all run on one thread. The meshes are the bunny and
//! the dragon; without the dragon (`cargo xtask dragon` fetches it) its benches are left out.
//!
//! The peers answer as their users would have it: by their own measure of a triangle, or the functions of
//! `scalar` in `f32` where they have none. What they find is compared with our answer before anything is
//! timed. Only `index/frame` ends with the same exact kernel for all, as the joins do.

pub(crate) mod frame;
mod mesh;
mod nearest;
mod objects;
mod rays;
mod solid;
mod sweeps;
mod touching;

use record::Record;
use soa::{Columns, Index, Level, Query};

use crate::contender::{Contender, Pass};
use crate::workload::columns;
use mesh::Mesh;

/// Queries of a pass.
const QUERIES: usize = 1_000;

/// All contenders, at these levels.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    let mut all = Vec::new();
    for mesh in [Some(Mesh::bunny()), Mesh::dragon()].into_iter().flatten() {
        all.extend(touching::contenders(&mesh, levels));
        all.extend(nearest::to_triangles(&mesh, levels));
        all.extend(rays::contenders(&mesh, levels));
        all.extend(sweeps::contenders(&mesh, levels));
        all.extend(solid::self_intersections(&mesh, levels));
    }
    all.extend(solid::inside(&Mesh::bunny(), levels));
    all.extend(nearest::to_points(levels));
    all.extend(nearest::join(levels));
    all.extend(frame::contenders(levels));
    all
}

/// Says what is left out, and why.
pub fn note_missing() {
    if Mesh::dragon().is_none() {
        eprintln!("note: the benches index/.../dragon are left out: `cargo xtask dragon` fetches the mesh");
    }
}

/// A contender of a bench, which answers `queries` queries a pass.
fn contender(
    bench: &str,
    who: &str,
    queries: usize,
    hits: usize,
    prepare: impl Fn() -> Pass + 'static,
) -> Contender {
    Contender::new(Record::new(format!("index/{bench}"), who, queries), hits, prepare)
}

/// An index on one thread.
fn index<S: soa::join::Bounded>(level: Level, rows: &[S]) -> Index<S> {
    let rows: Columns<S> = columns(rows);
    Index::builder().query(Query::new().with_level(level).sequential()).build(&rows).expect("few rows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_libraries_answer_alike() {
        let all = contenders(&[Level::PORTABLE]).into_iter();
        let mut tested = 0;
        for Contender { record, tolerance, prepare, .. } in
            all.filter(|c| !c.record.bench.ends_with("dragon"))
        {
            let (_, found) = prepare()(1);
            assert!(found.abs_diff(record.hits) <= tolerance, "{} finds {found}", record.id());
            tested += 1;
        }
        assert_eq!(tested, 2 * 6 + 6 + 2 * 3 + 5 + 5 + 2 + 7 + 4 + 2);
    }
}
