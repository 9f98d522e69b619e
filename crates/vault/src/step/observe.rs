//! On which side of a step the disk stands now.

use super::{EntryState, Step, TreeEntry};
use crate::VaultError;
use crate::fs::{Claim, Errno, Fs, Identity, Kind, Place, Root, Status};
use cairn_plan::{ContentHash, ContentHasher, RelativePath};
use std::collections::BTreeMap;

/// What the disk says about a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Observed {
    /// Not done.
    Before,
    /// Done.
    After,
    /// A folder, of which some is there and some is not; nothing in it is foreign.
    Partly,
    /// These places hold something that belongs to neither side.
    Foreign(Vec<RelativePath>),
}

/// Look at everything the step is about.
pub(crate) fn observe<F: Fs>(root: &Root<F>, step: &Step) -> Result<Observed, VaultError> {
    match step {
        Step::File { path, before, after, .. } => {
            let rewritten = before.is_some() && after.is_some();
            let now = Now::at(root, path, rewritten)?;
            let hash = |state: &Option<super::FileState>| state.as_ref().map(|state| state.hash);
            Ok(match now {
                Now::Other => Observed::Foreign(vec![path.clone()]),
                Now::Absent => side(None, hash(before), hash(after), path),
                Now::File(found) => side(Some(found), hash(before), hash(after), path),
                Now::Link(_) => Observed::Foreign(vec![path.clone()]),
            })
        }
        Step::Link { path, before, after } => Ok(match Now::at(root, path, false)? {
            Now::Absent => side(None, before.clone(), after.clone(), path),
            Now::Link(target) => side(Some(target), before.clone(), after.clone(), path),
            Now::File(_) | Now::Other => Observed::Foreign(vec![path.clone()]),
        }),
        Step::Move { from, to, identity, .. } => moved(root, from, to, *identity),
        Step::Tree { path, appears, entries } => tree(root, path, *appears, entries),
        Step::Folder { path, appears } => match root.status(path)? {
            None => Ok(if *appears { Observed::Before } else { Observed::After }),
            Some(status) if status.kind == Kind::Folder => {
                Ok(if *appears { Observed::After } else { Observed::Before })
            }
            Some(_) => Ok(Observed::Foreign(vec![path.clone()])),
        },
    }
}

fn side<T: PartialEq>(now: Option<T>, before: Option<T>, after: Option<T>, path: &RelativePath) -> Observed {
    if now == after {
        Observed::After
    } else if now == before {
        Observed::Before
    } else {
        Observed::Foreign(vec![path.clone()])
    }
}

fn moved<F: Fs>(
    root: &Root<F>,
    from: &RelativePath,
    to: &RelativePath,
    identity: Option<Identity>,
) -> Result<Observed, VaultError> {
    let is_it = |status: Status| identity.is_some_and(|identity| identity == status.identity);
    Ok(match (root.status(from)?, root.status(to)?) {
        (Some(_), None) => Observed::Before,
        (None, Some(_)) => Observed::After,
        // Something else got the old name meanwhile; it stays.
        (Some(_), Some(there)) if is_it(there) => Observed::After,
        (Some(_), Some(_)) => Observed::Foreign(vec![to.clone()]),
        (None, None) => Observed::Foreign(vec![from.clone(), to.clone()]),
    })
}

/// What stands at one place now.
pub(crate) enum Now {
    Absent,
    File(ContentHash),
    Link(Vec<u8>),
    Other,
}

impl Now {
    pub(crate) fn at<F: Fs>(root: &Root<F>, path: &RelativePath, follow: bool) -> Result<Self, VaultError> {
        let place = if follow {
            match root.resolve(path) {
                Ok(place) => place,
                Err(error) if error.is_not_found() => return Ok(Self::Absent),
                Err(error) => return Err(error),
            }
        } else {
            match root.claim(path)? {
                Claim::Place(place) => place,
                Claim::Unclaimed(_) => return Ok(Self::Absent),
            }
        };
        Self::in_place(root, &place)
    }

    pub(crate) fn in_place<F: Fs>(root: &Root<F>, place: &Place<F::Dir>) -> Result<Self, VaultError> {
        let status = match root.fs().status(&place.dir, &place.name) {
            Ok(status) => status,
            Err(Errno::NOENT) => return Ok(Self::Absent),
            Err(errno) => return Err(root.io("look at", &place.path)(errno)),
        };
        match status.kind {
            Kind::File => hash_at(root, place).map(Self::File),
            Kind::Link => {
                let target = root.fs().read_link(&place.dir, &place.name);
                target.map(Self::Link).map_err(root.io("read", &place.path))
            }
            Kind::Folder | Kind::Other => Ok(Self::Other),
        }
    }
}

/// The hash of a regular file, read in pieces.
pub(crate) fn hash_at<F: Fs>(root: &Root<F>, place: &Place<F::Dir>) -> Result<ContentHash, VaultError> {
    let mut hasher = ContentHasher::new();
    let (mut file, size) = open_regular(root, place)?;
    pieces(root, place, (&mut file, size), |piece| {
        hasher.update(piece);
        true
    })?;
    Ok(hasher.finish())
}

/// Does the regular file hold exactly `expected`? Reads no further than to the first difference.
pub(crate) fn holds<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    expected: &[u8],
) -> Result<bool, VaultError> {
    let (mut file, size) = open_regular(root, place)?;
    let at_once = root.fs().holds_at_once(&file, expected).map_err(root.io("read", &place.path))?;
    if let Some(answer) = at_once {
        return Ok(answer);
    }
    let mut rest = Some(expected);
    pieces(root, place, (&mut file, size), |piece| {
        rest = rest.and_then(|rest| rest.strip_prefix(piece));
        rest.is_some()
    })?;
    Ok(rest.is_some_and(<[u8]>::is_empty))
}

/// The open file and its size.
fn open_regular<F: Fs>(root: &Root<F>, place: &Place<F::Dir>) -> Result<(F::File, u64), VaultError> {
    let fs = root.fs();
    let file = fs.open_file(&place.dir, &place.name).map_err(|errno| match errno {
        Errno::NXIO | Errno::LOOP | Errno::NODEV => VaultError::NotRegular(root.full(&place.path)),
        errno => root.io("open", &place.path)(errno),
    })?;
    let status = fs.file_status(&file).map_err(root.io("look at", &place.path))?;
    if status.kind != Kind::File {
        return Err(VaultError::NotRegular(root.full(&place.path)));
    }
    Ok((file, status.size))
}

/// Give the file's bytes in order, as long as `take` wants more.
fn pieces<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    (file, size): (&mut F::File, u64),
    mut take: impl FnMut(&[u8]) -> bool,
) -> Result<(), VaultError> {
    // Small files in one call, large ones without holding them.
    let size = usize::try_from(size).unwrap_or(usize::MAX).clamp(1, 1 << 16);
    let mut buffer = vec![0; size];
    loop {
        let count = root.fs().read(file, &mut buffer).map_err(root.io("read", &place.path))?;
        if count == 0 || !take(buffer.get(..count).unwrap_or_default()) {
            return Ok(());
        }
    }
}

fn tree<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    appears: bool,
    entries: &[TreeEntry],
) -> Result<Observed, VaultError> {
    let (gone, whole) =
        if appears { (Observed::Before, Observed::After) } else { (Observed::After, Observed::Before) };
    match root.status(path)? {
        None => return Ok(gone),
        Some(status) if status.kind != Kind::Folder => return Ok(Observed::Foreign(vec![path.clone()])),
        Some(_) => {}
    }
    let mut expected: BTreeMap<&RelativePath, &EntryState> =
        entries.iter().map(|entry| (&entry.path, &entry.state)).collect();
    let found = listing(root, path)?;
    let mut foreign = Vec::new();
    for (inner, kind) in &found {
        let full = path.join(inner).unwrap_or_else(|_| path.clone());
        let fits = match expected.remove(inner) {
            None => false,
            Some(EntryState::Folder) => *kind == Kind::Folder,
            Some(EntryState::Link(target)) => {
                matches!(Now::at(root, &full, false)?, Now::Link(now) if now == *target)
            }
            Some(EntryState::File(state)) => {
                matches!(Now::at(root, &full, false)?, Now::File(now) if now == state.hash)
            }
        };
        if !fits {
            foreign.push(full);
        }
    }
    if !foreign.is_empty() {
        return Ok(Observed::Foreign(foreign));
    }
    Ok(if expected.is_empty() { whole } else { Observed::Partly })
}

/// Everything below a folder, folders before what they hold, links not followed. Paths are relative to the folder.
pub(crate) fn listing<F: Fs>(
    root: &Root<F>,
    folder: &RelativePath,
) -> Result<Vec<(RelativePath, Kind)>, VaultError> {
    let place = root.locate(folder)?;
    let dir = root.fs().open_dir(&place.dir, &place.name).map_err(root.io("open", folder))?;
    let mut found = Vec::new();
    let mut ahead = vec![None::<RelativePath>];
    while let Some(inner) = ahead.pop() {
        let (here, opened) = match &inner {
            Some(inner) => {
                (folder.join(inner).unwrap_or_else(|_| folder.clone()), root.fs().open_beneath(&dir, inner))
            }
            None => (folder.clone(), Ok(dir.clone())),
        };
        let opened = opened.map_err(root.io("open", &here))?;
        for entry in root.fs().read_dir(&opened).map_err(root.io("list", &here))? {
            let path = match &inner {
                Some(inner) => inner.join(&entry.name),
                None => RelativePath::new(entry.name.clone()),
            };
            // A name from a folder's own listing is one plain component.
            let Ok(path) = path else { continue };
            if entry.kind == Kind::Folder {
                ahead.push(Some(path.clone()));
            }
            found.push((path, entry.kind));
        }
    }
    Ok(found)
}
