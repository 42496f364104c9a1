//! The bunny: what the third question found.

use demo::data::Mesh;
use scalar::dim3::Sphere;
use soa::Pairs;
use tiny_skia::PremultipliedColorU8;

use super::canvas::{Align, Canvas, Ink, Style, grouped};
use super::palette::{self, SOFT, TEXT};
use super::raster::{Camera, Scene, light};

const SIZE: [f32; 2] = [1600.0, 1160.0];

/// The bunny's own colour.
const STONE: Ink = Ink(0xCF_D4_DE, 1.0);

/// What the picture counts.
struct Found {
    /// Whether each sphere touches the mesh.
    spheres: Vec<bool>,
    /// Whether each triangle is touched.
    faces: Vec<bool>,
}

/// Draws the bunny, `scale` pixels a unit.
pub fn draw(mesh: &Mesh, swarm: &[Sphere], pairs: &Pairs, scale: f32) -> anyhow::Result<Canvas> {
    let mut found = Found { spheres: vec![false; swarm.len()], faces: vec![false; mesh.faces.len()] };
    for (sphere, face) in pairs.iter() {
        found.spheres[sphere as usize] = true;
        found.faces[face as usize] = true;
    }
    let mut canvas = Canvas::new(SIZE, scale)?;
    let pixmap = canvas.pixmap();
    let scene = scene(mesh, swarm, &found, [pixmap.width() as usize, pixmap.height() as usize]);
    let pixels = pixmap.pixels_mut();
    scene.resolve(|pixel, [r, g, b]| {
        if let Some(color) = PremultipliedColorU8::from_rgba(r, g, b, 255) {
            pixels[pixel] = color;
        }
    });
    words(&mut canvas, mesh, swarm, pairs, &found);
    Ok(canvas)
}

fn scene(mesh: &Mesh, swarm: &[Sphere], found: &Found, size: [usize; 2]) -> Scene {
    let (min, max) = mesh.bounds();
    let center = std::array::from_fn(|k| f32::midpoint(min[k], max[k]));
    let [width, height] = size.map(|length| length as f32);
    let camera = Camera::new(center, 0.35, 0.22).framed([0.56 * width, 0.53 * height], 0.073 * height);

    let mut scene = Scene::new(size, light(Ink(0x1A_2A_47, 1.0)), light(palette::GROUND));
    let colors: Vec<_> =
        found.faces.iter().map(|&hit| light(if hit { palette::OTHER } else { STONE })).collect();
    scene.mesh(mesh, &colors, &camera);
    let balls = swarm.iter().zip(&found.spheres).map(|(&sphere, &hit)| {
        if hit {
            (sphere, light(palette::OUTSIDE), [0.30, 1.0])
        } else {
            (sphere, light(palette::AGREES), [0.05, 0.45])
        }
    });
    scene.spheres(balls, &camera);
    scene
}

fn words(canvas: &mut Canvas, mesh: &Mesh, swarm: &[Sphere], pairs: &Pairs, found: &Found) {
    let count = |hits: &[bool]| hits.iter().filter(|&&hit| hit).count() as u64;
    let (spheres, faces) = (count(&found.spheres), count(&found.faces));
    let halo = palette::HALO;
    let title = format!("{} of {} spheres touch the bunny", grouped(spheres), grouped(swarm.len() as u64));
    canvas.text(&title, [44.0, 78.0], Style::new(46.0, TEXT).bold().with_halo(halo));
    let line = format!(
        "The spheres joined with its {} triangles: of {} pairs of rows, {} touch.",
        grouped(mesh.faces.len() as u64),
        grouped(swarm.len() as u64 * mesh.faces.len() as u64),
        grouped(pairs.len() as u64)
    );
    canvas.text(&line, [44.0, 120.0], Style::new(24.0, SOFT).with_halo(halo));

    let entries = [
        (palette::OUTSIDE, spheres, "spheres that touch a triangle"),
        (palette::AGREES, swarm.len() as u64 - spheres, "spheres that touch none"),
        (palette::OTHER, faces, "triangles touched by a sphere"),
        (STONE, mesh.faces.len() as u64 - faces, "triangles that none touches"),
    ];
    let mut y = SIZE[1] - 196.0;
    for (ink, count, label) in entries {
        canvas.disk([56.0, y - 8.0], 9.0, ink);
        let number = Style::new(22.0, TEXT).bold().aligned(Align::Right).with_halo(halo);
        canvas.text(&grouped(count), [152.0, y], number);
        canvas.text(label, [166.0, y], Style::new(22.0, TEXT).with_halo(halo));
        y += 36.0;
    }
    let line =
        "Bunny: Stanford University Computer Graphics Laboratory, decimated, by the npm package bunny.";
    canvas.text(line, [44.0, SIZE[1] - 28.0], Style::new(17.0, SOFT).with_halo(halo));
    let name = Style::new(20.0, TEXT).bold().aligned(Align::Right).with_halo(halo);
    canvas.text("Octet: cargo xtask demo", [SIZE[0] - 44.0, SIZE[1] - 28.0], name);
}
