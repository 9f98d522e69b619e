//! Lossless text: the documents of a project as bytes with meaning, and changes to them as patches.
//!
//! Everything here is a pure function of bytes. A document is never turned into a tree and printed again: readers give back
//! [`Span`]s into the source, writers give back a [`Patch`], and whatever no edit names is the same before and after (D5).
//!
//! | module | answers |
//! |---|---|
//! | (root) | [`Span`], [`Edit`] and [`Patch`], [`lines()`] and line ends, [`Position`]s, [`Encoding`]s |
//! | [`frontmatter`] | the keys and values at the start of a document, and changes to them (section 6) |
//! | [`outline`] | headings, sections, fences, comments, `<details>` of its body; the one scanner of them (D17) |
//! | [`field`] | `**Label:** value`, `Label: value`, `\| Label \| value \|` and what only looks like one (S-62 to S-65) |
//! | [`list`], [`table`] | items with their boxes and lines; rows and cells, by the names of columns |
//! | [`links`] | destinations and bare paths, where they point, and how they are written anew |
//! | [`caseless`] | comparison of labels and headings in any script |
//! | [`escape`] | text on its way to a terminal or into JSON |
//! | [`git_arguments`] | the one argument list for asking git |
//!
//! # What it guarantees
//!
//! - Reading never fails and never panics, whatever the bytes: no UTF-8, mixed line ends, no final newline. What is wrong is a value.
//! - All lines joined are the source; an empty patch is the identity; what was set is read again; setting it again is an empty patch.
//! - Time and memory grow with the input and not faster. An [`Outline`] keeps a record a heading, fence, comment and `<details>`.
//!
//! `tests/properties.rs`, `tests/growth.rs` and the targets in `fuzz/` prove these; `tests/oracle` compares with a Markdown and a YAML
//! parser.
//!
//! # Limitations
//!
//! - Headings are those with marks (`## Text`); underlined ones are text.
//! - A carriage return without a line feed ends no line.
//! - A fence in a list item ends at its closing line even where the code is indented less than the item; CommonMark would end it earlier.
//! - A fence inside a quote (`> `) is text.
//! - In the frontmatter a plain value is the rest of its line; lines that go on below it are no part of it. Anchors, aliases and tags
//!   are text.

mod blocks;
pub mod caseless;
mod contents;
mod encoding;
pub mod escape;
pub mod field;
pub mod frontmatter;
pub mod git_arguments;
mod json_object;
mod line_index;
mod lines;
pub mod links;
pub mod list;
mod look_ahead;
pub mod outline;
mod patch;
mod span;
pub mod table;
mod trim;

pub use contents::Contents;
pub use encoding::{BOM, Encoding, content_start};
pub use frontmatter::Frontmatter;
pub use json_object::{JsonMember, JsonObject};
pub use line_index::{LineIndex, Position};
pub use lines::{Line, LineEnd, Lines, insert_lines, line_end_before, lines, lines_in, prevailing_line_end};
pub use outline::Outline;
pub use patch::{Edit, Patch, PatchError, Same};
pub use span::Span;
pub use trim::{trimmed, trimmed_start};
