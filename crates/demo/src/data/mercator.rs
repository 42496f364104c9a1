//! The map's plane: web Mercator, in kilometres at the equator.
//!
//! Mercator keeps small circles round: a circle of `r` km on the ground around latitude `lat` is, in this
//! plane, a circle of radius `r / cos(lat)`. So a disk on the map is a disk for the queries.

/// The sphere's radius.
const EARTH_RADIUS_KM: f64 = 6371.0;

/// Latitudes beyond this one are moved onto it: the plane has no room for the poles.
pub const LAT_LIMIT: f64 = 85.0;

/// A position in degrees as a point of the plane.
///
/// The only place where a coordinate of the map becomes `f32`, which all queries take: 24 bits over 40,000 km
/// are steps of at most 2 m, and everything after (triangles, disks, pictures) starts from the rounded point.
pub fn project(lon: f64, lat: f64) -> [f32; 2] {
    let lat = lat.clamp(-LAT_LIMIT, LAT_LIMIT).to_radians();
    [(EARTH_RADIUS_KM * lon.to_radians()) as f32, (EARTH_RADIUS_KM * lat.tan().asinh()) as f32]
}

/// Lengths in the plane for one kilometre on the ground at this latitude.
pub fn stretch(lat: f64) -> f64 {
    lat.clamp(-LAT_LIMIT, LAT_LIMIT).to_radians().cos().recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_of_longitude_is_a_degree_of_arc_at_the_equator() {
        let [x, y] = project(1.0, 0.0);
        assert!((f64::from(x) - 111.195).abs() < 1e-3 && y == 0.0);
    }

    #[test]
    fn small_circles_stay_round() {
        let (lat, step) = (60.0, 0.01);
        let [x0, y0] = project(10.0, lat);
        let [x1, _] = project(10.0 + step / lat.to_radians().cos(), lat);
        let [_, y1] = project(10.0, lat + step);
        let expected = (step.to_radians() * EARTH_RADIUS_KM * stretch(lat)) as f32;
        assert!((x1 - x0 - expected).abs() < 5e-3 && (y1 - y0 - expected).abs() < 5e-3);
    }

    #[test]
    fn the_poles_are_finite() {
        assert_eq!(project(180.0, 90.0), project(180.0, LAT_LIMIT));
        assert!(project(-180.0, -90.0).iter().all(|x| x.is_finite()));
    }
}
