//! Frames of a simulation: disks that fly among walls, and which pairs begin and end to touch in each. A scene
//! that is kept answers, joins from nothing do, and a grid as one writes it by hand.

use std::sync::Arc;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use scalar::dim2::{Disk, Triangle};
use scalar::exact::Exact as _;
use soa::join::{Bounded as _, Join};
use soa::scene::Filter;
use soa::{Disks, Index, Query, Scene, Triangles};

/// The area of the square in which a disk flies, by the number of disks.
const ROOM: f32 = 4.0;
/// The largest radius.
const RADIUS: f32 = 0.6;
/// The farthest that a disk flies in a frame, in each direction.
const SPEED: f32 = 0.1;
/// Who answers.
pub const WHO: [&str; 4] =
    ["scene that is kept", "the same, even frames", "joins from nothing", "grid by hand"];

/// All frames, and the last of them for the picture.
pub struct Frames {
    pub side: f32,
    pub disks: Vec<Disk>,
    pub walls: Vec<Triangle>,
    /// Of the last frame: pairs of disks, and pairs of a disk and a wall.
    pub touching: [Vec<(u32, u32)>; 2],
    pub begun: [Vec<(u32, u32)>; 2],
    /// Seconds of each frame, by who answers.
    pub seconds: [Vec<f64>; 4],
    /// Pairs that began and ended to touch in all frames after the first.
    pub events: [usize; 2],
}

impl Frames {
    /// Lets this many disks fly, and asks in each frame. All must find the same number of pairs.
    pub fn new(query: Query, disks: usize, frames: usize) -> anyhow::Result<Self> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let side = (ROOM * disks as f32).sqrt();
        let walls: Vec<Triangle> = (0..disks / 10).map(|_| wall(&mut rng, side)).collect();
        let mut speeds: Vec<[f32; 2]> =
            (0..disks).map(|_| [(); 2].map(|()| rng.random_range(-SPEED..SPEED))).collect();
        let mut disks: Vec<Disk> = (0..disks)
            .map(|_| Disk {
                center: [(); 2].map(|()| rng.random_range(0.0..side)),
                radius: rng.random_range(0.2..RADIUS),
            })
            .collect();

        let fixed = Triangles::from_shapes(&walls)?;
        let walls_index = Arc::new(Index::builder().query(query).build(&fixed)?);
        let mut scenes = [false, true].map(|are_even| Scene::new().query(query).even_frames(are_even));
        for scene in &mut scenes {
            scene.set_fixed(Arc::clone(&walls_index), Filter::ALL);
            for disk in &disks {
                scene.insert(disk)?;
            }
        }
        let grid = Grid::new(side);
        let (mut seconds, mut events) = ([const { Vec::new() }; 4], [0; 2]);
        for frame in 0..frames {
            let mut found = [0; 2];
            for ((scene, found), seconds) in scenes.iter_mut().zip(&mut found).zip(&mut seconds) {
                let start = Instant::now();
                for (id, disk) in disks.iter().enumerate() {
                    scene.set(id as u32, disk)?;
                }
                *found = scene.update()?.touching.len() + scene.fixed_changes().touching.len();
                seconds.push(start.elapsed().as_secs_f64());
            }
            if frame > 0 {
                for changes in [scenes[0].changes(), scenes[0].fixed_changes()] {
                    events[0] += changes.begun.len();
                    events[1] += changes.ended.len();
                }
            }

            let start = Instant::now();
            let columns = Disks::from_shapes(&disks)?;
            let joined = Join::self_join(&columns)?.query(query).pairs()?.len()
                + Join::new(&columns, &fixed)?.query(query).pairs()?.len();
            seconds[2].push(start.elapsed().as_secs_f64());

            let start = Instant::now();
            let by_hand = grid.count(&disks, &walls);
            seconds[3].push(start.elapsed().as_secs_f64());
            anyhow::ensure!(
                found == [joined; 2] && by_hand == joined,
                "{found:?}, {joined} and {by_hand} pairs touch"
            );

            if frame + 1 < frames {
                disks.iter_mut().zip(&mut speeds).for_each(|(disk, speed)| fly(disk, speed, side));
            }
        }
        let lists = |pairs: [&soa::Pairs; 2]| pairs.map(|pairs| pairs.iter().collect());
        let (own, of_walls) = (scenes[0].changes(), scenes[0].fixed_changes());
        let touching = lists([own.touching, of_walls.touching]);
        let begun = lists([own.begun, of_walls.begun]);
        Ok(Self { side, disks, walls, touching, begun, seconds, events })
    }

    /// The median time of a frame in seconds, without the first, in which everything is searched.
    pub fn median(&self, who: usize) -> f64 {
        let mut seconds = self.seconds[who][1..].to_vec();
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    }

    /// The time of the slowest of them.
    pub fn slowest(&self, who: usize) -> f64 {
        self.seconds[who][1..].iter().fold(0.0, |a, &b| f64::max(a, b))
    }
}

/// A thin triangle of some length, in any direction.
fn wall(rng: &mut Xoshiro256PlusPlus, side: f32) -> Triangle {
    let a = [(); 2].map(|()| rng.random_range(0.0..side));
    let along = [(); 2].map(|()| rng.random_range(-4.0..4.0_f32));
    let b = [a[0] + along[0], a[1] + along[1]];
    Triangle { a, b, c: [b[0] - 0.1 * along[1], b[1] + 0.1 * along[0]] }
}

/// Moves a disk by a frame; the sides of the square throw it back.
fn fly(disk: &mut Disk, speed: &mut [f32; 2], side: f32) {
    for (x, speed) in disk.center.iter_mut().zip(speed) {
        *x += *speed;
        if !(0.0..=side).contains(x) {
            *speed = -*speed;
        }
    }
}

/// Cells as large as the largest disk. A disk is in the cell of its center, so two that touch are in the same
/// cell or in neighbours.
struct Grid {
    cells: usize,
    size: f32,
}

impl Grid {
    fn new(side: f32) -> Self {
        let cells = (side / (2.0 * RADIUS)).floor().max(1.0);
        Self { cells: cells as usize, size: side / cells }
    }

    /// The cell of a coordinate; those beyond the sides are in the last ones.
    fn cell(&self, x: f32) -> usize {
        ((x / self.size).max(0.0) as usize).min(self.cells - 1)
    }

    /// How many pairs touch: of disks, and of disks and walls, by the exact test of one pair.
    fn count(&self, disks: &[Disk], walls: &[Triangle]) -> usize {
        // Sorted by cell, in two passes.
        let cell_of = |disk: &Disk| self.cell(disk.center[1]) * self.cells + self.cell(disk.center[0]);
        let mut starts = vec![0; self.cells * self.cells + 1];
        for disk in disks {
            starts[cell_of(disk) + 1] += 1;
        }
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let (mut next, mut sorted) = (starts.clone(), disks.to_vec());
        for disk in disks {
            let place = &mut next[cell_of(disk)];
            sorted[*place] = *disk;
            *place += 1;
        }

        let row_of = |y: usize, x: std::ops::Range<usize>| {
            &sorted[starts[y * self.cells + x.start]..starts[y * self.cells + x.end]]
        };
        let mut count = 0;
        for y in 0..self.cells {
            for x in 0..self.cells {
                let own = row_of(y, x..x + 1);
                // Behind it in its own cell and the next one, and three cells of the row above.
                let beside = row_of(y, x + 1..(x + 2).min(self.cells));
                let above = if y + 1 < self.cells {
                    row_of(y + 1, x.saturating_sub(1)..(x + 2).min(self.cells))
                } else {
                    &[]
                };
                for (k, disk) in own.iter().enumerate() {
                    let others = own[k + 1..].iter().chain(beside).chain(above);
                    count += others.filter(|other| disk.decide(*other).hit).count();
                }
            }
        }
        for wall in walls {
            let bounds = wall.bounds();
            let [from, to] = [(bounds.min, -RADIUS), (bounds.max, RADIUS)]
                .map(|(corner, reach)| corner.map(|x| self.cell(x + reach)));
            for y in from[1]..=to[1] {
                let near = row_of(y, from[0]..to[0] + 1);
                count += near.iter().filter(|disk| disk.decide(wall).hit).count();
            }
        }
        count
    }
}
