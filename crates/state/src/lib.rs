//! The STATE.md domain: schema, status, position, progress, roadmap, derivation, verbs, validation.

pub mod language;
pub mod status;
