//! The state: things by number, names in folders, what is flushed and what is not.

use super::{Content, SimulatedFs};
use crate::fs::{Errno, FsResult, Kind};
use crate::temporary;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hasher as _};
use std::rc::Rc;

pub(super) type Number = usize;
pub(super) type Names = BTreeMap<Vec<u8>, Number>;

/// The root folder.
pub(super) const TOP: Number = 0;

/// Which call fails, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The call, counted from 1.
    pub call: usize,
    /// What it answers.
    pub errno: Errno,
    /// How long that goes on.
    pub lasts: Lasts,
}

/// Which calls fail behind the first one that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// None.
    Once,
    /// This many, the first one included: a disk that comes back.
    Calls(usize),
    /// Every later one of the same kind, until the fault is taken away: a part of the disk that is gone.
    ItsKind,
    /// Every later one, until the fault is taken away.
    Ever,
}

/// What a call does, as finely as Linux has calls for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Open,
    OpenBeneath,
    Look,
    List,
    Read,
    Create,
    Write,
    Flush,
    Rename,
    RenameNew,
    Remove,
    Make,
    Lock,
}

impl Fault {
    /// Does it strike the call with this number? `first` is what the first struck call did.
    pub(super) fn strikes(&self, call: usize, does: Does, first: Option<Does>) -> bool {
        let behind = call.checked_sub(self.call);
        match (behind, self.lasts) {
            (None, _) => false,
            (Some(0), _) | (Some(_), Lasts::Ever) => true,
            (Some(_), Lasts::Once) => false,
            (Some(behind), Lasts::Calls(count)) => behind < count,
            (Some(_), Lasts::ItsKind) => first == Some(does),
        }
    }
}

/// A program that acts before the call with a number.
type Interference = (usize, Rc<dyn Fn(&SimulatedFs)>);

#[derive(Clone)]
pub(super) struct World {
    pub(super) things: Vec<Rc<Thing>>,
    /// Names that are flushed.
    pub(super) durable: BTreeMap<Number, Rc<Names>>,
    /// Changed names that are not, in order.
    pub(super) pending: Vec<Rc<Effect>>,
    pub(super) history: Option<Vec<World>>,
    pub(super) exchanges: bool,
    /// Are files made without a name, whatever their length?
    pub(super) makes_nameless: bool,
    /// Those that still have none.
    pub(super) nameless: BTreeSet<Number>,
    pub(super) calls: usize,
    pub(super) fault: Option<Fault>,
    /// What the call did at which the fault began.
    pub(super) struck: Option<Does>,
    pub(super) interference: Option<Interference>,
}

impl fmt::Debug for World {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.tree_below("").iter().map(|(path, _)| path)).finish()
    }
}

/// A file, folder or link.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) kind: Kind,
    pub(super) mode: u32,
    /// Of a file its bytes, of a link its target.
    pub(super) content: Content,
    /// The bytes that are flushed.
    pub(super) flushed: Content,
    pub(super) unflushed: bool,
    /// Of a folder.
    pub(super) names: Names,
}

/// Names that change together: `None` takes one away.
#[derive(Clone, Debug)]
pub(super) struct Effect(pub(super) Vec<(Number, Vec<u8>, Option<Number>)>);

impl Thing {
    fn new(kind: Kind, mode: u32, content: Vec<u8>) -> Self {
        let content = Content::from(content);
        let flushed = if kind == Kind::Link { content.clone() } else { Content::default() };
        Self { kind, mode, content, flushed, unflushed: false, names: Names::new() }
    }
}

impl World {
    pub(super) fn new() -> Self {
        Self {
            things: vec![Rc::new(Thing::new(Kind::Folder, 0o755, Vec::new()))],
            durable: BTreeMap::new(),
            pending: Vec::new(),
            history: None,
            exchanges: true,
            makes_nameless: false,
            nameless: BTreeSet::new(),
            calls: 0,
            fault: None,
            struck: None,
            interference: None,
        }
    }

    pub(super) fn without_history(&self) -> Self {
        Self {
            things: self.things.clone(),
            durable: self.durable.clone(),
            pending: self.pending.clone(),
            history: None,
            exchanges: self.exchanges,
            makes_nameless: self.makes_nameless,
            nameless: self.nameless.clone(),
            calls: 0,
            fault: None,
            struck: None,
            interference: None,
        }
    }

    /// Before a call that changes something.
    pub(super) fn remember(&mut self) {
        if self.history.is_some() {
            let now = self.without_history();
            self.history.get_or_insert_default().push(now);
        }
    }

    pub(super) fn thing(&self, number: Number) -> FsResult<&Thing> {
        self.things.get(number).map(|thing| &**thing).ok_or(Errno::BADF)
    }

    pub(super) fn thing_mut(&mut self, number: Number) -> FsResult<&mut Thing> {
        self.things.get_mut(number).map(Rc::make_mut).ok_or(Errno::BADF)
    }

    pub(super) fn add(&mut self, kind: Kind, mode: u32, content: Vec<u8>) -> Number {
        self.things.push(Rc::new(Thing::new(kind, mode, content)));
        self.things.len() - 1
    }

    pub(super) fn look_up(&self, dir: Number, name: &[u8]) -> FsResult<Number> {
        let folder = self.thing(dir)?;
        match name {
            b"." => Ok(dir),
            _ => folder.names.get(name).copied().ok_or(Errno::NOENT),
        }
    }

    /// Change names, visibly at once and durably some time.
    pub(super) fn change(&mut self, effect: Vec<(Number, Vec<u8>, Option<Number>)>) -> FsResult<()> {
        for (dir, name, number) in &effect {
            let names = &mut self.thing_mut(*dir)?.names;
            match number {
                Some(number) => names.insert(name.clone(), *number),
                None => names.remove(name),
            };
        }
        self.pending.push(Rc::new(Effect(effect)));
        Ok(())
    }

    /// An effect reaches the disk.
    pub(super) fn make_durable(durable: &mut BTreeMap<Number, Rc<Names>>, effect: &Effect) {
        for (dir, name, number) in &effect.0 {
            let names = Rc::make_mut(durable.entry(*dir).or_default());
            match number {
                Some(number) => names.insert(name.clone(), *number),
                None => names.remove(name),
            };
        }
    }

    pub(super) fn flush_folder(&mut self, dir: Number) {
        let (now, later): (Vec<_>, Vec<_>) =
            self.pending.drain(..).partition(|effect| effect.0.iter().any(|(touched, _, _)| *touched == dir));
        self.pending = later;
        for effect in now {
            Self::make_durable(&mut self.durable, &effect);
        }
    }

    /// A flush of a file without a name counts for nothing: so it is with a log that holds what has a name (btrfs).
    pub(super) fn flush_file(&mut self, number: Number) -> FsResult<()> {
        if self.nameless.contains(&number) {
            return Ok(());
        }
        let thing = self.thing_mut(number)?;
        thing.flushed = thing.content.clone();
        thing.unflushed = false;
        Ok(())
    }

    pub(super) fn settle(&mut self) {
        for effect in std::mem::take(&mut self.pending) {
            Self::make_durable(&mut self.durable, &effect);
        }
        for number in 0..self.things.len() {
            let _exists = self.flush_file(number);
        }
        self.history = None;
        self.calls = 0;
        self.fault = None;
        self.struck = None;
        self.interference = None;
    }

    fn folders(&mut self, path: &str) -> (Number, Vec<u8>) {
        let mut names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
        let last = names.pop().unwrap_or_default().as_bytes().to_vec();
        let mut at = TOP;
        for name in names {
            at = match self.look_up(at, name.as_bytes()) {
                Ok(found) => found,
                Err(_) => {
                    let made = self.add(Kind::Folder, 0o755, Vec::new());
                    let _exists = self.change(vec![(at, name.as_bytes().to_vec(), Some(made))]);
                    made
                }
            };
        }
        (at, last)
    }

    pub(super) fn put(&mut self, path: &str, bytes: &[u8]) {
        let (dir, name) = self.folders(path);
        let file = self.add(Kind::File, 0o644, bytes.to_vec());
        if let Ok(thing) = self.thing_mut(file) {
            thing.unflushed = true;
        }
        let _exists = self.change(vec![(dir, name, Some(file))]);
    }

    pub(super) fn save(&mut self, path: &str, bytes: &[u8]) {
        self.put(path, bytes);
        if let Ok(number) = self.walk(path) {
            let _exists = self.flush_file(number);
        }
        let (dir, _) = self.folders(path);
        self.flush_folder(dir);
    }

    pub(super) fn overwrite(&mut self, path: &str, bytes: &[u8]) {
        let Ok(number) = self.walk(path) else { return };
        if let Ok(thing) = self.thing_mut(number) {
            thing.content = bytes.to_vec().into();
        }
        let _exists = self.flush_file(number);
        let (dir, _) = self.folders(path);
        self.flush_folder(dir);
    }

    pub(super) fn put_link(&mut self, path: &str, target: &str) {
        let (dir, name) = self.folders(path);
        let link = self.add(Kind::Link, 0o777, target.as_bytes().to_vec());
        let _exists = self.change(vec![(dir, name, Some(link))]);
    }

    pub(super) fn walk(&self, path: &str) -> FsResult<Number> {
        let mut names = path.split('/').filter(|name| !name.is_empty());
        names.try_fold(TOP, |at, name| self.look_up(at, name.as_bytes()))
    }

    pub(super) fn get(&self, path: &str) -> Option<Vec<u8>> {
        let thing = self.thing(self.walk(path).ok()?).ok()?;
        (thing.kind == Kind::File).then(|| thing.content.to_vec())
    }

    pub(super) fn tree_below(&self, folder: &str) -> Vec<(String, Content)> {
        let mut found = Vec::new();
        let mut ahead: Vec<(String, Number)> =
            self.walk(folder).map(|top| (folder.to_owned(), top)).into_iter().collect();
        while let Some((mut path, number)) = ahead.pop() {
            let Ok(thing) = self.thing(number) else { continue };
            match thing.kind {
                Kind::Folder => {
                    path.push('/');
                    for (name, number) in &thing.names {
                        ahead.push(([path.as_str(), &String::from_utf8_lossy(name)].concat(), *number));
                    }
                    found.push((path, Content::default()));
                }
                Kind::Link => found.push((path, [b"-> ", &*thing.content].concat().into())),
                Kind::File | Kind::Other => found.push((path, thing.content.clone())),
            }
        }
        found.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        found
    }

    /// Tells trees apart by their names, kinds and contents. The number in the name of a temporary file, which is another one in
    /// every run, makes no difference.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Every folder with its entries in order, so that the same tree is walked the same way.
        let mut ahead = vec![TOP];
        while let Some(number) = ahead.pop() {
            let Ok(thing) = self.thing(number) else { continue };
            hasher.write_usize(thing.names.len());
            for (name, number) in &thing.names {
                let Ok(inner) = self.thing(*number) else { continue };
                hasher.write(temporary::without_number(name));
                hasher.write_u8(0);
                match inner.kind {
                    Kind::Folder => ahead.push(*number),
                    Kind::Link => hasher.write_u64(!inner.content.number()),
                    Kind::File | Kind::Other => hasher.write_u64(inner.content.number()),
                }
                hasher.write_u8(u8::from(inner.kind == Kind::Folder));
            }
        }
        hasher.finish()
    }
}
