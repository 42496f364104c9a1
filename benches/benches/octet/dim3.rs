//! The kernels of space. The numbers in brackets are the hits in 4,096 and in 1,000,000 rows.

use benches::{measure, measure_unary};
use criterion::Criterion;
use soa::dim3::vector;

use crate::peers::parry3;

/// Checks and times every kernel of space.
pub fn run(c: &mut Criterion) {
    measure::<vector::CrossProduct>("cross_product3", [2_046, 499_646], |v| v[2] > 0.0)
        .peer("parry3d/cross", 0, parry3::point, parry3::point, |u, v| u.cross(*v).z > 0.0)
        .run(c);
    measure_unary::<vector::UnitNormal>("unit_normal3", [1_039, 255_280], |n| n[2] > 0.5)
        .peer("parry3d/normal", 5, parry3::triangle, |_| (), |t, ()| t.1.normal().is_some_and(|n| n.z > 0.5))
        .run(c);
}
