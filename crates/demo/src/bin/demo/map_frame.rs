//! A window onto the map's plane: countries, cities, disks, names and a scale bar.

use demo::data::{City, World, mercator, world::Land};
use scalar::dim2::{Aabb, Disk};
use tiny_skia::{Path as Outline, PathBuilder, Rect};

use crate::canvas::{Align, Canvas, Ink, Style, rect};
use crate::palette::{self, TEXT};
use crate::verdicts::Certified;

/// Everything that the map shows.
pub struct Answers<'a> {
    /// The land.
    pub world: &'a World,
    /// The cities.
    pub cities: &'a [City],
    /// One disk a city.
    pub disks: &'a [Disk],
    /// One verdict a city.
    pub verdicts: &'a [Certified],
    /// The other countries that the city's disk touches.
    pub abroad: &'a [Vec<usize>],
}

/// A rectangle of the canvas that shows a part of the plane.
pub struct Frame {
    rect: Rect,
    /// The plane's point in the upper left corner.
    corner: [f32; 2],
    /// Canvas units a kilometre of the plane.
    unit: f32,
    /// Countries' tones, so that neighbours differ.
    tones: Vec<Ink>,
}

impl Frame {
    /// Shows the longitudes from `west` to `east`, and as much as there is room for south of `north`.
    pub fn new(rect: Rect, [west, east]: [f64; 2], north: f64, world: &World) -> Self {
        let corner = mercator::project(west, north);
        let unit = rect.width() / (mercator::project(east, north)[0] - corner[0]);
        Self { rect, corner, unit, tones: tones(world) }
    }

    /// Where a point of the plane is on the canvas.
    pub fn at(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [self.rect.x() + (x - self.corner[0]) * self.unit, self.rect.y() + (self.corner[1] - y) * self.unit]
    }

    /// Whether this box of the plane can be seen.
    fn sees(&self, bounds: &Aabb) -> bool {
        let ([left, top], [right, bottom]) =
            (self.at([bounds.min[0], bounds.max[1]]), self.at([bounds.max[0], bounds.min[1]]));
        left <= self.rect.right()
            && right >= self.rect.left()
            && top <= self.rect.bottom()
            && bottom >= self.rect.top()
    }

    fn sees_disk(&self, disk: &Disk) -> bool {
        let [x, y] = disk.center;
        let r = disk.radius;
        self.sees(&Aabb { min: [x - r, y - r], max: [x + r, y + r] })
    }

    /// Draws sea, land and borders.
    pub fn land(&self, canvas: &mut Canvas, world: &World, border: f32) {
        canvas.rect(self.rect, palette::SEA);
        canvas.clip(self.rect);
        let lands = || world.lands.iter().filter(|land| self.sees(&land.bounds));
        for land in lands() {
            if let Some(outline) = self.outline(land) {
                canvas.fill(&outline, self.tones[land.country]);
            }
        }
        for outline in lands().filter_map(|land| self.outline(land)) {
            canvas.stroke(&outline, border, palette::BORDER);
        }
        canvas.unclip();
    }

    fn outline(&self, land: &Land) -> Option<Outline> {
        let mut path = PathBuilder::new();
        for ring in &land.rings {
            let mut corners = ring.iter().map(|&corner| self.at(corner));
            if let Some([x, y]) = corners.next() {
                path.move_to(x, y);
            }
            corners.for_each(|[x, y]| path.line_to(x, y));
            path.close();
        }
        path.finish()
    }

    /// Draws each city as a dot, the many that agree first and the few that do not on top.
    pub fn dots(&self, canvas: &mut Canvas, answers: &Answers<'_>, size: f32) {
        canvas.clip(self.rect);
        let seen: Vec<usize> =
            (0..answers.cities.len()).filter(|&row| self.sees_disk(&answers.disks[row])).collect();
        let center = |row: usize| self.at(answers.disks[row].center);
        for &row in &seen {
            let radius = (answers.disks[row].radius * self.unit).clamp(0.8 * size, 3.0 * size);
            canvas.disk(center(row), radius, palette::AGREES.alpha(0.34));
        }
        // Where cities are dense their light adds up.
        for &row in &seen {
            canvas.disk(center(row), 0.8 * size, palette::LIGHT.alpha(0.07));
        }
        for &row in seen.iter().filter(|&&row| !answers.abroad[row].is_empty()) {
            let radius = (answers.disks[row].radius * self.unit).clamp(1.3 * size, 4.5 * size);
            canvas.ring(center(row), radius, 0.8 * size, palette::ABROAD.alpha(0.9));
        }
        for &row in seen.iter().filter(|&&row| answers.verdicts[row] != Certified::Agrees) {
            canvas.disk(center(row), 1.25 * size, palette::verdict(answers.verdicts[row]));
        }
        canvas.unclip();
    }

    /// Draws each city's disk at its true size, those that touch another country on top.
    pub fn disks(&self, canvas: &mut Canvas, answers: &Answers<'_>) {
        canvas.clip(self.rect);
        let seen: Vec<usize> =
            (0..answers.cities.len()).filter(|&row| self.sees_disk(&answers.disks[row])).collect();
        for abroad in [false, true] {
            for &row in seen.iter().filter(|&&row| answers.abroad[row].is_empty() != abroad) {
                let disk = &answers.disks[row];
                let (center, radius) = (self.at(disk.center), (disk.radius * self.unit).max(0.8));
                let ink = if abroad { palette::ABROAD } else { palette::AGREES };
                canvas.disk(center, radius, ink.alpha(if abroad { 0.34 } else { 0.22 }));
                canvas.ring(
                    center,
                    radius,
                    if abroad { 1.4 } else { 0.7 },
                    ink.alpha(if abroad { 1.0 } else { 0.6 }),
                );
            }
        }
        for &row in &seen {
            let agrees = answers.verdicts[row] == Certified::Agrees;
            let size = if agrees { 1.3 } else { 3.4 };
            canvas.disk(self.at(answers.disks[row].center), size, palette::verdict(answers.verdicts[row]));
        }
        canvas.unclip();
    }

    /// Names cities as far as names do not meet: first those whose disk touches another country, the largest first.
    pub fn names(&self, canvas: &mut Canvas, answers: &Answers<'_>, at_most: usize, size: f32) {
        let mut rows: Vec<usize> = (0..answers.cities.len())
            .filter(|&row| {
                let [x, y] = self.at(answers.disks[row].center);
                x > self.rect.left() && x < self.rect.right() && y > self.rect.top() && y < self.rect.bottom()
            })
            .collect();
        rows.sort_by_key(|&row| {
            std::cmp::Reverse((!answers.abroad[row].is_empty(), answers.cities[row].population))
        });
        let style = Style::new(size, TEXT).aligned(Align::Center).with_halo(palette::HALO);
        let mut taken: Vec<Rect> = Vec::new();
        for row in rows {
            let city = &answers.cities[row];
            let [x, y] = self.at(answers.disks[row].center);
            let width = canvas.width(&city.name, style);
            let place = rect(x - width / 2.0 - 6.0, y - 1.6 * size - 4.0, width + 12.0, 1.6 * size);
            let inside = place.left() > self.rect.left()
                && place.right() < self.rect.right()
                && place.top() > self.rect.top() + 46.0;
            if inside && taken.iter().all(|other| place.intersect(other).is_none()) {
                canvas.text(&city.name, [x, y - 0.5 * size - 4.0], style);
                taken.push(place);
            }
            if taken.len() == at_most {
                break;
            }
        }
    }

    /// Draws a bar of some kilometres on the ground at this latitude, in the lower left corner.
    pub fn scale_bar(&self, canvas: &mut Canvas, km: f64, lat: f64, label: &str) {
        let length = (km * mercator::stretch(lat)) as f32 * self.unit;
        let (x, y) = (self.rect.left() + 18.0, self.rect.bottom() - 18.0);
        canvas.text(label, [x, y - 12.0], Style::new(17.0, TEXT).with_halo(palette::HALO));
        canvas.line([x, y], [x + length, y], 2.0, TEXT);
        for end in [x, x + length] {
            canvas.line([end, y - 5.0], [end, y + 5.0], 2.0, TEXT);
        }
    }

    /// Draws the frame of this window on another one.
    pub fn locate(&self, canvas: &mut Canvas, window: &Frame, label: &str) {
        let far = [
            window.corner[0] + window.rect.width() / window.unit,
            window.corner[1] - window.rect.height() / window.unit,
        ];
        let ([left, top], [right, bottom]) = (self.at(window.corner), self.at(far));
        let edges = rect(left, top, right - left, bottom - top);
        canvas.frame(edges, 5.0, palette::HALO);
        canvas.frame(edges, 2.0, TEXT);
        canvas.text(label, [right + 7.0, top + 9.0], Style::new(19.0, TEXT).bold().with_halo(palette::HALO));
    }

    /// Draws the window's own frame and its title.
    pub fn title(&self, canvas: &mut Canvas, label: &str) {
        canvas.rect(
            rect(self.rect.left(), self.rect.top(), self.rect.width(), 46.0),
            palette::GROUND.alpha(0.8),
        );
        canvas.frame(self.rect, 1.0, palette::FRAME);
        let at = [self.rect.left() + 16.0, self.rect.top() + 30.0];
        canvas.text(label, at, Style::new(21.0, TEXT).bold().with_halo(palette::HALO));
    }
}

/// One tone a country, another than its neighbours' where four suffice in order of appearance.
fn tones(world: &World) -> Vec<Ink> {
    let mut holders = std::collections::HashMap::<u32, Vec<usize>>::new();
    for (country, arcs) in world.countries.iter().enumerate().map(|(n, country)| (n, &country.arcs)) {
        for &arc in arcs {
            holders.entry(arc).or_default().push(country);
        }
    }
    let mut tones: Vec<Option<usize>> = vec![None; world.countries.len()];
    for (country, arcs) in world.countries.iter().enumerate().map(|(n, country)| (n, &country.arcs)) {
        let taken: Vec<usize> =
            arcs.iter().flat_map(|arc| &holders[arc]).filter_map(|&neighbour| tones[neighbour]).collect();
        tones[country] = (0..palette::LAND.len()).find(|tone| !taken.contains(tone));
    }
    tones.into_iter().map(|tone| palette::LAND[tone.unwrap_or(0)]).collect()
}
