//! The Spec domain: task graph, QA policy, reference index, relink, records.

pub mod cause;
pub mod yaml;
