//! The lock file: made, judged, taken over, removed.

use super::holder::{Holder, Processes};
use crate::VaultError;
use crate::fs::{Errno, Fs as _, FsResult, Identity, Kind, RealFs, Status, read_to_end, write_all};
use cairn_plan::Contents;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

type Dir = <RealFs as crate::Fs>::Dir;
type File = <RealFs as crate::Fs>::File;

/// Where a lock file stands.
#[derive(Clone, Debug)]
pub(super) struct LockPlace {
    pub(super) dir: Dir,
    pub(super) name: Vec<u8>,
    /// What messages call the folder.
    pub(super) folder: PathBuf,
}

/// Our own lock file. The open handle keeps its number from being given to another file.
#[derive(Debug)]
pub(super) struct LockFile {
    place: LockPlace,
    _file: File,
    identity: Identity,
}

/// One attempt to take the lock.
pub(super) enum Attempt {
    Taken(LockFile),
    Held(Option<u32>),
}

/// Since when an unreadable lock file has been looked at.
#[derive(Debug, Default)]
pub(super) struct Patience(Option<(Identity, Instant)>);

/// A lock file without a readable process id is in the making, or left by a crash between its creation and its content.
const UNREADABLE_COUNTS_AS_LIVE: Duration = Duration::from_secs(1);

/// A process id is shorter.
const LONGEST_CONTENT: u64 = 64;

impl LockPlace {
    pub(super) fn full(&self) -> PathBuf {
        self.folder.join(OsStr::from_bytes(&self.name))
    }

    pub(super) fn io(&self, operation: &'static str) -> impl Fn(Errno) -> VaultError + '_ {
        move |errno| VaultError::io(operation, self.full(), errno)
    }

    /// Create the file, or say who has it; what a dead process left is taken over.
    pub(super) fn attempt(&self, patience: &mut Patience) -> Result<Attempt, VaultError> {
        match self.create() {
            Ok(file) => return Ok(Attempt::Taken(file)),
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(self.io("create")(errno)),
        }
        let (holder, status) = match self.look() {
            // It went away between the two calls.
            Err(Errno::NOENT) => return Ok(Attempt::Held(None)),
            other => other.map_err(self.io("look at"))?,
        };
        if status.kind == Kind::Folder {
            return Err(VaultError::NotRegular(self.full()));
        }
        let abandoned = match holder {
            Holder::Process(_) => Processes.is_gone(holder, status.modified),
            Holder::Unreadable => patience.is_over(status.identity),
        };
        if !abandoned {
            return Ok(Attempt::Held(holder.pid()));
        }
        self.take_over(status.identity)?;
        match self.create() {
            Ok(file) => Ok(Attempt::Taken(file)),
            Err(Errno::EXIST) => Ok(Attempt::Held(None)),
            Err(errno) => Err(self.io("create")(errno)),
        }
    }

    /// Who is named in the file now, for the message of someone who gives up.
    pub(super) fn named_holder(&self) -> Option<u32> {
        self.look().ok().and_then(|(holder, _)| holder.pid())
    }

    fn create(&self) -> FsResult<LockFile> {
        let mut file = RealFs.create(&self.dir, &self.name, 0o644)?;
        let identity = RealFs.file_status(&file)?.identity;
        let content = std::process::id().to_string();
        if let Err(errno) = write_all(&RealFs, &mut file, content.as_bytes()) {
            let _the_first_error_counts = RealFs.unlink(&self.dir, &self.name);
            return Err(errno);
        }
        Ok(LockFile { place: self.clone(), _file: file, identity })
    }

    fn look(&self) -> FsResult<(Holder, Status)> {
        read_holder(&self.dir, &self.name)
    }

    /// Take the file out of the way. It gets a name of ours first: if it is then not the one that was judged, another
    /// process took over in the same moment, and its file goes back.
    fn take_over(&self, judged: Identity) -> Result<(), VaultError> {
        let aside = crate::temporary::name_beside(&self.name);
        match RealFs.rename_new(&self.dir, &self.name, &self.dir, &aside) {
            Err(Errno::NOENT) => return Ok(()),
            other => other.map_err(self.io("take over"))?,
        }
        let moved = RealFs.status(&self.dir, &aside).map_err(self.io("look at"))?;
        if moved.identity == judged {
            return RealFs.unlink(&self.dir, &aside).map_err(self.io("take over"));
        }
        RealFs.rename_new(&self.dir, &aside, &self.dir, &self.name).map_err(self.io("give back"))
    }
}

/// What the lock file `name` says, and what it is.
pub(crate) fn read_holder(dir: &Dir, name: &[u8]) -> FsResult<(Holder, Status)> {
    let status = RealFs.status(dir, name)?;
    if status.kind != Kind::File {
        return Ok((Holder::Unreadable, status));
    }
    let content = match RealFs.open_file(dir, name) {
        Ok(mut file) => read_to_end(&RealFs, &mut file, LONGEST_CONTENT, LONGEST_CONTENT).unwrap_or_default(),
        Err(Errno::NOENT) => return Err(Errno::NOENT),
        Err(_) => Contents::default(),
    };
    Ok((Holder::parse(&content), status))
}

impl Patience {
    /// Has this very file been looked at for long enough?
    fn is_over(&mut self, identity: Identity) -> bool {
        match self.0 {
            Some((seen, since)) if seen == identity => since.elapsed() >= UNREADABLE_COUNTS_AS_LIVE,
            _ => {
                self.0 = Some((identity, Instant::now()));
                false
            }
        }
    }
}

impl LockFile {
    /// Does the name still lead to the file that we made?
    pub(super) fn is_ours(&self) -> bool {
        RealFs.status(&self.place.dir, &self.place.name).is_ok_and(|status| status.identity == self.identity)
    }

    /// Remove it, unless it is no longer ours. Its owner does that once.
    pub(super) fn remove(&self) -> Result<(), VaultError> {
        if !self.is_ours() {
            return Ok(());
        }
        RealFs.unlink(&self.place.dir, &self.place.name).map_err(self.place.io("remove"))
    }
}
