//! The parts of a rule's page: the text below each of its four headings.

/// A page, without the blanks around its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Page<'p> {
    /// What the rule looks for.
    pub(super) what: &'p str,
    /// Why that is worth a finding.
    pub(super) why: &'p str,
    /// What it finds.
    pub(super) example: &'p str,
    /// How it is put right.
    pub(super) fix: &'p str,
}

impl<'p> Page<'p> {
    pub(super) fn read(text: &'p str) -> Page<'p> {
        let part = |name: &str| {
            let heading = format!("\n## {name}\n");
            let start = text.find(&heading).map(|at| at + heading.len())?;
            let rest = text.get(start..)?;
            let end = rest.find("\n## ").unwrap_or(rest.len());
            rest.get(..end).map(str::trim)
        };
        Page {
            what: part("What").unwrap_or_default(),
            why: part("Why").unwrap_or_default(),
            example: part("Example").unwrap_or_default(),
            fix: part("Fix").unwrap_or_default(),
        }
    }
}
