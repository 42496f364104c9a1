//! Pairs of whole numbers whose margin is one unit, or a few, or none, though the products that it is made of
//! have as many digits as `f64`, and more.
//!
//! Random search never meets these: of all points beside a line, one in `2^50` has a cross product of one.
//! They are solved for.
//!
//! | margin | of | solved by |
//! |---|---|---|
//! | `u x v` | an edge and a point, or the area of a triangle | the extended Euclidean algorithm |
//! | `(u x v) . w` | a triangle and a point in space | the same, twice |
//! | `u . w` less a half extent | a point and a side of an oriented box in space | the same, for two components |
//! | `r^2 - x^2 - y^2` | a radius and a point | Gaussian integers: a Pythagorean triple turns `r + i` into `x + i y` |
//! | `r^2 \|e\|^2 - (e x p)^2` | a radius and an edge | convergents of the continued fraction of `\|e\|` |
//! | `r^2 \|n\|^2 - (n . p)^2` | a radius and a triangle in space | those of `\|n\|` |
//!
//! Coordinates have 24 digits, but their differences up to 30, as two exponents meet in one pair. What is
//! left of the pair is random. It is taken if the answer changes with the sign of the margin.

use crate::layout::{Kind, Layout};
use crate::rng::Rng;
use crate::rows::Row;
use crate::search::Search;

/// Tries to complete a pair so that the margin decides about it.
const TRIES: usize = 24;

/// The columns of a point, an axis each.
type Point = Vec<usize>;

/// What a shape has that margins are made of. Oriented boxes of the plane have none of it.
#[derive(Default)]
struct Parts {
    points: Vec<Point>,
    edges: Vec<Edge>,
    radii: Vec<usize>,
    /// Of an oriented box in space; it has nothing else.
    slabs: Option<Slabs>,
}

/// The columns of an oriented box in space, which is where `|(p - center) . axis| <= extent` for all axes.
struct Slabs {
    center: Point,
    extents: Point,
    axes: Vec<Point>,
}

/// From a point to another, or along a direction.
#[derive(Clone)]
struct Edge {
    from: Point,
    to: Point,
    is_direction: bool,
}

impl Parts {
    /// Those of a shape whose columns begin at `start`.
    fn of(layout: &Layout, start: usize) -> Self {
        let columns = |kind| -> Vec<Point> {
            let fields = layout.all(kind);
            fields.map(|field| (0..field.dim).map(|k| start + field.start + k).collect()).collect()
        };
        if layout.first(Kind::Axis).is_some() {
            let [axes, mut centers, mut extents] = [Kind::Axis, Kind::Point, Kind::Extent].map(columns);
            let slabs = (axes.len() == 3).then(|| centers.pop().zip(extents.pop())).flatten();
            let slabs = slabs.map(|(center, extents)| Slabs { center, extents, axes });
            return Self { slabs, ..Self::default() };
        }
        let [mut points, directions] = [Kind::Point, Kind::Direction].map(columns);
        let (n, mut edges) = (points.len(), Vec::new());
        for i in 0..n {
            let edge =
                |to: &Point, is_direction| Edge { from: points[i].clone(), to: to.clone(), is_direction };
            edges.extend((0..n).filter(|&j| j != i).map(|j| edge(&points[j], false)));
            edges.extend(directions.iter().map(|to| edge(to, true)));
        }
        let [low, high] = [Kind::Min, Kind::Max].map(columns);
        for (low, high) in low.iter().zip(&high) {
            let corner = |bits: usize| {
                let columns = low.iter().zip(high).enumerate();
                columns.map(|(k, (&low, &high))| if bits >> k & 1 == 0 { low } else { high }).collect()
            };
            points.extend((0..1 << low.len()).map(corner));
        }
        let radii = layout.all(Kind::Radius).map(|field| start + field.start).collect();
        Self { points, edges, radii, slabs: None }
    }
}

/// Constructs pairs of two shapes.
pub struct Construct {
    left: Parts,
    right: Parts,
    /// What each column of the pair is, and its axis.
    columns: Vec<(Kind, usize)>,
}

/// Some columns and their values.
type Values = Vec<(usize, i64)>;

impl Construct {
    /// For the shapes of a search.
    pub fn new(search: &Search) -> Self {
        let (left, right) = (search.generator.left(), search.generator.right());
        let fields = left.fields.iter().chain(&right.fields);
        let columns = fields.flat_map(|field| (0..field.dim).map(|axis| (field.kind, axis))).collect();
        Self { left: Parts::of(left, 0), right: Parts::of(right, left.columns), columns }
    }

    /// Whether there is anything to construct.
    pub fn can(&self) -> bool {
        let [left, right] = [&self.left, &self.right];
        // A path leaves a slab again: where it starts says nothing.
        let is_solid = |parts: &Parts| {
            !parts.points.is_empty() && parts.radii.is_empty() && !parts.edges.iter().any(|e| e.is_direction)
        };
        [left, right].iter().all(|parts| !parts.radii.is_empty() || !parts.points.is_empty())
            || left.slabs.is_some() && is_solid(right)
            || right.slabs.is_some() && is_solid(left)
    }

    /// A pair of whole numbers with as many digits as `f64` computes without rounding, in polynomials of
    /// degree 2, 3, 4 or 6, or a few more or less; often many of them are as large as they can be.
    pub fn lattice(&self, search: &mut Search) -> Option<Row> {
        let left = search.generator.left().columns;
        let rng = search.generator.rng();
        let bits = rng.pick(&[7_u32, 8, 11, 12, 13, 14, 16, 17, 18, 24, 25, 26, 26, 27]);
        let [is_extreme, is_centered, is_aligned] = [0; 3].map(|_| rng.one_in(2));
        let (others, is_core) = (rng.pick(&[4, 16, 64]), rng.one_in(4));
        let mut is_negative = false;
        let has = |kind, columns: &[(Kind, usize)]| columns.iter().any(|column| column.0 == kind);
        let (first, second) = self.columns.split_at(left);
        let is_second = has(Kind::Axis, second) && !has(Kind::Point, first);
        let row = self.columns.iter().enumerate().map(|(k, &(kind, axis))| {
            // The first shape is at the origin, so that differences are as large; or an oriented box beside an
            // upright one.
            if is_centered && (k < left || is_second) && kind == Kind::Point {
                return rng.below(2) as f32;
            }
            // Round shapes are their cores.
            if is_core && kind == Kind::Radius {
                return 0.0;
            }
            let is_largest = is_extreme && !rng.one_in(others);
            let size = if is_largest {
                // A column has 24 digits.
                (1 << bits) - (i64::from(1 + rng.below(4) as u32) << bits.saturating_sub(24))
            } else {
                whole(rng, bits).abs()
            };
            // All coordinates of a vector may have the same sign.
            if axis == 0 || !is_aligned {
                is_negative = rng.one_in(2);
            }
            let is_length = matches!(kind, Kind::Radius | Kind::Extent);
            if is_negative && !is_length { -size as f32 } else { size as f32 }
        });
        let mut row: Row = row.collect();
        self.share_radius(rng, &mut row);
        // Boxes of which an axis is far from 1 may not be taken for exact.
        let axes = self.columns.iter().filter(|(kind, _)| *kind == Kind::Axis);
        if axes.count() == 2 && rng.one_in(2) {
            for x in &mut row {
                *x /= (1_u64 << bits) as f32;
            }
        }
        let (is_flat, across, is_aimed) = (rng.one_in(8), rng.below(3), rng.one_in(2));
        if is_aimed {
            let times = rng.pick(&[0.0, 1.0, -1.0, -1.0]);
            self.aim(&mut row, left, times);
        }
        self.order(&mut row);
        if is_flat {
            row = search.flattened(&row, across);
        }
        Some(row).filter(|row: &Row| search.is_pair(row))
    }

    /// Makes several radii parts of the first: their sum is an operand, too, and has as many digits as one.
    fn share_radius(&self, rng: &mut Rng, row: &mut [f32]) {
        let mut radii = (0..row.len()).filter(|&k| self.columns[k].0 == Kind::Radius);
        let Some(first) = radii.next() else { return };
        for other in radii {
            let part = if rng.one_in(2) { (row[first] * rng.unit()).round() } else { 0.0 };
            let parts = [part, row[first] - part];
            [row[first], row[other]] = if rng.one_in(2) { parts } else { [parts[1], parts[0]] };
        }
    }

    /// Turns a path towards the first point of the other shape, so that its end is there, or away from it; or
    /// takes its direction.
    fn aim(&self, row: &mut [f32], left: usize, times: f32) {
        for axis in 0..3 {
            let at = |kind, columns: core::ops::Range<usize>| {
                columns.into_iter().find(|&k| self.columns[k] == (kind, axis))
            };
            let other = at(Kind::Point, left..row.len()).or(at(Kind::Min, left..row.len()));
            if let (Some(start), Some(direction), Some(other)) =
                (at(Kind::Point, 0..left), at(Kind::Direction, 0..left), other)
            {
                row[direction] = times * (row[start] - row[other]);
            }
        }
    }

    /// Exchanges the corners of a box that are not in order.
    fn order(&self, row: &mut [f32]) {
        for high in 0..row.len() {
            let (kind, axis) = self.columns[high];
            let low = (0..high).rev().find(|&low| self.columns[low] == (Kind::Min, axis));
            if let Some(low) = low.filter(|&low| kind == Kind::Max && row[low] > row[high]) {
                row.swap(low, high);
            }
        }
    }

    /// A pair about which a margin of a few units decides, and its neighbour with another answer; if one is
    /// found.
    pub fn pair(&self, search: &mut Search) -> Option<[Row; 2]> {
        let rng = search.generator.rng();
        let is_left = self.left.slabs.is_some() || (self.right.slabs.is_none() && rng.one_in(2));
        let (one, other) = if is_left { (&self.left, &self.right) } else { (&self.right, &self.left) };
        // Round shapes are their cores now and then, as a capsule its segment.
        let has_edges = !(one.edges.is_empty() && other.edges.is_empty());
        let is_core = has_edges && rng.one_in(4);
        let radius = one.radii.first().copied().filter(|_| !is_core);
        let is_solid = is_core || other.radii.is_empty();
        // What is solved for, and a column that turns the answer.
        let (mut values, turn) = match (&one.slabs, radius, &one.points[..], rng.below(4)) {
            (Some(slabs), ..) => slab(rng, slabs, other),
            (_, Some(radius), [center], 0) => circle(rng, center, radius, [one, other]),
            (_, Some(radius), [center], 1) => face(rng, center, radius, other),
            (_, Some(radius), [center], _) => foot(rng, center, radius, other),
            // Round corners.
            (_, Some(radius), corners @ [_, _, ..], kind @ 0..3) => {
                let corner = pick(rng, corners)?;
                if kind == 0 {
                    circle(rng, corner, radius, [one, other])
                } else {
                    foot(rng, corner, radius, other)
                }
            }
            (_, None, [a, b, c], 0..3) if a.len() == 3 && is_solid => plane(rng, [a, b, c], other),
            _ => line(rng, one, other),
        }?;
        if is_core {
            values.extend(one.radii.iter().chain(&other.radii).map(|&radius| (radius, 0)));
        }
        let is_column = |&(_, x): &(usize, i64)| x as f32 as i64 == x;
        let complete = |_| self.completed(search, &values, turn);
        if values.iter().all(is_column) { (0..TRIES).find_map(complete) } else { None }
    }

    /// The pair with these values, and all else in the box around them or a little larger; and the same with
    /// one step more or less in the column `turn`, if their answers differ.
    fn completed(&self, search: &mut Search, values: &Values, turn: usize) -> Option<[Row; 2]> {
        let mut sides = [[f32::MAX, f32::MIN]; 3];
        for &(column, x) in values {
            if let (Kind::Point | Kind::Min | Kind::Max, axis) = self.columns[column] {
                let [low, high] = sides[axis];
                sides[axis] = [low.min(x as f32), high.max(x as f32)];
            }
        }
        // An axis on which nothing was solved for is like the others.
        let [all_low, all_high] = sides
            .iter()
            .fold([f32::MAX, f32::MIN], |[low, high], side| [low.min(side[0]), high.max(side[1])]);
        sides.iter_mut().filter(|[low, high]| low > high).for_each(|side| *side = [all_low, all_high]);
        let rng = search.generator.rng();
        let more = rng.pick(&[0.0, 0.1, 1.0]);
        let mut row: Row = self
            .columns
            .iter()
            .map(|&(kind, axis)| {
                let [low, high] = sides[axis];
                let size = high - low;
                let x = match kind {
                    Kind::Point | Kind::Min | Kind::Max => {
                        low + (rng.unit() * (1.0 + 2.0 * more) - more) * size
                    }
                    Kind::Radius | Kind::Extent => rng.unit() * size,
                    _ => rng.signed() * size,
                };
                x.round()
            })
            .collect();
        for &(column, x) in values {
            row[column] = x as f32;
        }
        self.order(&mut row);
        let hit = search.is_pair(&row).then(|| search.hit(&row))?;
        let turned = [f32::next_up as fn(f32) -> f32, f32::next_down].map(|step| {
            let mut turned = row.clone();
            let x = turned[turn];
            // Whole, and another number.
            turned[turn] = if x.abs() < 1e7 { x + step(x).total_cmp(&x) as i8 as f32 } else { step(x) };
            turned
        });
        let turned = turned.into_iter().find(|row| search.is_pair(row) && search.hit(row) != hit)?;
        Some([row, turned])
    }
}

/// A whole number that a column can hold, of up to this many bits; often the first of them are set, and often
/// the last.
fn whole(rng: &mut Rng, bits: u32) -> i64 {
    let digits = bits.min(24);
    let number = (rng.bits() >> (64 - digits)).cast_signed();
    let number = if rng.one_in(2) { number | 7 << digits >> 3 } else { number };
    let number = if rng.one_in(2) { number << (bits - digits) } else { number };
    if rng.one_in(2) { number } else { -number }
}

/// A point `s` of one shape beside an edge of the other, or of its own, from `p` along `u`: with
/// `u x (s - p)` of a few units, on two of the axes.
fn line(rng: &mut Rng, one: &Parts, other: &Parts) -> Option<(Values, usize)> {
    let Edge { from, to, is_direction } = pick(rng, &one.edges)?;
    let of = if rng.one_in(8) { one } else { other };
    let s = pick(rng, &of.points)?;
    if s == from || s == to {
        return None;
    }
    let axes = axes(rng, from.len());
    let most = 22 + rng.below(8) as u32;
    let bits = [0; 2].map(|_| most - rng.below(3) as u32);
    let [p, end] = [0; 2].map(|_| bits.map(|bits| whole(rng, bits)));
    let u = if *is_direction { end } else { [end[0] - p[0], end[1] - p[1]] };
    // Each coordinate of s is a multiple of a power of two.
    let shifts = bits.map(|bits| rng.below(bits.saturating_sub(23) as usize));
    let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
    let delta = i128::from(rng.pick(&[0, 1, -1, 1, -1, 2, -2, 3]));
    // Somewhere on the edge, often near its end.
    let along = if rng.one_in(2) { rng.unit() } else { 1.0 - rng.unit() / 8.0 };
    let middle = f64::from(along) * u[0] as f64 + p[0] as f64;
    let [x, y] = solve(
        [-(i128::from(u[1]) << shifts[0]), i128::from(u[0]) << shifts[1]],
        delta + wide(u[0], p[1]) - wide(u[1], p[0]),
        middle / (1_u64 << shifts[0]) as f64,
    )?;
    let s_at = [x << shifts[0], y << shifts[1]];
    let values = [(from, p), (to, end), (s, s_at)];
    let values = values.iter().flat_map(|(columns, at)| [0, 1].map(|k| (columns[axes[k]], at[k]))).collect();
    Some((values, s[axes[rng.below(2)]]))
}

/// A disk of radius `r` around `t`, and a point `s` with `|s - t|^2 = r^2 + 1`: for a Pythagorean triple
/// `a^2 + b^2 = c^2`, `(a r + b)^2 + (b r - a)^2 = c^2 (r^2 + 1)`. Of a path, `t` or `s` is an end as often as
/// the start.
fn circle(rng: &mut Rng, t: &Point, radius: usize, [one, other]: [&Parts; 2]) -> Option<(Values, usize)> {
    const TRIPLES: [[i64; 3]; 6] =
        [[3, 4, 5], [5, 12, 13], [8, 15, 17], [7, 24, 25], [20, 21, 29], [12, 35, 37]];
    let s = pick(rng, &other.points)?;
    let [a, b, c] = rng.pick(&TRIPLES);
    // The most bits that are taken for exact, or around them.
    let bits = if rng.one_in(2) { 26 } else { 20 + rng.below(11) as u32 };
    let r =
        (0..200).map(|_| whole(rng, bits).abs()).find(|r| (a * r + b) % c == 0 && (b * r - a) % c == 0)?;
    let mut values = Vec::new();
    // The radius, or the sum of several.
    let mut rest = r;
    for &other in &other.radii {
        let part = if rng.one_in(2) { whole(rng, bits).abs() % (rest + 1) } else { 0 };
        values.push((other, part));
        rest -= part;
    }
    values.push((radius, rest));
    let [i, j] = axes(rng, t.len());
    let [mut s_at, mut t_at] = [0; 2].map(|_| vec![0; t.len()]);
    for k in 0..t.len() {
        let x = if k == i {
            (a * r + b) / c
        } else if k == j {
            (b * r - a) / c
        } else {
            0
        };
        let x = if rng.one_in(2) { x } else { -x };
        // One of the two has the first digits, the other one the last.
        let low = x % 256;
        [s_at[k], t_at[k]] = if rng.one_in(2) { [x - low, -low] } else { [low, low - x] };
    }
    for (parts, point, at) in [(other, s, s_at), (one, t, t_at)] {
        let path = parts.edges.iter().find(|edge| edge.is_direction && &edge.from == point);
        let path = path.filter(|_| rng.one_in(2));
        for k in 0..at.len() {
            let along = path.map_or(0, |_| whole(rng, bits));
            values.push((point[k], at[k] - along));
            values.extend(path.map(|path| (path.to[k], along)));
        }
    }
    Some((values, radius))
}

/// A disk of radius `r` around `t`, whose foot is on an edge `e` from `a`, with `r^2 |e|^2 - (e x (t - a))^2`
/// of a few units.
fn foot(rng: &mut Rng, t: &Point, radius: usize, other: &Parts) -> Option<(Values, usize)> {
    let Edge { from, to, is_direction } = pick(rng, &other.edges)?;
    let bits = 9 + rng.below(8) as u32;
    let (e, [c, r]) = (0..4000).find_map(|_| {
        let e = [whole(rng, bits), whole(rng, bits)];
        let length2 = i128::from(e[0] * e[0] + e[1] * e[1]);
        let solution = convergent(length2, 1 << bits)?;
        let is_coprime = bezout(e[0].into(), e[1].into())[0].abs() == 1;
        (is_small(length2, solution, 4 * bits) && is_coprime).then_some((e, solution))
    })?;
    // The foot is within the edge.
    let middle = f64::from(rng.unit()) * e[0] as f64;
    let [x, y] = solve([-i128::from(e[1]), e[0].into()], c, middle)?;
    let a = [0; 2].map(|_| whole(rng, 10));
    let end = if *is_direction { e } else { [a[0] + e[0], a[1] + e[1]] };
    let [i, j] = axes(rng, t.len());
    let mut values = vec![(radius, i64::try_from(r).ok()?)];
    for k in 0..t.len() {
        let at = match k {
            _ if k == i => [a[0] + x, a[0], end[0]],
            _ if k == j => [a[1] + y, a[1], end[1]],
            _ => [0; 3],
        };
        values.extend([(t[k], at[0]), (from[k], at[1]), (to[k], at[2])]);
    }
    Some((values, radius))
}

/// A sphere of radius `r` around `t`, whose foot is in a triangle with the normal `n`, with
/// `r^2 |n|^2 - (n . (t - a))^2` of a few units.
fn face(rng: &mut Rng, t: &Point, radius: usize, other: &Parts) -> Option<(Values, usize)> {
    let ([tx, ty, tz], [a, b, c]) = (&t[..], &other.points[..]) else { return None };
    let bits = 7 + rng.below(5) as u32;
    let ([p, u, v], n, [height, r]) = (0..20_000).find_map(|_| {
        let [p, q, s] = [0; 3].map(|_| [0; 3].map(|_| i128::from(whole(rng, bits))));
        let [u, v] = [q, s].map(|to| [0, 1, 2].map(|k| to[k] - p[k]));
        let n = cross(u, v);
        let solution = convergent(dot(n, n), 1 << bits)?;
        let is_coprime = bezout(bezout(n[0], n[1])[0], n[2])[0].abs() == 1;
        (is_small(dot(n, n), solution, 6 * bits) && is_coprime).then_some(([p, u, v], n, solution))
    })?;
    // Moved along the plane to the triangle.
    let d = moved_into(u, v, solve3(n, height)?);
    let mut values = vec![(radius, i64::try_from(r).ok()?)];
    for (k, t) in [tx, ty, tz].into_iter().enumerate() {
        let at = [p[k] + d[k], p[k], p[k] + u[k], p[k] + v[k]];
        let columns = [*t, a[k], b[k], c[k]];
        values.extend(columns.into_iter().zip(at.map(|x| x as i64)));
    }
    Some((values, radius))
}

/// A point `s` of the other shape beside the plane of a triangle from `a` along `u` and `v`, in it or around
/// it: with `(u x v) . (s - a)` of a few units.
fn plane(rng: &mut Rng, [a, b, c]: [&Point; 3], other: &Parts) -> Option<(Values, usize)> {
    let s = pick(rng, &other.points)?;
    let bits = 8 + rng.below(14) as u32;
    let delta = i128::from(rng.pick(&[0, 1, -1, 1, -1, 2, -2, 3]));
    let (u, v, n) = (0..100).find_map(|_| {
        let [u, v] = [0; 2].map(|_| [0; 3].map(|_| i128::from(whole(rng, bits))));
        let n = cross(u, v);
        (bezout(bezout(n[0], n[1])[0], n[2])[0].abs() == 1).then_some((u, v, n))
    })?;
    let d = moved_into(u, v, solve3(n, delta)?);
    let at = [0; 3].map(|_| i128::from(whole(rng, bits)));
    let mut values = Vec::new();
    for k in 0..3 {
        let corners = [(s[k], at[k] + d[k]), (a[k], at[k]), (b[k], at[k] + u[k]), (c[k], at[k] + v[k])];
        values.extend(corners.map(|(column, x)| (column, x as i64)));
    }
    Some((values, s[rng.below(3)]))
}

/// A point `s` beside a side of an oriented box, with `(s - c) . u` a few units from the half extent, though
/// its products are as large as they can be. All other points are there, too, or as far away along `u` as
/// they can be; a radius is zero; and the box reaches as far along its other axes, two of the coordinates'.
fn slab(rng: &mut Rng, Slabs { center, extents, axes }: &Slabs, other: &Parts) -> Option<(Values, usize)> {
    let is_far = other.points.len() > 1 && rng.one_in(2);
    // No more are taken for exact.
    let bits = if is_far { 26 } else { 12 + rng.below(15) as u32 };
    let u = [0; 3].map(|_| whole(rng, bits));
    let extent_bits = rng.pick(&[4, 12, 23]);
    let extent = whole(rng, extent_bits).abs();
    let delta = rng.pick(&[0, 1, -1, 1, -1, 2, -2, 3]);
    let last = rng.below(3);
    let [i, j, k] = [1, 2, 3].map(|step| (last + step) % 3);
    let d = (0..100).find_map(|_| {
        let mut d = [whole(rng, bits); 3];
        let rest = i128::from(extent + delta) - i128::from(u[k]) * i128::from(d[k]);
        let middle = f64::from(rng.signed()) * (1_u64 << bits) as f64;
        [d[i], d[j]] = solve([u[i].into(), u[j].into()], rest, middle)?;
        d.iter().all(|x| x.unsigned_abs() < 1 << bits).then_some(d)
    })?;
    // The next number that a column can hold.
    let reach = d.iter().map(|x| x.unsigned_abs()).max()?;
    let reach = reach.next_multiple_of(1 << bits.saturating_sub(24));
    let chosen = rng.below(3);
    let mut values: Values = other.radii.iter().map(|&radius| (radius, 0)).collect();
    let near = rng.below(other.points.len());
    for k in 0..3 {
        values.push((axes[chosen][k], u[k]));
        for step in [1, 2] {
            values.push((axes[(chosen + step) % 3][k], i64::from((chosen + step) % 3 == k)));
        }
        values.push((extents[k], if k == chosen { extent } else { i64::try_from(reach).ok()? }));
        // One of the two has the first digits, the other one the last.
        let low = if is_far { d[k] % 4 } else { d[k] % 256 };
        let [s, c] = if is_far || rng.one_in(2) { [d[k] - low, -low] } else { [low, low - d[k]] };
        values.push((center[k], c));
        // No difference has more bits.
        let room = (1 << bits) - 256 - if (u[k] < 0) == (d[k] < 0) { 0 } else { d[k].abs() };
        let far = (room - room % 256) * u[k].signum();
        values.extend(other.points.iter().enumerate().map(|(n, point)| {
            let is_near = n == near || !is_far;
            (point[k], if is_near { s } else { far })
        }));
    }
    Some((values, extents[chosen]))
}

/// Whole numbers with `n . d = c`.
fn solve3(n: [i128; 3], c: i128) -> Option<[i128; 3]> {
    // n0 x + n1 y = g m, and g m + n2 z = c.
    let g = bezout(n[0], n[1])[0];
    let [m, z] = solve([g, n[2]], c, 0.0)?;
    let [x, y] = solve([n[0], n[1]], g * i128::from(m), 0.0)?;
    Some([x, y, z].map(i128::from))
}

/// The vector less multiples of `u` and `v`, so that its foot on their plane is between them.
fn moved_into(u: [i128; 3], v: [i128; 3], d: [i128; 3]) -> [i128; 3] {
    let (uu, uv, vv, du, dv) = (dot(u, u), dot(u, v), dot(v, v), dot(d, u), dot(d, v));
    let area2 = uu * vv - uv * uv;
    let [along_u, along_v] = [du * vv - dv * uv, dv * uu - du * uv].map(|x| x.div_euclid(area2));
    [0, 1, 2].map(|k| d[k] - along_u * u[k] - along_v * v[k])
}

fn cross(u: [i128; 3], v: [i128; 3]) -> [i128; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Whether `c^2 - n r^2` is not far above the rounding of products of this many bits in `f64`.
fn is_small(n: i128, [c, r]: [i128; 2], bits: u32) -> bool {
    let margin = (c * c - n * r * r).abs();
    margin > 0 && margin <= 1 << bits.saturating_sub(50).max(1)
}

/// The convergent `c / r` of the square root of `n` with the largest `r` below `most`; None if it is whole.
fn convergent(n: i128, most: i128) -> Option<[i128; 2]> {
    let root = n.isqrt();
    let (mut m, mut d, mut a) = (0, 1, root);
    let (mut before, mut now) = ([1, 0], [root, 1]);
    loop {
        m = d * a - m;
        d = (n - m * m) / d;
        if d == 0 {
            return None;
        }
        a = (root + m) / d;
        let next = [0, 1].map(|k| a * now[k] + before[k]);
        if next[1] >= most {
            return Some(now);
        }
        (before, now) = (now, next);
    }
}

/// `[g, x, y]` with `a x + b y = g`, their greatest common divisor, up to its sign.
fn bezout(a: i128, b: i128) -> [i128; 3] {
    let (mut old, mut new) = ([a, 1, 0], [b, 0, 1]);
    while new[0] != 0 {
        let q = old[0] / new[0];
        (old, new) = (new, [0, 1, 2].map(|k| old[k] - q * new[k]));
    }
    old
}

/// Whole numbers with `a x + b y = c`, the `x` as near as may be to `at`.
fn solve([a, b]: [i128; 2], c: i128, at: f64) -> Option<[i64; 2]> {
    let [g, x, _] = bezout(a, b);
    if g == 0 || b == 0 || c % g != 0 {
        return None;
    }
    // x is known up to multiples of `step`.
    let step = (b / g).abs();
    let x = (x * (c / g % step)) % step;
    let x = x + ((at - x as f64) / step as f64).round() as i128 * step;
    let y = (c - a * x) / b;
    Some([i64::try_from(x).ok()?, i64::try_from(y).ok()?])
}

/// Two different axes.
fn axes(rng: &mut Rng, dim: usize) -> [usize; 2] {
    let i = rng.below(dim);
    [i, (i + 1 + rng.below(dim - 1)) % dim]
}

fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> Option<&'a T> {
    if all.is_empty() { None } else { Some(&all[rng.below(all.len())]) }
}
