//! `cargo xtask demo`: questions about real data, answered and drawn.
//!
//! 1. Which country's triangle contains each city, and does the city's own country code agree?
//! 2. Which cities' disks touch another country?
//! 3. Which spheres of a swarm touch the Stanford bunny?
//! 4. Which of its faces does a ring meet that passes through it?
//! 5. Which points lie inside the bunny or the ring?
//! 6. What does each ray of a picture of both meet first?
//! 7. Which of 50,000 disks that fly among walls begin and end to touch, frame by frame?
//!
//! And a picture of what a join does, on shapes few enough to see each of them.
//!
//! The library reads countries, cities and mesh, `answers` joins them, `report` and the pictures show the
//! answers.
#![forbid(unsafe_code)]

// These print to a closed pipe (`| head`) without a panic.
#[macro_use]
extern crate anstream;

mod answers;
mod canvas;
mod frames;
mod frames_picture;
mod join_picture;
mod map_picture;
mod mesh_picture;
mod palette;
mod report;
mod scene;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use soa::{Level, Query};

use answers::Answers;
use demo::data::Mesh;
use frames::Frames;
use scene::Scene;

/// Asks questions about real data and draws the answers
///
/// Which country contains each of 135,000 cities? Which cities' disks touch another country? Which spheres of
/// a swarm touch the Stanford bunny? Which of its faces does a ring meet, what lies inside both, and what do rays
/// see? What begins and ends to touch in each frame of a simulation? Prints what was found and what it cost,
/// and writes map.png, mesh.png, frames.png and join.png, which shows what a join does.
#[derive(Parser)]
#[command(name = "cargo xtask demo", bin_name = "cargo xtask demo")]
struct Args {
    /// Where the pictures go [default: target/demo].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Level of the queries: portable, avx2, avx512 [default: `OCTET_LEVEL`, else the best one of this CPU].
    #[arg(long, value_name = "NAME")]
    level: Option<Level>,
    /// A mesh in place of the bunny, for the ring, the inside and the rays: OBJ, PLY or STL.
    #[arg(long, value_name = "FILE")]
    mesh: Option<PathBuf>,
    /// Fewer spheres and frames, and pictures of half the size, as docs/ has them.
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    commands::finish(run(&Args::parse()))
}

/// Runs the demo.
fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let named = Level::from_env().context(Level::VARIABLE)?;
    let level = args.level.or(named).unwrap_or_else(Level::detect);
    let query = Query::new().with_level(level);
    let out = args.out.clone().unwrap_or_else(|| commands::repository("target/demo"));
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let (spheres, scale) = if args.quick { (400, 0.5) } else { (1500, 1.0) };
    let (disks, frames) = if args.quick { (10_000, 20) } else { (50_000, 60) };

    println!("Octet at level {level}\n");
    let answers = Answers::shipped(query)?;
    println!("{}\n", report::places(&answers));
    let swarming = answers::swarming(query, spheres)?;
    let mesh = args.mesh.as_deref().map_or_else(Mesh::bunny, Mesh::read)?;
    let mut scene = Scene::new(query, mesh)?;
    // On one thread, as the grid is.
    let frames = Frames::new(query.sequential(), disks, frames)?;
    for (name, picture) in [
        ("map.png", map_picture::draw(&answers, scale)?.png()?),
        ("mesh.png", mesh_picture::draw(&mut scene, scale)?.png()?),
        ("frames.png", frames_picture::draw(&frames, scale)?.png()?),
        ("join.png", join_picture::draw(query, scale)?.png()?),
    ] {
        let file = out.join(name);
        fs::write(&file, picture).with_context(|| file.display().to_string())?;
        println!("drew {}", file.display());
    }
    let ([containing, touching], [crossed, within, cast]) = (answers.tallies, scene.tallies);
    let questions = [
        ("1. which triangle contains each city", containing),
        ("2. which triangles each city's disk touches", touching),
        ("3. which spheres touch the bunny", swarming),
        ("4. which faces of a mesh and a ring intersect", crossed),
        ("5. which points lie inside, of each", within),
        ("6. what each ray meets", cast),
    ];
    println!("\n{}", report::costs(&questions));
    println!("\n{}", report::frames(&frames));
    Ok(ExitCode::SUCCESS)
}
