//! Random pairs of shapes, by family. One mechanism for every shape: it fills the fields of a [`Layout`].

use soa::ShapeKind;

use crate::families::Family;
use crate::layout::{Field, Kind, Layout};
use crate::rng::Rng;

/// The smallest positive f32.
const TINY: f32 = f32::from_bits(1);

/// Makes valid pairs of two shapes.
#[derive(Clone, Debug)]
pub struct Generator {
    rng: Rng,
    a: Layout,
    b: Layout,
    frame: Frame,
}

/// What both shapes of a pair have in common.
#[derive(Clone, Copy, Debug)]
struct Frame {
    family: Family,
    /// Whole coordinates instead of fractions.
    whole: bool,
    scale: f32,
    offset: [f32; 3],
    /// Along a line.
    along: [f32; 3],
}

impl Frame {
    const START: Self =
        Self { family: Family::Uniform, whole: false, scale: 1.0, offset: [0.0; 3], along: [0.0; 3] };
}

impl Generator {
    /// A generator for these shapes.
    pub fn new(rng: Rng, left: ShapeKind, right: ShapeKind) -> Self {
        Self { rng, a: Layout::of(left), b: Layout::of(right), frame: Frame::START }
    }

    /// The generator's own random numbers, for choices beside the coordinates.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// What the columns of the left shape mean.
    pub fn left(&self) -> &Layout {
        &self.a
    }

    /// What the columns of the right shape mean.
    pub fn right(&self) -> &Layout {
        &self.b
    }

    /// Writes a valid pair of this family.
    pub fn pair(&mut self, family: Family, a: &mut [f32], b: &mut [f32]) {
        self.frame = self.draw_frame(family);
        let Self { rng, a: la, b: lb, frame } = self;
        let mut fill = Fill { rng, frame };
        // Either shape can be the one that takes over corners of the other.
        if fill.rng.one_in(2) {
            fill.shape(la, a, None);
            fill.shape(lb, b, Some((la, a)));
        } else {
            fill.shape(lb, b, None);
            fill.shape(la, a, Some((lb, b)));
        }
    }

    /// Moves one value of the pair by one unit in the last place; it stays valid.
    pub fn neighbour(&mut self, a: &mut [f32], b: &mut [f32]) {
        let k = self.rng.below(a.len() + b.len());
        let up = self.rng.one_in(2);
        let x = if k < a.len() { &mut a[k] } else { &mut b[k - a.len()] };
        *x = if up { x.next_up() } else { x.next_down() };
        mend(&self.a, a);
        mend(&self.b, b);
    }

    fn draw_frame(&mut self, family: Family) -> Frame {
        let rng = &mut self.rng;
        let whole = match family {
            Family::Grid => true,
            Family::Uniform => false,
            _ => rng.one_in(2),
        };
        let mut frame = Frame { family, whole, ..Frame::START };
        match family {
            Family::Far => {
                let size = (rng.below(36) as f32 + 4.0).exp2();
                frame.offset = [(); 3].map(|()| size * rng.whole(1));
            }
            Family::Collinear => {
                frame.offset = [(); 3].map(|()| rng.whole(3));
                frame.along = [(); 3].map(|()| if whole { rng.whole(2) } else { rng.signed() });
            }
            // From where only products of three differences overflow to where the differences do.
            Family::Huge => frame.scale = (rng.pick(&[40.0_f32, 61.0, 63.0, 90.0, 124.0, 126.0])).exp2(),
            Family::Subnormal => {
                frame.scale = rng.pick(&[TINY, TINY * 1024.0, f32::MIN_POSITIVE, 1e-30, 1e-20]);
            }
            _ => {}
        }
        frame
    }
}

/// Makes a row valid: finite, radii and extents not negative, boxes upright, axes not zero.
pub fn mend(layout: &Layout, row: &mut [f32]) {
    for x in row.iter_mut() {
        if !x.is_finite() {
            *x = if x.is_nan() { 0.0 } else { f32::MAX.copysign(*x) };
        }
    }
    for field in &layout.fields {
        let range = field.start..field.start + field.dim;
        match field.kind {
            // A zero keeps its sign: -0 is a valid radius.
            Kind::Radius | Kind::Extent => {
                row[range].iter_mut().filter(|x| **x < 0.0).for_each(|x| *x = -*x);
            }
            Kind::Axis if row[range.clone()].iter().all(|&x| x == 0.0) => row[range.start] = 1.0,
            Kind::Max => {
                let min = layout.first(Kind::Min).map_or(0, |min| min.start);
                for k in 0..field.dim {
                    if row[min + k] > row[field.start + k] {
                        row.swap(min + k, field.start + k);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a shape has round corners, and is no path.
fn is_rounded(layout: &Layout) -> bool {
    let has = |kind| layout.first(kind).is_some();
    layout.fields.len() > 2 && has(Kind::Radius) && !has(Kind::Direction)
}

/// The corners of a shape, but of an oriented box in space, or its center, or its ends.
fn corners((layout, row): (&Layout, &[f32])) -> Vec<[f32; 3]> {
    let of = |kind| {
        layout
            .all(kind)
            .map(|field| core::array::from_fn(|k| if k < field.dim { row[field.start + k] } else { 0.0 }))
    };
    let corners_of = |(min, max): ([f32; 3], [f32; 3])| {
        (0..8).map(move |n| core::array::from_fn(|k| if n >> k & 1 == 0 { min[k] } else { max[k] }))
    };
    let end = |(start, way): ([f32; 3], [f32; 3])| core::array::from_fn(|k| start[k] + way[k]);
    let ends = of(Kind::Point).zip(of(Kind::Direction)).map(end);
    let aabb = of(Kind::Min).zip(of(Kind::Max)).flat_map(corners_of);
    let oriented = of(Kind::Point).zip(of(Kind::Extent).zip(of(Kind::Axis)));
    let oriented = oriented.filter(|_| layout.all(Kind::Axis).count() == 1).flat_map(corners_of_box);
    of(Kind::Point).chain(ends).chain(aabb).chain(oriented).collect()
}

/// The corners of an oriented box of the plane, from its center, half extents and axis.
fn corners_of_box((center, ([hx, hy, _], [ux, uy, _])): ([f32; 3], ([f32; 3], [f32; 3]))) -> [[f32; 3]; 4] {
    let k = ux * ux + uy * uy;
    [(hx, hy), (hx, -hy), (-hx, hy), (-hx, -hy)].map(|(along, across)| {
        let [x, y] = [along * ux - across * uy, along * uy + across * ux];
        [center[0] + x / k, center[1] + y / k, 0.0]
    })
}

/// A pair in the making.
struct Fill<'a> {
    rng: &'a mut Rng,
    frame: &'a Frame,
}

impl Fill<'_> {
    fn shape(&mut self, layout: &Layout, row: &mut [f32], other: Option<(&Layout, &[f32])>) {
        let other = other.filter(|(other, _)| !other.fields.is_empty());
        let frame = self.frame;
        let mut family = *frame;
        // Unit-sized shapes each have a place of their own.
        if frame.family == Family::Uniform {
            family.offset = [(); 3].map(|()| 2.0 * self.rng.unit());
        }
        let mut fill = Fill { rng: self.rng, frame: &family };
        let style = fill.rng.below(8);
        for &field in &layout.fields {
            fill.field(layout, field, style, row, other);
        }
        if frame.family == Family::Nudged {
            for x in row.iter_mut() {
                let (steps, up) = (fill.rng.below(3), fill.rng.one_in(2));
                *x = (0..steps).fold(*x, |x, _| if up { x.next_up() } else { x.next_down() });
            }
        }
        mend(layout, row);
    }

    fn field(
        &mut self,
        layout: &Layout,
        Field { kind, start, dim }: Field,
        style: usize,
        row: &mut [f32],
        other: Option<(&Layout, &[f32])>,
    ) {
        let range = start..start + dim;
        match kind {
            Kind::Point | Kind::Min | Kind::Max => {
                let point = self.point_or_anchor(other);
                let again = self.frame.family == Family::PointLike && start > 0 && !self.rng.one_in(16);
                if again {
                    row.copy_within(0..dim, start);
                } else {
                    row[range].copy_from_slice(&point[..dim]);
                }
            }
            Kind::Direction => {
                let end = self.point_or_anchor(other);
                let none = self.frame.family == Family::PointLike || self.rng.one_in(32);
                for k in 0..dim {
                    row[start + k] = if none { 0.0 } else { end[k] - row[start - dim + k] };
                }
            }
            Kind::Radius => row[start] = self.radius(layout, start, row, other),
            Kind::Extent => row[range].fill_with(|| self.extent()),
            Kind::Axis if layout.first(Kind::Axis).is_some_and(|first| first.start == start) => {
                let axes = layout.all(Kind::Axis).count();
                self.axes(style, &mut row[start..start + axes * dim]);
            }
            Kind::Axis => {} // all axes were drawn with the first
            Kind::Value => row[range].fill_with(|| self.coordinate(0)),
        }
    }

    /// A new point, or one of the other shape's.
    fn point_or_anchor(&mut self, other: Option<(&Layout, &[f32])>) -> [f32; 3] {
        let take_over = match self.frame.family {
            Family::Shared | Family::Nudged | Family::Touching => self.rng.one_in(2),
            Family::PointLike => self.rng.one_in(3),
            _ => self.rng.one_in(8),
        };
        match other.filter(|_| take_over) {
            Some((layout, row)) => self.anchor(layout, row),
            None => self.point(),
        }
    }

    fn point(&mut self) -> [f32; 3] {
        let frame = *self.frame;
        if frame.family == Family::Collinear {
            let t = if frame.whole { self.rng.whole(3) } else { 3.0 * self.rng.signed() };
            return core::array::from_fn(|k| frame.offset[k] + t * frame.along[k]);
        }
        core::array::from_fn(|k| self.coordinate(k))
    }

    fn coordinate(&mut self, axis: usize) -> f32 {
        let Frame { family, whole, scale, offset, .. } = *self.frame;
        let rng = &mut *self.rng;
        match family {
            Family::SignedZeros => rng.pick(&[0.0, -0.0, 0.0, -0.0, 1.0, -1.0]),
            Family::Mixed => {
                let bits = rng.bits();
                // 255 would be infinite; whole mantissas are more likely to meet exactly.
                let exponent = ((bits >> 32) % 255) as u32;
                let mantissa = if whole { (bits as u32) & 0x0060_0000 } else { (bits as u32) & 0x007f_ffff };
                f32::from_bits((exponent << 23) | mantissa | ((bits >> 63) as u32) << 31)
            }
            Family::Uniform => offset[axis] + rng.unit(),
            _ if whole => offset[axis] + scale * rng.whole(3),
            Family::Subnormal if scale == TINY => f32::from_bits(rng.bits() as u32 & 0x807f_ffff),
            _ => offset[axis] + scale * (2.0 * rng.signed()),
        }
    }

    /// A radius; often the one with which the shape's first point has a point of the other shape on its border.
    fn radius(
        &mut self,
        layout: &Layout,
        column: usize,
        row: &mut [f32],
        other: Option<(&Layout, &[f32])>,
    ) -> f32 {
        let meet = self.frame.family == Family::Touching || self.rng.one_in(4);
        let Some((other, other_row)) = other.filter(|_| meet) else { return self.extent() };
        if [layout, other].into_iter().any(is_rounded) {
            return self.gap([(layout, &*row), (other, other_row)], column);
        }
        let anchor = self.anchor(other, other_row);
        let dim = layout.fields[0].dim;
        let way: [f64; 3] =
            core::array::from_fn(|k| if k < dim { f64::from(anchor[k]) - f64::from(row[k]) } else { 0.0 });
        // The rest of the shape leads away from there, or it would be nearer than the first point is.
        if let Some(Field { start, .. }) = layout.first(Kind::Direction)
            && (0..dim).map(|k| f64::from(row[start + k]) * way[k]).sum::<f64>() > 0.0
        {
            row[start..start + dim].iter_mut().for_each(|x| *x = -*x);
        }
        // A second radius is half of the sum of both, or a unit in the last place less.
        if let Some(Field { start, .. }) = layout.first(Kind::Radius)
            && start < column
        {
            row[start] /= 2.0;
            let half = row[start];
            return if half > 0.0 && self.rng.one_in(2) { half.next_down() } else { half };
        }
        way.iter().map(|x| x.powi(2)).sum::<f64>().sqrt() as f32
    }

    /// The distance of the nearest corners of two shapes less all their radii but that of a column of the first,
    /// or a unit in the last place less.
    fn gap(&mut self, [a, b]: [(&Layout, &[f32]); 2], column: usize) -> f32 {
        let radii = |(layout, row): (&Layout, &[f32]), before: usize| -> f64 {
            let fields = layout.all(Kind::Radius).filter(|field| field.start < before);
            fields.map(|field| f64::from(row[field.start])).sum()
        };
        let distance = |p: [f32; 3], q: [f32; 3]| {
            let [x, y, z] = [0, 1, 2].map(|k| f64::from(p[k]) - f64::from(q[k]));
            (x * x + y * y + z * z).sqrt()
        };
        let (p, q) = (corners(a), corners(b));
        let nearest = p.iter().flat_map(|&p| q.iter().map(move |&q| distance(p, q))).fold(f64::MAX, f64::min);
        let gap = (nearest - radii(a, column) - radii(b, usize::MAX)).max(0.0) as f32;
        if gap > 0.0 && self.rng.one_in(2) { gap.next_down() } else { gap }
    }

    fn extent(&mut self) -> f32 {
        match self.frame.family {
            _ if self.rng.one_in(16) => 0.0,
            Family::PointLike if self.rng.one_in(2) => 0.0,
            Family::Uniform => 0.1 + 0.4 * self.rng.unit(),
            Family::Far | Family::Collinear if self.frame.whole => self.rng.whole(3).abs(),
            Family::Far | Family::Collinear => self.rng.unit(),
            _ => self.coordinate(0).abs(),
        }
    }

    /// All axes of a box: exactly along the coordinates, by an angle, or of any length and direction.
    fn axes(&mut self, style: usize, out: &mut [f32]) {
        let (s, c) = match style {
            0 | 1 => self.rng.pick(&[(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, -0.0)]),
            2 => self.rng.pick(&[(0.6, 0.8), (-0.8, 0.6), (0.6, -0.8)]),
            3 => {
                out.fill_with(|| self.coordinate(0) - self.frame.offset[0]);
                return;
            }
            _ => self.direction(),
        };
        if out.len() == 2 {
            out.copy_from_slice(&[c, s]);
            return;
        }
        // A turn about z, then a turn about x.
        let (t, d) = if style < 2 { (s, c) } else { self.direction() };
        out.copy_from_slice(&[c, s * d, s * t, -s, c * d, c * t, 0.0, -t, d]);
    }

    /// The sine and cosine of an angle: those of C libraries differ in the last place.
    fn direction(&mut self) -> (f32, f32) {
        libm::sincosf(self.rng.unit() * core::f32::consts::TAU)
    }

    /// A point of the other shape's boundary, as well as f32 can say it: a corner, or between two corners.
    fn anchor(&mut self, layout: &Layout, row: &[f32]) -> [f32; 3] {
        let corner = self.corner(layout, row);
        if self.frame.family == Family::Touching && self.rng.one_in(2) {
            let next = self.corner(layout, row);
            let t = self.rng.pick(&[0.5, 0.25, 0.75, 0.125, 1.0 / 3.0]);
            return core::array::from_fn(|k| corner[k] + t * (next[k] - corner[k]));
        }
        corner
    }

    fn corner(&mut self, layout: &Layout, row: &[f32]) -> [f32; 3] {
        let mut corner = [0.0; 3];
        let points = layout.all(Kind::Point).count();
        if points > 0
            && let Some(field) = layout.all(Kind::Point).nth(self.rng.below(points))
        {
            corner[..field.dim].copy_from_slice(&row[field.start..field.start + field.dim]);
        }
        for &Field { kind, start, dim } in &layout.fields {
            match kind {
                Kind::Min => corner[..dim].copy_from_slice(&row[start..start + dim]),
                Kind::Max => (0..dim).filter(|_| self.rng.one_in(2)).for_each(|k| corner[k] = row[start + k]),
                Kind::Direction => {
                    let t = self.rng.pick(&[0.0, 1.0]);
                    (0..dim).for_each(|k| corner[k] += t * row[start + k]);
                }
                Kind::Radius => {
                    let way =
                        self.rng.pick(&[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.6, -0.8], [-0.8, -0.6]]);
                    (0..2).for_each(|k| corner[k] += row[start] * way[k]);
                }
                Kind::Extent => self.box_corner(dim, &row[start..], &mut corner),
                Kind::Point | Kind::Axis | Kind::Value => {}
            }
        }
        corner
    }

    /// Adds the way from a box's center to one of its corners; `row` begins with the half extents.
    fn box_corner(&mut self, dim: usize, row: &[f32], corner: &mut [f32; 3]) {
        let sides: [f32; 3] = [(); 3].map(|()| self.rng.pick(&[1.0, -1.0, 1.0, -1.0, 0.0]));
        let (extents, axes) = row.split_at(dim);
        for k in 0..dim {
            let along = |axis: usize| match (dim, axis) {
                (2, 1) => [-axes[1], axes[0]][k],
                _ => axes[axis * dim + k],
            };
            corner[k] += (0..dim).map(|axis| sides[axis] * extents[axis] * along(axis)).sum::<f32>();
        }
    }
}
