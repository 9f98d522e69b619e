//! The STATE.md domain: schema, status, position, progress, roadmap, derivation, verbs, validation.

pub mod language;
pub mod phase_id;
pub mod progress_bar;
pub mod project_root;
pub mod schema;
pub mod status;
