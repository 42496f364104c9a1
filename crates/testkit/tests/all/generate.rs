//! Random pairs: that they are valid, and what a search begins with.

use soa::ShapeKind;
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::layout::Layout;
use testkit::pairs::PAIRS;
use testkit::rng::Rng;
use testkit::rows::check;
use testkit::search::Search;

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
fn degenerate_rows_are_known() {
    for (shape, row, is_degenerate) in [
        (ShapeKind::Triangle, &[0.0, 0.0, 1.0, 1.0, 3.0, 3.0][..], true),
        (ShapeKind::Triangle, &[0.0, 0.0, 1.0, 1.0, 3.0, 4.0], false),
        (ShapeKind::Triangle3, &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 6.0], true),
        (ShapeKind::Triangle3, &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 4.0, 5.0], false),
        (ShapeKind::Disk, &[1.0, 1.0, 0.0], true),
        (ShapeKind::Aabb, &[0.0, 1.0, 2.0, 1.0], true),
        (ShapeKind::Aabb, &[1.0, 0.0, 2.0, 1.0], false),
        (ShapeKind::Segment, &[1.0, 1.0, 0.0, 0.0], true),
        (ShapeKind::Segment, &[0.0, 0.0, 0.0, 1.0], false),
        (ShapeKind::OrientedBox, &[1.0, 1.0, 1.0, 0.0, 1.0, 1.0], true),
    ] {
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
