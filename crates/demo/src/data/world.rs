//! Countries as triangles, from `TopoJSON`: polygons whose rings are runs of shared, quantised arcs.
//!
//! Neighbours share the arc between them, so their borders agree to the last bit after any projection. The
//! file's rings live on the globe: one that crosses the antimeridian jumps from 180 to -180 degrees, and one
//! around a pole does not come back to where it started. Here they become rings of the plane: longitudes run
//! on past 180, a land that leaves the map on one side is listed a second time on the other, and Antarctica
//! is closed along the pole.

use anyhow::{Context, Result, ensure};
use earcut::Earcut;
use scalar::dim2::{Aabb, Triangle};
use serde::Deserialize;
use soa::Triangles;

use super::mercator;

/// Degrees between the corners of a border that runs straight in degrees, as the file means it: in Mercator
/// it is a curve, and a chord of one degree stays within about 100 m of it below latitude 60.
const STRAIGHT_DEGREES: f64 = 1.0;

#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    objects: Objects,
    /// Steps from point to point, in units of the transform.
    arcs: Vec<Vec<[f64; 2]>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

#[derive(Deserialize)]
struct Objects {
    countries: Collection,
}

#[derive(Deserialize)]
struct Collection {
    geometries: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    /// ISO 3166-1 numeric; areas that have no such code have none.
    id: Option<String>,
    properties: Properties,
    #[serde(flatten)]
    shape: Geometry,
}

#[derive(Deserialize)]
struct Properties {
    name: String,
}

/// A polygon is an outer ring and its holes, a ring a list of arcs: `!n` is arc `n` backwards.
#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
enum Geometry {
    Polygon(Vec<Vec<i32>>),
    MultiPolygon(Vec<Vec<Vec<i32>>>),
}

impl Geometry {
    fn polygons(&self) -> &[Vec<Vec<i32>>] {
        match self {
            Self::Polygon(rings) => std::slice::from_ref(rings),
            Self::MultiPolygon(polygons) => polygons,
        }
    }
}

/// All the land there is.
#[derive(Debug)]
pub struct World {
    /// In the file's order.
    pub countries: Vec<Country>,
    /// Country by country.
    pub lands: Vec<Land>,
}

/// A feature of the map.
#[derive(Debug)]
pub struct Country {
    /// In English, abbreviated.
    pub name: String,
    /// ISO 3166-1 alpha-2, as the gazetteer has it; None for areas that have no code of their own.
    pub code: Option<&'static str>,
}

/// One polygon of a country: a mainland or an island.
#[derive(Debug)]
pub struct Land {
    /// Index of the country.
    pub country: usize,
    /// An outer ring and its holes, projected; the last corner joins the first.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The inside.
    pub triangles: Triangles,
    /// The box around it.
    pub bounds: Aabb,
}

impl World {
    /// The countries of `data/countries-50m.json`, projected and triangulated.
    ///
    /// # Errors
    /// The file cannot be read, or is no map.
    pub fn shipped() -> Result<Self> {
        let file = commands::repository("data/countries-50m.json");
        let read = || Self::parse(&std::fs::read_to_string(&file)?);
        read().with_context(|| file.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let Topology { transform, objects, arcs } = serde_json::from_str(text)?;
        let arcs: Vec<_> = arcs.iter().map(|steps| refine(&transform.degrees(steps))).collect();
        let mut world = Self { countries: Vec::new(), lands: Vec::new() };
        let mut earcut = Earcut::new();
        for Feature { id, properties: Properties { name }, shape } in objects.countries.geometries {
            let country = world.countries.len();
            for polygon in shape.polygons() {
                let rings: Result<Vec<_>> = polygon.iter().map(|numbers| ring(numbers, &arcs)).collect();
                let rings = unroll(rings.with_context(|| name.clone())?);
                for shift in shifts(&rings) {
                    world.lands.push(Land::new(country, project(&rings, shift), &mut earcut)?);
                }
            }
            world.countries.push(Country { code: code(id.as_deref(), &name), name });
        }
        Ok(world)
    }

    /// The triangles of all countries.
    pub fn triangles(&self) -> Vec<Triangle> {
        self.lands.iter().flat_map(|land| land.triangles.iter()).collect()
    }
}

impl Land {
    /// Fills rings of the plane: an outer one and its holes.
    ///
    /// # Errors
    /// A corner that is not finite.
    pub fn new(
        country: usize,
        rings: Vec<Vec<[f32; 2]>>,
        earcut: &mut Earcut<f64>,
    ) -> Result<Self, soa::Error> {
        let corners = rings.concat();
        let holes: Vec<u32> = rings
            .iter()
            .scan(0, |end, ring| {
                *end += ring.len() as u32;
                Some(*end)
            })
            .take(rings.len().saturating_sub(1))
            .collect();
        // The rounded corners, in f64: the triangles fill exactly the polygon of the queries.
        let exact: Vec<[f64; 2]> = corners.iter().map(|p| p.map(f64::from)).collect();
        let mut faces: Vec<u32> = Vec::new();
        earcut.earcut_slice(&exact, &holes, &mut faces);
        let triangle = |face: &[u32]| {
            let corner = |k: usize| corners[face[k] as usize];
            Triangle { a: corner(0), b: corner(1), c: corner(2) }
        };
        let triangles: Vec<Triangle> = faces.chunks_exact(3).map(triangle).collect();
        Ok(Self { country, bounds: bounds(&corners), triangles: Triangles::from_shapes(&triangles)?, rings })
    }
}

impl Transform {
    /// The points of an arc, in degrees.
    fn degrees(&self, steps: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let sum = |at: &mut [f64; 2], step: &[f64; 2]| {
            *at = [at[0] + step[0], at[1] + step[1]];
            Some([0, 1].map(|k| at[k] * self.scale[k] + self.translate[k]))
        };
        steps.iter().scan([0.0; 2], sum).collect()
    }
}

/// The arc with corners added where a straight border is long and aslant.
fn refine(arc: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut points = Vec::with_capacity(arc.len());
    for pair in arc.windows(2) {
        let ([lon, lat], [next_lon, next_lat]) = (pair[0], pair[1]);
        let (dx, dy) = (next_lon - lon, next_lat - lat);
        // Meridians and parallels stay straight, and a jump over the antimeridian is short.
        let aslant = dx != 0.0 && dy != 0.0 && dx.abs() < 180.0;
        let parts = if aslant { (dx.hypot(dy) / STRAIGHT_DEGREES).ceil().max(1.0) } else { 1.0 };
        points.extend((0..parts as u32).map(|k| {
            let t = f64::from(k) / parts;
            [lon + t * dx, lat + t * dy]
        }));
    }
    points.extend(arc.last());
    points
}

/// The corners of a ring, each once: its arcs, one behind the other.
fn ring(numbers: &[i32], arcs: &[Vec<[f64; 2]>]) -> Result<Vec<[f64; 2]>> {
    let mut corners = Vec::new();
    for &number in numbers {
        let arc = arcs.get(number.max(!number) as usize).with_context(|| format!("no arc {number}"))?;
        if number < 0 {
            corners.extend(arc.iter().rev());
        } else {
            corners.extend(arc);
        }
    }
    ensure!(corners.first() == corners.last(), "a ring is not closed");
    corners.dedup(); // arcs share their end points
    corners.pop();
    Ok(corners)
}

/// An outer ring and its holes, without jumps, the holes within the outer ring.
fn unroll(mut rings: Vec<Vec<[f64; 2]>>) -> Vec<Vec<[f64; 2]>> {
    // The file's Antarctica has a ring of no extent around the pole: the plane has no room for it.
    rings.retain(|ring| ring.iter().any(|corner| corner[1].abs() < mercator::LAT_LIMIT));
    rings.iter_mut().for_each(unroll_ring);
    if let Some((outer, holes)) = rings.split_first_mut() {
        let [west, east] = longitudes(outer);
        for hole in holes {
            let [hole_west, hole_east] = longitudes(hole);
            let turn =
                [0.0, 360.0, -360.0].into_iter().find(|t| west <= hole_west + t && hole_east + t <= east);
            for corner in hole {
                corner[0] += turn.unwrap_or(0.0);
            }
        }
    }
    rings
}

/// Removes the jumps, and closes a ring around a pole along that pole.
fn unroll_ring(ring: &mut Vec<[f64; 2]>) {
    let Some(&[first, lat]) = ring.first() else { return };
    let (mut turns, mut last) = (0.0, first);
    let mut unrolled = |lon: f64| {
        turns -= ((lon - last) / 360.0).round();
        last = lon;
        lon + 360.0 * turns
    };
    for corner in ring.iter_mut() {
        corner[0] = unrolled(corner[0]);
    }
    let end = unrolled(first);
    if end != first {
        let pole = 90.0_f64.copysign(lat);
        ring.extend([[end, lat], [end, pole], [first, pole]]);
    }
}

/// By how many degrees a land is moved to where it is on the map; twice where it leaves the map.
fn shifts(rings: &[Vec<[f64; 2]>]) -> Vec<f64> {
    let [west, east] = longitudes(rings.first().map_or(&[], Vec::as_slice));
    [-360.0, 0.0, 360.0].into_iter().filter(|shift| west + shift < 180.0 && east + shift > -180.0).collect()
}

/// Westernmost and easternmost longitude.
fn longitudes(ring: &[[f64; 2]]) -> [f64; 2] {
    ring.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[w, e], p| [w.min(p[0]), e.max(p[0])])
}

/// The rings in the plane, moved east.
fn project(rings: &[Vec<[f64; 2]>], shift: f64) -> Vec<Vec<[f32; 2]>> {
    let ring = |ring: &Vec<[f64; 2]>| {
        let mut ring: Vec<_> = ring.iter().map(|&[lon, lat]| mercator::project(lon + shift, lat)).collect();
        ring.dedup(); // rounding can make neighbours equal
        ring
    };
    rings.iter().map(ring).collect()
}

/// The alpha-2 code of a numeric id. Kosovo has no ISO code; gazetteers use XK.
fn code(id: Option<&str>, name: &str) -> Option<&'static str> {
    match id {
        Some(id) => Some(iso3166::Country::from_id(id.parse().ok()?)?.alpha2),
        None => (name == "Kosovo").then_some("XK"),
    }
}

/// The box around some points.
fn bounds(points: &[[f32; 2]]) -> Aabb {
    let start = Aabb { min: [f32::INFINITY; 2], max: [f32::NEG_INFINITY; 2] };
    points.iter().fold(start, |b, p| Aabb {
        min: [b.min[0].min(p[0]), b.min[1].min(p[1])],
        max: [b.max[0].max(p[0]), b.max[1].max(p[1])],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square country with a square hole.
    const SQUARE: &str = r#"{
        "type": "Topology",
        "transform": {"scale": [0.001, 0.001], "translate": [10, 20]},
        "objects": {"countries": {"type": "GeometryCollection", "geometries": [
            {"type": "Polygon", "id": "756", "properties": {"name": "Square"}, "arcs": [[0], [-2]]}
        ]}},
        "arcs": [
            [[0, 0], [300, 0], [0, 300], [-300, 0], [0, -300]],
            [[100, 100], [100, 0], [0, 100], [-100, 0], [0, -100]]
        ]
    }"#;

    /// Twice the area that a ring winds around.
    fn twice_ring(ring: &[[f32; 2]]) -> f64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter()
            .zip(next)
            .map(|(p, q)| f64::from(p[0]) * f64::from(q[1]) - f64::from(p[1]) * f64::from(q[0]))
            .sum()
    }

    /// The triangles of a land have the area of its rings, by the shoelace formula.
    fn check_area(land: &Land, name: &str) {
        let holes: f64 = land.rings[1..].iter().map(|ring| twice_ring(ring).abs()).sum();
        let polygon = twice_ring(&land.rings[0]).abs() - holes;
        let filled = land.triangles.iter().map(|t| twice_ring(&[t.a, t.b, t.c]).abs()).sum::<f64>();
        assert!((polygon - filled).abs() <= 1e-6 * polygon, "{name}: {polygon}, filled {filled}");
    }

    #[test]
    fn a_polygon_with_a_hole_is_filled() {
        let world = World::parse(SQUARE).unwrap();
        assert_eq!((world.countries[0].code, world.triangles().len()), (Some("CH"), 8));
        check_area(&world.lands[0], "Square");
        assert!((twice_ring(&world.lands[0].rings[0]) / twice_ring(&world.lands[0].rings[1])).abs() > 8.9);
    }

    #[test]
    fn lands_that_leave_the_map_come_back_on_the_other_side() {
        // Across the antimeridian the file's longitudes jump: 179.9, -179.8, and back.
        let jump = SQUARE
            .replace("[10, 20]", "[179.9, 20]")
            .replace("[300, 0], [0, 300], [-300, 0]", "[-359700, 0], [0, 300], [359700, 0]");
        let world = World::parse(&jump.replace("[[0], [-2]]", "[[0]]")).unwrap();
        let [left, right] = &world.lands[..] else { panic!("{:?}", world.lands.len()) };
        let edge = mercator::project(180.0, 0.0)[0];
        assert!(left.bounds.min[0] < -edge && left.bounds.max[0] > -edge);
        assert!(right.bounds.min[0] < edge && right.bounds.max[0] > edge);
    }

    #[test]
    fn a_ring_around_a_pole_is_closed_along_it() {
        let mut pole = vec![[0.0, -70.0], [120.0, -75.0], [-120.0, -75.0]];
        unroll_ring(&mut pole);
        assert_eq!(pole[2..], [[240.0, -75.0], [360.0, -70.0], [360.0, -90.0], [0.0, -90.0]]);
    }

    #[test]
    fn the_shipped_countries_are_filled() {
        let world = World::shipped().unwrap();
        assert_eq!((world.countries.len(), world.triangles().len()), (241, 99_614));
        for land in &world.lands {
            check_area(land, &world.countries[land.country].name);
        }
    }
}
