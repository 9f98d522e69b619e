//! What every part of a merge knows: the kind of file, the side that leads, the plans that the merged sections hold.

use std::collections::HashMap;

use super::Kind;
use super::choice::Side;
use crate::phase_id::PhaseId;

/// What decides where two changes alone do not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'r> {
    pub(super) kind: Kind,
    /// The side whose position the result has.
    pub(super) leading: Side,
    /// How many plans each phase of the merged ROADMAP.md has; empty while that is not known.
    pub(super) plans: &'r HashMap<PhaseId, PlanBoxes>,
}

/// The boxes of a phase's plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlanBoxes {
    pub(super) ticked: usize,
    pub(super) all: usize,
}

/// A merge under way.
#[derive(Debug)]
pub(super) struct Merger<'r> {
    pub(super) rules: Rules<'r>,
    /// Phases whose computed row both sides changed.
    pub(super) recomputed: Vec<PhaseId>,
}

impl<'r> Merger<'r> {
    pub(super) fn new(rules: Rules<'r>) -> Self {
        Self { rules, recomputed: Vec::new() }
    }
}
