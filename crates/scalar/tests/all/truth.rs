//! The truth on grids of integers, from the definitions: two sets have a point in common if edges cross, or a
//! corner of one lies in the other.

use crate::common::Rng;

/// A grid point.
pub type P = [i64; 2];

/// A generator of grid points.
pub struct Grid {
    rng: Rng,
    pub size: i64,
}

impl Grid {
    /// Of this many points a side.
    pub fn of(size: i64) -> Self {
        Self { rng: Rng::new(size as u64), size }
    }

    /// A whole number below `n`.
    pub fn number(&mut self, n: i64) -> i64 {
        self.rng.bits().cast_signed().rem_euclid(n)
    }

    pub fn point(&mut self) -> P {
        [self.number(self.size), self.number(self.size)]
    }

    pub fn points<const N: usize>(&mut self) -> [P; N] {
        std::array::from_fn(|_| self.point())
    }
}

pub fn sub(p: P, q: P) -> P {
    [p[0] - q[0], p[1] - q[1]]
}

pub fn cross(u: P, v: P) -> i64 {
    u[0] * v[1] - u[1] * v[0]
}

pub fn dot(u: P, v: P) -> i64 {
    u[0] * v[0] + u[1] * v[1]
}

pub fn turn(a: P, b: P, c: P) -> i64 {
    cross(sub(b, a), sub(c, a)).signum()
}

pub fn on_segment(p: P, a: P, b: P) -> bool {
    turn(a, b, p) == 0 && dot(sub(a, p), sub(b, p)) <= 0
}

pub fn segments_meet(a: P, b: P, c: P, d: P) -> bool {
    let proper = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
    proper || on_segment(c, a, b) || on_segment(d, a, b) || on_segment(a, c, d) || on_segment(b, c, d)
}

/// Whether `p` lies in the hull of the polygon's corners, which stand in order around it.
pub fn in_polygon(p: P, corners: &[P]) -> bool {
    let n = corners.len();
    let turns: Vec<i64> = (0..n).map(|i| turn(corners[i], corners[(i + 1) % n], p)).collect();
    let inside = turns.iter().all(|&t| t > 0) || turns.iter().all(|&t| t < 0);
    inside || (0..n).any(|i| on_segment(p, corners[i], corners[(i + 1) % n]))
}

/// Whether two hulls, given by their corners in order, have a point in common.
pub fn polygons_meet(s: &[P], t: &[P]) -> bool {
    let edges = |p: &[P]| -> Vec<(P, P)> { (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()])).collect() };
    edges(s).iter().any(|&(a, b)| edges(t).iter().any(|&(c, d)| segments_meet(a, b, c, d)))
        || in_polygon(s[0], t)
        || in_polygon(t[0], s)
}

/// Whether `p` is within `r` of the segment.
pub fn near_segment(p: P, r: i64, a: P, b: P) -> bool {
    let (ab, ap, bp) = (sub(b, a), sub(p, a), sub(p, b));
    let between = dot(ap, ab) > 0 && dot(bp, ab) < 0;
    dot(ap, ap) <= r * r || dot(bp, bp) <= r * r || (between && cross(ap, ab).pow(2) <= r * r * dot(ab, ab))
}

pub fn disk_meets(p: P, r: i64, corners: &[P]) -> bool {
    let n = corners.len();
    in_polygon(p, corners) || (0..n).any(|i| near_segment(p, r, corners[i], corners[(i + 1) % n]))
}
