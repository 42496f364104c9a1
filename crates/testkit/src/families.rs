//! The families of random input, each made to meet a kind of trouble.

/// Where the coordinates of a pair come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Unit-sized shapes at random places: the ordinary case.
    Uniform,
    /// Small whole numbers, where f32 is exact and touching is common.
    Grid,
    /// Corners of one shape are corners of the other, as in a mesh.
    Shared,
    /// The same, each coordinate then off by a few units in the last place.
    Nudged,
    /// All points of both shapes on one line, or nearly.
    Collinear,
    /// Shapes that are a single point.
    PointLike,
    /// One shape ends on the boundary of the other, as well as f32 can place it.
    Touching,
    /// Far from the origin, so that differences cancel.
    Far,
    /// Exponents from the whole range of f32, side by side.
    Mixed,
    /// Below the smallest normal number.
    Subnormal,
    /// Zeros of both signs among a few ones.
    SignedZeros,
    /// So large that products, or even differences, overflow.
    Huge,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 12] = [
        Self::Uniform,
        Self::Grid,
        Self::Shared,
        Self::Nudged,
        Self::Collinear,
        Self::PointLike,
        Self::Touching,
        Self::Far,
        Self::Mixed,
        Self::Subnormal,
        Self::SignedZeros,
        Self::Huge,
    ];

    /// The name that corpora use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Grid => "grid",
            Self::Shared => "shared",
            Self::Nudged => "nudged",
            Self::Collinear => "collinear",
            Self::PointLike => "point_like",
            Self::Touching => "touching",
            Self::Far => "far",
            Self::Mixed => "mixed",
            Self::Subnormal => "subnormal",
            Self::SignedZeros => "signed_zeros",
            Self::Huge => "huge",
        }
    }
}
