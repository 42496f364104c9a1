//! What the demo is about: countries, cities, the bunny, and a swarm around it.
#![forbid(unsafe_code)]

pub mod data;
