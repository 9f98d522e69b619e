//! What a project is before a command and after it.

use super::Content;
use std::collections::HashSet;

/// The project's files, sorted: path and content.
pub type Tree = Vec<(String, Content)>;

/// What a tree has at a path.
pub fn at<'t>(tree: &'t Tree, path: &str) -> Option<&'t Content> {
    let found = tree.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()?;
    tree.get(found).map(|(_, content)| content)
}

/// The tree before the command and after it.
pub struct Case {
    /// Before.
    pub old: Tree,
    /// After.
    pub new: Tree,
    contents: HashSet<Content>,
}

impl Case {
    pub(super) fn of(old: Tree, new: Tree) -> Self {
        let contents = old.iter().chain(&new).map(|(_, content)| content.clone()).collect();
        Self { old, new, contents }
    }

    /// Is this a whole file that was there before, or is there afterwards?
    pub fn knows(&self, content: &Content) -> bool {
        self.contents.contains(content)
    }
}

/// Does `bytes` hold `part`?
pub fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
