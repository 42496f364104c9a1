//! Frames at a glance: a part of the last one, with what has just begun to touch, and the time of each frame.

use commands::grouped;

use crate::canvas::{Canvas, Ink, Style, Window, circle, frame, outline, rect};
use crate::frames::{Frames, WHO};
use crate::palette::{self, SOFT, TEXT};

const SIZE: [f32; 2] = [2000.0, 1200.0];
/// The part of the square that is shown: left, top, width, height.
const FIELD: [f32; 4] = [40.0, 150.0, 1180.0, 960.0];
/// Units of the canvas a length.
const ZOOM: f32 = 18.0;
/// The times.
const CHART: [f32; 4] = [1340.0, 190.0, 620.0, 640.0];

const STILL: Ink = palette::OWN;
const WALL: Ink = palette::SOFT;
const TOUCHING: Ink = palette::FOREIGN;
const BEGUN: Ink = palette::SEA_CITY;
const CURVES: [Ink; 4] = [palette::OWN, palette::LIGHT, palette::FOREIGN, palette::SEA_CITY];

/// Draws the picture, `scale` pixels a unit.
pub fn draw(frames: &Frames, scale: f32) -> anyhow::Result<Canvas> {
    let mut canvas = Canvas::new(SIZE, scale, palette::GROUND)?;
    let title = format!(
        "{} disks among {} walls, frame by frame",
        grouped(frames.disks.len() as u64),
        grouped(frames.walls.len() as u64)
    );
    canvas.text(&title, [40.0, 66.0], Style::new(46.0, TEXT).bold());
    let [begun, ended] = frames.events.map(|events| grouped(events as u64));
    let line = format!(
        "A scene finds what begins and ends to touch: {begun} beginnings and {ended} ends in {} frames.",
        frames.seconds[0].len()
    );
    canvas.text(&line, [40.0, 110.0], Style::new(24.0, SOFT));
    field(&mut canvas, frames);
    chart(&mut canvas, frames);
    legend(&mut canvas);
    Ok(canvas)
}

/// The middle of the square.
fn field(canvas: &mut Canvas, frames: &Frames) {
    let [x, y, width, height] = FIELD;
    let corner = [(frames.side - width / ZOOM) / 2.0, (frames.side - height / ZOOM) / 2.0];
    let window = Window { rect: rect(x, y, width, height), corner, unit: [ZOOM; 2] };
    canvas.fill(frame(window.rect), palette::SEA);
    canvas.clip(Some(window.rect));
    // What touches hides what does not, and what has begun hides both.
    let mut inks = vec![STILL.alpha(0.55); frames.disks.len()];
    for (pairs, ink) in [(&frames.touching, TOUCHING), (&frames.begun, BEGUN)] {
        for &(a, b) in &pairs[0] {
            (inks[a as usize], inks[b as usize]) = (ink, ink);
        }
        pairs[1].iter().for_each(|&(disk, _)| inks[disk as usize] = ink);
    }
    for wall in frames.walls.iter().filter(|wall| window.shows(wall.a, -100.0)) {
        canvas.fill(outline([[wall.a, wall.b, wall.c].map(|corner| window.at(corner))]), WALL);
    }
    for (disk, ink) in frames.disks.iter().zip(inks).filter(|(disk, _)| window.shows(disk.center, -20.0)) {
        let (center, radius) = (window.at(disk.center), window.length(disk.radius));
        canvas.fill(circle(center, radius), ink.alpha(0.3 * ink.1));
        canvas.stroke(circle(center, radius), 1.6, ink);
    }
    canvas.clip(None);
    canvas.stroke(frame(window.rect), 2.0, palette::FRAME);
}

/// The milliseconds of each frame, on a scale of powers of ten.
fn chart(canvas: &mut Canvas, frames: &Frames) {
    let [left, top, width, height] = CHART;
    let all = frames.seconds.iter().flatten();
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), &x| (least.min(x), most.max(x)));
    let [low, high] = [(1e3 * least).log10().floor(), (1e3 * most).log10().ceil()];
    let y_of = |milliseconds: f64| {
        top + height * (1.0 - ((milliseconds.log10() - low) / (high - low)) as f32).clamp(0.0, 1.0)
    };
    canvas.text("milliseconds a frame, one thread", [left, top - 20.0], Style::new(24.0, TEXT).bold());
    for power in low as i32..=high as i32 {
        let y = y_of(10_f64.powi(power));
        canvas.stroke(outline([[[left, y], [left + width, y]]]), 1.0, palette::FRAME);
        let number = format!("{}", 10_f64.powi(power));
        canvas.text(&number, [left - 12.0, y + 7.0], Style::new(20.0, SOFT).right());
    }
    let last = (frames.seconds[0].len() - 1).max(1) as f32;
    for (who, ink) in CURVES.into_iter().enumerate() {
        let at = |(k, seconds): (usize, &f64)| [left + width * k as f32 / last, y_of(1e3 * seconds)];
        let points: Vec<_> = frames.seconds[who].iter().enumerate().map(at).collect();
        for ends in points.windows(2) {
            canvas.stroke(outline([[ends[0], ends[1]]]), 3.0, ink);
        }
    }
    for (who, ink) in CURVES.into_iter().enumerate() {
        let y = top + height + 60.0 + 44.0 * who as f32;
        canvas.fill(circle([left + 10.0, y - 8.0], 10.0), ink);
        canvas.text(WHO[who], [left + 34.0, y], Style::new(24.0, TEXT));
        let [median, slowest] = [frames.median(who), frames.slowest(who)].map(|seconds| 1e3 * seconds);
        let time = format!("{median:.2}, at most {slowest:.2} ms");
        canvas.text(&time, [left + width, y], Style::new(24.0, TEXT).bold().right());
    }
}

fn legend(canvas: &mut Canvas) {
    let (mut x, y) = (FIELD[0], SIZE[1] - 36.0);
    let style = Style::new(22.0, TEXT);
    for (ink, label) in [
        (BEGUN, "has just begun to touch something"),
        (TOUCHING, "touches something"),
        (STILL, "touches nothing"),
        (WALL, "walls"),
    ] {
        canvas.fill(circle([x + 9.0, y - 7.0], 9.0), ink);
        canvas.text(label, [x + 28.0, y], style);
        x += 64.0 + canvas.width(label, style);
    }
    let name = Style::new(20.0, TEXT).bold().right();
    canvas.text("Octet: cargo xtask demo", [SIZE[0] - 40.0, y], name);
}
