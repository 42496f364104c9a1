//! The list of shapes, each as a type and as a value.

use core::ops::Range;

use scalar::dim2::{Aabb, Clip, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Clip3, Line3, OrientedBox3, Point3, Ray3, Segment3, Sphere, Triangle3};

use super::error::{Error, Rule};
use super::shape::{Broken, Element, Nothing, Shape, ShapeInfo, sealed};

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
    Clip: Clip, "clips", ["t_enter", "t_exit", "x", "y"];

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
    Clip3: Clip3, "clips3", ["t_enter", "t_exit", "x", "y", "z"];
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
        kind.ok_or_else(|| Error::UnknownShape { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::ShapeKind;
    use crate::data::shape::MAX_COLUMNS;

    #[test]
    fn every_name_is_parsed_and_no_shape_has_too_many_columns() {
        for (i, kind) in ShapeKind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, kind.name().parse()), (i, Ok(kind)));
            assert!(kind.columns().len() <= MAX_COLUMNS);
        }
    }
}
