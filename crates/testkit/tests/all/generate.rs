//! Random pairs.

use std::hash::Hasher;

use fnv::FnvHasher;
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::rng::Rng;

use scalar::dim2::{Aabb, Disk, OrientedBox, Triangle};
use scalar::dim3::{OrientedBox3, Segment3, Sphere, Triangle3};
use soa::{Shape, View};

/// The hash of pairs of every family, and of neighbours of them, each of which is valid.
fn valid<A: Shape, B: Shape>() -> u64 {
    let mut hash = FnvHasher::default();
    let mut generator = Generator::new::<A, B>(Rng::new(1));
    let (mut a, mut b) = (vec![0.0; A::COLUMNS.len()], vec![0.0; B::COLUMNS.len()]);
    for n in 0..2400 {
        let family = Family::ALL[n % Family::ALL.len()];
        if n % 3 == 2 {
            generator.neighbour(&mut a, &mut b);
        } else {
            generator.pair(family, &mut a, &mut b);
        }
        for checked in [
            View::<A>::new(A::build(|k| &a[k..=k])).map(|_| ()),
            View::<B>::new(B::build(|k| &b[k..=k])).map(|_| ()),
        ] {
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
        (valid::<Disk, Triangle>(), 0x0719_cbd3_e861_e143),
        (valid::<Aabb, OrientedBox>(), 0x551c_25ee_7bd6_0cef),
        (valid::<Segment3, OrientedBox3>(), 0xd6d5_5046_8f03_d1e7),
        (valid::<Sphere, Triangle3>(), 0x83ac_bc41_175c_ad59),
        (valid::<OrientedBox3, OrientedBox3>(), 0xa8f1_b443_3109_f79c),
    ] {
        assert_eq!(hash, committed, "{hash:#018x}");
    }
}

#[test]
fn a_seed_is_a_stream() {
    let draw = |seed| {
        let mut generator = Generator::new::<Disk, Triangle>(Rng::new(seed));
        let (mut a, mut b) = ([0.0; 3], [0.0; 6]);
        generator.pair(Family::Uniform, &mut a, &mut b);
        (a, b)
    };
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
}
