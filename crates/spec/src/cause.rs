//! One thing that is wrong in a file, and where.
//!
//! Every reader of this crate that can refuse its input answers with causes: never with an error type of its own, never with
//! text that already names the command. Whoever shows them (a refusal, `list`, `cairn check`) adds the check and the remedy.

use std::fmt;

/// What is wrong, at which place of which file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The file, relative to the home repository (or the path the caller read it under).
    pub path: String,
    /// 1-based line, when one line is to blame.
    pub line: Option<usize>,
    /// Lower-case fragment without the path.
    pub message: String,
}

impl Cause {
    /// A cause that concerns the whole file.
    pub fn whole(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: None,
            message: message.into(),
        }
    }

    /// A cause at one line.
    pub fn at(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: Some(line),
            message: message.into(),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}:{line}: {}", self.path, self.message),
            None => write!(out, "{}: {}", self.path, self.message),
        }
    }
}
