//! The state of a scene as plain columns.

use alloc::vec::Vec;

use super::Filter;
use super::rows::Core;
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::memory::with_capacity;
use crate::data::pairs::Pairs;
use crate::data::shape::Shape;

/// The rows of a [`Scene`](super::Scene), and what touched in its last frame. With the feature `serde` it is
/// a map of columns, which are checked when they are read back.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot<S: Shape> {
    /// Ascending, one a row.
    pub(super) ids: Vec<u32>,
    pub(super) rows: Columns<S>,
    pub(super) layers: Vec<u32>,
    pub(super) masks: Vec<u32>,
    /// Ids of rows that were removed since the last frame, ascending.
    pub(super) removed: Vec<u32>,
    /// What touched in the last frame.
    pub(super) touching: Pairs,
    pub(super) fixed: Pairs,
}

impl<S: Shape> Snapshot<S> {
    pub(super) fn of(core: &Core) -> Result<Self, Error> {
        let mut snapshot = Self {
            ids: with_capacity(core.len)?,
            rows: Columns::default(),
            layers: with_capacity(core.len)?,
            masks: with_capacity(core.len)?,
            removed: core.removed.clone(),
            touching: core.own.touching.clone(),
            fixed: core.of_fixed.touching.clone(),
        };
        snapshot.removed.sort_unstable();
        snapshot.rows.reserve(core.len)?;
        for id in (0..core.ids() as u32).filter(|&id| core.contains(id)) {
            let (values, filter) = (core.row(id), core.filters[id as usize]);
            snapshot.ids.push(id);
            snapshot.rows.push(S::from_values(|k| values[k]))?;
            snapshot.layers.push(filter.layers);
            snapshot.masks.push(filter.mask);
        }
        Ok(snapshot)
    }

    pub(super) fn write(&self, core: &mut Core) -> Result<(), Error> {
        let Self { ids, rows, layers, masks, removed, touching, fixed } = self;
        let last = ids.last().max(removed.last());
        core.restore(last.map_or(0, |&id| id as usize + 1), removed, [touching, fixed])?;
        for ((&id, row), (&layers, &mask)) in ids.iter().zip(rows).zip(layers.iter().zip(masks)) {
            core.restore_row(id, row.values(), Filter { layers, mask });
        }
        core.end_restore();
        Ok(())
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The ids of the rows, ascending.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The rows, in the order of their ids.
    pub fn rows(&self) -> &Columns<S> {
        &self.rows
    }

    /// The pairs that touched in the last frame.
    pub fn touching(&self) -> &Pairs {
        &self.touching
    }

    /// Why columns that were read are no snapshot.
    #[cfg(feature = "serde")]
    pub(super) fn problem(&self) -> Option<&'static str> {
        let Self { ids, rows, layers, masks, removed, touching, fixed } = self;
        let is_known = |id: &u32| ids.binary_search(id).is_ok() || removed.binary_search(id).is_ok();
        let is_ascending = |pairs: &Pairs| pairs.iter().is_sorted_by(|a, b| a < b);
        let len = ids.len();
        if [rows.len(), layers.len(), masks.len()] != [len; 3] {
            Some("there are not as many rows, layers and masks as ids")
        } else if !ids.is_sorted_by(|a, b| a < b) || !removed.is_sorted_by(|a, b| a < b) {
            Some("ids are not ascending")
        } else if removed.iter().any(|id| ids.binary_search(id).is_ok()) {
            Some("a removed id has a row")
        } else if [ids.last(), removed.last()].contains(&Some(&u32::MAX)) {
            Some("an id is too large")
        } else if !is_ascending(touching) || !is_ascending(fixed) {
            Some("touching pairs are not ascending")
        } else if touching.iter().any(|(left, right)| left >= right) {
            Some("the smaller id of a pair comes second")
        } else if !(touching.left().iter().chain(touching.right()).chain(fixed.left()).all(is_known)) {
            Some("a touching pair has an unknown id")
        } else {
            None
        }
    }
}

#[cfg(feature = "serde")]
mod serde_impl {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{Error as _, MapAccess, Visitor};
    use serde::ser::SerializeMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Snapshot;
    use crate::data::pairs::Pairs;
    use crate::data::shape::Shape;

    /// The columns of ids, in the order of [`Snapshot::columns`].
    const COLUMNS: [&str; 8] =
        ["ids", "layers", "masks", "removed", "left", "right", "fixed_left", "fixed_right"];
    const ROWS: &str = "rows";

    impl<S: Shape> Snapshot<S> {
        fn columns(&self) -> [&[u32]; 8] {
            let [touching, fixed] = [&self.touching, &self.fixed].map(|pairs| [pairs.left(), pairs.right()]);
            let [ids, layers, masks, removed] = [&self.ids, &self.layers, &self.masks, &self.removed];
            [ids, layers, masks, removed, touching[0], touching[1], fixed[0], fixed[1]]
        }
    }

    impl<S: Shape> Serialize for Snapshot<S> {
        fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
            let mut map = serializer.serialize_map(Some(COLUMNS.len() + 1))?;
            for (name, column) in COLUMNS.iter().zip(self.columns()) {
                map.serialize_entry(name, column)?;
            }
            map.serialize_entry(ROWS, &self.rows)?;
            map.end()
        }
    }

    impl<'de, S: Shape> Deserialize<'de> for Snapshot<S> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(SnapshotVisitor(PhantomData))
        }
    }

    struct SnapshotVisitor<S>(PhantomData<S>);

    impl<'de, S: Shape> Visitor<'de> for SnapshotVisitor<S> {
        type Value = Snapshot<S>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a map with {ROWS:?} and the columns {COLUMNS:?}")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Snapshot<S>, A::Error> {
            let unknown =
                |name: &str| A::Error::custom(format_args!("{name:?} is missing, double or unknown"));
            let (mut rows, mut columns) = (None, [const { None::<Vec<u32>> }; COLUMNS.len()]);
            while let Some(name) = map.next_key::<String>()? {
                match COLUMNS.iter().position(|known| *known == name) {
                    Some(k) if columns[k].is_none() => columns[k] = Some(map.next_value()?),
                    None if name == ROWS && rows.is_none() => rows = Some(map.next_value()?),
                    _ => return Err(unknown(&name)),
                }
            }
            let mut take = |k: usize| columns[k].take().ok_or_else(|| unknown(COLUMNS[k]));
            let snapshot = Snapshot {
                ids: take(0)?,
                layers: take(1)?,
                masks: take(2)?,
                removed: take(3)?,
                touching: pairs(take(4)?, take(5)?)?,
                fixed: pairs(take(6)?, take(7)?)?,
                rows: rows.ok_or_else(|| unknown(ROWS))?,
            };
            snapshot.problem().map_or(Ok(snapshot), |problem| Err(A::Error::custom(problem)))
        }
    }

    fn pairs<E: serde::de::Error>(left: Vec<u32>, right: Vec<u32>) -> Result<Pairs, E> {
        if left.len() == right.len() {
            Ok(Pairs::from_columns(left, right))
        } else {
            Err(E::custom("a list of pairs has columns of unequal length"))
        }
    }
}
