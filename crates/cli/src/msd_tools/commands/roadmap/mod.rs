//! `msd-tools roadmap …` and `milestone complete` (msd-tools 15).

pub(crate) mod run;
mod words;

pub use words::{MilestoneArgs, MilestoneVerb, RoadmapArgs, RoadmapVerb};
