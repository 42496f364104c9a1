//! Disks that fall through a maze of walls: what begins and ends to touch in each step, contacts that push
//! apart, and what a bullet sweeps between two pictures.
//!
//! The same number of disks and the same seed make the same steps, with SIMD or without: the library's answers
//! have the same bits, and everything here is plain arithmetic in one order.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use scalar::dim2::{Capsule, Disk, Triangle};
use soa::scene::{Changes, Filter};
use soa::{Columns, Disks, Index, Pairs, Scene, Triangles};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, flat, refusal};

/// The length of a step in seconds.
const STEP: f32 = 1.0 / 120.0;
/// Lengths a second each second.
const GRAVITY: f32 = 10.0;
/// Lengths a second: in a step less than a radius, so that no disk passes through a wall.
const FASTEST: f32 = 8.0;
/// The share of their speed that two keep after they have met.
const BOUNCE: f32 = 0.3;
/// The share of an overlap that a step takes away: all at once would make a heap tremble.
const PUSH: f32 = 0.4;
/// The radius of a bullet.
const BULLET: f32 = 0.125;
/// How many steps a beginning or an end is shown.
const SHOWN: u32 = 12;

/// Disks and walls, and what touches.
#[wasm_bindgen]
pub struct Heap {
    side: f32,
    disks: Vec<Disk>,
    /// Lengths a second.
    speeds: Vec<[f32; 2]>,
    marks: Vec<Mark>,
    walls: Triangles,
    wall_index: Arc<Index<Triangle>>,
    scene: Scene<Disk>,
    steps: u32,
}

/// What is shown of a disk.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    touches: bool,
    /// Up to which step it is shown that it has begun to touch something, or ended.
    begun: u32,
    ended: u32,
}

/// How many pairs began and ended with a step, and how many there are: of two disks, and of a disk and a wall.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// They touch since this step.
    pub begun: u32,
    /// They touched in the step before.
    pub ended: u32,
    /// They touch.
    pub touching: u32,
}

/// What a bullet meets that is in one place in each picture.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Whether it touches a wall in a picture.
    pub still: bool,
    /// Whether it touches one on its way from picture to picture.
    pub swept: bool,
}

#[wasm_bindgen]
impl Heap {
    /// This many disks among the walls; the same seed gives the same ones.
    ///
    /// # Errors
    /// Never: all shapes are finite.
    #[wasm_bindgen(constructor)]
    pub fn new(disks: u32, seed: u32) -> Result<Self, Refusal> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(seed));
        // A unit of area a disk, however many there are.
        let side = (disks.max(100) as f32).sqrt().ceil();
        let disks: Vec<Disk> = (0..disks)
            .map(|_| Disk {
                center: [(); 2].map(|()| rng.random_range(0.5..side - 0.5)),
                radius: rng.random_range(0.15..0.4),
            })
            .collect();
        let walls = Columns::from_shapes(&walls(side)).map_err(refusal)?;
        let wall_index = Arc::new(Index::new(&walls).map_err(refusal)?);
        let mut scene = Scene::new();
        scene.set_fixed(Arc::clone(&wall_index), Filter::ALL);
        for disk in &disks {
            scene.insert(disk).map_err(refusal)?;
        }
        let (speeds, marks) = (vec![[0.0; 2]; disks.len()], vec![Mark::default(); disks.len()]);
        Ok(Self { side, disks, speeds, marks, walls, wall_index, scene, steps: 0 })
    }

    /// The side of the square in which they fall.
    pub fn side(&self) -> f32 {
        self.side
    }

    /// Moves all disks by a step, finds what touches, and pushes it apart.
    ///
    /// # Errors
    /// More pairs than there is memory for.
    pub fn step(&mut self) -> Result<Step, Refusal> {
        self.fall()?;
        self.steps += 1;
        self.scene.update().map_err(refusal)?;
        let (own, fixed) = (self.scene.changes(), self.scene.fixed_changes());
        let disks = Disks::from_shapes(&self.disks).map_err(refusal)?;
        let contacts = soa::contacts_of_pairs(&disks, &disks, own.touching, 0.0).map_err(refusal)?;
        for (pair, contact) in own.touching.iter().zip(contacts.iter()) {
            let [a, b] = [pair.0 as usize, pair.1 as usize];
            // Both have the same density.
            let [p, q] = [a, b].map(|disk| self.disks[disk].radius * self.disks[disk].radius);
            let (way, turn) = push(contact.normal, contact.depth, difference(self.speeds[b], self.speeds[a]));
            for (disk, share) in [(a, -q / (p + q)), (b, p / (p + q))] {
                add(&mut self.disks[disk].center, way, share);
                add(&mut self.speeds[disk], turn, share);
            }
        }
        let contacts = soa::contacts_of_pairs(&disks, &self.walls, fixed.touching, 0.0).map_err(refusal)?;
        for ((disk, _), contact) in fixed.touching.iter().zip(contacts.iter()) {
            let disk = disk as usize;
            let (way, turn) = push(contact.normal, contact.depth, self.speeds[disk].map(|x| -x));
            add(&mut self.disks[disk].center, way, -1.0);
            add(&mut self.speeds[disk], turn, -1.0);
        }

        self.marks.iter_mut().for_each(|mark| mark.touches = false);
        mark(&mut self.marks, own, self.steps, |pairs| [pairs.left(), pairs.right()]);
        mark(&mut self.marks, fixed, self.steps, |pairs| [pairs.left(), &[]]);
        let both = |count: fn(Changes) -> usize| (count(own) + count(fixed)) as u32;
        Ok(Step {
            begun: both(|changes| changes.begun.len()),
            ended: both(|changes| changes.ended.len()),
            touching: both(|changes| changes.touching.len()),
        })
    }

    /// The radius of the disk of [`Heap::shoot`].
    pub fn bullet(&self) -> f32 {
        BULLET
    }

    /// Asks about a disk that flies along `motion` from picture to picture, in this many pictures.
    ///
    /// # Errors
    /// A number that is not finite.
    pub fn shoot(&self, start: &[f32], motion: &[f32], pictures: u32) -> Result<Shot, Refusal> {
        let (&[x, y], &[dx, dy]) = (start, motion) else {
            return Err("a place and a motion have two numbers each".into());
        };
        let mut shot = Shot { still: false, swept: false };
        for picture in 0..pictures {
            let at = picture as f32;
            let start = [x + at * dx, y + at * dy];
            let place = Disk { center: start, radius: BULLET };
            shot.still |= self.wall_index.any_one(&place).map_err(refusal)?;
            if picture + 1 < pictures {
                let path = Capsule { start, direction: [dx, dy], radius: BULLET };
                shot.swept |= self.wall_index.any_one(&path).map_err(refusal)?;
            }
        }
        Ok(shot)
    }

    /// The columns of the disks, one after the other.
    ///
    /// # Errors
    /// A disk whose place is not finite.
    pub fn disks(&self) -> Result<Vec<f32>, Refusal> {
        Ok(flat(&Disks::from_shapes(&self.disks).map_err(refusal)?))
    }

    /// The columns of the walls, one after the other.
    pub fn walls(&self) -> Vec<f32> {
        flat(&self.walls)
    }

    /// Of each disk: 0 touches nothing, 1 touches, 2 has just begun, 3 has just ended to touch something.
    pub fn tones(&self) -> Vec<u8> {
        let tone = |mark: &Mark| match mark {
            mark if mark.begun > self.steps => 2,
            Mark { touches: true, .. } => 1,
            mark if mark.ended > self.steps => 3,
            _ => 0,
        };
        self.marks.iter().map(tone).collect()
    }
}

impl Heap {
    /// Lets each disk fall for a step. One that has left below comes in above.
    fn fall(&mut self) -> Result<(), Refusal> {
        for (id, (disk, speed)) in self.disks.iter_mut().zip(&mut self.speeds).enumerate() {
            speed[1] -= GRAVITY * STEP;
            let fast = (speed[0] * speed[0] + speed[1] * speed[1]).sqrt();
            if fast > FASTEST {
                *speed = speed.map(|x| x * (FASTEST / fast));
            }
            add(&mut disk.center, *speed, STEP);
            if disk.center[1] < -1.0 {
                disk.center = [disk.center[0].clamp(0.5, self.side - 0.5), self.side];
                *speed = [0.0; 2];
            }
            self.scene.set(id as u32, disk).map_err(refusal)?;
        }
        Ok(())
    }
}

/// Marks the disks of what began, ended and touches.
fn mark(marks: &mut [Mark], changes: Changes, step: u32, disks: fn(&Pairs) -> [&[u32]; 2]) {
    for &disk in disks(changes.begun).into_iter().flatten() {
        marks[disk as usize].begun = step + SHOWN;
    }
    for &disk in disks(changes.ended).into_iter().flatten() {
        marks[disk as usize].ended = step + SHOWN;
    }
    for &disk in disks(changes.touching).into_iter().flatten() {
        marks[disk as usize].touches = true;
    }
}

/// How two that touch are pushed apart: a way, and a change of the speed of the second one as the first one
/// sees it. Those that part already keep their speed.
fn push(normal: [f32; 2], depth: f32, speed: [f32; 2]) -> ([f32; 2], [f32; 2]) {
    let closing = -(speed[0] * normal[0] + speed[1] * normal[1]);
    let turn = if closing > 0.0 { closing * (1.0 + BOUNCE) } else { 0.0 };
    (normal.map(|x| x * (depth * PUSH)), normal.map(|x| x * turn))
}

fn add(to: &mut [f32; 2], vector: [f32; 2], share: f32) {
    to.iter_mut().zip(vector).for_each(|(x, d)| *x += d * share);
}

fn difference(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Walls at both sides, slanting ledges in rows that leave gaps, and one thin wall at the top for bullets.
fn walls(side: f32) -> Vec<Triangle> {
    let mut walls = Vec::new();
    for (outer, inner) in [(-1.0, 0.0), (side + 1.0, side)] {
        let [low, high] = [-4.0, side + 4.0];
        walls.push(Triangle { a: [outer, low], b: [inner, low], c: [inner, high] });
        walls.push(Triangle { a: [outer, low], b: [inner, high], c: [outer, high] });
    }
    // A ledge is as wide as it has room for disks.
    let (columns, rows) = ((side / 8.0).ceil() as usize, (side / 5.0).ceil() as usize);
    let width = side / columns as f32;
    for row in 0..rows {
        let y = 1.5 + row as f32 * 5.0;
        for column in 0..columns {
            let (left, right) = (width * (column as f32 + 0.1), width * (column as f32 + 0.9));
            let (from, to) = if (row + column) % 2 == 0 { (left, right - 1.0) } else { (right, left + 1.0) };
            walls.push(Triangle { a: [from, y + 1.5], b: [to, y], c: [from, y + 1.1] });
        }
    }
    walls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_those_of_a_join_and_disks_are_pushed_apart() {
        let mut heap = Heap::new(400, 3).unwrap();
        let (mut before, mut met) = (Vec::new(), [0_u32; 2]);
        let (mut first, mut last) = (0.0_f32, 0.0_f32);
        for step in 0..240 {
            // What touches when the step asks: after the fall, before the push.
            let mut twin =
                Heap { disks: heap.disks.clone(), speeds: heap.speeds.clone(), ..Heap::new(400, 3).unwrap() };
            twin.fall().unwrap();
            let disks = Disks::from_shapes(&twin.disks).unwrap();
            let own = soa::self_join(&disks).unwrap();
            let walls = soa::join(&disks, &heap.walls).unwrap();
            let now: Vec<_> =
                own.iter().chain(walls.iter().map(|(disk, wall)| (disk, wall + 1000))).collect();
            let begun = now.iter().filter(|pair| !before.contains(*pair)).count() as u32;
            let ended = before.iter().filter(|pair| !now.contains(pair)).count() as u32;
            let found = heap.step().unwrap();
            assert_eq!(found, Step { begun, ended, touching: now.len() as u32 });
            met = [met[0] + begun, met[1] + ended];
            let contacts = soa::contacts_of_pairs(&disks, &disks, &own, 0.0).unwrap();
            let mean = contacts.iter().map(|contact| contact.depth).sum::<f32>() / contacts.len() as f32;
            *(if step == 0 { &mut first } else { &mut last }) = mean;
            before = now;
        }
        assert!(met.iter().all(|&met| met > 500), "{met:?}");
        assert!(last < first / 2.0, "{first} {last}");
        assert!(heap.disks.iter().all(|disk| (-1.0..=heap.side + 1.0).contains(&disk.center[0])));
        for tone in 0..4 {
            assert!(heap.tones().contains(&tone), "{tone}");
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_steps() {
        let mut heaps = [1, 1, 2].map(|seed| Heap::new(200, seed).unwrap());
        for heap in &mut heaps {
            for _ in 0..60 {
                heap.step().unwrap();
            }
        }
        assert!(heaps[0].disks() == heaps[1].disks() && heaps[0].disks() != heaps[2].disks());
    }

    #[test]
    fn a_fast_bullet_is_seen_by_a_sweep_alone() {
        let heap = Heap::new(100, 1).unwrap();
        // Through the wall at the left, which is one wide, and next to it.
        let shoot = |dx| heap.shoot(&[-3.0, 5.0], &[dx, 0.0], 4).unwrap();
        assert_eq!(shoot(2.5), Shot { still: true, swept: true });
        assert_eq!(shoot(4.0), Shot { still: false, swept: true });
        assert_eq!(shoot(0.1), Shot { still: false, swept: false });
        let graze = |x| heap.shoot(&[x, 5.0], &[0.0, 1.0], 2).unwrap();
        assert_eq!(graze(-1.0 - BULLET), Shot { still: true, swept: true });
        assert_eq!(graze(-1.01 - BULLET), Shot { still: false, swept: false });
        assert!(heap.shoot(&[f32::NAN, 0.0], &[1.0, 0.0], 2).is_err());
        assert!(heap.shoot(&[0.0], &[1.0, 0.0], 2).is_err());
    }
}
