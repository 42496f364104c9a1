//! What columns mean.

use soa::ShapeKind;
use testkit::layout::{Kind, Layout};

fn kinds(shape: ShapeKind) -> Vec<(Kind, usize)> {
    Layout::of(shape).fields.iter().map(|field| (field.kind, field.dim)).collect()
}

#[test]
fn columns_are_read_by_name() {
    use Kind::{Axis, Direction, Extent, Max, Min, Point, Radius, Value};
    assert_eq!(kinds(ShapeKind::Triangle), [(Point, 2); 3]);
    assert_eq!(kinds(ShapeKind::Triangle3), [(Point, 3); 3]);
    assert_eq!(kinds(ShapeKind::Segment), [(Point, 2), (Direction, 2)]);
    assert_eq!(kinds(ShapeKind::Disk), [(Point, 2), (Radius, 1)]);
    assert_eq!(kinds(ShapeKind::Aabb), [(Min, 2), (Max, 2)]);
    assert_eq!(kinds(ShapeKind::OrientedBox), [(Point, 2), (Extent, 2), (Axis, 2)]);
    assert_eq!(kinds(ShapeKind::Clip), [(Value, 1), (Value, 1), (Point, 2)]);
    assert_eq!(kinds(ShapeKind::OrientedBox3), [(Point, 3), (Extent, 3), (Axis, 3), (Axis, 3), (Axis, 3)]);
}

#[test]
fn degenerate_rows_are_known() {
    let triangle = Layout::of(ShapeKind::Triangle);
    assert!(triangle.degenerate(&[0.0, 0.0, 1.0, 1.0, 3.0, 3.0]));
    assert!(!triangle.degenerate(&[0.0, 0.0, 1.0, 1.0, 3.0, 4.0]));
    let space = Layout::of(ShapeKind::Triangle3);
    assert!(space.degenerate(&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 6.0]));
    assert!(!space.degenerate(&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 5.0]));
    let rows =
        |layout: Layout, rows: &[&[f32]]| rows.iter().map(|row| layout.degenerate(row)).collect::<Vec<_>>();
    assert_eq!(rows(Layout::of(ShapeKind::Disk), &[&[1.0, 1.0, 0.0], &[0.0, 0.0, 1.0]]), [true, false]);
    let boxes: [&[f32]; 3] = [&[0.0, 1.0, 2.0, 1.0], &[2.0, 0.0, 2.0, 1.0], &[1.0, 0.0, 2.0, 1.0]];
    assert_eq!(rows(Layout::of(ShapeKind::Aabb), &boxes), [true, true, false]);
    let segments: [&[f32]; 3] = [&[1.0, 1.0, 0.0, 0.0], &[0.0, 0.0, 0.0, 1.0], &[0.0, 0.0, 1.0, 0.0]];
    assert_eq!(rows(Layout::of(ShapeKind::Segment), &segments), [true, false, false]);
    let oriented: [&[f32]; 3] =
        [&[1.0, 1.0, 0.0, 1.0, 1.0, 1.0], &[1.0, 1.0, 1.0, 0.0, 1.0, 1.0], &[0.0, 0.0, 1.0, 1.0, 1.0, 0.0]];
    assert_eq!(rows(Layout::of(ShapeKind::OrientedBox), &oriented), [true, true, false]);
}
