//! Other parsers beside ours, over documents where both must see the same.

mod markdown;
mod yaml;
