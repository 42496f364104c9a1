//! Drawing that both pictures share: shapes, text and files, in logical units that a scale turns into pixels.

use std::io;
use std::path::Path;

use ab_glyph::{Font, FontRef, OutlineCurve, Point as GlyphPoint, ScaleFont};
use color_quant::NeuQuant;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, Paint, Path as Outline, PathBuilder, Pixmap,
    PremultipliedColorU8, Rect, Stroke, Transform,
};

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

/// Weight of the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// For reading.
    Regular,
    /// For titles and numbers.
    Bold,
}

/// Where a text stands, measured from its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Starts there.
    Left,
    /// Its middle is there.
    Center,
    /// Ends there.
    Right,
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Height of the letters' em square.
    pub size: f32,
    /// Weight.
    pub weight: Weight,
    /// Colour.
    pub ink: Ink,
    /// Place.
    pub align: Align,
    /// A rim in this colour, so that the text reads on any ground.
    pub halo: Option<Ink>,
}

impl Style {
    /// Regular, to the right of its point.
    pub const fn new(size: f32, ink: Ink) -> Self {
        Self { size, weight: Weight::Regular, ink, align: Align::Left, halo: None }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    /// The same, aligned otherwise.
    pub const fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// The same with a rim.
    pub const fn with_halo(self, halo: Ink) -> Self {
        Self { halo: Some(halo), ..self }
    }
}

/// A picture in the making.
pub struct Canvas {
    pixmap: Pixmap,
    scale: f32,
    clip: Option<Mask>,
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

impl Canvas {
    /// A blank picture of `width` by `height` logical units, `scale` pixels each.
    pub fn new([width, height]: [f32; 2], scale: f32) -> anyhow::Result<Self> {
        let pixels = |length: f32| (length * scale).round() as u32;
        let pixmap = Pixmap::new(pixels(width), pixels(height));
        Ok(Self {
            pixmap: pixmap.ok_or_else(|| anyhow::anyhow!("no picture has {width} x {height} units"))?,
            scale,
            clip: None,
            regular: FontRef::try_from_slice(notosans::REGULAR_TTF)?,
            bold: FontRef::try_from_slice(notosans::BOLD_TTF)?,
        })
    }

    /// From here on only this rectangle is drawn into.
    pub fn clip(&mut self, rect: Rect) {
        let mask = Mask::new(self.pixmap.width(), self.pixmap.height()).map(|mut mask| {
            mask.fill_path(&PathBuilder::from_rect(rect), FillRule::Winding, true, self.transform());
            mask
        });
        self.clip = mask;
    }

    /// Everything is drawn again.
    pub fn unclip(&mut self) {
        self.clip = None;
    }

    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }

    /// Fills an outline; where it winds around a part twice in opposite directions there is a hole.
    pub fn fill(&mut self, outline: &Outline, ink: Ink) {
        let transform = self.transform();
        self.pixmap.fill_path(outline, &ink.paint(), FillRule::EvenOdd, transform, self.clip.as_ref());
    }

    /// Draws along an outline.
    pub fn stroke(&mut self, outline: &Outline, width: f32, ink: Ink) {
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        let transform = self.transform();
        self.pixmap.stroke_path(outline, &ink.paint(), &stroke, transform, self.clip.as_ref());
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], width: f32, ink: Ink) {
        let mut path = PathBuilder::new();
        path.move_to(from[0], from[1]);
        path.line_to(to[0], to[1]);
        if let Some(path) = path.finish() {
            self.stroke(&path, width, ink);
        }
    }

    /// Fills a disk.
    pub fn disk(&mut self, [x, y]: [f32; 2], radius: f32, ink: Ink) {
        if let Some(circle) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&circle, ink);
        }
    }

    /// Draws a circle.
    pub fn ring(&mut self, [x, y]: [f32; 2], radius: f32, width: f32, ink: Ink) {
        if let Some(circle) = PathBuilder::from_circle(x, y, radius) {
            self.stroke(&circle, width, ink);
        }
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, rect: Rect, ink: Ink) {
        self.fill(&PathBuilder::from_rect(rect), ink);
    }

    /// Draws a rectangle's frame.
    pub fn frame(&mut self, rect: Rect, width: f32, ink: Ink) {
        self.stroke(&PathBuilder::from_rect(rect), width, ink);
    }

    /// Sets a line of text.
    pub fn text(&mut self, text: &str, [x, y]: [f32; 2], style: Style) {
        let start = match style.align {
            Align::Left => x,
            Align::Center => x - self.width(text, style) / 2.0,
            Align::Right => x - self.width(text, style),
        };
        let Some(outline) = self.outline(text, [start, y], style) else { return };
        if let Some(halo) = style.halo {
            self.stroke(&outline, style.size / 5.0, halo);
        }
        let transform = self.transform();
        let clip = self.clip.as_ref();
        self.pixmap.fill_path(&outline, &style.ink.paint(), FillRule::Winding, transform, clip);
    }

    /// How long a line of text is.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.layout(text, style).1
    }

    fn font(&self, weight: Weight) -> &FontRef<'static> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Each letter with its place along the line, and the whole length.
    fn layout(&self, text: &str, style: Style) -> (Vec<(ab_glyph::GlyphId, f32)>, f32) {
        let font = self.font(style.weight);
        let font = font.as_scaled(em_to_scale(font, style.size));
        let (mut x, mut last, mut letters) = (0.0, None, Vec::new());
        for glyph in text.chars().map(|letter| font.glyph_id(letter)) {
            x += last.map_or(0.0, |last| font.kern(last, glyph));
            letters.push((glyph, x));
            x += font.h_advance(glyph);
            last = Some(glyph);
        }
        (letters, x)
    }

    /// The outlines of all letters.
    fn outline(&self, text: &str, [x, y]: [f32; 2], style: Style) -> Option<Outline> {
        let font = self.font(style.weight);
        let unit = style.size / font.units_per_em()?;
        let mut path = PathBuilder::new();
        for (glyph, offset) in self.layout(text, style).0 {
            let at = |p: GlyphPoint| (x + offset + p.x * unit, y - p.y * unit);
            let mut pen = None;
            for curve in font.outline(glyph).map(|outline| outline.curves).unwrap_or_default() {
                let (start, end) = match curve {
                    OutlineCurve::Line(a, b)
                    | OutlineCurve::Quad(a, _, b)
                    | OutlineCurve::Cubic(a, _, _, b) => (at(a), at(b)),
                };
                if pen != Some(start) {
                    path.move_to(start.0, start.1);
                }
                match curve {
                    OutlineCurve::Line(..) => path.line_to(end.0, end.1),
                    OutlineCurve::Quad(_, c, _) => path.quad_to(at(c).0, at(c).1, end.0, end.1),
                    OutlineCurve::Cubic(_, c, d, _) => {
                        path.cubic_to(at(c).0, at(c).1, at(d).0, at(d).1, end.0, end.1);
                    }
                }
                pen = Some(end);
            }
        }
        path.finish()
    }

    /// Writes the picture as PNG, in full colour.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let png = self.pixmap.encode_png().map_err(io::Error::other)?;
        std::fs::write(file, png)
    }

    /// Writes a small copy for a page: half the size, in a palette.
    pub fn save_small(&self, file: &Path) -> io::Result<()> {
        std::fs::write(file, encode_small(&self.pixmap).map_err(io::Error::other)?)
    }
}

/// Half as wide, half as high and in 256 colours: a small file that still looks the same.
fn encode_small(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (pixmap.width() / 2, pixmap.height() / 2);
    let mut pixels = Vec::with_capacity(4 * (width * height) as usize);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| pixmap.pixel(2 * x + dx, 2 * y + dy));
        let mean = |channel: fn(PremultipliedColorU8) -> u8| {
            let sum: u32 = four.iter().flatten().map(|pixel| u32::from(channel(*pixel))).sum();
            (sum / 4) as u8
        };
        pixels.extend([
            mean(PremultipliedColorU8::red),
            mean(PremultipliedColorU8::green),
            mean(PremultipliedColorU8::blue),
            u8::MAX,
        ]);
    }
    let quantised = NeuQuant::new(3, 256, &pixels);
    let indices: Vec<u8> = pixels.chunks_exact(4).map(|pixel| quantised.index_of(pixel) as u8).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(quantised.color_map_rgb());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter); // neighbours in a palette are no neighbours in colour
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(file)
}

/// `ab_glyph` measures fonts by their line height; designers and we measure them by the em square.
fn em_to_scale(font: &FontRef<'_>, size: f32) -> f32 {
    font.units_per_em().map_or(size, |em| size * font.height_unscaled() / em)
}

/// The rectangle from `x, y` with a size; sizes here are positive, so there always is one.
pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::from_xywh(x, y, width, height).unwrap_or_else(|| unreachable!("a picture's layout is fixed"))
}

/// A number as people write it: 135,233.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [0, 999, 1000, 135_233, 1_000_000].map(grouped),
            ["0", "999", "1,000", "135,233", "1,000,000"]
        );
    }

    #[test]
    fn text_leaves_ink_where_it_stands() {
        let mut canvas = Canvas::new([100.0, 40.0], 1.0).unwrap();
        let style = Style::new(20.0, Ink(0xFF_FF_FF, 1.0)).aligned(Align::Right);
        canvas.text("Hm", [95.0, 30.0], style);
        let width = canvas.width("Hm", style);
        assert!((20.0..45.0).contains(&width), "{width}");
        let inked = |x: u32| (0..40).any(|y| canvas.pixmap.pixel(x, y).is_some_and(|p| p.alpha() > 0));
        assert!((70..95).any(inked) && !(0..45).any(inked) && !(96..100).any(inked));
    }

    #[test]
    fn a_clip_keeps_ink_inside() {
        let mut canvas = Canvas::new([10.0, 10.0], 1.0).unwrap();
        canvas.clip(rect(0.0, 0.0, 5.0, 10.0));
        canvas.rect(rect(0.0, 0.0, 10.0, 10.0), Ink(0xFF_FF_FF, 1.0));
        let alpha = |x| canvas.pixmap.pixel(x, 5).map_or(0, tiny_skia::PremultipliedColorU8::alpha);
        assert_eq!((alpha(2), alpha(8)), (255, 0));
    }
}
