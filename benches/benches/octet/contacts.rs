//! The kernels of contacts beside parry's `contact`: on rows of the uniform workload, of which the exact
//! kernels find as many that touch, and on pairs that all touch, as a join returns them. parry returns early
//! where shapes are apart; pairs that overlap take it up to four times as long.

use benches::peers::{parry2, parry3};
use benches::workload::{Sample, Uniform};
use benches::{Group, measure};
use scalar::dim2::Contact;
use scalar::dim3::Contact3;
use soa::dim2::contact as plane;
use soa::dim3::contact as space;
use soa::kernel::CompiledMeasure;

use crate::Run;

/// By how many hits in a million rows parry may be off.
const TOLERANCE: usize = 100;

/// Checks and times every kernel.
pub fn run(run: &mut Run) {
    use parry2::{aabb, disk, oriented_box, triangle};
    let peer = "parry2d/contact";
    run.group(&in_plane::<plane::disk_disk::Contact>([924, 221_930]).peer(
        peer,
        TOLERANCE,
        disk,
        disk,
        |a, b| parry2::depth(a, b) >= 0.0,
    ));
    run.group(&in_plane::<plane::disk_aabb::Contact>([471, 114_159]).peer(
        peer,
        TOLERANCE,
        disk,
        aabb,
        |a, b| parry2::depth(a, b) >= 0.0,
    ));
    run.group(&in_plane::<plane::disk_triangle::Contact>([502, 119_298]).peer(
        peer,
        TOLERANCE,
        disk,
        triangle,
        |a, b| parry2::depth(a, b) >= 0.0,
    ));
    run.group(&in_plane::<plane::aabb_aabb::Contact>([341, 80_739]).peer(
        peer,
        TOLERANCE,
        aabb,
        aabb,
        |a, b| parry2::depth(a, b) >= 0.0,
    ));
    run.group(&in_plane::<plane::oriented_box_oriented_box::Contact>([844, 205_871]).peer(
        peer,
        TOLERANCE,
        oriented_box,
        oriented_box,
        |a, b| parry2::depth(a, b) >= 0.0,
    ));
    run.group(&in_plane::<plane::triangle_triangle::Contact>([436, 100_511]).peer(
        peer,
        TOLERANCE,
        triangle,
        triangle,
        |a, b| parry2::depth(a, b) >= 0.0,
    ));
    touching_pairs(run);
    let peer = "parry3d/contact";
    run.group(&in_space::<space::sphere_sphere::Contact>([1_716, 421_655]).peer(
        peer,
        TOLERANCE,
        parry3::sphere,
        parry3::sphere,
        |a, b| parry3::depth(a, b) >= 0.0,
    ));
    run.group(&in_space::<space::sphere_aabb::Contact>([354, 85_182]).peer(
        peer,
        TOLERANCE,
        parry3::sphere,
        parry3::aabb,
        |a, b| parry3::depth(a, b) >= 0.0,
    ));
    run.group(&in_space::<space::sphere_triangle::Contact>([291, 68_691]).peer(
        peer,
        TOLERANCE,
        parry3::sphere,
        parry3::triangle,
        |a, b| parry3::depth(a, b) >= 0.0,
    ));
}

fn touching_pairs(run: &mut Run) {
    use plane::{disk_disk, oriented_box_oriented_box, triangle_triangle};
    let peer = "parry2d/contact";
    let group = measure::<disk_disk::Contact>("disk_disk/contact/touching", record::ROWS, |c| c.depth >= 0.0)
        .rows(touching::<disk_disk::Contact>)
        .peer(peer, TOLERANCE, parry2::disk, parry2::disk, |a, b| parry2::depth(a, b) >= 0.0);
    run.group(&group);
    let name = "oriented_box_oriented_box/contact/touching";
    let group = measure::<oriented_box_oriented_box::Contact>(name, record::ROWS, |c| c.depth >= 0.0)
        .rows(touching::<oriented_box_oriented_box::Contact>)
        .peer(peer, TOLERANCE, parry2::oriented_box, parry2::oriented_box, |a, b| parry2::depth(a, b) >= 0.0);
    run.group(&group);
    let name = "triangle_triangle/contact/touching";
    let group = measure::<triangle_triangle::Contact>(name, record::ROWS, |c| c.depth >= 0.0)
        .rows(touching::<triangle_triangle::Contact>)
        .peer(peer, TOLERANCE, parry2::triangle, parry2::triangle, |a, b| parry2::depth(a, b) >= 0.0);
    run.group(&group);
}

/// The pairs of the uniform workload that touch, by a kernel's reference.
fn touching<K: CompiledMeasure<Out = Contact>>(count: usize) -> (Vec<K::A>, Vec<K::B>)
where
    K::A: Sample,
    K::B: Sample,
{
    let (mut lefts, mut rights) = (Uniform::seeded(1), Uniform::seeded(2));
    let pairs = std::iter::repeat_with(|| (K::A::sample(&mut lefts, 2.0), K::B::sample(&mut rights, 2.0)));
    pairs.filter(|(a, b)| K::reference(a, b).depth >= 0.0).take(count).unzip()
}

fn in_plane<K: CompiledMeasure<Out = Contact>>(hits: [usize; 2]) -> Group<K::A, K::B>
where
    K::A: Sample,
    K::B: Sample,
{
    measure::<K>(K::NAME, hits, |contact| contact.depth >= 0.0)
}

fn in_space<K: CompiledMeasure<Out = Contact3>>(hits: [usize; 2]) -> Group<K::A, K::B>
where
    K::A: Sample,
    K::B: Sample,
{
    measure::<K>(K::NAME, hits, |contact| contact.depth >= 0.0).spread(1.0)
}
