//! What a column is made of, what makes a struct of floats a row (its column names and the rules its values
//! keep), and the list of shapes, each as a type and as a value.

use core::ops::Range;

use bytemuck::Pod;
use scalar::dim2::{
    Aabb, Capsule, Clip, ClosestPair, Contact, Disk, Line, OrientedBox, Point, Ray, RoundedAabb,
    RoundedCapsule, RoundedDisk, RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Clip3, ClipPoint3, ClosestPair3, Contact3, ContactFace3, Line3, Manifold3, OrientedBox3,
    Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere, RoundedTriangle3, Segment3, Sphere,
    Triangle3,
};

use super::error::{Error, Rule, list};

/// What a column is made of: `f32`. The trait is sealed.
///
/// Columns, views, kernels as values and the driver are generic over it.
pub trait Element:
    sealed::Compiled + Pod + PartialOrd + core::fmt::Display + core::fmt::Debug + Send + Sync + 'static
{
    /// Whether it is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// The nearest `f32`, which errors name.
    fn nearest_f32(self) -> f32;
}

impl Element for f32 {
    #[inline(always)]
    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }

    #[inline(always)]
    fn nearest_f32(self) -> f32 {
        self
    }
}

/// A shape (or a result) that is stored as one column a coordinate.
///
/// The columns are the struct's fields in order, so a row and its columns convert by plain copies. The trait
/// is sealed, because a struct that is not just its floats would not.
pub trait Shape<E: Element = f32>: sealed::Sealed + Pod + Send + Sync + PartialEq + core::fmt::Debug {
    /// The shape as a value.
    const KIND: ShapeKind;
    /// What errors call the collection: `disks`.
    const NAME: &'static str;
    /// The columns in order: `["x", "y", "radius"]`.
    const COLUMNS: &'static [&'static str];
    /// One `T` a column: `[T; 3]`.
    type Of<T: Send + Sync>: AsRef<[T]> + AsMut<[T]> + Send + Sync;

    /// One `T` a column, each made from the column's number.
    fn build<T: Send + Sync>(make: impl FnMut(usize) -> T) -> Self::Of<T>;

    /// The rule beyond finite coordinates that this row breaks, and the column to blame.
    fn broken_rule(&self) -> Option<(usize, Rule)> {
        None
    }

    /// The row's values, one a column.
    #[inline(always)]
    fn values(&self) -> &[E] {
        bytemuck::cast_slice(core::slice::from_ref(self))
    }

    /// The row with these values, one a column.
    #[inline(always)]
    fn from_values(mut value: impl FnMut(usize) -> E) -> Self {
        let mut row = Self::zeroed();
        let values: &mut [E] = bytemuck::cast_slice_mut(core::slice::from_mut(&mut row));
        for (k, slot) in values.iter_mut().enumerate() {
            *slot = value(k);
        }
        row
    }
}

/// Columns of results, to be written.
pub(crate) type Results<'a, S, E = f32> = <S as Shape<E>>::Of<&'a mut [E]>;

/// The most columns that a shape has.
pub const MAX_COLUMNS: usize = 16;

/// Writes a row to place `i` of its columns.
#[inline(always)]
pub(crate) fn write_row<S: Shape, C: AsMut<[f32]> + Send + Sync>(columns: &mut S::Of<C>, i: usize, row: &S) {
    for (column, &x) in columns.as_mut().iter_mut().zip(row.values()) {
        column.as_mut()[i] = x;
    }
}

/// Whether no value of a row is infinite or NaN.
#[inline(always)]
pub(crate) fn is_finite<S: Shape>(row: &S) -> bool {
    row.values().iter().fold(true, |finite, x| finite & x.is_finite())
}

/// The operand of a kernel that has only one: no columns.
// Aligned as the floats that it has none of, or the empty slice of them in `Shape::values` would be
// misaligned.
#[repr(C, align(4))]
#[derive(Clone, Copy, Debug, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Nothing;

/// What is known of a shape beside its type.
pub struct ShapeInfo<E = f32> {
    pub(super) name: &'static str,
    pub(super) columns: &'static [&'static str],
    pub(super) broken_rule: fn(&[&[E]], Range<usize>) -> Option<Broken>,
}

/// The row, the column and the rule that it breaks.
pub(crate) type Broken = (usize, usize, Rule);

impl<E: Element> ShapeInfo<E> {
    pub(super) const fn of<S: Shape<E>>() -> Self {
        Self {
            name: S::NAME,
            columns: S::COLUMNS,
            broken_rule: |columns, mut rows| {
                rows.find_map(|row| {
                    let (k, rule) = S::from_values(|k| columns[k][row]).broken_rule()?;
                    Some((row, k, rule))
                })
            },
        }
    }
}

pub(super) mod sealed {
    use core::ops::Range;

    use super::{Error, ShapeInfo, ShapeKind};

    /// Keeps [`super::Shape`] to this crate.
    pub trait Sealed {}

    /// Keeps [`super::Element`] to this crate, and what generic code does with whole columns of it.
    ///
    /// No method has a body here: those of an impl are compiled in this crate, and not in each one that uses
    /// them.
    pub trait Compiled: Sized {
        /// What is wrong with bytes that are no whole, aligned elements.
        const BAD_BYTES: &'static str;

        /// The number of rows of columns that are equally long.
        fn rows(kind: ShapeKind, columns: &[&[Self]]) -> Result<usize, Error>;

        /// Refuses columns with a value that is not finite, or with a row that breaks a rule of its shape.
        fn check(kind: ShapeKind, columns: &[&[Self]], rows: Range<usize>) -> Result<(), Error>;

        /// What is known of a shape in such columns.
        fn shape(kind: ShapeKind) -> &'static ShapeInfo<Self>;
    }
}

/// Declares all shapes: the variant and the type, the collection's name, its column names and, after `=>`,
/// its rule.
macro_rules! shapes {
    ($($kind:ident: $shape:ty, $name:literal, [$($column:literal),*] $(=> $rule:expr)?;)*) => {
        /// A shape as a value: which shape some columns hold, where that is only known when the program runs.
        ///
        /// ```
        /// use soa::{Shape, ShapeKind};
        ///
        /// assert_eq!(ShapeKind::Disk.columns(), ["x", "y", "radius"]);
        /// assert_eq!("disks".parse(), Ok(ShapeKind::Disk));
        /// assert_eq!(<scalar::dim2::Disk as Shape>::KIND, ShapeKind::Disk);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ShapeKind {
            $(#[doc = concat!("[`", stringify!($shape), "`]")] $kind,)*
        }

        impl ShapeKind {
            /// Every shape.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$kind),*];
        }

        /// What is known of each shape in columns of `f32`, in the order of the variants.
        pub(super) static INFOS: [ShapeInfo; ShapeKind::ALL.len()] = [$(ShapeInfo::of::<$shape>()),*];

        $(
            impl sealed::Sealed for $shape {}
            impl Shape for $shape {
                const KIND: ShapeKind = ShapeKind::$kind;
                const NAME: &'static str = $name;
                const COLUMNS: &'static [&'static str] = &[$($column),*];
                type Of<T: Send + Sync> = [T; <$shape as Shape>::COLUMNS.len()];

                // An array written out: `core::array::from_fn` is not always inlined, and these loops must
                // be.
                #[inline(always)]
                #[allow(unused_mut, unused_variables, unused_assignments, reason = "the last column, or none")]
                fn build<T: Send + Sync>(mut make: impl FnMut(usize) -> T) -> Self::Of<T> {
                    let mut next = 0;
                    [$({
                        let (k, _) = (next, $column);
                        next += 1;
                        make(k)
                    }),*]
                }

                $(
                    fn broken_rule(&self) -> Option<(usize, Rule)> {
                        let rule: fn(&Self) -> Option<(usize, Rule)> = $rule;
                        rule(self)
                    }
                )?
            }
        )*
    };
}

shapes! {
    Nothing: Nothing, "nothing", [];
    Value: f32, "values", ["value"];

    Point: Point, "points", ["x", "y"];
    Segment: Segment, "segments", ["x", "y", "dx", "dy"];
    Ray: Ray, "rays", ["x", "y", "dx", "dy"];
    Line: Line, "lines", ["x", "y", "dx", "dy"];
    Disk: Disk, "disks", ["x", "y", "radius"] => |disk| negative(disk.radius, 2, Rule::NegativeRadius);
    Aabb: Aabb, "aabbs", ["min_x", "min_y", "max_x", "max_y"] => |aabb| inverted(aabb.min, aabb.max);
    OrientedBox: OrientedBox, "oriented_boxes", ["cx", "cy", "hx", "hy", "ux", "uy"] => |b| {
        (0..2)
            .find_map(|k| negative(b.half_extents[k], 2 + k, Rule::NegativeExtent))
            .or_else(|| (b.axis == [0.0; 2]).then_some((4, Rule::ZeroAxis)))
    };
    Triangle: Triangle, "triangles", ["ax", "ay", "bx", "by", "cx", "cy"];
    Capsule: Capsule, "capsules", ["x", "y", "dx", "dy", "radius"] => |capsule| {
        negative(capsule.radius, 4, Rule::NegativeRadius)
    };
    RoundedDisk: RoundedDisk, "rounded_disks", ["x", "y", "radius", "border_radius"] => |disk| {
        negative(disk.radius, 2, Rule::NegativeRadius)
            .or_else(|| negative(disk.border_radius, 3, Rule::NegativeRadius))
    };
    RoundedCapsule: RoundedCapsule, "rounded_capsules", ["x", "y", "dx", "dy", "radius", "border_radius"] => |capsule| {
        negative(capsule.radius, 4, Rule::NegativeRadius)
            .or_else(|| negative(capsule.border_radius, 5, Rule::NegativeRadius))
    };
    RoundedAabb: RoundedAabb, "rounded_aabbs", ["min_x", "min_y", "max_x", "max_y", "border_radius"] => |aabb| {
        inverted(aabb.min, aabb.max).or_else(|| negative(aabb.border_radius, 4, Rule::NegativeRadius))
    };
    RoundedOrientedBox: RoundedOrientedBox, "rounded_oriented_boxes",
        ["cx", "cy", "hx", "hy", "ux", "uy", "border_radius"] => |b| {
            b.oriented_box().broken_rule().or_else(|| negative(b.border_radius, 6, Rule::NegativeRadius))
        };
    RoundedTriangle: RoundedTriangle, "rounded_triangles",
        ["ax", "ay", "bx", "by", "cx", "cy", "border_radius"] => |triangle| {
            negative(triangle.border_radius, 6, Rule::NegativeRadius)
        };
    Clip: Clip, "clips", ["t_enter", "t_exit", "x", "y"];
    ClosestPair: ClosestPair, "closest_pairs", ["distance", "ax", "ay", "bx", "by"];
    Contact: Contact, "contacts", ["normal_x", "normal_y", "depth", "x0", "y0", "x1", "y1", "depth1"];

    Point3: Point3, "points3", ["x", "y", "z"];
    Segment3: Segment3, "segments3", ["x", "y", "z", "dx", "dy", "dz"];
    Ray3: Ray3, "rays3", ["x", "y", "z", "dx", "dy", "dz"];
    Line3: Line3, "lines3", ["x", "y", "z", "dx", "dy", "dz"];
    Aabb3: Aabb3, "aabbs3", ["min_x", "min_y", "min_z", "max_x", "max_y", "max_z"] => |aabb| {
        inverted(aabb.min, aabb.max)
    };
    Sphere: Sphere, "spheres", ["x", "y", "z", "radius"] => |sphere| {
        negative(sphere.radius, 3, Rule::NegativeRadius)
    };
    OrientedBox3: OrientedBox3, "oriented_boxes3",
        ["cx", "cy", "cz", "hx", "hy", "hz", "ux", "uy", "uz", "vx", "vy", "vz", "wx", "wy", "wz"] => |b| {
            (0..3)
                .find_map(|k| negative(b.half_extents[k], 3 + k, Rule::NegativeExtent))
                .or_else(|| (0..3).find(|&k| b.axes[k] == [0.0; 3]).map(|k| (6 + 3 * k, Rule::ZeroAxis)))
        };
    Triangle3: Triangle3, "triangles3", ["ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz"];
    Capsule3: Capsule3, "capsules3", ["x", "y", "z", "dx", "dy", "dz", "radius"] => |capsule| {
        negative(capsule.radius, 6, Rule::NegativeRadius)
    };
    RoundedSphere: RoundedSphere, "rounded_spheres", ["x", "y", "z", "radius", "border_radius"] => |sphere| {
        negative(sphere.radius, 3, Rule::NegativeRadius)
            .or_else(|| negative(sphere.border_radius, 4, Rule::NegativeRadius))
    };
    RoundedCapsule3: RoundedCapsule3, "rounded_capsules3",
        ["x", "y", "z", "dx", "dy", "dz", "radius", "border_radius"] => |capsule| {
            negative(capsule.radius, 6, Rule::NegativeRadius)
                .or_else(|| negative(capsule.border_radius, 7, Rule::NegativeRadius))
        };
    RoundedAabb3: RoundedAabb3, "rounded_aabbs3",
        ["min_x", "min_y", "min_z", "max_x", "max_y", "max_z", "border_radius"] => |aabb| {
            inverted(aabb.min, aabb.max).or_else(|| negative(aabb.border_radius, 6, Rule::NegativeRadius))
        };
    RoundedTriangle3: RoundedTriangle3, "rounded_triangles3",
        ["ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz", "border_radius"] => |triangle| {
            negative(triangle.border_radius, 9, Rule::NegativeRadius)
        };
    Clip3: Clip3, "clips3", ["t_enter", "t_exit", "x", "y", "z"];
    ClipPoint3: ClipPoint3, "clip_points3", ["t", "u", "v"];
    ClosestPair3: ClosestPair3, "closest_pairs3", ["distance", "ax", "ay", "az", "bx", "by", "bz"];
    Contact3: Contact3, "contacts3", ["normal_x", "normal_y", "normal_z", "depth", "x", "y", "z"];
    ContactFace3: ContactFace3, "contact_faces3",
        ["ax", "ay", "bx", "by", "cx", "cy", "dx", "dy", "slope_x", "slope_y", "height", "reach"];
    Manifold3: Manifold3, "manifolds3",
        [
            "x0", "y0", "z0", "depth0", "x1", "y1", "z1", "depth1", "x2", "y2", "z2", "depth2", "x3", "y3", "z3", "depth3"
        ];
}

fn negative(value: f32, column: usize, rule: Rule) -> Option<(usize, Rule)> {
    (value < 0.0).then_some((column, rule))
}

fn inverted<const N: usize>(min: [f32; N], max: [f32; N]) -> Option<(usize, Rule)> {
    (0..N).find(|&k| min[k] > max[k]).map(|k| (k, Rule::InvertedBox))
}

impl ShapeKind {
    /// What errors call the collection: `disks`.
    pub fn name(self) -> &'static str {
        INFOS[self as usize].name
    }

    /// The columns in order: `["x", "y", "radius"]`.
    pub fn columns(self) -> &'static [&'static str] {
        INFOS[self as usize].columns
    }

    /// The first of some rows of columns that breaks a rule beyond finite coordinates.
    pub(crate) fn broken_rule<E: Element>(self, columns: &[&[E]], rows: Range<usize>) -> Option<Broken> {
        (E::shape(self).broken_rule)(columns, rows)
    }
}

impl core::fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// By the name of the collection: `"disks".parse::<ShapeKind>()`.
impl core::str::FromStr for ShapeKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        let known = || list(Self::ALL.into_iter().map(Self::name));
        kind.ok_or_else(|| Error::UnknownShape { name: name.into(), known: known() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_values_at_any_address() {
        #[repr(C)]
        struct At<const N: usize>([u8; N], Nothing);
        assert_eq!(At([0; 1], Nothing).1.values(), [0.0; 0]);
        assert_eq!(At([0; 2], Nothing).1.values(), [0.0; 0]);
        assert_eq!(At([0; 3], Nothing).1.values(), [0.0; 0]);
    }

    #[test]
    fn every_name_is_parsed_and_no_shape_has_too_many_columns() {
        for (i, kind) in ShapeKind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, kind.name().parse()), (i, Ok(kind)));
            assert!(kind.columns().len() <= MAX_COLUMNS);
        }
    }
}
