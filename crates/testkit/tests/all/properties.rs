//! Properties of every yes/no kernel that hold exactly in f32: scaled by a power of two nothing rounds otherwise,
//! and whole coordinates move by whole numbers without rounding, so that at most pairs that touch can change.

use soa::Shape;
use soa::kernel::{Measure, Predicate, Visitor};
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::layout::{Kind, Layout};
use testkit::rng::Rng;
use testkit::subject::visit_all;

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

fn map<S: Shape>(layout: &Layout, row: &[f32], change: impl Fn(Kind, usize, f32) -> f32) -> S {
    let mut out = row.to_vec();
    for field in &layout.fields {
        for k in 0..field.dim {
            out[field.start + k] = change(field.kind, k, row[field.start + k]);
        }
    }
    S::from_values(|k| out[k])
}

/// Whether some value moved by at most four units in the last place changes the answer. A kernel that computes a
/// point, not only differences, rounds it otherwise far from the origin, and may then decide a touching pair
/// otherwise.
fn on_the_edge<P: Predicate>(a: &P::A, b: &P::B) -> bool {
    let answer = P::twin(a, b);
    let steps = |x: f32| {
        let (up, down) = (|x: &f32| Some(x.next_up()), |x: &f32| Some(x.next_down()));
        let ups = std::iter::successors(Some(x), up).skip(1).take(4);
        ups.chain(std::iter::successors(Some(x), down).skip(1).take(4))
    };
    let left = (0..P::A::COLUMNS.len()).any(|k| {
        let with = |x| P::A::from_values(|i| if i == k { x } else { a.values()[i] });
        steps(a.values()[k]).any(|x| P::twin(&with(x), b) != answer)
    });
    left || (0..P::B::COLUMNS.len()).any(|k| {
        let with = |x| P::B::from_values(|i| if i == k { x } else { b.values()[i] });
        steps(b.values()[k]).any(|x| P::twin(a, &with(x)) != answer)
    })
}

struct Property {
    /// The families of a case, in turn.
    families: &'static [Family],
    /// Rounds everything but axes to whole numbers first.
    whole: bool,
    /// Draws a change of a kind of column, for both shapes.
    change: fn(&mut Rng) -> Change,
    kernels: usize,
}

impl Visitor for Property {
    fn predicate<P: Predicate>(&mut self) {
        let mut generator = Generator::new::<P::A, P::B>(Rng::stream(77, P::NAME, 0));
        let (mut a, mut b) = (vec![0.0; P::A::COLUMNS.len()], vec![0.0; P::B::COLUMNS.len()]);
        let mut met = Met::default();
        for n in 0..CASES {
            generator.pair(self.families[n % self.families.len()], &mut a, &mut b);
            let change = (self.change)(generator.rng());
            let start = |kind, x: f32| if self.whole && kind != Kind::Axis { x.round() } else { x };
            let end = |kind, k, x| change(kind, k, start(kind, x));
            let (left, right) = (generator.left(), generator.right());
            let same = |kind, _, x| start(kind, x);
            let before = P::twin(&map(left, &a, same), &map(right, &b, same));
            let after = P::twin(&map(left, &a, end), &map(right, &b, end));
            if before != after {
                let (moved_a, moved_b) = (map(left, &a, end), map(right, &b, end));
                let excused = self.whole && on_the_edge::<P>(&moved_a, &moved_b);
                assert!(excused, "{}: {before}, then {after}: {a:?} {b:?}", P::NAME);
            }
            met.count(before);
        }
        met.check(P::NAME);
        self.kernels += 1;
    }

    fn measure<M: Measure>(&mut self) {}
}

#[test]
fn scaling_by_a_power_of_two_changes_no_answer() {
    let change = |rng: &mut Rng| -> Change {
        let scale = (rng.below(8) as f32 + 1.0).exp2();
        Box::new(move |kind, _, x| if kind == Kind::Axis { x } else { scale * x })
    };
    let mut property = Property { families: &MODERATE, whole: false, change, kernels: 0 };
    visit_all(&mut property);
    assert!(property.kernels >= 2);
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
    let mut property = Property { families: &[Family::Grid], whole: true, change, kernels: 0 };
    visit_all(&mut property);
    assert!(property.kernels >= 2);
}
