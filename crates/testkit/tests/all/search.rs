//! What the search is made of.

use soa::ShapeKind;
use testkit::rng::Rng;
use testkit::search::{Search, key, value};

#[test]
fn lattices_are_whole_and_some_have_many_digits() {
    let mut search = Search::new(Rng::new(1), [ShapeKind::Segment, ShapeKind::Triangle], |_, _| false);
    let (mut large, mut long, mut multiples, mut lengthened) = (0, 0, 0, [0; 2]);
    for _ in 0..1000 {
        let row = search.lattice();
        assert!(row.iter().all(|x| *x == x.trunc() && x.abs() < 16_777_216.0), "{row:?}");
        let size =
            |range: core::ops::Range<usize>| row[range].iter().fold(0.0, |max: f32, x| max.max(x.abs()));
        large += u32::from(size(0..10) > 1e6);
        // A direction of more than six steps is longer than the shapes.
        long += u32::from(size(2..4) > 8.0 * size(4..10));
        let divisor = row.iter().fold(0, |divisor, x| gcd(divisor, x.abs() as i64));
        assert!(divisor > 0, "all zero");
        multiples += u32::from(divisor > 100);
        // Small whole numbers, but for those of an edge that was made longer.
        let is_long = [size(0..4), size(4..10)].map(|size| size > 100.0 * divisor as f32);
        assert!(is_long != [true; 2], "{row:?}");
        let is_multiple =
            |vertex: usize| (0..2).all(|k| (row[4 + vertex + k] - row[4 + k]) as i64 % (16 * divisor) == 0);
        let direction = [row[2], row[3]].map(|x| x as i64 % (16 * divisor));
        assert!(!is_long[0] || direction == [0; 2], "a direction: {row:?}");
        assert!(!is_long[1] || is_multiple(2) || is_multiple(4), "an edge from the first vertex: {row:?}");
        (0..2).for_each(|side| lengthened[side] += u32::from(is_long[side]));
    }
    assert!(large > 50 && long > 50, "{large} large, {long} long");
    assert!(multiples > 300, "{multiples} multiples of large numbers");
    assert!(lengthened.iter().all(|&n| n > 20), "{lengthened:?}");
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn floats_are_numbered_in_order() {
    let ordered = [-f32::MAX, -1.0, -f32::from_bits(1), -0.0, 0.0, f32::from_bits(1), 1.0, f32::MAX];
    for pair in ordered.windows(2) {
        assert!(key(pair[0]) < key(pair[1]), "{pair:?}");
    }
    for x in ordered {
        assert_eq!(value(key(x)).to_bits(), x.to_bits());
    }
    assert_eq!(key(-0.0) + 1, key(0.0));
    assert_eq!(value(key(1.0) + 1), 1.0_f32.next_up());
    assert_eq!(value(key(-1.0) - 1), (-1.0_f32).next_down());
}
