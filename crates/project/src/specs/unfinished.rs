//! A deletion that failed or was cut short, looked at before check 4 (roundfix 4.1, 15).

use bstr::BStr;
use cairn_git::ObjectId;
use cairn_spec::Slug;
use cairn_spec::preconditions::{Leftover, unfinished_deletion};
use cairn_spec::presence::Presence;
use cairn_spec::record::Record;
use cairn_spec::snapshot::ChangeKind;

use super::failure::SpecFailure;
use super::folder;
use super::kept::compare;
use super::places;
use super::repository::SpecRepository;

/// Refuses with the finishing command when the record of this slug is written and the rest of its folder can go without a loss.
/// In every other case nothing is said here.
pub(super) fn refuse_unfinished(repository: &SpecRepository<'_>, slug: &Slug) -> Result<(), SpecFailure> {
    let roots = &repository.roots;
    let path = roots.record(slug);
    let Some(bytes) = places::text(&repository.root, &path)? else { return Ok(()) };
    let Ok(record) = Record::parse(&path.to_string(), &bytes, slug) else { return Ok(()) };
    let leftover = leftover(repository, slug, &record)?;
    match unfinished_deletion(slug, roots, &repository.home, &record, leftover) {
        Some(refused) => Err(refused.into()),
        None => Ok(()),
    }
}

fn leftover(repository: &SpecRepository<'_>, slug: &Slug, record: &Record) -> Result<Leftover, SpecFailure> {
    let unknown = Leftover { revision_present: false, every_file_equal: false };
    let git = &repository.git;
    let at = repository.roots.folder(slug);
    if record.source.as_bytes() != at.as_bytes() {
        return Ok(unknown);
    }
    let Some(revision) = ObjectId::parse(&record.source_revision) else { return Ok(unknown) };
    let found = folder::read(&repository.root, &at)?;
    if found.presence != Presence::Folder || !git.has_commit(&revision)? {
        return Ok(unknown);
    }
    let tree = git.tree(&revision, BStr::new(at.as_bytes()))?;
    let comparison = compare(git, &tree, &at, &found.folder)?;
    let odd = |entry: &cairn_spec::FolderEntry| matches!(entry, cairn_spec::FolderEntry::Odd(_));
    // What is gone already cannot be lost any more.
    let lost = comparison.differences.iter().any(|(_, kind)| *kind != ChangeKind::Deleted);
    let every_file_equal = !lost && !found.folder.entries().any(|(_, entry)| odd(entry));
    Ok(Leftover { revision_present: true, every_file_equal })
}
