//! Where HEAD is.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice};

use crate::question::Question;
use crate::{Error, Git, ObjectId, Repository};

/// HEAD of a work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The commit; `None` before the first one.
    pub commit: Option<ObjectId>,
    /// The short name of the branch, such as `main`; `None` when HEAD is detached.
    pub branch: Option<BString>,
}

impl Repository {
    /// HEAD of this work tree.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn head(&self) -> Result<Head, Error> {
        Ok(Head { commit: self.resolve("HEAD^{commit}")?, branch: self.branch()? })
    }

    /// The short name of the branch that HEAD is on.
    pub(crate) fn branch(&self) -> Result<Option<BString>, Error> {
        let name = self.question("symbolic-ref").args(["--quiet", "HEAD"]).ask_maybe()?;
        let name = name.as_deref().map(|name| name.trim_end_with(|end| end == '\n'));
        Ok(name.and_then(|name| name.strip_prefix(b"refs/heads/")).map(BString::from))
    }

    /// Whether `id` is a commit that is here.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn has_commit(&self, id: &ObjectId) -> Result<bool, Error> {
        self.resolve(&format!("{id}^{{commit}}")).map(|found| found.is_some())
    }

    /// The object that `expression` (ours, never a user's) names.
    pub(crate) fn resolve(&self, expression: &str) -> Result<Option<ObjectId>, Error> {
        let answer = self.question("rev-parse").args(["--verify", "--quiet", expression]).ask_any()?;
        match answer.code {
            Some(0) => match ObjectId::parse(answer.stdout.trim()) {
                Some(id) => Ok(Some(id)),
                None => Err(self.unreadable("rev-parse", &answer.stdout)),
            },
            // 128 where the object is named in full and is of another type, or broken.
            Some(1 | 128) => Ok(None),
            _ => Err(answer.failed()),
        }
    }
}

/// The commit of HEAD of the repository whose work tree is exactly `root` (S-26): `root` itself holds `.git`, a folder or
/// a file. `None` when it does not, before the first commit, and when nothing can be said (no git for a repository that
/// only git can read).
///
/// Plain files are read directly, which costs no process; whatever is not plain (reftable, a link, a broken file) git is
/// asked about, and only then looked for.
///
/// # Errors
/// Git was asked and could not be started.
pub fn head_of_root(git: impl FnOnce() -> Option<Git>, root: &Path) -> Result<Option<ObjectId>, Error> {
    let entry = root.join(".git");
    let Ok(found) = fs::symlink_metadata(&entry) else { return Ok(None) };
    match read_directly(root, &entry, found.is_dir()) {
        Direct::Commit(id) => Ok(Some(id)),
        Direct::Unborn => Ok(None),
        Direct::Unclear => match git() {
            Some(git) => ask(&git, root),
            None => Ok(None),
        },
    }
}

/// What the files alone say.
enum Direct {
    Commit(ObjectId),
    Unborn,
    Unclear,
}

/// A branch may be a symbolic reference itself; git follows five.
const LINKS: usize = 5;

/// Refs and HEAD are short; anything longer is none.
const SHORT: u64 = 4096;

fn read_directly(root: &Path, entry: &Path, is_folder: bool) -> Direct {
    let git_dir = if is_folder { Some(entry.to_owned()) } else { git_dir(root, entry) };
    let Some(git_dir) = git_dir else {
        return Direct::Unclear;
    };
    let common_dir = match read_short(&git_dir.join("commondir")) {
        Some(text) => git_dir.join(text.trim_end().to_path_lossy()),
        None => git_dir.clone(),
    };
    // The files backend keeps branches in this folder; reftable has a file in its place.
    if !common_dir.join("refs/heads").is_dir() || common_dir.join("reftable").exists() {
        return Direct::Unclear;
    }
    let Some(mut text) = read_short(&git_dir.join("HEAD")) else {
        return Direct::Unclear;
    };
    for _ in 0..LINKS {
        if let Some(id) = ObjectId::parse(text.trim_end()) {
            return Direct::Commit(id);
        }
        let Some(name) = text.strip_prefix(b"ref:").map(ByteSlice::trim) else {
            return Direct::Unclear;
        };
        let plain = name.starts_with(b"refs/") && !name.contains_str("..");
        // References of one work tree alone lie elsewhere.
        let shared = !["refs/bisect/", "refs/worktree/", "refs/rewritten/"]
            .iter()
            .any(|own| name.starts_with_str(own));
        let Some(name) = name.to_str().ok().filter(|_| plain && shared) else {
            return Direct::Unclear;
        };
        let file = common_dir.join(name);
        if let Some(content) = read_short(&file) {
            text = content;
        } else if fs::symlink_metadata(&file).is_ok_and(|found| !found.is_dir()) {
            return Direct::Unclear;
        } else {
            return packed(&common_dir.join("packed-refs"), name);
        }
    }
    Direct::Unclear
}

/// The git directory that the file `.git` names.
fn git_dir(root: &Path, entry: &Path) -> Option<PathBuf> {
    let text = read_short(entry)?;
    let named = text.strip_prefix(b"gitdir: ")?.trim_end_with(|end| end == '\n' || end == '\r');
    Some(root.join(named.to_path().ok()?))
}

/// The reference `name` in the list of packed ones.
fn packed(list: &Path, name: &str) -> Direct {
    let Ok(found) = fs::symlink_metadata(list) else {
        return Direct::Unborn;
    };
    if !found.is_file() {
        return Direct::Unclear;
    }
    let Ok(text) = fs::read(list) else {
        return Direct::Unclear;
    };
    let line = text.split_str("\n").find(|line| {
        line.split_once_str(" ").is_some_and(|(_, packed)| packed.trim_end() == name.as_bytes())
    });
    match line.map(|line| ObjectId::parse(line.split_str(" ").next().unwrap_or_default())) {
        Some(Some(id)) => Direct::Commit(id),
        Some(None) => Direct::Unclear,
        None => Direct::Unborn,
    }
}

/// The bytes of a short regular file; `None` for everything else, which is left to git.
fn read_short(path: &Path) -> Option<Vec<u8>> {
    let found = fs::symlink_metadata(path).ok()?;
    if !found.is_file() || found.len() > SHORT {
        return None;
    }
    // Room for one byte more: a read that does not fill it has seen the end.
    let mut bytes = Vec::with_capacity(usize::try_from(found.len()).ok()?.saturating_add(1));
    File::open(path).ok()?.take(SHORT).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn ask(git: &Git, root: &Path) -> Result<Option<ObjectId>, Error> {
    let question = Question::new(git.asking(root), "rev-parse", root);
    let answer = question.args(["--show-prefix", "--verify", "HEAD^{commit}"]).ask_any()?;
    // A broken `.git` is passed over on the way up; only an empty prefix is the root's own repository.
    let Some(rest) = answer.stdout.strip_prefix(b"\n").filter(|_| answer.code == Some(0)) else {
        return Ok(None);
    };
    Ok(ObjectId::parse(rest.trim()))
}
