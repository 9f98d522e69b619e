//! What leaves the process: exit statuses, JSON, text, failures. Nothing here decides anything.

pub mod exit;
pub mod failure;
pub mod habits;
pub mod json;
pub mod nearest;
pub mod streams;
pub mod usage;

/// What a person is told of a change without a record; the JSON has `"undo": false`.
pub const NOT_RECORDED: &str =
    "note: this could not be recorded in the operation log, so `cairn undo` cannot take it back";
