//! Random pairs: what columns mean, that every pair is valid, and what a search begins with.

use num_bigint::BigInt;
use soa::ShapeKind;
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::layout::Kind::{self, Axis, Direction, Extent, Max, Min, Point, Radius, Value};
use testkit::layout::Layout;
use testkit::oracle::integer::{Unit, split};
use testkit::pairs::PAIRS;
use testkit::rng::Rng;
use testkit::rows::check;
use testkit::search::{Search, key, value};

#[test]
fn every_pair_is_valid_and_so_are_its_neighbours() {
    for pair in PAIRS {
        let mut generator = Generator::new(Rng::new(1), pair.left, pair.right);
        let [mut a, mut b] = [pair.left, pair.right].map(|shape| vec![0.0; shape.columns().len()]);
        for n in 0..2400 {
            let family = Family::ALL[n % Family::ALL.len()];
            if n % 3 == 2 {
                generator.neighbour(&mut a, &mut b);
            } else {
                generator.pair(family, &mut a, &mut b);
            }
            assert_eq!([check(pair.left, &a), check(pair.right, &b)], [Ok(()), Ok(())], "{family:?}");
        }
    }
}

#[test]
fn columns_are_read_by_name() {
    let kinds = |shape: ShapeKind| -> Vec<(Kind, usize)> {
        Layout::of(shape).fields.iter().map(|field| (field.kind, field.dim)).collect()
    };
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
    let rows: [(ShapeKind, &[f32], bool); 15] = [
        (ShapeKind::Triangle, &[0.0, 0.0, 1.0, 1.0, 3.0, 3.0], true),
        (ShapeKind::Triangle, &[0.0, 0.0, 1.0, 1.0, 3.0, 4.0], false),
        (ShapeKind::Triangle3, &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 6.0], true),
        (ShapeKind::Triangle3, &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 5.0], false),
        (ShapeKind::Disk, &[1.0, 1.0, 0.0], true),
        (ShapeKind::Disk, &[0.0, 0.0, 1.0], false),
        (ShapeKind::Aabb, &[0.0, 1.0, 2.0, 1.0], true),
        (ShapeKind::Aabb, &[2.0, 0.0, 2.0, 1.0], true),
        (ShapeKind::Aabb, &[1.0, 0.0, 2.0, 1.0], false),
        (ShapeKind::Segment, &[1.0, 1.0, 0.0, 0.0], true),
        (ShapeKind::Segment, &[0.0, 0.0, 0.0, 1.0], false),
        (ShapeKind::Segment, &[0.0, 0.0, 1.0, 0.0], false),
        (ShapeKind::OrientedBox, &[1.0, 1.0, 0.0, 1.0, 1.0, 1.0], true),
        (ShapeKind::OrientedBox, &[1.0, 1.0, 1.0, 0.0, 1.0, 1.0], true),
        (ShapeKind::OrientedBox, &[0.0, 0.0, 1.0, 1.0, 1.0, 0.0], false),
    ];
    for (shape, row, is_degenerate) in rows {
        assert_eq!(Layout::of(shape).degenerate(row), is_degenerate, "{shape} {row:?}");
    }
}

#[test]
fn lattices_are_whole_and_some_have_many_digits() {
    let mut search = Search::new(Rng::new(1), [ShapeKind::Segment, ShapeKind::Triangle], |_, _| false);
    let (mut large, mut multiples, mut lengthened) = (0, 0, [0; 2]);
    for _ in 0..1000 {
        let row = search.lattice();
        assert!(row.iter().all(|x| *x == x.trunc() && x.abs() < 16_777_216.0), "{row:?}");
        let size = |part: &[f32]| part.iter().fold(0.0, |max: f32, x| max.max(x.abs()));
        large += u32::from(size(&row) > 1e6);
        let divisor = row.iter().fold(0, |divisor, x| gcd(divisor, x.abs() as i64));
        assert!(divisor > 0, "all zero");
        multiples += u32::from(divisor > 100);
        // Small whole numbers, but for those of an edge that was made longer.
        let is_long = [size(&row[..4]), size(&row[4..])].map(|size| size > 100.0 * divisor as f32);
        assert!(is_long != [true; 2], "{row:?}");
        (0..2).for_each(|side| lengthened[side] += u32::from(is_long[side]));
    }
    assert!(large > 50 && multiples > 300, "{large} large, {multiples} multiples of large numbers");
    assert!(lengthened.iter().all(|&n| n > 20), "{lengthened:?}");
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn floats_are_numbered_in_order() {
    let ordered = [-f32::MAX, -1.0, -f32::from_bits(1), -0.0, 0.0, f32::from_bits(1), 1.0, f32::MAX];
    assert!(ordered.windows(2).all(|two| key(two[0]) < key(two[1])));
    assert!(ordered.iter().all(|&x| value(key(x)).to_bits() == x.to_bits()));
    assert_eq!(key(-0.0) + 1, key(0.0));
    assert_eq!(value(key(1.0) + 1), 1.0_f32.next_up());
    assert_eq!(value(key(-1.0) - 1), (-1.0_f32).next_down());
}

#[test]
fn every_number_is_a_whole_multiple_of_its_unit() {
    let mut rng = Rng::new(7);
    let numbers = std::iter::repeat_with(|| f32::from_bits(rng.bits() as u32)).take(10_000);
    for x in numbers.filter(|x| x.is_finite() && *x != 0.0) {
        let (odd, exponent) = split(x);
        assert!(odd % 2 != 0, "{x:e}");
        assert_eq!(f64::from(odd) * f64::from(exponent).exp2(), f64::from(x));
        assert_eq!(Unit::of([x]).count(x), odd.into());
    }
    let smallest = f32::from_bits(1);
    let unit = Unit::of([f32::MAX, smallest, -0.0]);
    assert_eq!(unit.exponent, -149);
    assert_eq!(unit.count(f32::MAX), BigInt::from(0x00ff_ffff) << 253);
    assert_eq!((unit.count(smallest), unit.count(-0.0)), (1.into(), 0.into()));
}
