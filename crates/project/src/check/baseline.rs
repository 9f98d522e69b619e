//! The baseline: findings that were there before, known by file, code and the text of their line (cairn 10).

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use cairn_plan::{Change, ContentHash, Plan, RelativePath};
use cairn_report::Diagnostic;
use cairn_vault::{Commit, Interrupt, Locks, Root, TransactionKind, Writer};
use serde_json::{Value, json};

use crate::planning_tree::{LARGEST_DOCUMENT, document};

/// Known findings, each as often as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<Entry, usize>,
}

/// What a finding is known by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    path: String,
    code: String,
    text: String,
}

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It cannot be read.
    #[error("`{path}` cannot be read: {source}; `--write-baseline` makes it")]
    Unreadable {
        /// The file as it was named.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is no baseline.
    #[error("`{path}` is no baseline: {problem}; `--write-baseline` makes it anew")]
    Broken {
        /// The file as it was named.
        path: String,
        /// Why.
        problem: String,
    },
    /// It cannot be written.
    #[error("`{path}` cannot be written: {problem}")]
    Unwritable {
        /// The file as it was named.
        path: String,
        /// Why.
        problem: String,
    },
}

impl Baseline {
    /// Reads `{"version": 1, "findings": [{"code", "path", "text"}]}`; `shown` is how messages call the file.
    ///
    /// # Errors
    ///
    /// The file is missing or is no baseline.
    #[allow(
        clippy::disallowed_methods,
        reason = "a file of the user's choice, which may lie outside of the project"
    )]
    pub fn read(path: &Path, shown: &str) -> Result<Baseline, BaselineError> {
        let bytes = std::fs::read(path)
            .map_err(|source| BaselineError::Unreadable { path: shown.to_owned(), source })?;
        Baseline::parse(&bytes).map_err(|problem| BaselineError::Broken { path: shown.to_owned(), problem })
    }

    fn parse(bytes: &[u8]) -> Result<Baseline, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if value.get("version") != Some(&json!(1)) {
            return Err("its `version` is not 1".to_owned());
        }
        let findings = value.get("findings").and_then(Value::as_array).ok_or("it has no list `findings`")?;
        let mut baseline = Baseline::default();
        for finding in findings {
            let text = |key: &str| finding.get(key).and_then(Value::as_str).map(str::to_owned);
            let entry = text("path").zip(text("code")).zip(text("text"));
            let Some(((path, code), text)) = entry else {
                return Err("a finding has no `code`, `path` or `text`".to_owned());
            };
            *baseline.entries.entry(Entry { path, code, text }).or_default() += 1;
        }
        Ok(baseline)
    }

    /// The baseline that knows exactly these findings.
    #[must_use]
    pub fn of(findings: &[Diagnostic], root: &Root) -> Baseline {
        let mut lines = LineTexts::new(root);
        let mut baseline = Baseline::default();
        for finding in findings {
            *baseline.entries.entry(lines.entry(finding)).or_default() += 1;
        }
        baseline
    }

    /// Takes known findings out, each entry covering one; says how many.
    #[must_use]
    pub fn cover(&self, findings: &mut Vec<Diagnostic>, root: &Root) -> usize {
        let mut left = self.entries.clone();
        let mut lines = LineTexts::new(root);
        let before = findings.len();
        findings.retain(|finding| match left.get_mut(&lines.entry(finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        before - findings.len()
    }

    /// The file's content.
    #[must_use]
    pub fn written(&self) -> String {
        let entries = self.entries.iter().flat_map(|(entry, count)| std::iter::repeat_n(entry, *count));
        let findings: Vec<Value> = entries
            .map(|entry| json!({ "code": entry.code, "path": entry.path, "text": entry.text }))
            .collect();
        format!("{:#}\n", json!({ "version": 1, "findings": findings }))
    }

    /// Writes the file whole, or leaves the old one.
    ///
    /// # Errors
    ///
    /// Its folder is not there or cannot be written.
    pub fn write(&self, path: &Path, shown: &str) -> Result<(), BaselineError> {
        let failed = |problem: String| BaselineError::Unwritable { path: shown.to_owned(), problem };
        let folder = path.parent().ok_or_else(|| failed("it is no file".to_owned()))?;
        let name = path.file_name().ok_or_else(|| failed("it is no file".to_owned()))?;
        let root = Root::open(folder).map_err(|error| failed(error.to_string()))?;
        let name = RelativePath::new(name.as_encoded_bytes()).map_err(|error| failed(error.to_string()))?;
        let bytes = self.written().into_bytes();
        let mut plan = Plan::new("write the baseline");
        match root.read(&name, LARGEST_DOCUMENT) {
            Ok(before) => plan.push(Change::write(name, &before.bytes, bytes)),
            Err(error) if error.is_not_found() => plan.push(Change::create(name, bytes)),
            Err(error) => return Err(failed(error.to_string())),
        }
        // One file, replaced in one step: no lock, no journal, no record.
        let (locks, interrupt) = (Locks::new(), Interrupt::new());
        let writer =
            Writer { root: &root, home: None, lock: &locks, scope: "baseline", interrupt: &interrupt };
        let how = Commit { kind: TransactionKind::Verb, note: None, in_git: &|_| None };
        writer.commit(&plan, &how).map_err(|error| failed(error.to_string()))?;
        Ok(())
    }
}

/// The lines of files by their hash, each file read once.
struct LineTexts<'r> {
    root: &'r Root,
    files: HashMap<String, Vec<String>>,
}

impl LineTexts<'_> {
    fn new(root: &Root) -> LineTexts<'_> {
        LineTexts { root, files: HashMap::new() }
    }

    /// What a finding is known by. A finding about a folder has the empty text.
    fn entry(&mut self, finding: &Diagnostic) -> Entry {
        let root = self.root;
        let lines = self.files.entry(finding.path.clone()).or_insert_with(|| {
            let document = document(root, &finding.path);
            let bytes = document.bytes().unwrap_or_default();
            cairn_text::lines(bytes).map(|line| hash(line.content.of(bytes))).collect()
        });
        let text = finding.line.checked_sub(1).and_then(|index| lines.get(index)).cloned();
        Entry {
            path: finding.path.clone(),
            code: finding.code.to_owned(),
            text: text.unwrap_or_else(|| hash(b"")),
        }
    }
}

/// Blanks around a line do not make it another one.
fn hash(line: &[u8]) -> String {
    ContentHash::of(line.trim_ascii()).to_string()
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test that changes a file")]
mod tests {
    use super::*;
    use cairn_report::Severity;

    fn finding(line: usize) -> Diagnostic {
        Diagnostic::new("duplicate-field", Severity::Warning, "a.md", "m").at(line, 1)
    }

    /// D25: an entry covers one finding, also when its line moved; a changed line is a new finding.
    #[test]
    fn covers() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        let root = Root::open(folder.path()).unwrap();
        std::fs::write(&file, "one\ntwo\n").unwrap();
        let baseline = Baseline::of(&[finding(1), finding(2)], &root);
        let baseline = Baseline::parse(baseline.written().as_bytes()).unwrap();
        for (text, lines, left) in [
            ("one\ntwo\n", vec![1, 2], vec![]),
            ("new\n  one\ntwo\n", vec![2, 3], vec![]),
            ("one\ntwo\n", vec![1, 1], vec![1]),
            ("one\ntwo, changed\n", vec![1, 2], vec![2]),
        ] {
            std::fs::write(&file, text).unwrap();
            let mut findings: Vec<Diagnostic> = lines.iter().map(|line| finding(*line)).collect();
            let known = baseline.cover(&mut findings, &root);
            assert_eq!(findings.iter().map(|one| one.line).collect::<Vec<_>>(), left, "{text}");
            assert_eq!(known, lines.len() - left.len(), "{text}");
        }
    }

    /// D25: what is no baseline is refused.
    #[test]
    fn broken() {
        for text in ["", "[]", "{\"version\": 2, \"findings\": []}", "{\"version\": 1, \"findings\": [{}]}"] {
            assert!(Baseline::parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
