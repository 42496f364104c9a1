//! Scenes against brute force, frame by frame: rows that move, jump, come and go, and change their filters.

mod common;

use std::collections::BTreeSet;

use common::{Random, SPREADS, Spread};
use soa::kernel::Intersects;
use soa::scene::{Changes, Filter, Snapshot};
use soa::{
    Aabb, Aabb3, AnyView, Disk, Error, Index, OrientedBox, OrientedBox3, Pairs, Query, Scene, Segment, Shape,
    Sphere, Triangle, Triangle3,
};

/// What was met.
#[derive(Debug, Default)]
struct Met {
    begun: usize,
    ended: usize,
    removed_while_touching: usize,
    fixed: usize,
    /// Rows in frames that searched none, some one by one, all together, and sorted them.
    moved_within: usize,
    searched: usize,
    searched_all: usize,
    /// Some groups of them.
    renewed: usize,
    sorted: usize,
    refused: usize,
    filtered: usize,
    restored: usize,
    reused: usize,
}

type Set = BTreeSet<(u32, u32)>;

/// A scene beside its rows.
struct Model<S, T> {
    scene: Scene<S>,
    fixed: Vec<T>,
    fixed_filter: Filter,
    rows: Vec<Option<(S, Filter)>>,
    /// Where rows go in a frame.
    steps: Vec<[f32; 3]>,
    removed: BTreeSet<u32>,
    touching: Set,
    touching_fixed: Set,
    met: Met,
    random: Random,
}

fn view<S: Shape>(columns: &[Vec<f32>]) -> AnyView<'_> {
    common::unchecked(S::KIND, columns)
}

fn columns<S: Shape>(rows: &[S]) -> Vec<Vec<f32>> {
    let rows: Vec<_> = rows.iter().map(|row| row.values().to_vec()).collect();
    common::columns(S::COLUMNS.len(), &rows)
}

/// A row, moved by a vector.
fn moved<S: Shape>(row: &S, by: [f32; 3]) -> S {
    S::from_values(|k| {
        let name = S::COLUMNS[k];
        let (what, axis) = name.split_at(name.len() - 1);
        let is_place = matches!(what, "" | "min_" | "max_" | "a" | "b" | "c");
        match "xyz".find(axis) {
            Some(axis) if is_place => row.values()[k] + by[axis],
            _ => row.values()[k],
        }
    })
}

fn random_row<S: Shape>(random: &mut Random, rows: usize, spread: Spread) -> S {
    let columns = common::spread_columns(S::KIND, rows, spread, u64::from(random.bits()));
    let row = random.below(rows);
    S::from_values(|k| columns[k][row])
}

fn random_filter(random: &mut Random) -> Filter {
    if random.below(3) > 0 {
        return Filter::ALL;
    }
    Filter { layers: random.bits() & random.bits() & 0xf, mask: random.bits() & 0xf }
}

impl<S: Intersects<S> + Intersects<T>, T: Shape> Model<S, T> {
    fn new(query: Query, rows: usize, spread: Spread, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let fixed: Vec<T> = (0..=rows / 4).map(|_| random_row(&mut random, rows, spread)).collect();
        let fixed_filter = Filter { layers: 0xf, mask: 0x7 };
        let mut scene = Scene::new().query(query).even_frames(seed % 2 == 1);
        let columns = columns(&fixed);
        let index: Index<T> = Index::new(&view::<T>(&columns).typed::<T>().unwrap()).unwrap();
        scene.set_fixed(index, fixed_filter);
        Self {
            scene,
            fixed,
            fixed_filter,
            rows: Vec::new(),
            steps: Vec::new(),
            removed: BTreeSet::new(),
            touching: Set::new(),
            touching_fixed: Set::new(),
            met: Met::default(),
            random,
        }
    }

    fn insert(&mut self, row: S) {
        let filter = random_filter(&mut self.random);
        let is_free = |id: &usize| self.rows[*id].is_none() && !self.removed.contains(&(*id as u32));
        let free = (0..self.rows.len()).find(is_free);
        let id = free.unwrap_or(self.rows.len());
        self.met.reused += usize::from(free.is_some());
        assert_eq!(self.scene.insert_with(&row, filter), Ok(id as u32));
        self.rows.resize(self.rows.len().max(id + 1), None);
        self.steps.resize(self.rows.len(), [0.0; 3]);
        self.rows[id] = Some((row, filter));
        self.steps[id] = [0.0; 3];
    }

    fn set(&mut self, id: usize, row: S) {
        let outcome = self.scene.set(id as u32, &row);
        let is_good = row.values().iter().all(|x| x.is_finite()) && row.broken_rule().is_none();
        match &mut self.rows[id] {
            Some((slot, _)) if is_good => {
                assert_eq!(outcome, Ok(()));
                *slot = row;
            }
            Some(_) => {
                assert!(matches!(outcome, Err(Error::InvalidValue { .. })), "{outcome:?}");
                self.met.refused += 1;
            }
            None => assert!(matches!(outcome, Err(Error::NoSuchRow { .. }))),
        }
    }

    /// A frame: some rows change, as a class of frames says, then all pairs are tested.
    fn frame(&mut self, rows: usize, spread: Spread, size: f32) {
        let class = self.random.below(10);
        // Of 256 rows; speeds stay the same for some frames.
        let (moving, jumping) = match class {
            0 => (256, 0),
            1 => (256, 200),
            2..=4 => (256, 1),
            5 => (0, 0),
            6 => (0, 9),
            _ => (20, 2),
        };
        for id in 0..self.rows.len() {
            let Some((row, _)) = self.rows[id] else { continue };
            if self.random.below(256) < jumping {
                let row = random_row(&mut self.random, rows, spread);
                self.set(id, row);
            } else if self.random.below(256) < moving {
                self.set(id, moved(&row, self.steps[id]));
            }
            match self.random.below(200) {
                0..=3 => self.steps[id] = self.random.vector(size * 0.1),
                4 => self.steps[id] = [0.0; 3],
                5 => self.set(id, S::from_values(|k| if k == 0 { f32::NAN } else { 1.0 })),
                6 => {
                    let filter = random_filter(&mut self.random);
                    self.scene.set_filter(id as u32, filter).unwrap();
                    self.rows[id] = self.rows[id].map(|(row, _)| (row, filter));
                }
                7 => {
                    self.scene.remove(id as u32).unwrap();
                    let touched = |&&(a, b): &&(u32, u32)| a as usize == id || b as usize == id;
                    self.met.removed_while_touching += self.touching.iter().filter(touched).count();
                    self.rows[id] = None;
                    self.removed.insert(id as u32);
                    assert!(matches!(self.scene.remove(id as u32), Err(Error::NoSuchRow { .. })));
                }
                _ => {}
            }
        }
        let there = self.rows.iter().flatten().count();
        let more = self.random.below(4) * usize::from(self.random.below(3) == 0);
        for _ in there..rows.min(there + more).max(if self.rows.is_empty() { rows } else { 0 }) {
            let row = random_row(&mut self.random, rows, spread);
            self.insert(row);
        }
        if self.random.below(100) == 0 {
            let snapshot: Snapshot<S> = self.scene.snapshot().unwrap();
            self.scene.set(0, &S::from_values(|_| 1.0)).ok();
            self.scene.restore(&snapshot).unwrap();
            assert_eq!(self.scene.snapshot().unwrap(), snapshot);
            self.met.restored += 1;
        }
        self.check();
    }

    fn check(&mut self) {
        let dead = S::from_values(|_| f32::NAN);
        let row = |row: &Option<(S, Filter)>| row.map_or(dead, |(row, _)| row);
        let own = columns(&self.rows.iter().map(row).collect::<Vec<_>>());
        let fixed = columns(&self.fixed);
        let (own, fixed) = (view::<S>(&own), view::<T>(&fixed));
        let query = Query::new().sequential();
        let filter = |id: u32| self.rows[id as usize].map_or(Filter::ALL, |(_, filter)| filter);
        let all = query.intersecting_pairs_any(&own, &own).unwrap();
        let mut filtered = 0;
        let touching: Set = all
            .iter()
            .filter(|&(a, b)| {
                let (a_filter, b_filter) = (filter(a), filter(b));
                let allowed = a_filter.layers & b_filter.mask != 0 && b_filter.layers & a_filter.mask != 0;
                filtered += usize::from(a < b && !allowed);
                a < b && allowed
            })
            .collect();
        let all = query.intersecting_pairs_any(&own, &fixed).unwrap();
        let touching_fixed: Set =
            all.iter().filter(|&(id, _)| filter(id).allows(self.fixed_filter)).collect();

        let changes = self.scene.update().unwrap();
        let met = &mut self.met;
        met.begun += changes.begun.len();
        met.ended += changes.ended.len();
        met.filtered += filtered;
        assert_changes(changes, &self.touching, &touching);
        let changes = self.scene.fixed_changes();
        met.fixed += changes.begun.len() + changes.ended.len();
        assert_changes(changes, &self.touching_fixed, &touching_fixed);
        let searched = self.scene.searched();
        met.sorted += usize::from(searched.sorted);
        met.searched_all += usize::from(searched.all && !searched.sorted);
        met.renewed += usize::from(searched.groups);
        met.searched += usize::from(searched.rows > 0);
        met.moved_within += usize::from(searched.rows == 0 && !searched.all);
        (self.touching, self.touching_fixed) = (touching, touching_fixed);
        self.removed.clear();
        assert_eq!(self.scene.len(), self.rows.iter().flatten().count());
    }
}

fn assert_changes(changes: Changes, before: &Set, after: &Set) {
    assert!(changes.touching.iter().eq(after.iter().copied()));
    assert!(changes.begun.iter().eq(after.difference(before).copied()));
    assert!(changes.ended.iter().eq(before.difference(after).copied()));
}

/// Frames of scenes of all spreads.
fn run<S: Intersects<S> + Intersects<T>, T: Shape>(rows: usize, frames: usize) {
    let mut met = Met::default();
    for (seed, (name, spread)) in (0..).zip(SPREADS) {
        // The sizes of its rows, about.
        let size = match name {
            "smallest numbers" => 1e-38,
            "largest numbers" => 1e37,
            _ => 1.0,
        };
        let mut model = Model::<S, T>::new(Query::new().sequential(), rows, spread, seed);
        for _ in 0..frames {
            model.frame(rows, spread, size);
        }
        met.begun += model.met.begun;
        met.ended += model.met.ended;
        met.removed_while_touching += model.met.removed_while_touching;
        met.fixed += model.met.fixed;
        met.moved_within += model.met.moved_within;
        met.searched += model.met.searched;
        met.searched_all += model.met.searched_all;
        met.renewed += model.met.renewed;
        met.sorted += model.met.sorted;
        met.refused += model.met.refused;
        met.filtered += model.met.filtered;
        met.restored += model.met.restored;
        met.reused += model.met.reused;
    }
    let Met { begun, ended, removed_while_touching, fixed, moved_within, searched, .. } = met;
    let Met { searched_all, renewed, sorted, refused, filtered, restored, reused, .. } = met;
    println!("{} {} {met:?}", S::NAME, T::NAME);
    let all = [begun, ended, removed_while_touching, fixed, moved_within, searched, searched_all, sorted];
    assert!(all.iter().chain(&[renewed, refused, filtered, restored, reused]).all(|&met| met > 0), "{met:?}");
}

#[test]
fn disks_are_as_by_brute_force() {
    run::<Disk, Segment>(120, 120);
}

#[test]
fn triangles_are_as_by_brute_force() {
    run::<Triangle, Triangle>(120, 120);
}

#[test]
fn spheres_are_as_by_brute_force() {
    run::<Sphere, Triangle3>(120, 120);
}

#[test]
fn triangles_of_space_are_as_by_brute_force() {
    run::<Triangle3, Sphere>(100, 120);
}

#[test]
fn boxes_and_segments_are_as_by_brute_force() {
    run::<Aabb, Disk>(80, 120);
    run::<OrientedBox, Segment>(80, 120);
    run::<Segment, Triangle>(80, 120);
    run::<Aabb3, Triangle3>(80, 120);
    run::<OrientedBox3, Sphere>(80, 120);
}

/// Run by hand in a release: `cargo test --release -p octet-soa --test scene -- --ignored`.
#[test]
#[ignore = "it takes minutes"]
fn a_hundred_thousand_frames_are_as_by_brute_force() {
    run::<Disk, Segment>(60, 2_500);
    run::<Triangle, Triangle>(60, 2_500);
    run::<Sphere, Triangle3>(60, 2_500);
    run::<Triangle3, Sphere>(60, 2_500);
}

/// Disks in a square with one in each unit of it.
fn disks(rows: usize, random: &mut Random) -> Vec<Disk> {
    let side = (rows as f32).sqrt();
    let disk = |_| Disk::new([side * random.unit(), side * random.unit()], 0.2 + 0.4 * random.unit());
    (0..rows).map(disk).collect()
}

/// So many rows that there are tasks for threads.
#[test]
#[cfg(not(target_family = "wasm"))]
fn frames_are_the_same_on_any_number_of_threads() {
    const ROWS: usize = 20_000;
    let mut random = Random::new(5);
    let mut rows = disks(ROWS, &mut random);
    let mut scenes: Vec<_> = [1, 2, 5]
        .map(|threads| {
            let query = if threads == 1 { Query::new().sequential() } else { Query::new() };
            let mut scene = Scene::new().query(query).even_frames(true);
            let walls = soa::Disks::from_shapes(&rows[..ROWS / 2]).unwrap();
            scene.set_fixed(Index::new(&walls).unwrap(), Filter::ALL);
            for row in &rows {
                scene.insert(row).unwrap();
            }
            (rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap(), scene)
        })
        .into_iter()
        .collect();
    let steps: Vec<[f32; 2]> = rows.iter().map(|_| random.vector(0.05)).collect();
    let (mut begun, mut met) = (0, [0; 4]);
    for frame in 0..60 {
        // All rows, or few.
        let every = if frame % 10 < 6 { 1 } else { 50 };
        let ids = (0..ROWS).filter(|id| id % every == 0);
        for id in ids.clone() {
            let [x, y] = rows[id].center;
            rows[id].center = [x + steps[id][0], y + steps[id][1]];
            if every > 1 && id % 1000 == 0 {
                // Some jump.
                rows[id].center = [y, x];
            }
        }
        let mut all: Vec<[Pairs; 6]> = Vec::new();
        for (pool, scene) in &mut scenes {
            for id in ids.clone() {
                scene.set(id as u32, &rows[id]).unwrap();
            }
            pool.install(|| scene.update().map(|_| ())).unwrap();
            let lists = |changes: Changes| [changes.begun, changes.ended, changes.touching].map(Pairs::clone);
            let [a, b] = [lists(scene.changes()), lists(scene.fixed_changes())];
            all.push(std::array::from_fn(|i| if i < 3 { a[i].clone() } else { b[i - 3].clone() }));
        }
        assert!(all.iter().all(|lists| *lists == all[0]), "{frame}");
        let now = soa::Disks::from_shapes(&rows).unwrap();
        assert_eq!(all[0][2], soa::self_join(&now).unwrap());
        begun += all[0][0].len();
        let searched = scenes[0].1.searched();
        let classes = [searched.all, searched.rows > 0, searched.groups, !searched.all && searched.rows == 0];
        classes.iter().zip(&mut met).for_each(|(&is_met, met)| *met += usize::from(is_met));
    }
    assert!(begun > 30_000 && met[0] > 1 && met[1..].iter().all(|&met| met > 9), "{begun} {met:?}");
}

#[test]
fn rows_without_a_kernel_are_refused_and_an_empty_scene_is_empty() {
    use soa::ShapeKind;
    use soa::scene::AnyScene;
    assert_eq!(
        AnyScene::of_kind(ShapeKind::Ray).err(),
        Some(Error::NoKernel { left: "rays", right: "rays" })
    );
    let mut scene = AnyScene::of_kind(ShapeKind::Disk).unwrap();
    assert!(scene.update().unwrap().touching.is_empty() && scene.is_empty());
    assert!(matches!(scene.insert_any(&[0.0; 2]), Err(Error::ColumnCount { columns: 2, expected: 3, .. })));
    assert!(matches!(scene.insert_any(&[0.0, 0.0, -1.0]), Err(Error::InvalidValue { .. })));
    assert_eq!(scene.insert_any(&[0.0, 0.0, 1.0]), Ok(0));
    assert!(matches!(scene.set_any(0, &[0.0; 4]), Err(Error::ColumnCount { .. })));
    assert_eq!(scene.set_filter(1, Filter::ALL), Err(Error::NoSuchRow { row: 1, rows: 1 }));
    assert_eq!((scene.get_any(0), scene.get_any(1)), (Some(&[0.0, 0.0, 1.0][..]), None));
    let points = Index::of_any(&AnyView::new(ShapeKind::Point3, &[&[0.0][..]; 3]).unwrap()).unwrap();
    assert!(matches!(scene.set_fixed_any(points, Filter::ALL), Err(Error::NoKernel { .. })));
    let points = Index::of_any(&AnyView::new(ShapeKind::Point, &[&[1.0], &[0.0]]).unwrap()).unwrap();
    scene.set_fixed_any(points, Filter::ALL).unwrap();
    scene.update().unwrap();
    assert_eq!(scene.fixed_changes().begun.iter().collect::<Vec<_>>(), [(0, 0)]);
    scene.remove_fixed();
    scene.update().unwrap();
    assert_eq!(scene.fixed_changes().ended.iter().collect::<Vec<_>>(), [(0, 0)]);
    assert_eq!(scene.ids().collect::<Vec<_>>(), [0]);
}

/// Frames after a snapshot, in another scene, are the same.
#[test]
fn a_snapshot_plays_on_in_another_scene() {
    let mut random = Random::new(11);
    let rows = disks(500, &mut random);
    let mut scene = Scene::new();
    for (i, row) in rows.iter().enumerate() {
        scene.insert_with(row, Filter { layers: 1 << (i % 3), mask: 0b110 }).unwrap();
    }
    scene.update().unwrap();
    // A snapshot within a frame.
    scene.remove(7).unwrap();
    scene.remove(3).unwrap();
    let snapshot = scene.snapshot().unwrap();
    let snapshot = through_text(&snapshot);
    let mut other: Scene<Disk> = Scene::new();
    other.restore(&snapshot).unwrap();
    let mut ended = 0;
    for row in rows.iter().take(20) {
        for _ in 0..50 {
            let id = random.below(500) as u32;
            let disk = disks(500, &mut random)[0];
            assert_eq!(scene.set(id, &disk), other.set(id, &disk));
        }
        assert_eq!(scene.insert(row), other.insert(row));
        let lists = |changes: Changes| [changes.begun, changes.ended, changes.touching].map(Pairs::clone);
        let [a, b] = [lists(scene.update().unwrap()), lists(other.update().unwrap())];
        assert_eq!(a, b);
        assert_eq!(through_text(&scene.snapshot().unwrap()), other.snapshot().unwrap());
        ended += a[1].len();
    }
    assert!(ended > 100, "{ended}");
}

#[cfg(not(feature = "serde"))]
fn through_text(snapshot: &Snapshot<Disk>) -> Snapshot<Disk> {
    snapshot.clone()
}

#[cfg(feature = "serde")]
fn through_text(snapshot: &Snapshot<Disk>) -> Snapshot<Disk> {
    serde_json::from_str(&serde_json::to_string(snapshot).unwrap()).unwrap()
}

#[cfg(feature = "serde")]
#[test]
fn columns_that_are_no_snapshot_are_refused() {
    let mut scene = Scene::new();
    let disk = Disk::new([0.0, 0.0], 1.0);
    for _ in 0..3 {
        scene.insert(&disk).unwrap();
    }
    scene.update().unwrap();
    scene.remove(1).unwrap();
    let text = serde_json::to_string(&scene.snapshot().unwrap()).unwrap();
    let read = |text: &str| serde_json::from_str::<Snapshot<Disk>>(text).map(|_| ());
    assert!(read(&text).is_ok(), "{text}");
    let replaced = [
        (r#""ids":[0,2]"#, r#""ids":[2,0]"#, "ascending"),
        (r#""ids":[0,2]"#, r#""ids":[0,1]"#, "a removed id has a row"),
        (r#""ids":[0,2]"#, r#""ids":[0,4]"#, "unknown id"),
        (r#""ids":[0,2]"#, r#""ids":[0,4294967295]"#, "too large"),
        (r#""ids":[0,2]"#, r#""ids":[0]"#, "as many rows"),
        (r#""ids":[0,2]"#, r#""id":[0,2]"#, "missing, double or unknown"),
        (r#""layers""#, r#""ids":[],"layers""#, "missing, double or unknown"),
        (r#""left":[0,0,1]"#, r#""left":[0,1,0]"#, "ascending"),
        (r#""left":[0,0,1]"#, r#""left":[0,0]"#, "unequal length"),
        (r#""left":[0,0,1],"right":[1,2,2]"#, r#""left":[1,2,2],"right":[0,0,1]"#, "comes second"),
        (r#""x":[0.0,0.0]"#, r#""x":[0.0,null]"#, "null"),
        (r#""radius":[1.0,1.0]"#, r#""radius":[1.0,-1.0]"#, "negative radius"),
    ];
    for (from, to, why) in replaced {
        assert!(text.contains(from), "{text}");
        let error = read(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(why), "{to}: {error}");
    }
}
