//! The search of a ray down the tree of an index: a loop of three small steps.
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

use super::{Casting, Found, Path, Scene};
use crate::data::error::Error;
use crate::data::memory::reserve;
use crate::join::slabs::{Entered, Slabs, Step};
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

/// A search on its way.
pub(super) struct Search {
    pub(super) casting: Casting,
    slabs: Slabs,
    pub(super) entered: Entered,
}

impl Search {
    /// At the root.
    #[inline(always)]
    pub(super) fn new(path: Path, scene: &Scene) -> Self {
        let casting = Casting::new(path);
        Self { slabs: casting.slabs(), casting, entered: Entered::new(scene.top) }
    }

    /// Begins the search of another path in the same memory.
    #[inline(always)]
    pub(super) fn renew(&mut self, path: Path, scene: &Scene) {
        self.casting = Casting::new(path);
        self.slabs = self.casting.slabs();
        self.entered.renew(scene.top);
    }

    /// Tests the boxes of the next group.
    #[inline(always)]
    pub(super) fn enter<T: Simd>(&mut self, simd: T, scene: &Scene) {
        self.entered.enter(simd, &self.slabs, &scene.boxes, self.casting.limit);
    }

    /// Finds what the path enters next.
    #[inline(always)]
    pub(super) fn nearest(&mut self) -> Step {
        self.entered.take(self.casting.limit)
    }
}

/// What is searched for.
pub(super) enum Wanted<'a> {
    /// The first triangle of the rows that this says yes to.
    First(&'a mut dyn FnMut(u32) -> bool),
    /// All triangles, or that there is no memory for them.
    All(&'a mut Result<Vec<Found>, Error>),
}

impl Wanted<'_> {
    /// Tests a triangle. Returns whether to go on.
    #[inline(always)]
    fn test(&mut self, casting: &mut Casting, scene: &Scene, place: usize) -> bool {
        let (triangle, row) = &scene.triangles[place];
        let found = |impact| Found { place: place as u32, impact };
        match self {
            Self::First(keep) => {
                if keep(*row)
                    && let Some(impact) = casting.path.impact(triangle)
                {
                    casting.offer(scene, found(impact));
                }
            }
            Self::All(all) => {
                let (Some(impact), Ok(found_so_far)) = (casting.path.impact(triangle), &mut **all) else {
                    return all.is_ok();
                };
                match reserve(found_so_far, 1) {
                    Ok(()) => found_so_far.push(found(impact)),
                    Err(error) => {
                        **all = Err(error);
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Searches for what a path meets.
pub(super) fn search(level: Level, scene: &Scene, path: Path, wanted: &mut Wanted) -> Casting {
    let mut search = Search::new(path, scene);
    at_level!(level, simd => {
        let mut step = Step::Enter;
        loop {
            match step {
                Step::Enter => search.enter(simd, scene),
                Step::Test if !wanted.test(&mut search.casting, scene, search.entered.next()) => break,
                Step::Nothing => break,
                Step::Test | Step::Nearest => {}
            }
            step = search.nearest();
        }
    });
    search.casting
}
