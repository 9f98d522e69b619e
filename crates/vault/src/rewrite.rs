//! The one-file protocol (reliability.md): read, decide, record, swap; again when an editor was faster.
//!
//! A large content is written while it is hashed, before the record: into a file without a name, of which a crash leaves nothing.

use crate::fs::{Errno, Fs, Place, ReadFile, write_all};
use crate::meanwhile::meanwhile;
use crate::operations::OperationNote;
use crate::step::{Patch, Step};
use crate::swap::{CLOSED, Exchanged, Expected, Swap, fill, keep_aside};
use crate::temporary::Temporary;
use crate::{VaultError, Writer};
use cairn_plan::{ContentHash, Contents, RelativePath};

/// What a verb makes of a file's bytes. It is asked again with other bytes when an editor wrote meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<T> {
    /// Nothing to write.
    Keep(T),
    /// This is the new content.
    Put {
        /// All of it.
        bytes: Contents,
        /// The receipt's `updated`, for the log.
        fields: Vec<String>,
        /// For the caller.
        answer: T,
    },
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten<T> {
    /// The answer of the verb's last run.
    pub answer: T,
    /// Did the bytes change?
    pub changed: bool,
    /// False when something was written and could not be recorded: the receipt says `"undo": false`.
    pub undoable: bool,
    /// The number of the operation in the log.
    pub operation: Option<u64>,
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum RewriteError<E> {
    /// The verb refused; nothing was written.
    #[error("refused")]
    Refused(E),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
}

/// What became of one attempt.
enum Written {
    /// It is in place, and this is its number in the log.
    Done(Option<u64>),
    /// The file held something else; this was not written.
    Foreign(Contents),
}

/// A new content up to this length stands in the record itself, for the difference shown when someone changed it since. A longer
/// one is kept once, in a file beside the newest record: two hundred records are kept.
const LONGEST_IN_RECORD: usize = 32 << 10;

/// How often an editor may be faster.
const ATTEMPTS: usize = 3;

impl<F: Fs> Writer<'_, F> {
    /// Let `verb` rewrite the file at `path` (a link is kept, its target written), which may hold `limit` bytes.
    ///
    /// The old or the new content is in the file at every instant, whatever happens (G1); when this returns `Ok`, it is
    /// on the disk (G2). What an editor wrote in between is never lost (G3): the verb is run again on it, and after three
    /// times its text stays and ours lies in `NAME.rej` ([`VaultError::ConcurrentEdit`]).
    pub fn rewrite<T, E>(
        &self,
        path: &RelativePath,
        limit: u64,
        note: &OperationNote,
        mut verb: impl FnMut(&[u8]) -> Result<Decision<T>, E>,
    ) -> Result<Rewritten<T>, RewriteError<E>> {
        let mut rejected = Contents::default();
        for _ in 0..ATTEMPTS {
            self.last_look()?;
            let place = self.root.resolve(path)?;
            let base = self.root.read_at(&place, limit)?;
            let (before, decision) = meanwhile(&base.bytes, ContentHash::of, || verb(&base.bytes));
            let (bytes, fields, answer) = match decision.map_err(RewriteError::Refused)? {
                Decision::Keep(answer) => return Ok(unchanged(answer)),
                Decision::Put { bytes, answer, .. } if bytes == base.bytes => return Ok(unchanged(answer)),
                Decision::Put { bytes, fields, answer } => (bytes, fields, answer),
            };
            let note = OperationNote { fields, ..note.clone() };
            #[cfg(feature = "simulation")]
            self.keep_rewrite(path, &base.bytes, &bytes, &note);
            match self.put(path, &place, (base, before), bytes, &note)? {
                Written::Done(operation) => {
                    let undoable = operation.is_some();
                    return Ok(Rewritten { answer, changed: true, undoable, operation });
                }
                Written::Foreign(bytes) => rejected = bytes,
            }
        }
        let place = self.root.resolve(path)?;
        let kept = self.reject(&place, &rejected)?;
        Err(VaultError::ConcurrentEdit { path: path.clone(), rejected: Some(kept) }.into())
    }

    fn put(
        &self,
        path: &RelativePath,
        place: &Place<F::Dir>,
        (base, before): (ReadFile, ContentHash),
        bytes: Contents,
        note: &OperationNote,
    ) -> Result<Written, VaultError> {
        let log = self.log_after_crashes(place);
        // Nothing that has a name may be written before the record stands: else nobody could tell what it is.
        let nameless = Temporary::nameless(self.root, place, CLOSED, bytes.len());
        let different = |bytes: &[u8]| Patch::between(&base.bytes, bytes);
        // The disk is what a flush waits for: the processor has time for the difference then, and for nothing before the hash.
        let (after, (patch, written)) = meanwhile(&bytes, ContentHash::of, || {
            let filled = nameless.map(|file| self.filled(file, &base, &bytes)).transpose();
            meanwhile(&bytes, different, || filled.and_then(|file| file.map(Temporary::flushed).transpose()))
        });
        let step = Step::patched(path.clone(), before, after, patch, base.status.mode);
        let is_short = bytes.len() <= LONGEST_IN_RECORD;
        let step = [if is_short { step.with_new_content(&bytes) } else { step }];
        let left: &[&[u8]] = if is_short { &[] } else { &[&bytes] };
        let written = written?;
        let unfinished = || self.unfinished().unwrap_or_default();
        let pending =
            log.as_ref().and_then(|log| log.begin_after_crashes(self.root, unfinished, note, &step).ok());
        let expected = Expected::Bytes(&base.bytes);
        let temporary = match written.map_or(Ok(None), Temporary::named)? {
            Some(temporary) => temporary,
            None => self.filled(Temporary::create(self.root, place, CLOSED)?, &base, &bytes)?.flushed()?,
        };
        let new = Expected::Hash(after);
        let swap = Swap::of(self.root, place, expected, &base.status, new, temporary);
        let exchanged = swap.exchange(|| self.last_look())?;
        let displaced = match exchanged {
            Exchanged::Foreign => return Ok(Written::Foreign(bytes)),
            Exchanged::Settled => None,
            Exchanged::Unflushed(in_place) => Some(in_place.flushed()?),
        };
        // It is done, and on the disk. Nobody has to wait for the clearing up; but without a record the next writer would not know
        // what the temporary file is.
        if pending.is_some() {
            self.lock.let_go();
        }
        drop(displaced);
        Ok(Written::Done(match pending {
            Some(pending) => pending.finish(&step, left).ok(),
            // Nobody could tell later what a temporary file without a record was: it is gone for good before this returns.
            None => {
                let _only_a_leftover = self.root.fs().sync_dir(&place.dir);
                None
            }
        }))
    }

    /// A temporary file with the new content, not flushed yet.
    fn filled<'file>(
        &self,
        mut file: Temporary<'file, F>,
        base: &ReadFile,
        bytes: &[u8],
    ) -> Result<Temporary<'file, F>, VaultError> {
        fill(self.root, &mut file, &base.status, bytes)?;
        Ok(file)
    }

    fn reject(&self, place: &Place<F::Dir>, bytes: &[u8]) -> Result<RelativePath, VaultError> {
        let fs = self.root.fs();
        let kept = keep_aside(self.root, place, |name| {
            let mut file = fs.create(&place.dir, name, 0o600)?;
            write_all(fs, &mut file, bytes)?;
            fs.sync_file(&file)
        })?;
        fs.sync_dir(&place.dir).map_err(self.root.io("flush the folder of", &kept))?;
        Ok(kept)
    }
}

fn unchanged<T>(answer: T) -> Rewritten<T> {
    Rewritten { answer, changed: false, undoable: true, operation: None }
}

/// Errors of single operations that a caller of [`Writer::rewrite`] may want to tell apart.
impl<E> RewriteError<E> {
    /// Is the file not there?
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Vault(error) if error.is_not_found())
    }

    /// Did the disk or the limit on file sizes end it?
    pub fn is_full(&self) -> bool {
        let full = [Errno::NOSPC, Errno::FBIG, Errno::DQUOT].map(Errno::raw_os_error);
        matches!(self, Self::Vault(VaultError::Io { source, .. })
            if source.raw_os_error().is_some_and(|code| full.contains(&code)))
    }
}

#[cfg(test)]
mod tests;
