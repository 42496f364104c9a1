//! Sweeps against whole numbers: where the moving disk is after each 2^24th of its motion, and how far that
//! is from the other shape.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use soa::{
    Aabb, Aabb3, Capsule, Capsule3, Columns, Disk, Error, Index, JoinSweep, Level, OrientedBox, Point,
    Point3, Query, Segment, Segment3, Shape, Sphere, Sweep, SweepHit, Triangle, Triangle3,
};

const PARTS: i128 = 1 << 24;
const CASES: usize = 3000;

/// A shape of whole numbers as segments and triangles of space with one radius, and what lies between them.
/// The plane has a third coordinate of zero.
#[derive(Clone)]
struct Still {
    segments: Vec<[[i128; 3]; 2]>,
    faces: Vec<[[i128; 3]; 3]>,
    radius: i128,
    inside: Inside,
}

/// What lies between the segments of a shape.
#[derive(Clone, Copy)]
enum Inside {
    Nothing,
    /// A polygon of the plane.
    Polygon,
    /// From a corner to another one.
    Box([[i128; 3]; 2]),
}

fn whole(values: &[f32]) -> [i128; 3] {
    core::array::from_fn(|k| values.get(k).map_or(0, |&x| x as i128))
}

fn sum(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [0, 1, 2].map(|k| a[k] + b[k])
}

/// The segments between points, each and the next.
fn ring(points: &[[i128; 3]]) -> Vec<[[i128; 3]; 2]> {
    (0..points.len()).map(|k| [points[k], points[(k + 1) % points.len()]]).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

trait Whole: Shape {
    fn still(&self) -> Still;
}

macro_rules! whole {
    ($($shape:ty: |$s:ident| $segments:expr, $radius:expr, $inside:expr;)*) => {$(
        impl Whole for $shape {
            fn still(&self) -> Still {
                let $s = self;
                Still { segments: $segments, faces: vec![], radius: $radius as i128, inside: $inside }
            }
        }
    )*};
}

whole! {
    Point: |s| vec![[whole(s); 2]], 0.0, Inside::Nothing;
    Point3: |s| vec![[whole(s); 2]], 0.0, Inside::Nothing;
    Disk: |s| vec![[whole(&s.center); 2]], s.radius, Inside::Nothing;
    Sphere: |s| vec![[whole(&s.center); 2]], s.radius, Inside::Nothing;
    Segment: |s| vec![[whole(&s.start), sum(whole(&s.start), whole(&s.direction))]], 0.0, Inside::Nothing;
    Segment3: |s| vec![[whole(&s.start), sum(whole(&s.start), whole(&s.direction))]], 0.0, Inside::Nothing;
    Capsule: |s| vec![[whole(&s.start), sum(whole(&s.start), whole(&s.direction))]], s.radius, Inside::Nothing;
    Capsule3: |s| vec![[whole(&s.start), sum(whole(&s.start), whole(&s.direction))]], s.radius, Inside::Nothing;
    Triangle: |s| ring(&[whole(&s.a), whole(&s.b), whole(&s.c)]), 0.0, Inside::Polygon;
    Aabb: |s| ring(&[
        whole(&s.min), whole(&[s.max[0], s.min[1]]), whole(&s.max), whole(&[s.min[0], s.max[1]]),
    ]), 0.0, Inside::Polygon;
}

/// Axes of which a box has whole corners where its extents are multiples of their squares.
const AXES: [[f32; 2]; 6] = [[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [3.0, 4.0], [-2.0, 1.0], [-1.0, -3.0]];

impl Whole for OrientedBox {
    fn still(&self) -> Still {
        let [u, c] = [whole(&self.axis), whole(&self.center)];
        let k = u[0] * u[0] + u[1] * u[1];
        let [a, b] = self.half_extents.map(|h| h as i128 / k);
        let corners = [[-a, -b], [a, -b], [a, b], [-a, b]];
        let corners = corners.map(|[a, b]| sum(c, [a * u[0] - b * u[1], a * u[1] + b * u[0], 0]));
        Still { segments: ring(&corners), faces: vec![], radius: 0, inside: Inside::Polygon }
    }
}

impl Whole for Triangle3 {
    fn still(&self) -> Still {
        let corners = [whole(&self.a), whole(&self.b), whole(&self.c)];
        Still { segments: ring(&corners), faces: vec![corners], radius: 0, inside: Inside::Nothing }
    }
}

impl Whole for Aabb3 {
    fn still(&self) -> Still {
        let ends = [whole(&self.min), whole(&self.max)];
        let (mut segments, mut faces) = (vec![], vec![]);
        for (axis, side) in [0, 1, 2].into_iter().flat_map(|axis| [(axis, 0), (axis, 1)]) {
            let corner = |i: usize, j: usize| {
                let mut corner = ends[side];
                (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) =
                    (ends[i][(axis + 1) % 3], ends[j][(axis + 2) % 3]);
                corner
            };
            let [a, b, c, d] = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
            segments.extend(ring(&[a, b, c, d]));
            faces.extend([[a, b, c], [a, c, d]]);
        }
        Still { segments, faces, radius: 0, inside: Inside::Box(ends) }
    }
}

/// A disk or a sphere of whole numbers.
#[derive(Debug)]
struct Mover {
    center: [i128; 3],
    motion: [i128; 3],
    radius: i128,
}

impl Mover {
    /// Whether it touches a shape where it is after this many parts.
    fn touches(&self, still: &Still, part: i128) -> bool {
        let center = [0, 1, 2].map(|k| self.center[k] * PARTS + self.motion[k] * part);
        let reach2 = ((self.radius + still.radius) * PARTS).pow(2);
        let dot = |u: [i128; 3], v: [i128; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        let is_near = |&[a, b]: &[[i128; 3]; 2]| {
            let way = [0, 1, 2].map(|k| center[k] - a[k] * PARTS);
            let e = [0, 1, 2].map(|k| b[k] - a[k]);
            let (along, length2) = (dot(way, e), dot(e, e));
            let back = [0, 1, 2].map(|k| way[k] - e[k] * PARTS);
            dot(way, way) <= reach2
                || dot(back, back) <= reach2
                || 0 < along
                    && along < length2 * PARTS
                    && dot(way, way) * length2 - along * along <= reach2 * length2
        };
        let side = |&[a, b]: &[[i128; 3]; 2]| {
            (b[0] - a[0]) * (center[1] - a[1] * PARTS) - (b[1] - a[1]) * (center[0] - a[0] * PARTS)
        };
        let cross = |u: [i128; 3], v: [i128; 3]| {
            [0, 1, 2].map(|k: usize| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
        };
        // Whether the foot is in the face, within the radius.
        let is_near_face = |&[a, b, c]: &[[i128; 3]; 3]| {
            let way = |p: [i128; 3]| [0, 1, 2].map(|k| center[k] - p[k] * PARTS);
            let edge = |p: [i128; 3], q: [i128; 3]| [0, 1, 2].map(|k| q[k] - p[k]);
            let n = cross(edge(a, b), edge(a, c));
            let divisor = n.iter().fold(0, |a, b| gcd(a, b.abs())).max(1);
            let n = n.map(|x| x / divisor);
            dot(n, n) > 0
                && [(a, b), (b, c), (c, a)].iter().all(|&(p, q)| dot(n, cross(edge(p, q), way(p))) >= 0)
                && dot(n, way(a)).pow(2) <= reach2 * dot(n, n)
        };
        // Segments of zero length, and all of a triangle of zero area, have points on both sides.
        let is_inside = match still.inside {
            Inside::Nothing => false,
            Inside::Polygon => {
                let sides: Vec<_> = still.segments.iter().map(side).collect();
                sides.iter().all(|&s| s > 0) || sides.iter().all(|&s| s < 0)
            }
            Inside::Box([low, high]) => {
                (0..3).all(|k| low[k] * PARTS <= center[k] && center[k] <= high[k] * PARTS)
            }
        };
        is_inside || still.segments.iter().any(is_near) || still.faces.iter().any(is_near_face)
    }
}

/// What a run must have met.
#[derive(Debug, Default)]
struct Met {
    at_start: usize,
    later: usize,
    never: usize,
    /// It touches between two parts, and at neither.
    grazed: usize,
}

impl core::ops::AddAssign for Met {
    fn add_assign(&mut self, other: Self) {
        self.at_start += other.at_start;
        self.later += other.later;
        self.never += other.never;
        self.grazed += other.grazed;
    }
}

fn check<A: Sweep<B>, B: Whole>(seed: u64) -> Met {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut number = |below: u64| (rng.next_u64() >> 33) % below;
    let dim = A::Motion::COLUMNS.len();
    let (mut movers, mut motions, mut stills) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..CASES {
        let size = [2, 4, 8][number(3) as usize];
        let mut coordinate = |_| number(2 * size + 1) as f32 - size as f32;
        let center: Vec<_> = (0..dim).map(&mut coordinate).collect();
        let motion: Vec<_> = (0..dim).map(&mut coordinate).collect();
        let other: Vec<_> = (0..B::COLUMNS.len()).map(&mut coordinate).collect();
        let radius = number(4) as f32;
        movers.push(A::from_values(|k| if k < dim { center[k] } else { radius }));
        motions.push(A::Motion::from_values(|k| motion[k]));
        let axis = AXES[other.iter().map(|x| x.abs() as usize).sum::<usize>() % AXES.len()];
        let square = axis[0] * axis[0] + axis[1] * axis[1];
        stills.push(B::from_values(|k| match B::COLUMNS[k] {
            "radius" => other[k].abs(),
            "hx" | "hy" => other[k].abs() * square,
            "ux" => axis[0],
            "uy" => axis[1],
            // Above the least, which is two columns before.
            name if name.starts_with("max") => other[k - dim] + other[k].abs(),
            _ => other[k],
        }));
    }
    let a = Columns::from_shapes(&movers).unwrap();
    let (m, b) = (Columns::from_shapes(&motions).unwrap(), Columns::from_shapes(&stills).unwrap());
    let impacts = soa::sweep(&a, &m, &b).unwrap();
    let mut met = Met::default();
    for row in 0..CASES {
        let values = movers[row].values();
        let mover = Mover {
            center: whole(&values[..dim]),
            motion: whole(motions[row].values()),
            radius: values[dim] as i128,
        };
        let (still, time) = (stills[row].still(), impacts.times[row]);
        let what = || format!("{:?} {:?} {:?}: {time}", movers[row], motions[row], stills[row]);
        let mut before =
            |last: i128| (0..40).map(|_| i128::from(number(1 << 24)) * last / PARTS).collect::<Vec<_>>();
        assert_eq!(impacts.hits.get(row), Some(!time.is_nan()), "{}", what());
        if time.is_nan() {
            let parts = before(PARTS);
            assert!(!parts.into_iter().chain([PARTS]).any(|part| mover.touches(&still, part)), "{}", what());
            met.never += 1;
            continue;
        }
        let part = (time * PARTS as f32) as i128;
        assert!((0..PARTS).contains(&part) && part as f32 / PARTS as f32 == time, "{}", what());
        if mover.touches(&still, 0) {
            assert_eq!(part, 0, "{}", what());
            met.at_start += 1;
            continue;
        }
        let parts = before(part);
        assert!(!parts.into_iter().chain([part]).any(|part| mover.touches(&still, part)), "{}", what());
        if mover.touches(&still, part + 1) {
            met.later += 1;
        } else {
            // By less than one 2^24th of the motion: a little larger it touches at both ends.
            let scaled = |x: i128| x << 12;
            let larger = Mover {
                center: mover.center.map(scaled),
                motion: mover.motion.map(scaled),
                radius: scaled(mover.radius) + 1,
            };
            let still = Still {
                segments: still.segments.iter().map(|s| s.map(|p| p.map(scaled))).collect(),
                faces: still.faces.iter().map(|s| s.map(|p| p.map(scaled))).collect(),
                radius: scaled(still.radius),
                // It would touch at the ends if it began or ended inside.
                inside: Inside::Nothing,
            };
            assert!(larger.touches(&still, part), "{}", what());
            met.grazed += 1;
        }
    }

    // The pairs of a join are those of rows, with the same times.
    let (a, m, b) = (a.as_view(), m.as_view(), b.as_view());
    let (a, m, b) = (a.slice(0..60).unwrap(), m.slice(0..60).unwrap(), b.slice(0..80).unwrap());
    let (pairs, times) = soa::join_sweep(&a, &m, &b).unwrap();
    let mut found = pairs.iter().zip(times);
    for left in 0..60 {
        let row = |shape| Columns::from_shapes(&[shape; 80]).unwrap();
        let motions = Columns::from_shapes(&[m.get(left).unwrap(); 80]).unwrap();
        let one = soa::sweep(&row(a.get(left).unwrap()), &motions, &b).unwrap();
        for right in one.hits.iter() {
            assert_eq!(found.next(), Some(((left as u32, right as u32), one.times[right])));
        }
    }
    assert_eq!(found.next(), None);
    met
}

/// How the numbers of rows are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Numbers {
    /// With all digits, up to 4.
    Digits,
    /// Whole ones, of few: many touch at the start, or graze.
    Whole,
    /// Whole ones, and each motion along an axis.
    AlongAxes,
    /// Of any power of two, up to the largest.
    AnySize,
}

/// Shapes that move, their motions, and others.
fn random_rows<A: Sweep<B>, B: Shape>(
    rng: &mut Xoshiro256PlusPlus,
    numbers: Numbers,
    rows: usize,
) -> (Columns<A>, Columns<A::Motion>, Columns<B>) {
    let mut values = |names: &[&str], numbers: Numbers, number_of_motion: usize| -> Vec<f32> {
        let mut number = |_| {
            let bits = rng.next_u64();
            let x = (bits >> 40) as f32 / (1 << 21) as f32 - 4.0;
            match numbers {
                Numbers::Digits => x,
                Numbers::Whole | Numbers::AlongAxes => x.trunc(),
                Numbers::AnySize => x / 4.0 * ((bits % 254) as f32 - 126.0).exp2(),
            }
        };
        let mut all: Vec<f32> = (0..names.len()).map(&mut number).collect();
        for k in 0..names.len() {
            let before = k.checked_sub(names.len() / 2).map_or(0.0, |k| all[k]);
            all[k] = match names[k] {
                "radius" | "hx" | "hy" => all[k].abs() / 2.0,
                // No axis is zero.
                "uy" if all[k] == 0.0 => 1.0,
                name if name.starts_with("max") => (before + all[k].abs()).min(f32::MAX),
                _ => all[k],
            };
        }
        if numbers == Numbers::AlongAxes {
            let kept = number_of_motion % all.len();
            all.iter_mut().enumerate().filter(|(k, _)| *k != kept).for_each(|(_, x)| *x = 0.0);
        }
        all
    };
    let still = if numbers == Numbers::AlongAxes { Numbers::Whole } else { numbers };
    let (mut movers, mut motions, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..rows {
        let (mover, other) = (values(A::COLUMNS, still, row), values(B::COLUMNS, still, row));
        let motion = values(A::Motion::COLUMNS, numbers, row);
        movers.push(A::from_values(|k| mover[k]));
        motions.push(A::Motion::from_values(|k| motion[k]));
        others.push(B::from_values(|k| other[k]));
    }
    let columns = Columns::from_shapes(&motions).unwrap();
    (Columns::from_shapes(&movers).unwrap(), columns, Columns::from_shapes(&others).unwrap())
}

/// Times of rows are those of one pair at a time, at every level.
fn check_levels<A: Sweep<B>, B: Shape>(seed: u64, numbers: Numbers) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (a, m, b) = random_rows::<A, B>(&mut rng, numbers, CASES);
    let rows = a.iter().zip(m.iter()).zip(b.iter());
    let expected: Vec<_> = rows.map(|((a, m), b)| a.time(&m, &b).unwrap_or(f32::NAN).to_bits()).collect();
    for &level in Level::available() {
        let query = Query::new().with_level(level);
        let impacts = query.sweep(&a, &m, &b).unwrap();
        let times = impacts.times.iter().map(|time| time.to_bits());
        assert!(times.eq(expected.iter().copied()), "{level} {numbers:?}");
        assert!(impacts.times.iter().map(|time| !time.is_nan()).eq(impacts.hits.to_bools()));
        assert!((CASES / 100..CASES).contains(&impacts.hits.count()), "{}", impacts.hits.count());
        // Fewer rows than a register has, and some more.
        for rows in 0..40 {
            let (a, m, b) = (a.as_view(), m.as_view(), b.as_view());
            let [a, m, b] = [a.any(), m.any(), b.any()].map(|view| view.slice(7..7 + rows).unwrap());
            let some = query.sweep_any(&a, &m, &b).unwrap();
            assert!(some.times.iter().map(|time| time.to_bits()).eq(expected[7..7 + rows].iter().copied()));
            assert_eq!(
                (some.hits.len(), some.hits.to_bools()),
                (rows, impacts.hits.to_bools()[7..7 + rows].to_vec())
            );
        }
    }
}

/// What boxes, triangles and capsules sweep: times at every level, whatever the numbers are; and a join finds
/// what all pairs of rows do.
fn check_hulls<A: Sweep<B>, B: Shape>(seed: u64, rows_of_join: usize) {
    for numbers in [Numbers::Digits, Numbers::Whole, Numbers::AlongAxes, Numbers::AnySize] {
        check_levels::<A, B>(seed, numbers);
        check_joins::<A, B>(seed, numbers, rows_of_join);
    }
}

/// A join and an index find what all pairs of rows do, at every level.
fn check_joins<A: Sweep<B>, B: Shape>(seed: u64, numbers: Numbers, rows: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed + 1000);
    let (a, m, b) = random_rows::<A, B>(&mut rng, numbers, rows);
    let (mut expected, mut firsts) = (Vec::new(), Vec::new());
    for (left, (a, m)) in a.iter().zip(m.iter()).enumerate() {
        let times = b.iter().enumerate().filter_map(|(right, b)| Some((right as u32, a.time(&m, &b)?)));
        let mut hits: Vec<_> = times.map(|(row, time)| SweepHit { row, time }).collect();
        expected.extend(hits.iter().map(|hit| ((left as u32, hit.row), hit.time.to_bits())));
        hits.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.row.cmp(&b.row)));
        firsts.push(hits);
    }
    for &level in Level::available() {
        let query = Query::new().with_level(level);
        let (pairs, times) = query.join_sweep(&a, &m, &b).unwrap();
        let found: Vec<_> = pairs.iter().zip(times.iter().map(|time| time.to_bits())).collect();
        assert_eq!(found, expected, "{level} {numbers:?}");
        let index = Index::builder().query(query).build(&b).unwrap();
        let first = index.sweep(&a, &m).unwrap();
        assert!(first.into_iter().eq(firsts.iter().map(|hits| hits.first().copied())), "{level} {numbers:?}");
        for ((a, m), hits) in a.iter().zip(m.iter()).zip(&firsts).take(40) {
            assert_eq!(index.sweep_all(&a, &m).unwrap(), *hits);
            // Without the first.
            let first = hits.first().map(|hit| hit.row);
            let second = index.sweep_where(&a, &m, |row| Some(row) != first).unwrap();
            assert_eq!(second, hits.get(1).copied());
        }
    }
    assert!(expected.len() > rows * 2 / 3, "{numbers:?}: {}", expected.len());
}

#[test]
fn times_at_every_level_are_those_of_one_pair_at_a_time() {
    let digits = Numbers::Digits;
    for numbers in [digits, Numbers::Whole, Numbers::AlongAxes, Numbers::AnySize] {
        check_joins::<Disk, Segment>(2, numbers, 150);
        check_joins::<Disk, OrientedBox>(29, numbers, 150);
        check_joins::<Disk, Triangle>(6, numbers, 150);
        check_joins::<Sphere, Point3>(7, numbers, 150);
        check_joins::<Sphere, Aabb3>(11, numbers, 150);
        check_joins::<Sphere, Triangle3>(12, numbers, 150);
    }
    check_levels::<Disk, Point>(1, digits);
    check_levels::<Disk, Segment>(2, digits);
    check_levels::<Disk, Disk>(3, digits);
    check_levels::<Disk, Capsule>(4, digits);
    check_levels::<Disk, Aabb>(5, digits);
    check_levels::<Disk, OrientedBox>(29, digits);
    check_levels::<Disk, Triangle>(6, digits);
    check_levels::<Sphere, Point3>(7, digits);
    check_levels::<Sphere, Segment3>(8, digits);
    check_levels::<Sphere, Sphere>(9, digits);
    check_levels::<Sphere, Capsule3>(10, digits);
    check_levels::<Sphere, Aabb3>(11, digits);
    check_levels::<Sphere, Triangle3>(12, digits);
}

#[test]
fn boxes_and_triangles_of_the_plane_have_the_times_of_one_pair_at_a_time() {
    check_hulls::<Aabb, Point>(13, 150);
    check_hulls::<Aabb, Segment>(14, 150);
    check_hulls::<Aabb, Aabb>(15, 150);
    check_hulls::<Aabb, Triangle>(16, 150);
    check_hulls::<Triangle, Point>(17, 150);
    check_hulls::<Triangle, Segment>(18, 150);
    check_hulls::<Triangle, Aabb>(19, 150);
    check_hulls::<Triangle, Triangle>(20, 150);
}

#[test]
fn oriented_boxes_have_the_times_of_one_pair_at_a_time() {
    check_hulls::<OrientedBox, Point>(50, 150);
    check_hulls::<OrientedBox, Segment>(51, 150);
    check_hulls::<OrientedBox, Aabb>(52, 150);
    check_hulls::<OrientedBox, OrientedBox>(53, 150);
    check_hulls::<OrientedBox, Triangle>(54, 150);
    check_hulls::<Aabb, OrientedBox>(55, 150);
    check_hulls::<Triangle, OrientedBox>(56, 150);
    check_hulls::<OrientedBox, Disk>(57, 60);
    check_hulls::<OrientedBox, Capsule>(58, 60);
    check_hulls::<Capsule, OrientedBox>(59, 60);
}

#[test]
fn boxes_and_triangles_of_space_have_the_times_of_one_pair_at_a_time() {
    check_hulls::<Aabb3, Point3>(21, 150);
    check_hulls::<Aabb3, Segment3>(22, 150);
    check_hulls::<Aabb3, Aabb3>(23, 150);
    check_hulls::<Aabb3, Triangle3>(24, 150);
    check_hulls::<Triangle3, Point3>(25, 150);
    check_hulls::<Triangle3, Segment3>(26, 150);
    check_hulls::<Triangle3, Aabb3>(27, 150);
    check_hulls::<Triangle3, Triangle3>(28, 150);
}

#[test]
fn round_shapes_of_the_plane_have_the_times_of_one_pair_at_a_time() {
    check_hulls::<Capsule, Point>(30, 60);
    check_hulls::<Capsule, Segment>(31, 60);
    check_hulls::<Capsule, Disk>(32, 60);
    check_hulls::<Capsule, Capsule>(33, 60);
    check_hulls::<Capsule, Aabb>(34, 60);
    check_hulls::<Capsule, Triangle>(35, 60);
    check_hulls::<Aabb, Disk>(36, 60);
    check_hulls::<Aabb, Capsule>(37, 60);
    check_hulls::<Triangle, Disk>(38, 60);
    check_hulls::<Triangle, Capsule>(39, 60);
}

#[test]
fn round_shapes_of_space_have_the_times_of_one_pair_at_a_time() {
    check_hulls::<Capsule3, Point3>(40, 60);
    check_hulls::<Capsule3, Segment3>(41, 60);
    check_hulls::<Capsule3, Sphere>(42, 60);
    check_hulls::<Capsule3, Capsule3>(43, 60);
    check_hulls::<Capsule3, Aabb3>(44, 60);
    check_hulls::<Capsule3, Triangle3>(45, 60);
    check_hulls::<Aabb3, Sphere>(46, 60);
    check_hulls::<Aabb3, Capsule3>(47, 60);
    check_hulls::<Triangle3, Sphere>(48, 60);
    check_hulls::<Triangle3, Capsule3>(49, 60);
}

/// A capsule of length zero has the hits and times of its disk or sphere, which other kernels find.
#[test]
fn a_capsule_of_length_zero_is_a_disk_or_a_sphere() {
    fn check<R: Sweep<B>, C: Sweep<B, Motion = R::Motion>, B: Shape>(seed: u64, numbers: Numbers) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (rounds, motions, others) = random_rows::<R, B>(&mut rng, numbers, 4 * CASES);
        let dim = R::Motion::COLUMNS.len();
        let capsule = |row: R| {
            let values = row.values();
            C::from_values(|k| match k {
                k if k < dim => values[k],
                k if k < 2 * dim => 0.0,
                _ => values[dim],
            })
        };
        let capsules: Vec<C> = rounds.iter().map(capsule).collect();
        let capsules = Columns::from_shapes(&capsules).unwrap();
        let expected = soa::sweep(&rounds, &motions, &others).unwrap();
        assert!(expected.hits.count() > CASES / 50, "{}", expected.hits.count());
        assert_eq!(bits(&soa::sweep(&capsules, &motions, &others).unwrap()), bits(&expected));
    }
    for numbers in [Numbers::Digits, Numbers::Whole, Numbers::AnySize] {
        check::<Disk, Capsule, Point>(1, numbers);
        check::<Disk, Capsule, Segment>(2, numbers);
        check::<Disk, Capsule, Disk>(3, numbers);
        check::<Disk, Capsule, Capsule>(4, numbers);
        check::<Disk, Capsule, Aabb>(5, numbers);
        check::<Disk, Capsule, Triangle>(6, numbers);
        check::<Sphere, Capsule3, Point3>(7, numbers);
        check::<Sphere, Capsule3, Segment3>(8, numbers);
        check::<Sphere, Capsule3, Sphere>(9, numbers);
        check::<Sphere, Capsule3, Capsule3>(10, numbers);
        check::<Sphere, Capsule3, Aabb3>(11, numbers);
        check::<Sphere, Capsule3, Triangle3>(12, numbers);
    }
}

#[test]
fn many_rows_are_measured_on_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(29);
    let (a, m, b) = random_rows::<Triangle, Aabb>(&mut rng, Numbers::Digits, 40_000);
    let query = Query::new();
    assert_eq!(bits(&query.sweep(&a, &m, &b).unwrap()), bits(&query.sequential().sweep(&a, &m, &b).unwrap()));
    let (a, m, b) = random_rows::<Capsule, Segment>(&mut rng, Numbers::Digits, 20_000);
    assert_eq!(bits(&query.sweep(&a, &m, &b).unwrap()), bits(&query.sequential().sweep(&a, &m, &b).unwrap()));
    let (a, m, b) = random_rows::<Aabb3, Triangle3>(&mut rng, Numbers::Digits, 2_000);
    let (pairs, times) = query.join_sweep(&a, &m, &b).unwrap();
    assert!(pairs.len() > 40_000, "{}", pairs.len());
    let mut first = vec![None; 2_000];
    for ((left, row), &time) in pairs.iter().zip(&times) {
        let first: &mut Option<SweepHit> = &mut first[left as usize];
        if first.is_none_or(|first| time < first.time) {
            *first = Some(SweepHit { row, time });
        }
    }
    assert_eq!(Index::new(&b).unwrap().sweep(&a, &m).unwrap(), first);
    assert_eq!(query.sequential().join_sweep(&a, &m, &b).unwrap(), (pairs, times));
}

/// A moving row meets the rows of an index as they are after some have moved, come and gone.
#[test]
fn an_index_that_changes_is_swept() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(30);
    let (a, m, b) = random_rows::<Sphere, Triangle3>(&mut rng, Numbers::Digits, 400);
    let (_, _, others) = random_rows::<Sphere, Triangle3>(&mut rng, Numbers::Digits, 400);
    let (mut index, mut rows) = (Index::new(&b).unwrap(), b.iter().map(Some).collect::<Vec<_>>());
    let mut met = [0; 2];
    for (k, other) in (0u32..).zip(others.iter()) {
        match k % 4 {
            0 => index.set(k, &other).unwrap(),
            1 => assert!(index.remove(k).unwrap()),
            _ => assert_eq!(index.insert(&other).unwrap() as usize, rows.len()),
        }
        match k % 4 {
            0 => rows[k as usize] = Some(other),
            1 => rows[k as usize] = None,
            _ => rows.push(Some(other)),
        }
        let (a, m) = (a.get(k as usize).unwrap(), m.get(k as usize).unwrap());
        let times = (0u32..).zip(&rows).filter_map(|(row, b)| Some((row, a.time(&m, b.as_ref()?)?)));
        let first = times.reduce(|first, next| if next.1 < first.1 { next } else { first });
        let found = index.sweep_one(&a, &m).unwrap();
        assert_eq!(found.map(|hit| (hit.row, hit.time)), first);
        met[usize::from(first.is_some_and(|(row, _)| row >= 400))] += 1;
    }
    assert!(met[1] > 5, "{met:?}");
}

#[test]
fn a_sweep_of_an_index_checks_its_numbers() {
    let walls = Columns::from_shapes(&[Segment::new([3.0, -1.0], [0.0, 2.0])]).unwrap();
    let index = Index::new(&walls).unwrap();
    let disk = Disk::new([0.0, 0.0], 0.5);
    let refused = |result: Result<_, Error>, bad: &str| match result {
        Err(Error::InvalidValue { row: 0, column, .. }) => assert_eq!(column, bad),
        other => panic!("{other:?}"),
    };
    refused(index.sweep_one(&Disk::new([f32::NAN, 0.0], 0.5), &[1.0, 0.0]), "x");
    refused(index.sweep_one(&Disk::new([0.0, 0.0], -1.0), &[1.0, 0.0]), "radius");
    refused(index.sweep_one(&disk, &[1.0, f32::INFINITY]), "y");
    refused(index.sweep_all(&disk, &[1.0, f32::INFINITY]).map(|_| None), "y");
    let disks = Columns::from_shapes(&[disk; 2]).unwrap();
    let motions = |x: &[f32]| Columns::from_shapes(&x.iter().map(|&x| [x, 0.0]).collect::<Vec<_>>()).unwrap();
    let hits = index.sweep(&disks, &motions(&[9.0, -9.0])).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.map(|hit| hit.row)).collect::<Vec<_>>(), [Some(0), None]);
    let unequal = Error::UnequalRows { left: 2, right: 1 };
    assert_eq!(index.sweep(&disks, &motions(&[9.0])), Err(unequal));
    let unchecked = soa::View::<Disk>::new_unvalidated([&[0.0][..], &[f32::NAN], &[0.5]]).unwrap();
    assert!(matches!(index.sweep(&unchecked, &motions(&[9.0])), Err(Error::InvalidValue { row: 0, .. })));
    // Nothing to touch, and something at once.
    let none = Index::new(&Columns::<Segment>::from_shapes(&[]).unwrap()).unwrap();
    assert_eq!(none.sweep(&disks, &motions(&[9.0, -9.0])), Ok(vec![None; 2]));
    let at_once = index.sweep_one(&Disk::new([3.0, 0.0], 0.0), &[0.0, 0.0]);
    assert_eq!(at_once, Ok(Some(SweepHit { row: 0, time: 0.0 })));
}

/// Rows of a join of more candidates than one block has.
const MANY: usize = 2_100;

/// The limit and the progress of a join in which every other pair touches.
fn check_options<A: Sweep<Point, Motion = Point>>(
    moving: &Columns<A>,
    motions: &Columns<Point>,
    points: &Columns<Point>,
) {
    let seen = std::sync::Mutex::new(Vec::new());
    let report = |progress: soa::join::Progress| seen.lock().unwrap().push((progress.rows, progress.of));
    let join = || JoinSweep::new(moving, motions, points).unwrap();
    let (pairs, times) = join().limit(MANY as u64 * MANY as u64 / 2).progress(&report).pairs().unwrap();
    let expected = (0..MANY as u32).flat_map(|i| (0..MANY as u32).step_by(2).map(move |j| (i, j)));
    assert!(pairs.iter().eq(expected));
    let first = moving.get(0).unwrap().time(&[2.0; 2], &[2.0; 2]);
    assert!(times.iter().all(|&time| Some(time) == first));
    let at_most = MANY as u64 * MANY as u64 / 2 - 1;
    assert_eq!(join().limit(at_most).pairs().unwrap_err(), Error::TooManyPairs { at_most });
    assert_eq!(seen.into_inner().unwrap().last(), Some(&(MANY, MANY)));
}

#[test]
fn joins_of_sweeps_have_a_limit_and_report_how_far_they_are() {
    let boxes = Columns::from_shapes(&vec![Aabb { min: [0.0; 2], max: [1.0; 2] }; MANY]).unwrap();
    let disks = Columns::from_shapes(&vec![Disk::new([0.0; 2], 1.0); MANY]).unwrap();
    let motions = Columns::<Point>::from_shapes(&vec![[2.0, 2.0]; MANY]).unwrap();
    // On the way of both, or within the box around it alone.
    let points: Vec<Point> = (0..MANY).map(|i| if i % 2 == 0 { [2.0, 2.0] } else { [2.5, 0.25] }).collect();
    let points = Columns::from_shapes(&points).unwrap();
    check_options(&boxes, &motions, &points);
    check_options(&disks, &motions, &points);
}

fn bits(impacts: &soa::Impacts) -> (Vec<bool>, Vec<u32>) {
    (impacts.hits.to_bools(), impacts.times.iter().map(|time| time.to_bits()).collect())
}

#[test]
fn what_stands_still_and_is_not_finite_is_not_touched() {
    fn check<A: Sweep<B>, B: Shape>(seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (a, m, b) = random_rows::<A, B>(&mut rng, Numbers::Whole, 300);
        let mut columns: Vec<Vec<f32>> =
            (0..B::COLUMNS.len()).map(|k| b.iter().map(|row| row.values()[k]).collect()).collect();
        for row in (0..300).step_by(2) {
            let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][row % 3];
            columns[row / 2 % B::COLUMNS.len()][row] = bad;
        }
        let slices: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
        let b = soa::AnyView::new_unvalidated(B::KIND, &slices).unwrap();
        let (a, m) = (a.as_view(), m.as_view());
        for &level in Level::available() {
            let query = Query::new().with_level(level);
            let impacts = query.sweep_any(&a.any(), &m.any(), &b).unwrap();
            assert!(impacts.hits.any() && impacts.hits.iter().all(|row| row % 2 == 1), "{level}");
            let (pairs, _) = JoinSweep::of_any(&a.any(), &m.any(), &b).unwrap().query(query).pairs().unwrap();
            assert!(!pairs.is_empty() && pairs.right().iter().all(|row| row % 2 == 1), "{level}");
        }
    }
    check::<Aabb, Point>(1);
    check::<Aabb, Segment>(2);
    check::<Aabb, Aabb>(3);
    check::<Triangle, Triangle>(4);
    check::<Triangle, Point>(5);
    check::<Aabb3, Aabb3>(6);
    check::<Aabb3, Triangle3>(7);
    check::<Triangle3, Segment3>(8);
    check::<Triangle3, Triangle3>(9);
    check::<Triangle3, Point3>(10);
    check::<OrientedBox, OrientedBox>(19);
    check::<OrientedBox, Triangle>(20);
    check::<OrientedBox, Point>(21);
    check::<Triangle, OrientedBox>(22);
    check::<Capsule, OrientedBox>(23);
    check::<Capsule, Disk>(11);
    check::<Capsule, Capsule>(12);
    check::<Aabb, Disk>(13);
    check::<Triangle, Capsule>(14);
    check::<Capsule3, Capsule3>(15);
    check::<Capsule3, Aabb3>(16);
    check::<Capsule3, Triangle3>(17);
    check::<Triangle3, Sphere>(18);
}

/// Checks all pairs with these seeds; each must meet every class.
fn check_all(seeds: core::ops::Range<u64>) {
    type Check = fn(u64) -> Met;
    let pairs: [(&str, Check); 13] = [
        ("disk, point", check::<Disk, Point>),
        ("disk, segment", check::<Disk, Segment>),
        ("disk, disk", check::<Disk, Disk>),
        ("disk, capsule", check::<Disk, Capsule>),
        ("disk, box", check::<Disk, Aabb>),
        ("disk, oriented box", check::<Disk, OrientedBox>),
        ("disk, triangle", check::<Disk, Triangle>),
        ("sphere, point", check::<Sphere, Point3>),
        ("sphere, segment", check::<Sphere, Segment3>),
        ("sphere, sphere", check::<Sphere, Sphere>),
        ("sphere, capsule", check::<Sphere, Capsule3>),
        ("sphere, box", check::<Sphere, Aabb3>),
        ("sphere, triangle", check::<Sphere, Triangle3>),
    ];
    for (name, check) in pairs {
        let mut met = Met::default();
        seeds.clone().for_each(|seed| met += check(seed));
        println!("{name}: {met:?}");
        let Met { at_start, later, never, grazed } = met;
        let all = at_start + later + never + grazed;
        assert!(at_start.min(later).min(never) * 50 > all && grazed > 0, "{name}: {met:?}");
    }
}

#[test]
fn times_are_never_late_and_at_most_a_part_early() {
    check_all(1..3);
}

#[test]
#[ignore = "a hundred million sweeps"]
fn times_are_never_late_in_a_long_run() {
    check_all(3..3337);
}

#[test]
fn motions_have_a_row_a_shape_and_are_finite() {
    let disks = Columns::from_shapes(&[Disk::new([0.0, 0.0], 1.0); 2]).unwrap();
    let motion = |x| Columns::from_shapes(&[[x, 0.0]]).unwrap();
    let walls = Columns::from_shapes(&[[9.0, 0.0]; 2]).unwrap();
    assert!(matches!(soa::sweep(&disks, &motion(1.0), &walls), Err(Error::UnequalRows { .. })));
    let unchecked = soa::View::<Point>::new_unvalidated([&[f32::NAN, 0.0][..], &[0.0, 0.0]]).unwrap();
    assert!(matches!(soa::sweep(&disks, &unchecked, &walls), Err(Error::InvalidValue { row: 0, .. })));

    let boxes = Columns::from_shapes(&[Aabb { min: [0.0; 2], max: [1.0; 2] }; 2]).unwrap();
    let unequal = |left, right| Error::UnequalRows { left, right };
    assert_eq!(soa::sweep(&boxes, &motion(1.0), &walls), Err(unequal(2, 1)));
    assert_eq!(soa::join_sweep(&boxes, &motion(1.0), &walls), Err(unequal(2, 1)));
    let motions = Columns::from_shapes(&[[1.0, 0.0]; 2]).unwrap();
    let three = Columns::from_shapes(&[[9.0, 0.0]; 3]).unwrap();
    assert_eq!(soa::sweep(&boxes, &motions, &three), Err(unequal(2, 3)));
    assert_eq!(soa::join_sweep(&boxes, &motions, &three).unwrap().0.len(), 0);
    assert!(matches!(soa::sweep(&boxes, &unchecked, &walls), Err(Error::InvalidValue { row: 0, .. })));
    assert!(matches!(soa::join_sweep(&boxes, &unchecked, &walls), Err(Error::InvalidValue { row: 0, .. })));
    let inverted = soa::View::<Aabb>::new_unvalidated([&[2.0][..], &[0.0], &[1.0], &[1.0]]).unwrap();
    assert!(matches!(
        soa::sweep(&inverted, &motion(1.0), &motion(0.0)),
        Err(Error::InvalidValue { row: 0, .. })
    ));
}

#[test]
fn boxes_reach_up_to_the_largest_number() {
    let boxes = Columns::from_shapes(&[Aabb { min: [1e38, -1.0], max: [3e38, 1.0] }]).unwrap();
    let motions = Columns::from_shapes(&[[3e38, 0.0]]).unwrap();
    // From the largest number to twice as much: the box reaches to 6e38.
    let segments = Columns::from_shapes(&[Segment::new([f32::MAX, 0.0], [f32::MAX, 0.0])]).unwrap();
    let (pairs, times) = soa::join_sweep(&boxes, &motions, &segments).unwrap();
    assert_eq!(pairs.len(), 1);
    assert!((times[0] - (f32::MAX - 3e38) / 3e38).abs() < 1e-6, "{times:?}");
}

/// A capsule that comes to touch a wall at the end of its motion, where the radius and the motion are each lost
/// when they are added to the start.
#[test]
fn boxes_around_sweeps_leave_room_for_rounding() {
    let least = f32::EPSILON / 2.0;
    let capsule = Capsule { start: [1.0, 0.0], direction: [0.0; 2], radius: least };
    let (motion, wall) = ([least, 0.0], Aabb { min: [1.0 + 2.0 * least, -1.0], max: [2.0, 1.0] });
    let beyond = Aabb { min: [1.0 + 4.0 * least, -1.0], ..wall };
    assert!(capsule.time(&motion, &wall).is_some());
    for rows in [1, 8, 16, 40] {
        let capsules = Columns::from_shapes(&vec![capsule; rows]).unwrap();
        let motions = Columns::<Point>::from_shapes(&vec![motion; rows]).unwrap();
        for (wall, hits) in [(wall, rows), (beyond, 0)] {
            let walls = Columns::from_shapes(&vec![wall; rows]).unwrap();
            for &level in Level::available() {
                let impacts = Query::new().with_level(level).sweep(&capsules, &motions, &walls).unwrap();
                assert_eq!(impacts.hits.count(), hits, "{level}, {rows} rows");
            }
        }
    }
}

/// A path, from a start along a motion, and a point beside its middle, all of whole numbers.
struct Beside {
    start: Point,
    motion: Point,
    point: Point,
    /// From the path to the point, unless that is farther away.
    side: Point,
    /// How far that is.
    distance: f32,
    /// A vector along the motion, and its length.
    axis: (Point, f32),
}

/// Paths far from the origin, with points that are as far away as they say, or by less than a unit farther. Their
/// products have more bits than `f32`, so projections across the motion are rounded.
fn besides(is_farther: bool) -> Vec<Beside> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
    let mut number = |bits: u32| (rng.next_u32() >> (32 - bits)) as f32;
    let row = |_| {
        let (p, q, r) = [(3.0, 4.0, 5.0), (5.0, -12.0, 13.0), (-8.0, 15.0, 17.0)][number(8) as usize % 3];
        let (along, across) = (1.0 + number(9), 1.0 + number(9));
        let start = [number(23) - 4e6, number(23) - 4e6];
        let side = [-q * across, p * across];
        let farther = if is_farther { f32::signum(-q) } else { 0.0 };
        let point = [start[0] + along * p + side[0] + farther, start[1] + along * q + side[1]];
        let motion = [2.0 * along * p, 2.0 * along * q];
        Beside { start, motion, point, side, distance: across * r, axis: ([p, q], r) }
    };
    (0..CASES).map(row).collect()
}

/// What grazes a point across the motion touches it, although `f32` rounds how far it is away.
fn check_grazing<A: Sweep<B>, B: Shape>(
    mover: impl Fn(&Beside) -> A,
    motion: impl Fn(Point) -> A::Motion,
    other: impl Fn(Point) -> B,
) {
    for is_farther in [false, true] {
        let all = besides(is_farther);
        let columns = Columns::<A>::from_shapes(&all.iter().map(&mover).collect::<Vec<_>>()).unwrap();
        let motions: Vec<_> = all.iter().map(|beside| motion(beside.motion)).collect();
        let others: Vec<_> = all.iter().map(|beside| other(beside.point)).collect();
        let motions = Columns::<A::Motion>::from_shapes(&motions).unwrap();
        let others = Columns::<B>::from_shapes(&others).unwrap();
        for &level in Level::available() {
            let impacts = Query::new().with_level(level).sweep(&columns, &motions, &others).unwrap();
            assert_eq!(impacts.hits.count(), if is_farther { 0 } else { CASES }, "{level} {is_farther}");
        }
    }
}

#[test]
fn what_grazes_across_the_motion_touches() {
    let flat = |p: Point| p;
    let to = |beside: &Beside| [0, 1].map(|k| beside.start[k] + beside.side[k]);
    let behind = |beside: &Beside| [0, 1].map(|k| beside.start[k] - beside.motion[k]);
    check_grazing(|b| Capsule { start: b.start, direction: [0.0; 2], radius: b.distance }, flat, flat);
    check_grazing(|b| Capsule { start: to(b), direction: [0.0; 2], radius: 0.0 }, flat, flat);
    check_grazing(|b| Aabb { min: to(b), max: to(b) }, flat, flat);
    check_grazing(|b| Triangle { a: b.start, b: to(b), c: behind(b) }, flat, flat);
    check_grazing(
        |&Beside { start, distance, axis: (axis, length), .. }| OrientedBox {
            center: start,
            half_extents: [0.0, distance * length],
            axis,
        },
        flat,
        |p| Aabb { min: p, max: p },
    );
    for i in 0..3 {
        // The plane of two coordinates; the third one is the largest of them.
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let at = |p: Point, third: f32| -> Point3 {
            let mut place = [third; 3];
            (place[j], place[k]) = (p[0], p[1]);
            place
        };
        let (motion, point) = (|p| at(p, 0.0), |p| at(p, 8e6));
        check_grazing(
            |b| Capsule3 { start: at(b.start, 8e6), direction: [0.0; 3], radius: b.distance },
            motion,
            point,
        );
        check_grazing(|b| Aabb3 { min: at(to(b), 8e6), max: at(to(b), 8e6) }, motion, point);
        check_grazing(
            |b| Triangle3 { a: at(b.start, 8e6), b: at(to(b), 8e6), c: at(behind(b), 8e6) },
            motion,
            point,
        );
    }
}

/// A small disk far from the origin whose center `f64` rounds: after `k` parts it touches a point, or misses it by a
/// unit of `2^-35`, of which rounding takes up to two.
#[test]
fn times_are_right_where_the_center_is_rounded() {
    let unit = |n: i64, exponent: i32| n as f32 * 2f32.powi(exponent);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    // By whether it touches, and whether the center is rounded towards the point.
    let mut met = [[0; 2]; 2];
    let (mut disks, mut motions, mut points, mut expected) = (vec![], vec![], vec![], vec![]);
    while disks.len() < CASES {
        let k = i64::from(1 << 22 | rng.next_u32() >> 10);
        let step = i64::from(1 << 23 | rng.next_u32() >> 9);
        let gap = i64::from(rng.next_u32() & 1);
        // The point is a multiple of `2^31` units, and so is the start.
        let radius = (-(k * step + gap)).rem_euclid(1 << 31);
        if (1 << 20..1 << 24).contains(&radius) {
            let start = (1 << 23) + i64::from(rng.next_u32() >> 10);
            let point = start + ((k * step + radius + gap) >> 31);
            disks.push(Disk::new([unit(start, -4), 0.0], unit(radius, -35)));
            motions.push([unit(step, -11), 0.0]);
            points.push([unit(point, -4), 0.0]);
            expected.push(unit(if gap == 0 { k - 1 } else { k }, -24));
            let center = (start << 31) + k * step;
            let is_nearer = center as f64 as i64 > center;
            met[gap as usize][usize::from(is_nearer)] += 1;
        }
    }
    assert!(met.as_flattened().iter().all(|&count| count > CASES / 20), "{met:?}");
    let disks = Columns::from_shapes(&disks).unwrap();
    let (motions, points) = (Columns::from_shapes(&motions).unwrap(), Columns::from_shapes(&points).unwrap());
    for &level in Level::available() {
        let impacts = Query::new().with_level(level).sweep(&disks, &motions, &points).unwrap();
        assert_eq!(impacts.times, expected, "{level}");
    }
}

#[test]
fn the_largest_and_the_least_numbers_have_times() {
    // A disk that is far larger than its motion, and one of which the motion overflows a square.
    let cases = [
        ([0.0, 0.0], [1e-3, 0.0], 1e6, [1e6_f32.next_up(), 0.0]),
        ([0.0, 0.0], [3e38, 0.0], 1.0, [1e38, 0.5]),
        ([0.0, 0.0], [3e-45, 0.0], 0.0, [3e-45, 0.0]),
        ([-3e38, 0.0], [3e38, 0.0], 1e38, [3e38, 0.0]),
    ];
    let times = cases.map(|(center, motion, radius, point)| {
        let disk = Columns::from_shapes(&[Disk::new(center, radius)]).unwrap();
        let (motion, point) =
            (Columns::from_shapes(&[motion]).unwrap(), Columns::from_shapes(&[point]).unwrap());
        soa::sweep(&disk, &motion, &point).unwrap().times[0]
    });
    assert!(times[0].is_nan(), "{times:?}"); // 2^-4 away, and it moves by less
    assert!((times[1] - 1.0 / 3.0).abs() < 1e-6, "{times:?}");
    assert!(times[2] < 1.0 && times[2] >= 1.0 - 1.0 / PARTS as f32, "{times:?}");
    assert!(times[3].is_nan(), "{times:?}");
}
