//! Octet's SQL on several machines.
#![forbid(unsafe_code)]
