//! A join at a glance: every disk, every triangle, and a link from each disk to each triangle that it
//! touches.

use std::f32::consts::TAU;

use commands::grouped;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use scalar::dim2::{Aabb, Disk, Triangle};
use soa::join::{Bounded, Join};
use soa::{Aabbs, Disks, Hits, Pairs, Query, Triangles};

use crate::canvas::{Canvas, Ink, Style, Window, circle, frame, outline, rect};
use crate::palette::{self, SOFT, TEXT};

const SIZE: [f32; 2] = [2000.0, 1200.0];
/// Where all rows are drawn: left, top, width, height. One unit of theirs is one of the canvas.
const FIELD: [f32; 4] = [40.0, 150.0, 1300.0, 950.0];
/// The part of the rows that is enlarged, and where.
const PART: Aabb = Aabb { min: [350.0, 420.0], max: [640.0, 680.0] };
const ENLARGED: [f32; 4] = [1380.0, 150.0, 580.0, 520.0];
/// Rows are near the places of a grid, so that the picture is full and each shape can be seen.
const GRID: [usize; 2] = [20, 15];
/// How far from its place a row may be, in each direction.
const REACH: f32 = 15.0;
/// Around the grid.
const MARGIN: f32 = 30.0;

/// Of the list.
const COLUMNS: usize = 3;
const LINES: usize = 11;

/// How much of its colour a row without a partner has.
const FAINT: f32 = 0.42;

const DISK: Ink = palette::OWN;
const TRIANGLE: Ink = palette::FOREIGN;

/// Two sets of rows and their join.
struct Joined {
    disks: Vec<Disk>,
    triangles: Vec<Triangle>,
    pairs: Pairs,
    /// The number of pairs whose boxes meet.
    boxes: u64,
    /// Whether each disk touches a triangle.
    disk_hits: Hits,
    /// Whether each triangle touches a disk.
    triangle_hits: Hits,
}

impl Joined {
    fn new(query: Query) -> Result<Self, soa::Error> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let triangles: Vec<Triangle> =
            places(&mut rng, 0.25).into_iter().map(|at| triangle(&mut rng, at)).collect();
        let disks: Vec<Disk> = places(&mut rng, 0.75).into_iter().map(|at| disk(&mut rng, at)).collect();
        let (left, right) = (Disks::from_shapes(&disks)?, Triangles::from_shapes(&triangles)?);
        let pairs = Join::new(&left, &right)?.query(query).pairs()?;
        let boxes = Join::new(&boxes(&disks)?, &boxes(&triangles)?)?.query(query).count();
        let disk_hits = Join::new(&left, &right)?.query(query).matched_left()?;
        let triangle_hits = Join::new(&right, &left)?.query(query).matched_left()?;
        Ok(Self { disks, triangles, pairs, boxes, disk_hits, triangle_hits })
    }

    /// The ends of the link of a pair.
    fn link(&self, (disk, triangle): (u32, u32)) -> [[f32; 2]; 2] {
        [self.disks[disk as usize].center, center(&self.triangles[triangle as usize])]
    }
}

/// The grid's places in random order, `shift` cells right of and below its lines.
fn places(rng: &mut impl Rng, shift: f32) -> Vec<[f32; 2]> {
    let place = |k: usize| {
        let cell = [k % GRID[0], k / GRID[0]];
        [0, 1].map(|axis| {
            let step = (FIELD[2 + axis] - 2.0 * MARGIN) / GRID[axis] as f32;
            MARGIN + (cell[axis] as f32 + shift) * step + rng.random_range(-REACH..REACH)
        })
    };
    let mut places: Vec<_> = (0..GRID[0] * GRID[1]).map(place).collect();
    places.shuffle(rng);
    places
}

/// Small disks more often than large ones.
fn disk(rng: &mut impl Rng, center: [f32; 2]) -> Disk {
    let size: f32 = rng.random_range(0.0..1.0);
    Disk { center, radius: 9.0 + 23.0 * size * size }
}

/// Of any size and direction; each corner in its own part of the way around, so that none is a sliver.
fn triangle(rng: &mut impl Rng, [x, y]: [f32; 2]) -> Triangle {
    let (size, turn) = (rng.random_range(14.0_f32..42.0), rng.random_range(0.0..1.0));
    let mut corner = |k: f32| {
        let (sin, cos) = (TAU * (turn + (k + rng.random_range(-0.25..0.25)) / 3.0)).sin_cos();
        [x + size * cos, y + size * sin]
    };
    Triangle { a: corner(0.0), b: corner(1.0), c: corner(2.0) }
}

/// The boxes around some shapes.
fn boxes<S: Bounded<Bounds = Aabb>>(shapes: &[S]) -> Result<Aabbs, soa::Error> {
    Aabbs::from_shapes(&shapes.iter().map(S::bounds).collect::<Vec<_>>())
}

/// Where a link ends in a triangle: within it.
fn center(triangle: &Triangle) -> [f32; 2] {
    [0, 1].map(|k| (triangle.a[k] + triangle.b[k] + triangle.c[k]) / 3.0)
}

/// Draws the picture, `scale` pixels a unit.
pub fn draw(query: Query, scale: f32) -> anyhow::Result<Canvas> {
    let joined = Joined::new(query)?;
    let mut canvas = Canvas::new(SIZE, scale, palette::GROUND)?;
    header(&mut canvas, &joined);
    let window = |[x, y, width, height]: [f32; 4], corner, zoom| Window {
        rect: rect(x, y, width, height),
        corner,
        unit: [zoom; 2],
    };
    let field = window(FIELD, [0.0; 2], 1.0);
    rows(&mut canvas, &joined, &field);
    if let Some(part) = field.place(&PART) {
        canvas.stroke(frame(part), 6.0, palette::HALO);
        canvas.stroke(frame(part), 2.0, TEXT);
    }
    let enlarged = window(ENLARGED, PART.min, ENLARGED[2] / (PART.max[0] - PART.min[0]));
    rows(&mut canvas, &joined, &enlarged);
    numbers(&mut canvas, &joined, &enlarged);
    canvas.stroke(frame(enlarged.rect), 2.0, TEXT);
    list(&mut canvas, &joined, &enlarged);
    legend(&mut canvas, &joined);
    Ok(canvas)
}

fn header(canvas: &mut Canvas, joined: &Joined) {
    let [disks, triangles] = [joined.disks.len(), joined.triangles.len()].map(|rows| rows as u64);
    let title = format!("Which of {} disks touch which of {} triangles?", grouped(disks), grouped(triangles));
    canvas.text(&title, [40.0, 66.0], Style::new(46.0, TEXT).bold());
    let line = format!(
        "A join answers for all {} pairs of rows: of {} the boxes meet, and {} of these touch.",
        grouped(disks * triangles),
        grouped(joined.boxes),
        grouped(joined.pairs.len() as u64)
    );
    canvas.text(&line, [40.0, 110.0], Style::new(24.0, SOFT));
}

/// Draws all rows, those without a partner fainter and below, and a link for each pair.
fn rows(canvas: &mut Canvas, joined: &Joined, window: &Window) {
    let width = window.unit[0].sqrt();
    canvas.fill(frame(window.rect), palette::SEA);
    canvas.clip(Some(window.rect));
    for hit in [false, true] {
        let strength = if hit { 1.0 } else { FAINT };
        let [fill, line] = [0.2 * strength, 0.9 * strength];
        let of_kind = |hits: &Hits| hits.to_bools().into_iter().map(move |other| other == hit);
        for (t, _) in joined.triangles.iter().zip(of_kind(&joined.triangle_hits)).filter(|row| row.1) {
            let triangle = outline([[t.a, t.b, t.c].map(|corner| window.at(corner))]);
            canvas.fill(triangle.clone(), TRIANGLE.alpha(fill));
            canvas.stroke(triangle, 1.3 * width, TRIANGLE.alpha(line));
        }
        for (disk, _) in joined.disks.iter().zip(of_kind(&joined.disk_hits)).filter(|row| row.1) {
            let (center, radius) = (window.at(disk.center), window.length(disk.radius));
            canvas.fill(circle(center, radius), DISK.alpha(1.5 * fill));
            canvas.stroke(circle(center, radius), 1.3 * width, DISK.alpha(line));
        }
    }
    for pair in joined.pairs.iter() {
        let [from, to] = joined.link(pair).map(|end| window.at(end));
        canvas.stroke(outline([[from, to]]), 1.6 * width, TEXT.alpha(0.85));
        canvas.fill(circle(from, 2.4 * width), TEXT);
        canvas.fill(circle(to, 2.4 * width), TEXT);
    }
    canvas.clip(None);
}

/// Writes the number of each row on it.
fn numbers(canvas: &mut Canvas, joined: &Joined, window: &Window) {
    let triangles = joined.triangles.iter().map(center).enumerate().map(|row| (row, TRIANGLE));
    let disks = joined.disks.iter().map(|disk| disk.center).enumerate().map(|row| (row, DISK));
    for ((row, point), ink) in triangles.chain(disks).filter(|((_, point), _)| window.shows(*point, 24.0)) {
        let [x, y] = window.at(point);
        canvas.fill(circle([x, y], 17.0), palette::HALO);
        canvas.text(&row.to_string(), [x, y + 7.0], Style::new(20.0, ink).bold().centered());
    }
}

/// The pairs that the window shows, as the join lists them.
fn list(canvas: &mut Canvas, joined: &Joined, window: &Window) {
    let (left, top) = (window.rect.left(), window.rect.bottom());
    let title = "Pairs in this window, as soa::join lists them";
    canvas.text(title, [left, top + 46.0], Style::new(24.0, TEXT).bold());
    let number = |ink| Style::new(20.0, ink).bold().right();
    let shown = |pair: &(u32, u32)| joined.link(*pair).iter().all(|&end| window.shows(end, 24.0));
    for (k, (disk, triangle)) in joined.pairs.iter().filter(shown).take(COLUMNS * LINES).enumerate() {
        let (column, line) = (k / LINES, k % LINES);
        let (x, y) = (left + 190.0 * column as f32, top + 86.0 + 32.0 * line as f32);
        canvas.fill(circle([x + 8.0, y - 7.0], 7.0), DISK);
        canvas.text(&disk.to_string(), [x + 62.0, y], number(DISK));
        canvas.stroke(outline([[[x + 74.0, y - 7.0], [x + 94.0, y - 7.0]]]), 2.0, TEXT);
        canvas.text(&triangle.to_string(), [x + 144.0, y], number(TRIANGLE));
    }
}

fn legend(canvas: &mut Canvas, joined: &Joined) {
    let [disks, triangles] = [&joined.disk_hits, &joined.triangle_hits];
    let entries = [
        (DISK, 1.0, disks.count(), "disks touch a triangle"),
        (DISK, FAINT, disks.len() - disks.count(), "touch none"),
        (TRIANGLE, 1.0, triangles.count(), "triangles touch a disk"),
        (TRIANGLE, FAINT, triangles.len() - triangles.count(), "touch none"),
        (TEXT, 1.0, joined.pairs.len(), "pairs"),
    ];
    let (bold, plain) = (Style::new(22.0, TEXT).bold(), Style::new(22.0, TEXT));
    let (mut x, y) = (FIELD[0], SIZE[1] - 36.0);
    for (ink, alpha, count, label) in entries {
        canvas.fill(circle([x + 9.0, y - 7.0], 9.0), ink.alpha(alpha));
        let number = grouped(count as u64);
        canvas.text(&number, [x + 28.0, y], bold);
        let start = x + 36.0 + canvas.width(&number, bold);
        canvas.text(label, [start, y], plain);
        x = start + canvas.width(label, plain) + 36.0;
    }
    let name = Style::new(20.0, TEXT).bold().right();
    canvas.text("Octet: cargo xtask demo", [SIZE[0] - 40.0, y], name);
}
