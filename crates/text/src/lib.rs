//! Lossless text: spans, patches, line ends, frontmatter, outline, fields, links.
