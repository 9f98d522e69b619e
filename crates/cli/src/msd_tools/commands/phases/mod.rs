//! `msd-tools phase …`, `phases list`, `find-phase`, `phase-plan-index` (msd-tools 15).

pub(crate) mod run;
mod words;

pub use words::{
    FindPhaseArgs, PhaseArgs, PhaseFileKind, PhasePlanIndexArgs, PhaseVerb, PhasesArgs, PhasesVerb,
};
