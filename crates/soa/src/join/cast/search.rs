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

use alloc::vec::Vec;

use super::{Casting, Keep, Scene};
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::join::groups::WIDTH;
use crate::join::slabs::{HEIGHTS, Slabs, take_first};
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

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
        let (slabs, keys) = (casting.slabs(), [[f32::INFINITY; WIDTH]; HEIGHTS]);
        Self { casting, slabs, height: scene.top, keys, first: [0; HEIGHTS], next: 0 }
    }

    /// Begins the search of another path in the same memory, most of which is written before it is read. Returns
    /// its number; None if there is no other.
    fn renew(&mut self, scene: &Scene, next: NextPath) -> Option<usize> {
        let number = next(&mut self.casting)?;
        (self.slabs, self.height, self.next) = (self.casting.slabs(), scene.top, 0);
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
        let Some(place) = take_first(&mut self.keys[height], self.casting.limit) else {
            self.height = height + 1;
            return if height < scene.top { Step::Nearest } else { Step::Nothing };
        };
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
