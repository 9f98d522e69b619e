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
        // An example may hold headings of its own, so a part ends at one of the four alone.
        let heading = |name: &str| format!("\n## {name}\n");
        let part = |name: &str| {
            let own = heading(name);
            let rest = text.get(text.find(&own)? + own.len() - 1..)?;
            let ends =
                ["What", "Why", "Example", "Fix"].iter().filter_map(|other| rest.find(&heading(other)));
            rest.get(..ends.min().unwrap_or(rest.len())).map(str::trim)
        };
        Page {
            what: part("What").unwrap_or_default(),
            why: part("Why").unwrap_or_default(),
            example: part("Example").unwrap_or_default(),
            fix: part("Fix").unwrap_or_default(),
        }
    }
}
