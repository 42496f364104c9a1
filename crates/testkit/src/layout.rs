//! What the columns of a shape mean, read off their names, so that one generator serves every shape.

use soa::ShapeKind;

/// What a group of columns is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A point: a vertex, a center, a start.
    Point,
    /// The lower corner of an axis-aligned box.
    Min,
    /// Its upper corner.
    Max,
    /// From the point before it to the end of a segment.
    Direction,
    /// A radius, not negative.
    Radius,
    /// Half extents, not negative.
    Extent,
    /// An axis, not zero.
    Axis,
    /// A number of its own.
    Value,
}

/// Columns that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What they are.
    pub kind: Kind,
    /// The first of them.
    pub start: usize,
    /// How many they are.
    pub dim: usize,
}

/// The fields of a shape in column order.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The fields.
    pub fields: Vec<Field>,
    /// The number of columns.
    pub columns: usize,
}

impl Layout {
    /// Reads the column names: `ax ay` are a point, `dx dy` a direction, `hx hy` half extents, `ux uy` an
    /// axis.
    pub fn of(shape: ShapeKind) -> Self {
        let mut fields: Vec<Field> = Vec::new();
        let mut last = None;
        for (start, name) in shape.columns().iter().enumerate() {
            let prefix = name.strip_suffix(['x', 'y', 'z']);
            match (prefix, fields.last_mut()) {
                (Some(prefix), Some(field)) if last == Some(prefix) => field.dim += 1,
                _ => fields.push(Field { kind: kind(name, prefix), start, dim: 1 }),
            }
            last = prefix;
        }
        Self { fields, columns: shape.columns().len() }
    }

    /// The fields of this kind.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = Field> + '_ {
        self.fields.iter().copied().filter(move |field| field.kind == kind)
    }

    /// The first field of this kind.
    pub fn first(&self, kind: Kind) -> Option<Field> {
        self.all(kind).next()
    }

    /// Whether a valid row of this shape can be degenerate at all: a lone point cannot.
    pub fn can_degenerate(&self) -> bool {
        self.fields.len() > 1
    }

    /// Whether a row is less than its shape promises: a triangle of zero area (in f64), a radius or half
    /// extent of zero, a zero direction, an axis-aligned box that is flat.
    pub fn degenerate(&self, row: &[f32]) -> bool {
        let mut points = self.all(Kind::Point);
        let flat = match (points.next(), points.next(), points.next()) {
            (Some(a), Some(b), Some(c)) => zero_area(row, [a, b, c]),
            _ => false,
        };
        let flat_box = match (self.first(Kind::Min), self.first(Kind::Max)) {
            (Some(min), Some(max)) => (0..min.dim).any(|k| row[min.start + k] == row[max.start + k]),
            _ => false,
        };
        flat || flat_box
            || self.fields.iter().any(|field| {
                let mut values = row[field.start..field.start + field.dim].iter();
                match field.kind {
                    Kind::Radius | Kind::Extent => values.any(|&x| x == 0.0),
                    Kind::Direction => values.all(|&x| x == 0.0),
                    _ => false,
                }
            })
    }
}

fn kind(name: &str, prefix: Option<&str>) -> Kind {
    match prefix {
        Some("" | "a" | "b" | "c") => Kind::Point,
        Some("min_") => Kind::Min,
        Some("max_") => Kind::Max,
        Some("d") => Kind::Direction,
        Some("h") => Kind::Extent,
        Some("u" | "v" | "w") => Kind::Axis,
        _ if name.ends_with("radius") => Kind::Radius,
        _ => Kind::Value,
    }
}

fn zero_area(row: &[f32], [a, b, c]: [Field; 3]) -> bool {
    let edge = |to: Field, k: usize| f64::from(row[to.start + k]) - f64::from(row[a.start + k]);
    let cross = |i: usize, j: usize| edge(b, i) * edge(c, j) - edge(b, j) * edge(c, i);
    (0..a.dim).all(|i| (0..i).all(|j| cross(i, j) == 0.0))
}
