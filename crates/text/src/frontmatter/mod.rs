//! Frontmatter: the block of keys and values at the start of a document (section 6).

mod block;

pub use block::{Block, body_start};
