//! Distances, contacts and sweeps of shapes that are known only when the program runs.

use alloc::vec::Vec;

use crate::data::any::AnyView;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::pairs::Pairs;
use crate::data::shape::ShapeKind;
use crate::kernel::MeasurePair;
use crate::registry;
use crate::run::closest::ClosestRows;
use crate::run::contacts::WithinMargin;
use crate::run::join_within::JoinWithin;
use crate::run::manifolds::OfContacts;
use crate::run::query::{Query, equal_rows, no_kernel, pair_of};
use crate::run::rows_or_pairs::Source;
use crate::run::sweep::{Impacts, SweepPair};
use crate::run::within::{GrownPair, MaxDistance};

impl Query {
    /// [`Query::within`] of shapes that are known only when the program runs.
    ///
    /// ```
    /// use soa::{AnyView, Error, Query, ShapeKind};
    ///
    /// let points = AnyView::new(ShapeKind::Point, &[&[1.0, 1.0], &[3.0, 3.5]])?; // x, y
    /// let segments = AnyView::new(ShapeKind::Segment, &[&[0.0; 2], &[0.0; 2], &[4.0; 2], &[0.0; 2]])?;
    /// assert_eq!(Query::new().within_any(&points, &segments, 3.0)?.to_bools(), [true, false]);
    /// assert_eq!(Query::new().within_any(&segments, &points, &[2.5, 3.5])?.to_bools(), [false, true]);
    ///
    /// let lines = AnyView::new(ShapeKind::Line, &[&[0.0; 2], &[0.0; 2], &[4.0; 2], &[0.0; 2]])?;
    /// assert_eq!(Query::new().within_any(&points, &lines, 3.0)?.to_bools(), [true, false]);
    /// let refused = Query::new().within_any(&segments, &lines, 3.0);
    /// assert_eq!(refused, Err(Error::NoKernel { left: "segments", right: "lines" }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Two shapes without a test of their distance; otherwise as [`Query::within`].
    pub fn within_any<'a>(
        self,
        a: &AnyView,
        b: &AnyView,
        distance: impl Into<MaxDistance<'a>>,
    ) -> Result<Hits, Error> {
        self.within_of_kinds(a, b, distance.into())
    }

    fn within_of_kinds(self, a: &AnyView, b: &AnyView, distance: MaxDistance) -> Result<Hits, Error> {
        let pair = GrownPair::any(a.kind(), b.kind())?;
        pair.hits(self, a, b, &distance.column(equal_rows(a.len(), b.len())?)?)
    }

    /// [`Query::join_within`] of shapes that are known only when the program runs; with options there is
    /// [`JoinWithin::of_any`].
    ///
    /// # Errors
    /// Two shapes without a test of their distance; otherwise as [`join_within`](crate::join_within).
    pub fn join_within_any<'a>(
        self,
        a: &AnyView<'a>,
        b: &AnyView<'a>,
        distance: impl Into<MaxDistance<'a>>,
    ) -> Result<Pairs, Error> {
        JoinWithin::of_any(a, b, distance)?.query(self).pairs()
    }

    /// [`Query::self_join_within`] of a shape that is known only when the program runs.
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind};
    ///
    /// let points = AnyView::new(ShapeKind::Point, &[&[0.0, 3.0, 6.0], &[0.0, 4.0, 8.5]])?; // x, y
    /// let pairs = Query::new().self_join_within_any(&points, 5.0)?;
    /// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A shape without a test of its distance from another one; otherwise as
    /// [`self_join_within`](crate::self_join_within).
    pub fn self_join_within_any(self, a: &AnyView, distance: f32) -> Result<Pairs, Error> {
        JoinWithin::of_self_any(a, distance)?.query(self).pairs()
    }

    /// [`Query::distances`] of shapes that are known only when the program runs.
    ///
    /// ```
    /// use soa::{AnyView, Error, Query, ShapeKind};
    ///
    /// let points = AnyView::new(ShapeKind::Point, &[&[5.0, 1.0], &[0.0; 2]])?; // x, y
    /// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0; 2], &[0.0; 2], &[2.0; 2]])?; // x, y, radius
    /// assert_eq!(Query::new().distances_any(&points, &disks)?, [3.0, 0.0]);
    ///
    /// let rays = AnyView::new(ShapeKind::Ray, &[&[0.0; 2][..]; 4])?;
    /// let refused = Query::new().distances_any(&points, &rays);
    /// assert_eq!(refused, Err(Error::NoKernel { left: "points", right: "rays" }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Two shapes whose distance is not known; unequal numbers of rows; no memory for the result.
    pub fn distances_any(self, a: &AnyView, b: &AnyView) -> Result<Vec<f32>, Error> {
        self.distances_of_kinds(a, b, None)
    }

    /// [`Query::distances_of_pairs`] of shapes that are known only when the program runs.
    ///
    /// # Errors
    /// Two shapes whose distance is not known; a pair with a row that there is not; no memory for the result.
    pub fn distances_of_pairs_any(self, a: &AnyView, b: &AnyView, pairs: &Pairs) -> Result<Vec<f32>, Error> {
        self.distances_of_kinds(a, b, Some(pairs))
    }

    fn distances_of_kinds(self, a: &AnyView, b: &AnyView, pairs: Option<&Pairs>) -> Result<Vec<f32>, Error> {
        let pair = found(registry::closest, a, b)?;
        let source = Source::of([a.len(), b.len()], pairs)?;
        let columns = self.columns_of(&ClosestRows { pair }, [a, b], source, 1)?;
        Ok(columns.into_iter().next().unwrap_or_default())
    }

    /// [`Query::closest`] of shapes that are known only when the program runs: a `Vec` a column of
    /// [`ShapeKind::ClosestPair`], in space of [`ShapeKind::ClosestPair3`].
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind};
    ///
    /// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0], &[0.0], &[2.0]])?; // x, y, radius
    /// let points = AnyView::new(ShapeKind::Point, &[&[5.0], &[0.0]])?; // x, y
    /// let closest = Query::new().closest_any(&disks, &points)?; // distance, ax, ay, bx, by
    /// assert_eq!(closest.concat(), [3.0, 2.0, 0.0, 5.0, 0.0]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Two shapes whose closest points are not known; unequal numbers of rows; no memory for the result.
    pub fn closest_any(self, a: &AnyView, b: &AnyView) -> Result<Vec<Vec<f32>>, Error> {
        self.closest_of_kinds(a, b, None)
    }

    /// [`Query::closest_of_pairs`] of shapes that are known only when the program runs: columns as those of
    /// [`Query::closest_any`].
    ///
    /// # Errors
    /// Two shapes whose closest points are not known; a pair with a row that there is not; no memory for the
    /// result.
    pub fn closest_of_pairs_any(
        self,
        a: &AnyView,
        b: &AnyView,
        pairs: &Pairs,
    ) -> Result<Vec<Vec<f32>>, Error> {
        self.closest_of_kinds(a, b, Some(pairs))
    }

    fn closest_of_kinds(
        self,
        a: &AnyView,
        b: &AnyView,
        pairs: Option<&Pairs>,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let pair = found(registry::closest, a, b)?;
        let source = Source::of([a.len(), b.len()], pairs)?;
        self.columns_of(&ClosestRows { pair }, [a, b], source, pair.kernel.out.columns().len())
    }

    /// [`Query::contacts`] of shapes that are known only when the program runs: a `Vec` a column of
    /// [`ShapeKind::Contact`], in space of [`ShapeKind::Contact3`].
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind};
    ///
    /// let spheres = AnyView::new(ShapeKind::Sphere, &[&[0.0, 9.0], &[0.0; 2], &[0.0; 2], &[2.0; 2]])?;
    /// let floors = AnyView::new(
    ///     ShapeKind::Aabb3,
    ///     &[&[-5.0; 2], &[-5.0; 2], &[-3.0; 2], &[5.0; 2], &[5.0; 2], &[-1.0; 2]],
    /// )?;
    /// let contacts = Query::new().contacts_any(&spheres, &floors, 0.0)?;
    /// let first: Vec<f32> = contacts.iter().map(|column| column[0]).collect();
    /// assert_eq!(first, [0.0, 0.0, -1.0, 1.0, 0.0, 0.0, -1.5]); // normal, depth, point
    /// assert!(contacts.iter().all(|column| column[1].is_nan()));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Two shapes without a contact; unequal numbers of rows; a margin that is NaN; no memory for the result.
    pub fn contacts_any(self, a: &AnyView, b: &AnyView, margin: f32) -> Result<Vec<Vec<f32>>, Error> {
        self.contacts_of_kinds(a, b, None, margin)
    }

    /// [`Query::contacts_of_pairs`] of shapes that are known only when the program runs: columns as those of
    /// [`Query::contacts_any`].
    ///
    /// # Errors
    /// Two shapes without a contact; a pair with a row that there is not; a margin that is NaN; no memory for
    /// the result.
    pub fn contacts_of_pairs_any(
        self,
        a: &AnyView,
        b: &AnyView,
        pairs: &Pairs,
        margin: f32,
    ) -> Result<Vec<Vec<f32>>, Error> {
        self.contacts_of_kinds(a, b, Some(pairs), margin)
    }

    fn contacts_of_kinds(
        self,
        a: &AnyView,
        b: &AnyView,
        pairs: Option<&Pairs>,
        margin: f32,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let pair = found(registry::contacts, a, b)?;
        let touching = pair_of(pair.kernel.left, pair.kernel.right)?;
        let task = WithinMargin::new(self, pair, touching, margin)?;
        let source = Source::of([a.len(), b.len()], pairs)?;
        self.columns_of(&task, [a, b], source, pair.kernel.out.columns().len())
    }

    /// [`Query::manifolds`] of shapes that are known only when the program runs: a `Vec` a column of
    /// [`ShapeKind::Manifold3`]. Contacts are the columns of [`Query::contacts_any`], not validated.
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind};
    ///
    /// let capsules = [&[0.0][..], &[0.0], &[0.75], &[4.0], &[0.0], &[0.0], &[1.0]];
    /// let capsules = AnyView::new(ShapeKind::Capsule3, &capsules)?;
    /// let floors = [&[-9.0][..], &[-9.0], &[-1.0], &[9.0], &[9.0], &[0.0]];
    /// let floors = AnyView::new(ShapeKind::Aabb3, &floors)?;
    /// let contacts = Query::new().contacts_any(&capsules, &floors, 0.0)?;
    /// let columns: Vec<&[f32]> = contacts.iter().map(Vec::as_slice).collect();
    /// let contacts = AnyView::new_unvalidated(ShapeKind::Contact3, &columns)?;
    /// let manifolds = Query::new().manifolds_any(&capsules, &floors, None, &contacts, 0.0)?;
    /// let row: Vec<f32> = manifolds.iter().map(|column| column[0]).collect();
    /// assert_eq!(row[..8], [0.0, 0.0, -0.125, 0.25, 4.0, 0.0, -0.125, 0.25]); // both ends, and how deep
    /// assert!(row[8..].iter().all(|x| x.is_nan()));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// With pairs the contacts are theirs, as for [`Query::manifolds_of_pairs`].
    ///
    /// # Errors
    /// Two shapes without a contact in space; contacts of another shape; unequal numbers of rows, or a pair
    /// with a row that there is not; a margin that is NaN; no memory for the result.
    pub fn manifolds_any(
        self,
        a: &AnyView,
        b: &AnyView,
        pairs: Option<&Pairs>,
        contacts: &AnyView,
        margin: f32,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let source = Source::of([a.len(), b.len()], pairs)?;
        let task = OfContacts::new([a, b], source, contacts, margin)?;
        self.columns_of(&task, [a, b], source, ShapeKind::Manifold3.columns().len())
    }

    /// [`Query::sweep`] of shapes that are known only when the program runs. Motions are points, which are
    /// vectors, of the plane or of space like the shapes.
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind};
    ///
    /// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0; 2], &[0.0; 2], &[1.0; 2]])?; // x, y, radius
    /// let motions = AnyView::new(ShapeKind::Point, &[&[8.0, 1.0], &[0.0; 2]])?; // dx, dy
    /// let points = AnyView::new(ShapeKind::Point, &[&[3.0; 2], &[0.0; 2]])?; // x, y
    /// let impacts = Query::new().sweep_any(&disks, &motions, &points)?;
    /// assert_eq!(impacts.hits.to_bools(), [true, false]);
    /// assert!((impacts.times[0] - 0.25).abs() < 1e-7 && impacts.times[1].is_nan()); // 2 of 8
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Two shapes without a sweep; motions that are no points of the same space; otherwise as
    /// [`Query::sweep`].
    pub fn sweep_any(self, a: &AnyView, motions: &AnyView, b: &AnyView) -> Result<Impacts, Error> {
        SweepPair::any(a.kind(), motions.kind(), b.kind())?.impacts(self, a, motions, b)
    }
}

/// The kernel of these shapes, by a function of the registry.
fn found(
    kernel: fn(ShapeKind, ShapeKind) -> Option<MeasurePair>,
    a: &AnyView,
    b: &AnyView,
) -> Result<MeasurePair, Error> {
    kernel(a.kind(), b.kind()).ok_or(no_kernel(a.kind(), b.kind()))
}
