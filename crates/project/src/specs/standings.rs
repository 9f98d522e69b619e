//! Every Spec folder and every record there is, for lists, prerequisites and supersessions (roundfix 12).

use bstr::ByteSlice;
use cairn_plan::RelativePath;
use cairn_spec::list::{FoundFolder, FoundRecord, ListSnapshot};
use cairn_spec::{Slug, graph, prd};
use cairn_vault::{Errno, Fs, Kind, Listed, VaultError};

use super::places::{failed, text};
use super::repository::SpecRepository;

/// Looks at both roots. One that is not there, or is no plain folder, is empty.
pub(super) fn found(repository: &SpecRepository<'_>) -> Result<ListSnapshot, VaultError> {
    let spec_root = repository.roots.spec_root.as_ref();
    let archive_root = &repository.roots.archive_root;
    let mut snapshot = ListSnapshot::default();
    for entry in entries(repository, spec_root)? {
        if let Some(slug) = slug(&entry.name).filter(|_| entry.kind == Kind::Folder) {
            let at = repository.roots.folder(&slug);
            snapshot.folders.extend(folder(repository, slug, &at)?);
        }
    }
    for entry in entries(repository, Some(archive_root))? {
        match entry.kind {
            Kind::Folder => {
                let Some(slug) = slug(&entry.name) else { continue };
                let at = repository.roots.legacy_folder(&slug);
                snapshot.legacy.extend(folder(repository, slug, &at)?);
            }
            _ => {
                let Some(slug) = entry.name.strip_suffix(b".md").and_then(slug) else { continue };
                let bytes = text(&repository.root, &repository.roots.record(&slug))?;
                let path = repository.roots.shown_record(&slug, &repository.home);
                snapshot.records.push(FoundRecord::new(slug, path, bytes));
            }
        }
    }
    Ok(snapshot)
}

fn slug(name: &[u8]) -> Option<Slug> {
    Slug::new(name.to_str().ok()?).ok()
}

/// The entries of a folder of the repository; `None` is its root.
fn entries(
    repository: &SpecRepository<'_>,
    folder: Option<&RelativePath>,
) -> Result<Vec<Listed>, VaultError> {
    let root = &repository.root;
    let Some(path) = folder else { return root.list(None) };
    match root.fs().open_beneath(root.dir(), path) {
        Ok(dir) => root.fs().read_dir(&dir).map_err(|errno| failed(root, "list", path, errno)),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(Vec::new()),
        Err(errno) => Err(failed(root, "open", path, errno)),
    }
}

/// A folder with a PRD; `None` without one.
fn folder(
    repository: &SpecRepository<'_>,
    slug: Slug,
    at: &RelativePath,
) -> Result<Option<FoundFolder>, VaultError> {
    let file = |name: &str| at.join(name).map_or(Ok(None), |path| text(&repository.root, &path));
    let Some(prd) = file(prd::FILE)? else { return Ok(None) };
    Ok(Some(FoundFolder { slug, path: at.to_string(), prd, tasks: file(graph::FILE)?, archivable: None }))
}
