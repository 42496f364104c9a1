//! Points of other libraries go in and come out without a feature: a point is an array, and they convert from
//! and to arrays.

use soa::{Disk, Points3, Segment3, Sphere, Triangle3};

#[test]
fn points_of_glam() {
    let disk = Disk::new(glam::Vec2::new(1.0, 2.0), 3.0);
    assert_eq!(glam::Vec2::from(disk.center), glam::Vec2::new(1.0, 2.0));
    let sphere = Sphere::new(glam::Vec3::new(1.0, 2.0, 3.0), 4.0);
    assert_eq!(glam::Vec3::from(sphere.center), glam::Vec3::new(1.0, 2.0, 3.0));
}

#[test]
fn points_of_mint() {
    let disk = Disk::new(mint::Point2 { x: 1.0, y: 2.0 }, 3.0);
    assert_eq!(mint::Point2::from(disk.center), mint::Point2 { x: 1.0, y: 2.0 });
    let segment =
        Segment3::new(mint::Point3 { x: 1.0, y: 2.0, z: 3.0 }, mint::Vector3 { x: 4.0, y: 5.0, z: 6.0 });
    assert_eq!(mint::Vector3::from(segment.direction), mint::Vector3 { x: 4.0, y: 5.0, z: 6.0 });
}

#[test]
fn points_of_nalgebra() {
    let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(nalgebra::Point3::from);
    let triangle = Triangle3::from(corners);
    assert_eq!(nalgebra::Point3::from(triangle.b), corners[1]);
    let points = Points3::try_from_iter(corners).unwrap();
    assert!(points.iter().map(nalgebra::Point3::from).eq(corners));
}
