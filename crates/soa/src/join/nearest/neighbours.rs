//! The nearest row to each point of a large set.
//!
//! The points are taken along Hilbert's curve, region by region as the left rows of a join. So what was
//! nearest to one point is near to the next one, and its group is tested first: that leaves a small distance
//! to search within, and the tree is searched depth first, without a queue. All of it is in the cache from
//! the point before.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Best, Frontier, Nearest, distances, nearest};
use crate::data::any::AnyView;
use crate::data::error::Error;
use crate::data::memory::with_capacity;
use crate::data::shape::Shape;
use crate::join::groups::{WIDTH, bits};
use crate::join::packed::{LeftRows, Packed};
use crate::join::progress::PhaseClock;
use crate::join::table::{AnyOps, AnyPacked, AnyPackedRows, RowOps, ops};
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Mask, Simd};
use crate::run::query::Query;

/// Points that are many, at least: to sort fewer takes longer than it saves.
pub(super) const MANY: usize = 256;

/// A point's number, and what is nearest to it.
type Found = (u32, Option<Nearest>);

/// Writes the nearest row to each point that is finite.
///
/// # Errors
/// No memory for them.
pub(super) fn of_all(
    query: Query,
    packed: &AnyPacked,
    points: &AnyView,
    within: f32,
    all: &mut [Option<Nearest>],
) -> Result<(), Error> {
    match (&packed.rows, ops(points.kind())) {
        (AnyPackedRows::Plane(packed), Some(AnyOps::Plane(ops))) => {
            sorted(query, ops, packed, points, within, all)
        }
        (AnyPackedRows::Space(packed), Some(AnyOps::Space(ops))) => {
            sorted(query, ops, packed, points, within, all)
        }
        // There are no such rows.
        _ => Ok(()),
    }
}

fn sorted<B: Shape>(
    query: Query,
    ops: &RowOps<B>,
    packed: &Packed<B>,
    points: &AnyView,
    within: f32,
    all: &mut [Option<Nearest>],
) -> Result<(), Error> {
    let (level, threads) = (query.level(), query.threads());
    let regions = (ops.scatter)(level, threads, PhaseClock::default(), points, 0);
    let tasks = regions.tasks(threads);
    let found = threads.map(tasks, |regions_of_task| task(level, packed, &*regions, regions_of_task, within));
    for found in found {
        for (point, near) in found? {
            all[point as usize] = near;
        }
    }
    Ok(())
}

/// What is nearest to the points of some regions.
fn task<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    points: &dyn LeftRows<B>,
    regions: Range<usize>,
    within: f32,
) -> Result<Vec<Found>, Error> {
    let mut found = with_capacity(points.rows(&regions))?;
    let (mut reader, mut frontier, mut stack) = (points.reader(), Frontier::new(), Vec::new());
    // The group of the row that was nearest to the last point.
    let mut group = None;
    for region in regions {
        let side = reader.read(level, region);
        for place in 0..side.starts.last().map_or(0, |&end| end as usize) {
            let ((point, number), mut near) = (side.rows.row(place), [Nearest::NONE]);
            let mut best = Best::new(&mut near, within);
            match group {
                Some(first) => {
                    group = Some(depth_first(level, packed, point, first, &mut stack, &mut best));
                }
                None => group = nearest(level, packed, point, &mut frontier, &mut best, &mut |_| true),
            }
            found.push((number, best.finish().first().copied()));
        }
    }
    Ok(found)
}

/// A group that is to be searched.
#[derive(Clone, Copy)]
struct Open {
    /// No larger than the squared distance of its box.
    distance: f32,
    /// Its level of the tree, and 1; 0 for a group of rows.
    height: u32,
    group: u32,
}

/// Finds the nearest row, from the rows of the group `first` on. Returns the group of the nearest one.
fn depth_first<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    point: &[f32],
    first: usize,
    stack: &mut Vec<Open>,
    best: &mut Best,
) -> usize {
    let (Some(boxes), Some((top, root))) = (&packed.boxes, packed.tree.root()) else { return first };
    let (side, tree) = (packed.side(), &packed.tree);
    let mut group_of_best = first;
    at_level!(level, simd => {
        stack.clear();
        stack.push(Open { distance: 0.0, height: top as u32 + 1, group: root as u32 });
        let mut next = Some(Open { distance: 0.0, height: 0, group: first as u32 });
        let mut limit = limit_of(best);
        let mut is_first = true;
        while let Some(Open { distance, height, group }) = next.take().or_else(|| stack.pop()) {
            let group = group as usize;
            if distance > limit {
                continue;
            }
            if height > 0 {
                let distances = distances(simd, tree.level(height as usize - 1), group, point);
                let (start, mut nearest) = (stack.len(), stack.len());
                for bit in bits(no_farther(simd, &distances, limit)) {
                    let (distance, group) = (distances[bit], (group * WIDTH + bit) as u32);
                    if start < stack.len() && distance < stack[nearest].distance {
                        nearest = stack.len();
                    }
                    stack.push(Open { distance, height: height - 1, group });
                }
                // The nearest one comes next.
                if start < stack.len() {
                    next = Some(stack.swap_remove(nearest));
                }
            } else if is_first || group != first {
                is_first = false;
                let (start, before) = (side.starts[group] as usize, best.first());
                let distances = distances(simd, boxes, group, point);
                for bit in bits(no_farther(simd, &distances, limit)) {
                    side.rows.offer(start + bit, point, distances[bit], best, &mut |_| true);
                }
                if best.first() != before {
                    (group_of_best, limit) = (group, limit_of(best));
                }
            }
        }
    });
    group_of_best
}

/// No row of a box that is farther than this is nearer than the best one.
fn limit_of(best: &Best) -> f32 {
    (best.limit as f32).next_up()
}

/// Which of sixteen distances are no larger than another one, as bits.
#[inline(always)]
fn no_farther<T: Simd>(simd: T, distances: &[f32; WIDTH], limit: f32) -> u32 {
    let mut near = 0;
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        near |= simd.load(&distances[at..at + T::Lanes::LEN]).le(simd.splat(limit)).bits() << at;
    }
    near
}
