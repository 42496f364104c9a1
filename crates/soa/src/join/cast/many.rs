//! The searches of many rays at once.
//!
//! Which step of a search comes next no processor can predict, what it reads is not in the cache, and each of
//! its numbers waits for the one before. So some rays are on their way at once, as on a GPU (Laine, Karras
//! and Aila 2013): each step is a loop over those that are ready for it.
//!
//! ```text
//!     rows --> enter    0 3 4 9 --.
//!              test     1 2 8   --+--> what comes next for each, which is prefetched
//!              nearest  5 6     --'
//!              nothing  7 --> a result, and the next row in its place
//! ```
//!
//! As many rays and triangles are tested together as a register of `f64` holds.

use alloc::vec::Vec;
use core::mem::take;
use core::ops::Range;

use super::impact::{Impacts, Pairs};
use super::search::Search;
use super::{Casting, Found, Path, Scene};
use crate::data::any::AnyView;
use crate::data::shape::{Shape, ShapeKind};
use crate::join::groups::bits;
use crate::join::slabs::Step;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, MAX_WIDE, Simd};

/// Rows of a set of rays or segments that are still to be cast.
pub(super) struct Queue<'a> {
    kind: ShapeKind,
    columns: [&'a [f32]; 6],
    next: usize,
}

impl<'a> Queue<'a> {
    /// Some rows of a view.
    pub(super) fn new(paths: &AnyView<'a>, rows: Range<usize>) -> Self {
        let (columns, start) = paths.raw();
        let columns = core::array::from_fn(|k| &columns[k][start + rows.start..start + rows.end]);
        Self { kind: paths.kind(), columns, next: 0 }
    }

    /// The next row that is finite, and its number. As `read_finite`, of columns that are cut once: with that
    /// a ray takes a tenth longer.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, Path)> {
        loop {
            let (row, mut values, mut is_finite) = (self.next, [0.0; 6], true);
            for k in 0..6 {
                values[k] = *self.columns[k].get(row)?;
                is_finite &= f32::is_finite(values[k]);
            }
            self.next += 1;
            if is_finite {
                return Some((row, Path::new(self.kind, &values)));
            }
        }
    }
}

/// Searches that are on their way at once. More of them leave the first-level cache.
const SEARCHES: usize = 32;

/// Searches that are ready for one step, by their numbers.
#[derive(Clone, Copy, Default)]
struct Ready {
    searches: [u8; SEARCHES],
    len: usize,
}

impl Ready {
    #[inline(always)]
    fn push(&mut self, search: usize) {
        self.searches[self.len % SEARCHES] = search as u8;
        self.len += 1;
    }

    /// Their numbers.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.searches.iter().take(self.len).map(|&search| usize::from(search) % SEARCHES)
    }
}

/// Searches for what each path of a queue meets, first or at all, and calls `done` with its number.
pub(super) fn search_many(
    level: Level,
    scene: &Scene,
    queue: &mut Queue,
    any: bool,
    done: &mut dyn FnMut(usize, &Casting),
) {
    let (mut searches, mut numbers) = (Vec::with_capacity(SEARCHES), [0; SEARCHES]);
    let mut steps = [Ready::default(); 4];
    while searches.len() < SEARCHES {
        let Some((number, path)) = queue.next() else { break };
        numbers[searches.len()] = number;
        steps[Step::Enter as usize].push(searches.len());
        searches.push(Search::new(path, scene));
    }
    let are_segments = queue.kind == ShapeKind::Segment3;
    at_level!(level, simd => {
        while steps.iter().any(|ready| ready.len > 0) {
            let [enter, test, nearest, nothing] = take(&mut steps);
            for search in enter.iter() {
                searches[search].enter(simd, scene);
            }
            test_all(simd, scene, &mut searches, &test, are_segments, any);
            for search in enter.iter().chain(test.iter()).chain(nearest.iter()) {
                steps[searches[search].nearest() as usize].push(search);
            }
            for search in nothing.iter() {
                done(numbers[search], &searches[search].casting);
                if let Some((number, path)) = queue.next() {
                    searches[search].renew(path, scene);
                    numbers[search] = number;
                    steps[Step::Enter as usize].push(search);
                }
            }
            for search in steps[Step::Enter as usize].iter() {
                let entered = &searches[search].entered;
                entered.boxes(&scene.boxes).prefetch(simd, entered.next());
            }
            for search in steps[Step::Test as usize].iter() {
                simd.prefetch(scene.triangles[searches[search].entered.next()].0.values());
            }
        }
    });
}

/// Tests the next row of each search that is ready for it, as many at once as a register of `f64` holds.
#[inline(always)]
fn test_all<T: Simd>(
    simd: T,
    scene: &Scene,
    searches: &mut [Search],
    ready: &Ready,
    are_segments: bool,
    any: bool,
) {
    for numbers in ready.searches[..ready.len.min(SEARCHES)].chunks(T::Wide::LEN) {
        let mut pairs: Pairs = ([[0.0; MAX_WIDE]; 6], [[0.0; MAX_WIDE]; 9]);
        for lane in 0..T::Wide::LEN {
            // After the last one, the first one again.
            let number = numbers.get(lane).unwrap_or(&numbers[0]);
            let search = &searches[usize::from(*number) % SEARCHES];
            let path = search.casting.path.values();
            let triangle: &[f32; 9] = bytemuck::cast_ref(&scene.triangles[search.entered.next()].0);
            for k in 0..6 {
                pairs.0[k][lane] = path[k];
            }
            for k in 0..9 {
                pairs.1[k][lane] = triangle[k];
            }
        }
        let impacts = Impacts::new(simd, &pairs, are_segments);
        let hits = (impacts.hits | impacts.open) & ((1 << numbers.len()) - 1);
        for lane in bits(hits) {
            let search = &mut searches[usize::from(numbers[lane]) % SEARCHES];
            let place = search.entered.next();
            if impacts.open >> lane & 1 == 1 && !search.casting.path.meets(&scene.triangles[place].0) {
                continue;
            }
            search.casting.offer(scene, Found { place: place as u32, impact: impacts.get(lane) });
            if any {
                // Nothing else matters.
                search.casting.limit = -1.0;
            }
        }
    }
}
