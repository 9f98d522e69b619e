//! The STATE.md domain: schema, status, position, progress, roadmap, derivation, verbs, validation.

pub mod answer;
pub mod core_value;
pub mod dates;
pub mod durations;
pub mod facts;
pub mod failure;
pub mod language;
pub mod milestone;
pub mod phase_files;
pub mod phase_id;
pub mod planning;
pub mod planning_verbs;
pub mod position;
pub mod progress;
pub mod progress_bar;
pub mod project_root;
pub mod roadmap;
pub mod schema;
pub mod sections;
pub mod status;
pub mod template_defaults;

pub use phase_id::PhaseId;
