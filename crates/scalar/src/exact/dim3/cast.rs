//! Where a ray or a segment first meets a triangle in space.
//!
//! ```text
//!            o                   P = o + t d      the first point that path and triangle have in common
//!             \                  P = A + u AB + v AC
//!       C      \
//!        |\     \
//!        |  \    v
//!        | P  \                  u, v >= 0,  u + v <= 1
//!        |      \
//!        A-------B
//!
//! Define    a, b, c, ab, bc, ca and height as `super::segment_triangle` does;  sum = ab + bc + ca
//! Solution  sum not 0    t = height / sum,  u = ca / sum,  v = ab / sum
//!           sum = 0      path and triangle are in one plane:  t = 0 if the start is in the triangle, else the
//!                        least parameter at which the path meets an edge
//! ```
//!
//! All three are quotients of polynomials. [`Impact`] has them in `f64` with a bound of the error, which is
//! enough to order nearly all triangles along a path, and to round nearly all of them to `f32`. What it leaves
//! open integers decide, so [`order`] and [`Impact::round`] are those of real arithmetic.

use core::array::from_fn;
use core::cmp::Ordering;

use super::orient::determinant;
use crate::LinearComponent;
use crate::dim3::{Point3, Segment3, Triangle3};
use crate::exact::dyadic::Dyadic;
use crate::exact::number::Number;
use crate::exact::vector::{between, cross3, sub, vector};
use crate::exact::{Exact, segment3_triangle3};
use crate::wide::{cross3 as cross, dot};

/// Where a ray or a segment first meets a triangle, in `f64`.
///
/// ```
/// use scalar::dim3::{Ray3, Triangle3};
/// use scalar::exact::cast::Impact;
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 3.0], b: [0.0, 3.0, 0.0], c: [3.0, 0.0, 0.0] };
/// let ray = Ray3 { start: [0.0; 3], direction: [1.0; 3] };
/// // At (1, 1, 1), which is a third of each corner.
/// let impact = Impact::of(&ray, &triangle).expect("it hits");
/// assert_eq!(impact.round(&ray, &triangle), [1.0, 1.0 / 3.0, 1.0 / 3.0]);
/// assert!(Impact::of(&Ray3 { direction: [-1.0; 3], ..ray }, &triangle).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    /// `t`, `u` and `v`.
    pub values: [f64; 3],
    /// How far each may be from the real number. Infinite if they say nothing.
    pub errors: [f64; 3],
}

impl Impact {
    /// Numbers of which nothing is known.
    const UNKNOWN: Self = Self { values: [0.0; 3], errors: [f64::INFINITY; 3] };

    /// Where the path first meets the triangle; None if it does not. The answer is exact.
    ///
    /// # Error budget
    ///
    /// Of the edge functions and the height: all terms of all determinants together are at most `X Y Z`, the
    /// product of the sums of the absolute components of `a`, `b`, `c` and `d`. A determinant of differences has
    /// at most 10 roundings of its terms, as has the sum of three (`soa::dim3::segment_triangle` counts them), so
    /// none is wrong by more than 11 units of `2^-53 X Y Z`. Products of three `f32` neither underflow nor overflow
    /// in `f64`.
    #[inline(always)]
    pub fn of<R>(path: &R, triangle: &Triangle3) -> Option<Self>
    where
        R: LinearComponent<3> + Exact<Triangle3>,
    {
        let (start, direction) = path.path();
        let d = difference(direction, [0.0; 3]);
        let (a, b, c) =
            (difference(triangle.a, start), difference(triangle.b, start), difference(triangle.c, start));
        let mut sizes = [0.0; 3];
        for k in 0..3 {
            sizes[k] = (a[k].abs() + b[k].abs()) + (c[k].abs() + d[k].abs());
        }
        let bound = 11.0 / 2.0 * f64::EPSILON * (sizes[0] * sizes[1] * sizes[2]);

        let (d_x_a, b_x_c) = (cross(d, a), cross(b, c));
        let (ab, ca, bc) = (dot(b, d_x_a), -dot(c, d_x_a), dot(d, b_x_c));
        let height = dot(a, b_x_c);
        let mut low = lesser(lesser(ab, bc), lesser(ca, height));
        let mut high = -lesser(lesser(-ab, -bc), lesser(-ca, -height));
        if R::END == 1.0 {
            let rest = ab + ca + bc - height;
            (low, high) = (lesser(low, rest), -lesser(-high, -rest));
        }
        let margin = -lesser(-low, high);
        if margin < -bound || (margin <= bound && !path.decide(triangle).hit) {
            return None;
        }
        Some(Self::of_hit(start, d, triangle))
    }

    /// The numbers of a path along `d` that meets the triangle, after Moeller and Trumbore.
    ///
    /// ```text
    /// Define    e = B - A,  f = C - A,  s = o - A,  det = e.(d x f)
    /// Solution  t = f.(s x e) / det,  u = s.(d x f) / det,  v = d.(s x e) / det
    /// ```
    ///
    /// The differences are short, so these are more precise than the edge functions seen from the start. The terms
    /// of a determinant are at most the product of the sums of the absolute components of its vectors. Each has at
    /// most 8 roundings, for which 9.5 units stand: 3 of differences of corners, 2 of products, 1 of the cross
    /// product's difference and 2 of the sum.
    #[inline(never)]
    fn of_hit(start: Point3, d: [f64; 3], triangle: &Triangle3) -> Self {
        /// For some roundings of what is no less than it.
        const MORE: f64 = 1.0 + f32::EPSILON as f64;
        let Triangle3 { a, b, c } = *triangle;
        let (e, f, s) = (difference(b, a), difference(c, a), difference(start, a));
        let (d_x_f, s_x_e) = (cross(d, f), cross(s, e));
        let det = dot(e, d_x_f);
        let size = |v: [f64; 3]| v[0].abs() + v[1].abs() + v[2].abs();
        let bound = |u: [f64; 3], v: [f64; 3], w: [f64; 3]| {
            (9.5 / 2.0 * f64::EPSILON) * (size(u) * size(v) * size(w))
        };
        let bound_of_det = bound(e, d, f);
        let least = det.abs() - bound_of_det;
        if least <= bound_of_det {
            return Self::UNKNOWN;
        }
        let numerators = [dot(f, s_x_e), dot(s, d_x_f), dot(d, s_x_e)];
        let bounds = [bound(f, s, e), bound(s, d, f), bound(d, s, e)];
        let (inverse, largest_inverse) = (1.0 / det, 1.0 / least);
        let values = numerators.map(|numerator| numerator * inverse);
        // The quotient of the errors, the two roundings of the value, and what its own roundings may add.
        let error = |k: usize| {
            let size: f64 = values[k].abs();
            ((bounds[k] + size * bound_of_det) * largest_inverse + size * (2.0 * f64::EPSILON)) * MORE
        };
        Self { values, errors: from_fn(error) }
    }

    /// The interval of the parameter.
    #[inline(always)]
    pub fn parameter(&self) -> [f64; 2] {
        let ([t, ..], [error, ..]) = (self.values, self.errors);
        [(t - error).max(0.0), t + error]
    }

    /// `t`, `u` and `v`, each rounded once: the `f32` nearest to the real number, the even one of two.
    pub fn round<R: LinearComponent<3>>(&self, path: &R, triangle: &Triangle3) -> [f32; 3] {
        let rounded: [_; 3] = from_fn(|k| {
            let (value, error) = (self.values[k], self.errors[k]);
            let [low, high] = [(value - error) as f32, (value + error) as f32];
            (low == high && low != 0.0).then_some(low)
        });
        if let [Some(t), Some(u), Some(v)] = rounded {
            return [t, u, v];
        }
        let parameter = Quotient::parameter(path, triangle);
        let [u, v] = weights(path, triangle, &parameter);
        [parameter.round(), u.round(), v.round()]
    }
}

/// The order of the parameters at which a path first meets two triangles, both of which it does meet.
pub fn order<R: LinearComponent<3>>(
    path: &R,
    a: (&Impact, &Triangle3),
    b: (&Impact, &Triangle3),
) -> Ordering {
    let ([a_low, a_high], [b_low, b_high]) = (a.0.parameter(), b.0.parameter());
    if a_high < b_low {
        Ordering::Less
    } else if b_high < a_low {
        Ordering::Greater
    } else {
        Quotient::parameter(path, a.1).cmp(&Quotient::parameter(path, b.1))
    }
}

/// The lesser of two finite numbers. `f64::min` is longer, for numbers that are none.
#[inline(always)]
fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The vector from `q` to `p`.
#[inline(always)]
fn difference(p: Point3, q: Point3) -> [f64; 3] {
    let mut difference = [0.0; 3];
    for k in 0..3 {
        difference[k] = f64::from(p[k]) - f64::from(q[k]);
    }
    difference
}

/// A quotient of integers.
struct Quotient {
    numerator: Dyadic,
    /// Above zero.
    denominator: Dyadic,
}

impl Quotient {
    /// The quotient of two numbers, the second of which is not zero.
    fn new(numerator: Dyadic, denominator: Dyadic) -> Self {
        if is(&denominator, Ordering::is_lt) {
            let zero = Dyadic::from_f32(0.0);
            return Self { numerator: zero.minus(&numerator), denominator: zero.minus(&denominator) };
        }
        Self { numerator, denominator }
    }

    fn whole(number: f32) -> Self {
        Self { numerator: Dyadic::from_f32(number), denominator: Dyadic::from_f32(1.0) }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let [a, b] = [self.numerator.times(&other.denominator), other.numerator.times(&self.denominator)];
        sign(&a.minus(&b))
    }

    /// The parameter at which the path first meets the triangle. It does meet it.
    fn parameter<R: LinearComponent<3>>(path: &R, t: &Triangle3) -> Self {
        let (start, direction) = path.path();
        let d = vector::<Dyadic, 3>(direction);
        let [a, b, c] = [t.a, t.b, t.c].map(|vertex| between::<Dyadic, 3>(start, vertex));
        let edges = [(&a, &b), (&b, &c), (&c, &a)];
        let [ab, bc, ca] = edges.map(|(from, to)| determinant(&d, from, to));
        let sum = ab.plus(&bc).plus(&ca);
        if is(&sum, Ordering::is_ne) {
            return Self::new(determinant(&a, &b, &c), sum);
        }
        if segment3_triangle3(&Segment3 { start, direction: [0.0; 3] }, t) {
            return Self::whole(0.0);
        }
        let crossings = edges.into_iter().flat_map(|(from, to)| along_edge(&d, from, to)).flatten();
        crossings.min_by(Self::cmp).unwrap_or(Self::whole(0.0))
    }

    /// The nearest `f32`, the even one of two that are equally near.
    fn round(&self) -> f32 {
        const TWO_POW_127: f32 = 1.701_411_8e38;
        let is_negative = is(&self.numerator, Ordering::is_lt);
        let size = Self { numerator: self.numerator.abs(), denominator: self.denominator.clone() };
        let number = |bits: u32| Self::whole(f32::from_bits(bits));
        // The bits of the largest number that is no larger, among those of all numbers that are not negative.
        let (mut low, mut high) = (0, f32::INFINITY.to_bits());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if number(middle).cmp(&size).is_le() {
                low = middle;
            } else {
                high = middle;
            }
        }
        // The number half way to the next one: after the last, to the power of two that would be next.
        let next = if high == f32::INFINITY.to_bits() {
            Dyadic::from_f32(2.0).times(&Dyadic::from_f32(TWO_POW_127))
        } else {
            Dyadic::from_f32(f32::from_bits(high))
        };
        let both = Dyadic::from_f32(f32::from_bits(low)).plus(&next);
        let middle = Self { numerator: both, denominator: Dyadic::from_f32(2.0) };
        let bits = match size.cmp(&middle) {
            Ordering::Less => low,
            Ordering::Equal => low + low % 2,
            Ordering::Greater => high,
        };
        let rounded = f32::from_bits(bits);
        if is_negative { -rounded } else { rounded }
    }
}

/// Where a path along `d` that starts at the origin and lies in one plane with an edge meets it, if it does:
/// at one parameter, or at those of both ends of an edge on its line.
fn along_edge(d: &[Dyadic; 3], from: &[Dyadic; 3], to: &[Dyadic; 3]) -> [Option<Quotient>; 2] {
    let edge = sub(to, from);
    let (across, offset) = (cross3(d, &edge), cross3(from, d));
    let not_behind = |t: Quotient| is(&t.numerator, Ordering::is_ge).then_some(t);
    if let Some(k) = axis(&across) {
        // `from + s edge = t d`: times `d` on the right, and times the edge.
        let s = Quotient::new(offset[k].clone(), across[k].clone());
        let in_edge = is(&s.numerator, Ordering::is_ge) && s.cmp(&Quotient::whole(1.0)).is_le();
        let t = Quotient::new(cross3(from, &edge)[k].clone(), across[k].clone());
        return [in_edge.then_some(t).and_then(not_behind), None];
    }
    // On the line of the path, which starts outside of the edge.
    let on_line = |p: &[Dyadic; 3]| -> Option<Quotient> {
        let k = axis(d)?;
        let off = cross3(p, d).iter().any(|x| is(x, Ordering::is_ne));
        (!off).then(|| Quotient::new(p[k].clone(), d[k].clone())).and_then(not_behind)
    };
    [on_line(from), on_line(to)]
}

/// The weights `u` of B and `v` of C of the point at a parameter. In a triangle of zero area, those of the first
/// of the edges AB, AC and BC that holds the point.
fn weights<R: LinearComponent<3>>(path: &R, t: &Triangle3, parameter: &Quotient) -> [Quotient; 2] {
    let (start, direction) = path.path();
    let Quotient { numerator, denominator } = parameter;
    let from = |corner: Point3| -> [Dyadic; 3] {
        let (offset, d) = (between::<Dyadic, 3>(corner, start), vector::<Dyadic, 3>(direction));
        from_fn(|k| denominator.times(&offset[k]).plus(&numerator.times(&d[k])))
    };
    let (p, ab, ac) = (from(t.a), between::<Dyadic, 3>(t.a, t.b), between::<Dyadic, 3>(t.a, t.c));
    let normal = cross3(&ab, &ac);
    if let Some(k) = axis(&normal) {
        let area = denominator.times(&normal[k]);
        let of = |u: &[Dyadic; 3], v: &[Dyadic; 3]| Quotient::new(cross3(u, v)[k].clone(), area.clone());
        return [of(&p, &ac), of(&ab, &p)];
    }
    // How far along an edge the point is, if the edge holds it.
    let along = |p: &[Dyadic; 3], edge: &[Dyadic; 3]| -> Option<Quotient> {
        let k = axis(edge)?;
        let s = Quotient::new(p[k].clone(), denominator.times(&edge[k]));
        (is(&s.numerator, Ordering::is_ge) && s.cmp(&Quotient::whole(1.0)).is_le()).then_some(s)
    };
    let none = || Quotient::whole(0.0);
    if let Some(u) = along(&p, &ab) {
        return [u, none()];
    }
    if let Some(v) = along(&p, &ac) {
        return [none(), v];
    }
    match along(&from(t.b), &between::<Dyadic, 3>(t.b, t.c)) {
        Some(v) => {
            let u =
                Quotient { numerator: v.denominator.minus(&v.numerator), denominator: v.denominator.clone() };
            [u, v]
        }
        // A triangle that is a point.
        None => [none(), none()],
    }
}

/// The first axis along which a vector has a component.
fn axis(v: &[Dyadic; 3]) -> Option<usize> {
    (0..3).find(|&k| is(&v[k], Ordering::is_ne))
}

fn sign(number: &Dyadic) -> Ordering {
    // Integers leave no sign undecided.
    number.sign().unwrap_or(Ordering::Equal)
}

fn is(number: &Dyadic, what: fn(Ordering) -> bool) -> bool {
    what(sign(number))
}
