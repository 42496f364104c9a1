//! The options `octet.join.*`.

use std::fmt;
use std::str::FromStr;

use datafusion::common::config::{ConfigExtension, ConfigOptions};
use datafusion::common::{DataFusionError, config_err, config_field, config_namespace, extensions_options};

/// How rows of both sides meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ModeOption {
    /// By the size of the sides.
    #[default]
    Auto,
    /// One side is read once and indexed, and every partition of the other is joined with it.
    Broadcast,
    /// Both sides go into regions.
    Partitioned,
}

impl fmt::Display for ModeOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Broadcast => "broadcast",
            Self::Partitioned => "partitioned",
        })
    }
}

impl FromStr for ModeOption {
    type Err = DataFusionError;

    fn from_str(mode: &str) -> Result<Self, DataFusionError> {
        match mode.to_ascii_lowercase().as_str() {
            "auto" => Ok(Self::Auto),
            "broadcast" => Ok(Self::Broadcast),
            "partitioned" => Ok(Self::Partitioned),
            _ => config_err!("octet.join.mode is auto, broadcast or partitioned, not {mode}"),
        }
    }
}

config_field!(ModeOption, value => value.parse()?);

config_namespace! {
    /// The options of joins.
    pub struct JoinOptions {
        /// Whether joins on octet_intersects are octet's; if not, every pair of rows is tested.
        pub enable: bool, default = true
        /// auto, broadcast or partitioned.
        pub mode: ModeOption, default = ModeOption::Auto
        /// In mode auto, a side of at most this many bytes is broadcast.
        pub broadcast_bytes: usize, default = 128 << 20
        /// In mode partitioned, the regions of a partition: more of them even out what is uneven.
        pub regions_per_partition: usize, default = 16
        /// The rows that are joined with an index at a time.
        pub batch_rows: usize, default = 1 << 18
    }
}

extensions_options! {
    /// The options that begin with `octet.`.
    pub struct OctetOptions {
        /// Joins.
        pub join: JoinOptions, default = JoinOptions::default()
    }
}

impl ConfigExtension for OctetOptions {
    const PREFIX: &'static str = "octet";
}

impl OctetOptions {
    /// Those of a session, or the defaults.
    pub(crate) fn of(config: &ConfigOptions) -> JoinOptions {
        config.extensions.get::<Self>().map_or_else(JoinOptions::default, |options| options.join.clone())
    }
}
