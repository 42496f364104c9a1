//! The options `octet.join.*`.

use std::any::Any;
use std::fmt;
use std::str::FromStr;

use datafusion::common::config::{
    ConfigEntry, ConfigExtension, ConfigField, ConfigOptions, ExtensionOptions, Visit,
};
use datafusion::common::{DataFusionError, Result, config_err, config_field, config_namespace};

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

    fn from_str(mode: &str) -> Result<Self> {
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
        pub regions_per_partition: usize, default = 64
        /// The rows that are joined with an index at a time.
        pub batch_rows: usize, default = 1 << 18
        /// How many pairs a join may find in one process; more are an error. No limit by default.
        pub at_most: Option<u64>, default = None
    }
}

/// The options that begin with `octet.`.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OctetOptions {
    /// Joins.
    pub join: JoinOptions,
}

impl ExtensionOptions for OctetOptions {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn cloned(&self) -> Box<dyn ExtensionOptions> {
        Box::new(self.clone())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let Some(("join", key)) = key.split_once('.') else {
            return config_err!("there is no option octet.{key}");
        };
        self.join.set(key, value)
    }

    /// Each option by its name within `octet`, as datafusion-distributed sends it to workers, and by its whole
    /// name, as Ballista sends it and as `SHOW` looks for it.
    fn entries(&self) -> Vec<ConfigEntry> {
        let mut entries = Entries::default();
        for prefix in ["join", "octet.join"] {
            self.join.visit(&mut entries, prefix, "");
        }
        entries.0
    }
}

#[derive(Default)]
struct Entries(Vec<ConfigEntry>);

impl Visit for Entries {
    fn some<V: fmt::Display>(&mut self, key: &str, value: V, description: &'static str) {
        self.0.push(ConfigEntry { key: key.into(), value: Some(value.to_string()), description });
    }

    fn none(&mut self, key: &str, description: &'static str) {
        self.0.push(ConfigEntry { key: key.into(), value: None, description });
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
