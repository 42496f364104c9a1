//! Random pairs.

use std::hash::Hasher;

use fnv::FnvHasher;
use soa::ShapeKind;
use testkit::families::Family;
use testkit::generate::{Generator, breaks_rule};
use testkit::layout::Layout;
use testkit::rng::Rng;
use testkit::rows::{check, is_valid};

/// The hash of pairs of every family, and of neighbours of them, each of which is valid.
fn valid(left: ShapeKind, right: ShapeKind) -> u64 {
    let mut hash = FnvHasher::default();
    let mut generator = Generator::new(Rng::new(1), left, right);
    let (mut a, mut b) = (vec![0.0; left.columns().len()], vec![0.0; right.columns().len()]);
    for n in 0..2400 {
        let family = Family::ALL[n % Family::ALL.len()];
        if n % 3 == 2 {
            generator.neighbour(&mut a, &mut b);
        } else {
            generator.pair(family, &mut a, &mut b);
        }
        for checked in [check(left, &a), check(right, &b)] {
            assert_eq!(checked, Ok(()), "{family:?}");
        }
        a.iter().chain(&b).for_each(|x| hash.write(&x.to_bits().to_le_bytes()));
    }
    hash.finish()
}

/// A seed that found something finds it on every machine.
#[test]
fn every_pair_is_valid_and_has_the_same_bits_everywhere() {
    for (hash, committed) in [
        (valid(ShapeKind::Disk, ShapeKind::Triangle), 0x0719_cbd3_e861_e143),
        (valid(ShapeKind::Aabb, ShapeKind::OrientedBox), 0x551c_25ee_7bd6_0cef),
        (valid(ShapeKind::Segment3, ShapeKind::OrientedBox3), 0xd6d5_5046_8f03_d1e7),
        (valid(ShapeKind::Sphere, ShapeKind::Triangle3), 0x83ac_bc41_175c_ad59),
        (valid(ShapeKind::OrientedBox3, ShapeKind::OrientedBox3), 0xa8f1_b443_3109_f79c),
    ] {
        assert_eq!(hash, committed, "{hash:#018x}");
    }
}

#[test]
fn a_row_breaks_the_rules_that_soa_checks() {
    let mut rng = Rng::new(3);
    let mut met = [0; 2];
    for shape in ShapeKind::ALL {
        let layout = Layout::of(shape);
        for _ in 0..200 {
            let row: Vec<f32> = shape.columns().iter().map(|_| rng.whole(1)).collect();
            let broken = breaks_rule(&layout, &row);
            assert_eq!(is_valid(shape, &row), !broken, "{shape}: {row:?}");
            met[usize::from(broken)] += 1;
        }
    }
    assert!(met.iter().all(|&n| n > 500), "{met:?}");
    let disk = Layout::of(ShapeKind::Disk);
    assert!(breaks_rule(&disk, &[f32::NAN, 0.0, -1.0]) && !breaks_rule(&disk, &[0.0, 0.0, f32::NAN]));
}
