//! Contacts of shapes that touch beside parry's `contact`: on rows of the uniform workload, and on pairs that
//! all touch, as a join returns them. Both leave out what is apart; pairs that overlap take parry up to four
//! times as long.

use benches::Group;
use benches::contacts as found;
use benches::peers::{parry2, parry3};
use benches::workload::{Sample, Uniform};
use scalar::dim2::Contact;
use scalar::dim3::Contact3;
use soa::dim2::contact as plane;
use soa::dim3::contact as space;
use soa::kernel::{CompiledMeasure, Contacts};

use crate::Run;

/// By how many hits in a million rows parry may be off.
const TOLERANCE: usize = 100;
/// The same for two capsules of space that touch: it finds no contact of 800.
const TOLERANCE_OF_CAPSULES: usize = 1_000;

/// Checks and times every kernel.
pub fn run(run: &mut Run) {
    use parry2::{aabb, capsule, disk, oriented_box, triangle};
    use parry3::sphere;
    run.group(&in_plane(uniform::<plane::disk_disk::Contact>([924, 221_930]), disk, disk));
    run.group(&in_plane(uniform::<plane::disk_aabb::Contact>([471, 114_159]), disk, aabb));
    run.group(&in_plane(uniform::<plane::disk_capsule::Contact>([658, 154_497]), disk, capsule));
    run.group(&in_plane(uniform::<plane::capsule_capsule::Contact>([794, 183_177]), capsule, capsule));
    run.group(&in_plane(uniform::<plane::disk_triangle::Contact>([502, 119_298]), disk, triangle));
    run.group(&in_plane(uniform::<plane::aabb_aabb::Contact>([341, 80_739]), aabb, aabb));
    run.group(&in_plane(uniform::<plane::disk_oriented_box::Contact>([680, 165_689]), disk, oriented_box));
    run.group(&in_plane(uniform::<plane::capsule_aabb::Contact>([546, 134_135]), capsule, aabb));
    run.group(&in_plane(
        uniform::<plane::capsule_oriented_box::Contact>([827, 194_579]),
        capsule,
        oriented_box,
    ));
    run.group(&in_plane(uniform::<plane::capsule_triangle::Contact>([587, 142_271]), capsule, triangle));
    run.group(&in_plane(uniform::<plane::aabb_oriented_box::Contact>([569, 143_954]), aabb, oriented_box));
    run.group(&in_plane(uniform::<plane::aabb_triangle::Contact>([405, 95_171]), aabb, triangle));
    run.group(&in_plane(
        uniform::<plane::oriented_box_triangle::Contact>([622, 153_386]),
        oriented_box,
        triangle,
    ));
    let boxes = uniform::<plane::oriented_box_oriented_box::Contact>([844, 205_871]);
    run.group(&in_plane(boxes, oriented_box, oriented_box));
    run.group(&in_plane(uniform::<plane::triangle_triangle::Contact>([436, 100_511]), triangle, triangle));

    run.group(&in_plane(touching::<plane::disk_disk::Contact>(), disk, disk));
    let boxes = touching::<plane::oriented_box_oriented_box::Contact>();
    run.group(&in_plane(boxes, oriented_box, oriented_box));
    run.group(&in_plane(touching::<plane::triangle_triangle::Contact>(), triangle, triangle));

    run.group(&in_space(touching::<space::sphere_capsule::Contact>(), sphere, parry3::capsule));
    let capsules = touching::<space::capsule_capsule::Contact>();
    let of = parry3::capsule;
    run.group(
        &capsules.peer("parry3d/contact", TOLERANCE_OF_CAPSULES, of, of, |a, b| parry3::depth(a, b) >= 0.0),
    );

    // Where shapes lie closer together.
    let spheres = uniform::<space::sphere_sphere::Contact>([1_716, 421_655]).spread(1.0);
    run.group(&in_space(spheres, sphere, sphere));
    let boxes = uniform::<space::sphere_aabb::Contact>([354, 85_182]).spread(1.0);
    run.group(&in_space(boxes, sphere, parry3::aabb));
    let triangles = uniform::<space::sphere_triangle::Contact>([291, 68_691]).spread(1.0);
    run.group(&in_space(triangles, sphere, parry3::triangle));
    hulls(run);
}

/// Boxes, triangles and capsules of space.
fn hulls(run: &mut Run) {
    use parry3::{aabb, capsule, oriented_box, sphere, triangle};
    let boxes = uniform::<space::sphere_oriented_box::Contact>([600, 143_858]).spread(1.0);
    run.group(&in_space(boxes, sphere, oriented_box));
    let boxes = uniform::<space::capsule_aabb::Contact>([726, 170_499]).spread(1.0);
    run.group(&in_space(boxes, capsule, aabb));
    let boxes = uniform::<space::capsule_oriented_box::Contact>([1_085, 261_535]).spread(1.0);
    run.group(&in_space(boxes, capsule, oriented_box));
    let triangles = uniform::<space::capsule_triangle::Contact>([584, 134_875]).spread(1.0);
    run.group(&in_space(triangles, capsule, triangle));
    let boxes = uniform::<space::aabb_aabb::Contact>([429, 101_715]).spread(1.0);
    run.group(&in_space(boxes, aabb, aabb));
    let boxes = uniform::<space::aabb_oriented_box::Contact>([861, 217_759]).spread(1.0);
    run.group(&in_space(boxes, aabb, oriented_box));
    let triangles = uniform::<space::aabb_triangle::Contact>([424, 103_118]).spread(1.0);
    run.group(&in_space(triangles, aabb, triangle));
    let boxes = uniform::<space::oriented_box_oriented_box::Contact>([1_236, 314_913]).spread(1.0);
    run.group(&in_space(boxes, oriented_box, oriented_box));
    let triangles = uniform::<space::oriented_box_triangle::Contact>([752, 189_306]).spread(1.0);
    run.group(&in_space(triangles, oriented_box, triangle));
    let triangles = uniform::<space::triangle_triangle::Contact>([258, 62_875]).spread(1.0);
    run.group(&in_space(triangles, triangle, triangle));

    run.group(&in_space(touching::<space::oriented_box_oriented_box::Contact>(), oriented_box, oriented_box));
    run.group(&in_space(touching::<space::triangle_triangle::Contact>(), triangle, triangle));
}

/// A kernel on the uniform workload, with its hits at both sizes.
fn uniform<K>(hits: [usize; 2]) -> Group<K::A, K::B>
where
    K: CompiledMeasure<A: Sample + Contacts<K::B, Contact = K::Out>, B: Sample, Out: Depth>,
{
    found::<K>(K::NAME, hits, |contact| contact.depth() >= 0.0)
}

/// A kernel on the pairs of the uniform workload that touch, by its reference.
fn touching<K>() -> Group<K::A, K::B>
where
    K: CompiledMeasure<A: Sample + Contacts<K::B, Contact = K::Out>, B: Sample, Out: Depth>,
{
    let touches = |contact: &K::Out| contact.depth() >= 0.0;
    let name = format!("{}/touching", K::NAME);
    found::<K>(&name, record::ROWS, touches).rows(move |count| {
        let (mut lefts, mut rights) = (Uniform::seeded(1), Uniform::seeded(2));
        let pairs =
            std::iter::repeat_with(|| (K::A::sample(&mut lefts, 2.0), K::B::sample(&mut rights, 2.0)));
        pairs.filter(|(a, b)| touches(&K::reference(a, b))).take(count).unzip()
    })
}

/// parry's `contact` beside a kernel of the plane.
fn in_plane<A: Sample, B: Sample, X: parry2d::shape::Shape, Y: parry2d::shape::Shape>(
    group: Group<A, B>,
    left: fn(&A) -> (parry2d::math::Pose, X),
    right: fn(&B) -> (parry2d::math::Pose, Y),
) -> Group<A, B> {
    group.peer("parry2d/contact", TOLERANCE, left, right, |a, b| parry2::depth(a, b) >= 0.0)
}

/// The same in space.
fn in_space<A: Sample, B: Sample, X: parry3d::shape::Shape, Y: parry3d::shape::Shape>(
    group: Group<A, B>,
    left: fn(&A) -> (parry3d::math::Pose, X),
    right: fn(&B) -> (parry3d::math::Pose, Y),
) -> Group<A, B> {
    group.peer("parry3d/contact", TOLERANCE, left, right, |a, b| parry3::depth(a, b) >= 0.0)
}

/// What a contact of the plane and one of space have in common.
trait Depth {
    fn depth(&self) -> f32;
}

impl Depth for Contact {
    fn depth(&self) -> f32 {
        self.depth
    }
}

impl Depth for Contact3 {
    fn depth(&self) -> f32 {
        self.depth
    }
}
