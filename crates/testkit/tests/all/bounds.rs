//! Every exact kernel in lanes that know how wrong their number may be: against its reference, with bounds
//! that hold for every pair and are not much larger than they need be. How kernels run in the registers of
//! each level, and the published algorithms, are the part of soa's own tests.

use testkit::bounds::{Examined, PRECISIONS, examine};
use testkit::climb::Climbs;
use testkit::families::Family;
use testkit::generate::mend;
use testkit::layout::Kind;
use testkit::one_lane::Constants;
use testkit::rng::Rng;
use testkit::rows::Row;
use testkit::search::Search;
use testkit::subject::{self, Subject};

/// Pairs of each kernel in each family.
const ROWS: usize = 500;

fn exact() -> impl Iterator<Item = Subject> {
    subject::all().filter(|subject| subject.is_exact())
}

fn search(subject: Subject) -> Search {
    Search::of(subject, Rng::stream(9, subject.name(), 0))
}

/// The kernels whose lanes leave boxes with slanting axes to `scalar::exact`, as a nearest point needs more of
/// a shape there than its sides. How many turned boxes they leave undecided is a test of its own.
const RECTANGULAR: [&str; 2] = ["sphere_oriented_box3/exact", "capsule3_oriented_box3/exact"];

/// Pairs whose values are drawn so; half of all boxes are upright, or all of those of [`RECTANGULAR`].
fn drawn(subject: Subject, value: fn(&mut Rng) -> f32) -> Vec<Row> {
    let mut search = search(subject);
    let layouts = [search.generator.left().clone(), search.generator.right().clone()];
    let draw = |_| {
        let (rng, mut row) = (search.generator.rng(), Row::new());
        let is_upright = rng.one_in(2) || RECTANGULAR.contains(&subject.name());
        for layout in &layouts {
            let mut side: Row = (0..layout.columns).map(|_| value(rng)).collect();
            for (n, field) in layout.all(Kind::Axis).enumerate().filter(|_| is_upright) {
                (0..field.dim).for_each(|k| side[field.start + k] = f32::from(n == k));
            }
            mend(layout, &mut side);
            row.extend(side);
        }
        row
    };
    let rows: Vec<Row> = (0..4 * ROWS).map(draw).collect();
    rows.into_iter().filter(|row| search.is_pair(row)).collect()
}

/// Pairs of integers from -3 to 3.
fn integers(subject: Subject) -> Vec<Row> {
    drawn(subject, |rng| rng.below(7) as f32 - 3.0)
}

/// What a kernel makes of a pair, and the answer.
fn examined(subject: Subject, row: &[f32]) -> (Examined, bool) {
    let (a, b) = row.split_at(subject.left().columns().len());
    let hit = subject.is_hit(&subject.reference(a, b));
    (examine(subject).unwrap()(a, b, hit, [Constants::SOUND; 2]), hit)
}

/// The values of the points of each side.
fn points(search: &Search, row: &[f32]) -> [Vec<Row>; 2] {
    let (left, right) = (search.generator.left(), search.generator.right());
    let (a, b) = row.split_at(left.columns);
    [(left, a), (right, b)].map(|(layout, row)| {
        layout.all(Kind::Point).map(|field| row[field.start..field.start + field.dim].to_vec()).collect()
    })
}

#[test]
fn every_exact_kernel_is_sure_of_the_truth_within_its_bounds() {
    for subject in exact() {
        let (mut search, name) = (search(subject), subject.name());
        let (mut met, mut accepted, mut corners) = ([0; 2], 0, 0);
        for family in Family::ALL {
            for _ in 0..ROWS {
                let row = search.pair(family);
                let (examined, hit) = examined(subject, &row);
                let pair = || format!("{name}, {}: {row:?} {examined:?}", family.name());
                met[usize::from(hit)] += 1;
                let [left, right] = points(&search, &row);
                let has_corner_in_common = left.iter().any(|p| right.contains(p));
                accepted += usize::from(examined.is_accepted);
                corners += usize::from(has_corner_in_common);
                assert!(hit || !examined.is_accepted, "{}", pair());
                assert!(!hit || !examined.is_rejected, "{}", pair());
                assert!(has_corner_in_common || !examined.is_accepted, "{}", pair());
                for stage in examined.stages.iter().filter(|_| examined.is_open()) {
                    assert!(stage.verdict.is_none_or(|says| says == hit), "{}", pair());
                    assert!(stage.slack >= 1.0 && stage.strain < 1.0, "{}", pair());
                }
            }
        }
        assert!(met.iter().all(|&n| n > 100), "{name}: misses, hits: {met:?}");
        assert!(accepted == 0 || accepted == corners, "{name}: {accepted} of {corners} with a common corner");
    }
}

#[test]
fn bounds_are_not_much_larger_than_they_need_be() {
    for subject in exact() {
        let (mut climbs, mut search) = (Climbs::from_nothing(subject).unwrap(), search(subject));
        climbs.climb(&mut search, 1500);
        for (slack, precision) in climbs.slack().into_iter().zip(PRECISIONS) {
            // Where numbers are chosen before they are compared, not all of their errors meet in one.
            assert!((1.0..6.0).contains(&slack), "{} in {precision}: {slack}", subject.name());
        }
        // Undecided pairs take longer.
        let rows = drawn(subject, Rng::signed);
        let is_undecided = |precision: usize| {
            let undecided = rows.iter().filter(|row| {
                let (examined, _) = examined(subject, row);
                examined.is_open() && examined.stages[precision].verdict.is_none()
            });
            undecided.count()
        };
        let undecided = [0, 1].map(is_undecided);
        assert!(200 * undecided[0] <= rows.len() && undecided[1] == 0, "{}: {undecided:?}", subject.name());
    }
}

#[test]
fn turned_boxes_are_decided_beside_spheres_and_capsules() {
    for name in RECTANGULAR {
        let subject = subject::named(name).unwrap();
        let (mut rng, mut hits, mut undecided) = (Rng::stream(9, name, 0), 0, [0; 2]);
        let round = subject.left().columns().len();
        for _ in 0..4 * ROWS {
            // Center or segment, and radius; center and half extents.
            let is_length = |k: usize| k + 1 == round || k >= round + 3;
            let mut row: Row =
                (0..round + 6).map(|k| if is_length(k) { rng.unit() } else { rng.signed() }).collect();
            // A turn by a random quaternion.
            let [w, x, y, z] = [(); 4].map(|()| f64::from(rng.signed()));
            let s = 2.0 / (w * w + x * x + y * y + z * z);
            let axes = [
                [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
                [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
                [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
            ];
            row.extend(axes.as_flattened().iter().map(|&x| x as f32));
            let (examined, hit) = examined(subject, &row);
            hits += usize::from(hit);
            for (count, stage) in undecided.iter_mut().zip(examined.stages) {
                *count += usize::from(stage.verdict.is_none());
            }
        }
        assert!(hits > ROWS && hits < 4 * ROWS - ROWS / 4, "{name}: {hits}");
        assert!(1000 * undecided[0] <= 4 * ROWS && undecided[1] == 0, "{name}: {undecided:?}");
    }
}

#[test]
fn sizes_and_bounds_of_a_pair_are_the_same_everywhere() {
    for subject in exact() {
        let search = search(subject);
        let fields = [search.generator.left().clone(), search.generator.right().clone()];
        for row in integers(subject) {
            // Away from zeros, beside which a difference is not rounded.
            let [here, there] = [[16.0, 8.0, -32.0], [8.0, -16.0, 64.0]].map(|by: [f32; 3]| {
                let (mut moved, mut start) = (row.clone(), 0);
                for layout in &fields {
                    let positions = [Kind::Point, Kind::Min, Kind::Max];
                    for field in layout.fields.iter().filter(|field| positions.contains(&field.kind)) {
                        (0..field.dim).for_each(|k| moved[start + field.start + k] += by[k]);
                    }
                    start += layout.columns;
                }
                let (examined, _) = examined(subject, &moved);
                (examined.size, examined.stages[0].slack, examined.stages[0].verdict)
            });
            assert_eq!(here, there, "{}: {row:?}", subject.name());
        }
    }
}

/// What is less than the 24 bits of `f32`: margins of degree 4 leave half of them, those of degree 6 a third,
/// and constant factors take one or two.
const BITS: [(&str, u32); 62] = [
    // Its axes have this many bits, too, and only those of length 1 are taken for exact.
    ("sphere_oriented_box3/exact", 3),
    // No lane is.
    ("capsule3_oriented_box3/exact", 0),
    // Nor are boxes of the plane taken for exact whose axis is longer than the root of two.
    ("capsule_oriented_box/exact", 0),
    ("disk_oriented_box/exact", 0),
    ("oriented_box_rounded_aabb/exact", 0),
    ("oriented_box_rounded_capsule/exact", 0),
    ("oriented_box_rounded_disk/exact", 0),
    ("oriented_box_rounded_oriented_box/exact", 0),
    ("oriented_box_rounded_triangle/exact", 0),
    ("aabb_oriented_box/exact", 16),
    ("aabb3_oriented_box3/exact", 11),
    ("line_disk/exact", 11),
    ("line3_sphere/exact", 11),
    ("ray_disk/exact", 12),
    ("ray3_sphere/exact", 11),
    ("segment3_sphere/exact", 13),
    ("disk_triangle/exact", 11),
    ("line_oriented_box/exact", 11),
    ("line3_oriented_box3/exact", 12),
    ("oriented_box_oriented_box/exact", 12),
    ("oriented_box_triangle/exact", 11),
    ("ray_oriented_box/exact", 12),
    ("ray3_oriented_box3/exact", 12),
    ("segment_disk/exact", 12),
    ("segment_oriented_box/exact", 12),
    ("segment3_oriented_box3/exact", 12),
    ("sphere_triangle3/exact", 7),
    ("aabb3_triangle3/exact", 16),
    ("oriented_box3_triangle3/exact", 7),
    ("segment3_triangle3/exact", 15),
    ("ray3_triangle3/exact", 15),
    ("line3_triangle3/exact", 15),
    ("triangle3_triangle3/exact", 15),
    ("capsule_capsule/exact", 11),
    ("capsule3_capsule3/exact", 11),
    ("aabb_rounded_triangle/exact", 11),
    ("capsule_aabb/exact", 11),
    ("segment_capsule/exact", 12),
    ("capsule_triangle/exact", 11),
    ("disk_capsule/exact", 12),
    ("point_capsule/exact", 12),
    ("disk_rounded_triangle/exact", 11),
    ("triangle_rounded_triangle/exact", 11),
    ("segment3_capsule3/exact", 11),
    ("capsule3_aabb3/exact", 11),
    ("capsule3_triangle3/exact", 6),
    ("point3_capsule3/exact", 12),
    ("sphere_capsule3/exact", 12),
    ("capsule_rounded_aabb/exact", 12),
    ("capsule_rounded_capsule/exact", 11),
    ("capsule_rounded_triangle/exact", 11),
    ("disk_rounded_capsule/exact", 11),
    ("aabb3_rounded_triangle3/exact", 10),
    ("capsule3_rounded_aabb3/exact", 23),
    ("capsule3_rounded_capsule3/exact", 10),
    ("capsule3_rounded_triangle3/exact", 6),
    ("sphere_rounded_capsule3/exact", 11),
    ("sphere_rounded_triangle3/exact", 6),
    ("triangle3_rounded_triangle3/exact", 6),
    ("aabb3_triangle3/crossing", 15),
    ("aabb3_triangle3/on_face", 16),
    ("triangle3_triangle3/faces", 15),
];

/// What [`BITS`] says of a kernel.
fn listed(kernel: &str) -> u32 {
    BITS.iter().find(|listed| listed.0 == kernel).map_or(24, |listed| listed.1)
}

/// How many bits integer coordinates may have so that no pair, however it touches, is left undecided in
/// `f64`; but those that lie flat in space, which lanes leave to `scalar::exact` at any size.
fn bits(subject: Subject) -> u32 {
    let is_decided = |row: &Row, bits: u32| {
        // The grid from -3 to 3 becomes one of this many bits.
        let factor = (1 << (bits - 2)) as f32 - 1.0;
        let row: Row = row.iter().map(|x| x * factor).collect();
        let (examined, _) = examined(subject, &row);
        examined.size == 0.0 || examined.stages[1].verdict.is_some()
    };
    // Where no lane is taken for exact, pairs are left that do not lie flat.
    let leaves_flat = subject.name().contains('3') && listed(subject.name()) > 0;
    let mut rows = integers(subject);
    let all = rows.len();
    rows.retain(|row| !leaves_flat || is_decided(row, 3));
    assert!(100 * rows.len() >= 95 * all, "{}: {} of {all}", subject.name(), rows.len());
    (3..=24).take_while(|&bits| rows.iter().all(|row| is_decided(row, bits))).last().unwrap_or(0)
}

#[test]
fn lanes_of_f64_decide_all_pairs_of_integers_of_few_bits() {
    let found = exact().map(|subject| (subject.name(), bits(subject)));
    let wrong: Vec<_> = found.filter(|&(name, bits)| bits != listed(name)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
