//! Other parsers beside ours, over documents where both must see the same.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may fail by panicking")]

mod markdown;
mod yaml;
