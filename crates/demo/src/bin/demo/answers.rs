//! The three questions, as joins, and why a city is not where its code says.

use std::fmt;
use std::time::{Duration, Instant};

use demo::data::{City, Mesh, World, cities, mercator, swarm};
use scalar::dim2::{Disk, Point, Triangle};
use soa::join::{Bounded, Index};
use soa::kernel::Intersects;
use soa::{Columns, Disks, Points, Query, Spheres, Triangles, Triangles3};

/// What a question cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Rows on the left.
    pub left: usize,
    /// Rows on the right.
    pub right: usize,
    /// Pairs that touch.
    pub hits: u64,
    /// Making the index; None where it was there.
    pub index: Option<Duration>,
    /// The join itself.
    pub join: Duration,
}

impl Tally {
    /// All pairs of rows, touching or not.
    pub fn pairs(&self) -> u64 {
        self.left as u64 * self.right as u64
    }
}

/// Everything that the map shows.
pub struct Answers {
    pub world: World,
    pub cities: Vec<City>,
    /// The disk of each city's people.
    pub disks: Vec<Disk>,
    /// The countries whose triangles contain each city.
    pub homes: Matches,
    /// Where each city lies, by its code.
    pub places: Vec<Place>,
    /// The other countries that each city's disk touches.
    pub abroad: Vec<Vec<usize>>,
    /// Questions 1 and 2.
    pub tallies: [Tally; 2],
}

impl Answers {
    /// Answers questions 1 and 2: which triangle contains each city, and which does its disk touch? A disk
    /// over the antimeridian meets only the land on its own side of the map, and land that lies on both.
    pub fn new(query: Query, world: World, cities: Vec<City>) -> Result<Self, soa::Error> {
        let ground = Ground::new(&world)?;
        let points: Vec<Point> = cities.iter().map(|city| mercator::project(city.lon, city.lat)).collect();
        let disks: Vec<Disk> = cities.iter().map(City::people).collect();
        let (homes, containing) = ground.matches(query, &Points::from_shapes(&points)?)?;
        let (touched, touching) = ground.matches(query, &Disks::from_shapes(&disks)?)?;
        let mut near = Vec::new();
        for km in REACHES_KM {
            let disks: Vec<Disk> = cities.iter().map(|city| city.disk(km)).collect();
            near.push(ground.matches(query, &Disks::from_shapes(&disks)?)?.0);
        }
        let place = |(row, city)| Place::of(row, city, &homes, &near, &world);
        let places: Vec<Place> = cities.iter().enumerate().map(place).collect();
        // Not its own, neither by its code nor by where it lies. Nothing is foreign to a city in no polygon
        // whose country is not drawn.
        let foreign = |row: usize, country: usize| {
            places[row] != Place::Sea(Reach::NotDrawn)
                && world.countries[country].code != Some(&cities[row].code)
                && homes.of(row).all(|home| home != country)
        };
        let abroad = |row| touched.of(row).filter(|&country| foreign(row, country)).collect();
        let abroad = (0..cities.len()).map(abroad).collect();
        let tallies = [Tally { index: Some(ground.time), ..containing }, touching];
        Ok(Self { world, cities, disks, homes, places, abroad, tallies })
    }

    /// The data of the repository.
    pub fn shipped(query: Query) -> anyhow::Result<Self> {
        Ok(Self::new(query, World::shipped()?, cities::shipped()?)?)
    }

    /// Cities at a kind of place.
    pub fn count(&self, kind: impl Fn(Place) -> bool) -> u64 {
        self.places.iter().filter(|&&place| kind(place)).count() as u64
    }

    /// The cities whose disk touches another country.
    pub fn abroad(&self) -> impl Iterator<Item = usize> {
        (0..self.cities.len()).filter(|&row| !self.abroad[row].is_empty())
    }
}

/// Question 3: which spheres of a swarm touch the bunny?
pub fn swarming(query: Query, spheres: usize) -> anyhow::Result<Tally> {
    let bunny = Mesh::bunny()?;
    let spheres = Spheres::from_shapes(&swarm(&bunny, spheres, 1))?;
    let triangles = Triangles3::from_shapes(&bunny.triangles())?;
    let start = Instant::now();
    let index = Index::new(&triangles)?;
    let made = start.elapsed();
    let start = Instant::now();
    let hits = index.join(&spheres)?.query(query).pairs()?.len() as u64;
    let (left, right, join) = (spheres.len(), triangles.len(), start.elapsed());
    Ok(Tally { left, right, hits, index: Some(made), join })
}

/// The triangles of all countries in one index, for every question about them.
struct Ground {
    index: Index<Triangle>,
    /// The country of each triangle, ascending.
    countries: Vec<u32>,
    /// What it took to make the index.
    time: Duration,
}

impl Ground {
    fn new(world: &World) -> Result<Self, soa::Error> {
        let country = |land: &demo::data::world::Land| vec![land.country as u32; land.triangles.len()];
        let countries = world.lands.iter().flat_map(country).collect();
        let triangles = Triangles::from_shapes(&world.triangles())?;
        let start = Instant::now();
        let index = Index::new(&triangles)?;
        Ok(Self { index, countries, time: start.elapsed() })
    }

    /// The countries that each row touches.
    fn matches<A>(&self, query: Query, rows: &Columns<A>) -> Result<(Matches, Tally), soa::Error>
    where
        A: Intersects<Triangle> + Bounded<Bounds = <Triangle as Bounded>::Bounds>,
    {
        let start = Instant::now();
        let pairs = self.index.join(rows)?.query(query).pairs()?;
        let (left, right, hits, join) = (rows.len(), self.index.len(), pairs.len() as u64, start.elapsed());
        let mut found: Vec<(u32, u32)> =
            pairs.iter().map(|(row, triangle)| (row, self.countries[triangle as usize])).collect();
        found.dedup();
        Ok((Matches(found), Tally { left, right, hits, index: None, join }))
    }
}

/// Which rows touch which countries: (row, country), sorted, each once.
#[derive(Debug, PartialEq, Eq)]
pub struct Matches(Vec<(u32, u32)>);

impl Matches {
    /// The countries that this row touches, ascending.
    pub fn of(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.0.partition_point(|&(r, _)| (r as usize) < row);
        let rows = self.0[start..].iter().take_while(move |&&(r, _)| r as usize == row);
        rows.map(|&(_, country)| country as usize)
    }
}

/// Distances on the ground that the reasons distinguish.
const REACHES_KM: [f64; 3] = [1.0, 5.0, 25.0];

/// How far away a city's own country is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Within this entry of [`REACHES_KM`], and not within the one before.
    Within(usize),
    /// Beyond all of them.
    Beyond,
    /// The map has no such country.
    NotDrawn,
}

/// Where a city lies, by its own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In a polygon of its own country.
    Own,
    /// In no polygon.
    Sea(Reach),
    /// In a polygon of other countries only.
    Foreign(Reach),
}

impl Place {
    /// The place of a city; `near` has the countries within each of [`REACHES_KM`].
    fn of(row: usize, city: &City, homes: &Matches, near: &[Matches], world: &World) -> Self {
        let is_own = |country: usize| world.countries[country].code == Some(&city.code);
        if homes.of(row).any(is_own) {
            return Self::Own;
        }
        let reach = match near.iter().position(|countries| countries.of(row).any(is_own)) {
            Some(reach) => Reach::Within(reach),
            None if (0..world.countries.len()).any(is_own) => Reach::Beyond,
            None => Reach::NotDrawn,
        };
        if homes.of(row).next().is_none() { Self::Sea(reach) } else { Self::Foreign(reach) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, reach) = match self {
            Self::Own => return f.write_str("in its own country"),
            Self::Sea(reach) => ("at sea", reach),
            Self::Foreign(reach) => ("drawn in another country", reach),
        };
        match reach {
            Reach::Within(entry) => write!(f, "{place}, own country within {} km", REACHES_KM[*entry]),
            Reach::Beyond => write!(f, "{place}, own country farther than {} km", REACHES_KM[2]),
            Reach::NotDrawn => write!(f, "{place}, own country or territory not drawn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use demo::data::world::{Country, Land};
    use earcut::Earcut;
    use scalar::dim2::{disk_triangle, point_triangle};
    use soa::Level;
    use std::collections::BTreeSet;

    /// Every 300th city against every triangle, one by one.
    #[test]
    fn joins_change_no_answer() {
        let (world, cities) = (World::shipped().unwrap(), cities::shipped().unwrap());
        let cities: Vec<City> = cities.into_iter().step_by(300).collect();
        let ground = Ground::new(&world).unwrap();
        let points: Vec<Point> = cities.iter().map(|city| mercator::project(city.lon, city.lat)).collect();
        let disks: Vec<Disk> = cities.iter().map(City::people).collect();
        let one_by_one = |hit: &dyn Fn(&Triangle) -> bool| -> BTreeSet<usize> {
            let lands =
                world.lands.iter().filter(|land| land.triangles.iter().any(|triangle| hit(&triangle)));
            lands.map(|land| land.country).collect()
        };
        let homes = points.iter().map(|point| one_by_one(&|t| point_triangle::edge_functions(*point, t)));
        let touched = disks.iter().map(|disk| one_by_one(&|t| disk_triangle::seven_regions(disk, t)));
        let (homes, touched): (Vec<_>, Vec<_>) = (homes.collect(), touched.collect());
        for &level in Level::available() {
            let query = Query::new().with_level(level);
            let (found, _) = ground.matches(query, &Points::from_shapes(&points).unwrap()).unwrap();
            let (reached, tally) = ground.matches(query, &Disks::from_shapes(&disks).unwrap()).unwrap();
            for row in 0..cities.len() {
                assert_eq!(found.of(row).collect::<BTreeSet<_>>(), homes[row], "{level} {:?}", cities[row]);
                assert_eq!(
                    reached.of(row).collect::<BTreeSet<_>>(),
                    touched[row],
                    "{level} {:?}",
                    cities[row]
                );
            }
            assert!(tally.hits > 400 && tally.pairs() == 451 * 99_614, "{tally:?}");
        }
    }

    #[test]
    fn places_and_disks_abroad_are_found() {
        // Countries of one degree by one, side by side on the equator; the last has no code.
        let mut world = World { countries: Vec::new(), lands: Vec::new() };
        for (country, code) in [Some("CH"), Some("AT"), None].into_iter().enumerate() {
            let west = country as f64;
            let ring = [(west, 0.0), (west + 1.0, 0.0), (west + 1.0, 1.0), (west, 1.0)];
            let ring = ring.map(|(lon, lat)| mercator::project(lon, lat)).to_vec();
            world.lands.push(Land::new(country, vec![ring], &mut Earcut::new()).unwrap());
            world.countries.push(Country { name: String::new(), code });
        }
        // A kilometre is 0.009 degrees here, and 10,000 people have a disk of 2 km.
        let cities = [
            ("CH", 0.5, 0.5, Place::Own, vec![]),
            ("CH", 1.0, 0.5, Place::Own, vec![]),
            ("AT", 1.0, 0.5, Place::Own, vec![]),
            ("CH", 0.99, 0.5, Place::Own, vec![1]),
            ("CH", 0.5, -0.008, Place::Sea(Reach::Within(0)), vec![]),
            ("AT", 0.5, -0.008, Place::Sea(Reach::Beyond), vec![0]),
            ("CH", 0.5, -0.04, Place::Sea(Reach::Within(1)), vec![]),
            ("CH", 0.5, -0.2, Place::Sea(Reach::Within(2)), vec![]),
            ("CH", 0.5, -0.3, Place::Sea(Reach::Beyond), vec![]),
            ("LI", 0.5, -0.01, Place::Sea(Reach::NotDrawn), vec![]),
            ("LI", 0.5, 0.5, Place::Foreign(Reach::NotDrawn), vec![]),
            ("CH", 1.03, 0.5, Place::Foreign(Reach::Within(1)), vec![]),
            ("CH", 2.5, 0.5, Place::Foreign(Reach::Beyond), vec![]),
        ];
        let city = |(code, lon, lat, ..): &(&str, f64, f64, Place, Vec<usize>)| {
            let (name, code) = (String::new(), (*code).to_owned());
            City { name, code, population: 10_000, lon: *lon, lat: *lat }
        };
        let answers = Answers::new(Query::new(), world, cities.iter().map(city).collect()).unwrap();
        for (row, (.., place, abroad)) in cities.into_iter().enumerate() {
            assert_eq!((answers.places[row], &answers.abroad[row]), (place, &abroad), "{row}");
        }
        assert_eq!(answers.abroad().collect::<Vec<_>>(), [3, 5]);
    }
}
