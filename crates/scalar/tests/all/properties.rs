//! Properties of the references on whole coordinates, where the algorithms below make no rounding error: vertices in
//! any order, operands exchanged, shapes moved.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use scalar::dim2::{Point, Segment, Triangle};
use scalar::dim2::{
    circumcircle, point_segment, point_triangle, segment_segment, segment_triangle, triangle_triangle,
};
use scalar::dim3::vector;

/// The same cases on every run.
fn config() -> ProptestConfig {
    ProptestConfig { cases: 2_000, rng_seed: RngSeed::Fixed(2026), ..Default::default() }
}

/// On a small grid, where touching is common, and on a wide one; products of differences stay below 2^24.
fn point() -> impl Strategy<Value = Point> {
    let near = [(0_i16..5), (0_i16..5)];
    let wide = [(-500_i16..500), (-500_i16..500)];
    prop_oneof![3 => near, 1 => wide].prop_map(|p| p.map(f32::from))
}

fn triangle() -> impl Strategy<Value = Triangle> {
    [point(), point(), point()].prop_map(|[a, b, c]| Triangle { a, b, c })
}

fn segment() -> impl Strategy<Value = Segment> {
    [point(), point()].prop_map(between)
}

fn between([from, to]: [Point; 2]) -> Segment {
    Segment { start: from, direction: [to[0] - from[0], to[1] - from[1]] }
}

fn reversed(s: &Segment) -> Segment {
    let end = [s.start[0] + s.direction[0], s.start[1] + s.direction[1]];
    Segment { start: end, direction: s.direction.map(|d| -d) }
}

/// All orders of the vertices, both windings.
fn orders(Triangle { a, b, c }: Triangle) -> [Triangle; 6] {
    [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]].map(|[a, b, c]| Triangle { a, b, c })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn vertices_come_in_any_order(p in point(), s in segment(), t in triangle(), u in triangle()) {
        let inside = point_triangle::edge_functions(p, &t);
        let crossed = segment_triangle::edge_functions(&s, &t);
        let axes = triangle_triangle::separating_axis(&t, &u);
        let edges = triangle_triangle::edge_functions(&t, &u);
        prop_assert_eq!(axes, edges);
        for t in orders(t) {
            prop_assert_eq!(point_triangle::edge_functions(p, &t), inside);
            prop_assert_eq!(segment_triangle::edge_functions(&s, &t), crossed);
            prop_assert_eq!(segment_triangle::edge_functions(&reversed(&s), &t), crossed);
            for u in orders(u) {
                prop_assert_eq!(triangle_triangle::separating_axis(&t, &u), axes);
                prop_assert_eq!(triangle_triangle::edge_functions(&t, &u), edges);
                prop_assert_eq!(triangle_triangle::edge_functions_early(&t, &u), edges);
            }
        }
    }

    #[test]
    fn operands_can_be_exchanged(t in triangle(), u in triangle(), r in segment(), s in segment()) {
        prop_assert_eq!(triangle_triangle::separating_axis(&t, &u), triangle_triangle::separating_axis(&u, &t));
        prop_assert_eq!(triangle_triangle::edge_functions(&t, &u), triangle_triangle::edge_functions(&u, &t));
        let meet = segment_segment::straddle(&r, &s);
        for (r, s) in [(s, r), (reversed(&r), s), (r, reversed(&s)), (reversed(&s), reversed(&r))] {
            prop_assert_eq!(segment_segment::straddle(&r, &s), meet);
        }
    }

    #[test]
    fn larger_shapes_hit_where_smaller_ones_do(p in point(), t in triangle(), u in triangle()) {
        // A point is a segment is a triangle.
        let dot = Segment { start: p, direction: [0.0; 2] };
        let speck = Triangle { a: p, b: p, c: p };
        let inside = point_triangle::edge_functions(p, &t);
        prop_assert_eq!(segment_triangle::edge_functions(&dot, &t), inside);
        prop_assert_eq!(triangle_triangle::edge_functions(&speck, &t), inside);
        let edge = between([u.a, u.b]);
        if segment_triangle::edge_functions(&edge, &t) {
            prop_assert!(triangle_triangle::edge_functions(&u, &t));
        }
        prop_assert!(triangle_triangle::edge_functions(&t, &t));
        for vertex in [t.a, t.b, t.c] {
            prop_assert!(point_triangle::edge_functions(vertex, &t));
        }
    }

    #[test]
    fn signed_area_turns_with_the_winding(t in triangle()) {
        let area = vector::signed_area(&t);
        for (i, t) in orders(t).iter().enumerate() {
            // Zero has two signs; compared as numbers they are equal.
            prop_assert_eq!(vector::signed_area(t), if i < 3 { area } else { -area });
        }
    }

    #[test]
    fn numbers_move_with_their_shapes(t in triangle(), p in point(), s in segment(), by in point()) {
        let moved = |p: Point| [p[0] + by[0], p[1] + by[1]];
        let radius = circumcircle::circumcircle(&t).radius;
        let t = Triangle { a: moved(t.a), b: moved(t.b), c: moved(t.c) };
        prop_assert_eq!(circumcircle::circumcircle(&t).radius.to_bits(), radius.to_bits());
        let distance = point_segment::squared_distance(p, &s);
        let s = Segment { start: moved(s.start), ..s };
        prop_assert_eq!(point_segment::squared_distance(moved(p), &s).to_bits(), distance.to_bits());
    }

    #[test]
    fn scaling_by_a_power_of_two_is_exact(t in triangle(), p in point(), s in segment(), k in -12_i32..12) {
        let scale = (k as f32).exp2();
        let up = |p: Point| p.map(|x| scale * x);
        let (before, scaled) = (circumcircle::circumcircle(&t), Triangle { a: up(t.a), b: up(t.b), c: up(t.c) });
        let after = circumcircle::circumcircle(&scaled);
        prop_assert_eq!((after.center, after.radius), (up(before.center), scale * before.radius));
        let distance = point_segment::squared_distance(p, &s);
        let s = Segment { start: up(s.start), direction: up(s.direction) };
        prop_assert_eq!(point_segment::squared_distance(up(p), &s), scale * scale * distance);
    }
}
