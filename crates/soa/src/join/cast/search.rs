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
    /// All triangles.
    All(&'a mut Vec<Found>),
}

impl Wanted<'_> {
    /// Tests a triangle.
    ///
    /// # Errors
    /// No memory for it.
    #[inline(always)]
    fn test(&mut self, casting: &mut Casting, scene: &Scene, place: usize) -> Result<(), Error> {
        let (triangle, row) = &scene.triangles[place];
        if let Self::First(keep) = self
            && !keep(*row)
        {
            return Ok(());
        }
        let Some(impact) = casting.path.impact(triangle) else { return Ok(()) };
        let found = Found { place: place as u32, impact };
        match self {
            Self::First(_) => casting.offer(scene, found),
            Self::All(all) => {
                reserve(all, 1)?;
                all.push(found);
            }
        }
        Ok(())
    }
}

/// Searches for what a path meets.
///
/// # Errors
/// No memory for all of it.
pub(super) fn search(level: Level, scene: &Scene, path: Path, wanted: &mut Wanted) -> Result<Casting, Error> {
    let mut search = Search::new(path, scene);
    at_level!(level, simd => {
        let mut step = Step::Enter;
        loop {
            match step {
                Step::Enter => search.enter(simd, scene),
                Step::Test => {
                    let place = search.entered.next();
                    if let Err(error) = wanted.test(&mut search.casting, scene, place) {
                        break Err(error);
                    }
                }
                Step::Nearest => {}
                Step::Nothing => break Ok(()),
            }
            step = search.nearest();
        }
    })?;
    Ok(search.casting)
}
