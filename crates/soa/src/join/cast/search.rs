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
use core::mem::take;

use super::{Casting, Keep, Scene};
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::join::slabs::{Entered, Slabs, Step};
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

/// A search on its way.
struct Search {
    casting: Casting,
    slabs: Slabs,
    entered: Entered,
}

impl Search {
    /// At the root.
    fn new(casting: Casting, scene: &Scene) -> Self {
        Self { slabs: casting.slabs(), casting, entered: Entered::new(scene.top) }
    }

    /// Begins the search of another path in the same memory. Returns its number; None if there is no other.
    fn renew(&mut self, scene: &Scene, next: NextPath) -> Option<usize> {
        let number = next(&mut self.casting)?;
        self.slabs = self.casting.slabs();
        self.entered.renew(scene.top);
        Some(number)
    }

    /// Tests the boxes of the next group.
    #[inline(always)]
    fn enter<T: Simd>(&mut self, simd: T, scene: &Scene) {
        self.entered.enter(simd, &self.slabs, &scene.boxes, self.casting.limit);
    }

    /// Tests the next row. Returns whether to go on.
    #[inline(always)]
    fn test(&mut self, scene: &Scene, keep: &mut Option<Keep>) -> bool {
        let place = self.entered.next();
        let counts = keep.as_mut().is_none_or(|keep| keep(scene.triangles[place].1));
        !counts || self.casting.offer(scene, place as u32)
    }

    /// Finds what the path enters next.
    #[inline(always)]
    fn nearest(&mut self) -> Step {
        self.entered.take(self.casting.limit)
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
            step = search.nearest();
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

    /// Their numbers.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.searches.iter().take(self.len).map(|&search| usize::from(search) % SEARCHES)
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
    let mut steps = [Ready::default(); 4];
    while searches.len() < SEARCHES {
        let mut search = Search::new(Casting::new(ShapeKind::Ray3, &[0.0; MAX_COLUMNS]), scene);
        let Some(number) = search.renew(scene, next) else { break };
        numbers[searches.len()] = number;
        steps[Step::Enter as usize].push(searches.len());
        searches.push(search);
    }
    at_level!(level, simd => {
        while steps.iter().any(|ready| ready.len > 0) {
            let [enter, test, nearest, nothing] = take(&mut steps);
            for search in enter.iter() {
                searches[search].enter(simd, scene);
                steps[searches[search].nearest() as usize].push(search);
            }
            for search in test.iter() {
                if !searches[search].test(scene, &mut None) {
                    // Nothing else matters.
                    searches[search].casting.limit = -1.0;
                }
                steps[searches[search].nearest() as usize].push(search);
            }
            for search in nearest.iter() {
                steps[searches[search].nearest() as usize].push(search);
            }
            for search in nothing.iter() {
                done(numbers[search], &searches[search].casting);
                if let Some(number) = searches[search].renew(scene, next) {
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
