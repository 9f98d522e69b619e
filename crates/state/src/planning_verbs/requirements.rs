//! REQUIREMENTS.md: the boxes and table rows of the requirements that a phase completes (section 15).

use crate::roadmap::Checkbox;
use bstr::ByteSlice;
use cairn_text::outline::LineClass;
use cairn_text::table::{Cell, tables};
use cairn_text::{Edit, Outline};

/// The ids on a `**Requirements:**` line: words with a digit or a dash, separated by blanks, commas, brackets (`[R-01, R-02]`,
/// `UI-3 (part)`).
pub(crate) fn ids(value: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for word in value.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))) {
        let word = word.trim_matches(['.', '-', '_']);
        let is_id =
            word.starts_with(char::is_alphabetic) && word.contains(|c: char| c.is_ascii_digit() || c == '-');
        if is_id && !ids.iter().any(|id| id.eq_ignore_ascii_case(word)) {
            ids.push(word.to_owned());
        }
    }
    ids
}

/// Ticks `- [ ] **ID**…` and writes `Complete` into the column `Status` of every row that the id begins.
pub(crate) fn complete(source: &[u8], ids: &[String]) -> Vec<Edit> {
    let outline = Outline::parse(source);
    let is_wanted = |text: &[u8]| {
        leading_id(text).is_some_and(|found| ids.iter().any(|id| id.eq_ignore_ascii_case(&found)))
    };
    let mut edits = Vec::new();
    if ids.is_empty() {
        return edits;
    }
    for line in outline.lines(source, outline.body()).filter(|line| line.class == LineClass::Text) {
        let text = line.masked();
        let Some(checkbox) =
            Checkbox::read(&text, line.line.content.start).filter(|checkbox| !checkbox.ticked)
        else {
            continue;
        };
        if is_wanted(checkbox.text.of(source)) {
            edits.push(Edit::replace(checkbox.mark, *b"x"));
        }
    }
    for table in tables(&outline, source, outline.body()) {
        let Some(status) = table.column(source, "Status") else { continue };
        for row in &table.rows {
            let is_row = row.cells.first().is_some_and(|cell| is_wanted(cell.text.of(source)));
            let cell: Option<&Cell> = row.cells.get(status).filter(|_| is_row && status > 0);
            let open = cell.filter(|cell| !cell.value(source).eq_ignore_ascii_case(b"Complete"));
            edits.extend(open.and_then(|cell| cell.set(source, "Complete")));
        }
    }
    edits
}

/// The id at the start of a bullet or cell, behind emphasis and brackets.
fn leading_id(text: &[u8]) -> Option<String> {
    let text = text.to_str_lossy();
    let text =
        text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '[' | '~'));
    let length =
        text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))).unwrap_or(text.len());
    let id = text.get(..length)?.trim_end_matches(['.', '-', '_']);
    (!id.is_empty()).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_text::Patch;

    /// D30, fault kind "fields and rows of others": exactly the ids of the phase.
    #[test]
    fn ticks_exactly_these() {
        assert_eq!(ids("[R-01, R-02] and UI-3 (part), none"), ["R-01", "R-02", "UI-3"]);
        assert_eq!(ids("TBD"), Vec::<String>::new());
        let source = "- [ ] **R-01**: a\n- [ ] **R-010**: b\n- [x] **R-02** c\n* [ ] `r-02` d\n```\n- [ ] **R-01**\n```\n\n| Requirement | Phase | Status |\n|---|---|---|\n| R-01 | Phase 2 | Pending |\n| R-03 | Phase 2 | Pending |\n";
        let expected = source
            .replace("- [ ] **R-01**: a", "- [x] **R-01**: a")
            .replace("* [ ]", "* [x]")
            .replace("| R-01 | Phase 2 | Pending |", "| R-01 | Phase 2 | Complete |");
        let edits = complete(source.as_bytes(), &ids("R-01, R-02"));
        let result = Patch::from_edits(edits).unwrap().apply(source.as_bytes());
        assert_eq!(String::from_utf8(result).unwrap(), expected);
        assert!(complete(expected.as_bytes(), &ids("R-01, R-02")).is_empty());
        let status_first = "| Status | Phase |\n|---|---|\n| R-01 | Phase 2 |\n";
        assert!(complete(status_first.as_bytes(), &ids("R-01")).is_empty(), "the id itself is no status");
    }
}
