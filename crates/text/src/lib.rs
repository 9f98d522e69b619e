//! Lossless text: spans, patches, line ends, frontmatter, outline, fields, links.

pub mod git_arguments;
