//! Links when phase folders move: documents that cite them, and documents that move with them (section 15, fault kind "dead links").

use cairn_plan::RelativePath;
use cairn_text::links::{Citations, Entry, Folder, Left, LeftBecause, Mentions, NewTarget, RepositoryPath};
use std::fmt;

/// A folder that moves, with the files in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedFolder {
    /// Where it stands, from the root.
    pub from: String,
    /// Where it will stand.
    pub to: String,
    /// Every file below it, by its path from there.
    pub files: Vec<String>,
}

/// What becomes of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relinked {
    /// The new bytes; none when nothing changes.
    pub(crate) bytes: Option<Vec<u8>>,
    /// Citations that stay although they lead nowhere now.
    pub(crate) left: Vec<LinkLeft>,
}

/// A link that could not be rewritten, for a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkLeft {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) target: String,
    because: LeftBecause,
}

impl fmt::Display for LinkLeft {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.because {
            LeftBecause::Context(_) => "stands where nothing is rewritten",
            LeftBecause::NoTarget => "leads to nothing",
            LeftBecause::Pattern => "is a pattern of paths",
            LeftBecause::InvalidEncoding => "has an invalid percent-encoding",
            LeftBecause::UnquotedAttribute => "is an attribute without quotes",
            LeftBecause::Outside => "leads out of the project",
            LeftBecause::AltersReading => "would change how the text around it is read",
            LeftBecause::LeftEdge | LeftBecause::NotMarkdown => "is part of something longer",
        };
        write!(out, "{}:{}: `{}` was not rewritten: it {why}", self.path, self.line, self.target)
    }
}

/// The folders of one move, as the link scanner wants them.
pub(crate) struct Relinker {
    folders: Vec<Folder>,
    targets: Vec<RepositoryPath>,
    mentions: Mentions,
}

impl Relinker {
    pub(crate) fn new(moved: &[MovedFolder]) -> Self {
        let known = moved.iter().filter_map(|folder| {
            let (from, to) = (RepositoryPath::new(&folder.from)?, RepositoryPath::new(&folder.to)?);
            let entries = folder.files.iter().map(|file| (file.as_bytes(), Entry::File));
            Some((Folder::new(from, entries), to))
        });
        let (folders, targets): (Vec<Folder>, Vec<RepositoryPath>) = known.unzip();
        let mentions = Mentions::of(folders.iter().map(Folder::path));
        Self { folders, targets, mentions }
    }

    /// Where a file stands behind the move.
    pub(crate) fn new_place(&self, path: &RepositoryPath) -> RepositoryPath {
        let moved = self
            .folders
            .iter()
            .zip(&self.targets)
            .find_map(|(folder, to)| to.join(path.below(folder.path())?));
        moved.unwrap_or_else(|| path.clone())
    }

    /// Rewrites a document that stands at `path` and will stand at its new place.
    pub(crate) fn document(&self, path: &str, bytes: &[u8]) -> Relinked {
        let Some(place) = RepositoryPath::new(path) else { return Relinked::default() };
        let new_place = self.new_place(&place);
        self.rewrite(place, &new_place, bytes)
    }

    /// Rewrites a copy of the document at `path` for its place `copy`.
    pub(crate) fn copy(&self, path: &str, copy: &str, bytes: &[u8]) -> Relinked {
        match (RepositoryPath::new(path), RepositoryPath::new(copy)) {
            (Some(place), Some(copy)) => self.rewrite(place, &copy, bytes),
            _ => Relinked::default(),
        }
    }

    fn rewrite(&self, place: RepositoryPath, new_place: &RepositoryPath, bytes: &[u8]) -> Relinked {
        if place == *new_place && !self.mentions.may_be_in(bytes) {
            return Relinked::default();
        }
        let citations = Citations::find(bytes, place, &self.folders);
        let rewrite = citations.rewrite(new_place, |citation| {
            let target = self.targets.get(citation.folder).filter(|_| citation.entry.is_some());
            target.and_then(|to| to.join(&citation.below)).map_or(NewTarget::Leave, NewTarget::MovedTo)
        });
        let changed = rewrite.patch().apply(bytes);
        let path = String::from_utf8_lossy(new_place.as_bytes()).into_owned();
        Relinked {
            bytes: (changed != bytes).then_some(changed),
            left: rewrite.left.iter().map(|left| link_left(&path, left)).collect(),
        }
    }
}

fn link_left(path: &str, left: &Left) -> LinkLeft {
    LinkLeft {
        path: path.to_owned(),
        line: left.line,
        target: String::from_utf8_lossy(&left.target).into_owned(),
        because: left.because,
    }
}

/// A document by its path from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedDocument {
    /// Where it stands.
    pub path: RelativePath,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relinker() -> Relinker {
        Relinker::new(&[MovedFolder {
            from: ".planning/phases/02-tides".into(),
            to: ".planning/milestones/v1.2-phases/02-tides".into(),
            files: vec!["02-01-PLAN.md".into(), "02-CONTEXT.md".into(), "notes/a.md".into()],
        }])
    }

    /// S-42, fault kind "dead links": links to moved files, inside them and between them, are rewritten or reported.
    #[test]
    fn links_follow() {
        let check = |path: &str, before: &str, after: &str, left: &[&str]| {
            let relinked = relinker().document(path, before.as_bytes());
            let bytes = relinked.bytes.unwrap_or_else(|| before.as_bytes().to_vec());
            assert_eq!(String::from_utf8(bytes).unwrap(), after, "{path}");
            assert_eq!(
                relinked.left.iter().map(|left| left.target.as_str()).collect::<Vec<_>>(),
                left,
                "{before}"
            );
        };
        check(
            "README.md",
            "[one](.planning/phases/02-tides/02-01-PLAN.md#x)\n",
            "[one](.planning/milestones/v1.2-phases/02-tides/02-01-PLAN.md#x)\n",
            &[],
        );
        check(
            "README.md",
            "[all](.planning/phases/02-tides/)\n",
            "[all](.planning/milestones/v1.2-phases/02-tides/)\n",
            &[],
        );
        check(
            "README.md",
            "[x](.planning/phases/02-tides-old/a.md)\n",
            "[x](.planning/phases/02-tides-old/a.md)\n",
            &[],
        );
        check(
            "docs/a.md",
            "See `../.planning` and [x](../.planning/phases/02-tides/gone.md)\n",
            "See `../.planning` and [x](../.planning/phases/02-tides/gone.md)\n",
            &["../.planning/phases/02-tides/gone.md"],
        );
        check(
            ".planning/ROADMAP.md",
            "- [ ] [02-01](phases/02-tides/02-01-PLAN.md)\n",
            "- [ ] [02-01](milestones/v1.2-phases/02-tides/02-01-PLAN.md)\n",
            &[],
        );
        check(
            ".planning/phases/02-tides/02-CONTEXT.md",
            "[p](../../PROJECT.md) [q](02-01-PLAN.md) [r](../03-rota/x.md)\n",
            "[p](../../../PROJECT.md) [q](02-01-PLAN.md) [r](../../../phases/03-rota/x.md)\n",
            &[],
        );
        assert_eq!(relinker().document("a.md", b"nothing here").bytes, None);
        let copy = relinker().copy(
            ".planning/ROADMAP.md",
            ".planning/milestones/v1.2-ROADMAP.md",
            b"[a](phases/02-tides/02-01-PLAN.md) [s](STATE.md)\n",
        );
        assert_eq!(copy.bytes.unwrap(), b"[a](v1.2-phases/02-tides/02-01-PLAN.md) [s](../STATE.md)\n");
    }
}
