//! The files of `data/`, and what benches write.

use std::io::{BufReader, Read, Write};
use std::path::Path;

use demo::data::{City, DataError, Mesh, World, cities as gazetteer};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use record::{LinesError, Memory, Record, parse_lines};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::check_json;

/// The most bytes that a compressed one can stand for.
pub const DEFLATED: usize = 1032;

/// A line that is wrong is there, and is the one that is shown; behind the last, something is missing.
fn check_line(text: &str, error: &DataError) {
    match error {
        DataError::Line { line, found, .. } => {
            let lines: Vec<_> = text.lines().collect();
            let there = line.checked_sub(1).and_then(|line| lines.get(line));
            assert!(found.is_empty() || there.is_some_and(|there| there.contains(found.as_str())), "{error}");
            assert!(*line <= lines.len().max(1), "{error}");
        }
        DataError::Json { source, .. } => check_json(text, source),
        // A line that is no text.
        DataError::Gzip { line, .. } => assert!(*line <= text.lines().count(), "{error}"),
        _ => {}
    }
}

/// The bunny.
pub fn mesh(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let file = Path::new("mesh.obj");
    match Mesh::parse(file, text) {
        Ok(mesh) => {
            let written = mesh.to_obj();
            assert!(Mesh::parse(file, &written).is_ok_and(|read| read == mesh), "{written}");
            assert!(mesh.triangles().len() == mesh.faces.len());
            true
        }
        Err(error) => {
            check_line(text, &error);
            false
        }
    }
}

/// Cities, decompressed.
pub fn cities(bytes: &[u8]) -> bool {
    let file = Path::new("cities.tsv");
    match gazetteer::parse(file, bytes) {
        Ok(cities) => {
            let mut written = Vec::new();
            assert!(gazetteer::write_text(&mut written, &cities).is_ok());
            assert!(gazetteer::parse(file, &written[..]).is_ok_and(|read| read == cities), "{cities:?}");
            // What the demo makes of them.
            assert!(cities.iter().all(|city| city.people().radius >= 0.0));
            true
        }
        Err(error) => {
            check_line(&String::from_utf8_lossy(bytes), &error);
            false
        }
    }
}

/// Cities, compressed: as they are when they are decompressed first.
pub fn gzip(bytes: &[u8]) -> bool {
    let accepted =
        gazetteer::parse(Path::new("cities.tsv.gz"), BufReader::new(GzDecoder::new(bytes))).is_ok();
    let mut text = Vec::new();
    let whole = GzDecoder::new(bytes).read_to_end(&mut text).is_ok();
    assert!(accepted == (whole && gazetteer::parse(Path::new("cities.tsv"), &text[..]).is_ok()));
    accepted
}

/// Countries.
pub fn countries(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    match World::parse(Path::new("countries.json"), text) {
        Ok(world) => {
            for land in &world.lands {
                assert!(land.country < world.countries.len());
                let corners: Vec<[f32; 2]> = land.rings.concat();
                for triangle in land.triangles.iter() {
                    assert!(
                        [triangle.a, triangle.b, triangle.c].iter().all(|corner| corners.contains(corner))
                    );
                }
            }
            true
        }
        Err(error) => {
            if let Some(error) = error.downcast_ref() {
                check_line(text, error);
            }
            false
        }
    }
}

/// Records of benches, or their memory, after a byte that says which.
pub fn records(bytes: &[u8]) -> bool {
    let Some((&which, text)) = bytes.split_first() else { return false };
    let Ok(text) = str::from_utf8(text) else { return false };
    if which.is_multiple_of(2) { records_of::<Record>(text) } else { records_of::<Memory>(text) }
}

fn records_of<T: DeserializeOwned + Serialize + PartialEq + core::fmt::Debug>(text: &str) -> bool {
    let file = Path::new("records.jsonl");
    match parse_lines::<T>(file, text) {
        Ok(records) => {
            let lines: Vec<_> =
                records.iter().filter_map(|record| serde_json::to_string(record).ok()).collect();
            let read = parse_lines::<T>(file, &lines.join("\n"));
            assert!(read.is_ok_and(|read| read == records), "{records:?} were written as {lines:?}");
            true
        }
        Err(LinesError::Line { line, source, .. }) => {
            let there = text.lines().nth(line - 1);
            assert!(there.is_some_and(|there| source.column() <= there.len() + 1), "line {line}: {source}");
            false
        }
        Err(error) => panic!("{error}"),
    }
}

/// A tetrahedron.
pub fn mesh_seeds() -> Vec<Vec<u8>> {
    let mesh = Mesh {
        vertices: vec![[0.1, -2.5e-7, 3.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1e38]],
        faces: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
    };
    vec![mesh.to_obj().into()]
}

/// Some cities.
pub fn city_seeds() -> Vec<Vec<u8>> {
    let mut text = Vec::new();
    let code = demo::data::Code::new;
    let city = |name: &str, lon, lat| {
        code("CH").map(|code| City { name: name.into(), code, population: 341_730, lon, lat })
    };
    let cities: Vec<City> =
        [city("Zürich", 8.55, 47.366_67), city("", -180.0, 90.0)].into_iter().flatten().collect();
    drop(gazetteer::write_text(&mut text, &cities));
    vec![text]
}

/// The same, compressed.
pub fn gzip_seeds() -> Vec<Vec<u8>> {
    let gzip = |text: Vec<u8>| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        drop(gzip.write_all(&text));
        gzip.finish().unwrap_or_default()
    };
    city_seeds().into_iter().map(gzip).collect()
}

/// A square country with a square hole; one over the antimeridian, and one around a pole.
pub fn country_seeds() -> Vec<Vec<u8>> {
    let topology = |geometry: &str, arcs: &str| {
        format!(
            r#"{{"type":"Topology","transform":{{"scale":[0.5,0.5],"translate":[10,20]}},"objects":{{"countries":{{
"type":"GeometryCollection","geometries":[{geometry}]}}}},"arcs":[{arcs}]}}"#
        )
        .into_bytes()
    };
    let properties = r#""id":"756","properties":{"name":"Square"}"#;
    vec![
        topology(
            &format!(r#"{{"type":"Polygon",{properties},"arcs":[[0],[-2]]}}"#),
            "[[0,0],[30,0],[0,30],[-30,0],[0,-30]],[[10,10],[10,0],[0,10],[-10,0],[0,-10]]",
        ),
        topology(
            &format!(r#"{{"type":"MultiPolygon",{properties},"arcs":[[[0,1]],[[2]]]}}"#),
            "[[320,0],[-680,0],[0,40]],[[-360,40],[680,0],[0,-40]],[[-20,-180],[240,-10],[-480,0],[240,10]]",
        ),
    ]
}

/// A line of each kind.
pub fn record_seeds() -> Vec<Vec<u8>> {
    let record = r#"{"bench":"disk_disk","who":"soa/avx2","rows":4096,"pairs":4096,"hits":502,"stages":{"single":0.75,"double":0.24,"rounded":0.01,"integer":0.0},"threads":1}"#;
    let memory = r#"{"id":"join/uniform/soa/avx2/10","hits":5,"input":360,"added":40}"#;
    vec![format!("0{record}\n{record}\n").into(), format!("1{memory}\n{memory}\n").into()]
}
