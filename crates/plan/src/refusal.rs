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
}

impl FromIterator<Reason> for Refusal {
    fn from_iter<I: IntoIterator<Item = Reason>>(reasons: I) -> Self {
        Self { reasons: reasons.into_iter().collect(), remedies: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(check: &'static str) -> Reason {
        Reason::new(check, "code", "`a` is not `b`")
    }

    /// D61: every reason is kept, in order, and each next step once.
    #[test]
    fn reasons_and_steps_are_collected() {
        let mut refusal = Refusal::new();
        assert!(refusal.is_empty());
        assert_eq!(refusal.clone().into_result(), Ok(()));
        refusal.push(reason("tasks"));
        refusal.push(reason("qa"));
        for step in ["run `x`", "run `y`", "run `x`"] {
            refusal.remedy(step);
        }
        assert!(!refusal.is_empty());
        assert_eq!(refusal.reasons, [reason("tasks"), reason("qa")]);
        assert_eq!(refusal.remedies, ["run `x`", "run `y`"]);
        let collected: Refusal = refusal.reasons.iter().cloned().collect();
        assert_eq!(collected, Refusal { remedies: Vec::new(), ..refusal.clone() });
        assert_eq!(refusal.clone().into_result(), Err(refusal));
    }

    #[test]
    fn one_reason() {
        let about = reason("qa").at(RelativePath::new("a").unwrap()).on_line(3);
        let refusal = Refusal::because(about.clone());
        assert_eq!((about.line, about.to_string()), (Some(3), "qa: `a` is not `b`".to_owned()));
        assert_eq!(refusal.reasons, [about]);
    }
}
