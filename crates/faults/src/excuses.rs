//! Which faults need not be noticed, and why. Whatever is not listed here and not noticed fails the
//! self-check.

use crate::plan::{Fault, Precision};
use crate::report::Excuse;

/// The unit roundoffs of `f32` and `f64` as constants: every forward error bound is a multiple of one. That
/// the bound is there must be noticed: it vanishes with this constant.
pub const UNITS: [f32; 2] = [f32::EPSILON / 2.0, (f64::EPSILON / 2.0) as f32];

/// Faults that no answer of a kernel can show at any site, each with the reason. A kernel is named by the
/// start of its name.
const EQUIVALENT: &[(&str, Precision, Fault, &str)] = &[
    ("disk_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("disk_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("disk_aabb/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("segment_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("sphere_triangle3/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("ray_oriented_box/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("ray3_oriented_box3/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("line_oriented_box/exact", Precision::Single, Fault::MinMaxSwapped, STILL),
    ("disk_disk/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point_disk/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("segment_oriented_box/slabs", Precision::Single, Fault::Lax, CHOICE),
    ("segment3_oriented_box3/slabs", Precision::Single, Fault::Lax, CHOICE),
];

const SQUARED: &str = "every difference is squared, and (a - b)^2 has the bits of (b - a)^2";
const UNDECIDED: &str =
    "the only signs are those of margins against bounds, or of exact bounds: lanes are undecided";
const REACH: &str =
    "margins are undecided, and the size of what nearly touches is the reach, not a difference";
const OUTSIDE: &str = "the other arm is within the bound: rays that start outside a slab are undecided";
const STILL: &str = "the choice counts for a line without direction alone, and f32 leaves that undecided";
const CHOICE: &str =
    "every `<` chooses the smaller or larger of two parameters; where they are equal either will do";

/// Why a fault need not be noticed in a kernel, if it need not.
pub fn excuse(kernel: &str, is_exact: bool, fault: Fault, precision: Precision) -> Option<Excuse> {
    let listed = EQUIVALENT.iter().find(|(start, lanes, listed, _)| {
        kernel.starts_with(start) && *lanes == precision && *listed == fault
    });
    let absorbed = absorbed(fault, precision).filter(|_| is_exact).map(Excuse::Absorbed);
    listed.map(|&(.., reason)| Excuse::Equivalent(reason)).or(absorbed)
}

/// Why an exact kernel may absorb a fault, if it may. The query resolves what a kernel is not sure of, so a
/// fault that only makes it less sure costs time and changes no answer, and the forward error bound has room
/// for roundings on purpose. Whether it does depends on the cases.
fn absorbed(fault: Fault, precision: Precision) -> Option<&'static str> {
    match fault {
        Fault::SumRounded | Fault::ProductRounded | Fault::QuotientRounded | Fault::RootRounded => {
            Some("the bound has room for a unit in the last place")
        }
        Fault::ConstantHalved | Fault::ConstantQuartered | Fault::ConstantEighth => Some(
            "no pair is known whose rounding errors are so large a share of the bound: docs/correctness.md",
        ),
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
