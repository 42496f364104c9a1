//! Sphere and sphere: the distance of the centers is at most `r1 + r2`, `|d|^2 <= (r1 + r2)^2`, of degree 2.

use crate::dim3::Sphere;
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the spheres have a point in common.
///
/// ```
/// use scalar::{dim3::Sphere, exact::sphere_sphere};
///
/// let sphere = Sphere { center: [0.0, 0.0, 0.0], radius: 4.0 };
/// assert!(sphere_sphere(&sphere, &Sphere { center: [2.0, 3.0, 6.0], radius: 3.0 })); // touching
/// assert!(!sphere_sphere(&sphere, &Sphere { center: [2.0, 3.0, 6.0], radius: 2.999_999_8 }));
/// ```
pub fn sphere_sphere(s: &Sphere, t: &Sphere) -> bool {
    s.decide(t).hit
}
decided_by!(intersect(Sphere, Sphere) at once);

fn intersect<N: Number>(s: &Sphere, t: &Sphere) -> Option<bool> {
    let d = between::<N, 3>(s.center, t.center);
    let reach = N::from_f32(s.radius).plus(&N::from_f32(t.radius));
    squared(&d).at_most(&reach.squared())
}
