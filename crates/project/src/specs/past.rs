//! What an archive left behind, read again: its record, its folder as git holds it, the documents and copies it wrote
//! (roundfix 11, 11b).

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};
use cairn_git::{EntryKind, ObjectId};
use cairn_plan::{Reason, RelativePath};
use cairn_spec::Slug;
use cairn_spec::folder::{FolderEntry, FolderFile, SpecFolder};
use cairn_spec::record::Record;
use cairn_spec::relink::PastDocument;

use super::failure::SpecFailure;
use super::places;
use super::repository::SpecRepository;

/// The past of one Spec.
#[derive(Default)]
pub(super) struct Past {
    /// The bytes of the record; `None` when there is no regular file.
    pub(super) record: Option<Vec<u8>>,
    /// What it says; `None` when it cannot be read.
    pub(super) read: Option<Record>,
    /// The folder at `source_revision`; `None` when the revision, or a part of it, is not here.
    pub(super) tree: Option<SpecFolder>,
    /// Paths below the folder whose bytes are the blob itself.
    pub(super) same: HashSet<RelativePath>,
    /// The documents that the record names as relinked.
    pub(super) documents: Vec<PastDocument>,
    /// The copies that the record names as promoted, with their bytes now.
    pub(super) copies: Vec<(RelativePath, Option<Vec<u8>>)>,
}

impl Past {
    /// Reads everything that is still there.
    pub(super) fn of(repository: &SpecRepository<'_>, slug: &Slug) -> Result<Self, SpecFailure> {
        let path = repository.roots.record(slug);
        let mut past = Self { record: places::text(&repository.root, &path)?, ..Self::default() };
        let bytes = past.record.as_deref().unwrap_or_default();
        let Ok(record) = Record::parse(&path.to_string(), bytes, slug) else { return Ok(past) };
        let now = |path: &RelativePath| places::text(&repository.root, path);
        let paths = |names: &[String]| -> Vec<RelativePath> {
            names.iter().filter_map(|name| RelativePath::new(name.as_str()).ok()).collect()
        };
        for path in paths(&record.promoted) {
            let bytes = now(&path)?;
            past.copies.push((path, bytes));
        }
        let revision = ObjectId::parse(&record.source_revision);
        let revision = match revision {
            Some(revision) if repository.git.has_commit(&revision)? => Some(revision),
            _ => None,
        };
        let documents = paths(&record.relinked);
        let then = match &revision {
            Some(revision) => contents(repository, revision, &documents)?,
            None => vec![None; documents.len()],
        };
        for (path, then) in documents.into_iter().zip(then) {
            past.documents.push(PastDocument { now: now(&path)?, path, then });
        }
        if let (Some(revision), Ok(source)) = (&revision, RelativePath::new(record.source.as_str())) {
            past.read_tree(repository, slug, revision, &source)?;
        }
        past.read = Some(record);
        Ok(past)
    }

    fn read_tree(
        &mut self,
        repository: &SpecRepository<'_>,
        slug: &Slug,
        revision: &ObjectId,
        source: &RelativePath,
    ) -> Result<(), SpecFailure> {
        let entries = repository.git.tree(revision, BStr::new(source.as_bytes()))?;
        // Where each comes back to decides how a checkout would write it.
        let at = repository.roots.folder(slug);
        let mut places = Vec::new();
        for entry in &entries {
            let Some(below) =
                RelativePath::new(entry.path.as_bytes()).ok().and_then(|path| path.below(source))
            else {
                // The source is a file there.
                return Ok(());
            };
            if entry.kind == EntryKind::Submodule {
                return Err(submodule(&repository.roots.record(slug), entry.path.as_bstr()));
            }
            places.push((entry, at.join(&below).unwrap_or_else(|_| at.clone()), below));
        }
        let (links, files): (Vec<_>, Vec<_>) =
            places.into_iter().partition(|(entry, ..)| entry.kind == EntryKind::Link);
        let mut folder = SpecFolder::new();
        let wanted: Vec<_> =
            files.iter().map(|(entry, place, _)| (&entry.id, BStr::new(place.as_bytes()))).collect();
        for ((entry, _, below), content) in files.iter().zip(repository.git.checkout_contents(&wanted)?) {
            let Some(content) = content else { return Ok(()) };
            if content.is_blob {
                self.same.insert(below.clone());
            }
            let file = FolderFile::new(content.bytes, entry.kind == EntryKind::Executable);
            insert(&mut folder, below, FolderEntry::File(file));
        }
        let mut blobs = repository.git.blobs()?;
        for (entry, _, below) in &links {
            let Some(target) = blobs.get(&entry.id)? else { return Ok(()) };
            insert(&mut folder, below, FolderEntry::Link(target));
        }
        if folder.entries().next().is_some() {
            self.tree = Some(folder);
        }
        Ok(())
    }
}

/// Adds an entry with the folders above it, which git does not list.
fn insert(folder: &mut SpecFolder, below: &RelativePath, entry: FolderEntry) {
    for above in below.ancestors() {
        folder.insert(above, FolderEntry::Folder);
    }
    folder.insert(below.clone(), entry);
}

/// What a checkout of `revision` would write at each path; `None` where it has no such file.
fn contents(
    repository: &SpecRepository<'_>,
    revision: &ObjectId,
    paths: &[RelativePath],
) -> Result<Vec<Option<Vec<u8>>>, SpecFailure> {
    let git = &repository.git;
    let asked: Vec<_> = paths.iter().map(|path| (revision, BStr::new(path.as_bytes()))).collect();
    let objects = git.objects_at(&asked)?;
    let known: Vec<_> =
        objects.iter().zip(&asked).filter_map(|(id, (_, path))| Some((id.as_ref()?, *path))).collect();
    let mut contents = git.checkout_contents(&known)?.into_iter();
    let content = |id: &Option<ObjectId>| id.as_ref().and_then(|_| contents.next()?).map(|one| one.bytes);
    Ok(objects.iter().map(content).collect())
}

fn submodule(record: &RelativePath, path: &BStr) -> SpecFailure {
    let message = format!("{record}: its folder held the submodule `{path}`, which is restored by git alone");
    let reason = Reason::new("revision", "revision_missing", message).at(record.clone());
    SpecFailure::refused(
        reason,
        "restore the folder with `git restore --source=<source_revision> -- <source>`",
    )
}
