//! What leaves the process: exit statuses, JSON, text, failures. Nothing here decides anything.

pub mod exit;
pub mod failure;
pub mod habits;
pub mod json;
pub mod nearest;
pub mod streams;
pub mod usage;
