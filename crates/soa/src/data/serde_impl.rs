//! Columns as serde maps, `{"x": [...], "y": [...], "radius": [...]}`, checked when they are read back.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::shape::Shape;

impl<S: Shape> Serialize for Columns<S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        let view = self.as_view();
        let mut map = serializer.serialize_map(Some(S::COLUMNS.len()))?;
        for (name, column) in S::COLUMNS.iter().zip(view.columns().as_ref()) {
            map.serialize_entry(name, column)?;
        }
        map.end()
    }
}

impl<'de, S: Shape> Deserialize<'de> for Columns<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ColumnVisitor(PhantomData))
    }
}

struct ColumnVisitor<S>(PhantomData<S>);

impl<'de, S: Shape> Visitor<'de> for ColumnVisitor<S> {
    type Value = Columns<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map with the columns {:?}", S::COLUMNS)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Columns<S>, A::Error> {
        let mut named: Vec<(String, Vec<f32>)> = Vec::with_capacity(S::COLUMNS.len());
        while let Some((name, column)) = map.next_entry::<String, Vec<f32>>()? {
            // At once, so that no more is read than the shape has columns.
            if !S::COLUMNS.contains(&&*name) || named.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(Error::BadColumn { shape: S::NAME, column: name }));
            }
            named.push((name, column));
        }
        Columns::from_named(named).map_err(A::Error::custom)
    }
}
