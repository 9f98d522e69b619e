//! `msd-tools state …` (msd-tools 11 to 14, 18).

mod patch;
mod run;
mod validate;
mod words;

pub(crate) use run::{deliver, run};
pub use words::{PhaseStart, ReportFormat, StateArgs, Verb};
