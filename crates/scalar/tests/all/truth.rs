//! The truth on grids of integers, from the definitions. In the plane two sets have a point in common if
//! their edges cross, or if one holds a corner of the other.

use crate::common::Rng;

/// A grid point of the plane.
pub type P = [i64; 2];

/// A generator of grid points.
#[derive(Clone)]
pub struct Grid {
    rng: Rng,
    pub size: i64,
}

impl Grid {
    /// A grid with `size` points a side.
    pub fn of(size: i64) -> Self {
        Self { rng: Rng::new(size as u64), size }
    }

    /// An integer below `n`.
    pub fn number(&mut self, n: i64) -> i64 {
        self.rng.bits().cast_signed().rem_euclid(n)
    }

    pub fn point<const D: usize>(&mut self) -> [i64; D] {
        std::array::from_fn(|_| self.number(self.size))
    }

    pub fn points<const N: usize, const D: usize>(&mut self) -> [[i64; D]; N] {
        std::array::from_fn(|_| self.point())
    }
}

pub fn sub<const D: usize>(p: [i64; D], q: [i64; D]) -> [i64; D] {
    std::array::from_fn(|k| p[k] - q[k])
}

pub fn dot<const D: usize>(u: [i64; D], v: [i64; D]) -> i64 {
    (0..D).map(|k| u[k] * v[k]).sum()
}

pub fn cross(u: P, v: P) -> i64 {
    u[0] * v[1] - u[1] * v[0]
}

fn turn(a: P, b: P, c: P) -> i64 {
    cross(sub(b, a), sub(c, a)).signum()
}

fn on_segment(p: P, a: P, b: P) -> bool {
    turn(a, b, p) == 0 && dot(sub(a, p), sub(b, p)) <= 0
}

fn segments_meet(a: P, b: P, c: P, d: P) -> bool {
    let proper = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
    proper || on_segment(c, a, b) || on_segment(d, a, b) || on_segment(a, c, d) || on_segment(b, c, d)
}

/// The edges of a polygon whose corners are in order around it.
fn edges(corners: &[P]) -> impl Iterator<Item = (P, P)> {
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// Whether `p` lies in the convex hull of the corners, which are in order around it.
pub fn in_polygon(p: P, corners: &[P]) -> bool {
    let turns = |sign: i64| edges(corners).all(|(a, b)| turn(a, b, p) == sign);
    turns(1) || turns(-1) || edges(corners).any(|(a, b)| on_segment(p, a, b))
}

/// Whether two convex hulls, given by their corners in order, have a point in common.
pub fn polygons_meet(s: &[P], t: &[P]) -> bool {
    edges(s).any(|(a, b)| edges(t).any(|(c, d)| segments_meet(a, b, c, d)))
        || in_polygon(s[0], t)
        || in_polygon(t[0], s)
}

/// Whether `p` is within `r` of the segment, in the plane or in space.
pub fn near_segment<const D: usize>(p: [i64; D], r: i64, a: [i64; D], b: [i64; D]) -> bool {
    let (ab, ap, bp) = (sub(b, a), sub(p, a), sub(p, b));
    let (along, length2) = (dot(ap, ab), dot(ab, ab));
    let between = along > 0 && along < length2;
    let foot = between && dot(ap, ap) * length2 - along * along <= r * r * length2;
    dot(ap, ap) <= r * r || dot(bp, bp) <= r * r || foot
}

pub fn disk_meets(p: P, r: i64, corners: &[P]) -> bool {
    in_polygon(p, corners) || edges(corners).any(|(a, b)| near_segment(p, r, a, b))
}

/// Whether some point of a triangle in space is within `r` of `p`: the least of `|A + x u + y v - P|^2` over
/// the triangle, from dot products alone. It lies in the interior where both derivatives vanish, else on an
/// edge.
pub fn near_triangle([a, b, c]: [[i64; 3]; 3], p: [i64; 3], r: i64) -> bool {
    let (u, v, w) = (sub(b, a), sub(c, a), sub(p, a));
    let (uu, uv, vv, wu, wv) = (dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v));
    let det = uu * vv - uv * uv;
    let (x, y) = (wu * vv - wv * uv, wv * uu - wu * uv);
    let inside = x > 0 && y > 0 && x + y < det;
    let face = inside && dot(w, w) * det - x * wu - y * wv <= r * r * det;
    face || near_segment(p, r, a, b) || near_segment(p, r, b, c) || near_segment(p, r, c, a)
}

/// Whether `s + t d` lies in all slabs `|x| <= h` for a `t` from `from` to `to`, by clipping with fractions.
pub fn slabs_meet<const D: usize>(s: [i64; D], d: [i64; D], h: [i64; D], (from, to): (i64, i64)) -> bool {
    // Fractions with positive denominators.
    let (mut enter, mut leave) = ((from, 1), (to, 1));
    for k in 0..D {
        if d[k] == 0 {
            if s[k].abs() > h[k] {
                return false;
            }
            continue;
        }
        let end = |side: i64| (side * h[k] - s[k] * d[k].signum(), d[k].abs());
        let (near, far) = (end(-1), end(1));
        if near.0 * enter.1 > enter.0 * near.1 {
            enter = near;
        }
        if far.0 * leave.1 < leave.0 * far.1 {
            leave = far;
        }
    }
    enter.0 * leave.1 <= leave.0 * enter.1
}

/// Whether some `x` make `c[0] x[0] + c[1] x[1] + c[2] x[2] + c[3] >= 0` for all conditions `c`: the unknowns
/// are eliminated one after the other (Fourier and Motzkin).
pub fn feasible(conditions: &[[i64; 4]]) -> bool {
    let mut conditions: Vec<[i128; 4]> = conditions.iter().map(|c| c.map(i128::from)).collect();
    for k in 0..3 {
        let (lower, upper): (Vec<_>, Vec<_>) =
            conditions.iter().filter(|c| c[k] != 0).partition(|c| c[k] > 0);
        let both = lower.iter().flat_map(|low: &&[i128; 4]| {
            upper.iter().map(|high| std::array::from_fn(|i| low[i] * -high[k] + high[i] * low[k]))
        });
        let rest = conditions.iter().filter(|c| c[k] == 0).copied();
        conditions = rest.chain(both).collect();
    }
    conditions.iter().all(|c| c[3] >= 0)
}

/// Whether some point within `r` of `p` has products of at most `h` with the axes, from those of `p`, which
/// are `q`. If not, one of these planes separates the ball and the slabs: across an axis, or across a sum of
/// multiples of axes for which all of their sides are equally far from `p`.
pub fn near_slabs(axes: [[i64; 3]; 3], q: [i64; 3], h: [i64; 3], r: i64) -> bool {
    let (q, h, r) = (q.map(i128::from), h.map(i128::from), i128::from(r));
    let g = axes.map(|a| axes.map(|b| i128::from(dot(a, b))));
    let separates = |y: [i128; 3]| {
        let distance: i128 = (0..3).map(|i| y[i] * q[i] - y[i].abs() * h[i]).sum();
        let length2: i128 = (0..9).map(|n| y[n / 3] * y[n % 3] * g[n / 3][n % 3]).sum();
        distance > 0 && distance * distance > r * r * length2
    };
    let minor = |i: usize, j: usize, k: usize, l: usize| g[i][k] * g[j][l] - g[i][l] * g[j][k];
    !(0..8).any(|n| {
        let d: [i128; 3] = std::array::from_fn(|i| if n >> i & 1 == 0 { q[i] - h[i] } else { q[i] + h[i] });
        (0..3).any(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let (mut one, mut two) = ([0; 3], [0; 3]);
            one[i] = d[i];
            (two[j], two[k]) = (g[k][k] * d[j] - g[j][k] * d[k], g[j][j] * d[k] - g[j][k] * d[j]);
            separates(one) || separates(two)
        }) || separates(std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            minor(j, k, j, k) * d[i] + minor(j, k, k, i) * d[j] + minor(j, k, i, j) * d[k]
        }))
    })
}
