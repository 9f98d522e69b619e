//! Reading a QA Report, stricter than other frontmatter because a decision hangs on it (roundfix 6.2, A-51).

use super::Verdict;
use super::rows::Results;
use crate::Cause;
use crate::document::Document;
use crate::frontmatter;
use crate::yaml::Map;

/// What a readable report says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Where it was read, relative to the Spec folder.
    pub path: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The counts of its frontmatter.
    pub counts: Counts,
    /// Its tables.
    pub results: Results,
    /// The first paragraph of `## Outcome`, on one line.
    pub outcome: Option<String>,
}

/// The counts of blocked rows that the frontmatter states; an absent one is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// `rows_blocked_environment`.
    pub environment: Option<u64>,
    /// `rows_blocked_finding`.
    pub finding: Option<u64>,
    /// `rows_blocked_declared`.
    pub declared: Option<u64>,
    /// `rows_blocked_precondition`.
    pub precondition: Option<u64>,
}

impl Report {
    /// Reads a report.
    ///
    /// # Errors
    /// The first thing that makes it unreadable, with its line.
    pub fn read(path: &str, bytes: &[u8]) -> Result<Self, Cause> {
        if let Err(error) = std::str::from_utf8(bytes) {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            return Err(Cause::at(path, line, "is not UTF-8"));
        }
        let split = frontmatter::split(bytes).map_err(|error| Cause::at(path, 1, error.to_string()))?;
        if split.block.trim_ascii().is_empty() {
            return Err(Cause::at(path, 1, "the frontmatter is empty"));
        }
        let line = one_verdict_line(path, &split)?;
        let map = frontmatter::read_block(path, &split)?;
        let word = map.get("verdict").map(|node| (node.text(), node.described()));
        let verdict = match word {
            Some((Some(word), _)) => Verdict::parse(word),
            _ => None,
        };
        let Some(verdict) = verdict else {
            let found = word.map_or_else(|| "missing".to_owned(), |(_, found)| found);
            return Err(Cause::at(
                path,
                line,
                format!("verdict is {found}, expected pass, fail, partial or pending"),
            ));
        };
        let counts = Counts {
            environment: count(path, &map, "rows_blocked_environment")?,
            finding: count(path, &map, "rows_blocked_finding")?,
            declared: count(path, &map, "rows_blocked_declared")?,
            precondition: count(path, &map, "rows_blocked_precondition")?,
        };
        if verdict == Verdict::Pass {
            contradiction(path, line, &counts)?;
        }
        let document = Document::new(bytes);
        let outcome =
            document.sections("Outcome").find_map(|section| document.first_paragraph(section.content));
        Ok(Self { path: path.to_owned(), verdict, counts, results: Results::read(&document), outcome })
    }
}

/// The line of the one `verdict:` at the start of a line, with a value.
fn one_verdict_line(path: &str, split: &frontmatter::Split<'_>) -> Result<usize, Cause> {
    let lines = split.block.split(|byte| *byte == b'\n').zip(split.block_line..);
    let mut verdicts = lines.filter_map(|(line, number)| Some((line.strip_prefix(b"verdict:")?, number)));
    let Some((value, number)) = verdicts.next() else {
        return Err(Cause::at(path, 1, "the frontmatter has no line `verdict:`"));
    };
    if let Some((_, second)) = verdicts.next() {
        return Err(Cause::at(path, second, "a second line `verdict:`"));
    }
    if value.trim_ascii().is_empty() {
        return Err(Cause::at(path, number, "verdict is blank"));
    }
    Ok(number)
}

fn count(path: &str, map: &Map, key: &str) -> Result<Option<u64>, Cause> {
    let Some(entry) = map.entry(key) else { return Ok(None) };
    match entry.value.integer().and_then(|number| u64::try_from(number).ok()) {
        Some(number) => Ok(Some(number)),
        None => {
            let found = entry.value.described();
            Err(Cause::at(path, entry.line, format!("{key} is {found}, expected an integer from 0")))
        }
    }
}

/// A pass has nothing that blocks but the environment.
fn contradiction(path: &str, line: usize, counts: &Counts) -> Result<(), Cause> {
    let named = [
        ("rows_blocked_finding", counts.finding),
        ("rows_blocked_declared", counts.declared),
        ("rows_blocked_precondition", counts.precondition),
    ];
    match named.into_iter().find_map(|(key, count)| Some((key, count.filter(|count| *count > 0)?))) {
        None => Ok(()),
        Some((key, count)) => Err(Cause::at(
            path,
            line,
            format!("verdict is pass, but {key} is {count}: the report contradicts itself"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refused(text: &[u8], line: usize, part: &str) {
        let cause = Report::read("qa/r.md", text).unwrap_err();
        assert_eq!(cause.line, Some(line), "{cause}");
        assert!(cause.message.contains(part), "{cause}");
    }

    /// A-51, archive-081, archive-083 to archive-085: what makes a report unreadable.
    #[test]
    fn unreadable() {
        refused(b"# QA\n\nverdict: pass\n", 1, "no frontmatter");
        refused(b"---\nverdict: pass\n\n# QA\n", 1, "no closing line");
        refused(b"---\n---\n\nverdict: pass\n", 1, "empty");
        refused(b"---\n \n---\n", 1, "empty");
        refused(b"---\nverdict: pass\nverdict: pass\n---\n", 3, "second line");
        refused(b"---\nverdict:\nstatus: closed\n---\n", 2, "blank");
        refused(b"---\nqa:\n  verdict: pass\n---\n", 1, "no line `verdict:`");
        refused(b"---\nverdict: pass\ndate: 1\ndate: 2\n---\n", 4, "duplicate key");
        refused(b"---\nverdict: pass\nnote: [open\n---\n", 4, "no valid YAML");
        refused(b"---\nverdict: Pass\n---\n", 2, "verdict is `Pass`");
        refused(b"---\nverdict: passed\n---\n", 2, "verdict is `passed`");
        refused(b"---\nverdict: [pass]\n---\n", 2, "verdict is a list");
        refused(b"---\nverdict: # pass\n---\n", 2, "verdict is empty");
        refused(b"---\nverdict:pass\n---\n", 2, "");
        refused(b"---\nverdict: pass\n---\n\xff\n", 4, "UTF-8");
        refused(b"--- \nverdict: pass\n---\n", 1, "no frontmatter");
        for value in ["1.0", "\"1\"", "null", "", "-1", "two", "[1]"] {
            let text = format!("---\nverdict: pass\nrows_blocked_environment: {value}\n---\n");
            refused(text.as_bytes(), 3, "rows_blocked_environment");
        }
        for key in ["finding", "declared", "precondition"] {
            let text = format!("---\nverdict: pass\nrows_blocked_{key}: 1\n---\n");
            refused(text.as_bytes(), 2, "contradicts itself");
        }
    }

    /// Archive-082, archive-083: line ends, byte-order mark, quotes and comments are YAML.
    #[test]
    fn readable() {
        let check = |text: &str, verdict: Verdict, environment: Option<u64>| {
            let report = Report::read("qa/r.md", text.as_bytes()).unwrap();
            assert_eq!((report.verdict, report.counts.environment), (verdict, environment), "{text:?}");
        };
        check("---\nverdict: pass\n---\n", Verdict::Pass, None);
        check("\u{feff}---\r\nverdict: \"pass\"   # closed\r\n---\r\n", Verdict::Pass, None);
        check("---\nverdict: 'partial'\nrows_blocked_environment: 3\n---", Verdict::Partial, Some(3));
        check("---\nverdict: pass\nrows_blocked_environment: 0x2\n---\n", Verdict::Pass, Some(2));
        let none = "rows_blocked_finding: 0\nrows_blocked_declared: 0\nrows_blocked_precondition: 0";
        check(&format!("---\nverdict: pass\n{none}\n---\n"), Verdict::Pass, None);
        check("---\nverdict: pending\nrows_blocked_finding: 9\n---\n", Verdict::Pending, None);
    }

    #[test]
    fn outcome() {
        let text = b"---\nverdict: pass\n---\n## Outcome\n\n### Sub\n\nListing  reads\nonce.\n\nMore.\n";
        assert_eq!(Report::read("r", text).unwrap().outcome.as_deref(), Some("Listing reads once."));
    }

    proptest! {
        /// L7: any bytes are read or refused.
        #[test]
        fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), body in "(?s)[|a-z#\\- \n`:()]{0,80}") {
            let _ = Report::read("r", &bytes);
            let _ = Report::read("r", format!("---\nverdict: pass\n---\n## Results\n{body}").as_bytes());
        }
    }
}
