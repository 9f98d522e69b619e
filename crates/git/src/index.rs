//! What git tracks, and where its index hides edits.

use bstr::{BStr, BString, ByteSlice};

use crate::question::{parts, portions};
use crate::{EntryKind, Error, ObjectId, Repository};

/// A path in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    /// Relative to the root of the work tree.
    pub path: BString,
    /// File, executable file, link or submodule.
    pub kind: EntryKind,
    /// The content that is staged.
    pub id: ObjectId,
    /// 0; while a merge is undecided 1 for the base, 2 for ours, 3 for theirs.
    pub stage: u8,
}

/// A tracked path whose edits `status` does not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenEdit {
    /// Relative to the root of the work tree.
    pub path: BString,
    /// `git update-index --assume-unchanged`.
    pub assume_unchanged: bool,
    /// `git update-index --skip-worktree`, or outside a sparse checkout.
    pub skip_work_tree: bool,
}

impl Repository {
    /// Every tracked path in or below `paths`, without paths all of them; sorted by path.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no work tree.
    pub fn tracked<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<IndexEntry>, Error> {
        let output = self.list_files(&["--stage"], paths)?;
        let mut entries = Vec::new();
        for part in output.iter().flat_map(|output| parts(output)) {
            entries.push(entry(part).ok_or_else(|| self.unreadable("ls-files", part))?);
        }
        entries.sort_by(|one, other| (&one.path, one.stage).cmp(&(&other.path, other.stage)));
        entries.dedup();
        Ok(entries)
    }

    /// Every path in or below `paths` that carries the flag assume-unchanged or skip-worktree.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no work tree.
    pub fn hidden_edits<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<HiddenEdit>, Error> {
        let output = self.list_files(&["-v"], paths)?;
        let mut hidden = Vec::new();
        for part in output.iter().flat_map(|output| parts(output)) {
            let Some(([tag, b' '], path)) = part.split_at_checked(2) else {
                return Err(self.unreadable("ls-files", part));
            };
            let assume_unchanged = tag.is_ascii_lowercase();
            let skip_work_tree = tag.eq_ignore_ascii_case(&b'S');
            if assume_unchanged || skip_work_tree {
                hidden.push(HiddenEdit { path: path.into(), assume_unchanged, skip_work_tree });
            }
        }
        Ok(hidden)
    }

    /// The outputs of `git ls-files -z` for portions of `paths`.
    pub(crate) fn list_files<P: AsRef<BStr>>(
        &self,
        options: &[&str],
        paths: &[P],
    ) -> Result<Vec<Vec<u8>>, Error> {
        let whole: [&[P]; 1] = [&[]];
        let portions = if paths.is_empty() { whole.to_vec() } else { portions(paths) };
        let ask = |portion| self.work_tree_question("ls-files")?.arg("-z").args(options).paths(portion).ask();
        portions.into_iter().map(ask).collect()
    }
}

/// `MODE ID STAGE<tab>PATH`
fn entry(part: &BStr) -> Option<IndexEntry> {
    let (facts, path) = part.split_once_str("\t")?;
    let mut facts = facts.split_str(" ");
    Some(IndexEntry {
        kind: EntryKind::from_mode(facts.next()?)?,
        id: ObjectId::parse(facts.next()?)?,
        stage: facts.next()?.to_str().ok()?.parse().ok()?,
        path: path.into(),
    })
}
