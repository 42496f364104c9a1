//! Shapes of `geo`, in the `f64` that its users have: every coordinate keeps its value.

use geo::{Coord, Line, Point, Polygon, Rect, Triangle};
use scalar::dim2;

fn coord([x, y]: [f32; 2]) -> Coord {
    Coord { x: f64::from(x), y: f64::from(y) }
}

/// A point.
pub fn point(p: &dim2::Point) -> Point {
    coord(*p).into()
}

/// A disk as its center and radius: `geo` has none.
pub fn disk(d: &dim2::Disk) -> (Point, f64) {
    (point(&d.center), f64::from(d.radius))
}

/// A segment from its start to its end.
pub fn line(s: &dim2::Segment) -> Line {
    let start = coord(s.start);
    Line::new(start, start + coord(s.direction))
}

/// A box along the axes.
pub fn rect(b: &dim2::Aabb) -> Rect {
    Rect::new(coord(b.min), coord(b.max))
}

/// A triangle.
pub fn triangle(t: &dim2::Triangle) -> Triangle {
    Triangle::new(coord(t.a), coord(t.b), coord(t.c))
}

/// A triangle as a polygon, which `geo` would otherwise make anew in each call.
pub fn polygon(t: &dim2::Triangle) -> Polygon {
    triangle(t).to_polygon()
}

/// An oriented box as a polygon: its slabs, so an axis longer than 1 makes it smaller.
pub fn box_polygon(b: &dim2::OrientedBox) -> Polygon {
    let (center, [hx, hy], u) = (coord(b.center), b.half_extents.map(f64::from), coord(b.axis));
    let u = u / (u.x * u.x + u.y * u.y);
    let v = Coord { x: -u.y, y: u.x };
    let corners = [(-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy)].map(|(i, j)| center + u * i + v * j);
    Polygon::new(corners.to_vec().into(), Vec::new())
}
