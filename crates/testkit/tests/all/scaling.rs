//! Scaled by a power of two nothing rounds otherwise in f32: no reference may have an epsilon of its own.

use soa::registry::kernels;
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::layout::{Kind, Layout};
use testkit::rng::Rng;
use testkit::rows::Row;

const CASES: usize = 20_000;

/// Families without extremes, so that no product leaves the range of normal numbers when it is scaled.
const MODERATE: [Family; 6] =
    [Family::Uniform, Family::Grid, Family::Shared, Family::Touching, Family::Collinear, Family::PointLike];

/// The row, all but its axes times a factor.
fn scaled(layout: &Layout, row: &[f32], factor: f32) -> Row {
    let mut out = row.to_vec();
    for field in layout.fields.iter().filter(|field| field.kind != Kind::Axis) {
        out[field.start..field.start + field.dim].iter_mut().for_each(|x| *x *= factor);
    }
    out
}

#[test]
fn scaling_by_a_power_of_two_changes_no_answer() {
    for kernel in kernels() {
        let (name, shapes) = (kernel.info.name, [kernel.info.left, kernel.info.right]);
        let mut generator = Generator::new(Rng::stream(77, name, 0), shapes[0], shapes[1]);
        let [mut a, mut b] = shapes.map(|shape| vec![0.0; shape.columns().len()]);
        let mut met = [0; 2];
        for n in 0..CASES {
            generator.pair(MODERATE[n % MODERATE.len()], &mut a, &mut b);
            let factor = (generator.rng().below(8) as f32 + 1.0).exp2();
            let (left, right) = (generator.left(), generator.right());
            let before = kernel.info.reference(&a, &b).unwrap();
            let (up_a, up_b) = (scaled(left, &a, factor), scaled(right, &b, factor));
            let after = kernel.info.reference(&up_a, &up_b).unwrap();
            assert_eq!(before, after, "{name}, times {factor}: {a:?} {b:?}");
            met[usize::from(before)] += 1;
        }
        assert!(met.iter().all(|&n| n > CASES / 100), "{name}: misses and hits {met:?}");
    }
}
