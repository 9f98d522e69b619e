//! Pages that are proven: every `console` block of the documentation is played, and its output must be what is printed.
//!
//! A comment `<!-- sample: NAME -->` in a page sets a stage: a throw-away copy of a sample of `examples/`, with a home of
//! its own, a frozen clock and identity, and the built binaries in front on the `PATH`. The `console` blocks below it, up to
//! the next such comment, are one session of `sh` there: the folder, variables and `$?` carry on. Further lines of the
//! comment prepare the stage unseen. [`find`] lists the pages, [`Page::read`] reads one, [`Page::play`] plays it.
//!
//! | in a block | means |
//! |---|---|
//! | `$ COMMAND` | the command; `> ` continues it |
//! | `# exit status N` behind a command | it ends with N; without it, with 0 |
//! | a line `...` of the output | any number of lines |
//! | `[..]` in a line of the output | any text |
//!
//! A block of `sh played` is one script without prompts, to be copied as it is; it belongs to the session, prints nothing and
//! ends well.
//!
//! [`session`] plays commands that stand on no page. [`named`] lists the commands that `sh` blocks and code spans only name. This module refuses: a block without a stage,
//! output that a block cannot show, a stage that is not known.

mod links;
mod named;
mod page;
mod stage;
mod transcript;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub use links::{broken_links, contents_faults};
pub use named::{Named, named};
pub use page::Page;
pub use stage::{Played, Session, session};

/// Something on a page that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The page, from the root of the repository.
    pub page: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub text: String,
    /// Whether writing the outputs of today puts it right.
    pub mendable: bool,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}:{}: {}", self.page, self.line, self.text)
    }
}

/// Folders whose Markdown is no page of ours: samples, cases, what was built.
const NO_PAGES: [&str; 5] = [".git", "examples", "fuzz", "target", "tests/cases"];

/// Every Markdown page of the repository, from its root, sorted.
///
/// # Errors
/// A folder that cannot be listed.
pub fn find(root: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                if !NO_PAGES.iter().any(|skipped| Path::new(skipped) == path) {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}
