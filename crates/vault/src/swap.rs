//! One file replaced at one instant, without losing what an editor that ignores our lock wrote meanwhile.
//!
//! Limitations: an editor that opened the old file before the exchange and writes into it after the look at it writes into a
//! file that no longer has a name; nobody can see that. An editor that saves between the look and the exchange sees its text
//! again only after the second exchange, some microseconds later; what it reads in between is ours. Where names cannot be
//! exchanged (NFS), an editor that saves between the last look and the rename is overwritten.

use crate::VaultError;
use crate::fs::{Errno, Fs, Place, Root, Status};
use crate::step::{hash_at, holds};
use crate::temporary::Temporary;
use cairn_plan::{ContentHash, RelativePath};

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Swapped {
    /// The new content is in place and on the disk.
    Done,
    /// The file no longer held what the new content was made for. It stands as its last writer left it; ours is gone.
    Foreign,
}

/// What a file is expected to hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expected<'bytes> {
    /// These bytes.
    Bytes(&'bytes [u8]),
    /// Bytes with this hash.
    Hash(ContentHash),
}

impl Expected<'_> {
    fn is_at<F: Fs>(self, root: &Root<F>, place: &Place<F::Dir>) -> Result<bool, VaultError> {
        match self {
            Self::Bytes(bytes) => holds(root, place, bytes),
            Self::Hash(hash) => hash_at(root, place).map(|found| found == hash),
        }
    }
}

/// Put `new` in the place of a file that is expected to hold `base`. `last_look` is asked right before the step that
/// others can see. Whatever fails, the file is whole: the old one, or (only when the flush of the folder fails on a
/// file system without exchange) the new one.
pub(crate) fn swap<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    base: Expected<'_>,
    status: &Status,
    new: &[u8],
    last_look: impl FnOnce() -> Result<(), VaultError>,
) -> Result<Swapped, VaultError> {
    Swap::prepare(root, place, base, status, new)?.finish(last_look)
}

/// A swap in steps, for whoever makes many of them at a time, or has more to do between them.
pub(crate) struct Swap<'base, 'swap, F: Fs> {
    base: Expected<'base>,
    status: Status,
    sides: Sides<'swap, F>,
}

/// What trades names.
struct Sides<'swap, F: Fs> {
    root: &'swap Root<F>,
    place: Place<F::Dir>,
    new: Expected<'swap>,
    temporary: Temporary<'swap, F>,
}

/// What became of the exchange of a [`Swap`].
pub(crate) enum Exchanged<'swap, F: Fs> {
    /// The file no longer held what the new content was made for, and stands as it was.
    Foreign,
    /// The new content is in place and on the disk.
    Settled,
    /// The new content is in place, but its name may not be on the disk yet.
    Unflushed(InPlace<'swap, F>),
}

/// The new content in its place; what was there stands under the temporary name and goes when this is dropped. That has to
/// wait until the folder was flushed.
pub(crate) struct InPlace<'swap, F: Fs>(Box<Sides<'swap, F>>);

impl<'base, 'swap, F: Fs> Swap<'base, 'swap, F> {
    /// The new content in a temporary file, not flushed yet.
    pub(crate) fn prepare(
        root: &'swap Root<F>,
        place: &Place<F::Dir>,
        base: Expected<'base>,
        status: &Status,
        new: &'swap [u8],
    ) -> Result<Self, VaultError> {
        let mut temporary = Temporary::create(root, place, CLOSED)?;
        fill(root, &mut temporary, status, new)?;
        Ok(Self::of(root, place, base, status, Expected::Bytes(new), temporary))
    }

    /// A swap with `temporary`, which holds `new` and has its name.
    pub(crate) fn of(
        root: &'swap Root<F>,
        place: &Place<F::Dir>,
        base: Expected<'base>,
        status: &Status,
        new: Expected<'swap>,
        temporary: Temporary<'swap, F>,
    ) -> Self {
        Self { base, status: *status, sides: Sides { root, place: place.clone(), new, temporary } }
    }

    /// Everything that is left to do, for this file alone.
    pub(crate) fn finish(
        self,
        last_look: impl FnOnce() -> Result<(), VaultError>,
    ) -> Result<Swapped, VaultError> {
        self.sides.temporary.flush()?;
        self.exchange(last_look)?.settle()
    }

    /// The temporary file, to be flushed before the exchange.
    pub(crate) fn file(&self) -> &F::File {
        self.sides.temporary.file()
    }

    /// Where the file is.
    pub(crate) fn place(&self) -> &Place<F::Dir> {
        &self.sides.place
    }

    /// The step that others can see.
    pub(crate) fn exchange(
        self,
        last_look: impl FnOnce() -> Result<(), VaultError>,
    ) -> Result<Exchanged<'swap, F>, VaultError> {
        let Self { base, status, sides } = self;
        let (root, place) = (sides.root, &sides.place);
        if !is_unchanged(root, place, base, &status)? {
            return Ok(Exchanged::Foreign);
        }
        last_look()?;
        match sides.temporary.exchange() {
            Ok(()) => sides.look_at_displaced(base),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP | Errno::PERM) => {
                by_rename(root, &sides.place, base, sides.temporary)
            }
            Err(Errno::NOENT) => Ok(Exchanged::Foreign),
            Err(errno) => Err(root.io("replace", &place.path)(errno)),
        }
    }
}

impl<'swap, F: Fs> Sides<'swap, F> {
    /// Ours is in place; under the temporary name stands what was there. Every way out of here leaves the one or the other
    /// in place and loses neither.
    fn look_at_displaced(self, base: Expected<'_>) -> Result<Exchanged<'swap, F>, VaultError> {
        match base.is_at(self.root, &beside(&self.place, &self.temporary)) {
            Ok(true) => Ok(Exchanged::Unflushed(InPlace(Box::new(self)))),
            Ok(false) | Err(VaultError::NotRegular(_)) => self.put_back().map(|()| Exchanged::Foreign),
            Err(error) => self.put_back().and(Err(error)),
        }
    }

    fn put_back(self) -> Result<(), VaultError> {
        let (root, place) = (self.root, &self.place);
        let displaced = beside(place, &self.temporary);
        if let Err(errno) = self.temporary.exchange() {
            self.temporary.leave();
            return Err(root.io("put back", &displaced.path)(errno));
        }
        // Flushed before the other name goes: else a power loss could keep the removal and not the putting back.
        let flushed = root.fs().sync_dir(&place.dir).is_ok();
        // A third writer may have replaced ours in between; then its content is what came back, and it stays too. What nobody
        // can look at stays where it is, for whoever can.
        let is_ours = self.new.is_at(root, &displaced);
        if is_ours.is_err() {
            self.temporary.leave();
            root.note_leftover();
        } else if is_ours.is_ok_and(|is_ours| !is_ours) {
            let kept = keep_aside(root, place, |name| {
                root.fs().rename_new(&place.dir, &displaced.name, &place.dir, name)
            });
            self.temporary.leave();
            kept?;
            let _the_first_error_counts = root.fs().sync_dir(&place.dir);
        } else if !flushed {
            self.temporary.leave();
        }
        Ok(())
    }
}

impl<F: Fs> Exchanged<'_, F> {
    /// Whatever is left to do.
    pub(crate) fn settle(self) -> Result<Swapped, VaultError> {
        match self {
            Self::Foreign => Ok(Swapped::Foreign),
            Self::Settled => Ok(Swapped::Done),
            // The temporary, now the old content, goes with the drop.
            Self::Unflushed(in_place) => in_place.flushed().map(|_| Swapped::Done),
        }
    }
}

impl<F: Fs> InPlace<'_, F> {
    /// Where the file is.
    pub(crate) fn place(&self) -> &Place<F::Dir> {
        &self.0.place
    }

    /// The same with its name on the disk: the folder is flushed; when that fails, the old content comes back.
    pub(crate) fn flushed(self) -> Result<Self, VaultError> {
        let (root, place) = (self.0.root, &self.0.place);
        match root.fs().sync_dir(&place.dir) {
            Ok(()) => Ok(self),
            Err(errno) => {
                let failure = root.io("flush the folder of", &place.path)(errno);
                self.0.put_back().and(Err(failure))
            }
        }
    }
}

/// The mode of a temporary file until it has that of the file it replaces: closed to others.
pub(crate) const CLOSED: u32 = 0o600;

/// Puts `new` into the temporary file, with the mode and owner of the file that it is to replace. The flush is the caller's.
pub(crate) fn fill<F: Fs>(
    root: &Root<F>,
    temporary: &mut Temporary<'_, F>,
    status: &Status,
    new: &[u8],
) -> Result<(), VaultError> {
    let path = temporary.path();
    root.fs().copy_attributes(temporary.file(), status).map_err(root.io("set the mode of", path))?;
    temporary.write(new)
}

/// The cheap look before the exchange: a foreign save that it finds never leaves the sight of other programs. It is not
/// what nothing is lost by; that is the look after the exchange.
fn is_unchanged<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    base: Expected<'_>,
    status: &Status,
) -> Result<bool, VaultError> {
    let found = match root.fs().status(&place.dir, &place.name) {
        Ok(found) => found,
        Err(Errno::NOENT) => return Ok(false),
        Err(errno) => return Err(root.io("look at", &place.path)(errno)),
    };
    if (found.identity, found.size) == (status.identity, status.size) {
        return Ok(true);
    }
    match base.is_at(root, place) {
        Err(VaultError::NotRegular(_)) => Ok(false),
        Err(error) if error.is_not_found() => Ok(false),
        looked => looked,
    }
}

/// Where names cannot be exchanged: the last look and the rename are two steps.
fn by_rename<'swap, F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    base: Expected<'_>,
    temporary: Temporary<'_, F>,
) -> Result<Exchanged<'swap, F>, VaultError> {
    match base.is_at(root, place) {
        Ok(true) => temporary.replace().map(|()| Exchanged::Settled),
        Ok(false) | Err(VaultError::NotRegular(_)) => Ok(Exchanged::Foreign),
        Err(error) if error.is_not_found() => Ok(Exchanged::Foreign),
        Err(error) => Err(error),
    }
}

fn beside<F: Fs>(place: &Place<F::Dir>, temporary: &Temporary<'_, F>) -> Place<F::Dir> {
    let name = temporary.name().to_vec();
    let path = match place.path.parent() {
        Some(parent) => parent.join(&name),
        None => RelativePath::new(name.clone()),
    };
    Place { dir: place.dir.clone(), name, path: path.unwrap_or_else(|_| place.path.clone()) }
}

/// More rejected versions than this beside one file are not kept apart by number.
const MOST_REJECTED: u32 = 1000;

/// Give something a free name `NAME.rej`, `NAME.rej.2`, … beside the file.
pub(crate) fn keep_aside<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    mut take: impl FnMut(&[u8]) -> Result<(), Errno>,
) -> Result<RelativePath, VaultError> {
    for number in 1..MOST_REJECTED {
        let mut name = place.name.clone();
        name.extend_from_slice(REJECTED);
        if number > 1 {
            name.extend(format!(".{number}").into_bytes());
        }
        match take(&name) {
            Ok(()) => {
                let path = match place.path.parent() {
                    Some(parent) => parent.join(&name),
                    None => RelativePath::new(name),
                };
                return Ok(path.unwrap_or_else(|_| place.path.clone()));
            }
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(root.io("keep a rejected version of", &place.path)(errno)),
        }
    }
    Err(root.io("keep a rejected version of", &place.path)(Errno::EXIST))
}

/// What the name of a rejected version ends in.
const REJECTED: &[u8] = b".rej";

/// Is it the name of a rejected version?
pub(crate) fn is_rejected(name: &[u8]) -> bool {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let stem = name.get(..name.len() - digits).unwrap_or(name);
    let stem = if digits == 0 { stem } else { stem.strip_suffix(b".").unwrap_or_default() };
    stem.len() > REJECTED.len() && stem.ends_with(REJECTED)
}

#[cfg(test)]
mod tests;
