//! Rows that move, come and go: which pairs of them begin to touch in a frame, which end, and which touch.
//!
//! ```text
//!    insert, set, remove                       rows by id: at any time, nothing is searched
//!             |
//!          update
//!             |   rows that moved
//!      within its fat box?  -- no --  a new fat box, its candidates anew          rows.rs, join/moving.rs
//!             | yes                            |
//!             +--------------------------------+
//!             |
//!      candidates of what moved, exact kernel                                     join/neighbours.rs
//!             |
//!      begun, ended, touching: sorted pairs of ids                                contacts.rs
//! ```
//!
//! A *candidate* is a pair of rows whose *fat boxes* meet. A row's fat box is its bounding box with a margin,
//! which follows its speed: as far as it comes in some frames, if it goes on as it did. As long as it stays
//! within, its candidates stay the same. Where a few rows leave their fat boxes, they are searched one by
//! one; where many do, all rows get new ones and are searched together, or before they leave them, a part of
//! the rows in each frame ([`Scene::even_frames`]). The answers depend on none of that:
//! in each frame they are those of [`self_join`](crate::self_join()) of the rows as they are, whatever was
//! done before, on any number of threads and at any level.
//!
//! # What touches
//!
//! Shapes are closed sets, and answers exact, as of [`intersects`](crate::intersects()): a pair touches in a
//! frame if its rows have a point in common when [`Scene::update`] is called, and their [`Filter`]s allow the
//! pair. What happened between two frames is not seen: a row that jumps across another one does not touch it.
//! Coordinates are of any unit; time is counted in frames.
//!
//! * *begun*: it touches now, and did not in the frame before;
//! * *ended*: it touched in the frame before, and does not now, or one of its rows is gone;
//! * *touching*: it touches now, begun or before.
//!
//! # Ids
//!
//! [`Scene::insert`] returns the smallest id that is free. That of a removed row is free again after the next
//! update, which reports what ended by it. So within a frame an id is one row, and between two updates in
//! which it touches, too.
//!
//! # Limits
//!
//! Up to [`u32::MAX`] ids, and memory for two copies of the rows, two boxes a row, and 32 bytes for each row
//! and each six of its candidates. Where fast rows are so dense that margins make more than 32 candidates a
//! row, all margins are smaller, and there are none where rows leave their fat boxes in each frame. On one
//! thread ([`Query::sequential`]) a frame allocates nothing once memory has grown, unless all rows are sorted
//! anew: after many were inserted or have gone far from where they were. Where memory for the pairs cannot be
//! had, [`Scene::update`] returns [`Error::OutOfMemory`], and the next update reports the changes since the
//! last one that succeeded; without memory for the rows, the program ends.

use alloc::sync::Arc;
use core::marker::PhantomData;

use crate::data::check::{check_row, check_values};
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::shape::{Shape, ShapeKind};
use crate::join::{Any, Index};
use crate::kernel::Intersects;
use crate::run::query::{Query, pair_of};

mod contacts;
mod margins;
mod rows;
mod snapshot;

use rows::Core;
#[doc(hidden)]
pub use rows::Searched;
pub use snapshot::Snapshot;

/// Which rows may touch: `a` and `b` do if `a.layers & b.mask != 0 && b.layers & a.mask != 0`.
///
/// ```
/// use soa::{Disk, Scene, scene::Filter};
///
/// let player = Filter { layers: 0b01, mask: 0b10 };
/// let enemy = Filter { layers: 0b10, mask: 0b11 };
/// let mut scene = Scene::new();
/// for filter in [player, player, enemy, enemy] {
///     scene.insert_with(&Disk::new([0.0, 0.0], 1.0), filter)?;
/// }
/// let touching = scene.update()?.touching;
/// assert_eq!(touching.iter().collect::<Vec<_>>(), [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The layers that the row is in, a bit each.
    pub layers: u32,
    /// The layers whose rows it may touch.
    pub mask: u32,
}

impl Filter {
    /// In all layers, touching all.
    pub const ALL: Self = Self { layers: u32::MAX, mask: u32::MAX };

    /// Whether both allow the pair.
    #[must_use]
    pub const fn allows(self, other: Self) -> bool {
        self.layers & other.mask != 0 && other.layers & self.mask != 0
    }
}

/// [`Filter::ALL`].
impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}

/// What a frame has changed: pairs sorted by the first row, then the second.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// The pairs that touch, and did not in the frame before.
    pub begun: &'a Pairs,
    /// Those that touched in the frame before, and do not now.
    pub ended: &'a Pairs,
    /// All that touch.
    pub touching: &'a Pairs,
}

/// Rows of one shape that move, come and go, and the pairs of them that touch, frame by frame. See the
/// [module](self).
///
/// ```
/// use soa::{Disk, Scene};
///
/// let mut scene = Scene::new();
/// let ball = scene.insert(&Disk::new([0.0, 0.0], 1.0))?;
/// let wall = scene.insert(&Disk::new([5.0, 0.0], 1.0))?;
/// assert!(scene.update()?.touching.is_empty());
///
/// scene.set(ball, &Disk::new([3.0, 0.0], 1.0))?; // a point in common is enough
/// let changes = scene.update()?;
/// assert_eq!(changes.begun.iter().collect::<Vec<_>>(), [(ball, wall)]);
///
/// scene.remove(wall)?;
/// let changes = scene.update()?;
/// assert_eq!(changes.ended.iter().collect::<Vec<_>>(), [(ball, wall)]);
/// assert!(changes.touching.is_empty());
/// # Ok::<(), soa::Error>(())
/// ```
///
/// `S` is the shape of its rows; [`AnyScene`] is a scene of a shape that is known only when the program runs.
pub struct Scene<S = Any> {
    core: Core,
    shape: PhantomData<fn(S)>,
}

/// A scene of a shape that is known only when the program runs.
///
/// ```
/// use soa::{Error, ShapeKind, scene::AnyScene};
///
/// let mut scene = AnyScene::of_kind(ShapeKind::Aabb)?;
/// scene.insert_any(&[0.0, 0.0, 2.0, 2.0])?; // min_x, min_y, max_x, max_y
/// scene.insert_any(&[2.0, 1.0, 3.0, 4.0])?;
/// assert_eq!(scene.update()?.begun.iter().collect::<Vec<_>>(), [(0, 1)]);
/// assert!(matches!(AnyScene::of_kind(ShapeKind::Point), Err(Error::NoKernel { .. })));
/// # Ok::<(), Error>(())
/// ```
pub type AnyScene = Scene;

impl<S: Intersects<S>> Scene<S> {
    /// No rows.
    pub fn new() -> Self {
        Self { core: Core::new(S::KIND, S::pair()), shape: PhantomData }
    }

    /// Adds a row, which may touch all, and returns its id: the smallest one that is free.
    ///
    /// # Errors
    /// A value that is not finite or that breaks a rule of the shape; more than `u32::MAX` rows; no memory.
    /// The scene is as it was.
    pub fn insert(&mut self, shape: &S) -> Result<u32, Error> {
        self.insert_with(shape, Filter::ALL)
    }

    /// [`Scene::insert`] with a filter.
    ///
    /// # Errors
    /// As [`Scene::insert`].
    pub fn insert_with(&mut self, shape: &S, filter: Filter) -> Result<u32, Error> {
        check_row(shape, self.core.next_id() as usize)?;
        self.core.insert(shape.values(), filter)
    }

    /// Replaces a row: it has moved, turned, or changed its size. It costs some nanoseconds; the rest is left
    /// to [`Scene::update`].
    ///
    /// ```
    /// use soa::{Disk, Error, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let id = scene.insert(&Disk::new([0.0, 0.0], 1.0))?;
    /// let refused = scene.set(id, &Disk::new([f32::NAN, 0.0], 1.0)).unwrap_err();
    /// assert_eq!(refused.to_string(), "disks: column x, row 0: NaN is not a finite number");
    /// assert_eq!(scene.set(7, &Disk::new([0.0, 0.0], 1.0)), Err(Error::NoSuchRow { row: 7, rows: 1 }));
    /// assert_eq!(scene.get(id), Some(Disk::new([0.0, 0.0], 1.0)));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// No row of this id; a value that is not finite or that breaks a rule of the shape. The scene is as it
    /// was.
    #[inline]
    pub fn set(&mut self, id: u32, shape: &S) -> Result<(), Error> {
        self.core.check_id(id)?;
        let values = shape.values();
        if !values.iter().fold(true, |ok, x| ok & x.is_finite()) || shape.broken_rule().is_some() {
            return check_row(shape, id as usize);
        }
        for (to, &from) in self.core.row_mut(id).iter_mut().zip(values) {
            *to = from;
        }
        Ok(())
    }

    /// The row of an id.
    pub fn get(&self, id: u32) -> Option<S> {
        self.core.contains(id).then(|| {
            let values = self.core.row(id);
            S::from_values(|k| values[k])
        })
    }

    /// Also reports what touches the rows of this index, which do not move: walls, the ground, a mesh of any
    /// shape. They all have one filter. Pairs of an id and a row of the index are in
    /// [`Scene::fixed_changes`]. Another index replaces it, and what touched the one before ends with the
    /// next update, unless the row of the same number is touched in this one.
    ///
    /// ```
    /// use soa::{Disk, Index, Scene, Segment, Segments, scene::Filter};
    ///
    /// let walls = Segments::from_shapes(&[Segment { start: [0.0, -9.0], direction: [0.0, 18.0] }])?;
    /// let mut scene = Scene::new();
    /// scene.set_fixed(Index::new(&walls)?, Filter::ALL);
    /// let ball = scene.insert(&Disk::new([3.0, 0.0], 1.0))?;
    /// for (x, begun, ended) in [(2.0, 0, 0), (1.0, 1, 0), (0.0, 0, 0), (-2.0, 0, 1)] {
    ///     scene.set(ball, &Disk::new([x, 0.0], 1.0))?;
    ///     scene.update()?;
    ///     let changes = scene.fixed_changes();
    ///     assert_eq!((changes.begun.len(), changes.ended.len()), (begun, ended));
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn set_fixed<T>(&mut self, index: impl Into<Arc<Index<T>>>, filter: Filter)
    where
        S: Intersects<T>,
        T: Shape,
    {
        self.core.set_fixed(Some((index.into(), <S as Intersects<T>>::pair(), filter)));
    }

    /// All that a later frame depends on: what [`Scene::restore`] takes back, to play frames again.
    ///
    /// ```
    /// use soa::{Disk, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.insert(&Disk::new([0.0, 0.0], 1.0))?;
    /// let moving = scene.insert(&Disk::new([1.0, 0.0], 1.0))?;
    /// scene.update()?;
    /// let snapshot = scene.snapshot()?;
    /// for _ in 0..2 {
    ///     scene.set(moving, &Disk::new([9.0, 0.0], 1.0))?;
    ///     assert_eq!(scene.update()?.ended.iter().collect::<Vec<_>>(), [(0, 1)]);
    ///     scene.restore(&snapshot)?;
    ///     assert_eq!(scene.snapshot()?, snapshot);
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No memory for it.
    pub fn snapshot(&self) -> Result<Snapshot<S>, Error> {
        Snapshot::of(&self.core)
    }

    /// Takes the rows, their filters and the pairs that touched back from a snapshot, which may be one of
    /// another scene. From here on all answers and ids are those that they were after it, bit for bit, given
    /// the same calls. The index of [`Scene::set_fixed`] stays: it is no part of a snapshot. The first update
    /// searches all rows.
    ///
    /// # Errors
    /// No memory for as many ids; the scene is as it was.
    pub fn restore(&mut self, snapshot: &Snapshot<S>) -> Result<(), Error> {
        snapshot.write(&mut self.core)
    }
}

impl<S: Intersects<S>> Default for Scene<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl AnyScene {
    /// No rows of this shape.
    ///
    /// # Errors
    /// A shape without an intersection test with itself.
    pub fn of_kind(kind: ShapeKind) -> Result<Self, Error> {
        Ok(Self { core: Core::new(kind, pair_of(kind, kind)?), shape: PhantomData })
    }

    /// The shape of its rows.
    pub fn kind(&self) -> ShapeKind {
        self.core.kind
    }

    /// As [`Scene::insert_with`], for the values of a shape.
    ///
    /// # Errors
    /// Another number of values than the shape has; else as [`Scene::insert`].
    pub fn insert_any_with(&mut self, shape: &[f32], filter: Filter) -> Result<u32, Error> {
        check_values(self.core.kind, shape)?;
        self.core.insert(shape, filter)
    }

    /// As [`Scene::insert`], for the values of a shape.
    ///
    /// # Errors
    /// As [`Scene::insert_any_with`].
    pub fn insert_any(&mut self, shape: &[f32]) -> Result<u32, Error> {
        self.insert_any_with(shape, Filter::ALL)
    }

    /// As [`Scene::set`], for the values of a shape.
    ///
    /// # Errors
    /// Another number of values than the shape has; else as [`Scene::set`].
    pub fn set_any(&mut self, id: u32, shape: &[f32]) -> Result<(), Error> {
        self.core.check_id(id)?;
        check_values(self.core.kind, shape)?;
        self.core.row_mut(id).copy_from_slice(shape);
        Ok(())
    }

    /// The values of the row of an id.
    pub fn get_any(&self, id: u32) -> Option<&[f32]> {
        self.core.contains(id).then(|| self.core.row(id))
    }

    /// As [`Scene::set_fixed`].
    ///
    /// # Errors
    /// Two shapes without an intersection test; the scene is as it was.
    pub fn set_fixed_any(&mut self, index: impl Into<Arc<Index>>, filter: Filter) -> Result<(), Error> {
        let index = index.into();
        let pair = pair_of(self.core.kind, index.kind())?;
        self.core.set_fixed(Some((index, pair, filter)));
        Ok(())
    }
}

// Compiled once: whatever the shape, nothing here depends on it.
impl<S> Scene<S> {
    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(mut self, query: Query) -> Self {
        self.core.query = query;
        self
    }

    /// Whether fat boxes are made anew for a part of the rows in each frame, where many move, and not for all in
    /// one frame of thirteen, which takes three times as long as the others. All frames then take about as long:
    /// up to a sixth more than the mean without it, where a million rows turn at once. What is reported is the
    /// same.
    ///
    /// ```
    /// use soa::{Disk, Scene};
    ///
    /// let mut scenes = [false, true].map(|are_even| Scene::new().even_frames(are_even));
    /// for scene in &mut scenes {
    ///     for id in 0..200 {
    ///         scene.insert(&Disk::new([2.0 * id as f32, 0.0], 1.0))?;
    ///     }
    /// }
    /// for frame in 0..50 {
    ///     let mut touching = Vec::new();
    ///     for scene in &mut scenes {
    ///         for id in 0..200 {
    ///             let speed = 0.01 * (id % 7) as f32;
    ///             scene.set(id, &Disk::new([2.0 * id as f32 + speed * frame as f32, 0.0], 1.0))?;
    ///         }
    ///         touching.push(scene.update()?.touching.clone());
    ///     }
    ///     assert!(!touching[0].is_empty());
    ///     assert_eq!(touching[0], touching[1]);
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn even_frames(mut self, are_even: bool) -> Self {
        self.core.margins.are_even = are_even;
        self
    }

    /// Removes a row. What it touched ends with the next update; then its id is free.
    ///
    /// ```
    /// use soa::{Disk, Error, Scene};
    ///
    /// let (mut scene, disk) = (Scene::new(), Disk::new([0.0, 0.0], 1.0));
    /// let id = scene.insert(&disk)?;
    /// scene.remove(id)?;
    /// assert_eq!(scene.remove(id), Err(Error::NoSuchRow { row: 0, rows: 1 }));
    /// assert_ne!(scene.insert(&disk)?, id);
    /// scene.update()?;
    /// assert_eq!(scene.insert(&disk)?, id);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// No row of this id; the scene is as it was.
    pub fn remove(&mut self, id: u32) -> Result<(), Error> {
        self.core.check_id(id)?;
        self.core.remove(id);
        Ok(())
    }

    /// Replaces the filter of a row, from the next update on.
    ///
    /// # Errors
    /// No row of this id; the scene is as it was.
    pub fn set_filter(&mut self, id: u32, filter: Filter) -> Result<(), Error> {
        self.core.check_id(id)?;
        self.core.set_filter(id, filter);
        Ok(())
    }

    /// The filter of a row.
    pub fn filter(&self, id: u32) -> Option<Filter> {
        self.core.contains(id).then(|| self.core.filters[id as usize])
    }

    /// Whether there is a row of this id.
    pub fn contains(&self, id: u32) -> bool {
        self.core.contains(id)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.core.len
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ids of all rows, ascending.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.core.ids() as u32).filter(|&id| self.contains(id))
    }

    /// Ends a frame: what began and ended since the last one, and what touches now. A pair of rows is one of
    /// ids, the smaller one first.
    ///
    /// # Errors
    /// No memory for the pairs; the next update reports the changes of both frames.
    pub fn update(&mut self) -> Result<Changes<'_>, Error> {
        self.core.update()?;
        Ok(self.changes())
    }

    /// What the last update returned.
    pub fn changes(&self) -> Changes<'_> {
        self.core.own.changes()
    }

    /// What the last update found of the index of [`Scene::set_fixed`]: pairs of an id and a row of the
    /// index.
    pub fn fixed_changes(&self) -> Changes<'_> {
        self.core.of_fixed.changes()
    }

    /// What the last update searched: for tests, which count what they met.
    #[doc(hidden)]
    pub fn searched(&self) -> Searched {
        self.core.searched
    }

    /// Without the index of [`Scene::set_fixed`]: what touched it ends with the next update.
    pub fn remove_fixed(&mut self) {
        self.core.set_fixed(None);
    }
}

impl<S> core::fmt::Debug for Scene<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Scene({} {})", self.len(), self.core.kind)
    }
}
