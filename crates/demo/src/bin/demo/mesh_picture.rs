//! Two meshes through each other, as rays see them: the faces that intersect in colour, and a slice with the points
//! that lie inside.

use commands::grouped;
use scalar::dim3::Ray3;
use soa::Points3;

use crate::canvas::{Canvas, Ink, Style, circle, frame, rect};
use crate::palette::{self, SOFT, TEXT};
use crate::scene::Scene;

const SIZE: [f32; 2] = [2000.0, 1200.0];
/// What the rays see: left, top, width, height.
const VIEW: [f32; 4] = [40.0, 150.0, 1300.0, 950.0];
/// The slice.
const SLICE: [f32; 4] = [1380.0, 150.0, 580.0, 640.0];
/// Rays and points of a pixel, along each side.
const SAMPLES: usize = 2;
/// Rows of pixels whose rays are cast together.
const BAND: usize = 32;

/// Towards the light.
const LIGHT: [f32; 3] = [-0.42, 0.76, 0.5];
/// From the middle to the eye, in units of the reach.
const EYE: [f32; 3] = [0.9, 1.2, 3.6];
/// The height of the view at the distance 1.
const OPENING: f32 = 0.62;

const MESH: Ink = palette::OWN;
const RING: Ink = SOFT;
const CROSSING: [Ink; 2] = [palette::FOREIGN, palette::SEA_CITY];
const BOTH: Ink = palette::FOREIGN;

type V = [f32; 3];

fn add(u: V, v: V, scale: f32) -> V {
    std::array::from_fn(|k| u[k] + scale * v[k])
}

fn dot(u: V, v: V) -> f32 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn cross(u: V, v: V) -> V {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn unit(v: V) -> V {
    v.map(|x| x / dot(v, v).sqrt())
}

/// Draws the picture, `scale` pixels a unit.
pub fn draw(scene: &mut Scene, scale: f32) -> anyhow::Result<Canvas> {
    let mut canvas = Canvas::new(SIZE, scale, palette::GROUND)?;
    view(&mut canvas, scene)?;
    let inside = slice(&mut canvas, scene)?;
    header(&mut canvas, scene);
    list(&mut canvas, scene, &inside);
    Ok(canvas)
}

/// The samples of a band of rows of pixels, in units of the rectangle from 0 to 1.
fn samples([width, height]: [usize; 2], rows: std::ops::Range<usize>) -> impl Iterator<Item = [f32; 2]> {
    let step = |k: usize, of: usize| (k as f32 + 0.5) / (SAMPLES * of) as f32;
    rows.flat_map(move |row| {
        (0..width).flat_map(move |column| {
            (0..SAMPLES * SAMPLES).map(move |sample| {
                let [x, y] = [SAMPLES * column + sample % SAMPLES, SAMPLES * row + sample / SAMPLES];
                [step(x, width), step(y, height)]
            })
        })
    })
}

/// The mean of the samples of each pixel.
fn means(colours: &[V]) -> impl Iterator<Item = V> + '_ {
    let share = 1.0 / (SAMPLES * SAMPLES) as f32;
    colours
        .chunks(SAMPLES * SAMPLES)
        .map(move |pixel| pixel.iter().fold([0.0; 3], |sum, c| add(sum, *c, share)))
}

/// Casts the rays of the eye, and from what they meet a ray to the light.
fn view(canvas: &mut Canvas, scene: &mut Scene) -> Result<(), soa::Error> {
    let place = rect(VIEW[0], VIEW[1], VIEW[2], VIEW[3]);
    let pixels = canvas.pixels(place);
    let eye = add(scene.middle, EYE, scene.reach);
    let back = unit(EYE);
    let right = unit(cross([0.0, 1.0, 0.0], back));
    let up = cross(back, right);
    let wide = OPENING * VIEW[2] / VIEW[3];
    let mut colours = Vec::new();
    for top in (0..pixels[1]).step_by(BAND) {
        let ray = |[x, y]: [f32; 2]| {
            let ahead = add(add(back.map(|x| -x), right, wide * (x - 0.5)), up, OPENING * (0.46 - y));
            Ray3 { start: eye, direction: ahead }
        };
        let rays: Vec<Ray3> = samples(pixels, top..pixels[1].min(top + BAND)).map(ray).collect();
        let met = scene.cast(&rays)?;
        // What each ray sees: colour, place and normal.
        let seen: Vec<Option<(V, V, V)>> = rays
            .iter()
            .zip(&met)
            .map(|(ray, met)| {
                let hit = (*met)?;
                let place = add(ray.start, ray.direction, hit.t);
                let row = hit.row as usize;
                if row >= scene.faces {
                    return Some((rgb(palette::LAND[1]), place, [0.0, 1.0, 0.0]));
                }
                let [a, b, c] = scene.face(row);
                let normal = unit(cross(add(b, a, -1.0), add(c, a, -1.0)));
                let normal = if dot(normal, ray.direction) > 0.0 { normal.map(|x| -x) } else { normal };
                // Thin lines along the edges.
                let edge = hit.u.min(hit.v).min(1.0 - hit.u - hit.v);
                let shade = if edge < 0.045 { 0.72 } else { 1.0 };
                Some((rgb(colour(scene, row)).map(|x| shade * x), place, normal))
            })
            .collect();
        let lift = 1e-4 * scene.reach;
        let to_light = |seen: &Option<(V, V, V)>| {
            let (_, place, normal) = seen.unwrap_or(([0.0; 3], [0.0; 3], [0.0; 3]));
            Ray3 { start: add(place, normal, lift), direction: LIGHT }
        };
        let shadows = scene.shadows(&seen.iter().map(to_light).collect::<Vec<_>>())?;
        let ground = rgb(palette::GROUND);
        let lit: Vec<V> = seen
            .iter()
            .zip(shadows)
            .map(|(seen, shadow)| {
                let Some((colour, place, normal)) = *seen else { return ground };
                let light = if shadow { 0.0 } else { dot(normal, unit(LIGHT)).max(0.0) };
                let lit = colour.map(|x| x * (0.38 + 0.75 * light));
                // Into the dark with the distance.
                let far = add(place, scene.middle, -1.0).map(|x| x / scene.reach);
                let haze = (dot(far, far) / 40.0).min(1.0);
                add(lit.map(|x| x * (1.0 - haze)), ground, haze)
            })
            .collect();
        colours.extend(means(&lit));
    }
    canvas.image(place, &colours);
    canvas.stroke(frame(place), 2.0, palette::FRAME);
    Ok(())
}

fn colour(scene: &Scene, row: usize) -> Ink {
    let mesh = usize::from(row >= scene.meshes[0].faces.len());
    if scene.crossing.get(row) == Some(true) { CROSSING[mesh] } else { [MESH, RING][mesh] }
}

/// The points of an upright plane through the middle that lie inside. Returns how many, of each mesh, or why none.
fn slice(canvas: &mut Canvas, scene: &mut Scene) -> Result<[Result<usize, String>; 2], soa::Error> {
    let place = rect(SLICE[0], SLICE[1], SLICE[2], SLICE[3]);
    let pixels = canvas.pixels(place);
    let (middle, unit) = (scene.middle, 2.3 * scene.reach / SLICE[2]);
    let point = |[x, y]: [f32; 2]| {
        [middle[0] + unit * SLICE[2] * (x - 0.5), middle[1] + unit * SLICE[3] * (0.5 - y), middle[2]]
    };
    let points: Vec<V> = samples(pixels, 0..pixels[1]).map(point).collect();
    let inside = scene.inside(&Points3::from_shapes(&points)?);
    let bits = inside.each_ref().map(|inside| inside.as_ref().map(soa::Hits::to_bools).unwrap_or_default());
    let is_inside = |mesh: usize, row: usize| bits[mesh].get(row).copied().unwrap_or_default();
    let colours: Vec<V> = (0..points.len())
        .map(|row| match [is_inside(0, row), is_inside(1, row)] {
            [true, true] => rgb(BOTH),
            [true, false] => rgb(MESH).map(|x| 0.75 * x),
            [false, true] => rgb(RING).map(|x| 0.6 * x),
            [false, false] => rgb(palette::SEA),
        })
        .collect();
    canvas.image(place, &means(&colours).collect::<Vec<_>>());
    canvas.stroke(frame(place), 2.0, TEXT);
    Ok(inside.map(|inside| inside.map(|hits| hits.count()).map_err(|error| error.to_string())))
}

fn rgb(ink: Ink) -> V {
    let [_, r, g, b] = ink.0.to_be_bytes();
    [r, g, b].map(f32::from)
}

fn header(canvas: &mut Canvas, scene: &Scene) {
    let [faces, ring] = [0, 1].map(|i| grouped(scene.meshes[i].faces.len() as u64));
    let title = format!("Where does a mesh of {faces} faces meet a ring of {ring}?");
    canvas.text(&title, [40.0, 66.0], Style::new(46.0, TEXT).bold());
    let [crossed, _, cast] = scene.tallies;
    let line = format!(
        "{} pairs of faces intersect, not counting neighbours. {} rays drew this: to what the eye sees, and on to the light.",
        grouped(crossed.hits),
        grouped(cast.left as u64)
    );
    canvas.text(&line, [40.0, 110.0], Style::new(24.0, SOFT));
}

/// What the slice shows, and the legend.
fn list(canvas: &mut Canvas, scene: &Scene, inside: &[Result<usize, String>; 2]) {
    let (left, top) = (SLICE[0], SLICE[1] + SLICE[3]);
    let title = format!("{} points of a slice: which lie inside?", grouped(scene.tallies[1].left as u64));
    canvas.text(&title, [left, top + 46.0], Style::new(24.0, TEXT).bold());
    let (bold, plain) = (Style::new(22.0, TEXT).bold(), Style::new(22.0, TEXT));
    let counted = |inside: &Result<usize, String>| inside.as_ref().ok().map(|count| grouped(*count as u64));
    let crossing = |mesh: usize| {
        let first = scene.meshes[0].faces.len();
        grouped(scene.crossing.iter().filter(|&row| usize::from(row >= first) == mesh).count() as u64)
    };
    let entries = [
        (MESH, counted(&inside[0]), "points inside the mesh"),
        (RING, counted(&inside[1]), "points inside the ring"),
        (BOTH, None, "points inside both"),
        (CROSSING[0], Some(crossing(0)), "faces of the mesh that the ring meets"),
        (CROSSING[1], Some(crossing(1)), "faces of the ring that the mesh meets"),
    ];
    for (line, (ink, count, label)) in entries.into_iter().enumerate() {
        let y = top + 92.0 + 40.0 * line as f32;
        canvas.fill(circle([left + 9.0, y - 7.0], 9.0), ink);
        let mut x = left + 28.0;
        if let Some(count) = count {
            canvas.text(&count, [x, y], bold);
            x += canvas.width(&count, bold) + 8.0;
        }
        canvas.text(label, [x, y], plain);
    }
    if let Err(error) = &inside[0] {
        canvas.text("No inside:", [left, top + 294.0], bold);
        canvas.text(error, [left, top + 322.0], Style::new(15.0, SOFT));
    }
    canvas.text(
        "Octet: cargo xtask demo",
        [SIZE[0] - 40.0, SIZE[1] - 36.0],
        Style::new(20.0, TEXT).bold().right(),
    );
}
