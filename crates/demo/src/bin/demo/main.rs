//! `cargo xtask demo`: three questions about real data, answered by joins and drawn.
//!
//! 1. Which country's triangle contains each city, and does the city's own country code agree?
//! 2. Which cities' disks touch another country?
//! 3. Which spheres of a swarm touch the Stanford bunny?
//!
//! And a picture of what a join does, on shapes few enough to see each of them.
//!
//! The library reads countries, cities and mesh, `questions` asks, `verdicts` says why an answer differs, `report` and the
//! pictures show it.
#![forbid(unsafe_code)]

// These print to a closed pipe (`| head`) without a panic.
#[macro_use]
extern crate anstream;

mod canvas;
mod join_picture;
mod map_frame;
mod map_picture;
mod palette;
mod questions;
mod report;
mod verdicts;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use demo::data::{self, City, Mesh, World, cities};
use indicatif::ProgressBar;
use scalar::dim2::Disk;
use soa::{Level, Query};

use canvas::Canvas;
use map_frame::Answers;
use questions::{Ground, Tally};

/// Asks three questions about real data and draws the answers
///
/// Which country contains each of 135,000 cities? Which cities' disks touch another country? Which spheres of a swarm
/// touch the Stanford bunny? Prints what was found and what it cost, and writes map.png and join.png, which shows what a
/// join does.
#[derive(Parser)]
#[command(name = "cargo xtask demo", bin_name = "cargo xtask demo")]
struct Args {
    /// Where the pictures go [default: target/demo].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Where the data files are [default: data/ of this repository].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Of the swarm: the same seed gives the same spheres on every machine.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Spheres in the swarm [default: 1500].
    #[arg(long)]
    spheres: Option<usize>,
    /// Level of the queries: portable, avx2, avx512 [default: `OCTET_LEVEL`, else the best one of this CPU].
    #[arg(long, value_name = "NAME")]
    level: Option<Level>,
    /// Threads [default: one a core].
    #[arg(long, value_name = "THREADS")]
    jobs: Option<usize>,
    /// Fewer spheres and smaller pictures, for a quick check.
    #[arg(long)]
    quick: bool,
    /// Also writes small copies of the pictures here, as docs/ has them.
    #[arg(long, value_name = "DIR")]
    small: Option<PathBuf>,
}

/// What to make, how and where.
struct Plan {
    query: Query,
    out: PathBuf,
    small: Option<PathBuf>,
    data: PathBuf,
    seed: u64,
    spheres: usize,
    /// Pixels a unit of the pictures.
    scale: f32,
}

fn main() -> ExitCode {
    commands::finish(run(&Args::parse()))
}

/// Runs the demo.
fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let named = Level::from_env().context(Level::VARIABLE)?;
    let level = args.level.or(named).unwrap_or_else(Level::detect);
    let plan = Plan {
        query: Query::new().with_level(level),
        out: args.out.clone().unwrap_or_else(|| data::repository("target/demo")),
        small: args.small.clone(),
        data: args.data.clone().unwrap_or_else(data::shipped),
        seed: args.seed,
        spheres: args.spheres.unwrap_or(if args.quick { 400 } else { 1500 }),
        scale: if args.quick { 0.5 } else { 1.0 },
    };
    for dir in [Some(&plan.out), plan.small.as_ref()].into_iter().flatten() {
        fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    }
    // Queries run on the pool that they are called in; zero threads mean one a core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build()?;
    pool.install(|| {
        println!("Octet at level {level}, {} threads\n", pool.current_num_threads());
        let [containing, touching] = map(&plan)?;
        let swarming = swarm(&plan)?;
        joining(&plan)?;
        let questions = [
            ("1. which triangle contains each city", containing),
            ("2. which triangles each city's disk touches", touching),
            ("3. which spheres touch the bunny", swarming),
        ];
        println!("\n{}", report::costs(&questions));
        Ok(ExitCode::SUCCESS)
    })
}

/// Questions 1 and 2.
fn map(plan: &Plan) -> anyhow::Result<[Tally; 2]> {
    let bar = progress("reading countries and cities");
    let world = World::read(&plan.data.join(data::COUNTRIES))?;
    let cities = cities::read(&plan.data.join(data::CITIES))?;

    bar.set_message("1. which country contains each city");
    let ground = Ground::new(&world)?;
    let (homes, containing) = questions::containing(plan.query, &cities, &ground)?;
    bar.set_message("why the others are elsewhere");
    let verdicts = verdicts::verdicts(plan.query, &cities, &homes, &world, &ground)?;

    bar.set_message("2. which disks touch another country");
    let disks: Vec<Disk> = cities.iter().map(City::people).collect();
    let (touched, touching) = questions::touching(plan.query, &disks, &ground)?;
    let abroad = verdicts::abroad(&cities, &verdicts, &homes, &touched, &world);

    bar.set_message("drawing the map");
    let answers =
        Answers { world: &world, cities: &cities, disks: &disks, verdicts: &verdicts, abroad: &abroad };
    let picture = map_picture::draw(&answers, &containing, plan.scale)?;
    bar.finish_and_clear();
    println!("{}\n", report::reasons(&answers, &homes));
    println!("{}\n", report::abroad(&answers));
    save(&picture, plan, "map.png")?;
    Ok([Tally { index: Some(ground.time), ..containing }, touching])
}

/// Question 3.
fn swarm(plan: &Plan) -> anyhow::Result<Tally> {
    let bar = progress("3. which spheres touch the bunny");
    let mesh = Mesh::read(&plan.data.join(data::BUNNY))?;
    let swarm = data::swarm(&mesh, plan.spheres, plan.seed);
    let (_, tally) = questions::swarming(plan.query, &swarm, &mesh.triangles())?;
    bar.finish_and_clear();
    Ok(tally)
}

/// What a join does.
fn joining(plan: &Plan) -> anyhow::Result<()> {
    let picture = join_picture::draw(plan.query, plan.seed, plan.scale)?;
    save(&picture, plan, "join.png")
}

fn save(picture: &Canvas, plan: &Plan, name: &str) -> anyhow::Result<()> {
    let file = plan.out.join(name);
    picture.save(&file).with_context(|| file.display().to_string())?;
    println!("drew {}", file.display());
    if let Some(dir) = &plan.small {
        let file = dir.join(name);
        picture.save_small(&file).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// Shows that something goes on, on a terminal; elsewhere nothing.
fn progress(message: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(message);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use tempfile::TempDir;

    #[test]
    fn pictures_are_drawn() {
        let dir = TempDir::new().unwrap();
        let small = dir.path().join("small");
        let args = Args {
            out: Some(dir.path().into()),
            data: None,
            seed: 7,
            spheres: None,
            level: Some(Level::PORTABLE),
            jobs: Some(2),
            quick: true,
            small: Some(small.clone()),
        };
        run(&args).unwrap();
        for (name, width, height) in [("map.png", 1200, 660), ("join.png", 1000, 600)] {
            let picture = tiny_skia::Pixmap::load_png(dir.path().join(name)).unwrap();
            assert_eq!((picture.width(), picture.height()), (width, height), "{name}");
            let copy = tiny_skia::Pixmap::load_png(small.join(name)).unwrap();
            assert_eq!((copy.width(), copy.height()), (width / 2, height / 2), "{name}");
        }
    }

    #[test]
    fn a_folder_without_data_is_refused() {
        let dir = TempDir::new().unwrap();
        let plan = |data: &Path| Plan {
            query: Query::new(),
            out: dir.path().into(),
            small: None,
            data: data.into(),
            seed: 1,
            spheres: 1,
            scale: 0.1,
        };
        let message = map(&plan(dir.path())).unwrap_err().to_string();
        assert!(message.contains(data::COUNTRIES), "{message}");
        let message = swarm(&plan(dir.path())).unwrap_err().to_string();
        assert!(message.contains(data::BUNNY), "{message}");
    }
}
