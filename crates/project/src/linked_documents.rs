//! The project's tracked Markdown, for commands that move what it links to. Without git, every Markdown file of the
//! planning folder stands for it.

use bstr::{BStr, ByteSlice};
use cairn_git::{IndexEntry, Repository};
use cairn_plan::RelativePath;
use cairn_state::facts::PLANNING_FOLDER;
use cairn_state::failure::Failure;
use cairn_state::planning_verbs::LinkedDocument;
use cairn_text::links::{Mentions, RepositoryPath};
use cairn_vault::{Kind, Root, VaultError};

use crate::context::Context;
use crate::failures::{of_git, of_vault};

/// A document longer than this is no prose.
const LARGEST: u64 = 8 << 20;

/// Tracked Markdown files below the root that may cite one of `paths`, and every Markdown file in those folders.
///
/// # Errors
/// A folder cannot be listed, the system fails at a file, or git cannot be asked.
pub(crate) fn documents_that_cite(
    context: &Context,
    root: &Root,
    paths: &[RelativePath],
) -> Result<Vec<LinkedDocument>, Failure> {
    let failed = |error| of_vault(root, &error);
    let cited: Vec<RepositoryPath> =
        paths.iter().filter_map(|path| RepositoryPath::new(path.as_bytes())).collect();
    let mentions = Mentions::of(&cited);
    let mut names = tracked(context, root)?.unwrap_or_default();
    if let Ok(planning) = RelativePath::new(PLANNING_FOLDER) {
        names.extend(below(root, planning).map_err(failed)?);
    }
    names.sort_by(|one, other| one.as_bytes().cmp(other.as_bytes()));
    names.dedup();
    let mut documents = Vec::new();
    for path in names.into_iter().filter(is_markdown) {
        // A link is handled under the path of its target.
        let file = match root.status(&path) {
            Ok(Some(status)) if status.kind == Kind::File => root.read(&path, LARGEST),
            Ok(_) => continue,
            Err(error) => Err(error),
        };
        let file = match file {
            Ok(file) => file,
            Err(error) if error.is_failing_system() => return Err(failed(error)),
            Err(_) => continue,
        };
        let moves = paths.iter().any(|folder| path.is_within(folder));
        if moves || mentions.may_be_in(&file.bytes) {
            documents.push(LinkedDocument { path, bytes: file.bytes.into_vec() });
        }
    }
    Ok(documents)
}

fn is_markdown(path: &RelativePath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    name.ends_with(b".md") || name.ends_with(b".markdown")
}

/// Tracked files as paths from the root; `None` outside a repository, and where git refuses to say anything about it.
fn tracked(context: &Context, root: &Root) -> Result<Option<Vec<RelativePath>>, Failure> {
    let Some(git) = context.git() else { return Ok(None) };
    let listed = Repository::discover(&git, root.path()).and_then(|repository| {
        let Some(repository) = repository else { return Ok(None) };
        let entries = repository.tracked::<&BStr>(&[])?;
        Ok(Some((repository, entries)))
    });
    match listed {
        Ok(Some((repository, entries))) => Ok(from_root(root, &repository, &entries)),
        Ok(None) => Ok(None),
        Err(error) if error.is_silence() => Err(of_git(root.path(), &error)),
        Err(_) => Ok(None),
    }
}

fn from_root(root: &Root, repository: &Repository, entries: &[IndexEntry]) -> Option<Vec<RelativePath>> {
    let work_tree = repository.work_tree()?.canonicalize().ok()?;
    let project = root.path().canonicalize().ok()?;
    let prefix = project.strip_prefix(&work_tree).ok()?.to_path_buf();
    let prefix = <[u8]>::from_path(&prefix)?.to_vec();
    let below = |path: &[u8]| match prefix.is_empty() {
        true => Some(path.to_vec()),
        false => path.strip_prefix(prefix.as_slice())?.strip_prefix(b"/").map(<[u8]>::to_vec),
    };
    Some(entries.iter().filter_map(|entry| RelativePath::new(below(&entry.path)?).ok()).collect())
}

/// Files below a folder; links are not followed.
fn below(root: &Root, folder: RelativePath) -> Result<Vec<RelativePath>, VaultError> {
    let mut files = Vec::new();
    let mut open = vec![folder];
    while let Some(here) = open.pop() {
        let listed = match root.list(Some(&here)) {
            Err(error) if error.is_not_found() => continue,
            listed => listed?,
        };
        for listed in listed {
            let Ok(path) = here.join(&listed.name) else { continue };
            match listed.kind {
                Kind::Folder => open.push(path),
                Kind::File => files.push(path),
                Kind::Link | Kind::Other => {}
            }
        }
    }
    Ok(files)
}
