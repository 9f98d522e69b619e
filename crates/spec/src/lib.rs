//! The Spec domain: task graph, QA policy, reference index, relink, records.

pub mod cause;
pub mod configuration;
pub mod folder;
pub mod frontmatter;
pub mod roots;
pub mod slug;
pub mod yaml;

pub use cause::Cause;
pub use folder::{FolderEntry, FolderFile, Measure, Odd, SpecFolder};
pub use roots::{RootKind, Roots};
pub use slug::{Slug, SlugError};
