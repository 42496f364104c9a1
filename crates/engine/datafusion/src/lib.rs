//! Exact spatial joins in SQL, on DataFusion.
//!
//! ```
//! # use std::sync::Arc;
//! # use datafusion::arrow::array::Int64Array;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::common::Result<()> {
//! let ctx = octet_datafusion::context();
//! ctx.sql("CREATE TABLE cities AS VALUES ('a', 0, 0), ('b', 9, 9)").await?.collect().await?;
//! ctx.sql("CREATE TABLE parts AS SELECT triangle(0, 0, 4, 0, 0, 3) AS shape").await?.collect().await?;
//! let near = "SELECT count(*) FROM cities JOIN parts ON octet_intersects(disk(column2, column3, 1), shape)";
//! let rows = ctx.sql(near).await?.collect().await?;
//! assert_eq!(rows[0].column(0).as_ref(), &Int64Array::from(vec![1]));
//! # Ok(())
//! # }
//! ```
//!
//! All shapes are closed sets: touching is a hit. Answers are those of real arithmetic on the `f32` that are
//! given. Rows that are null touch nothing; a value that no shape may have is an error.
//!
//! `docs/sql.md` lists the functions, the modes of a join and the options.
#![forbid(unsafe_code)]

#[cfg(feature = "codec")]
mod codec;
mod cuts;
mod error;
mod exec;
mod functions;
mod layout;
mod memory;
mod options;
mod plan;
mod regions;
mod shapes;
mod worker;

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::{FunctionRegistry, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

#[cfg(feature = "codec")]
pub use codec::Codec;
pub use error::Error;
pub use exec::{Join, Mode, OctetJoinExec};
pub use options::{JoinOptions, ModeOption, OctetOptions};
pub use plan::{OctetJoin, OctetJoinRule, OctetPlanner};

/// A session with octet's functions and joins.
pub fn context() -> SessionContext {
    context_on(SessionConfig::new(), Arc::default())
}

/// A session with octet's functions and joins, these options, and memory and disks of this runtime.
pub fn context_on(config: SessionConfig, runtime: Arc<RuntimeEnv>) -> SessionContext {
    let state = SessionStateBuilder::new().with_default_features();
    SessionContext::new_with_state(register(state.with_config(config).with_runtime_env(runtime)).build())
}

/// Adds octet's functions alone, to a session whose queries are planned elsewhere.
///
/// # Errors
/// What the session refuses.
pub fn register_functions(session: &mut dyn FunctionRegistry) -> Result<()> {
    for function in plan::scalar_functions() {
        session.register_udf(function)?;
    }
    session.register_udaf(regions::octet_cuts())?;
    Ok(())
}

/// Adds octet's functions, rule, planner and options to a session.
///
/// Parquet files are read with their metadata, because a column says there that it holds rays and not
/// segments.
#[must_use]
pub fn register(state: SessionStateBuilder) -> SessionStateBuilder {
    let mut state = state.with_optimizer_rule(Arc::new(OctetJoinRule));
    let config = state.config().take().unwrap_or_default();
    let mut config = config.set_bool("datafusion.execution.parquet.skip_metadata", false);
    if config.options().extensions.get::<OctetOptions>().is_none() {
        config = config.with_option_extension(OctetOptions::default());
    }
    state.scalar_functions().get_or_insert_default().extend(plan::scalar_functions());
    state.aggregate_functions().get_or_insert_default().push(regions::octet_cuts());
    state.with_config(config).with_query_planner(Arc::new(OctetPlanner))
}
