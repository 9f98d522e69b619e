//! Why a command did not act.

use crate::RelativePath;
use std::borrow::Cow;
use std::fmt;

/// Every failed precondition at once (D61); nothing was written. A value, not an error of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// One reason for each offending thing, in the order of the checks, then by path.
    pub reasons: Vec<Reason>,
    /// What to do next, one step each; commands stand in backticks.
    pub remedies: Vec<String>,
}

/// One failed precondition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The check that failed: `tasks`, `qa`, `state`.
    pub check: Cow<'static, str>,
    /// What exactly, for programs: `task_not_completed`.
    pub code: Cow<'static, str>,
    /// The file it is about, from the root.
    pub path: Option<RelativePath>,
    /// The line in that file, from 1.
    pub line: Option<usize>,
    /// One lower-case fragment for people; names the path and the facts.
    pub message: String,
}

impl Reason {
    /// A reason about no file in particular.
    pub fn new(
        check: impl Into<Cow<'static, str>>,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self { check: check.into(), code: code.into(), path: None, line: None, message: message.into() }
    }

    /// The file it is about.
    #[must_use]
    pub fn at(mut self, path: RelativePath) -> Self {
        self.path = Some(path);
        self
    }

    /// The line it is about, from 1.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

/// `check: message`, as the reason lines of a refusal are printed. The message is not escaped here.
impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.check, self.message)
    }
}

impl Refusal {
    /// No reason yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A refusal for one reason.
    pub fn because(reason: Reason) -> Self {
        Self { reasons: vec![reason], remedies: Vec::new() }
    }

    /// Add a reason.
    pub fn push(&mut self, reason: Reason) {
        self.reasons.push(reason);
    }

    /// Add a next step, once.
    pub fn remedy(&mut self, step: impl Into<String>) {
        let step = step.into();
        if !self.remedies.contains(&step) {
            self.remedies.push(step);
        }
    }

    /// Nothing speaks against it.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// `Ok` when nothing speaks against it.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Did the check with this name fail?
    pub fn failed(&self, check: &str) -> bool {
        self.reasons.iter().any(|reason| reason.check == check)
    }
}

impl FromIterator<Reason> for Refusal {
    fn from_iter<I: IntoIterator<Item = Reason>>(reasons: I) -> Self {
        Self { reasons: reasons.into_iter().collect(), remedies: Vec::new() }
    }
}
