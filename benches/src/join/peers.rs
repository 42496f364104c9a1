//! Broad phases of other libraries: pairs of boxes that meet, by the call that each library has for it.

use std::ops::ControlFlow;
use std::time::Duration;

use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};
use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2;
use packed_spatial_index::{Index2DBuilder, Index3DBuilder, SimdIndex2D, SimdIndex3D};
use rstar::primitives::{GeomWithData, Rectangle};
use static_aabb2d_index::StaticAABB2DIndexBuilder;

use crate::peers::boxes::{self, Corners};

/// The boxes of some rows, made on the way.
pub trait Boxes<const N: usize>: ExactSizeIterator<Item = Corners<N>> + Clone {}
impl<const N: usize, I: ExactSizeIterator<Item = Corners<N>> + Clone> Boxes<N> for I {}

/// A broad phase in the plane or in space, with the index that it needs.
pub trait BroadPhase<const N: usize> {
    /// The library and the call that finds pairs.
    const CALL: &'static str;

    /// The call that finds pairs of one set.
    const OWN_CALL: &'static str = Self::CALL;

    /// Names every pair of a left box and a right one that meet, touching included.
    fn pairs(left: impl Boxes<N>, right: impl Boxes<N>, found: impl FnMut(u32, u32));

    /// Names every pair of different boxes of one set that meet, once, the smaller row first.
    fn own_pairs(boxes: impl Boxes<N>, mut found: impl FnMut(u32, u32)) {
        Self::pairs(boxes.clone(), boxes, |i, j| {
            if i < j {
                found(i, j);
            }
        });
    }
}

/// The packed Hilbert tree of `geo-index`: both trees are descended together.
pub struct GeoIndex;

impl GeoIndex {
    fn tree(boxes: impl Boxes<2>) -> RTree<f32> {
        let mut builder = RTreeBuilder::<f32>::new(boxes.len() as u32);
        for [min, max] in boxes {
            builder.add(min[0], min[1], max[0], max[1]);
        }
        builder.finish::<HilbertSort>()
    }
}

impl BroadPhase<2> for GeoIndex {
    const CALL: &'static str = "geo-index/intersection_candidates";

    fn pairs(left: impl Boxes<2>, right: impl Boxes<2>, mut found: impl FnMut(u32, u32)) {
        let (left, right) = (Self::tree(left), Self::tree(right));
        left.intersection_candidates_with_other_tree(&right).for_each(|(i, j)| found(i, j));
    }

    fn own_pairs(boxes: impl Boxes<2>, mut found: impl FnMut(u32, u32)) {
        let tree = Self::tree(boxes);
        let pairs = tree.intersection_candidates_with_other_tree(&tree);
        pairs.filter(|(i, j)| i < j).for_each(|(i, j)| found(i, j));
    }
}

/// The R*-tree of `rstar`, loaded at once: both trees are descended together.
pub struct Rstar;

impl Rstar {
    fn tree<const N: usize>(boxes: impl Boxes<N>) -> rstar::RTree<GeomWithData<Rectangle<[f32; N]>, u32>> {
        let row =
            |([min, max], row): (Corners<N>, u32)| GeomWithData::new(Rectangle::from_corners(min, max), row);
        rstar::RTree::bulk_load(boxes.zip(0..).map(row).collect())
    }
}

impl<const N: usize> BroadPhase<N> for Rstar {
    const CALL: &'static str = "rstar/intersection_candidates";

    fn pairs(left: impl Boxes<N>, right: impl Boxes<N>, mut found: impl FnMut(u32, u32)) {
        let (left, right) = (Self::tree(left), Self::tree(right));
        left.intersection_candidates_with_other_tree(&right).for_each(|(s, t)| found(s.data, t.data));
    }

    fn own_pairs(boxes: impl Boxes<N>, mut found: impl FnMut(u32, u32)) {
        let tree = Self::tree(boxes);
        let pairs = tree.intersection_candidates_with_other_tree(&tree);
        pairs.filter(|(s, t)| s.data < t.data).for_each(|(s, t)| found(s.data, t.data));
    }
}

/// The packed Hilbert tree of `static_aabb2d_index`, queried for each left box.
pub struct StaticAabb;

impl BroadPhase<2> for StaticAabb {
    const CALL: &'static str = "static_aabb2d_index/visit_query";

    fn pairs(left: impl Boxes<2>, right: impl Boxes<2>, mut found: impl FnMut(u32, u32)) {
        let mut builder = StaticAABB2DIndexBuilder::new(right.len());
        for [min, max] in right {
            builder.add(min[0], min[1], max[0], max[1]);
        }
        let tree = builder.build().expect("as many boxes as were announced");
        let mut stack = Vec::new();
        for ([min, max], i) in left.zip(0..) {
            let mut take = |j: usize| found(i, j as u32);
            tree.visit_query_with_stack(min[0], min[1], max[0], max[1], &mut take, &mut stack);
        }
    }
}

/// The binary tree of `obvhs`, queried for each left box. It has boxes of space only: those of the plane are
/// flat.
///
/// The build that its authors call the fastest makes the fastest joins: with the medium one the map and the
/// bunny took 1.05 to 1.8 times as long.
pub struct Obvhs;

impl<const N: usize> BroadPhase<N> for Obvhs {
    const CALL: &'static str = "obvhs/aabb_traverse";

    fn pairs(left: impl Boxes<N>, right: impl Boxes<N>, mut found: impl FnMut(u32, u32)) {
        let boxes: Vec<_> = right.map(boxes::obvhs).collect();
        let tree = build_bvh2(&boxes, BvhBuildParams::fastest_build(), &mut Duration::default());
        drop(boxes);
        for (bounds, i) in left.zip(0..) {
            // One row a leaf, so a leaf's box is that of its row.
            tree.aabb_traverse(boxes::obvhs(bounds), |tree, leaf| {
                for &j in boxes::rows_of_leaf(tree, leaf) {
                    found(i, j);
                }
                true
            });
        }
    }
}

/// The packed Hilbert tree of `packed_spatial_index`: both trees are descended together, or one with itself.
/// Its boxes are of `f64`, as its trees of `f32` have no joins. With the layout for SIMD they are a little
/// faster.
pub struct Packed;

macro_rules! packed {
    ($n:literal, $tree:ident: $index:ident by $builder:ident) => {
        impl Packed {
            fn $tree(boxes: impl Boxes<$n>) -> $index {
                let mut builder = $builder::new(boxes.len());
                boxes.for_each(|corners| builder.add(boxes::$tree(corners)));
                builder.finish_simd().expect("as many boxes as were announced, none of them inverted")
            }
        }

        impl BroadPhase<$n> for Packed {
            const CALL: &'static str = "packed_spatial_index/join_each";
            const OWN_CALL: &'static str = "packed_spatial_index/pairs_each";

            fn pairs(left: impl Boxes<$n>, right: impl Boxes<$n>, mut found: impl FnMut(u32, u32)) {
                let (left, right) = (Self::$tree(left), Self::$tree(right));
                let _: ControlFlow<()> = left.join_each(&right, |i, j| {
                    found(i as u32, j as u32);
                    ControlFlow::Continue(())
                });
            }

            fn own_pairs(boxes: impl Boxes<$n>, mut found: impl FnMut(u32, u32)) {
                let _: ControlFlow<()> = Self::$tree(boxes).pairs_each(|i, j| {
                    found(i.min(j) as u32, i.max(j) as u32);
                    ControlFlow::Continue(())
                });
            }
        }
    };
}
packed!(2, plane: SimdIndex2D by Index2DBuilder);
packed!(3, space: SimdIndex3D by Index3DBuilder);

/// The `Bvh` of `parry2d` or `parry3d`: both trees are descended together, or one with itself.
macro_rules! parry {
    ($name:ident, $parry:ident, $n:literal) => {
        #[doc = concat!("The `Bvh` of `", stringify!($parry), "`: both trees are descended together.")]
        pub struct $name;

        impl $name {
            fn tree(boxes: impl Boxes<$n>) -> $parry::partitioning::Bvh {
                use $parry::{bounding_volume::Aabb, math::Vector, partitioning::BvhBuildStrategy};
                let vectors = boxes.map(|corners| corners.map(Vector::from_array));
                let bounds = vectors.map(|[min, max]| Aabb::new(min, max));
                $parry::partitioning::Bvh::from_iter(BvhBuildStrategy::default(), bounds.enumerate())
            }
        }

        impl BroadPhase<$n> for $name {
            const CALL: &'static str = concat!(stringify!($parry), "/leaf_pairs");
            const OWN_CALL: &'static str = concat!(stringify!($parry), "/traverse_bvtt_single_tree");

            fn pairs(left: impl Boxes<$n>, right: impl Boxes<$n>, mut found: impl FnMut(u32, u32)) {
                let (left, right) = (Self::tree(left), Self::tree(right));
                left.leaf_pairs(&right, |s, t| s.intersects(t)).for_each(|(i, j)| found(i, j));
            }

            fn own_pairs(boxes: impl Boxes<$n>, mut found: impl FnMut(u32, u32)) {
                let mut work = $parry::partitioning::BvhWorkspace::default();
                Self::tree(boxes).traverse_bvtt_single_tree::<false>(&mut work, &mut |i, j| {
                    found(i.min(j), i.max(j));
                });
            }
        }
    };
}
parry!(Parry2, parry2d, 2);
parry!(Parry3, parry3d, 3);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Uniform;

    /// Boxes with corners in whole numbers, so that many touch, and some are flat.
    fn boxes<const N: usize>(seed: u64) -> Vec<Corners<N>> {
        let mut uniform = Uniform::seeded(seed);
        let one = |_| {
            let min = [(); N].map(|()| uniform.integer(0, 30) as f32);
            [min, min.map(|x| x + uniform.integer(0, 5) as f32)]
        };
        (0..300).map(one).collect()
    }

    fn meet<const N: usize>([a, b]: &Corners<N>, [c, d]: &Corners<N>) -> bool {
        (0..N).all(|k| a[k] <= d[k] && c[k] <= b[k])
    }

    fn check<P: BroadPhase<N>, const N: usize>() {
        let (left, right) = (boxes::<N>(1), boxes::<N>(2));
        let pairs = |right: &[Corners<N>], wanted: fn(usize, usize) -> bool| -> Vec<(u32, u32)> {
            let all = (0..left.len()).flat_map(|i| (0..right.len()).map(move |j| (i, j)));
            let met = all.filter(|&(i, j)| wanted(i, j) && meet(&left[i], &right[j]));
            met.map(|(i, j)| (i as u32, j as u32)).collect()
        };
        let mut found = Vec::new();
        P::pairs(left.iter().copied(), right.iter().copied(), |i, j| found.push((i, j)));
        found.sort_unstable();
        assert!(found.len() > 300 && found == pairs(&right, |_, _| true), "{}", P::CALL);
        found.clear();
        P::own_pairs(left.iter().copied(), |i, j| found.push((i, j)));
        found.sort_unstable();
        assert!(found.len() > 150 && found == pairs(&left, |i, j| i < j), "{}", P::OWN_CALL);
    }

    #[test]
    fn every_broad_phase_finds_every_pair_once() {
        check::<GeoIndex, 2>();
        check::<Rstar, 2>();
        check::<StaticAabb, 2>();
        check::<Parry2, 2>();
        check::<Obvhs, 2>();
        check::<Packed, 2>();
        check::<Rstar, 3>();
        check::<Parry3, 3>();
        check::<Obvhs, 3>();
        check::<Packed, 3>();
    }
}
