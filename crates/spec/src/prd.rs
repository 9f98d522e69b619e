//! `_prd.md`: title, status, date, decisions, declarations and the first paragraph (roundfix 2.3).

use cairn_text::Span;

use crate::Cause;
use crate::declaration::Declarations;
use crate::document::Document;
use crate::frontmatter;

/// The file name.
pub const FILE: &str = "_prd.md";

/// What a file without frontmatter is told.
const BEGINNING: &str = "begin the file with the lines `---`, `status: active`, `---`";

/// What the PRD says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prd {
    /// `status`, as it is written.
    pub status: Option<String>,
    /// 1-based line of `status`.
    pub status_line: Option<usize>,
    /// `created`, as it is written; absent: `""`.
    pub created: String,
    /// The text of the first line that starts with `# `.
    pub title: Option<String>,
    /// Every `ADR-NNNN` of `## Decisions`, once each, in order of appearance.
    pub adrs: Vec<String>,
    /// `## Unreachable Acceptance`.
    pub declarations: Declarations,
    /// The first paragraph after the title, on one line.
    pub outcome: Option<String>,
    /// Why the frontmatter could not be read; `status` and `created` are then absent.
    pub problem: Option<Cause>,
    /// There is no frontmatter at all.
    pub is_unopened: bool,
}

impl Prd {
    /// Reads the file. Never fails: what cannot be read is absent, and `problem` says why.
    pub fn read(bytes: &[u8]) -> Self {
        let mut prd = Self::default();
        match frontmatter::read(FILE, bytes) {
            Ok((map, _)) => {
                prd.status = map.text("status").map(str::to_owned);
                prd.status_line = map.entry("status").map(|entry| entry.line);
                prd.created = map.text("created").unwrap_or_default().to_owned();
            }
            Err(cause) => {
                prd.is_unopened = frontmatter::split(bytes) == Err(frontmatter::NoFrontmatter::NotOpened);
                prd.problem = Some(cause);
            }
        }
        let document = Document::new(bytes);
        let body = document.body();
        let title = document.lines(body).find_map(|line| {
            let title = line.text.strip_prefix("# ")?.trim();
            (!title.is_empty()).then(|| (title.to_owned(), line.start))
        });
        let behind_title = title.as_ref().map_or(body.start, |(_, start)| *start);
        prd.outcome = document.first_paragraph(Span::new(behind_title, body.end));
        prd.title = title.map(|(title, _)| title);
        for section in document.sections("Decisions") {
            for line in document.lines(section.content) {
                decisions(&line.text, &mut prd.adrs);
            }
        }
        prd.declarations = Declarations::read(&document);
        prd
    }

    /// Why the frontmatter cannot be read, and for a file without one how to begin it.
    pub fn problem_text(&self) -> Option<String> {
        let message = &self.problem.as_ref()?.message;
        Some(if self.is_unopened { format!("{message}; {BEGINNING}") } else { message.clone() })
    }

    /// Whether the Spec may be archived or cancelled.
    pub fn is_active(&self) -> bool {
        self.status.as_deref() == Some("active")
    }
}

/// Adds every `ADR-` with exactly four digits; `ADR-00421` is the name of something else.
fn decisions(text: &str, adrs: &mut Vec<String>) {
    for (at, mark) in text.match_indices("ADR-") {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + mark.len()..).unwrap_or_default();
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        if digits != 4 || before.is_some_and(|character| character.is_ascii_alphanumeric()) {
            continue;
        }
        let Some(name) = text.get(at..at + mark.len() + digits) else { continue };
        if !adrs.iter().any(|known| known == name) {
            adrs.push(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let prd = Prd::read(
            b"\xef\xbb\xbf---\r\nspec: 0042-sample\r\nstatus: active   # now\r\ncreated: 2026-10-01\r\n---\r\n\r\n# A title  \r\n\r\n## Why\r\n\r\nListing is\r\none pass.\r\n",
        );
        assert_eq!(prd.status.as_deref(), Some("active"));
        assert_eq!(prd.status_line, Some(3));
        assert!(prd.is_active());
        assert_eq!(prd.created, "2026-10-01");
        assert_eq!(prd.title.as_deref(), Some("A title"));
        assert_eq!(prd.outcome.as_deref(), Some("Listing is one pass."));
    }

    #[test]
    fn what_cannot_be_read_is_absent() {
        let prd = Prd::read(b"---\nstatus: active\nstatus: done\n---\n# T\n");
        assert_eq!((prd.status, prd.title.as_deref()), (None, Some("T")));
        assert_eq!(prd.problem.unwrap().to_string(), "_prd.md:3: duplicate key `status`");
        // How to begin a file is said where nothing is begun, and only there.
        for (text, problem) in [
            (
                "# T\n",
                Some(
                    "no frontmatter: the first line must be `---`; begin the file with the lines `---`, `status: active`, `---`",
                ),
            ),
            ("---\nstatus: active\n", Some("the frontmatter has no closing line `---`")),
            ("---\nstatus: active\n---\n", None),
        ] {
            assert_eq!(Prd::read(text.as_bytes()).problem_text().as_deref(), problem, "{text:?}");
        }
        let prd = Prd::read(b"text\n\n```\n# comment\n```\n");
        assert_eq!((prd.title, prd.outcome.as_deref()), (None, Some("text")));
        assert!(!Prd::read(b"---\nstatus: draft\n---\n").is_active());
    }

    /// A-62: the numbers of the Decisions section, once each, in order.
    #[test]
    fn adrs() {
        let check = |body: &str, expected: &[&str]| {
            assert_eq!(Prd::read(body.as_bytes()).adrs, expected, "{body:?}");
        };
        check(
            "## Decisions\n- One (ADR-0247), ADR-0230.\n- ADR-0247\n### x\nADR-0001\n## Open\nADR-0099\n",
            &["ADR-0247", "ADR-0230", "ADR-0001"],
        );
        check("## Decisions\nADR-12345 XADR-0001 adr-0002 ADR-12 `ADR-0003`\n", &["ADR-0003"]);
        check("## Decisions\n<!-- ADR-0001 -->\n```\nADR-0002\n```\n# Next\nADR-0004\n", &[]);
    }
}
