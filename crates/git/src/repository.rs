//! Which repository a folder belongs to.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use crate::question::{Answer, Question};
use crate::{Configuration, Error, Git, ObjectFormat};

/// A repository, and how it is asked.
#[derive(Debug, Clone)]
pub struct Repository {
    pub(crate) git: Git,
    pub(crate) configuration: Configuration,
    /// Arguments that switch filter programs off.
    pub(crate) filters_off: Vec<Vec<u8>>,
    work_tree: Option<PathBuf>,
    git_dir: PathBuf,
    common_dir: PathBuf,
    object_format: ObjectFormat,
    shallow: bool,
}

/// What `rev-parse` is asked for, one line each: first words, then paths.
const WORDS: [&str; 3] = ["--is-inside-work-tree", "--is-shallow-repository", "--show-object-format"];
const PATHS: [&str; 3] = ["--absolute-git-dir", "--git-common-dir", "--show-toplevel"];

impl Repository {
    /// The repository that `folder` lies in; `None` when it lies in none.
    ///
    /// # Errors
    /// `folder` cannot be entered, its repository is broken, or git refuses it (an owner that is not trusted).
    pub fn discover(git: &Git, folder: &Path) -> Result<Option<Self>, Error> {
        let ask =
            |wanted: &[&str]| Question::new(git.asking(folder), "rev-parse", folder).args(wanted).ask_any();
        let answer = ask(&[&WORDS[..], &PATHS[..]].concat())?;
        if answer.stdout.is_empty() && is_no_repository(&answer) {
            return Ok(None);
        }
        let lines: Vec<&[u8]> = answer.stdout.trim_end_with(|end| end == '\n').split_str("\n").collect();
        let (Some(inside), Some(shallow), Some(format)) = (lines.first(), lines.get(1), lines.get(2)) else {
            return Err(answer.failed());
        };
        let inside = *inside == b"true";
        let shallow = *shallow == b"true";
        let object_format = if *format == b"sha256" { ObjectFormat::Sha256 } else { ObjectFormat::Sha1 };
        let wanted = if inside { &PATHS[..] } else { &PATHS[..2] };
        if inside && answer.code != Some(0) {
            return Err(answer.failed());
        }
        let mut paths: Vec<PathBuf> = lines.iter().skip(WORDS.len()).map(|line| path(line)).collect();
        if paths.len() != wanted.len() {
            // A path with a line feed: ask for each alone.
            paths.clear();
            for one in wanted {
                let answer = ask(&[one])?;
                match answer.stdout.strip_suffix(b"\n") {
                    Some(bytes) if answer.code == Some(0) => paths.push(path(bytes)),
                    _ => return Err(answer.failed()),
                }
            }
        }
        let mut paths = paths.into_iter();
        let git_dir = normal(&paths.next().unwrap_or_default());
        // Relative to the folder that was asked.
        let common_dir = normal(&folder.join(paths.next().unwrap_or_default()));
        let mut repository = Self {
            git: git.clone(),
            configuration: Configuration::default(),
            filters_off: Vec::new(),
            work_tree: paths.next(),
            git_dir,
            common_dir,
            object_format,
            shallow,
        };
        repository.read_configuration()?;
        Ok(Some(repository))
    }

    /// The root of the work tree, absolute; `None` for a bare repository and inside a git directory.
    #[must_use]
    pub fn work_tree(&self) -> Option<&Path> {
        self.work_tree.as_deref()
    }

    /// The git directory of this work tree, absolute: where its own state and `cairn/tx` are.
    #[must_use]
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// The git directory that all linked work trees share, absolute: where `cairn/lock` is.
    #[must_use]
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// The hash function of object names.
    #[must_use]
    pub fn object_format(&self) -> ObjectFormat {
        self.object_format
    }

    /// Whether history is cut off somewhere: what cannot be proven is not reachable.
    #[must_use]
    pub fn is_shallow(&self) -> bool {
        self.shallow
    }

    /// Whether this work tree was made with `git worktree add`.
    #[must_use]
    pub fn is_linked_work_tree(&self) -> bool {
        self.git_dir != self.common_dir
    }

    /// Whether only a part of the tree is checked out.
    #[must_use]
    pub fn is_sparse(&self) -> bool {
        self.configuration.is_true("core.sparsecheckout")
    }

    /// Whether objects were left out when the repository was cloned (`--filter`), to be fetched when somebody asks for them. We
    /// never fetch, so nothing follows from an object that is not here.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        let promised = self.configuration.subsections("remote", &["promisor", "partialclonefilter"]);
        !promised.is_empty() || self.configuration.get("extensions.partialclone").is_some()
    }

    /// Whether there is no work tree to ask about.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.work_tree.is_none()
    }

    /// The program this repository is asked with.
    #[must_use]
    pub fn git(&self) -> &Git {
        &self.git
    }

    /// Where calls are made: the root of the work tree, so that paths are relative to it; else the git directory.
    pub(crate) fn base(&self) -> &Path {
        self.work_tree.as_deref().unwrap_or(&self.git_dir)
    }

    /// A call that asks.
    pub(crate) fn question(&self, operation: &str) -> Question {
        let mut call = self.git.asking(self.base());
        call.command.args(self.filters_off.iter().map(|argument| OsStr::from_bytes(argument)));
        Question::new(call, operation, self.base())
    }

    /// A call that asks about the work tree.
    pub(crate) fn work_tree_question(&self, operation: &str) -> Result<Question, Error> {
        if self.is_bare() {
            return Err(Error::Bare { folder: self.git_dir.clone() });
        }
        Ok(self.question(operation))
    }

    /// An answer that is not what git documents.
    pub(crate) fn unreadable(&self, operation: &str, answer: &[u8]) -> Error {
        Error::Unreadable {
            operation: operation.to_owned(),
            folder: self.base().to_owned(),
            answer: format!("{:?}", answer.as_bstr()),
        }
    }
}

/// Whether git looked in every folder above and found no repository. A `.git` that is there but broken is worded otherwise.
fn is_no_repository(answer: &Answer) -> bool {
    answer.code == Some(128) && answer.stderr.contains_str("not a git repository (or any")
}

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes))
}

/// The path as the system sees it, without `..`; as it is where it cannot be followed.
fn normal(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
