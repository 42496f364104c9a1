//! Rows that are hard to answer exactly: neighbours in a mesh, shapes that touch or nearly do, whole
//! coordinates.
//!
//! Row `i` does not depend on the number of rows. Meshes may have fewer pairs than a bench has rows: their
//! pairs are shuffled, the same way on every machine, and then used over and over.

pub mod mesh;
pub mod touching;

use scalar::dim2::Triangle;

use crate::workload::Uniform;

/// The first `rows` of a list, over and over if it is shorter.
///
/// ```
/// assert_eq!(benches::exactness::repeated(&[(1, 'a'), (2, 'b')], 3), (vec![1, 2, 1], vec!['a', 'b', 'a']));
/// ```
pub fn repeated<A: Copy, B: Copy>(pairs: &[(A, B)], rows: usize) -> (Vec<A>, Vec<B>) {
    pairs.iter().copied().cycle().take(rows).unzip()
}

/// Rows, one after another by a generator with a stream of its own.
pub fn generated<A, B>(rows: usize, mut row: impl FnMut(&mut Uniform) -> (A, B)) -> (Vec<A>, Vec<B>) {
    let mut uniform = Uniform::seeded(3);
    (0..rows).map(|_| row(&mut uniform)).unzip()
}

/// Two triangles whose coordinates are whole numbers from `-reach` to `reach`, as drawings and rasters have
/// them: touching, shared edges, and triangles of zero area are common.
pub fn integer_triangles(uniform: &mut Uniform, reach: i32) -> (Triangle, Triangle) {
    let mut corner = || [0; 2].map(|_: i32| uniform.integer(-reach, reach) as f32);
    let mut triangle = || Triangle { a: corner(), b: corner(), c: corner() };
    (triangle(), triangle())
}

/// Puts a list in a random order.
fn shuffle<T>(list: &mut [T]) {
    let mut uniform = Uniform::seeded(4);
    for last in (1..list.len()).rev() {
        list.swap(last, uniform.index(last + 1));
    }
}
