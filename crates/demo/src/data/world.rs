//! Countries as triangles.
//!
//! The file's rings live on the globe: one that crosses the antimeridian jumps from 180 to -180 degrees, and one
//! around a pole does not come back to where it started. Here they become rings of the plane: longitudes run on past
//! 180, a land that leaves the map on one side is listed a second time on the other, and Antarctica is closed along
//! the pole.

use std::path::Path;

use earcut::Earcut;
use scalar::dim2::{Aabb, Triangle};
use soa::Triangles;

use super::DataError;
use super::code::Code;
use super::mercator;
use super::topojson::{self, Topology};

/// Degrees between the corners of a border that runs straight in degrees, as the file means it: in Mercator it is a
/// curve, and a chord of one degree stays within about 100 m of it below latitude 60.
const STRAIGHT_DEGREES: f64 = 1.0;

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
    /// What the map calls it.
    pub name: String,
    /// What the gazetteer's codes for it are; None for areas that have no code of their own.
    pub code: Option<Code>,
    /// The arcs of its border, for finding its neighbours.
    pub arcs: Vec<u32>,
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
    /// Reads, projects and triangulates every country of the file.
    ///
    /// # Errors
    /// No such file, or one that is no map.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        Self::parse(file, &super::text(file)?)
    }

    /// The same of the text of a file.
    ///
    /// # Errors
    /// Text that is no map.
    pub fn parse(file: &Path, text: &str) -> anyhow::Result<Self> {
        let topology = Topology::parse(file, text)?;
        let arcs: Vec<_> = topology.arcs(file)?.iter().map(|arc| refine(arc)).collect();
        check_sides(file, &topology, arcs.len())?;
        let mut world = Self { countries: Vec::new(), lands: Vec::new() };
        let mut earcut = Earcut::new();
        for feature in &topology.objects.countries.geometries {
            let country = world.countries.len();
            let name = &feature.properties.name;
            for polygon in feature.shape.polygons() {
                let rings: Result<Vec<_>, _> =
                    polygon.iter().map(|ring| topojson::ring(ring, &arcs)).collect();
                let rings = unroll(rings.map_err(|fault| DataError::topology(file, name, fault))?);
                for shift in shifts(&rings) {
                    world.lands.push(Land::new(country, project(&rings, shift), &mut earcut)?);
                }
            }
            let arcs = feature.shape.polygons().iter().flatten().flatten();
            world.countries.push(Country {
                name: name.clone(),
                code: code(feature.id.as_deref(), name),
                arcs: arcs.map(|&arc| arc.max(!arc) as u32).collect(),
            });
        }
        Ok(world)
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
        // The rounded corners, in f64: the triangles fill exactly the polygon that is asked about.
        let exact: Vec<[f64; 2]> = corners.iter().map(|p| p.map(f64::from)).collect();
        let mut faces: Vec<u32> = Vec::new();
        earcut.earcut_slice(&exact, &holes, &mut faces);
        let triangles: Vec<Triangle> = faces
            .chunks_exact(3)
            .map(|face| {
                let corner = |k: usize| corners[face[k] as usize];
                Triangle { a: corner(0), b: corner(1), c: corner(2) }
            })
            .collect();
        Ok(Self { country, bounds: bounds(&corners), triangles: Triangles::from_shapes(&triangles)?, rings })
    }
}

/// Refuses an arc that is taken more than twice: a border has two sides, and many copies of an arc would fill the memory.
fn check_sides(file: &Path, topology: &Topology, arcs: usize) -> Result<(), DataError> {
    let mut taken = vec![0_u8; arcs];
    for feature in &topology.objects.countries.geometries {
        for &number in feature.shape.polygons().iter().flatten().flatten() {
            let arc = number.max(!number) as usize;
            // What does not exist is refused where its ring is made.
            let Some(taken) = taken.get_mut(arc) else { continue };
            *taken += 1;
            if *taken > 2 {
                let fault = format!("arc {arc} is taken a third time, but a border has two sides");
                return Err(DataError::topology(file, &feature.properties.name, fault));
            }
        }
    }
    Ok(())
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
fn code(id: Option<&str>, name: &str) -> Option<Code> {
    match id {
        Some(id) => Code::new(iso3166::Country::from_id(id.parse().ok()?)?.alpha2),
        None if name == "Kosovo" => Code::new("XK"),
        None => None,
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
    use crate::data;
    use std::fs;
    use tempfile::TempDir;

    /// A square country with a square hole, in a file of its own.
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

    fn read_text(text: &str) -> anyhow::Result<World> {
        let dir = TempDir::new()?;
        let file = dir.path().join(data::COUNTRIES);
        fs::write(&file, text)?;
        World::read(&file)
    }

    fn refusal(text: &str) -> String {
        let error = read_text(text).unwrap_err();
        assert!(error.downcast_ref::<DataError>().is_some(), "{error:?}");
        format!("{error:#}").split_once(data::COUNTRIES).unwrap().1.to_owned()
    }

    /// Twice the area that a ring winds around.
    fn twice_ring(ring: &[[f32; 2]]) -> f64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter()
            .zip(next)
            .map(|(p, q)| f64::from(p[0]) * f64::from(q[1]) - f64::from(p[1]) * f64::from(q[0]))
            .sum()
    }

    /// Area by the shoelace formula, and of the triangles.
    fn areas(land: &Land) -> (f64, f64) {
        let holes: f64 = land.rings[1..].iter().map(|ring| twice_ring(ring).abs()).sum();
        let triangles = land.triangles.iter().map(|t| twice_ring(&[t.a, t.b, t.c]).abs()).sum::<f64>();
        ((twice_ring(&land.rings[0]).abs() - holes) / 2.0, triangles / 2.0)
    }

    #[test]
    fn a_polygon_with_a_hole_is_filled() {
        let world = read_text(SQUARE).unwrap();
        assert_eq!(world.countries[0].code, Code::new("CH"));
        let (shoelace, triangles) = areas(&world.lands[0]);
        assert_eq!(world.lands[0].triangles.len(), 8);
        assert!((shoelace - triangles).abs() < 1e-6 * shoelace);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(
            refusal(&SQUARE.replace("[-2]", "[-3]")),
            ", Square: arc 2 does not exist, there are 2 arcs"
        );
        assert_eq!(
            refusal(&SQUARE.replace("[-2]", "[7]")),
            ", Square: arc 7 does not exist, there are 2 arcs"
        );
        assert_eq!(
            refusal(&SQUARE.replace("[-300, 0], [0, -300]", "[-300, 0]")),
            ", Square: a ring is not closed"
        );
        assert_eq!(refusal(&SQUARE.replace("[[0], [-2]]", "[[]]")), ", Square: a ring has 0 corners");
        assert_eq!(
            refusal(&SQUARE.replace("[-2]", "[0, 0]")),
            ", Square: arc 0 is taken a third time, but a border has two sides"
        );
        assert_eq!(
            refusal(&SQUARE.replace("[300, 0]", "[999999, 0]")),
            ", arc 0: (1009.999, 20) is not a longitude and a latitude in degrees"
        );
    }

    #[test]
    fn json_that_is_cut_or_wrong_names_its_line() {
        let cut = refusal(&SQUARE[..SQUARE.len() / 2]);
        assert!(cut.contains("EOF while parsing") && cut.contains("line "), "{cut}");
        let nan = refusal(&SQUARE.replace("[100, 100]", "[NaN, 100]"));
        assert!(nan.contains("line 9 column"), "{nan}");
        let form = refusal(&SQUARE.replace("Polygon", "Point"));
        assert!(form.contains("unknown variant `Point`"), "{form}");
    }

    #[test]
    fn lands_that_leave_the_map_come_back_on_the_other_side() {
        // Across the antimeridian the file's longitudes jump: 179.9, -179.8, and back.
        let jump = SQUARE
            .replace("[10, 20]", "[179.9, 20]")
            .replace("[300, 0], [0, 300], [-300, 0]", "[-359700, 0], [0, 300], [359700, 0]");
        let world = read_text(&jump.replace("[[0], [-2]]", "[[0]]").replace("[100, 100]", "[0, 0]")).unwrap();
        let [left, right] = &world.lands[..] else { panic!("{:?}", world.lands.len()) };
        let edge = mercator::project(180.0, 0.0)[0];
        assert!(left.bounds.min[0] < -edge && left.bounds.max[0] > -edge);
        assert!(right.bounds.min[0] < edge && right.bounds.max[0] > edge);
    }

    #[test]
    fn a_jump_is_unrolled_and_a_pole_is_closed() {
        let mut jump = vec![[170.0, 10.0], [-170.0, 10.0], [-170.0, 20.0], [170.0, 20.0]];
        unroll_ring(&mut jump);
        assert_eq!(jump, [[170.0, 10.0], [190.0, 10.0], [190.0, 20.0], [170.0, 20.0]]);
        let mut pole = vec![[0.0, -70.0], [120.0, -75.0], [-120.0, -75.0]];
        unroll_ring(&mut pole);
        assert_eq!(pole[2..], [[240.0, -75.0], [360.0, -70.0], [360.0, -90.0], [0.0, -90.0]]);
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = World::read(Path::new("nowhere/countries-50m.json")).unwrap_err().to_string();
        assert!(message.starts_with("nowhere/countries-50m.json cannot be read"), "{message}");
    }

    #[test]
    fn the_shipped_countries_are_filled() {
        let world = World::read(&data::shipped().join(data::COUNTRIES)).unwrap();
        assert_eq!(world.countries.len(), 241);
        let (mut shoelace, mut triangles) = (0.0, 0.0);
        for land in &world.lands {
            let (polygon, filled) = areas(land);
            let name = &world.countries[land.country].name;
            assert!((polygon - filled).abs() <= 1e-6 * polygon, "{name}: {polygon} km2, filled {filled} km2");
            shoelace += polygon;
            triangles += filled;
        }
        assert!((shoelace - triangles).abs() <= 1e-6 * shoelace, "{shoelace} {triangles}");
    }
}
