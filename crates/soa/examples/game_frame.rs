//! A game loop: structs of the game in, pairs that began or ceased to touch out.
//!
//! `cargo run --release --example game_frame`

use std::collections::HashSet;

use glam::Vec2;
use soa::{Disk, Disks, Triangle, Triangles};

struct Ball {
    at: Vec2,
    speed: Vec2,
    size: f32,
}

fn main() -> Result<(), soa::Error> {
    // Two ramps that do not move, and an index of them for all frames.
    let ramps = Triangles::from_shapes(&[
        Triangle::new(Vec2::new(0.0, 0.0), Vec2::new(8.0, 0.0), Vec2::new(8.0, 2.0)),
        Triangle::new(Vec2::new(20.0, 0.0), Vec2::new(28.0, 0.0), Vec2::new(28.0, 2.0)),
    ])?;
    let index = soa::Index::new(&ramps)?;

    let mut balls: Vec<Ball> = (0..4)
        .map(|i| Ball { at: Vec2::new(6.0 * i as f32, 4.0), speed: Vec2::new(0.5, -0.25), size: 0.5 })
        .collect();

    let mut disks = Disks::default();
    let mut before = HashSet::new();
    let mut began = 0;
    for frame in 0..24 {
        for ball in &mut balls {
            ball.at += ball.speed;
        }
        // The same memory every frame.
        disks.clear();
        disks.extend(balls.iter().map(|ball| Disk::new(ball.at, ball.size)))?;

        let now: HashSet<(u32, u32)> = index.join(&disks)?.pairs()?.iter().collect();
        for (ball, ramp) in now.difference(&before) {
            println!("frame {frame:2}: ball {ball} touches ramp {ramp}");
            began += 1;
        }
        for (ball, ramp) in before.difference(&now) {
            println!("frame {frame:2}: ball {ball} leaves ramp {ramp}");
        }
        before = now;
    }
    assert_eq!(began, 3);
    Ok(())
}
