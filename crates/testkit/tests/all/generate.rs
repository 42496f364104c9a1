//! Random pairs.

use testkit::families::Family;
use testkit::generate::Generator;
use testkit::rng::Rng;

use scalar::dim2::{Aabb, Disk, OrientedBox, Triangle};
use scalar::dim3::{OrientedBox3, Segment3, Sphere, Triangle3};
use soa::{Shape, View};

fn valid<A: Shape, B: Shape>() {
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
    }
}

#[test]
fn every_pair_is_valid() {
    valid::<Disk, Triangle>();
    valid::<Aabb, OrientedBox>();
    valid::<Segment3, OrientedBox3>();
    valid::<Sphere, Triangle3>();
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
