//! What columns mean.

use scalar::dim2::{Aabb, Crossing, Disk, OrientedBox, Segment, Triangle};
use scalar::dim3::{OrientedBox3, Triangle3};
use soa::Shape;
use testkit::layout::{Kind, Layout};

fn kinds<S: Shape>() -> Vec<(Kind, usize)> {
    Layout::of::<S>().fields.iter().map(|field| (field.kind, field.dim)).collect()
}

#[test]
fn columns_are_read_by_name() {
    use Kind::{Axis, Direction, Extent, Max, Min, Point, Radius, Value};
    assert_eq!(kinds::<Triangle>(), [(Point, 2); 3]);
    assert_eq!(kinds::<Triangle3>(), [(Point, 3); 3]);
    assert_eq!(kinds::<Segment>(), [(Point, 2), (Direction, 2)]);
    assert_eq!(kinds::<Disk>(), [(Point, 2), (Radius, 1)]);
    assert_eq!(kinds::<Aabb>(), [(Min, 2), (Max, 2)]);
    assert_eq!(kinds::<OrientedBox>(), [(Point, 2), (Extent, 2), (Axis, 2)]);
    assert_eq!(kinds::<Crossing>(), [(Value, 1), (Value, 1), (Point, 2)]);
    assert_eq!(kinds::<OrientedBox3>(), [(Point, 3), (Extent, 3), (Axis, 3), (Axis, 3), (Axis, 3)]);
}

#[test]
fn degenerate_rows_are_known() {
    let triangle = Layout::of::<Triangle>();
    assert!(triangle.degenerate(&[0.0, 0.0, 1.0, 1.0, 3.0, 3.0]));
    assert!(!triangle.degenerate(&[0.0, 0.0, 1.0, 1.0, 3.0, 4.0]));
    let space = Layout::of::<Triangle3>();
    assert!(space.degenerate(&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 6.0]));
    assert!(!space.degenerate(&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 5.0]));
    // Of zero area as seen from each side but one; and away from the origin.
    for side in 0..3 {
        let turned = |[x, y, z]: [f32; 3]| {
            let mut corner = [x + 5.0, y + 6.0, z - 7.0];
            corner.rotate_left(side);
            corner
        };
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(turned);
        assert!(!space.degenerate(corners.as_flattened()), "{corners:?}");
        let corners = [[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]].map(turned);
        assert!(space.degenerate(corners.as_flattened()), "{corners:?}");
    }
    let rows =
        |layout: Layout, rows: &[&[f32]]| rows.iter().map(|row| layout.degenerate(row)).collect::<Vec<_>>();
    assert_eq!(rows(Layout::of::<Disk>(), &[&[1.0, 1.0, 0.0], &[0.0, 0.0, 1.0]]), [true, false]);
    let boxes: [&[f32]; 3] = [&[0.0, 1.0, 2.0, 1.0], &[2.0, 0.0, 2.0, 1.0], &[1.0, 0.0, 2.0, 1.0]];
    assert_eq!(rows(Layout::of::<Aabb>(), &boxes), [true, true, false]);
    let segments: [&[f32]; 3] = [&[1.0, 1.0, 0.0, 0.0], &[0.0, 0.0, 0.0, 1.0], &[0.0, 0.0, 1.0, 0.0]];
    assert_eq!(rows(Layout::of::<Segment>(), &segments), [true, false, false]);
    let oriented: [&[f32]; 3] =
        [&[1.0, 1.0, 0.0, 1.0, 1.0, 1.0], &[1.0, 1.0, 1.0, 0.0, 1.0, 1.0], &[0.0, 0.0, 1.0, 1.0, 1.0, 0.0]];
    assert_eq!(rows(Layout::of::<OrientedBox>(), &oriented), [true, true, false]);
    assert!(!Layout::of::<[f32; 2]>().can_degenerate());
    assert!(Layout::of::<Segment>().can_degenerate() && Layout::of::<Triangle>().can_degenerate());
}
