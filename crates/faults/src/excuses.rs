//! Which faults need not be noticed, and why. Whatever is not listed here and not noticed fails the
//! self-check.

use crate::plan::{Fault, Precision};
use crate::report::Excuse;

/// Faults that no answer of a kernel can show at any site, each with the reason. A kernel is named by the
/// start of its name.
const EQUIVALENT: &[(&str, Precision, Fault, &str)] = &[
    ("disk_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("disk_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("disk_aabb/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("segment_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("segment3_sphere/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_capsule/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("disk_capsule/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("disk_rounded_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("disk_rounded_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("disk_rounded_aabb/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("aabb_rounded_aabb/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point3_capsule3/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("sphere_capsule3/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("sphere_sphere/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("sphere_sphere/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("sphere_aabb3/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point3_sphere/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point3_sphere/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("ray_oriented_box/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("ray3_oriented_box3/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("ray_aabb/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("ray3_aabb3/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("ray_triangle/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("line_oriented_box/exact", Precision::Single, Fault::MinMaxSwapped, STILL),
    ("line_aabb/exact", Precision::Single, Fault::MinMaxSwapped, STILL),
    ("oriented_box_rounded_oriented_box/exact", Precision::Double, Fault::Strict, CORNERS),
    ("capsule3_oriented_box3/exact", Precision::Double, Fault::Strict, NEVER_EXACT),
    ("capsule3_oriented_box3/exact", Precision::Double, Fault::BitsLost, NEVER_EXACT),
    ("aabb3_triangle3/crossing", Precision::Double, Fault::Strict, EXACT_LANES),
    ("disk_disk/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point_disk/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("sphere_sphere/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point3_sphere/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point_aabb/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point3_aabb3/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point_aabb/closest_point", Precision::Single, Fault::SumRounded, GUARD),
    ("point3_aabb3/closest_point", Precision::Single, Fault::SumRounded, GUARD),
    ("segment_oriented_box/slabs", Precision::Single, Fault::Lax, CHOICE),
    ("segment3_oriented_box3/slabs", Precision::Single, Fault::Lax, CHOICE),
    ("segment_aabb/slabs", Precision::Single, Fault::Lax, CHOICE),
    ("segment3_aabb3/slabs", Precision::Single, Fault::Lax, CHOICE),
];

const SQUARED: &str = "every difference is squared, and (a - b)^2 has the bits of (b - a)^2";
const GUARD: &str = "the only sum says whether a number is NaN, and one that is off by a unit says so, too";
const UNDECIDED: &str =
    "the only signs are those of margins against bounds, or of exact bounds: lanes are undecided";
const REACH: &str =
    "margins are undecided, and the size of what nearly touches is the reach, not a difference";
const OUTSIDE: &str = "the other arm is within the bound: rays that start outside a slab are undecided";
const STILL: &str = "the choice counts for a line without direction alone, and f32 leaves that undecided";
const CORNERS: &str =
    "a corner of boxes that touch is on the border of the other one: its margin is a hit, or undecided";
const EXACT_LANES: &str =
    "the only `<=` finds lanes that are exact, and not a margin's sign: lanes that it loses are undecided";
const NEVER_EXACT: &str = "no lane is taken for exact, so a margin of zero is undecided";
const CHOICE: &str =
    "every `<` chooses the smaller or larger of two parameters; where they are equal either will do";

/// Kernels of shapes that have grown, each with the one whose code and margins it has: what excuses that one
/// excuses both.
const GROWN: &[[&str; 2]] = &[
    ["aabb3_rounded_aabb3/", "aabb_rounded_aabb/"],
    ["capsule_rounded_aabb/", "capsule_aabb/"],
    ["capsule_rounded_capsule/", "capsule_capsule/"],
    ["capsule_rounded_triangle/", "capsule_triangle/"],
    ["capsule3_rounded_aabb3/", "capsule3_aabb3/"],
    ["capsule3_rounded_capsule3/", "capsule3_capsule3/"],
    ["capsule3_rounded_triangle3/", "capsule3_triangle3/"],
    ["disk_rounded_capsule/", "disk_capsule/"],
    ["oriented_box_rounded_capsule/", "capsule_oriented_box/"],
    ["oriented_box_rounded_disk/", "disk_oriented_box/"],
    ["sphere_rounded_aabb3/", "sphere_aabb3/"],
    ["sphere_rounded_capsule3/", "sphere_capsule3/"],
    ["sphere_rounded_sphere/", "sphere_sphere/"],
    ["sphere_rounded_triangle3/", "sphere_triangle3/"],
];

/// Whether a kernel, or the one whose code it has, is named by the start of its name.
fn is_named(kernel: &str, start: &str) -> bool {
    let core = GROWN
        .iter()
        .find(|[grown, _]| kernel.starts_with(grown))
        .map(|[grown, core]| kernel.replace(grown, core));
    kernel.starts_with(start) || core.is_some_and(|core| core.starts_with(start))
}

/// Why a fault need not be noticed in a kernel, if it need not.
pub fn excuse(kernel: &str, is_exact: bool, fault: Fault, precision: Precision) -> Option<Excuse> {
    let listed = EQUIVALENT
        .iter()
        .find(|(start, lanes, listed, _)| is_named(kernel, start) && *lanes == precision && *listed == fault);
    let absorbed = absorbed(fault, precision).filter(|_| is_exact).map(Excuse::Absorbed);
    listed.map(|&(.., reason)| Excuse::Equivalent(reason)).or(absorbed)
}

/// A constant of exact kernels that may be a share of itself.
struct Harmless {
    /// The kernels; all if there is none.
    kernels: &'static [&'static str],
    /// The lanes; those of both if there is none.
    precision: Option<Precision>,
    constant: f32,
    /// The smallest share, and the largest: 0 is a constant that is lost.
    shares: [f32; 2],
    /// The proof.
    reason: &'static str,
}

/// The floor of a length, of a square, and of the cube of a square, in `f32` (`soa::verdict`, Underflow).
const FLOORS: [f32; 3] = [1.0 / (1 << 30) as f32, 1.0 / (1_u64 << 60) as f32, 1.0 / (1_u64 << 42) as f32];
/// What is added to find the lanes that are multiples of a power of two, of up to 26 bits: `1.75 2^27`.
const BASE_26: f32 = (7 << 25) as f32;
/// Of up to 25, 24, 16, 12, 11, 7 and 5 bits: half of one is a bit more. Half to an eighth of the first
/// are no more, as what is added to it is `1.75 2^27` or more; so a quarter and an eighth of the second are as much
/// as its half.
const BASE_25: f32 = (1 << 28) as f32;
const BASE_24: f32 = (1 << 29) as f32;
const BASE_16: f32 = (1_u64 << 37) as f32;
const BASE_12: f32 = (1_u64 << 41) as f32;
const BASE_11: f32 = (1_u64 << 42) as f32;
const BASE_7: f32 = (1_u64 << 46) as f32;
const BASE_5: f32 = (1_u64 << 48) as f32;
/// The least square of the axis of a box about which lanes decide, where a bound is of degree 8; its inverse
/// is the largest.
const LEAST_AXIS: f32 = f32::from_bits((127 - 80) << 23);

const CANCELS: &str = "near zero the products of a coordinate in the frame cancel but for hx: they are q / 4 each, and err by q + 2 H";

const CHOSEN: &str = "the start decides where |s| is at most h or along, and the products of s cancel but for |s|: so it errs by \
                      q + 2 extents or q + 3 along, and the speed by 2 along";

const CHOSEN_IN_SPACE: &str = "as in the plane s cancels but for |s|: it errs by 1.25 q + 2.75 |s|, and |s| <= q, which is at most 2.5 of all \
                               sizes where the start decides, and at most 2 where |s| does; the speed errs by 3 along";

/// Of a corner with the products `a` and `b` with an axis `u`, the larger one first, the margin `h + a + b` errs
/// by `2 |a| + 2 |b| + |a + b|`, and by itself for the last sum. Define `h'` as the other half extent, and `q`
/// as the largest absolute products with the other axis, so that `T U` is at least `|a| + |b| + q`.
///
/// ```text
/// a hit, a + b < 0    it errs by 2 |a| + 2 |b| + h, less than 2 T U + H
/// a hit, a + b >= 0   by 4 P + h with P = a + b, or a if b < 0; the margin of the other axis is no less than this
///                     one, so q + h' >= a + b + h, and T U + H >= 2 P + 2 h
/// a miss              by 4 P - h with P = -a - b, or -a if b > 0; unless upright is a miss, too, H is no less than
///                     a coordinate of the corner times |u|, so q + H >= P, and T U + H >= 2 P
/// ```
///
/// In `f32` the floors of a short axis may keep upright from that, but then those of the corners of a rounded
/// box do the same.
const UPRIGHT_TOO: &str = "half of the bound is 2.125 (T U + H); where the margin errs by more, upright is a miss, too, or the margin across \
                           is less";

/// What is added to the components of the way from a box to a center for their error, of `w`.
const ERROR_OF_E: f32 = 1.0 / (1 << 20) as f32;
const OFF_BY_E: &str = "an eighth of it is 160 u^2 k w^2 of the bound; where e is zero but for its error of 4 w, the margin is off by \
                        at most 1.25 k times 48 u^2 w^2";

/// The kernels that have a margin of a foot on an edge.
const FEET: &[&str] = &[
    "disk_triangle",
    "disk_capsule",
    "disk_rounded_triangle",
    "point_capsule",
    "point3_capsule3",
    "segment_disk",
    "segment_capsule",
    "segment3_capsule3",
    "segment3_sphere",
    "capsule",
    "oriented_box_rounded_triangle",
    "aabb_rounded_triangle",
    "aabb3_rounded_triangle3",
    "triangle_rounded",
    "triangle3_rounded",
    "sphere_capsule3",
    "sphere_triangle3",
];

/// The kernels that have a bound of degree 8, with the axes of oriented boxes among the factors.
const OF_DEGREE_8: &[&str] =
    &["capsule_oriented_box", "oriented_box_rounded_oriented_box", "oriented_box_rounded_triangle"];

/// Shares of constants that cannot make an answer wrong, nor a bound on which a verdict rests less than its
/// error.
const HARMLESS: &[Harmless] = &[
    Harmless {
        kernels: &[],
        precision: Some(Precision::Single),
        constant: FLOORS[0],
        shares: [0.25, 0.5],
        reason: "with a quarter of the floor of lengths the least bound is that of two oriented boxes of space, 56.5 2^-24 2^-128, far \
                 above underflow",
    },
    Harmless {
        kernels: &[
            "aabb",
            "capsule",
            "disk",
            "line",
            "oriented_box_",
            "oriented_box3_triangle3",
            "point",
            "ray",
            "segment",
            "sphere",
            "triangle",
        ],
        precision: Some(Precision::Single),
        constant: FLOORS[0],
        shares: [0.125, 0.125],
        reason: "with an eighth of the floor of lengths the least bound is 2^-24 2^-99, far above underflow",
    },
    Harmless {
        kernels: &[],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.25, 0.5],
        reason: "with a quarter of the floor of squares the least bound of degree 4 is 2.25 2^-24 2^-124; underflow adds some 2^-149",
    },
    Harmless {
        kernels: &[
            "disk",
            "point",
            "segment",
            "aabb",
            "capsule_capsule",
            "capsule_triangle",
            "capsule3",
            "triangle_triangle",
            "triangle3",
            "oriented",
            "ray",
            "line",
            "sphere",
        ],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.125, 0.125],
        reason: "with an eighth of the floor of squares the least bound of degree 4 is 4 2^-24 2^-126; underflow adds 2^-149",
    },
    Harmless {
        kernels: &[
            "disk",
            "point_disk",
            "point_capsule",
            "point3_sphere",
            "point3_capsule3",
            "segment_disk",
            "segment3_capsule3",
            "capsule3_capsule3",
            "aabb_rounded_aabb",
            "triangle_rounded",
            "sphere_capsule",
            "sphere_aabb",
            "sphere_sphere",
            "sphere_triangle",
            "segment_oriented",
            "segment3_oriented",
            "ray_oriented",
            "ray3_oriented",
            "line_oriented",
            "line3_oriented",
            "line_disk",
            "line3_sphere",
            "segment3_sphere",
            "oriented_box_triangle",
            "oriented_box_rounded_triangle",
            "point_oriented_box",
            "point3_oriented_box3",
            "capsule_oriented_box",
        ],
        precision: Some(Precision::Single),
        constant: FLOORS[0],
        shares: [0.0, 0.0],
        reason: "where there is a length, it is added to a square with a floor, or multiplied by one; else no length is an operand",
    },
    Harmless {
        kernels: &["ray_disk"],
        precision: Some(Precision::Single),
        constant: FLOORS[0],
        shares: [0.0, 0.0],
        reason: "lengths are operands of the bound of along, a sum of two products: where both underflow they are rounded to multiples \
                 of the least number, and their sum is zero or has the sign of the true one",
    },
    Harmless {
        kernels: &["point_oriented_box", "point3_oriented_box3"],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.0, 0.0],
        reason: "the square is added to a length, which has a floor of its own",
    },
    Harmless {
        kernels: &["disk_oriented_box", "capsule_oriented_box", "oriented_box_rounded"],
        precision: None,
        constant: 2.0,
        shares: [0.0, 0.5],
        reason: "fewer lanes of f64 are taken for exact, and none of f32 are",
    },
    Harmless {
        kernels: &["disk_oriented_box"],
        precision: None,
        constant: 1.0 / (1 << 20) as f32,
        shares: [0.125, 0.5],
        reason: "with an eighth of it the bound is 11.5 * 2 u^2 w^2 where e is zero, of which errors squared are 16 u^2 w^2",
    },
    Harmless {
        kernels: &[
            "segment_segment",
            "segment_triangle",
            "ray_triangle",
            "line_triangle",
            "point_triangle",
            "aabb_triangle",
            "triangle_triangle",
            "triangle3_triangle3",
            "aabb3_triangle3",
            "segment_aabb",
            "segment3_aabb3",
            "segment3_triangle3",
            "ray_aabb",
            "ray3_aabb3",
            "ray3_triangle3",
            "line_aabb",
            "line3_aabb3",
            "line3_triangle3",
            "oriented_box3",
            "aabb3_oriented_box3",
            "capsule3_oriented_box3",
        ],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.0, 0.0],
        reason: "no square is an operand of a bound",
    },
    Harmless {
        kernels: &[
            "disk",
            "point",
            "segment_",
            "segment3_aabb3",
            "segment3_oriented",
            "segment3_sphere",
            "segment3_triangle3",
            "aabb_",
            "aabb3_aabb3",
            "aabb3_triangle3",
            "triangle_",
            "triangle3_triangle3",
            "oriented_box_oriented",
            "oriented_box_rounded_aabb",
            "oriented_box_triangle",
            "oriented_box3_triangle3",
            "ray",
            "line",
            "sphere_sphere",
            "sphere_aabb",
            "sphere_oriented",
            "sphere_capsule",
            "capsule_aabb",
            "capsule_capsule",
            "capsule_rounded",
            "capsule_triangle",
            "capsule3_aabb3",
            "capsule3_oriented_box3",
        ],
        precision: Some(Precision::Single),
        constant: FLOORS[2],
        shares: [0.0, 0.5],
        reason: "no cube is an operand of a bound",
    },
    Harmless {
        kernels: &["aabb3_rounded_triangle3"],
        precision: Some(Precision::Single),
        constant: FLOORS[2],
        shares: [0.5, 0.5],
        reason: "with half of the floor the least bound of degree 6 is 54 2^-24 2^-129, above 2^-148; underflow adds 2^-149",
    },
    Harmless {
        kernels: &["sphere_oriented_box3"],
        precision: Some(Precision::Single),
        constant: ERROR_OF_E,
        shares: [0.125, 0.5],
        reason: OFF_BY_E,
    },
    Harmless {
        kernels: &["sphere_oriented_box3"],
        precision: Some(Precision::Double),
        constant: ERROR_OF_E,
        shares: [0.125, 0.5],
        reason: "it is for f32: in f64 the three components are off by 15 u w together, 2^-49 w, and an eighth of it is 2^-23 w",
    },
    Harmless {
        kernels: &["capsule3_triangle3"],
        precision: Some(Precision::Double),
        constant: BASE_24,
        shares: [0.125, 0.5],
        reason: "of 25 bits, a component of d is even or below half of S: what is even makes multiples of four, and with one that \
                 is not 2 a.d + d.d is at most 7.25 S^2, 53 bits",
    },
    Harmless {
        kernels: &["aabb3_oriented_box3", "oriented_box3_oriented_box3"],
        precision: Some(Precision::Single),
        constant: FLOORS[2],
        shares: [0.125, 0.5],
        reason: "an eighth of it leaves a floor of 2^-135, far above underflow",
    },
    Harmless {
        kernels: &["aabb3_rounded_triangle3", "triangle3_rounded"],
        precision: Some(Precision::Double),
        constant: BASE_11,
        shares: [0.5, 0.5],
        reason: "nn is at most 9 S^4, v and w are at most 18 S^4, and nn - v is at most 27 S^4, 53 bits for S of 12; u is the last \
                 difference, whose sign counts alone",
    },
    Harmless {
        kernels: &[],
        precision: Some(Precision::Double),
        constant: BASE_26,
        shares: [0.0, 0.0],
        reason: "no lane is taken for exact",
    },
    Harmless {
        kernels: &[
            "segment_disk",
            "point_capsule",
            "point3_capsule3",
            "disk_capsule",
            "segment3_capsule3",
            "capsule3_capsule3",
            "sphere",
            "segment_oriented",
            "segment3_oriented",
            "segment3_triangle3",
            "capsule3_triangle3",
            "ray_oriented",
            "ray3_oriented",
            "ray3_triangle3",
            "line_oriented",
            "line3_oriented",
            "line3_triangle3",
            "ray3_sphere",
            "line3_sphere",
            "segment3_sphere",
            "point3_oriented_box3",
            "capsule_oriented_box",
            "oriented_box_oriented",
            "oriented_box_rounded_oriented",
            "oriented_box3",
            "point3_sphere",
            "aabb3_oriented",
            "aabb3_triangle3/exact",
            "aabb3_triangle3/on_face",
            "aabb3_rounded",
        ],
        precision: Some(Precision::Double),
        constant: BASE_26,
        shares: [0.125, 0.5],
        reason: "every bound asks for fewer bits, with a constant of its own",
    },
    Harmless {
        kernels: &[
            "segment_triangle",
            "ray_triangle",
            "line_triangle",
            "segment_aabb",
            "segment3_aabb3",
            "ray_aabb",
            "ray3_aabb3",
            "line_aabb",
            "line3_aabb3",
            "capsule_aabb",
            "capsule_triangle",
        ],
        precision: Some(Precision::Double),
        constant: BASE_26,
        shares: [0.125, 0.5],
        reason: "margins of degree 2 ask for 25 bits, with a constant of their own; those of degree 1 round nothing",
    },
    Harmless {
        kernels: &["capsule3_aabb3"],
        precision: Some(Precision::Double),
        constant: BASE_26,
        shares: [0.125, 0.5],
        reason: "a component of the direction is a column of 24 digits, so its product with a difference of 29 bits has 53",
    },
    Harmless {
        kernels: &["capsule_aabb"],
        precision: Some(Precision::Single),
        constant: FLOORS[0],
        shares: [0.0, 0.0],
        reason: "lengths are operands of the bound of degree 1 alone, and sums do not underflow",
    },
    Harmless {
        kernels: &["capsule_aabb"],
        precision: None,
        constant: 12.75 / 16.0,
        shares: [0.5, 0.5],
        reason: "where the sign may be wrong, rr is the square of the distance D of the end, which is q + e at most, and W is at \
                 least 2 q^2 + e^2 + D^2: so 2 q D + 5 D^2 is 3.5 W",
    },
    Harmless {
        kernels: &["point3_capsule3", "segment3_sphere", "sphere_capsule3"],
        precision: Some(Precision::Double),
        constant: BASE_24,
        shares: [0.125, 0.5],
        reason: "no number is above 6 S^2 but margin_b, which is a difference, and where it is near zero its operands are 3 S^2",
    },
    Harmless {
        kernels: &["segment_capsule", "capsule_capsule"],
        precision: Some(Precision::Double),
        constant: BASE_24,
        shares: [0.125, 0.5],
        reason: "no number is above 8 S^2, 53 bits for S of 25, but the operands of end_end, which are as large as that where it is \
                 near zero: start_end is rr - |w + v|^2",
    },
    Harmless {
        kernels: &["sphere_oriented"],
        precision: Some(Precision::Double),
        constant: BASE_25,
        shares: [0.0, 0.25],
        reason: "no lane of more than 26 bits is taken for exact; sums of two products of these have 53, and that of three is near h \
                 where the sign may be wrong",
    },
    Harmless {
        kernels: &["sphere_oriented"],
        precision: Some(Precision::Double),
        constant: BASE_7,
        shares: [0.0, 0.5],
        reason: "only upright boxes are taken for exact, whose margin is rr - e.e; it is near zero where e.e is rr, at most S^2, 52 \
                 bits for S of 26, and no lane of more is taken for exact",
    },
    Harmless {
        kernels: &["aabb_rounded_triangle", "triangle_rounded_triangle"],
        precision: Some(Precision::Double),
        constant: BASE_12,
        shares: [0.5, 0.5],
        reason: "rr AB.AB is at most 2 S^4, 53 bits for S of 13; where the square of AP x AB has more, it is rounded to no less \
                 than 2^53, which is more",
    },
    Harmless {
        kernels: &["segment3_capsule3", "capsule3_capsule3", "aabb3_rounded_triangle3", "triangle3_rounded"],
        precision: Some(Precision::Double),
        constant: BASE_7,
        shares: [0.5, 0.5],
        reason: "rr nn is at most 9 S^6, 52 bits for S of 8; where the square of the height has more than 53, it is rounded to no \
                 less than 2^53, which is more",
    },
    Harmless {
        kernels: FEET,
        precision: Some(Precision::Single),
        constant: f32::MIN,
        shares: [0.0, 0.5],
        reason: "what is less than minus its bound, or within it, is no hit; and a vertex decides where no foot does",
    },
    Harmless {
        kernels: FEET,
        precision: Some(Precision::Double),
        constant: f32::MIN,
        shares: [0.125, 0.5],
        reason: "the margin of a foot is far less than an eighth of the largest number of f32",
    },
    Harmless {
        kernels: &["oriented_box_triangle"],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.0, 0.0],
        reason: "where q is so small that underflow counts, the area is zero, and the lane is undecided",
    },
    Harmless {
        kernels: &["ray_oriented_box", "line_oriented_box"],
        precision: None,
        constant: 5.25 / 16.0,
        shares: [0.5, 0.5],
        reason: CHOSEN,
    },
    Harmless {
        kernels: &["oriented_box_triangle"],
        precision: None,
        constant: 4.25 / 16.0,
        shares: [0.5, 0.5],
        reason: CANCELS,
    },
    Harmless {
        kernels: &["ray3_oriented_box3", "line3_oriented_box3"],
        precision: None,
        constant: 6.5 / 16.0,
        shares: [0.5, 0.5],
        reason: CHOSEN_IN_SPACE,
    },
    Harmless {
        kernels: &["ray_aabb", "ray3_aabb3"],
        precision: None,
        constant: 6.5 / 16.0,
        shares: [0.5, 0.5],
        reason: "the direction is a column, s errs by A + |s|, h by h, which with |s| <= A and |h| <= A make 3 A with the last difference",
    },
    Harmless {
        kernels: &["line_aabb", "line3_aabb3"],
        precision: None,
        constant: 6.5 / 16.0,
        shares: [0.0, 0.5],
        reason: "the direction is a column, so it is not zero where it is above zero; where it is zero no bound decides, but bits do",
    },
    Harmless {
        kernels: &[],
        precision: Some(Precision::Double),
        constant: BASE_25,
        shares: [0.125, 0.5],
        reason: "what is added to it is 1.75 2^27 or more: all sums are between 2^28 and 2^29 either way, and are rounded to the same \
                 multiples",
    },
    Harmless {
        kernels: &["ray_oriented_box", "line_oriented_box"],
        precision: Some(Precision::Double),
        constant: BASE_25,
        shares: [0.0, 0.25],
        reason: "s and d are at most 2 S^2, 53 bits for S of 26, and of h - |s| only the sign counts",
    },
    Harmless {
        kernels: &["segment_oriented_box"],
        precision: Some(Precision::Double),
        constant: BASE_12,
        shares: [0.5, 0.5],
        reason: "unless degree 2 says no, |s| <= |d| + h for both slabs: so s_j d_k is at most |d|^2 / 2 + 2 S^3 = 2 S^4 + 2 S^3, \
                 53 bits for S of 13; and where the two differ in sign, one |s| is at most h",
    },
    Harmless {
        kernels: &["oriented_box3_triangle3"],
        precision: Some(Precision::Double),
        constant: BASE_11,
        shares: [0.5, 0.5],
        reason: "vertices and edges are at most 3 S^2 in the frame, so m x e = a x b + c x b - c x a is at most 27 S^4, where they are \
                 corners of a square of that side: 53 bits for S of 12",
    },
    Harmless {
        kernels: &["ray3_triangle3", "line3_triangle3"],
        precision: Some(Precision::Double),
        constant: BASE_16,
        shares: [0.5, 0.5],
        reason: "determinants of vectors of S, and two of their three sums, are at most 4 S^3 (Hadamard), 53 bits for S of 17",
    },
    Harmless {
        kernels: &["sphere_triangle3"],
        precision: Some(Precision::Double),
        constant: BASE_7,
        shares: [0.5, 0.5],
        reason: "the height is a determinant, at most 4 S^3 (Hadamard), and its square has 52 bits for S of 8; where rr nn has more than \
                 53, it is rounded to no less than 2^53, which is more than any square of a height",
    },
    Harmless {
        kernels: &["triangle3_triangle3"],
        precision: Some(Precision::Double),
        constant: BASE_25,
        shares: [0.0, 0.25],
        reason: "it counts where all determinants are certain to be zero: for S of 16 bits, where normals are exact, or in a plane across \
                 an axis, where a normal has one component that is not zero; that is a difference of two products, whose sign rounding \
                 cannot turn; where it makes it zero, the lane is undecided",
    },
    Harmless {
        kernels: &["triangle3_triangle3/faces"],
        precision: Some(Precision::Double),
        constant: 136.0 / 16.0,
        shares: [0.125, 0.5],
        reason: "it counts in one plane: for S of 16 bits normals are exact and parallel, so the products of m.n have one sign; in a \
                 plane across an axis each has one component, off by 8 R^2 at most, and 17 R^4 are exceeded only if both are more",
    },
    Harmless {
        kernels: &["triangle3_triangle3/faces"],
        precision: Some(Precision::Double),
        constant: BASE_12,
        shares: [0.0, 0.5],
        reason: "it counts in one plane: for S of 16 bits normals are exact and parallel, so the products of m.n have one sign; in a \
                 plane across an axis each has one component, exact for S of 26, and no lane of more is taken for exact",
    },
    Harmless {
        kernels: &["aabb3_triangle3/crossing"],
        precision: None,
        constant: 4.5 / 16.0,
        shares: [0.5, 0.5],
        reason: "where a cross product is near zero its two products are equal, p each, and X Y is 4 p or more: it errs by 3 of both, \
                 1.5 X Y",
    },
    Harmless {
        kernels: &["aabb3_triangle3/crossing"],
        precision: Some(Precision::Double),
        constant: BASE_16,
        shares: [0.5, 0.5],
        reason: "cross products of vectors in a square of S are at most S^2, so the sum of two products of height is at most 2 S^3, 52 \
                 bits for S of 17",
    },
    Harmless {
        kernels: &["aabb3_triangle3/on_face"],
        precision: Some(Precision::Double),
        constant: BASE_25,
        shares: [0.0, 0.25],
        reason: "no lane of more than 26 bits is taken for exact; of a point the products and their difference are at most 2 S^2, and n \
                 is at most S^2, 53 bits",
    },
    Harmless {
        kernels: &["sphere_oriented", "capsule3_oriented"],
        precision: None,
        constant: 0.25,
        shares: [0.0, 0.5],
        reason: "fewer boxes are taken for upright, and others are undecided",
    },
    Harmless {
        kernels: &["ray"],
        precision: Some(Precision::Single),
        constant: 1e-45,
        shares: [0.0, 0.5],
        reason: "the square of the least number is zero in f32",
    },
    Harmless {
        kernels: &["line_triangle"],
        precision: Some(Precision::Double),
        constant: BASE_25,
        shares: [0.0, 0.25],
        reason: "no lane of more than 26 bits is taken for exact; determinants of these have 53, and of their sums the sign counts, \
                 or, where a line has no direction, whether they are between zero and own: what is rounded is 2^53 or more, and own \
                 is less",
    },
    Harmless {
        kernels: &["aabb_oriented_box"],
        precision: Some(Precision::Double),
        constant: 4.25 / 16.0,
        shares: [0.5, 0.5],
        reason: UPRIGHT_TOO,
    },
    Harmless {
        kernels: &["oriented_box_rounded_aabb"],
        precision: None,
        constant: 4.25 / 16.0,
        shares: [0.5, 0.5],
        reason: UPRIGHT_TOO,
    },
    Harmless {
        kernels: &["capsule_oriented_box"],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.125, 0.125],
        reason: "with an eighth of it the bound is 2^-83 k or more, of which underflow of r^2 adds 2^-149, and 2^-83 r^2, likewise; \
                 what is no factor of k r^2 is added to a length or to the floor of cubes",
    },
    Harmless {
        kernels: OF_DEGREE_8,
        precision: Some(Precision::Single),
        constant: FLOORS[2],
        shares: [0.5, 0.5],
        reason: "with half of the floor the least bound of degree 8 is 18.75 2^-24 2^-129, above 2^-149, which underflow adds",
    },
    Harmless {
        kernels: OF_DEGREE_8,
        precision: Some(Precision::Single),
        constant: LEAST_AXIS,
        shares: [0.0, 0.5],
        reason: "the floors of f32 cover underflow for any axis; it is for f64, which has none",
    },
    Harmless {
        kernels: OF_DEGREE_8,
        precision: Some(Precision::Double),
        constant: LEAST_AXIS,
        shares: [0.125, 0.5],
        reason: "with an eighth of it four components of the axis are above 2^-168, and four lengths that are not zero 2^-596 or \
                 more: their product is far above 2^-1022; so are six above 2^-252 with two lengths",
    },
    Harmless {
        kernels: OF_DEGREE_8,
        precision: None,
        constant: 1.0 / LEAST_AXIS,
        shares: [0.0, 0.5],
        reason: "fewer boxes are moderate, and others are undecided",
    },
    Harmless {
        kernels: &["capsule_oriented_box", "oriented_box_rounded_aabb", "oriented_box_rounded_triangle"],
        precision: Some(Precision::Single),
        constant: 0.5,
        shares: [0.0, 0.5],
        reason: "no lane of f32 is taken for exact",
    },
    Harmless {
        kernels: &["capsule_oriented_box"],
        precision: Some(Precision::Double),
        constant: 0.5,
        shares: [0.125, 0.5],
        reason: "with an eighth of it S is above 1/6, so h is below 6 S^2, and low and high are below 8 S^2: dot(end, end) is at \
                 most 200 S^4, 52 bits for S of 11, and the square of across 1024 S^8, 50 for S of 5",
    },
    Harmless {
        kernels: &["oriented_box_rounded_triangle"],
        precision: Some(Precision::Double),
        constant: 0.5,
        shares: [0.0, 0.5],
        reason: "where h is at most 8 S^2, low and high are at most 10 S^2, and the square of across 1600 S^8, 51 bits for S of 5; \
                 elsewhere a corner is 6 S^2 or more from all edges, and the radius is at most 1.5 S^2: so the margin is below zero, \
                 however it is rounded",
    },
    Harmless {
        kernels: &["oriented_box_rounded_aabb"],
        precision: Some(Precision::Double),
        constant: 0.5,
        shares: [0.0, 0.5],
        reason: "where g is at most 8 S^3, o is at most 10 S^3, and dot(o, o) 200 S^6, 50 bits for S of 7; elsewhere o is 6 S^3 or \
                 more, and k k rr is at most 4 S^6: so the margin is below zero, however it is rounded",
    },
    Harmless {
        kernels: &["capsule_oriented_box"],
        precision: Some(Precision::Double),
        constant: BASE_11,
        shares: [0.5, 0.5],
        reason: "across is at most 16 S^4, 52 bits for S of 12, and rr 2 S^4, 49; where dot(end, end) has more than 53, it is \
                 rounded to no less than 2^53, which is more",
    },
    Harmless {
        kernels: &["capsule_oriented_box", "oriented_box_rounded_triangle"],
        precision: Some(Precision::Double),
        constant: BASE_5,
        shares: [0.5, 0.5],
        reason: "rr dd is at most 16 S^8, 52 bits for S of 6; where the square of across has more than 53, it is rounded to no \
                 less than 2^53, which is more",
    },
    Harmless {
        kernels: &["oriented_box_rounded_aabb"],
        precision: Some(Precision::Double),
        constant: BASE_7,
        shares: [0.5, 0.5],
        reason: "k k rr is at most 4 S^6, 50 bits for S of 8; where dot(o, o) has more than 53, it is rounded to no less than \
                 2^53, which is more",
    },
    Harmless {
        kernels: &["oriented_box_rounded_oriented"],
        precision: Some(Precision::Single),
        constant: FLOORS[1],
        shares: [0.0, 0.0],
        reason: "squares of axes are above 2^-80, so the bound of boxes that meet is 6.25 2^-24 2^-110 or more; the square of the \
                 radius is added to that of a length, and to the floor of cubes",
    },
    Harmless {
        kernels: &["oriented_box_rounded_triangle"],
        precision: None,
        constant: 4.25 / 16.0,
        shares: [0.5, 0.5],
        reason: CANCELS,
    },
    Harmless {
        kernels: &["capsule3_oriented_box3"],
        precision: Some(Precision::Double),
        constant: BASE_26,
        shares: [0.0, 0.5],
        reason: NEVER_EXACT,
    },
    Harmless {
        kernels: &["capsule3_oriented_box3"],
        precision: Some(Precision::Double),
        constant: f32::MIN,
        shares: [0.0, 0.0],
        reason: NEVER_EXACT,
    },
    Harmless {
        kernels: &["aabb3_oriented_box3", "capsule3_aabb3", "capsule3_oriented_box3"],
        precision: None,
        constant: f32::MAX,
        shares: [0.0, 0.5],
        reason: "it is the margin of what cannot separate: a share of it is as positive, and a zero undecided, or exact and a hit",
    },
];

/// Why a share of a constant is harmless in a kernel, if it is.
pub fn harmless(kernel: &str, precision: Precision, constant: f32, share: f32) -> Option<&'static str> {
    let is_it = |listed: &&Harmless| {
        let [least, most] = listed.shares;
        listed.precision.is_none_or(|lanes| lanes == precision)
            && listed.constant == constant
            && (least..=most).contains(&share)
            && (listed.kernels.is_empty() || listed.kernels.iter().any(|start| is_named(kernel, start)))
    };
    HARMLESS.iter().find(is_it).map(|listed| listed.reason)
}

/// Why an exact kernel may absorb a fault, if it may. The query resolves what a kernel is not sure of, so a
/// fault that only makes it less sure costs time and changes no answer, and the forward error bound has room
/// for roundings on purpose. Whether it does depends on the cases.
fn absorbed(fault: Fault, precision: Precision) -> Option<&'static str> {
    match fault {
        Fault::SumRounded | Fault::ProductRounded | Fault::QuotientRounded | Fault::RootRounded => {
            Some("the bound has room for a unit in the last place")
        }
        Fault::NanGuardLost => Some("the query refuses rows that are not finite, whatever the kernel says"),
        Fault::Lax => Some("where a margin equals its bound, which is rare, either answer may be right"),
        Fault::SignLost if precision == Precision::Double => {
            Some("a margin without its absolute value is undecided, and a length is covered by the others")
        }
        Fault::Strict if precision == Precision::Single => {
            Some("a margin of zero is within its bound: such a lane is undecided either way")
        }
        _ => None,
    }
}
