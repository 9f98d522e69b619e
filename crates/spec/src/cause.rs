//! One thing that is wrong in a file, and where.
//!
//! Every reader of this crate that can refuse its input answers with causes: never with an error type of its own, never with
//! text that already names the command. Whoever shows them (a refusal, `list`, `cairn check`) adds the check and the remedy.

use std::borrow::Cow;
use std::fmt;

use bstr::BString;
use cairn_plan::{Reason, RelativePath};

/// What is wrong, at which place of which file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The file, relative to the folder the reader was given: `task_01.md`, `qa/qa-report-2026-10-05.md`.
    pub path: BString,
    /// 1-based line, when one line is to blame.
    pub line: Option<usize>,
    /// Lower-case fragment without the path.
    pub message: String,
}

impl Cause {
    /// A cause that concerns the whole file.
    pub fn whole(path: impl Into<BString>, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, message: message.into() }
    }

    /// A cause at one line.
    pub fn at(path: impl Into<BString>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: Some(line), message: message.into() }
    }

    /// The cause as a reason of a refusal; `folder` is what its path is relative to.
    pub fn reason(
        &self,
        check: impl Into<Cow<'static, str>>,
        code: impl Into<Cow<'static, str>>,
        folder: &RelativePath,
    ) -> Reason {
        let path = folder.join(self.path.as_slice()).unwrap_or_else(|_| folder.clone());
        let message = match self.line {
            Some(line) => format!("{path}:{line}: {}", self.message),
            None => format!("{path}: {}", self.message),
        };
        Reason { check: check.into(), code: code.into(), path: Some(path), line: self.line, message }
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
