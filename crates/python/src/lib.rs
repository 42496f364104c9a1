//! The Python module `octet._octet`: columns, queries, joins, distances, an index and meshes. `python/octet`
//! turns what users have into columns.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

mod columns;
mod distance;
mod error;
mod join;
mod mesh;
mod pairs;
mod pool;
mod query;

#[pymodule]
mod _octet {
    #[pymodule_export]
    use super::columns::{Columns, grown_kind, swept_kind};
    #[pymodule_export]
    use super::distance::{
        clip, closest, contacts, distances, join_sweep, join_within, self_join_within, sweep, within,
    };
    #[pymodule_export]
    use super::error::{InvalidValue, LimitError};
    #[pymodule_export]
    use super::join::{Index, Join};
    #[pymodule_export]
    use super::mesh::{Solid, self_intersections};
    #[pymodule_export]
    use super::query::{column_names, intersects, level};
}
