//! One report by its path, as `qa-report accept` and `qa-report show` judge it (roundfix 13).

use std::path::{Path, PathBuf};

use super::{Judgement, Report, judge};
use crate::Cause;
use crate::declaration::Declarations;
use crate::document::Document;

/// A report that was read and judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedFile {
    /// What it says.
    pub report: Report,
    /// What follows from it.
    pub judgement: Judgement,
}

/// The Spec folder of a report: the folder above its `qa/`. `path` is absolute.
///
/// # Errors
/// When the report is not directly in a folder named `qa`.
pub fn spec_folder(path: &Path) -> Result<PathBuf, NotInQa> {
    let folder = path.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "qa"));
    folder.and_then(Path::parent).map(Path::to_owned).ok_or(NotInQa)
}

/// The report is not directly in a folder named `qa`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not directly in a folder `qa`, so it belongs to no Spec")]
pub struct NotInQa;

/// Judges exactly this file. `shown` is how causes call it, `prd` the PRD beside its `qa/`, if there is one.
///
/// # Errors
/// Why the report cannot be read.
pub fn judge_file(shown: &str, bytes: &[u8], prd: Option<&[u8]>) -> Result<JudgedFile, Cause> {
    let report = Report::read(shown, bytes)?;
    let declarations = prd.map(|prd| Declarations::read(&Document::new(prd))).unwrap_or_default();
    let judgement = judge(&report, &declarations);
    Ok(JudgedFile { report, judgement })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-28, archive-112: where a report stands.
    #[test]
    fn places() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(spec_folder(Path::new(path)).ok(), expected.map(PathBuf::from), "{path}");
        };
        check("/r/docs/specs/0042/qa/qa-report-2026-10-05.md", Some("/r/docs/specs/0042"));
        check("/r/docs/specs/0042/qa-report-2026-10-05.md", None);
        check("/qa/r.md", Some("/"));
        check("/r.md", None);
    }

    /// the declarations come from the PRD beside `qa/`.
    #[test]
    fn judged_with_its_prd() {
        let report = b"---\nverdict: partial\nrows_blocked_declared: 1\n---\n";
        let prd = b"## Unreachable Acceptance\n- criterion: a\n  reason: b\n  satisfied-by: c\n";
        assert!(judge_file("r.md", report, Some(prd)).unwrap().judgement.is_eligible());
        let cause = judge_file("x/r.md", report, None).unwrap().judgement.cause.unwrap();
        assert_eq!(
            cause.to_string(),
            "x/r.md: verdict is partial: 1 declared row(s), 0 declaration(s), 1 too few"
        );
        assert!(judge_file("r.md", b"", None).is_err());
    }
}
