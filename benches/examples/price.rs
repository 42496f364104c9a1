use benches::workload::rows;
use scalar::dim2::*;
use scalar::dim3::*;
use soa::kernel::*;
use soa::*;
use std::hint::black_box;
use std::time::Instant;
fn time<P: Predicate>(q: Query, a: &Columns<P::A>, b: &Columns<P::B>) -> (f64, Stages) {
    let n = a.len();
    let mut best = f64::MAX;
    let reps = (4_000_000 / n).max(1);
    let mut st = Stages::default();
    for _ in 0..15 {
        let t = Instant::now();
        for _ in 0..reps {
            st = black_box(q.test_staged::<P>(&a.as_view(), &b.as_view()).unwrap()).1;
        }
        best = best.min(t.elapsed().as_nanos() as f64 / (reps * n) as f64);
    }
    (best, st)
}
fn cmp<P: Predicate, E: Predicate<A = P::A, B = P::B>>(name: &str, a: Vec<P::A>, b: Vec<P::B>) {
    let (a, b) = (Columns::from_shapes(&a).unwrap(), Columns::from_shapes(&b).unwrap());
    for &l in Level::available() {
        let q = Query::new().level(l).sequential();
        let (p, _) = time::<P>(q, &a, &b);
        let (e, s) = time::<E>(q, &a, &b);
        let n = a.len() as f64;
        println!(
            "{name:34} {:8} {:8} plain {p:6.2} exact {e:6.2} ratio {:5.2}  open {:.5} double {:.5} rounded {:.5} integer {:.5}",
            a.len(),
            l.name(),
            e / p,
            1.0 - s.single as f64 / n,
            s.double as f64 / n,
            s.rounded as f64 / n,
            s.integer as f64 / n
        );
    }
}
fn grid(seed: u64, n: usize, g: i64) -> Vec<Triangle> {
    let mut x = seed;
    let mut r = || {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((x >> 33) as i64 % (2 * g + 1) - g) as f32
    };
    (0..n).map(|_| Triangle { a: [r(), r()], b: [r(), r()], c: [r(), r()] }).collect()
}
fn touching(t: &[Triangle]) -> Vec<Triangle> {
    // mirror through a vertex: touches there only
    t.iter()
        .map(|t| {
            let m = |p: [f32; 2]| [2.0 * t.a[0] - p[0], 2.0 * t.a[1] - p[1]];
            Triangle { a: t.a, b: m(t.b), c: m(t.c) }
        })
        .collect()
}
fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    macro_rules! c {
        ($name:expr, $p:ty, $e:ty, $spread:expr) => {
            for n in [4096, 1_000_000] {
                if $name.contains(&only) {
                    cmp::<$p, $e>(
                        $name,
                        rows::<<$p as Predicate>::A>(1, n, $spread),
                        rows::<<$p as Predicate>::B>(2, n, $spread),
                    );
                }
            }
        };
    }
    use soa::dim2 as d2;
    use soa::dim3 as d3;
    c!("triangle_triangle", d2::triangle_triangle::EdgeFunctions, d2::triangle_triangle::Exact, 2.0);
    c!("disk_triangle", d2::disk_triangle::SevenRegions, d2::disk_triangle::Exact, 2.0);
    c!("point_triangle", d2::point_triangle::EdgeFunctions, d2::point_triangle::Exact, 2.0);
    c!("disk_disk", d2::disk_disk::SquaredDistance, d2::disk_disk::Exact, 2.0);
    c!("point_disk", d2::point_disk::SquaredDistance, d2::point_disk::Exact, 1.0);
    c!("disk_aabb", d2::disk_aabb::NearestPoint, d2::disk_aabb::Exact, 2.0);
    c!("aabb_triangle", d2::aabb_triangle::NineRegions, d2::aabb_triangle::Exact, 2.0);
    c!("segment_segment", d2::segment_segment::Straddle, d2::segment_segment::Exact, 1.0);
    c!("segment_disk", d2::segment_disk::SquaredDistance, d2::segment_disk::Exact, 2.0);
    c!("segment_triangle", d2::segment_triangle::EdgeFunctions, d2::segment_triangle::Exact, 2.0);
    c!(
        "oriented_box_oriented_box",
        d2::oriented_box_oriented_box::SeparatingAxis,
        d2::oriented_box_oriented_box::Exact,
        2.0
    );
    c!(
        "oriented_box_triangle",
        d2::oriented_box_triangle::NineRegions,
        d2::oriented_box_triangle::Exact,
        2.0
    );
    c!(
        "segment_oriented_box",
        d2::segment_oriented_box::Slabs<Segment>,
        d2::segment_oriented_box::Exact<Segment>,
        2.0
    );
    c!("ray_oriented_box", d2::segment_oriented_box::Slabs<Ray>, d2::segment_oriented_box::Exact<Ray>, 2.0);
    c!(
        "line_oriented_box",
        d2::segment_oriented_box::Slabs<Line>,
        d2::segment_oriented_box::Exact<Line>,
        2.0
    );
    c!(
        "segment3_oriented_box3",
        d3::segment_oriented_box::Slabs<Segment3>,
        d3::segment_oriented_box::Exact<Segment3>,
        1.0
    );
    c!(
        "ray3_oriented_box3",
        d3::segment_oriented_box::Slabs<Ray3>,
        d3::segment_oriented_box::Exact<Ray3>,
        1.0
    );
    c!(
        "line3_oriented_box3",
        d3::segment_oriented_box::Slabs<Line3>,
        d3::segment_oriented_box::Exact<Line3>,
        1.0
    );
    c!("sphere_triangle3", d3::sphere_triangle::SquaredDistance, d3::sphere_triangle::Exact, 1.0);
    for n in [4096, 1_000_000] {
        if "grid".contains(&only) {
            for g in [8, 512] {
                cmp::<d2::triangle_triangle::EdgeFunctions, d2::triangle_triangle::Exact>(
                    &format!("grid {g}"),
                    grid(1, n, g),
                    grid(77, n, g),
                );
            }
        }
        if "touch".contains(&only) {
            let t = rows::<Triangle>(1, n, 2.0);
            let u = touching(&t);
            cmp::<d2::triangle_triangle::EdgeFunctions, d2::triangle_triangle::Exact>(
                "touch at a vertex",
                t,
                u,
            );
            let t = grid(5, n, 512);
            let u = touching(&t);
            cmp::<d2::triangle_triangle::EdgeFunctions, d2::triangle_triangle::Exact>(
                "touch at a vertex, grid",
                t,
                u,
            );
        }
    }
}
