//! A small renderer: triangles with a depth buffer, then translucent spheres, seen from afar (orthographic).

use demo::data::Mesh;
use scalar::dim3::Sphere;
use scalar::dim3::vector::{cross, dot, sub};

use super::canvas::Ink;

/// Samples a pixel in each direction: edges are as smooth as their average.
const SAMPLES: usize = 2;

type Vec3 = [f32; 3];

/// Linear mix of two vectors or colours.
fn mix(u: Vec3, v: Vec3, t: f32) -> Vec3 {
    std::array::from_fn(|k| u[k] + (v[k] - u[k]) * t)
}

fn scaled(v: Vec3, factor: f32) -> Vec3 {
    v.map(|x| x * factor)
}

fn unit(v: Vec3) -> Vec3 {
    scaled(v, dot(v, v).sqrt().max(f32::MIN_POSITIVE).recip())
}

/// Linear light of a colour, so that averages and lamps add up as light does.
pub fn light(ink: Ink) -> Vec3 {
    let [_, r, g, b] = ink.0.to_be_bytes();
    [r, g, b].map(|x| (f32::from(x) / 255.0).powf(2.2))
}

/// Where the eye is.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// To the right on the picture, up on it, and towards the eye: of length 1, perpendicular.
    axes: [Vec3; 3],
    /// What stands in the middle.
    center: Vec3,
    /// Where the middle is, in samples.
    middle: [f32; 2],
    /// Samples a unit of length.
    zoom: f32,
}

impl Camera {
    /// Looks at `center` from this far around and above it (radians).
    pub fn new(center: Vec3, around: f32, above: f32) -> Self {
        let (sin_a, cos_a) = around.sin_cos();
        let (sin_b, cos_b) = above.sin_cos();
        let axes = [
            [cos_a, 0.0, -sin_a],
            [-sin_a * sin_b, cos_b, -cos_a * sin_b],
            [sin_a * cos_b, sin_b, cos_a * cos_b],
        ];
        Self { axes, center, middle: [0.0; 2], zoom: 1.0 }
    }

    /// The same, with the middle at a pixel and this many pixels a unit of length.
    #[must_use]
    pub fn framed(self, middle: [f32; 2], zoom: f32) -> Self {
        let samples = SAMPLES as f32;
        Self { middle: middle.map(|x| x * samples), zoom: zoom * samples, ..self }
    }

    /// A direction as the eye sees it: right, up, towards.
    fn turned(&self, v: Vec3) -> Vec3 {
        self.axes.map(|axis| dot(axis, v))
    }

    /// A point in samples, and how near it is in the same unit.
    fn seen(&self, p: Vec3) -> Vec3 {
        let [right, up, near] = self.turned(sub(p, self.center));
        [self.middle[0] + right * self.zoom, self.middle[1] - up * self.zoom, near * self.zoom]
    }
}

/// Light and depth of every sample.
pub struct Scene {
    width: usize,
    height: usize,
    light: Vec<Vec3>,
    near: Vec<f32>,
}

impl Scene {
    /// A ground that is brightest around the middle.
    pub fn new([width, height]: [usize; 2], center: Vec3, edge: Vec3) -> Self {
        let (width, height) = (width * SAMPLES, height * SAMPLES);
        let at = |k: usize| {
            let (x, y) = ((k % width) as f32 / width as f32 - 0.56, (k / width) as f32 / height as f32 - 0.5);
            mix(center, edge, (x.hypot(y) / 0.62).min(1.0).powi(2))
        };
        let light = (0..width * height).map(at).collect();
        Self { width, height, light, near: vec![f32::NEG_INFINITY; width * height] }
    }

    /// The samples between two corners, as far as they are on the picture.
    fn samples(&self, min: [f32; 2], max: [f32; 2]) -> impl Iterator<Item = (usize, f32, f32)> + use<> {
        let span = |k: usize, size: usize| {
            (min[k].floor().max(0.0) as usize)..((max[k].ceil() + 1.0).clamp(0.0, size as f32) as usize)
        };
        let (columns, width) = (span(0, self.width), self.width);
        span(1, self.height)
            .flat_map(move |y| columns.clone().map(move |x| (y * width + x, x as f32 + 0.5, y as f32 + 0.5)))
    }

    /// Draws a mesh with smooth shading and thin edges; `colors` has one colour a face.
    pub fn mesh(&mut self, mesh: &Mesh, colors: &[Vec3], camera: &Camera) {
        let seen: Vec<Vec3> = mesh.vertices.iter().map(|&v| camera.seen(v)).collect();
        let normals: Vec<Vec3> = normals(mesh).iter().map(|&n| camera.turned(n)).collect();
        for (face, &color) in mesh.faces.iter().zip(colors) {
            let corners = face.map(|vertex| seen[vertex as usize]);
            let normals = face.map(|vertex| normals[vertex as usize]);
            self.face(corners, normals, color);
        }
    }

    fn face(&mut self, [a, b, c]: [Vec3; 3], normals: [Vec3; 3], color: Vec3) {
        let side = |p: Vec3, q: Vec3, x: f32, y: f32| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        let area = side(a, b, c[0], c[1]);
        if area == 0.0 {
            return;
        }
        let sides = [(b, c), (c, a), (a, b)];
        // Heights over the sides turn weights into distances from the edges.
        let heights = sides.map(|(p, q)| area.abs() / (q[0] - p[0]).hypot(q[1] - p[1]));
        let corner = |pick: fn(f32, f32) -> f32| [0, 1].map(|k| pick(pick(a[k], b[k]), c[k]));
        for (sample, x, y) in self.samples(corner(f32::min), corner(f32::max)) {
            let w = sides.map(|(p, q)| side(p, q, x, y) / area);
            let near = w[0] * a[2] + w[1] * b[2] + w[2] * c[2];
            if w.iter().any(|&w| w < 0.0) || near <= self.near[sample] {
                continue;
            }
            let normal =
                unit(std::array::from_fn(|k| (0..3).map(|corner| w[corner] * normals[corner][k]).sum()));
            let edge = (0..3).map(|k| w[k] * heights[k]).fold(f32::INFINITY, f32::min);
            let line = 0.30 * (1.0 - edge / (0.9 * SAMPLES as f32)).clamp(0.0, 1.0);
            self.near[sample] = near;
            self.light[sample] = scaled(lit(color, normal), 1.0 - line);
        }
    }

    /// Draws translucent balls, the far ones first: the middle clear, the rim `rim` thick.
    pub fn spheres(&mut self, spheres: impl Iterator<Item = (Sphere, Vec3, [f32; 2])>, camera: &Camera) {
        let mut seen: Vec<_> = spheres
            .map(|(sphere, color, alphas)| {
                (camera.seen(sphere.center), sphere.radius * camera.zoom, color, alphas)
            })
            .collect();
        seen.sort_by(|(a, ..), (b, ..)| a[2].total_cmp(&b[2]));
        for ([cx, cy, cz], radius, color, [middle, rim]) in seen {
            for (sample, x, y) in self.samples([cx - radius, cy - radius], [cx + radius, cy + radius]) {
                let (dx, dy) = ((x - cx) / radius, (cy - y) / radius);
                let depth = 1.0 - dx * dx - dy * dy;
                if depth <= 0.0 || cz + radius * depth.sqrt() <= self.near[sample] {
                    continue;
                }
                let normal = [dx, dy, depth.sqrt()];
                let alpha = middle + (rim - middle) * (1.0 - normal[2]).powi(2);
                let shine = 0.8 * dot(normal, unit([-0.45, 0.65, 0.75])).max(0.0).powi(40);
                let ball = std::array::from_fn(|k| color[k] * (0.75 + 0.35 * normal[1]) + shine);
                self.light[sample] = mix(self.light[sample], ball, (alpha + shine * rim).min(1.0));
            }
        }
    }

    /// Averages the samples and hands each pixel's colour to `put`, row by row.
    pub fn resolve(&self, mut put: impl FnMut(usize, [u8; 3])) {
        let width = self.width / SAMPLES;
        for pixel in 0..width * (self.height / SAMPLES) {
            let (x, y) = (pixel % width * SAMPLES, pixel / width * SAMPLES);
            let mut sum = [0.0; 3];
            for k in 0..SAMPLES * SAMPLES {
                let sample = self.light[(y + k / SAMPLES) * self.width + x + k % SAMPLES];
                sum = std::array::from_fn(|c| sum[c] + sample[c]);
            }
            let mean = scaled(sum, ((SAMPLES * SAMPLES) as f32).recip());
            put(pixel, mean.map(|x| (x.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8));
        }
    }
}

/// One normal a vertex: those of its faces, weighted by area.
fn normals(mesh: &Mesh) -> Vec<Vec3> {
    let mut normals = vec![[0.0; 3]; mesh.vertices.len()];
    for face in &mesh.faces {
        let [a, b, c] = face.map(|vertex| mesh.vertices[vertex as usize]);
        let normal = cross(sub(b, a), sub(c, a));
        for vertex in face {
            let sum = &mut normals[*vertex as usize];
            *sum = std::array::from_fn(|k| sum[k] + normal[k]);
        }
    }
    normals.into_iter().map(unit).collect()
}

/// A warm lamp from the upper left, a cool sky, and a rim of light where the surface turns away.
fn lit(color: Vec3, normal: Vec3) -> Vec3 {
    let lamp = (dot(normal, unit([-0.55, 0.6, 0.6])) * 0.8 + 0.2).max(0.0);
    let sky = 0.5 + 0.5 * normal[1];
    let rim = (1.0 - normal[2].clamp(0.0, 1.0)).powi(3);
    let light = |warm: f32, cool: f32| 0.85 * warm * lamp + 0.22 * cool * sky + 0.06;
    let tint = [light(1.0, 0.75), light(0.95, 0.9), light(0.86, 1.2)];
    std::array::from_fn(|k| color[k] * tint[k] + rim * [0.10, 0.16, 0.30][k])
}
