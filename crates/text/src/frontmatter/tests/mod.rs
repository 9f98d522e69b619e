//! The line grammar and the edits, over blocks as people write them.

mod editing;
mod reading;
