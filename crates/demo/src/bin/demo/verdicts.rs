//! Whether a city lies where its code says, and if not, why.

use std::fmt;

use demo::data::{City, Code, World};
use scalar::dim2::Disk;
use soa::Query;

use crate::questions::{self, Ground, Matches};

/// Distances on the ground that the reasons tell apart.
const REACHES_KM: [f64; 3] = [1.0, 5.0, 25.0];

/// An area that two countries claim, where map and gazetteer side with different ones.
#[derive(Debug)]
struct Disputed {
    area: &'static str,
    /// The map's name for who holds it.
    map: &'static str,
    /// The gazetteer's code for it.
    gazetteer: &'static str,
    /// West, south, east and north in degrees: the two may share an undisputed border elsewhere.
    within: [f64; 4],
}

const EVERYWHERE: [f64; 4] = [-180.0, -90.0, 180.0, 90.0];

/// Looked up by the city's position and code; how many cities each one explains is counted.
const DISPUTED: [Disputed; 8] = [
    Disputed { area: "Crimea", map: "Russia", gazetteer: "UA", within: [32.4, 44.3, 36.8, 46.3] },
    Disputed { area: "Northern Cyprus", map: "N. Cyprus", gazetteer: "CY", within: EVERYWHERE },
    Disputed { area: "Somaliland", map: "Somaliland", gazetteer: "SO", within: EVERYWHERE },
    Disputed { area: "Western Sahara", map: "Morocco", gazetteer: "EH", within: EVERYWHERE },
    Disputed {
        area: "Jerusalem and the West Bank",
        map: "Palestine",
        gazetteer: "IL",
        within: [34.8, 31.3, 35.6, 32.6],
    },
    Disputed { area: "the Golan Heights", map: "Israel", gazetteer: "SY", within: [35.6, 32.6, 36.0, 33.4] },
    Disputed { area: "Kosovo", map: "Kosovo", gazetteer: "RS", within: EVERYWHERE },
    Disputed { area: "the Siachen Glacier", map: "Siachen Glacier", gazetteer: "PK", within: EVERYWHERE },
];

/// How far away a city's own country is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Within this entry of [`REACHES_KM`], and not within the one before.
    Within(usize),
    /// Beyond all of them.
    Beyond,
}

/// Where a city lies, measured by its own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certified {
    /// In a polygon of its own country.
    Agrees,
    /// In no polygon; its own country is this far away.
    Outside(Reach),
    /// In no polygon, and none on the map is its own country's.
    OutsideWithoutPolygon,
    /// In another country's polygon, and none on the map is its own country's.
    WithoutPolygon,
    /// In this entry of [`DISPUTED`].
    Disputed(usize),
    /// In another country's polygon; its own country is this far away.
    Abroad(Reach),
}

impl Certified {
    /// Whether the city lies in no polygon at all.
    pub fn is_outside(self) -> bool {
        matches!(self, Self::Outside(_) | Self::OutsideWithoutPolygon)
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Within(reach) => write!(f, "within {} km", REACHES_KM[*reach]),
            Self::Beyond => write!(f, "farther than {} km", REACHES_KM[REACHES_KM.len() - 1]),
        }
    }
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agrees => f.write_str("in its own country"),
            Self::Outside(Reach::Beyond) => {
                write!(f, "at sea, own country {}: islands not drawn", Reach::Beyond)
            }
            Self::Outside(reach) => write!(f, "at sea, own country {reach}: coast too coarse"),
            Self::OutsideWithoutPolygon => f.write_str("at sea, its country or territory is not drawn"),
            Self::WithoutPolygon => f.write_str("in a territory drawn as part of another country"),
            Self::Disputed(entry) => write!(f, "in a disputed area: {}", DISPUTED[*entry].area),
            Self::Abroad(reach) => write!(f, "in another country, own country {reach}"),
        }
    }
}

/// One verdict a city.
pub fn verdicts(
    query: Query,
    cities: &[City],
    homes: &Matches,
    world: &World,
    ground: &Ground,
) -> Result<Vec<Certified>, soa::Error> {
    let mut reached = Vec::new();
    for km in REACHES_KM {
        let disks: Vec<Disk> = cities.iter().map(|city| city.disk(km)).collect();
        reached.push(questions::touching(query, &disks, ground)?.0);
    }
    let verdict = |(row, city)| verdict(row, city, homes, &reached, world);
    Ok(cities.iter().enumerate().map(verdict).collect())
}

/// The verdict on a city; `reached` has the countries within each of [`REACHES_KM`].
fn verdict(row: usize, city: &City, homes: &Matches, reached: &[Matches], world: &World) -> Certified {
    let is_own = |country: usize| world.countries[country].code == Some(city.code);
    if homes.of(row).any(is_own) {
        return Certified::Agrees;
    }
    let drawn = (0..world.countries.len()).any(is_own);
    let outside = homes.of(row).next().is_none();
    let reach = || {
        let within = reached.iter().position(|countries| countries.of(row).any(is_own));
        within.map_or(Reach::Beyond, Reach::Within)
    };
    let disputed = || homes.of(row).find_map(|country| disputed(city, &world.countries[country].name));
    match (outside, drawn) {
        (true, false) => Certified::OutsideWithoutPolygon,
        (false, false) => Certified::WithoutPolygon,
        (true, true) => Certified::Outside(reach()),
        (false, true) => disputed().map_or_else(|| Certified::Abroad(reach()), Certified::Disputed),
    }
}

/// The disputed area that explains why the map puts this city into a country of this name.
fn disputed(city: &City, map: &str) -> Option<usize> {
    DISPUTED.iter().position(|area| {
        let [west, south, east, north] = area.within;
        area.map == map
            && Code::new(area.gazetteer) == Some(city.code)
            && (west..=east).contains(&city.lon)
            && (south..=north).contains(&city.lat)
    })
}

/// The countries that each city's disk touches and that are not its own, neither by its code nor by where it lies.
///
/// None for a city in no polygon whose country is not drawn: the map cannot tell what is foreign to it.
pub fn abroad(
    cities: &[City],
    verdicts: &[Certified],
    homes: &Matches,
    touched: &Matches,
    world: &World,
) -> Vec<Vec<usize>> {
    let foreign = |row: usize, country: usize| {
        verdicts[row] != Certified::OutsideWithoutPolygon
            && world.countries[country].code != Some(cities[row].code)
            && homes.of(row).all(|home| home != country)
    };
    (0..cities.len()).map(|row| touched.of(row).filter(|&country| foreign(row, country)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::{containing, touching};
    use demo::data::mercator;
    use demo::data::world::{Country, Land};
    use earcut::Earcut;

    /// One degree by one, side by side on the equator; one has no code.
    fn world() -> World {
        let squares = [
            ("Switzerland", Code::new("CH")),
            ("Austria", Code::new("AT")),
            ("Somaliland", None),
            ("Somalia", Code::new("SO")),
        ];
        let mut world = World { countries: Vec::new(), lands: Vec::new() };
        for (country, (name, code)) in squares.into_iter().enumerate() {
            let west = country as f64;
            let ring = [(west, 0.0), (west + 1.0, 0.0), (west + 1.0, 1.0), (west, 1.0)];
            let ring = ring.map(|(lon, lat)| mercator::project(lon, lat)).to_vec();
            world.lands.push(Land::new(country, vec![ring], &mut Earcut::new()).unwrap());
            world.countries.push(Country { name: name.into(), code, arcs: Vec::new() });
        }
        world
    }

    fn city(code: &str, lon: f64, lat: f64) -> City {
        City { name: String::new(), code: Code::new(code).unwrap(), population: 0, lon, lat }
    }

    #[test]
    fn each_reason_is_found() {
        let world = world();
        // A kilometre is 0.009 degrees here.
        let cases = [
            (city("CH", 0.5, 0.5), Certified::Agrees),
            (city("CH", 1.0, 0.5), Certified::Agrees),
            (city("AT", 1.0, 0.5), Certified::Agrees),
            (city("CH", 0.5, -0.008), Certified::Outside(Reach::Within(0))),
            (city("CH", 0.5, -0.04), Certified::Outside(Reach::Within(1))),
            (city("CH", 0.5, -0.2), Certified::Outside(Reach::Within(2))),
            (city("CH", 0.5, -0.3), Certified::Outside(Reach::Beyond)),
            (city("LI", 0.5, -0.3), Certified::OutsideWithoutPolygon),
            (city("LI", 0.5, 0.5), Certified::WithoutPolygon),
            (city("CH", 1.03, 0.5), Certified::Abroad(Reach::Within(1))),
            (city("CH", 1.5, 0.5), Certified::Abroad(Reach::Beyond)),
            (city("CH", 2.5, 0.5), Certified::Abroad(Reach::Beyond)),
            (city("SO", 2.5, 0.5), Certified::Disputed(2)),
        ];
        let (cities, expected): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
        let ground = Ground::new(&world).unwrap();
        let (homes, _) = containing(Query::new(), &cities, &ground).unwrap();
        assert_eq!(verdicts(Query::new(), &cities, &homes, &world, &ground).unwrap(), expected);
    }

    #[test]
    fn a_disputed_area_is_found_by_code_and_place() {
        let crimea = disputed(&city("UA", 34.1, 45.0), "Russia").map(|entry| DISPUTED[entry].area);
        assert_eq!(crimea, Some("Crimea"));
        assert_eq!(disputed(&city("UA", 38.0, 49.0), "Russia"), None);
        assert_eq!(disputed(&city("KZ", 34.1, 45.0), "Russia"), None);
    }

    #[test]
    fn a_disk_is_abroad_where_neither_code_nor_place_is_its_own() {
        let world = world();
        let cities =
            [city("CH", 0.99, 0.5), city("CH", 0.5, 0.5), city("CH", 1.01, 0.5), city("LI", 0.99, -0.01)];
        let disks: Vec<_> = cities.iter().map(|city| city.disk(2.0)).collect();
        let ground = Ground::new(&world).unwrap();
        let (homes, _) = containing(Query::new(), &cities, &ground).unwrap();
        let (touched, tally) = touching(Query::new(), &disks, &ground).unwrap();
        let verdicts = verdicts(Query::new(), &cities, &homes, &world, &ground).unwrap();
        assert_eq!(abroad(&cities, &verdicts, &homes, &touched, &world), [vec![1], vec![], vec![], vec![]]);
        assert!(tally.hits >= 7 && tally.pairs() > tally.hits);
    }
}
