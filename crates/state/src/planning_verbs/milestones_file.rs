//! MILESTONES.md: one entry for each closed milestone, the newest first (section 15, S-42).

use crate::roadmap::version::holds_version;
use bstr::ByteSlice;
use cairn_text::{Edit, Outline, Span, insert_lines};

/// The document's title, when it is made new.
const TITLE: &str = "# Milestones";

/// What an entry says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosedMilestone<'a> {
    pub(crate) version: &'a str,
    pub(crate) name: Option<&'a str>,
    pub(crate) date: &'a str,
    pub(crate) phases: u32,
    pub(crate) plans: u32,
}

impl ClosedMilestone<'_> {
    fn lines(&self) -> [String; 3] {
        let name = self.name.map(|name| format!(" {name}")).unwrap_or_default();
        [
            format!("## {}{name} (Shipped: {})", self.version, self.date),
            String::new(),
            format!("**Phases completed:** {} phases, {} plans", self.phases, self.plans),
        ]
    }

    /// The document with only this entry.
    pub(crate) fn new_document(&self) -> Vec<u8> {
        let lines = self.lines();
        format!("{TITLE}\n\n{}\n", lines.join("\n")).into_bytes()
    }

    /// Puts the entry below the title and what is said there about the list; none when the document has an entry of this version.
    pub(crate) fn add_to(&self, source: &[u8]) -> Option<Edit> {
        let outline = Outline::parse(source);
        let mut entries = outline.headings().iter().filter(|heading| heading.level == 2);
        let is_there = |heading: &cairn_text::outline::Heading| {
            holds_version(&outline.heading_text(source, heading).to_str_lossy(), self.version)
        };
        if entries.clone().any(is_there) {
            return None;
        }
        let place = entries.next().map_or(source.len(), |heading| heading.line.content.start);
        let before = Span::new(0, place).of(source);
        let is_apart = before.trim().is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
        let is_last = place == source.len();
        let front = (!is_apart).then(String::new);
        let back = (!is_last).then(String::new);
        Some(insert_lines(source, place, front.into_iter().chain(self.lines()).chain(back)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_text::Patch;

    /// S-42: the entry stands below the title, in front of older ones, once.
    #[test]
    fn entries() {
        let closed = ClosedMilestone {
            version: "v2.0",
            name: Some("Code Quality"),
            date: "2026-10-07",
            phases: 3,
            plans: 6,
        };
        let entry = "## v2.0 Code Quality (Shipped: 2026-10-07)\n\n**Phases completed:** 3 phases, 6 plans\n";
        assert_eq!(closed.new_document(), format!("# Milestones\n\n{entry}").into_bytes());
        for (source, expected) in [
            ("# Milestones\n", format!("# Milestones\n\n{entry}")),
            (
                "# Milestones\n\n## v1.0 Old (Shipped: 2026-01-01)\n",
                format!("# Milestones\n\n{entry}\n## v1.0 Old (Shipped: 2026-01-01)\n"),
            ),
            (
                "# Milestones\n\nAll of them.\n\n## v2.0.1 x\n",
                format!("# Milestones\n\nAll of them.\n\n{entry}\n## v2.0.1 x\n"),
            ),
            ("", entry.to_owned()),
        ] {
            let result = Patch::from(closed.add_to(source.as_bytes())).apply(source.as_bytes());
            assert_eq!(String::from_utf8(result).unwrap(), expected);
            assert!(closed.add_to(expected.as_bytes()).is_none());
        }
        let crlf = Patch::from(closed.add_to(b"# M\r\n\r\n## v1.0\r\n")).apply(b"# M\r\n\r\n## v1.0\r\n");
        assert!(crlf.lines_with_terminator().all(|line| line.ends_with(b"\r\n")));
    }
}
