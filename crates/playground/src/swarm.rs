//! Triangles and disks that move in a square, and which of them touch.
//!
//! Where a shape is follows from the time alone: it flies straight, is thrown back by the walls, and a
//! triangle turns steadily. So the number of shapes, the seed and the time determine every shape, with SIMD or
//! without.

use core::f64::consts::TAU;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use scalar::dim2::{Disk, Triangle};
use soa::{Columns, Disks, Pairs, Shape, Triangles};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, flat, refusal};

/// The path of one shape.
#[derive(Clone, Copy, Debug)]
struct Path {
    start: [f64; 2],
    /// Lengths a second.
    speed: [f64; 2],
    /// Turns at the beginning, and turns a second.
    turn: [f64; 2],
    /// Of a triangle its corners around the middle; of a disk its radius first.
    form: [[f64; 2]; 3],
}

/// All shapes, and what the last question about them found.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Swarm {
    side: f64,
    triangle_paths: Vec<Path>,
    disk_paths: Vec<Path>,
    triangles: Triangles,
    disks: Disks,
    touched_triangles: Vec<u8>,
    touched_disks: Vec<u8>,
}

/// How many pairs touch.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touching {
    /// Two triangles.
    pub triangles: u32,
    /// Two disks.
    pub disks: u32,
    /// A disk and a triangle.
    pub mixed: u32,
}

#[wasm_bindgen]
impl Swarm {
    /// So many shapes at time 0, half of them triangles; the same seed gives the same shapes.
    ///
    /// # Errors
    /// Never: all shapes are finite.
    #[wasm_bindgen(constructor)]
    pub fn new(shapes: u32, seed: u32) -> Result<Self, Refusal> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(seed));
        // Two units of area a shape, however many there are.
        let side = (2.0 * f64::from(shapes.max(1))).sqrt();
        let mut path = |form: fn(&mut Xoshiro256PlusPlus) -> [[f64; 2]; 3]| Path {
            start: [(); 2].map(|()| rng.random_range(0.0..side)),
            speed: [(); 2].map(|()| rng.random_range(-1.5..1.5)),
            turn: [rng.random_range(0.0..1.0), rng.random_range(-0.3..0.3)],
            form: form(&mut rng),
        };
        let triangle_paths: Vec<Path> = (0..shapes / 2).map(|_| path(corners)).collect();
        let disk_paths = (shapes / 2..shapes).map(|_| path(radius)).collect();
        let (triangles, disks) = (Columns::default(), Columns::default());
        let (touched_triangles, touched_disks) = (Vec::new(), Vec::new());
        let mut swarm =
            Self { side, triangle_paths, disk_paths, triangles, disks, touched_triangles, touched_disks };
        swarm.at(0.0)?;
        Ok(swarm)
    }

    /// The side of the square in which they move.
    pub fn side(&self) -> f64 {
        self.side
    }

    /// Puts every shape where it is at this time, in seconds.
    ///
    /// # Errors
    /// A time so large that a place is not finite.
    pub fn at(&mut self, seconds: f64) -> Result<(), Refusal> {
        let side = self.side;
        self.triangles = place(&self.triangle_paths, |path| path.triangle(seconds, side))?;
        self.disks = place(&self.disk_paths, |path| path.disk(seconds, side))?;
        Ok(())
    }

    /// Finds every pair that touches: both kinds with themselves, and each with the other.
    ///
    /// # Errors
    /// More pairs than there is memory for.
    pub fn ask(&mut self) -> Result<Touching, Refusal> {
        let own = soa::self_join(&self.triangles).map_err(refusal)?;
        let round = soa::self_join(&self.disks).map_err(refusal)?;
        let mixed = soa::join(&self.disks, &self.triangles).map_err(refusal)?;
        self.touched_triangles = marks(self.triangles.len(), [own.left(), own.right(), mixed.right()]);
        self.touched_disks = marks(self.disks.len(), [round.left(), round.right(), mixed.left()]);
        let number = |pairs: &Pairs| pairs.len() as u32;
        Ok(Touching { triangles: number(&own), disks: number(&round), mixed: number(&mixed) })
    }

    /// The columns of the triangles, one after the other.
    pub fn triangles(&self) -> Vec<f32> {
        flat(&self.triangles)
    }

    /// The columns of the disks, one after the other.
    pub fn disks(&self) -> Vec<f32> {
        flat(&self.disks)
    }

    /// 1 for each triangle that touches something, else 0.
    pub fn touched_triangles(&self) -> Vec<u8> {
        self.touched_triangles.clone()
    }

    /// 1 for each disk that touches something, else 0.
    pub fn touched_disks(&self) -> Vec<u8> {
        self.touched_disks.clone()
    }
}

/// Corners around the middle: one in each third of the circle, so that no triangle is very thin.
fn corners(rng: &mut Xoshiro256PlusPlus) -> [[f64; 2]; 3] {
    [0.0, 1.0, 2.0].map(|third| {
        let (turn, length) = ((third + rng.random_range(0.0..0.8)) / 3.0, rng.random_range(0.3..0.7));
        turned([length, 0.0], turn)
    })
}

fn radius(rng: &mut Xoshiro256PlusPlus) -> [[f64; 2]; 3] {
    [[rng.random_range(0.15..0.45), 0.0], [0.0; 2], [0.0; 2]]
}

/// A vector, turned: by a sine that is the same everywhere.
fn turned([x, y]: [f64; 2], turns: f64) -> [f64; 2] {
    let (sin, cos) = libm::sincos(turns.fract() * TAU);
    [x * cos - y * sin, x * sin + y * cos]
}

impl Path {
    /// Where the middle is.
    fn middle(&self, seconds: f64, side: f64) -> [f64; 2] {
        core::array::from_fn(|k| {
            // A wall throws back as a mirror does: the path goes on in the picture of the square beyond it.
            let far = (self.start[k] + self.speed[k] * seconds).rem_euclid(2.0 * side);
            if far > side { 2.0 * side - far } else { far }
        })
    }

    fn triangle(&self, seconds: f64, side: f64) -> Triangle {
        let middle = self.middle(seconds, side);
        let turns = self.turn[0] + self.turn[1] * seconds;
        let [a, b, c] = self.form.map(|corner| {
            let corner = turned(corner, turns);
            [0, 1].map(|k| (middle[k] + corner[k]) as f32)
        });
        Triangle { a, b, c }
    }

    fn disk(&self, seconds: f64, side: f64) -> Disk {
        Disk { center: self.middle(seconds, side).map(|x| x as f32), radius: self.form[0][0] as f32 }
    }
}

fn place<S: Shape>(paths: &[Path], at: impl Fn(&Path) -> S) -> Result<Columns<S>, Refusal> {
    let shapes: Vec<S> = paths.iter().map(at).collect();
    Columns::from_shapes(&shapes).map_err(refusal)
}

/// 1 for each row that a list has, else 0.
fn marks(rows: usize, lists: [&[u32]; 3]) -> Vec<u8> {
    let mut marks = vec![0; rows];
    lists.into_iter().flatten().for_each(|&row| marks[row as usize] = 1);
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use soa::kernel::Intersects;

    /// Without a join: the pairs that touch, those of one set once.
    fn pairs<A: Intersects<B>, B: Shape>(a: &Columns<A>, b: &Columns<B>, own: bool) -> Vec<(u32, u32)> {
        let pairs = soa::intersecting_pairs(a, b).unwrap();
        pairs.iter().filter(|(i, j)| !own || i < j).collect()
    }

    #[test]
    fn what_touches_is_found() {
        let mut swarm = Swarm::new(601, 3).unwrap();
        for seconds in [0.0, 1.5, 1e4] {
            swarm.at(seconds).unwrap();
            let touching = swarm.ask().unwrap();
            let triangles = pairs(&swarm.triangles, &swarm.triangles, true);
            let disks = pairs(&swarm.disks, &swarm.disks, true);
            let mixed = pairs(&swarm.disks, &swarm.triangles, false);
            let [t, d, m] = [&triangles, &disks, &mixed].map(|pairs| pairs.len() as u32);
            assert_eq!(touching, Touching { triangles: t, disks: d, mixed: m });
            assert!(t.min(d).min(m) > 10, "{touching:?}");
            let (mut a, mut b) = (vec![0; swarm.triangles.len()], vec![0; swarm.disks.len()]);
            for &(i, j) in &triangles {
                (a[i as usize], a[j as usize]) = (1, 1);
            }
            for &(i, j) in &disks {
                (b[i as usize], b[j as usize]) = (1, 1);
            }
            for &(i, j) in &mixed {
                (b[i as usize], a[j as usize]) = (1, 1);
            }
            assert_eq!((swarm.touched_triangles(), swarm.touched_disks()), (a, b));
            assert!(swarm.touched_disks().contains(&0));
        }
    }

    #[test]
    fn a_time_says_where_all_are() {
        let mut swarm = Swarm::new(100, 1).unwrap();
        let begin = (swarm.triangles(), swarm.disks());
        swarm.at(77.25).unwrap();
        assert!(begin.0 != swarm.triangles() && begin.1 != swarm.disks());
        let far = swarm.side() as f32 + 1.0;
        assert!(swarm.triangles().iter().all(|x| (-1.0..far).contains(x)));
        swarm.at(0.0).unwrap();
        assert!(begin == (swarm.triangles(), swarm.disks()));
        assert!(begin.0 == Swarm::new(100, 1).unwrap().triangles());
        assert!(begin.0 != Swarm::new(100, 2).unwrap().triangles());
    }

    #[test]
    fn few_shapes_and_endless_time() {
        for shapes in 0..3 {
            let mut swarm = Swarm::new(shapes, 1).unwrap();
            assert_eq!(swarm.triangles().len() / 6 + swarm.disks().len() / 3, shapes as usize);
            swarm.ask().unwrap();
        }
        let mut swarm = Swarm::new(10, 1).unwrap();
        assert!(swarm.at(f64::INFINITY).is_err());
        assert!(swarm.at(f64::NAN).is_err());
    }
}
