//! Promotions: non-core files that get a copy in `docs/references/` (roundfix 4.3, 8.2, A-10, A-63).

use std::collections::BTreeMap;

use cairn_plan::RelativePath;
use cairn_text::links::{Citations, Entry};

use crate::folder::{FolderFile, SpecFolder};
use crate::snapshot::SearchedFile;

/// Where copies go.
pub const FOLDER: &str = "docs/references";

/// One file that is promoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// Where it stands, relative to the Spec folder.
    pub from: RelativePath,
    /// Where the copy goes, relative to the home repository.
    pub to: RelativePath,
    /// Whether `--promote` named it.
    pub requested: bool,
    /// The citations of Live Documents that lead to it, in order of file and line.
    pub cited_by: Vec<CitedBy>,
    /// The file.
    pub file: FolderFile,
    /// The bytes of the copy, links adapted; `None` when the file is too large to be held.
    pub copy: Option<Vec<u8>>,
}

/// A citation by place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CitedBy {
    /// The document.
    pub file: RelativePath,
    /// 1-based line.
    pub line: usize,
}

/// Every file to promote: named, or cited where the citation can be rewritten. Each once, however often named and cited.
pub(super) fn decide(
    folder: &SpecFolder,
    requested: &[RelativePath],
    documents: &[(&SearchedFile, Citations<'_>)],
    is_core: &dyn Fn(&[u8]) -> bool,
    returned: &BTreeMap<RelativePath, RelativePath>,
) -> Vec<Promotion> {
    let mut cited: BTreeMap<RelativePath, Vec<CitedBy>> =
        requested.iter().map(|path| (path.clone(), Vec::new())).collect();
    for (document, citations) in documents {
        for citation in citations.iter().filter(|citation| citation.left.is_none()) {
            let Ok(path) = RelativePath::new(citation.below.as_slice()) else { continue };
            let promotable = citation.entry == Some(Entry::File)
                && !is_core(path.as_bytes())
                && !returned.contains_key(&path)
                && target(&path).is_some();
            if promotable {
                let place = CitedBy { file: document.path.clone(), line: citation.line };
                cited.entry(path).or_default().push(place);
            }
        }
    }
    let promotion = |(from, mut cited_by): (RelativePath, Vec<CitedBy>)| {
        cited_by.sort();
        cited_by.dedup();
        let file = folder.file(&from)?.clone();
        Some(Promotion {
            to: target(&from)?,
            requested: requested.contains(&from),
            cited_by,
            copy: file.bytes.clone(),
            file,
            from,
        })
    };
    cited.into_iter().filter_map(promotion).collect()
}

/// `docs/references/<basename>`; `None` for a name that is no UTF-8, which no record could name.
pub fn target(from: &RelativePath) -> Option<RelativePath> {
    let name = std::str::from_utf8(from.file_name()).ok()?;
    RelativePath::new(format!("{FOLDER}/{name}")).ok()
}
