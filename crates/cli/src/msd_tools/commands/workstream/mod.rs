//! `msd-tools workstream …` (msd-tools 17).

pub(crate) mod run;
mod words;

pub use words::{WorkstreamArgs, WorkstreamVerb};
