//! Sphere and oriented box by the point of the box that is nearest to the center `C`, with the axes as
//! stored, which need be neither perpendicular nor independent.
//!
//! With `q_i = a_i.(C - center)`, and `d_i = q_i - h_i` or `q_i + h_i` for the upper or the lower side of
//! slab `i`, the foot of `C` on a side is `C - d_i / k_i a_i`, where `k_i = a_i.a_i`. The nearest point is
//! `C` itself, or the foot of `C` on a side, on the line in which two sides meet, or the corner of three, of
//! axes that are independent (Karush, Kuhn and Tucker: the way from it to `C` is a sum of multiples of the
//! axes whose sides it lies on, and of independent ones of these, by Carathéodory). So the sphere hits
//! exactly if one of these 27 points lies in the box and in the sphere:
//!
//! | foot on | way to `C` | lies in slab `l` if | in the sphere if | degree |
//! |---|---|---|---|---|
//! | nothing | 0 | `\|q_l\| <= h_l` | | 2 |
//! | a side | `d_i a_i / k_i` | `\|q_l k_i - d_i g_il\| <= h_l k_i` | `d_i^2 <= r^2 k_i` | 4 |
//! | a line | `(y_i a_i + y_j a_j) / m` | `\|q_l m - y_i g_il - y_j g_jl\| <= h_l m` | `y_i d_i + y_j d_j <= r^2 m` | 6 |
//! | a corner | `\|v\| / \|D\|` | it does | `v.v <= r^2 D^2` | 8 |
//!
//! with `g_ij = a_i.a_j`, `m = k_i k_j - g_ij^2`, `y_i = k_j d_i - g_ij d_j` and `y_j` likewise, the
//! determinant `D` of the axes, and `v = d_0 (a_1 x a_2) + d_1 (a_2 x a_0) + d_2 (a_0 x a_1)`. A side whose
//! axis is zero, a line of parallel sides and a corner of dependent ones do not exist.

use core::array::from_fn;
use core::cell::OnceCell;

use super::capsule_oriented_box;
use crate::dim3::{Capsule3, OrientedBox3, Sphere};
use crate::exact::frame::Frame;
use crate::exact::kleene::{all, and, any};
use crate::exact::number::Number;
use crate::exact::operand::have_no_points;
use crate::exact::vector::{cross3, dot, squared, vector};
use crate::exact::{Exact, Stage};

/// Whether the sphere and the box, with its axes as stored, have a point in common.
///
/// ```
/// use scalar::{dim3::{OrientedBox3, Sphere}, exact::sphere_oriented_box3};
///
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1: reaches to x = 2.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [2.0, 2.0, 1.0], axes };
/// let sphere = |radius| Sphere { center: [5.0, 0.0, 5.0], radius };
/// assert!(sphere_oriented_box3(&sphere(5.0), &turned)); // touches (2, 0, 1)
/// assert!(!sphere_oriented_box3(&sphere(4.999_999_5), &turned));
/// ```
pub fn sphere_oriented_box3(sphere: &Sphere, oriented: &OrientedBox3) -> bool {
    sphere.decide(oriented).hit
}

impl Exact<OrientedBox3> for Sphere {
    fn attempt(&self, other: &OrientedBox3, stage: Stage) -> Option<bool> {
        if have_no_points(self, other) {
            return Some(false);
        }
        if stage == Stage::Rounded
            && let Some(hit) = Frame::of(other).and_then(|frame| frame.meets_sphere(self))
        {
            return Some(hit);
        }
        let Self { center, radius } = *self;
        capsule_oriented_box::attempt(&Capsule3 { start: center, direction: [0.0; 3], radius }, other, stage)
    }
}

/// Of each slab no side, 0, or the lower or the upper one, 1 or 2: those that a point lies on.
pub type Sides = [usize; 3];

/// All of these, points on few sides first.
pub const ALL_SIDES: [Sides; 27] = {
    let (mut all, mut len, mut count) = ([[0; 3]; 27], 0, 0);
    while count <= 3 {
        let mut n = 0;
        while n < 27 {
            let sides = [n % 3, n / 3 % 3, n / 9];
            if (sides[0] > 0) as usize + (sides[1] > 0) as usize + (sides[2] > 0) as usize == count {
                all[len] = sides;
                len += 1;
            }
            n += 1;
        }
        count += 1;
    }
    all
};

/// The slabs of which a side is among these.
pub fn chosen(sides: &Sides) -> impl Iterator<Item = usize> {
    (0..3).filter(|&i| sides[i] > 0)
}

/// The slabs of an oriented box.
pub struct Slabs<N> {
    /// The axes `a_i`.
    pub a: [[N; 3]; 3],
    /// The half extents `h_i`.
    pub h: [N; 3],
    /// The products `g_ij` of the axes.
    pub g: [[N; 3]; 3],
    corners: OnceCell<Corners<N>>,
}

/// What the corners need, and few pairs do.
pub struct Corners<N> {
    /// For each axis the cross product of the next two.
    across: [[N; 3]; 3],
    /// The determinant of the axes.
    pub volume: N,
    /// Its square.
    pub volume2: N,
}

impl<N: Number> Slabs<N> {
    /// Those of a box.
    pub fn of(oriented: &OrientedBox3) -> Self {
        let a = oriented.axes.map(vector::<N, 3>);
        let [uu, vv, ww] = from_fn(|i| squared(&a[i]));
        let [vw, wu, uv] = from_fn(|i| dot(&a[(i + 1) % 3], &a[(i + 2) % 3]));
        let g = [[uu, uv.clone(), wu.clone()], [uv, vv, vw.clone()], [wu, vw, ww]];
        Self { h: vector(oriented.half_extents), a, g, corners: OnceCell::new() }
    }

    /// The products `a_i.v`.
    pub fn products(&self, v: &[N; 3]) -> [N; 3] {
        from_fn(|i| dot(&self.a[i], v))
    }

    /// What the corners need.
    pub fn corners(&self) -> &Corners<N> {
        self.corners.get_or_init(|| {
            let a = &self.a;
            let across: [[N; 3]; 3] = from_fn(|i| cross3(&a[(i + 1) % 3], &a[(i + 2) % 3]));
            let volume = dot(&a[0], &across[0]);
            Corners { across, volume2: volume.squared(), volume }
        })
    }

    /// Whether a point lies in slab `l`, if its product with the axis is this over a number above zero.
    pub fn holds(&self, l: usize, product: &N, over: &N) -> Option<bool> {
        product.abs().at_most(&self.h[l].times(over))
    }

    /// The distance `d_i`, times the length of the axis, of a point with the product `q` from one of two
    /// sides.
    pub fn distance(&self, i: usize, sides: &Sides, q: &N) -> N {
        if sides[i] == 1 { q.plus(&self.h[i]) } else { q.minus(&self.h[i]) }
    }

    /// The way from the corner of these sides to a point with these products, times the determinant.
    pub fn way_from_corner(&self, sides: &Sides, q: &[N; 3]) -> [N; 3] {
        let (d, across): ([N; 3], _) = (from_fn(|i| self.distance(i, sides, &q[i])), &self.corners().across);
        from_fn(|k| {
            let part = |i: usize| d[i].times(&across[i][k]);
            part(0).plus(&part(1)).plus(&part(2))
        })
    }

    /// Whether a side of a slab is farther than the root of `rr` from all points between two, whose products
    /// these are: so it is in most pairs that are apart.
    pub fn side_separates(&self, [start, end]: &[[N; 3]; 2], rr: &N) -> Option<bool> {
        any((0..3).map(|i| {
            let (least, most) = (start[i].min(&end[i]), start[i].max(&end[i]));
            let beyond = least.max(&N::from_f32(0.0).minus(&most)).minus(&self.h[i]);
            let is_far = || rr.times(&self.g[i][i]).below(&beyond.squared());
            and(beyond.is_positive(), is_far)
        }))
    }

    /// Whether the foot on these sides of a point with these products lies in the box, within the root of
    /// `rr`.
    pub fn foot_is_near(&self, sides: &Sides, q: &[N; 3], rr: &N) -> Option<bool> {
        let g = &self.g;
        let d = |i: usize| self.distance(i, sides, &q[i]);
        let mut chosen = chosen(sides);
        match [(); 3].map(|()| chosen.next()) {
            [None, ..] => all((0..3).map(|l| q[l].abs().at_most(&self.h[l]))),
            [Some(i), None, _] => {
                let (d, k) = (d(i), &g[i][i]);
                and(and(k.is_positive(), || d.squared().at_most(&rr.times(k))), || {
                    let others = (0..3).filter(|&l| l != i);
                    all(others.map(|l| self.holds(l, &q[l].times(k).minus(&d.times(&g[i][l])), k)))
                })
            }
            [Some(i), Some(j), None] => {
                let (l, d_i, d_j) = (3 - i - j, d(i), d(j));
                let m = g[i][i].times(&g[j][j]).minus(&g[i][j].squared());
                let y_i = g[j][j].times(&d_i).minus(&g[i][j].times(&d_j));
                let y_j = g[i][i].times(&d_j).minus(&g[i][j].times(&d_i));
                let is_near = || y_i.times(&d_i).plus(&y_j.times(&d_j)).at_most(&rr.times(&m));
                and(and(m.is_positive(), is_near), || {
                    let foot = q[l].times(&m).minus(&y_i.times(&g[i][l])).minus(&y_j.times(&g[j][l]));
                    self.holds(l, &foot, &m)
                })
            }
            _ => {
                let volume2 = &self.corners().volume2;
                let is_near = || squared(&self.way_from_corner(sides, q)).at_most(&rr.times(volume2));
                and(volume2.is_positive(), is_near)
            }
        }
    }
}
