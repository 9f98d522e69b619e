//! What crashes leave behind, as data for `cairn doctor` and `cairn recover` (cairn.md section 9). Looking changes nothing.

use crate::fs::{Errno, Fs, Kind, Place, RealFs, Root};
use crate::home::{Part, StateHome};
use crate::lock::{Holder, Processes, read_holder};
use crate::operations::OperationLog;
use crate::orphan::Known;
use crate::swap::is_rejected;
use crate::temporary::maker;
use crate::transaction::{Found, Purpose, TransactionKind, find, numbers};
use crate::{VaultError, Writer};
use cairn_plan::RelativePath;
use std::path::{Path, PathBuf};

/// One thing that was left.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leftover {
    /// A lock file of a process that is gone. Taking the lock removes it.
    StaleLock {
        /// The lock file.
        path: PathBuf,
        /// The process it names.
        pid: Option<u32>,
    },
    /// A temporary file of ours whose process is gone.
    Temporary {
        /// Where.
        path: RelativePath,
    },
    /// A version of ours that an editor was faster than: `NAME.rej`.
    Rejected {
        /// Where.
        path: RelativePath,
    },
    /// The record of an operation whose process is gone: it is kept or dropped by whoever writes next.
    Record {
        /// The record.
        path: PathBuf,
    },
    /// A transaction that was committed and not finished.
    Transaction {
        /// The number of its journal.
        id: u64,
        /// What it was for; `None` when its record cannot be read.
        about: Option<About>,
        /// The folder of the journal.
        journal: PathBuf,
    },
}

/// What an unfinished transaction says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What its crash means.
    pub kind: TransactionKind,
    /// The description of its plan.
    pub description: String,
    /// The scope whose writer may finish it.
    pub scope: String,
}

/// What lies directly in one folder of the project (`None`: the root): locks, temporary files, rejected versions.
pub fn leftovers_in(root: &Root, folder: Option<&RelativePath>) -> Result<Vec<Leftover>, VaultError> {
    let dir = match folder {
        Some(folder) => match root.folder(folder) {
            Ok(dir) => dir,
            Err(error) if error.is_not_found() => return Ok(Vec::new()),
            Err(error) => return Err(error),
        },
        None => root.dir().clone(),
    };
    let mut found = Vec::new();
    for entry in root.list(folder)? {
        let Some(path) = inside(folder, &entry.name) else { continue };
        if entry.name == crate::lock::STATE_LOCK {
            found.extend(stale_lock(&dir, &entry.name, root.full(&path))?);
        } else if entry.kind == Kind::File && is_dead_temporary(&RealFs, &dir, &entry.name) {
            found.push(Leftover::Temporary { path });
        } else if entry.kind == Kind::File && is_rejected(&entry.name) {
            found.push(Leftover::Rejected { path });
        }
    }
    Ok(found)
}

/// The lock of a repository, when its holder is gone. `home` is `<common git directory>/cairn`.
pub fn stale_repository_lock(home: &Path) -> Result<Option<Leftover>, VaultError> {
    match Root::open(home) {
        Ok(root) => stale_lock(root.dir(), crate::lock::REPOSITORY_LOCK, home.join("lock")),
        Err(error) if error.is_not_found() || error.is_no_folder() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Records of operations whose process is gone.
pub fn unsettled_records<F: Fs>(home: &StateHome<F>) -> Result<Vec<Leftover>, VaultError> {
    let Some(log) = OperationLog::open(home)? else { return Ok(Vec::new()) };
    Ok(log.ownerless()?.into_iter().map(|path| Leftover::Record { path }).collect())
}

/// Transactions that are committed, not finished, and whose process is gone.
pub fn unfinished_transactions<F: Fs>(home: &StateHome<F>) -> Result<Vec<Leftover>, VaultError> {
    let Some(all) = home.part(Part::Transactions)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for id in numbers(&all)? {
        let journal = all.path().join(id.to_string());
        match find(&all, id, Purpose::Look) {
            Ok(Some(Found::Open(open))) => {
                let facts = &open.facts;
                let about = About {
                    kind: facts.kind,
                    description: facts.description.clone(),
                    scope: facts.scope.clone(),
                };
                found.push(Leftover::Transaction { id, about: Some(about), journal });
            }
            Ok(Some(Found::Damaged)) | Err(_) => {
                found.push(Leftover::Transaction { id, about: None, journal });
            }
            Ok(None | Some(Found::Busy | Found::Rest(_))) => {}
        }
    }
    Ok(found)
}

/// What [`Writer::clear_temporaries`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cleared {
    /// Gone: copies of what is kept elsewhere.
    pub removed: Vec<RelativePath>,
    /// Left: they may hold the only copy of what an editor wrote in the moment of the crash.
    pub kept: Vec<RelativePath>,
}

impl<F: Fs> Writer<'_, F> {
    /// Remove the temporary files of dead processes directly in `folder`, as far as surely nothing is lost with them.
    /// Run [`Writer::recover`] first.
    pub fn clear_temporaries(&self, folder: Option<&RelativePath>) -> Result<Cleared, VaultError> {
        let mut cleared = Cleared::default();
        let dir = match folder {
            Some(folder) => match self.root.folder(folder) {
                Ok(dir) => dir,
                Err(error) if error.is_not_found() => return Ok(cleared),
                Err(error) => return Err(error),
            },
            None => self.root.dir().clone(),
        };
        let mut known = None;
        for entry in self.root.list(folder)? {
            if entry.kind != Kind::File || !is_dead_temporary(self.root.fs(), &dir, &entry.name) {
                continue;
            }
            let Some(path) = inside(folder, &entry.name) else { continue };
            let place = Place { dir: dir.clone(), name: entry.name.clone(), path: path.clone() };
            let known = known.get_or_insert_with(|| {
                let steps = self.log().map(|log| log.recent_steps()).unwrap_or_default();
                Known::of_steps(self.root, &steps)
            });
            if known.covers(self.root, &place, &entry.name).unwrap_or(false) {
                self.root.fs().unlink(&dir, &entry.name).map_err(self.root.io("remove", &path))?;
                cleared.removed.push(path);
            } else {
                cleared.kept.push(path);
            }
        }
        Ok(cleared)
    }

    /// Remove the temporary files of dead processes directly in the root, which is a folder that nobody but us writes to: the
    /// home of the log. So nothing is lost with any of them.
    pub fn clear_own_temporaries(&self) -> Result<(), VaultError> {
        let dir = self.root.dir();
        for entry in self.root.list(None)? {
            if entry.kind == Kind::File && is_dead_temporary(self.root.fs(), dir, &entry.name) {
                let failed = |errno| VaultError::io("remove", self.root.path().to_owned(), errno);
                self.root.fs().unlink(dir, &entry.name).map_err(failed)?;
            }
        }
        Ok(())
    }
}

fn inside(folder: Option<&RelativePath>, name: &[u8]) -> Option<RelativePath> {
    match folder {
        Some(folder) => folder.join(name).ok(),
        None => RelativePath::new(name).ok(),
    }
}

/// Is it a temporary file of a process that is gone?
pub(crate) fn is_dead_temporary<F: Fs>(fs: &F, dir: &F::Dir, name: &[u8]) -> bool {
    let Some(pid) = maker(name) else { return false };
    fs.status(dir, name).is_ok_and(|status| Processes.is_gone_by_number(pid, status.modified))
}

fn stale_lock(dir: &<RealFs as Fs>::Dir, name: &[u8], path: PathBuf) -> Result<Option<Leftover>, VaultError> {
    match read_holder(dir, name) {
        Ok((holder, status)) => {
            let gone = match holder {
                Holder::Process(_) => Processes.is_gone(holder, status.modified),
                // Without a number: in the making for a moment, then of nobody.
                Holder::Unreadable => {
                    status.kind == Kind::File && Processes.seconds_since(status.modified) > 1
                }
            };
            Ok(gone.then(|| Leftover::StaleLock { path, pid: holder.pid() }))
        }
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(VaultError::io("look at", path, errno)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exclusive, Interrupt, OperationNote};
    use std::fs;

    struct Free;

    impl Exclusive for Free {
        fn confirm(&self) -> Result<(), VaultError> {
            Ok(())
        }
    }

    fn path(text: &str) -> RelativePath {
        RelativePath::new(text).unwrap()
    }

    /// cairn-017 and section 9: what is a leftover, and what belongs to the living or to others.
    #[test]
    fn in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().join("b");
        fs::create_dir(&base).unwrap();
        let root = Root::open(folder.path()).unwrap();
        let living = std::os::unix::process::parent_id();
        for name in [
            "STATE.md",
            ".STATE.md.4999999.cairn-tmp",
            ".STATE.md.4999999-2.cairn-tmp",
            &format!(".STATE.md.{living}.cairn-tmp"),
            ".STATE.md.4999999.tmp",
            "STATE.md.rej",
            "STATE.md.rej.2",
            "STATE.md.reject",
        ] {
            fs::write(base.join(name), name).unwrap();
        }
        fs::write(base.join("STATE.md.lock"), "4999999").unwrap();
        let lock = Leftover::StaleLock { path: base.join("STATE.md.lock"), pid: Some(4_999_999) };
        let temporary = |name: &str| Leftover::Temporary { path: path(&format!("b/{name}")) };
        let rejected = |name: &str| Leftover::Rejected { path: path(&format!("b/{name}")) };
        let expected = [
            temporary(".STATE.md.4999999-2.cairn-tmp"),
            temporary(".STATE.md.4999999.cairn-tmp"),
            lock,
            rejected("STATE.md.rej"),
            rejected("STATE.md.rej.2"),
        ];
        assert_eq!(leftovers_in(&root, Some(&path("b"))).unwrap(), expected);
        fs::write(base.join("STATE.md.lock"), "").unwrap();
        assert_eq!(leftovers_in(&root, Some(&path("b"))).unwrap().len(), 4, "in the making");
        let lock = fs::File::options().write(true).open(base.join("STATE.md.lock")).unwrap();
        lock.set_modified(std::time::UNIX_EPOCH).unwrap();
        assert_eq!(leftovers_in(&root, Some(&path("b"))).unwrap().len(), 5);
        fs::write(base.join("STATE.md.lock"), living.to_string()).unwrap();
        assert_eq!(leftovers_in(&root, Some(&path("b"))).unwrap().len(), 4);
        assert_eq!(leftovers_in(&root, Some(&path("none"))).unwrap(), []);
        assert_eq!(leftovers_in(&root, None).unwrap(), []);
        assert_eq!(stale_repository_lock(&folder.path().join("none")).unwrap(), None);
        fs::write(folder.path().join("lock"), "4999999").unwrap();
        assert!(stale_repository_lock(folder.path()).unwrap().is_some());
    }

    /// G3: a copy of what the log knows goes; what may be an editor's only copy stays and is named.
    #[test]
    fn cleared_when_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("p")).unwrap();
        fs::write(folder.path().join("p/a"), "one\n").unwrap();
        let root = Root::open(&folder.path().join("p")).unwrap();
        let home = StateHome::new(folder.path().join("home"));
        let interrupt = Interrupt::new();
        let writer = Writer { root: &root, home: Some(&home), lock: &Free, scope: "", interrupt: &interrupt };
        let note = OperationNote { time: "t".into(), command: "c".into(), fields: vec![] };
        let verb = |_: &[u8]| {
            Ok::<_, ()>(crate::Decision::Put { bytes: b"two\n".to_vec().into(), fields: vec![], answer: () })
        };
        writer.rewrite(&path("a"), 100, &note, verb).unwrap();
        fs::write(folder.path().join("p/.a.4999999.cairn-tmp"), "one\n").unwrap();
        fs::write(folder.path().join("p/.a.4999998.cairn-tmp"), "theirs\n").unwrap();
        let cleared = writer.clear_temporaries(None).unwrap();
        assert_eq!(cleared.removed, [path(".a.4999999.cairn-tmp")]);
        assert_eq!(cleared.kept, [path(".a.4999998.cairn-tmp")]);
        assert_eq!(unfinished_transactions(&home).unwrap(), []);
    }

    /// A file where the vault's folder would be holds no lock and no record.
    #[test]
    fn a_file_is_no_home() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("cairn");
        fs::write(&home, "").unwrap();
        assert_eq!(stale_repository_lock(&home).unwrap(), None);
        assert_eq!(unsettled_records(&StateHome::new(&home)).unwrap(), []);
        assert_eq!(unfinished_transactions(&StateHome::new(&home)).unwrap(), []);
    }
}
