//! Drawing that all pictures share, in logical units that a scale turns into pixels.

use anyhow::{Context, Result};
use scalar::dim2::Aabb;
use tiny_skia::{
    Color, ColorU8, FillRule, LineCap, LineJoin, Mask, Paint, Path as Outline, PathBuilder, Pixmap, Rect,
    Stroke, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

/// A colour: `0xRRGGBB`, and how much of it covers what is below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink(pub u32, pub f32);

impl Ink {
    /// The same colour, thinner.
    pub fn alpha(self, alpha: f32) -> Self {
        Self(self.0, alpha)
    }

    fn paint(self) -> Paint<'static> {
        let [_, r, g, b] = self.0.to_be_bytes();
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(Color::from_rgba8(r, g, b, (self.1.clamp(0.0, 1.0) * 255.0).round() as u8));
        paint
    }
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Height of the letters' em square.
    size: f32,
    ink: Ink,
    bold: bool,
    /// The part of its length that lies left of the text's point.
    left: f32,
    /// A rim in this colour, so that the text reads on any ground.
    halo: Option<Ink>,
}

impl Style {
    /// Regular, to the right of its point.
    pub const fn new(size: f32, ink: Ink) -> Self {
        Self { size, ink, bold: false, left: 0.0, halo: None }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same about its point.
    pub const fn centered(self) -> Self {
        Self { left: 0.5, ..self }
    }

    /// The same, ending at its point.
    pub const fn right(self) -> Self {
        Self { left: 1.0, ..self }
    }

    /// The same with a rim.
    pub const fn with_halo(self, halo: Ink) -> Self {
        Self { halo: Some(halo), ..self }
    }
}

/// A picture in the making.
pub struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    clip: Option<Mask>,
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Canvas {
    /// A picture of `width` by `height` logical units, `scale` pixels each, of one colour.
    pub fn new([width, height]: [f32; 2], scale: f32, ink: Ink) -> Result<Self> {
        let pixels = |length: f32| (length * scale).round() as u32;
        let pixmap = Pixmap::new(pixels(width), pixels(height));
        let mut canvas = Self {
            pixmap: pixmap.with_context(|| format!("no picture has {width} x {height} units"))?,
            transform: Transform::from_scale(scale, scale),
            clip: None,
            regular: Face::parse(notosans::REGULAR_TTF, 0)?,
            bold: Face::parse(notosans::BOLD_TTF, 0)?,
        };
        canvas.fill(frame(rect(0.0, 0.0, width, height)), ink);
        Ok(canvas)
    }

    /// The picture as a file.
    pub fn png(&self) -> Result<Vec<u8>> {
        Ok(self.pixmap.encode_png()?)
    }

    /// How many pixels a rectangle has, in x and in y.
    pub fn pixels(&self, rect: Rect) -> [usize; 2] {
        let [x, y] = [[rect.left(), rect.right()], [rect.top(), rect.bottom()]].map(|side| self.span(side));
        [x[1] - x[0], y[1] - y[0]]
    }

    fn span(&self, side: [f32; 2]) -> [usize; 2] {
        side.map(|x| (x * self.transform.sx).round() as usize)
    }

    /// Sets the pixels of a rectangle, row by row, to colours from 0 to 255.
    pub fn image(&mut self, rect: Rect, colours: &[[f32; 3]]) {
        let ([width, _], [left, top]) =
            (self.pixels(rect), [rect.left(), rect.top()].map(|x| self.span([x; 2])[0]));
        let row = self.pixmap.width() as usize;
        for (i, colour) in colours.iter().enumerate() {
            let [r, g, b] = colour.map(|x| x.round() as u8);
            let at = (top + i / width) * row + left + i % width;
            if let Some(pixel) = self.pixmap.pixels_mut().get_mut(at) {
                *pixel = ColorU8::from_rgba(r, g, b, u8::MAX).premultiply();
            }
        }
    }

    /// From here on only this rectangle is drawn into, or everything.
    pub fn clip(&mut self, rect: Option<Rect>) {
        self.clip = rect.zip(Mask::new(self.pixmap.width(), self.pixmap.height())).map(|(rect, mut mask)| {
            mask.fill_path(&PathBuilder::from_rect(rect), FillRule::Winding, true, self.transform);
            mask
        });
    }

    /// Fills an outline; where it winds around a part twice in opposite directions there is a hole.
    pub fn fill(&mut self, outline: impl Into<Option<Outline>>, ink: Ink) {
        self.fill_by(FillRule::EvenOdd, outline, ink);
    }

    fn fill_by(&mut self, rule: FillRule, outline: impl Into<Option<Outline>>, ink: Ink) {
        let Some(outline) = outline.into() else { return };
        self.pixmap.fill_path(&outline, &ink.paint(), rule, self.transform, self.clip.as_ref());
    }

    /// Draws along an outline.
    pub fn stroke(&mut self, outline: impl Into<Option<Outline>>, width: f32, ink: Ink) {
        let Some(outline) = outline.into() else { return };
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.pixmap.stroke_path(&outline, &ink.paint(), &stroke, self.transform, self.clip.as_ref());
    }

    /// Sets a line of text on its baseline.
    pub fn text(&mut self, text: &str, [x, y]: [f32; 2], style: Style) {
        let (letters, width) = self.letters(text, style);
        let letters =
            letters.and_then(|path| path.transform(Transform::from_translate(x - style.left * width, y)));
        if let Some(halo) = style.halo {
            self.stroke(letters.clone(), style.size / 5.0, halo);
        }
        self.fill_by(FillRule::Winding, letters, style.ink);
    }

    /// How long a line of text is.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.letters(text, style).1
    }

    /// The outlines of a line of text that starts at the origin, and its length.
    fn letters(&self, text: &str, style: Style) -> (Option<Outline>, f32) {
        let face = if style.bold { &self.bold } else { &self.regular };
        let mut pen = Pen { path: PathBuilder::new(), x: 0.0 };
        for glyph in text.chars().map(|letter| face.glyph_index(letter).unwrap_or_default()) {
            face.outline_glyph(glyph, &mut pen);
            pen.x += face.glyph_hor_advance(glyph).map_or(0.0, f32::from);
        }
        // Fonts have y upwards.
        let unit = style.size / f32::from(face.units_per_em());
        let letters = pen.path.finish().and_then(|path| path.transform(Transform::from_scale(unit, -unit)));
        (letters, unit * pen.x)
    }
}

/// Puts the outlines of letters into a path, one behind the other.
struct Pen {
    path: PathBuilder,
    /// Where the letter starts.
    x: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + x1, y1, self.x + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// A rectangle of the canvas that shows a part of a plane.
pub struct Window {
    pub rect: Rect,
    /// The plane's point in the upper left corner.
    pub corner: [f32; 2],
    /// Canvas units a unit of the plane, in x and in y: negative where the plane has y upwards.
    pub unit: [f32; 2],
}

impl Window {
    /// Where a point of the plane is on the canvas.
    pub fn at(&self, point: [f32; 2]) -> [f32; 2] {
        let start = [self.rect.x(), self.rect.y()];
        [0, 1].map(|k| start[k] + (point[k] - self.corner[k]) * self.unit[k])
    }

    /// How long a length of the plane is on the canvas.
    pub fn length(&self, length: f32) -> f32 {
        length * self.unit[0]
    }

    /// Whether a point of the plane is within the window, this far from its frame at least.
    pub fn shows(&self, point: [f32; 2], margin: f32) -> bool {
        let ([x, y], Some(inner)) = (self.at(point), self.rect.inset(margin, margin)) else { return false };
        x > inner.left() && x < inner.right() && y > inner.top() && y < inner.bottom()
    }

    /// The rectangle of the canvas where a box of the plane is.
    pub fn place(&self, bounds: &Aabb) -> Option<Rect> {
        let ([x0, y0], [x1, y1]) = (self.at(bounds.min), self.at(bounds.max));
        Rect::from_ltrb(x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1))
    }

    /// Whether a part of a box of the plane can be seen.
    pub fn sees(&self, bounds: &Aabb) -> bool {
        self.place(bounds).is_some_and(|place| place.intersect(&self.rect).is_some())
    }
}

/// Closed lines through points.
pub fn outline<R: IntoIterator<Item = [f32; 2]>>(rings: impl IntoIterator<Item = R>) -> Option<Outline> {
    let mut path = PathBuilder::new();
    for ring in rings {
        let mut points = ring.into_iter();
        if let Some([x, y]) = points.next() {
            path.move_to(x, y);
        }
        points.for_each(|[x, y]| path.line_to(x, y));
        path.close();
    }
    path.finish()
}

/// A circle.
pub fn circle([x, y]: [f32; 2], radius: f32) -> Option<Outline> {
    PathBuilder::from_circle(x, y, radius)
}

/// The outline of a rectangle.
pub fn frame(rect: Rect) -> Outline {
    PathBuilder::from_rect(rect)
}

/// The rectangle from `x, y` with a size; sizes here are positive, so there always is one.
pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::from_xywh(x, y, width, height).unwrap_or_else(|| unreachable!("a picture's layout is fixed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_leaves_ink_at_its_point_and_within_the_clip() {
        let mut canvas = Canvas::new([100.0, 40.0], 1.0, Ink(0, 0.0)).unwrap();
        let style = Style::new(20.0, Ink(0xFF_FF_FF, 1.0)).right();
        assert!((20.0..45.0).contains(&canvas.width("Hm", style)));
        for (clip, end) in [(Some(rect(0.0, 0.0, 80.0, 40.0)), 80), (None, 95)] {
            canvas.clip(clip);
            canvas.text("Hm", [95.0, 30.0], style);
            let inked = |x: &u32| (0..40).any(|y| canvas.pixmap.pixel(*x, y).is_some_and(|p| p.alpha() > 0));
            let columns: Vec<u32> = (0..100).filter(inked).collect();
            assert!((45..80).contains(&columns[0]) && (end - 4..end).contains(&columns[columns.len() - 1]));
        }
    }
}
