//! Pairs that touch in one point, and pairs that are off by one unit in the last place of touching.
//!
//! Every pair is made around its point of contact, by whole numbers of some unit, so that nothing is rounded:
//! an edge runs through the point, a circle about `p + k n` with radius `k |n|` passes through it, where `n`
//! is whole and so is its length (by Pythagorean triples, and quadruples in space). All else lies strictly on
//! its own side of one line or plane.

use scalar::dim2::{Disk, Point, Triangle};
use scalar::dim3::{Segment3, Sphere, Triangle3};

use crate::workload::Uniform;

/// Whole legs and hypotenuses.
const TRIPLES: [([i32; 2], i32); 5] =
    [([3, 4], 5), ([5, 12], 13), ([8, 15], 17), ([7, 24], 25), ([20, 21], 29)];

/// Whole coordinates in space and their whole length.
const QUADRUPLES: [([i32; 3], i32); 6] =
    [([1, 2, 2], 3), ([2, 3, 6], 7), ([1, 4, 8], 9), ([4, 4, 7], 9), ([2, 6, 9], 11), ([6, 6, 7], 11)];

/// Steps of a corner that is none of the contact, each way.
const STEPS: i32 = 100;

/// Steps of the contact from the origin, each way.
const PLACES: i32 = 500;

/// Whether a pair touches or is off by a unit in the last place, to either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It touches.
    Touching,
    /// It is off in one number: a coordinate of the corner, the point or the center, or the radius.
    Nearly,
}

/// Two triangles: corner at corner, with coordinates of 24 bits; or a corner of the left one on an edge of
/// the right one, on a coarse grid and halfway along edges of 23 bits. A third each.
pub fn triangles(uniform: &mut Uniform, contact: Contact) -> (Triangle, Triangle) {
    let ([p, b, c], right) = corners(uniform);
    let p = nudged(uniform, p, contact);
    (turned(uniform, [p, b, c]), turned(uniform, right))
}

/// A point with a triangle that has it as a corner or on an edge, by the contacts of [`triangles`].
pub fn points(uniform: &mut Uniform, contact: Contact) -> (Point, Triangle) {
    let ([p, ..], right) = corners(uniform);
    (nudged(uniform, p, contact), turned(uniform, right))
}

/// A disk with a triangle that it touches from outside, at a corner or on an edge.
pub fn disks(uniform: &mut Uniform, contact: Contact) -> (Disk, Triangle) {
    let (n, length) = uniform.pick(&TRIPLES);
    let legs = uniform.pick(&[n, [n[1], n[0]]]);
    let n = signed(uniform, legs);
    let (p, unit, k) = (place(uniform), unit(uniform), uniform.integer(1, 4));
    let along = [-n[1], n[0]];
    let [b, c] = [below(uniform, n), below(uniform, n)];
    let corners = if uniform.integer(0, 1) == 0 {
        [[0; 2], b, c]
    } else {
        [times(uniform.integer(1, 4), along), times(-uniform.integer(1, 4), along), c]
    };
    let triangle = corners.map(|v| scaled(add(p, v), unit));
    let (center, radius) = (scaled(add(p, times(k, n)), unit), (k * length) as f32 * unit);
    let [x, y, radius] = nudged(uniform, [center[0], center[1], radius], contact);
    (Disk { center: [x, y], radius }, turned(uniform, triangle))
}

/// A sphere with a triangle that it touches from outside, at a corner, on an edge or inside.
pub fn spheres(uniform: &mut Uniform, contact: Contact) -> (Sphere, Triangle3) {
    let (n, length) = normal(uniform);
    let (p, unit, k) = (place(uniform), unit(uniform), uniform.integer(1, 4));
    let [a, b, c] = on_plane(uniform, n).map(|v| scaled(add(p, v), unit));
    let (center, radius) = (scaled(add(p, times(k, n)), unit), (k * length) as f32 * unit);
    let [x, y, z, radius] = nudged(uniform, [center[0], center[1], center[2], radius], contact);
    (Sphere { center: [x, y, z], radius }, Triangle3 { a, b, c })
}

/// Two triangles in space: a corner of the left one at a corner, on an edge or inside of the right one, on
/// different sides of a plane.
pub fn triangles3(uniform: &mut Uniform, contact: Contact) -> (Triangle3, Triangle3) {
    let (n, _) = normal(uniform);
    let (p, unit) = (place(uniform), unit(uniform));
    let [b, c] = [0; 2].map(|_| times(-1, below(uniform, n)));
    let [a, b, c] = [[0; 3], b, c].map(|v| scaled(add(p, v), unit));
    let left = Triangle3 { a: nudged(uniform, a, contact), b, c };
    let [a, b, c] = on_plane(uniform, n).map(|v| scaled(add(p, v), unit));
    (left, Triangle3 { a, b, c })
}

/// A segment that starts at a corner, on an edge or inside of a triangle in space, and leaves it.
pub fn segments3(uniform: &mut Uniform, contact: Contact) -> (Segment3, Triangle3) {
    let (Triangle3 { a, b, .. }, triangle) = triangles3(uniform, contact);
    (Segment3 { start: a, direction: std::array::from_fn(|k| b[k] - a[k]) }, triangle)
}

/// A normal in whole numbers, and its length.
fn normal(uniform: &mut Uniform) -> ([i32; 3], i32) {
    let (n, length) = uniform.pick(&QUADRUPLES);
    let turn = uniform.index(3);
    (signed(uniform, std::array::from_fn(|i| n[(i + turn) % 3])), length)
}

/// A triangle that has the origin as a corner, on an edge or inside, and else lies on the plane through it with
/// the normal `n` or below that.
fn on_plane(uniform: &mut Uniform, n: [i32; 3]) -> [[i32; 3]; 3] {
    let (u, v) = ([n[1], -n[0], 0], [n[2], 0, -n[0]]);
    let [b, c] = [below(uniform, n), below(uniform, n)];
    let [i, j, l] = [1, 2, 3].map(|_| uniform.integer(1, 4));
    match uniform.integer(0, 2) {
        0 => [[0; 3], b, c],
        1 => [times(i, u), times(-j, u), c],
        _ => [times(i, u), times(j, v), times(-l, add(u, v))],
    }
}

/// The left triangle has the contact as its first corner.
type Corners = ([Point; 3], [Point; 3]);

fn corners(uniform: &mut Uniform) -> Corners {
    match uniform.integer(0, 2) {
        0 => at_corner(uniform),
        1 => on_coarse_edge(uniform),
        _ => on_fine_edge(uniform),
    }
}

/// Both have a corner there; all others lie left and right of it, or below and above.
fn at_corner(uniform: &mut Uniform) -> Corners {
    let p = [0; 2].map(|_| uniform.between(0.0, 2.0));
    let axis = uniform.index(2);
    let mut corner = |side: f32| {
        let mut q = [0; 2].map(|_| uniform.between(0.0, 3.0));
        q[axis] = p[axis] + side * uniform.between(0.01, 1.0);
        q
    };
    ([p, corner(-1.0), corner(-1.0)], [p, corner(1.0), corner(1.0)])
}

/// On an edge aslant, at a whole number of its parts.
fn on_coarse_edge(uniform: &mut Uniform) -> Corners {
    let d = [0; 2].map(|_| uniform.integer(1, 15));
    let d = signed(uniform, d);
    let (p, unit) = (place(uniform), unit(uniform));
    let n = [-d[1], d[0]];
    let (before, after) = (-uniform.integer(1, 8), uniform.integer(1, 8));
    let left = [[0; 2], times(-1, below(uniform, n)), times(-1, below(uniform, n))];
    let right = [times(before, d), times(after, d), below(uniform, n)];
    [left, right].map(|corners| corners.map(|v| scaled(add(p, v), unit))).into()
}

/// In the middle of an edge whose ends have all bits that `f32` has for that: coordinates below 4, of which
/// `2^-22` is the unit.
fn on_fine_edge(uniform: &mut Uniform) -> Corners {
    let one = 1 << 22;
    let p = [0; 2].map(|_| uniform.integer(-one, one));
    let d = [0; 2].map(|_| uniform.integer(-one, one));
    let mut beside = |side: i64| loop {
        let v = [0; 2].map(|_| uniform.integer(-2 * one, 2 * one));
        let cross = i64::from(d[0]) * i64::from(v[1]) - i64::from(d[1]) * i64::from(v[0]);
        if cross * side > 0 {
            return v;
        }
        // Both were 0, a chance of one in 2^46: any edge will do.
        if d == [0; 2] {
            return [one * side as i32; 2];
        }
    };
    let left = [[0; 2], beside(1), beside(1)];
    let right = [d, times(-1, d), beside(-1)];
    [left, right].map(|corners| corners.map(|v| scaled(add(p, v), 1.0 / one as f32))).into()
}

/// Where the contact is.
fn place<const N: usize>(uniform: &mut Uniform) -> [i32; N] {
    [0; N].map(|_| uniform.integer(-PLACES, PLACES))
}

/// What one step is: a power of two.
fn unit(uniform: &mut Uniform) -> f32 {
    1.0 / (1 << uniform.integer(0, 8)) as f32
}

/// A step to the other side of the line or plane that is perpendicular to `n`.
fn below<const N: usize>(uniform: &mut Uniform, n: [i32; N]) -> [i32; N] {
    loop {
        let v = [0; N].map(|_| uniform.integer(-STEPS, STEPS));
        match v.iter().zip(n).map(|(v, n)| v * n).sum::<i32>() {
            ..0 => return v,
            0 => {}
            _ => return times(-1, v),
        }
    }
}

/// Each component with a random sign.
fn signed<const N: usize>(uniform: &mut Uniform, v: [i32; N]) -> [i32; N] {
    v.map(|x| if uniform.integer(0, 1) == 0 { x } else { -x })
}

fn add<const N: usize>(u: [i32; N], v: [i32; N]) -> [i32; N] {
    std::array::from_fn(|i| u[i] + v[i])
}

fn times<const N: usize>(k: i32, v: [i32; N]) -> [i32; N] {
    v.map(|x| k * x)
}

fn scaled<const N: usize>(v: [i32; N], unit: f32) -> [f32; N] {
    v.map(|x| x as f32 * unit)
}

/// The corners in a random order of either winding.
fn turned(uniform: &mut Uniform, corners: [Point; 3]) -> Triangle {
    let first = uniform.index(3);
    let [a, b, c] = std::array::from_fn(|i| corners[(first + i) % 3]);
    if uniform.integer(0, 1) == 0 { Triangle { a, b, c } } else { Triangle { a, b: c, c: b } }
}

/// The numbers as they are, or one of them off to one side, unless it is 0: next to that lie numbers far
/// below all others.
fn nudged<const N: usize>(uniform: &mut Uniform, mut values: [f32; N], contact: Contact) -> [f32; N] {
    let (k, side) = (uniform.index(N), uniform.integer(0, 1));
    let x = values[k];
    if contact == Contact::Nearly && x != 0.0 {
        values[k] = if side == 0 { x.next_down() } else { x.next_up() };
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exactness::generated;
    use scalar::exact;

    const ROWS: usize = 20_000;

    /// Hits of a generator, touching and nearly.
    fn hits<A, B>(row: impl Fn(&mut Uniform, Contact) -> (A, B), hit: impl Fn(&A, &B) -> bool) -> [usize; 2] {
        [Contact::Touching, Contact::Nearly].map(|contact| {
            let (a, b) = generated(ROWS, |uniform| row(uniform, contact));
            a.iter().zip(&b).filter(|(a, b)| hit(a, b)).count()
        })
    }

    fn check([touching, nearly]: [usize; 2]) {
        check_share([touching, nearly], ROWS / 4..ROWS * 3 / 4);
    }

    fn check_share([touching, nearly]: [usize; 2], share: std::ops::Range<usize>) {
        assert_eq!(touching, ROWS);
        assert!(share.contains(&nearly), "{nearly}");
    }

    #[test]
    fn contacts_touch_and_half_of_the_others_do() {
        check(hits(triangles, exact::triangle_triangle));
        check(hits(points, exact::point_triangle));
        check(hits(disks, exact::disk_triangle));
        check(hits(spheres, exact::sphere_triangle3));
        check(hits(triangles3, exact::triangle3_triangle3));
        // A start at a corner or on an edge may be moved beside the triangle as well as above it.
        check_share(hits(segments3, exact::segment3_triangle3), ROWS / 5..ROWS / 2);
    }

    #[test]
    fn contacts_are_single_points() {
        // A smaller radius does not touch.
        let smaller = |disk: &Disk| Disk { radius: disk.radius.next_down(), ..*disk };
        let [touching, _] = hits(disks, |disk, t| exact::disk_triangle(&smaller(disk), t));
        assert_eq!(touching, 0);
        let smaller = |sphere: &Sphere| Sphere { radius: sphere.radius.next_down(), ..*sphere };
        let [touching, _] = hits(spheres, |sphere, t| exact::sphere_triangle3(&smaller(sphere), t));
        assert_eq!(touching, 0);
    }
}
