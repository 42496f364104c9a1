//! What the kernels share whose margins are determinants of three vectors: sizes, and projections of shapes
//! that lie in one plane.

use crate::lanes::{Lanes, Mask};

/// The sums of the absolute components of some vectors, in x, y and z. Their product exceeds all products of a
/// component in x, one in y and one in z of three different vectors, taken together.
#[inline(always)]
pub(crate) fn extent<L: Lanes, const N: usize>(vectors: [[L; 3]; N]) -> [L; 3] {
    let [x, y, z] = vectors[0];
    let mut sums = [x.abs(), y.abs(), z.abs()];
    for vector in &vectors[1..] {
        for k in 0..3 {
            sums[k] = sums[k] + vector[k].abs();
        }
    }
    sums
}

/// The projections along the axis that a normal is nearest to: on a plane with that normal they are one to one,
/// and no projection rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection<M> {
    along_x: M,
    along_z: M,
}

impl<M: Mask> Projection<M> {
    #[inline(always)]
    pub(crate) fn of_normal<L: Lanes<Mask = M>>(n: [L; 3]) -> Self {
        let [x, y, z] = [n[0].abs(), n[1].abs(), n[2].abs()];
        let along_x = x.ge(y.max(z));
        Self { along_x, along_z: !along_x & z.ge(y) }
    }

    /// The projections of vectors.
    #[inline(always)]
    pub(crate) fn of<L: Lanes<Mask = M>>(self, v: [L; 3]) -> [L; 2] {
        [L::select(self.along_x, v[1], v[0]), L::select(self.along_z, v[1], v[2])]
    }
}
