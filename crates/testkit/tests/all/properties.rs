//! Properties of every yes/no kernel that hold exactly in f32: scaled by a power of two nothing rounds
//! otherwise, and whole coordinates move by whole numbers without rounding, so that at most pairs that touch
//! can change.

use soa::registry::{Kernel, kernels};
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::layout::{Kind, Layout};
use testkit::rng::Rng;
use testkit::rows::Row;

const CASES: usize = 20_000;

/// Families without extremes, so that no product leaves the range of normal numbers when it is scaled.
const MODERATE: [Family; 6] =
    [Family::Uniform, Family::Grid, Family::Shared, Family::Touching, Family::Collinear, Family::PointLike];

/// What becomes of a value, by the kind of its field and its place there.
type Change = Box<dyn Fn(Kind, usize, f32) -> f32>;

/// Hits and misses of a kernel.
#[derive(Default)]
struct Met {
    hits: usize,
    misses: usize,
}

impl Met {
    fn count(&mut self, hit: bool) {
        *(if hit { &mut self.hits } else { &mut self.misses }) += 1;
    }

    fn check(&self, name: &str) {
        let least = CASES / 100;
        assert!(
            self.hits > least && self.misses > least,
            "{name}: {} hits, {} misses",
            self.hits,
            self.misses
        );
    }
}

fn map(layout: &Layout, row: &[f32], change: impl Fn(Kind, usize, f32) -> f32) -> Row {
    let mut out = row.to_vec();
    for field in &layout.fields {
        for k in 0..field.dim {
            out[field.start + k] = change(field.kind, k, row[field.start + k]);
        }
    }
    out
}

/// Whether some value moved by at most four units in the last place changes the answer. A kernel that
/// computes a point, not only differences, rounds it otherwise far from the origin, and may then decide a
/// touching pair otherwise.
fn on_the_edge(kernel: &Kernel, a: &[f32], b: &[f32]) -> bool {
    let answer = kernel.info.reference(a, b).unwrap();
    let steps = |x: f32| {
        let (up, down) = (|x: &f32| Some(x.next_up()), |x: &f32| Some(x.next_down()));
        let ups = std::iter::successors(Some(x), up).skip(1).take(4);
        ups.chain(std::iter::successors(Some(x), down).skip(1).take(4))
    };
    let with = |row: &[f32], k: usize, x| {
        let mut row = row.to_vec();
        row[k] = x;
        row
    };
    let left = (0..a.len())
        .any(|k| steps(a[k]).any(|x| kernel.info.reference(&with(a, k, x), b).unwrap() != answer));
    left || (0..b.len())
        .any(|k| steps(b[k]).any(|x| kernel.info.reference(a, &with(b, k, x)).unwrap() != answer))
}

struct Property {
    /// The families of the cases, one after the other.
    families: &'static [Family],
    /// Rounds everything but axes to whole numbers first.
    whole: bool,
    /// Draws a change of a kind of column, for both shapes.
    change: fn(&mut Rng) -> Change,
}

impl Property {
    fn check_all(&self) {
        for kernel in kernels() {
            self.check(kernel);
        }
    }

    fn check(&self, kernel: &Kernel) {
        let (name, shapes) = (kernel.info.name, [kernel.info.left, kernel.info.right]);
        let mut generator = Generator::new(Rng::stream(77, name, 0), shapes[0], shapes[1]);
        let [mut a, mut b] = shapes.map(|shape| vec![0.0; shape.columns().len()]);
        let mut met = Met::default();
        for n in 0..CASES {
            generator.pair(self.families[n % self.families.len()], &mut a, &mut b);
            let change = (self.change)(generator.rng());
            let start = |kind, x: f32| if self.whole && kind != Kind::Axis { x.round() } else { x };
            let end = |kind, k, x| change(kind, k, start(kind, x));
            let (left, right) = (generator.left(), generator.right());
            let same = |kind, _, x| start(kind, x);
            let before = kernel.info.reference(&map(left, &a, same), &map(right, &b, same)).unwrap();
            let (moved_a, moved_b) = (map(left, &a, end), map(right, &b, end));
            let after = kernel.info.reference(&moved_a, &moved_b).unwrap();
            if before != after {
                let excused = self.whole && on_the_edge(kernel, &moved_a, &moved_b);
                assert!(excused, "{name}: {before}, then {after}: {a:?} {b:?}");
            }
            met.count(before);
        }
        met.check(name);
    }
}

#[test]
fn scaling_by_a_power_of_two_changes_no_answer() {
    let change = |rng: &mut Rng| -> Change {
        let scale = (rng.below(8) as f32 + 1.0).exp2();
        Box::new(move |kind, _, x| if kind == Kind::Axis { x } else { scale * x })
    };
    let property = Property { families: &MODERATE, whole: false, change };
    property.check_all();
}

#[test]
fn moving_a_grid_by_whole_numbers_changes_no_clear_answer() {
    let change = |rng: &mut Rng| -> Change {
        let offset = [(); 3].map(|()| rng.whole(1000));
        Box::new(move |kind, k, x| match kind {
            Kind::Point | Kind::Min | Kind::Max => x + offset[k],
            _ => x,
        })
    };
    let property = Property { families: &[Family::Grid], whole: true, change };
    property.check_all();
}
