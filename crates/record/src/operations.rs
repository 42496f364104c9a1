//! How many lane operations a kernel makes: it is run on lanes that compute nothing and write down what is asked of
//! them.
//!
//! What a compiler would leave out is not counted: an operation that is asked for twice with the same operands counts
//! once, one that the result does not depend on does not count, nor does one that depends on no column (it is the same
//! for every row).

use std::collections::HashMap;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use soa::Shape;
use soa::kernel::{Measure, Predicate};
use soa::lanes::{Lanes, Mask};
use soa::verdict::Rounding;

/// Lane operations by class: instructions on a register, whatever its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operations {
    /// Columns that are read.
    pub loads: u32,
    /// Sums and differences.
    pub additions: u32,
    /// Products.
    pub multiplications: u32,
    /// Quotients.
    pub divisions: u32,
    /// Square roots.
    pub roots: u32,
    /// Comparisons.
    pub comparisons: u32,
    /// Smaller and larger numbers.
    pub extrema: u32,
    /// Selections by a mask.
    pub selections: u32,
    /// Negations, absolute values and flipped signs.
    pub signs: u32,
    /// And, or and not of masks.
    pub masks: u32,
    /// Columns that are written.
    pub stores: u32,
}

impl Operations {
    /// Those that must pass a port for arithmetic. Left out is what a compiler can make part of another instruction or
    /// leave to other ports: a selection becomes the mask of what it selects, a negation turns a sum into a difference,
    /// an operation on masks is one on mask registers.
    pub fn arithmetic(&self) -> u32 {
        self.additions + self.multiplications + self.divisions + self.roots + self.comparisons + self.extrema
    }

    /// The classes with their short names, in order.
    pub fn classes(&self) -> [(&'static str, u32); 11] {
        [
            ("loads", self.loads),
            ("+ −", self.additions),
            ("×", self.multiplications),
            ("÷", self.divisions),
            ("√", self.roots),
            ("< ≤ =", self.comparisons),
            ("min max", self.extrema),
            ("select", self.selections),
            ("sign", self.signs),
            ("mask", self.masks),
            ("stores", self.stores),
        ]
    }

    /// The operations of a yes/no kernel, without its first test. The bits that it writes are no column.
    pub fn of_predicate<P: Predicate>() -> Self {
        let trace = Trace::default();
        let (a, b) = (trace.columns::<P::A>(), trace.columns::<P::B>());
        trace.operations(&answers::<P>(&a, &b))
    }

    /// The same for one left shape against many right rows.
    pub fn of_predicate_one<P: Predicate>() -> Self {
        let trace = Trace::default();
        let a = P::A::build(|k| trace.note(Kind::Constant, [k as u32, 1, 0]));
        trace.operations(&answers::<P>(&a, &trace.columns::<P::B>()))
    }

    /// The operations of a yes/no kernel's first test; none if it has none.
    pub fn of_first<P: Predicate>() -> Self {
        if !P::HAS_FIRST {
            return Self::default();
        }
        let trace = Trace::default();
        let (a, b) = (trace.columns::<P::A>(), trace.columns::<P::B>());
        let mask = P::first::<Traced>(&a, &b);
        trace.operations(&[mask.node])
    }

    /// The operations of a computing kernel, and those by which the query makes every NaN canonical.
    pub fn of_measure<M: Measure>() -> Self {
        let trace = Trace::default();
        let (a, b) = (trace.columns::<M::A>(), trace.columns::<M::B>());
        let out = M::lanes::<Traced>(&a, &b);
        let stored: Vec<u32> = out.as_ref().iter().map(|value| value.canonical().node).collect();
        Self { stores: stored.len() as u32, ..trace.operations(&stored) }
    }
}

/// The masks of a yes/no kernel in `f32`: yes, and no if it is exact and may be open.
fn answers<'a, P: Predicate>(
    a: &<P::A as Shape>::Of<Traced<'a>>,
    b: &<P::B as Shape>::Of<Traced<'a>>,
) -> Vec<u32> {
    if P::EXACT {
        let verdict = P::decide(a, b, &Rounding::single(a.as_ref()[0]));
        return vec![verdict.yes.node, verdict.no.node];
    }
    vec![P::hits::<Traced>(a, b).node]
}

/// What a register or mask was made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Column,
    Constant,
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Lt,
    Le,
    Eq,
    Min,
    Max,
    Select,
    Neg,
    Abs,
    FlipSign,
    And,
    Or,
    Xor,
    Not,
}

impl Kind {
    /// Whether the order of two operands does not matter to any bit of the result.
    fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::Eq | Self::And | Self::Or | Self::Xor)
    }

    /// How many of the operands are nodes.
    fn operands(self) -> usize {
        match self {
            Self::Column | Self::Constant => 0,
            Self::Sqrt | Self::Neg | Self::Abs | Self::Not => 1,
            Self::Select => 3,
            _ => 2,
        }
    }
}

/// An operation and its operands: nodes that were made before.
type Node = (Kind, [u32; 3]);

/// Everything that was asked of the lanes, each different operation once.
#[derive(Debug, Default)]
struct Graph {
    nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
}

/// Lanes must be `Send` and `Sync`, hence the lock.
#[derive(Debug, Default)]
struct Trace(Mutex<Graph>);

impl Trace {
    fn note(&self, kind: Kind, operands: [u32; 3]) -> Traced<'_> {
        let mut node = (kind, operands);
        if kind.commutes() {
            node.1[..2].sort_unstable();
        }
        let mut graph = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = graph.nodes.len() as u32;
        let number = *graph.numbers.entry(node).or_insert(next);
        if number == next {
            graph.nodes.push(node);
        }
        Traced { trace: self, node: number }
    }

    /// A register a column of the shape, each different from all others.
    fn columns<S: Shape>(&self) -> S::Of<Traced<'_>> {
        S::build(|_| {
            let next = self.0.lock().unwrap_or_else(PoisonError::into_inner).nodes.len();
            self.note(Kind::Column, [next as u32, 0, 0])
        })
    }

    /// The operations that these results need.
    fn operations(&self, results: &[u32]) -> Operations {
        let nodes = &self.0.lock().unwrap_or_else(PoisonError::into_inner).nodes;
        let operands = |&(kind, operands): &Node| operands.into_iter().take(kind.operands());
        // Operands stand before what is made of them.
        let mut varies = vec![false; nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            varies[i] = node.0 == Kind::Column || operands(node).any(|operand| varies[operand as usize]);
        }
        let mut needed = vec![false; nodes.len()];
        for &result in results {
            needed[result as usize] = true;
        }
        let mut count = Operations::default();
        for (i, node) in nodes.iter().enumerate().rev().filter(|(i, _)| varies[*i]) {
            if needed[i] {
                operands(node).for_each(|operand| needed[operand as usize] = true);
                count.add(node.0);
            }
        }
        count
    }
}

impl Operations {
    fn add(&mut self, kind: Kind) {
        let class = match kind {
            Kind::Constant => return,
            Kind::Column => &mut self.loads,
            Kind::Add | Kind::Sub => &mut self.additions,
            Kind::Mul => &mut self.multiplications,
            Kind::Div => &mut self.divisions,
            Kind::Sqrt => &mut self.roots,
            Kind::Lt | Kind::Le | Kind::Eq => &mut self.comparisons,
            Kind::Min | Kind::Max => &mut self.extrema,
            Kind::Select => &mut self.selections,
            Kind::Neg | Kind::Abs | Kind::FlipSign => &mut self.signs,
            Kind::And | Kind::Or | Kind::Xor | Kind::Not => &mut self.masks,
        };
        *class += 1;
    }
}

/// A register, or a mask, of which only the origin is known.
#[derive(Clone, Copy, Debug)]
struct Traced<'a> {
    trace: &'a Trace,
    node: u32,
}

impl Traced<'_> {
    fn unary(self, kind: Kind) -> Self {
        self.trace.note(kind, [self.node, 0, 0])
    }

    fn binary(self, kind: Kind, other: Self) -> Self {
        self.trace.note(kind, [self.node, other.node, 0])
    }
}

/// Implements the operators of two operands, then those of one.
macro_rules! operators {
    ($($operator:ident $method:ident),*; $($unary:ident $unary_method:ident),*) => {
        $(
            impl $operator for Traced<'_> {
                type Output = Self;

                fn $method(self, other: Self) -> Self {
                    self.binary(kind::$operator, other)
                }
            }
        )*
        $(
            impl $unary for Traced<'_> {
                type Output = Self;

                fn $unary_method(self) -> Self {
                    self.unary(kind::$unary)
                }
            }
        )*
    };
}

/// The kinds by the names of the operators.
#[allow(non_upper_case_globals, reason = "they are named as the traits of the operators")]
mod kind {
    use super::Kind;

    pub const Add: Kind = Kind::Add;
    pub const Sub: Kind = Kind::Sub;
    pub const Mul: Kind = Kind::Mul;
    pub const Div: Kind = Kind::Div;
    pub const BitAnd: Kind = Kind::And;
    pub const BitOr: Kind = Kind::Or;
    pub const Neg: Kind = Kind::Neg;
    pub const Not: Kind = Kind::Not;
}

operators!(Add add, Sub sub, Mul mul, Div div, BitAnd bitand, BitOr bitor; Neg neg, Not not);

impl Mask for Traced<'_> {
    const LANES: usize = 8;

    fn bits(self) -> u32 {
        0
    }
}

impl Lanes for Traced<'_> {
    type Mask = Self;
    const LEN: usize = 8;

    fn splat(self, value: f32) -> Self {
        self.trace.note(Kind::Constant, [value.to_bits(), 0, 0])
    }

    fn lt(self, other: Self) -> Self {
        self.binary(Kind::Lt, other)
    }

    fn le(self, other: Self) -> Self {
        self.binary(Kind::Le, other)
    }

    fn eq(self, other: Self) -> Self {
        self.binary(Kind::Eq, other)
    }

    fn select(mask: Self, yes: Self, no: Self) -> Self {
        mask.trace.note(Kind::Select, [mask.node, yes.node, no.node])
    }

    fn min(self, other: Self) -> Self {
        self.binary(Kind::Min, other)
    }

    fn max(self, other: Self) -> Self {
        self.binary(Kind::Max, other)
    }

    fn abs(self) -> Self {
        self.unary(Kind::Abs)
    }

    fn flip_sign(self, by: Self) -> Self {
        self.binary(Kind::FlipSign, by)
    }

    fn bits_and(self, other: Self) -> Self {
        self.binary(Kind::And, other)
    }

    fn bits_or(self, other: Self) -> Self {
        self.binary(Kind::Or, other)
    }

    fn bits_xor(self, other: Self) -> Self {
        self.binary(Kind::Xor, other)
    }

    fn sqrt(self) -> Self {
        self.unary(Kind::Sqrt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soa::dim2::{aabb_aabb, disk_disk, triangle_triangle};
    use soa::dim3::vector;

    #[test]
    fn disk_disk_is_counted_by_hand() {
        // Two differences, the sum of the radii, one sum of two products, one square, one comparison.
        let counted = Operations::of_predicate::<disk_disk::SquaredDistance>();
        let by_hand = Operations {
            loads: 6,
            additions: 4,
            multiplications: 3,
            comparisons: 1,
            ..Operations::default()
        };
        assert_eq!(counted, by_hand);
        assert_eq!(counted.arithmetic(), 8);
        assert_eq!(Operations::of_first::<disk_disk::SquaredDistance>(), Operations::default());
    }

    #[test]
    fn four_comparisons_are_three_conjunctions() {
        let counted = Operations::of_predicate::<aabb_aabb::Intervals>();
        assert_eq!(counted, Operations { loads: 8, comparisons: 4, masks: 3, ..Operations::default() });
    }

    #[test]
    fn a_result_is_canonical_and_stored() {
        let counted = Operations::of_measure::<vector::CrossProduct>();
        let by_hand = Operations {
            loads: 6,
            additions: 3,
            multiplications: 6,
            comparisons: 3,
            selections: 3,
            stores: 3,
            ..Operations::default()
        };
        assert_eq!(counted, by_hand);
    }

    #[test]
    fn a_first_test_is_cheaper_than_its_kernel() {
        let (first, kernel) = (
            Operations::of_first::<triangle_triangle::EdgeFunctions>(),
            Operations::of_predicate::<triangle_triangle::EdgeFunctions>(),
        );
        assert!(first.extrema > 0 && first.multiplications == 0);
        assert!(first.arithmetic() < kernel.arithmetic());
    }

    #[test]
    fn what_is_the_same_for_every_row_is_not_counted() {
        let one = Operations::of_predicate_one::<disk_disk::SquaredDistance>();
        assert_eq!((one.loads, one.arithmetic()), (3, 8));
        let trace = Trace::default();
        let [x, y] = trace.columns::<[f32; 2]>();
        let two = x.splat(2.0);
        let unused = x / y;
        let (twice, again) = (x * y + two * two, y * x);
        assert!(unused.node != twice.node && again.node != twice.node);
        // `2 * 2` is constant, `x / y` unused, `y * x` the same as `x * y`.
        let counted = trace.operations(&[(twice + again).node]);
        let by_hand = Operations { loads: 2, additions: 2, multiplications: 1, ..Operations::default() };
        assert_eq!(counted, by_hand);
    }
}
