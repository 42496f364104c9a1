//! The three questions, as batched queries.
//!
//! There is no index yet: each land's triangles meet the rows whose box touches the land's box, all with all.

use std::time::{Duration, Instant};

use benches::data::{City, World, mercator};
use indicatif::ProgressBar;
use scalar::dim2::{Aabb, Disk, Point, Triangle};
use scalar::dim3::{Sphere, Triangle3};
use soa::kernel::Overlap;
use soa::{Columns, Pairs, Query, Spheres, Triangles3};

/// What a question cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Rows on the left.
    pub left: usize,
    /// Rows on the right.
    pub right: usize,
    /// Pairs that went through the kernel.
    pub tested: u64,
    /// Pairs that touch.
    pub hits: u64,
    /// In the queries alone.
    pub time: Duration,
}

impl Tally {
    /// Runs one all-pairs query and adds it up.
    fn all_pairs<A, B>(&mut self, query: Query, a: &Columns<A>, b: &Columns<B>) -> Result<Pairs, soa::Error>
    where
        A: Overlap<B>,
        B: soa::Shape,
    {
        let start = Instant::now();
        let pairs = query.all_pairs(a, b)?;
        self.time += start.elapsed();
        self.tested += a.len() as u64 * b.len() as u64;
        self.hits += pairs.len() as u64;
        Ok(pairs)
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
pub fn containing(
    query: Query,
    cities: &[City],
    world: &World,
    bar: &ProgressBar,
) -> Result<(Matches, Tally), soa::Error> {
    match_countries(query, &points(cities), |&p| Aabb { min: p, max: p }, world, bar)
}

/// Question 2: which countries does each city's disk touch?
///
/// A disk over the antimeridian meets only the land on its own side of the map, and land that lies on both.
pub fn touching(
    query: Query,
    disks: &[Disk],
    world: &World,
    bar: &ProgressBar,
) -> Result<(Matches, Tally), soa::Error> {
    match_countries(query, disks, around, world, bar)
}

/// Question 3: which spheres touch the mesh, and where?
pub fn swarming(
    query: Query,
    spheres: &[Sphere],
    mesh: &[Triangle3],
) -> Result<(Vec<(u32, u32)>, Tally), soa::Error> {
    let (spheres, mesh) = (Spheres::from_shapes(spheres)?, Triangles3::from_shapes(mesh)?);
    let mut tally = Tally { left: spheres.len(), right: mesh.len(), ..Tally::default() };
    let pairs = tally.all_pairs(query, &spheres, &mesh)?.iter().collect();
    Ok((pairs, tally))
}

/// Whether a disk of some kilometres around a city reaches one of these countries.
pub fn within(
    query: Query,
    city: &City,
    km: f64,
    countries: &[usize],
    world: &World,
) -> Result<bool, soa::Error> {
    let probe = city.disk(km);
    let bounds = around(&probe);
    for land in countries.iter().flat_map(|&country| world.lands_of(country)) {
        if meet(&bounds, &land.bounds) && query.overlap_one(&probe, &land.triangles)?.any() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn match_countries<S: Overlap<Triangle>>(
    query: Query,
    shapes: &[S],
    bounds: impl Fn(&S) -> Aabb,
    world: &World,
    bar: &ProgressBar,
) -> Result<(Matches, Tally), soa::Error> {
    let boxes: Vec<Aabb> = shapes.iter().map(bounds).collect();
    let mut tally = Tally { left: shapes.len(), right: world.triangles(), ..Tally::default() };
    let mut found = Vec::new();
    bar.set_length(world.lands.len() as u64);
    for land in bar.wrap_iter(world.lands.iter()) {
        let near: Vec<u32> =
            (0_u32..).zip(&boxes).filter(|(_, b)| meet(b, &land.bounds)).map(|(row, _)| row).collect();
        let rows: Vec<S> = near.iter().map(|&row| shapes[row as usize]).collect();
        let pairs = tally.all_pairs(query, &Columns::from_shapes(&rows)?, &land.triangles)?;
        found.extend(pairs.left().iter().map(|&left| (near[left as usize], land.country as u32)));
    }
    found.sort_unstable();
    found.dedup();
    Ok((Matches(found), tally))
}

/// A box that holds the disk: rounded outwards, so that no touching disk is left out.
fn around(disk: &Disk) -> Aabb {
    Aabb {
        min: disk.center.map(|x| (x - disk.radius).next_down()),
        max: disk.center.map(|x| (x + disk.radius).next_up()),
    }
}

fn meet(a: &Aabb, b: &Aabb) -> bool {
    (0..2).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k])
}
#[cfg(test)]
mod tests {
    use super::*;
    use benches::data::{self, cities};
    use scalar::dim2::{disk_triangle, point_triangle};
    use soa::Level;
    use std::collections::BTreeSet;

    /// Every 300th city against every triangle, one by one, without boxes.
    #[test]
    fn batches_and_boxes_change_no_answer() {
        let world = World::read(&data::shipped().join(data::COUNTRIES)).unwrap();
        let cities = cities::read(&data::shipped().join(data::CITIES)).unwrap();
        let cities: Vec<City> = cities.into_iter().step_by(300).collect();
        let disks: Vec<Disk> = cities.iter().map(City::people).collect();
        let bar = ProgressBar::hidden();
        let (homes, _) = containing(Query::new(), &cities, &world, &bar).unwrap();
        let (touched, _) = touching(Query::new(), &disks, &world, &bar).unwrap();
        for &level in Level::available() {
            let query = Query::new().level(level);
            assert_eq!(containing(query, &cities, &world, &bar).unwrap().0, homes, "{level}");
            assert_eq!(touching(query, &disks, &world, &bar).unwrap().0, touched, "{level}");
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
        let far = Triangle3 { a: [9.0; 3], ..triangle };
        let sphere = |z| Sphere { center: [0.25, 0.25, z], radius: 1.0 };
        let spheres = [sphere(3.0), sphere(0.5)];
        let (pairs, tally) = swarming(Query::new(), &spheres, &[far, triangle]).unwrap();
        assert!(pairs.contains(&(1, 1)) && pairs.iter().all(|&(sphere, _)| sphere == 1), "{pairs:?}");
        assert_eq!((tally.left, tally.right, tally.tested), (2, 2, 4));
    }
}
