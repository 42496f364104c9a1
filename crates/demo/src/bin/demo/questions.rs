//! The three questions, as joins.

use std::time::{Duration, Instant};

use demo::data::{City, World, mercator};
use scalar::dim2::{Disk, Point, Triangle};
use scalar::dim3::{Sphere, Triangle3};
use soa::join::{Bounded, Index};
use soa::kernel::Intersects;
use soa::{Columns, Disks, Pairs, Points, Query, Spheres, Triangles, Triangles3};

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
    /// Joins left rows with those of an index.
    fn join<A, B>(query: Query, left: &Columns<A>, right: &Index<B>) -> Result<(Pairs, Self), soa::Error>
    where
        A: Intersects<B> + Bounded,
        B: Bounded<Bounds = A::Bounds>,
    {
        let start = Instant::now();
        let pairs = right.join(left)?.query(query).pairs()?;
        let (hits, join) = (pairs.len() as u64, start.elapsed());
        Ok((pairs, Self { left: left.len(), right: right.len(), hits, index: None, join }))
    }

    /// All pairs of rows, touching or not.
    pub fn pairs(&self) -> u64 {
        self.left as u64 * self.right as u64
    }
}

/// The triangles of all countries in one index, for every question about them.
#[derive(Debug)]
pub struct Ground {
    index: Index<Triangle>,
    /// The country of each triangle, ascending.
    countries: Vec<u32>,
    /// What it took to make the index.
    pub time: Duration,
}

impl Ground {
    /// The ground of this world.
    pub fn new(world: &World) -> Result<Self, soa::Error> {
        let (mut triangles, mut countries) = (Vec::new(), Vec::new());
        for land in &world.lands {
            triangles.extend(land.triangles.iter());
            countries.resize(triangles.len(), land.country as u32);
        }
        let triangles = Triangles::from_shapes(&triangles)?;
        let start = Instant::now();
        let index = Index::new(&triangles)?;
        Ok(Self { index, countries, time: start.elapsed() })
    }

    /// The countries that each row touches.
    fn matches<A>(&self, query: Query, rows: &Columns<A>) -> Result<(Matches, Tally), soa::Error>
    where
        A: Intersects<Triangle> + Bounded<Bounds = <Triangle as Bounded>::Bounds>,
    {
        let (pairs, tally) = Tally::join(query, rows, &self.index)?;
        let mut found: Vec<(u32, u32)> =
            pairs.iter().map(|(row, triangle)| (row, self.countries[triangle as usize])).collect();
        found.dedup();
        Ok((Matches(found), tally))
    }
}

/// Which rows touch which countries: (row, country), sorted, each once.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Matches(Vec<(u32, u32)>);

impl Matches {
    /// The countries that this row touches, ascending.
    pub fn of(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.0.partition_point(|&(r, _)| (r as usize) < row);
        let rows = self.0[start..].iter().take_while(move |&&(r, _)| r as usize == row);
        rows.map(|&(_, country)| country as usize)
    }
}

/// The cities as points of the map.
pub fn points(cities: &[City]) -> Vec<Point> {
    cities.iter().map(|city| mercator::project(city.lon, city.lat)).collect()
}

/// Question 1: which country's triangle contains each city?
pub fn containing(query: Query, cities: &[City], ground: &Ground) -> Result<(Matches, Tally), soa::Error> {
    ground.matches(query, &Points::from_shapes(&points(cities))?)
}

/// Question 2: which countries does each city's disk touch?
///
/// A disk over the antimeridian meets only the land on its own side of the map, and land that lies on both.
pub fn touching(query: Query, disks: &[Disk], ground: &Ground) -> Result<(Matches, Tally), soa::Error> {
    ground.matches(query, &Disks::from_shapes(disks)?)
}

/// Question 3: which spheres touch the mesh, and where?
pub fn swarming(query: Query, spheres: &[Sphere], mesh: &[Triangle3]) -> Result<(Pairs, Tally), soa::Error> {
    let (spheres, mesh) = (Spheres::from_shapes(spheres)?, Triangles3::from_shapes(mesh)?);
    let start = Instant::now();
    let index = Index::new(&mesh)?;
    let time = start.elapsed();
    let (pairs, tally) = Tally::join(query, &spheres, &index)?;
    Ok((pairs, Tally { index: Some(time), ..tally }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use demo::data::{self, cities};
    use scalar::dim2::{disk_triangle, point_triangle};
    use soa::Level;
    use std::collections::BTreeSet;

    /// Every 300th city against every triangle, one by one.
    #[test]
    fn joins_change_no_answer() {
        let world = World::read(&data::shipped().join(data::COUNTRIES)).unwrap();
        let cities = cities::read(&data::shipped().join(data::CITIES)).unwrap();
        let cities: Vec<City> = cities.into_iter().step_by(300).collect();
        let disks: Vec<Disk> = cities.iter().map(City::people).collect();
        let ground = Ground::new(&world).unwrap();
        let (homes, _) = containing(Query::new(), &cities, &ground).unwrap();
        let (touched, _) = touching(Query::new(), &disks, &ground).unwrap();
        for &level in Level::available() {
            let query = Query::new().with_level(level);
            assert_eq!(containing(query, &cities, &ground).unwrap().0, homes, "{level}");
            assert_eq!(touching(query, &disks, &ground).unwrap().0, touched, "{level}");
        }
        let one_by_one = |hit: &dyn Fn(&Triangle) -> bool| -> BTreeSet<usize> {
            let lands =
                world.lands.iter().filter(|land| land.triangles.iter().any(|triangle| hit(&triangle)));
            lands.map(|land| land.country).collect()
        };
        for (row, point) in points(&cities).iter().enumerate() {
            let home = one_by_one(&|triangle| point_triangle::edge_functions(*point, triangle));
            assert_eq!(homes.of(row).collect::<BTreeSet<_>>(), home, "{:?}", cities[row]);
            let touches = one_by_one(&|triangle| disk_triangle::seven_regions(&disks[row], triangle));
            assert_eq!(touched.of(row).collect::<BTreeSet<_>>(), touches, "{:?}", cities[row]);
        }
    }

    #[test]
    fn a_sphere_finds_its_triangle() {
        let triangle = Triangle3 { a: [0.0; 3], b: [1.0, 0.0, 0.0], c: [0.0, 1.0, 0.0] };
        let far = Triangle3 { a: [9.0; 3], b: [8.0; 3], c: [9.0, 8.0, 9.0] };
        let sphere = |z| Sphere { center: [0.25, 0.25, z], radius: 1.0 };
        let spheres = [sphere(3.0), sphere(0.5)];
        let (pairs, tally) = swarming(Query::new(), &spheres, &[far, triangle]).unwrap();
        assert_eq!(pairs.iter().collect::<Vec<_>>(), [(1, 1)]);
        assert_eq!((tally.left, tally.right, tally.hits, tally.pairs()), (2, 2, 1, 4));
    }
}
