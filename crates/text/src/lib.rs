//! Lossless text: spans, patches, line ends, frontmatter, outline, fields, links.

mod blocks;
pub mod caseless;
pub mod encoding;
pub mod escape;
pub mod field;
pub mod frontmatter;
pub mod git_arguments;
pub mod line_index;
pub mod lines;
pub mod links;
pub mod list;
pub mod outline;
pub mod patch;
pub mod span;
pub mod table;

pub use encoding::{Encoding, content_start};
pub use frontmatter::Frontmatter;
pub use line_index::{LineIndex, Position};
pub use lines::{Line, LineEnd, insert_lines, line_end_before, lines, lines_in, prevailing_line_end};
pub use outline::Outline;
pub use patch::{Edit, Patch, PatchError};
pub use span::Span;
