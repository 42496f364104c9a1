//! Capsules that move, and round shapes that boxes and triangles move past, against whole numbers: how far
//! the moving shape is from the other one where it is at a time, and at each time at which two of their
//! vertices, edges and faces are nearest to each other.

use scalar::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use scalar::exact::{MovingShape, Stage, Sweep, time_of_hit, time_of_impact};

use crate::common::{
    Rng, of_whole_numbers, orders, replaced, scaled, scaled_box, values, whole_corners, with_whole_corners,
};

const PARTS: i128 = 1 << 24;

type P = [i128; 3];

/// A shape of whole numbers: vertices, and numbers of those of edges and faces. The plane has a third
/// coordinate of zero.
#[derive(Clone, Default)]
struct Core {
    vertices: Vec<P>,
    edges: Vec<[usize; 2]>,
    faces: Vec<[usize; 3]>,
    radius: i128,
    /// Whether it is all of the box around its vertices.
    is_solid: bool,
}

/// A shape of whole numbers.
trait Shape<const D: usize>: bytemuck::Pod + std::fmt::Debug {
    fn core(&self) -> Core;

    /// Puts numbers that were chosen at random in order.
    fn tidy(&mut self) {}

    /// With all lengths times a number.
    fn scaled(self, by: f32) -> Self {
        scaled(self, by)
    }
}

fn whole<const D: usize>(p: [f32; D]) -> P {
    core::array::from_fn(|k| p.get(k).map_or(0, |&x| x as i128))
}

fn sum(a: P, b: P) -> P {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn sub(a: P, b: P) -> P {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn dot(u: P, v: P) -> i128 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn cross(u: P, v: P) -> P {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn round(center: P, radius: f32) -> Core {
    Core { vertices: vec![center], edges: vec![[0, 0]], radius: radius as i128, ..Core::default() }
}

fn segment<const D: usize>(start: [f32; D], direction: [f32; D], radius: f32) -> Core {
    let vertices = vec![whole(start), sum(whole(start), whole(direction))];
    Core { vertices, edges: vec![[0, 1]], radius: radius as i128, ..Core::default() }
}

fn triangle<const D: usize>(vertices: [[f32; D]; 3]) -> Core {
    let edges = vec![[0, 1], [1, 2], [2, 0]];
    Core { vertices: vertices.map(whole).to_vec(), edges, faces: vec![[0, 1, 2]], ..Core::default() }
}

/// A box; one of the plane is a face of one of space.
fn solid<const D: usize>(min: [f32; D], max: [f32; D]) -> Core {
    let ends = [whole(min), whole(max)];
    let vertices = (0..8).map(|i| core::array::from_fn(|k| ends[i >> k & 1][k])).collect();
    let (mut edges, mut faces) = (vec![], vec![]);
    for k in 0..3 {
        let [u, v, w] = [1 << k, 1 << ((k + 1) % 3), 1 << ((k + 2) % 3)];
        edges.extend([0, v, w, v + w].map(|i| [i, i + u]));
        faces.extend([0, u].into_iter().flat_map(|i| [[i, i + v, i + v + w], [i, i + w, i + v + w]]));
    }
    Core { vertices, edges, faces, radius: 0, is_solid: true }
}

impl Shape<2> for OrientedBox {
    fn core(&self) -> Core {
        let edges = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
        let faces = vec![[0, 1, 2], [0, 2, 3]];
        Core { vertices: whole_corners(self).to_vec(), edges, faces, ..Core::default() }
    }

    fn tidy(&mut self) {
        *self = with_whole_corners(*self);
    }

    fn scaled(self, by: f32) -> Self {
        scaled_box(self, by)
    }
}

macro_rules! shapes {
    ($($shape:ty: $dim:literal, |$s:ident| $core:expr;)*) => {$(
        impl Shape<$dim> for $shape {
            fn core(&self) -> Core {
                let $s = self;
                $core
            }

            fn tidy(&mut self) {
                tidy_values(values(self), stringify!($shape));
            }
        }
    )*};
}
shapes! {
    Point: 2, |p| round(whole(*p), 0.0);
    Disk: 2, |s| round(whole(s.center), s.radius);
    Segment: 2, |s| segment(s.start, s.direction, 0.0);
    Capsule: 2, |s| segment(s.start, s.direction, s.radius);
    Triangle: 2, |t| triangle([t.a, t.b, t.c]);
    Aabb: 2, |b| solid(b.min, b.max);
    Point3: 3, |p| round(whole(*p), 0.0);
    Sphere: 3, |s| round(whole(s.center), s.radius);
    Segment3: 3, |s| segment(s.start, s.direction, 0.0);
    Capsule3: 3, |s| segment(s.start, s.direction, s.radius);
    Triangle3: 3, |t| triangle([t.a, t.b, t.c]);
    Aabb3: 3, |b| solid(b.min, b.max);
}

/// No radius is below zero, and no upper corner of a box below the lower one.
fn tidy_values(values: &mut [f32], name: &str) {
    let half = values.len() / 2;
    for k in 0..values.len() {
        let is_radius = k + 1 == values.len() && ["Disk", "Sphere", "Capsule", "Capsule3"].contains(&name);
        if is_radius {
            values[k] = values[k].abs() / 2.0;
            // Whole numbers stay whole.
            values[k] = if values[k].fract() == 0.5 { values[k] - 0.5 } else { values[k] };
        } else if name.starts_with("Aabb") && k >= half {
            values[k] = values[k - half] + values[k].abs();
        }
    }
}

/// A time, as a fraction of the motion.
#[derive(Clone, Copy, PartialEq)]
struct Time {
    over: i128,
    under: i128,
}

/// Two shapes, one of which moves.
struct Scene {
    a: Core,
    b: Core,
    motion: P,
}

impl Scene {
    /// The vector from a vertex of the moving one at a time to one of the other, times the denominator.
    fn way(&self, time: Time, i: usize, j: usize) -> P {
        let way = sub(self.b.vertices[j], self.a.vertices[i]);
        [0, 1, 2].map(|k| way[k] * time.under - self.motion[k] * time.over)
    }

    /// Whether they have a point in common at a time.
    fn touches(&self, time: Time) -> bool {
        let rr = ((self.a.radius + self.b.radius) * time.under).pow(2);
        let back = |way: P| way.map(|x| -x);
        let edge = |core: &Core, [i, j]: [usize; 2]| sub(core.vertices[j], core.vertices[i]);
        // Of a point at `p` from the start of an edge.
        let is_near_edge = |p: P, e: P| {
            let (along, ee) = (dot(p, e), dot(e, e));
            let rest = sub(p, e.map(|x| x * time.under));
            dot(p, p) <= rr
                || dot(rest, rest) <= rr
                || 0 < along && along < ee * time.under && dot(p, p) * ee - along * along <= rr * ee
        };
        let edges_are_near = |&[i, i1]: &[usize; 2], &[j, j1]: &[usize; 2]| {
            let (u, v) = (edge(&self.a, [i, i1]), edge(&self.b, [j, j1]));
            let (w, n) = (self.way(time, i, j), cross(u, v));
            let nn = dot(n, n);
            let s = dot(w, u) * dot(v, v) - dot(w, v) * dot(u, v);
            let t = dot(w, u) * dot(u, v) - dot(w, v) * dot(u, u);
            let insides = [s, t].iter().all(|&x| 0 < x && x < nn * time.under);
            [j, j1].iter().any(|&j| is_near_edge(self.way(time, i, j), u))
                || [i, i1].iter().any(|&i| is_near_edge(back(self.way(time, i, j)), v))
                || insides && dot(w, n).pow(2) <= rr * nn
        };
        // Of a point, and of an edge, from the vertices of a face.
        let is_near_face = |p: [P; 3], e: [P; 2]| {
            let n = cross(e[0], e[1]);
            let edges = [e[0], sub(e[1], e[0]), e[1].map(|x| -x)];
            n != [0; 3]
                && (0..3).all(|k| dot(n, cross(edges[k], p[k])) >= 0)
                && dot(n, p[0]).pow(2) <= rr * dot(n, n)
        };
        let passes_face = |p: [P; 3], end: [P; 3], e: [P; 2]| {
            let n = cross(e[0], e[1]);
            let way = sub(end[0], p[0]);
            let sides = [0, 1, 2].map(|k: usize| dot(way, cross(p[k], p[(k + 1) % 3])));
            let heights = [dot(n, p[0]), dot(n, end[0])];
            heights[0].signum() * heights[1].signum() < 0
                && (sides.iter().all(|&x| x >= 0) || sides.iter().all(|&x| x <= 0))
        };
        let meets_faces = |core: &Core, other: &Core, way: &dyn Fn(usize, usize) -> P| {
            other.faces.iter().any(|&[i, j, k]| {
                let e = [edge(other, [i, j]), edge(other, [i, k])];
                let from = |vertex| [i, j, k].map(|corner| way(corner, vertex));
                (0..core.vertices.len()).any(|vertex| is_near_face(from(vertex), e))
                    || core.edges.iter().any(|&[v, w]| passes_face(from(v), from(w), e))
            })
        };
        let is_inside = |other: &Core, way: &dyn Fn(usize) -> P| {
            let (low, high) = (way(0), way(other.vertices.len() - 1));
            other.is_solid && (0..3).all(|k| low[k] >= 0 && high[k] <= 0)
        };
        self.a.edges.iter().any(|e| self.b.edges.iter().any(|f| edges_are_near(e, f)))
            || meets_faces(&self.a, &self.b, &|corner, vertex| back(self.way(time, vertex, corner)))
            || meets_faces(&self.b, &self.a, &|corner, vertex| self.way(time, corner, vertex))
            || is_inside(&self.b, &|corner| back(self.way(time, 0, corner)))
            || is_inside(&self.a, &|corner| self.way(time, corner, 0))
    }

    /// All times at which two vertices, a vertex and an edge, two edges or a vertex and a face may be nearest
    /// to each other, and the first and the last one. Distances are least at one of them.
    fn nearest_times(&self) -> Vec<Time> {
        let (a, b, m) = (&self.a, &self.b, self.motion);
        let directions = |core: &Core| -> Vec<P> {
            core.edges.iter().map(|&[i, j]| sub(core.vertices[j], core.vertices[i])).collect()
        };
        let (of_a, of_b) = (directions(a), directions(b));
        let mut all: Vec<P> = of_a.iter().chain(&of_b).copied().collect();
        all.sort_unstable();
        all.dedup();
        let mut normals: Vec<P> = all.iter().flat_map(|&u| all.iter().map(move |&v| cross(u, v))).collect();
        normals.sort_unstable();
        normals.dedup();
        let mut times = vec![Time { over: 0, under: 1 }, Time { over: 1, under: 1 }];
        let mut add = |over: i128, under: i128| {
            if 0 < over && over < under {
                times.push(Time { over, under });
            }
        };
        for &p in &a.vertices {
            for &q in &b.vertices {
                let way = sub(q, p);
                add(dot(way, m), dot(m, m));
                for &u in &all {
                    add(dot(cross(way, u), cross(m, u)), dot(cross(m, u), cross(m, u)));
                }
                for &n in &normals {
                    let under = dot(m, n);
                    add(dot(way, n) * under.signum(), under.abs());
                }
            }
        }
        times.sort_unstable_by_key(|t| (t.under, t.over));
        times.dedup();
        times
    }
}

/// What a run has met.
#[derive(Debug, Default)]
struct Met {
    never: usize,
    at_start: usize,
    later: usize,
    /// It touches between two parts, and at neither.
    grazed: usize,
    /// A motion along an edge.
    along: usize,
    /// A motion of zero.
    still: usize,
    /// A segment of length zero.
    short: usize,
    /// No radius.
    sharp: usize,
}

fn random<S: Shape<D>, const D: usize>(rng: &mut Rng, size: u64) -> S {
    let mut shape: S = of_whole_numbers(rng, size);
    shape.tidy();
    shape
}

fn check<A: Shape<D>, B: Shape<D>, const D: usize>(seed: u64, cases: usize) -> Met
where
    MovingShape<A, D>: Sweep<B>,
{
    let (mut rng, mut met) = (Rng::new(seed), Met::default());
    for _ in 0..cases {
        let size = [2, 4, 8][rng.below(3) as usize];
        let (shape, other): (A, B) = (random(&mut rng, size), random(&mut rng, size));
        let mut motion: [f32; D] = core::array::from_fn(|_| rng.below(2 * size + 1) as f32 - size as f32);
        let mut moving = MovingShape { shape, motion };
        let mut scene = Scene { a: shape.core(), b: other.core(), motion: whole(motion) };
        if rng.below(16) == 0 {
            // Along an edge.
            let [i, j] = scene.b.edges[0];
            let edge = sub(scene.b.vertices[j], scene.b.vertices[i]);
            motion = core::array::from_fn(|k| edge[k] as f32);
            moving.motion = motion;
            scene.motion = whole(motion);
        }
        let time = time_of_impact(&moving, &other);
        let what = || format!("{shape:?} {motion:?} {other:?}: {time:?}");
        met.still += usize::from(motion == [0.0; D]);
        met.sharp += usize::from(scene.a.radius + scene.b.radius == 0);
        let cores = [&scene.a, &scene.b];
        let is_along = |core: &&Core| {
            core.edges.iter().any(|&[i, j]| {
                let e = sub(core.vertices[j], core.vertices[i]);
                e != [0; 3] && scene.motion != [0; 3] && cross(e, scene.motion) == [0; 3]
            })
        };
        met.along += usize::from(cores.iter().any(is_along));
        let is_short = |core: &&Core| core.vertices.len() == 2 && core.vertices[0] == core.vertices[1];
        met.short += usize::from(cores.iter().any(is_short));
        let decided = [Stage::Rounded, Stage::Integer].map(|stage| moving.attempt_until(1.0, &other, stage));
        assert!(decided[0].is_none_or(|hit| decided[1] == Some(hit)), "{}", what());
        assert_eq!(decided[1], Some(time.is_some()), "{}", what());
        for by in [1.0 / 1_048_576.0, 3.0] {
            let moving = MovingShape { shape: shape.scaled(by), motion: scaled(motion, by) };
            assert_eq!(time_of_impact(&moving, &other.scaled(by)), time, "{} times {by}", what());
        }
        let nearest = scene.nearest_times();
        let touched = || nearest.iter().filter(|&&time| scene.touches(time));
        let Some(time) = time else {
            assert_eq!(touched().count(), 0, "{}", what());
            met.never += 1;
            continue;
        };
        assert_eq!(time_of_hit(&moving, &other), time);
        let part = (time * PARTS as f32) as i128;
        assert!((0..PARTS).contains(&part) && part as f32 / PARTS as f32 == time, "{}", what());
        let at = |over| scene.touches(Time { over, under: PARTS });
        if at(0) {
            assert_eq!(part, 0, "{}", what());
            met.at_start += 1;
            continue;
        }
        // Times at which they touch have no gaps: so they touch at none before.
        assert!(!at(part), "{}", what());
        met.later += 1;
        if !at(part + 1) {
            let is_within =
                |t: &&Time| part * t.under < t.over * PARTS && t.over * PARTS < (part + 1) * t.under;
            assert!(touched().any(|t| is_within(&t)), "{}", what());
            met.grazed += 1;
        }
    }
    met
}

#[test]
fn times_are_never_late_and_at_most_a_part_early() {
    type Check = fn(u64, usize) -> Met;
    let pairs: [(&str, Check, usize); 23] = [
        ("capsule, point", check::<Capsule, Point, 2>, 1500),
        ("capsule, disk", check::<Capsule, Disk, 2>, 1500),
        ("capsule, segment", check::<Capsule, Segment, 2>, 1500),
        ("capsule, capsule", check::<Capsule, Capsule, 2>, 1500),
        ("capsule, box", check::<Capsule, Aabb, 2>, 1000),
        ("capsule, triangle", check::<Capsule, Triangle, 2>, 1000),
        ("box, disk", check::<Aabb, Disk, 2>, 1000),
        ("triangle, disk", check::<Triangle, Disk, 2>, 1000),
        ("box, capsule", check::<Aabb, Capsule, 2>, 1000),
        ("triangle, capsule", check::<Triangle, Capsule, 2>, 1000),
        ("capsule of space, point", check::<Capsule3, Point3, 3>, 1500),
        ("capsule of space, sphere", check::<Capsule3, Sphere, 3>, 1500),
        ("capsule of space, segment", check::<Capsule3, Segment3, 3>, 1500),
        ("capsules of space", check::<Capsule3, Capsule3, 3>, 1500),
        ("capsule of space, box", check::<Capsule3, Aabb3, 3>, 700),
        ("capsule of space, triangle", check::<Capsule3, Triangle3, 3>, 1000),
        ("box of space, sphere", check::<Aabb3, Sphere, 3>, 700),
        ("triangle of space, sphere", check::<Triangle3, Sphere, 3>, 1000),
        ("box of space, capsule", check::<Aabb3, Capsule3, 3>, 700),
        ("triangle of space, capsule", check::<Triangle3, Capsule3, 3>, 1000),
        ("capsule, oriented box", check::<Capsule, OrientedBox, 2>, 2000),
        ("oriented box, disk", check::<OrientedBox, Disk, 2>, 2000),
        ("oriented box, capsule", check::<OrientedBox, Capsule, 2>, 2000),
    ];
    let mut all = Met::default();
    for (seed, (name, check, cases)) in pairs.into_iter().enumerate() {
        let met = check(seed as u64, cases);
        println!("{name}: {met:?}");
        assert!(met.never.min(met.later).min(met.at_start) * 50 > cases, "{name}: {met:?}");
        assert!(met.still > 0 && met.sharp > 0, "{name}: {met:?}");
        all.grazed += met.grazed;
        all.along += met.along;
        all.short += met.short;
    }
    assert!(all.grazed > 30 && all.along > 500 && all.short > 50, "{all:?}");
}

/// Numbers with all digits, of many sizes.
fn of_any_size<S: Shape<D>, const D: usize>(rng: &mut Rng, most: u64) -> S {
    let mut shape = S::zeroed();
    for x in values(&mut shape) {
        *x = rng.of_size(most, true);
    }
    shape.tidy();
    shape
}

/// Two sweeps of random numbers have the same times, which are certain of integers.
fn check_same<A, B, C, E, const D: usize>(
    seed: u64,
    of: impl Fn(A, B, [f32; D]) -> [(MovingShape<C, D>, E); 1],
) where
    A: Shape<D>,
    B: Shape<D>,
    C: Shape<D>,
    E: Shape<D>,
    MovingShape<A, D>: Sweep<B>,
    MovingShape<C, D>: Sweep<E>,
{
    let (mut rng, mut hits) = (Rng::new(seed), 0);
    for i in 0..400 {
        let most = [0, 0, 0, 60][i % 4];
        let (shape, other): (A, B) = (of_any_size(&mut rng, most), of_any_size(&mut rng, most));
        let motion: [f32; D] = core::array::from_fn(|_| 2.0 * rng.of_size(most, true));
        let moving = MovingShape { shape, motion };
        let time = time_of_impact(&moving, &other);
        for (moving, other) in of(shape, other, motion) {
            assert_eq!(time_of_impact(&moving, &other), time, "{shape:?} {motion:?} {other:?}");
        }
        if let Some(time) = time {
            let until = |share| moving.attempt_until(share, &other, Stage::Integer) == Some(true);
            assert!(until(time + 1.0 / PARTS as f32) && (time == 0.0 || !until(time)), "{time}");
            hits += 1;
        }
    }
    assert!((20..380).contains(&hits), "{hits}");
}

#[test]
fn either_may_move_and_no_order_matters() {
    let minus = |motion: [f32; 2]| motion.map(|x| -x);
    let minus3 = |motion: [f32; 3]| motion.map(|x| -x);
    check_same::<Capsule, Capsule, _, _, 2>(1, |a, b, m| [(MovingShape { shape: b, motion: minus(m) }, a)]);
    check_same::<Capsule3, Capsule3, _, _, 3>(2, |a, b, m| {
        [(MovingShape { shape: b, motion: minus3(m) }, a)]
    });
    check_same::<Capsule, OrientedBox, _, _, 2>(5, |a, b, m| {
        [(MovingShape { shape: b, motion: minus(m) }, a)]
    });
    for order in 1..6 {
        check_same::<Capsule, Triangle, _, _, 2>(3, |shape, t, motion| {
            let [a, b, c] = orders([t.a, t.b, t.c])[order];
            [(MovingShape { shape, motion }, Triangle { a, b, c })]
        });
        check_same::<Capsule3, Triangle3, _, _, 3>(4, |shape, t, motion| {
            let [a, b, c] = orders([t.a, t.b, t.c])[order];
            [(MovingShape { shape, motion }, Triangle3 { a, b, c })]
        });
    }
}

#[test]
fn a_round_shape_is_a_capsule_of_length_zero() {
    // By the sweep of the round shape, and by that of a capsule.
    let capsule = |d: Disk| Capsule { start: d.center, direction: [0.0; 2], radius: d.radius };
    let capsule3 = |s: Sphere| Capsule3 { start: s.center, direction: [0.0; 3], radius: s.radius };
    let sphere = |radius| move |center| Sphere { center, radius };
    check_same::<Capsule, Disk, _, _, 2>(1, |shape, d, motion| [(MovingShape { shape, motion }, capsule(d))]);
    check_same::<Capsule, Point, _, _, 2>(2, |shape, center, motion| {
        [(MovingShape { shape, motion }, capsule(Disk { center, radius: 0.0 }))]
    });
    check_same::<Aabb, Disk, _, _, 2>(3, |shape, d, motion| [(MovingShape { shape, motion }, capsule(d))]);
    check_same::<Triangle, Disk, _, _, 2>(4, |shape, d, motion| {
        [(MovingShape { shape, motion }, capsule(d))]
    });
    check_same::<OrientedBox, Disk, _, _, 2>(9, |shape, d, motion| {
        [(MovingShape { shape, motion }, capsule(d))]
    });
    check_same::<Capsule3, Sphere, _, _, 3>(5, |shape, s, motion| {
        [(MovingShape { shape, motion }, capsule3(s))]
    });
    check_same::<Capsule3, Point3, _, _, 3>(6, |shape, center, motion| {
        [(MovingShape { shape, motion }, capsule3(sphere(0.0)(center)))]
    });
    check_same::<Aabb3, Sphere, _, _, 3>(7, |shape, s, motion| {
        [(MovingShape { shape, motion }, capsule3(s))]
    });
    check_same::<Triangle3, Sphere, _, _, 3>(8, |shape, s, motion| {
        [(MovingShape { shape, motion }, capsule3(s))]
    });
}

#[test]
fn a_capsule_without_a_radius_is_a_segment() {
    // By the axes that separate two hulls.
    let capsule = |s: Segment| Capsule { start: s.start, direction: s.direction, radius: 0.0 };
    let capsule3 = |s: Segment3| Capsule3 { start: s.start, direction: s.direction, radius: 0.0 };
    macro_rules! same {
        ($($segment:ty, $other:ty, $dim:literal, $capsule:ident, $seed:literal;)*) => {$(
            check_same::<$segment, $other, _, _, $dim>($seed, |shape, other, motion| {
                [(MovingShape { shape: $capsule(shape), motion }, other)]
            });
        )*};
    }
    same! {
        Segment, Triangle, 2, capsule, 1;
        Segment, Aabb, 2, capsule, 2;
        Segment3, Triangle3, 3, capsule3, 3;
        Segment3, Aabb3, 3, capsule3, 4;
    }
    check_same::<Aabb3, Segment3, _, _, 3>(5, |shape, s, motion| {
        [(MovingShape { shape, motion }, capsule3(s))]
    });
}

#[test]
fn a_shape_that_is_not_finite_touches_nothing() {
    let shape = Capsule { start: [0.0, 0.0], direction: [1.0, 0.0], radius: 1.0 };
    let (moving, other) =
        (MovingShape { shape, motion: [1.0, 1.0] }, Disk { center: [1.0, 1.0], radius: 1.0 });
    let wall = Aabb { min: [0.0, 0.0], max: [2.0, 2.0] };
    assert_eq!(time_of_impact(&moving, &other), Some(0.0));
    for by in [f32::NAN, f32::INFINITY] {
        for shape in replaced(shape, by) {
            assert_eq!(time_of_impact(&MovingShape { shape, ..moving }, &other), None);
            assert_eq!(time_of_impact(&MovingShape { shape, ..moving }, &wall), None);
            assert_eq!(time_of_impact(&MovingShape { shape: wall, motion: [1.0, 1.0] }, &shape), None);
        }
        for other in replaced(other, by) {
            assert_eq!(time_of_impact(&moving, &other), None);
        }
        assert_eq!(time_of_impact(&MovingShape { motion: [0.0, by], ..moving }, &other), None);
        assert_eq!(time_of_impact(&MovingShape { motion: [0.0, by], ..moving }, &wall), None);
    }
    let negative = Capsule { radius: -1.0, ..shape };
    assert_eq!(time_of_impact(&MovingShape { shape: negative, ..moving }, &wall), None);
}

#[test]
fn the_largest_and_the_least_numbers_have_times() {
    let shape = Capsule { start: [-f32::MAX; 2], direction: [f32::MAX, 0.0], radius: 1e38 };
    let wall = Aabb { min: [1e38; 2], max: [3e38; 2] };
    let time = time_of_impact(&MovingShape { shape, motion: [f32::MAX; 2] }, &wall).unwrap();
    assert!((time - (f32::MAX - 1e38 + 1e38) / f32::MAX).abs() < 1e-6, "{time}");
    let least = f32::from_bits(1);
    let shape = Capsule { start: [0.0; 2], direction: [0.0, least], radius: 0.0 };
    let moving = MovingShape { shape, motion: [least, 0.0] };
    assert_eq!(time_of_impact(&moving, &[least, least]), Some(1.0 - 1.0 / PARTS as f32));
    let segment = Segment { start: [least, -least], direction: [0.0, 9.0 * least] };
    assert_eq!(time_of_impact(&moving, &segment), Some(1.0 - 1.0 / PARTS as f32));
}
