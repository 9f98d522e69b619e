//! The STATE.md domain: what the file says, what it should say, and every decision that changes it.
//!
//! Everything here is a pure function of bytes, facts and a given moment: [`input::StateInput`] goes in, an
//! [`input::VerbOutcome`] with new bytes and a true receipt, or a [`failure::Failure`], comes out. There is no I/O, no clock,
//! no environment; whoever calls reads what a verb names in [`verbs::Needs`] and carries the outcome out, all of it or nothing.
//!
//! # Where to look
//!
//! - what a STATE.md is: [`document`], with its fields ([`body_field`]), sections ([`sections`]) and languages ([`language`]);
//! - what its keys are: [`schema`], with the words of `status` ([`status`]) and the texts that handlers may replace
//!   ([`template_defaults`]);
//! - what its keys should hold: [`mod@derive`], from the body, [`facts`], and the one progress function ([`progress`]);
//! - what the plan is: [`roadmap`], [`phase_id`], [`phase_files`], [`planning`], and the commands about it
//!   ([`planning_verbs`]);
//! - what changes it: [`verbs`]; what is odd about it: [`validate`].
//!
//! # What it guarantees
//!
//! An edit changes the bytes of what it names and nothing else. A file that cannot be changed safely is refused. A receipt
//! names what differs. Work is linear in the input: a write reads the document twice, once before and once behind its edit.
//!
//! # What it does not do
//!
//! It opens no file, takes no lock, prints nothing, and knows no wire format but the JSON of `WAITING.json`.

pub mod answer;
pub mod arguments;
pub mod body_field;
pub mod check;
mod circles;
mod configuration_edit;
pub mod core_value;
pub mod dates;
pub mod derive;
pub mod document;
mod draft;
pub mod durations;
pub mod facts;
pub mod failure;
pub mod history;
pub mod input;
pub mod json_text;
pub mod language;
mod list_entry;
mod list_section;
pub mod merge;
pub mod milestone;
mod pending_todos;
mod performance_metrics;
pub mod phase_files;
pub mod phase_id;
pub mod planning;
pub mod planning_verbs;
pub mod position;
pub mod progress;
pub mod progress_bar;
pub mod project_root;
mod receipt;
pub mod roadmap;
pub mod schema;
pub mod sections;
pub mod status;
pub mod template_defaults;
pub mod validate;
pub mod verbs;
mod writing;

pub use phase_id::PhaseId;
