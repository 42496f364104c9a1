//! A game loop: structs of the game in, pairs that touch and pairs that began or ceased to touch out.
//!
//! `cargo run --release -p octet-soa --example game_frame`

use std::collections::BTreeSet;

use glam::Vec2;
use soa::{Disk, Disks, Index, Triangles};

struct Ball {
    at: Vec2,
    speed: Vec2,
    size: f32,
}

struct Ramp([Vec2; 3]);

/// So `Disks` take balls.
impl From<&Ball> for Disk {
    fn from(ball: &Ball) -> Self {
        Disk::new(ball.at, ball.size)
    }
}

fn main() -> Result<(), soa::Error> {
    let mut balls: Vec<Ball> = (0..4)
        .map(|i| Ball { at: Vec2::new(6.0 * i as f32, 4.0), speed: Vec2::new(0.5, -0.25), size: 0.5 })
        .collect();
    balls[3].speed.x = -0.5; // towards the others

    // Ramps do not move: one index of them serves all frames. Row 0 is ramp 0.
    let ramps = [
        Ramp([Vec2::new(0.0, 0.0), Vec2::new(8.0, 0.0), Vec2::new(8.0, 2.0)]),
        Ramp([Vec2::new(20.0, 0.0), Vec2::new(28.0, 0.0), Vec2::new(28.0, 2.0)]),
    ];
    let index = Index::new(&Triangles::try_from_iter(ramps.iter().map(|ramp| ramp.0))?)?;

    let mut disks = Disks::default();
    let mut before = BTreeSet::new();
    let (mut began, mut ended, mut bumps) = (Vec::new(), Vec::new(), 0);
    for frame in 0..24 {
        for ball in &mut balls {
            ball.at += ball.speed;
        }
        // Row 0 is ball 0. Each frame uses the same memory.
        disks.clear();
        disks.extend(&balls)?;

        // Pairs (ball, ramp) that touch now. Those that are new have begun, those that are gone have ended.
        let now: BTreeSet<(u32, u32)> = index.join(&disks)?.pairs()?.iter().collect();
        began.extend(now.difference(&before).map(|&(ball, ramp)| (frame, ball, ramp)));
        ended.extend(before.difference(&now).map(|&(ball, ramp)| (frame, ball, ramp)));
        before = now;

        // Pairs of balls that touch, each once: what a game would push apart.
        for (a, b) in &soa::self_join(&disks)? {
            let apart = balls[a as usize].at - balls[b as usize].at;
            println!("frame {frame}: balls {a} and {b} touch, {} apart", apart.length());
            bumps += 1;
        }
    }
    println!("(frame, ball, ramp) began {began:?}, ended {ended:?}");
    assert_eq!(began, [(9, 0, 0), (15, 2, 1)]);
    assert_eq!(ended, [(16, 0, 0), (18, 2, 1)]);
    assert_eq!(bumps, 9);
    Ok(())
}
