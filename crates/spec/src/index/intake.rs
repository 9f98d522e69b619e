//! Links of a Spec into the intake trees: the last rule of self-containment.

use bstr::ByteSlice;
use cairn_plan::RelativePath;
use cairn_text::links::intake_links;

use super::IndexFinding;
use crate::folder::SpecFolder;

/// Every line of a `*.md` file of the Spec with a Markdown link into `_inbox/` or `findings/`. Symbolic links and files with a NUL
/// byte are not read.
pub fn links(folder: &SpecFolder, at: &RelativePath) -> Vec<IndexFinding> {
    let mut findings = Vec::new();
    for (path, file) in folder.files().filter(|(path, _)| path.as_bytes().ends_with(b".md")) {
        let Some(bytes) = file.bytes.as_deref().filter(|bytes| !bytes.contains(&0)) else { continue };
        findings.extend(intake_links(bytes).map(|link| {
            let text = link.span.of(bytes).to_str_lossy().trim().to_owned();
            IndexFinding {
                code: "link_into_intake",
                path: at.join(path).unwrap_or_else(|_| at.clone()),
                line: Some(link.line),
                message: format!("a link into an intake tree: {text}"),
                step: 8,
            }
        }));
    }
    findings
}
