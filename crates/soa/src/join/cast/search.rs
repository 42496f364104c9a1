//! The search of a ray, or of many at once, down the tree of an index.
//!
//! A search is a loop of three small steps. Which of them comes next no processor can predict, and what it reads is
//! not in the cache. So of many rays some are on their way at once, as on a GPU (Laine, Karras and Aila 2013): each
//! step is a loop over those that are ready for it, and meanwhile what they read next comes from memory.
//!
//! ```text
//!        +----------+
//!        |  nearest |<---+     takes the nearest of what is left, or goes one level up
//!        +----------+    |
//!          |      |      |
//!          v      v      |
//!       enter   test ----+     where the ray enters sixteen boxes; whether it meets a triangle
//!          |             |
//!          +-------------+
//! ```
//!
//! # Rounding
//!
//! The direction is scaled by a power of two, so that its largest component is from 1/8 to below 1/4. A parameter
//! `(side - o) * (1 / d)` has three roundings. The start is moved by one unit in its last place first, up for least
//! sides and down for largest ones: so it is within a box that it touches, and a ray that is parallel to a slab
//! (`1 / 0` is infinite) is in it from minus to plus infinity, or in no part. Beside it by just that unit there is
//! a difference of zero, and a NaN: such a box is missed, or searched in vain. Where a difference overflows, the
//! parameter is beyond four times the largest number, as the component is below 1/4, and is taken for infinite.

use alloc::vec::Vec;

use scalar::dim3::Aabb3;
use scalar::float::min;

use super::{Casting, HEIGHTS, Keep, Scene};
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::join::groups::{Groups, WIDTH};
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Register, Simd};

/// A path as boxes see it.
#[derive(Clone, Copy, Default)]
struct Slabs {
    /// The start, as seen from the least sides.
    up: [f32; 3],
    /// The start, as seen from the largest sides.
    down: [f32; 3],
    /// What makes a parameter of a difference.
    inverse: [f32; 3],
}

impl Slabs {
    fn new(casting: &Casting) -> Self {
        /// A component that is less than this part of the largest one is not used.
        const LEAST: f64 = 1.0 / (1u128 << 100) as f64;
        let [start, direction] = casting.path.values();
        let mut slabs = Self::default();
        for k in 0..3 {
            let d = f64::from(direction[k]) / casting.scale;
            (slabs.up[k], slabs.down[k]) = (start[k].next_up(), start[k].next_down());
            // Without a sign: a component of -0 is parallel to the slab from either side.
            let mut inverse = (1.0 / d.abs()) as f32;
            if d != 0.0 && d.abs() < LEAST {
                inverse = 1.0;
                (slabs.up[k], slabs.down[k]) = (f32::INFINITY, f32::NEG_INFINITY);
            }
            slabs.inverse[k] = if d >= 0.0 { inverse } else { -inverse };
        }
        slabs
    }

    /// For each box of a group where the path enters it, rounded down, and in the last four bits the place of the
    /// box: so the least key says whose it is. Infinite where the path does not enter a box before the limit.
    #[inline(always)]
    fn keys<T: Simd>(
        &self,
        simd: T,
        boxes: &Groups<Aabb3>,
        group: usize,
        limit: f32,
        keys: &mut [f32; WIDTH],
    ) {
        /// More than the roundings of two parameters.
        const LARGER: f32 = 1.0 + 4.0 * f32::EPSILON;
        for at in (0..WIDTH).step_by(T::Lanes::LEN) {
            let sides = boxes.load(simd, group, at);
            let (mut first, mut last) = (simd.splat(0.0), simd.splat(limit));
            for k in 0..3 {
                let inverse = simd.splat(self.inverse[k]);
                let low = (sides[k] - simd.splat(self.up[k])) * inverse;
                let high = (sides[k + 3] - simd.splat(self.down[k])) * inverse;
                first = first.max(low.min(high));
                last = last.min(low.max(high));
            }
            let last = last * simd.splat(LARGER) + simd.splat(f32::MIN_POSITIVE);
            let entered = first.le(last) & sides[0].eq(sides[0]);
            let rounded = first.min(simd.splat(f32::MAX)).bits_and(simd.splat(f32::from_bits(ROUNDED)));
            let key = rounded.bits_or(simd.load(&PLACES[at..]));
            T::Lanes::select(entered, key, simd.splat(f32::INFINITY)).store(&mut keys[at..]);
        }
    }
}

/// The bits of a key that are those of a parameter, rounded down.
const ROUNDED: u32 = !(WIDTH as u32 - 1);

/// Numbers whose bits are 0, 1, 2 ...
static PLACES: [f32; WIDTH] = {
    let mut places = [0.0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        places[i] = f32::from_bits(i as u32);
        i += 1;
    }
    places
};

/// The least of some keys.
#[inline(always)]
fn least(keys: &[f32; WIDTH]) -> f32 {
    let keys: [f32; 8] = lesser(keys);
    let keys: [f32; 4] = lesser(&keys);
    let keys: [f32; 2] = lesser(&keys);
    min(keys[0], keys[1])
}

/// The lesser of each number of the first half and that of the second.
#[inline(always)]
fn lesser<const N: usize, const HALF: usize>(numbers: &[f32; N]) -> [f32; HALF] {
    let mut lesser = [0.0; HALF];
    for i in 0..HALF {
        lesser[i] = min(numbers[i], numbers[i + HALF]);
    }
    lesser
}

/// A search on its way.
struct Search {
    casting: Casting,
    slabs: Slabs,
    /// The lowest height at which anything is left.
    height: usize,
    /// For each height the keys of what is left of a group, and the number of its first box.
    keys: [[f32; WIDTH]; HEIGHTS],
    first: [u32; HEIGHTS],
    /// The row or the group that comes next.
    next: u32,
}

/// What a search does next.
#[derive(Clone, Copy)]
enum Step {
    /// [`Search::enter`].
    Enter,
    /// [`Search::test`].
    Test,
    /// [`Search::nearest`].
    Nearest,
    Nothing,
}

impl Search {
    /// At the root.
    fn new(casting: Casting, scene: &Scene) -> Self {
        let (slabs, keys) = (Slabs::new(&casting), [[f32::INFINITY; WIDTH]; HEIGHTS]);
        Self { casting, slabs, height: scene.top, keys, first: [0; HEIGHTS], next: 0 }
    }

    /// Begins the search of another path in the same memory, most of which is written before it is read. Returns
    /// its number; None if there is no other.
    fn renew(&mut self, scene: &Scene, next: NextPath) -> Option<usize> {
        let number = next(&mut self.casting)?;
        (self.slabs, self.height, self.next) = (Slabs::new(&self.casting), scene.top, 0);
        Some(number)
    }

    /// Tests the boxes of the next group.
    #[inline(always)]
    fn enter<T: Simd>(&mut self, simd: T, scene: &Scene) {
        let height = self.height % HEIGHTS;
        // Groups that are kept are full.
        self.first[height] = self.next * WIDTH as u32;
        let (boxes, limit) = (scene.boxes[height], self.casting.limit);
        self.slabs.keys(simd, boxes, self.next as usize, limit, &mut self.keys[height]);
    }

    /// Tests the next row. Returns whether to go on.
    #[inline(always)]
    fn test(&mut self, scene: &Scene, keep: &mut Option<Keep>) -> bool {
        let counts = keep.as_mut().is_none_or(|keep| keep(scene.triangles[self.next as usize].1));
        !counts || self.casting.offer(scene, self.next)
    }

    /// Finds what the path enters next, and prefetches it.
    #[inline(always)]
    fn nearest<T: Simd>(&mut self, simd: T, scene: &Scene) -> Step {
        let height = self.height % HEIGHTS;
        let key = least(&self.keys[height]).to_bits();
        let (place, near) = (key as usize % WIDTH, f32::from_bits(key & ROUNDED));
        // The limit may be infinite, as what is not entered is.
        if near > min(self.casting.limit, f32::MAX) {
            self.height = height + 1;
            return if height < scene.top { Step::Nearest } else { Step::Nothing };
        }
        self.keys[height][place] = f32::INFINITY;
        self.next = self.first[height] + place as u32;
        if height == 0 {
            simd.prefetch(scene.triangles[self.next as usize].0.values());
            return Step::Test;
        }
        self.height = height - 1;
        scene.boxes[height - 1].prefetch(simd, self.next as usize);
        Step::Enter
    }
}

/// Searches for what a path meets.
pub(super) fn search(level: Level, scene: &Scene, casting: Casting, keep: &mut Option<Keep>) -> Casting {
    let mut search = Search::new(casting, scene);
    at_level!(level, simd => {
        let mut step = Step::Enter;
        loop {
            match step {
                Step::Enter => search.enter(simd, scene),
                Step::Test if !search.test(scene, keep) => break,
                Step::Nothing => break,
                Step::Test | Step::Nearest => {}
            }
            step = search.nearest(simd, scene);
        }
    });
    search.casting
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

    /// Those that are ready now, none of which is any more.
    #[inline(always)]
    fn take(&mut self) -> Self {
        let all = *self;
        self.len = 0;
        all
    }

    #[inline(always)]
    fn get(&self, i: usize) -> usize {
        usize::from(self.searches[i % SEARCHES])
    }
}

/// Gives the next path, and its number.
type NextPath<'a> = &'a mut dyn FnMut(&mut Casting) -> Option<usize>;

/// Searches for what each path meets that `next` gives, and calls `done` with its number.
pub(super) fn search_many(
    level: Level,
    scene: &Scene,
    next: NextPath,
    done: &mut dyn FnMut(usize, &Casting),
) {
    let (mut searches, mut numbers) = (Vec::with_capacity(SEARCHES), [0; SEARCHES]);
    let [mut enter, mut test, mut nearest] = [Ready::default(); 3];
    while searches.len() < SEARCHES {
        let mut search = Search::new(Casting::new(ShapeKind::Ray3, &[0.0; MAX_COLUMNS]), scene);
        let Some(number) = search.renew(scene, next) else { break };
        numbers[searches.len()] = number;
        enter.push(searches.len());
        searches.push(search);
    }
    at_level!(level, simd => {
        while enter.len + test.len + nearest.len > 0 {
            let ready = enter.take();
            for i in 0..ready.len {
                let search = ready.get(i);
                searches[search].enter(simd, scene);
                nearest.push(search);
            }
            let ready = test.take();
            for i in 0..ready.len {
                let search = ready.get(i);
                if !searches[search].test(scene, &mut None) {
                    // Nothing else matters.
                    searches[search].casting.limit = -1.0;
                }
                nearest.push(search);
            }
            let ready = nearest.take();
            for i in 0..ready.len {
                let search = ready.get(i);
                match searches[search].nearest(simd, scene) {
                    Step::Enter => enter.push(search),
                    Step::Test => test.push(search),
                    Step::Nearest => nearest.push(search),
                    Step::Nothing => {
                        done(numbers[search], &searches[search].casting);
                        if let Some(number) = searches[search].renew(scene, next) {
                            numbers[search] = number;
                            enter.push(search);
                        }
                    }
                }
            }
        }
    });
}
