//! Runs one protocol through everything that can happen to it, and judges what is left (proof L1 of reliability.md).
//!
//! A violated promise ends the test with a panic that says what happened and what was found.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a violated promise ends the test")]

pub use super::case::{Case, Tree, at, contains};
use super::{Bounds, Content, Fault, Lasts, Persistence, SimulatedFs};
use crate::Errno;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// One writing command, what comes after it, and what must hold.
pub trait Protocol {
    /// What messages call it.
    fn name(&self) -> &str;
    /// The disk before.
    fn prepare(&self, fs: &SimulatedFs);
    /// The command as a process runs it, recovery first; `Ok` is exit status 0.
    fn act(&self, fs: &SimulatedFs) -> Result<(), String>;
    /// The next command's recovery. What it answers is judged by [`Self::settled`].
    fn next(&self, fs: &SimulatedFs) -> Result<String, String>;
    /// Holds at every instant, before any recovery (G1, G4).
    fn always(&self, tree: &Tree, case: &Case) -> bool;
    /// Holds for the disk before and after the recovery and its answer, where it is neither the old nor the new tree.
    fn settled(&self, before: &Tree, after: &Tree, answer: &str, case: &Case) -> bool;
    /// Taking it back, which gives the old tree (G7); `None` where there is no record.
    fn undo(&self, fs: &SimulatedFs) -> Option<Result<(), String>>;
    /// Files that an editor may write meanwhile.
    fn edited(&self) -> Vec<String>;
    /// The files that are judged.
    fn project(&self, fs: &SimulatedFs) -> Tree {
        fs.tree_below("/p")
    }
}

/// How much of what can happen is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    bounds: Bounds,
    after_failure: Bounds,
    failures_with_power_loss: usize,
    every_nth_edited: usize,
    most_instants: usize,
    /// How many calls an outage has that ends before the command does.
    outages: &'static [usize],
}

impl Effort {
    /// Everything.
    pub const LONG: Self = Self {
        bounds: Bounds { names: 128, data: 24, cuts: 5 },
        after_failure: Bounds { names: 4, data: 4, cuts: 1 },
        failures_with_power_loss: ERRNOS.len(),
        every_nth_edited: 1,
        most_instants: usize::MAX,
        outages: &[2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 29, 38, 50, 66, 87],
    };
    /// For every run of the tests: takes power away only after one of the five failures, and at every eighth step of a run
    /// with an editor.
    pub const SHORT: Self = Self {
        bounds: Bounds { names: 20, data: 10, cuts: 2 },
        after_failure: Bounds { names: 1, data: 3, cuts: 1 },
        failures_with_power_loss: 1,
        every_nth_edited: 8,
        most_instants: usize::MAX,
        outages: &[2, 4, 8, 16, 32],
    };
    /// Where many commands share a protocol that is explored by itself, too: of a long one every n-th instant and call.
    pub const SMALL: Self = Self {
        bounds: Bounds { names: 6, data: 5, cuts: 1 },
        after_failure: Bounds { names: 1, data: 1, cuts: 1 },
        failures_with_power_loss: 1,
        every_nth_edited: 24,
        most_instants: 44,
        outages: &[3, 12],
    };
}

impl Effort {
    /// Every how many of `count` are looked at.
    fn chosen(&self, count: usize) -> usize {
        count.div_ceil(self.most_instants).max(1)
    }
}

/// What was explored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// States that were looked at.
    pub states: usize,
    /// Disks among them that differ from each other.
    pub distinct: usize,
}

/// The five ways in which a call fails.
const ERRNOS: [Errno; 5] = [Errno::IO, Errno::NOSPC, Errno::ACCESS, Errno::ROFS, Errno::INTR];

/// Keeps the disks with an editor's text apart from the others.
const EDITED: u64 = 0x00ed_17ed_00ed_17ed;

/// What an editor writes: must be found somewhere at the end.
const THEIRS: &str = "theirs: written by an editor that knows no lock\n";

/// Explores a protocol.
///
/// # Panics
/// When a promise does not hold.
pub fn explore(protocol: &dyn Protocol, effort: Effort) -> Count {
    let mut explorer = Explorer::new(protocol, effort);
    explorer.power_losses();
    explorer.failed_calls();
    explorer.editors();
    explorer.count.distinct = explorer.seen.len();
    explorer.count
}

/// How the command had ended when the disk was left alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct End {
    /// It had said so, hence nothing may be missing (G2).
    done: bool,
    /// A call had failed: records may be missing, and with them the knowledge what a leftover is. Those stay and are named.
    failed: bool,
}

struct Explorer<'explore> {
    protocol: &'explore dyn Protocol,
    effort: Effort,
    /// The disk before the command.
    started: SimulatedFs,
    /// How many calls it makes.
    calls: usize,
    case: Case,
    /// Which contents hold what an editor wrote.
    theirs: RefCell<HashMap<Content, bool>>,
    seen: HashSet<(u64, End)>,
    /// Disks behind a recovery from which the command was taken back, and whether a call had failed.
    undone: RefCell<HashSet<(u64, bool)>>,
    count: Count,
}

impl<'explore> Explorer<'explore> {
    fn new(protocol: &'explore dyn Protocol, effort: Effort) -> Self {
        let started = SimulatedFs::new();
        protocol.prepare(&started);
        started.settle();
        let fs = started.fork();
        let old = protocol.project(&fs);
        protocol.act(&fs).unwrap();
        let new = protocol.project(&fs);
        assert_ne!(old, new, "{}", protocol.name());
        Self {
            protocol,
            effort,
            started,
            calls: fs.calls(),
            case: Case::of(old, new),
            theirs: RefCell::default(),
            seen: HashSet::new(),
            undone: RefCell::default(),
            count: Count::default(),
        }
    }

    /// Power goes before every call that changes something, and after the last one.
    fn power_losses(&mut self) {
        let fs = self.started.fork();
        fs.record();
        self.protocol.act(&fs).unwrap();
        let history = fs.history();
        let last = history.len() - 1;
        let instants = self.effort.chosen(history.len());
        for (at, before) in history.iter().enumerate().filter(|(at, _)| at % instants == 0 || *at == last) {
            for persistence in Persistence::ALL {
                before.crashes(persistence, self.effort.bounds, |crash| {
                    self.judge_once(
                        &crash.fs,
                        crash.fingerprint,
                        End { done: at == last, failed: false },
                        format_args!("{persistence:?}, step {at}"),
                    );
                });
            }
            // A killed process: everything it did is there.
            let end = End { done: at == last, failed: false };
            self.judge_once(&before.fork(), before.fingerprint(), end, format_args!("killed at step {at}"));
        }
    }

    /// What comes behind a disk is the same wherever the disk came from: it is judged once.
    fn judge_once(&mut self, fs: &SimulatedFs, fingerprint: u64, end: End, when: impl std::fmt::Display) {
        self.count.states += 1;
        if self.seen.insert((fingerprint, end)) {
            self.judge(fs, end, &when.to_string());
        }
    }

    fn judge(&self, fs: &SimulatedFs, end: End, when: &str) {
        let (protocol, case) = (self.protocol, &self.case);
        let name = protocol.name();
        let before = self.protocol.project(fs);
        assert!(
            protocol.always(&before, case),
            "{name}: {when}: broken before recovery: {}",
            show(&before, case)
        );
        let answer =
            protocol.next(fs).unwrap_or_else(|error| panic!("{name}: {when}: the next command: {error}"));
        let after = if end.failed {
            self.without_put_aside(&without_leftovers(&self.protocol.project(fs)))
        } else {
            self.protocol.project(fs)
        };
        if end.done {
            assert!(after == case.new, "{name}: {when}: lost after exit 0: {}", show(&after, case));
        }
        let settled =
            after == case.old || after == case.new || protocol.settled(&before, &after, &answer, case);
        assert!(
            settled,
            "{name}: {when}: neither old nor new after {answer:?}: {} from {}",
            show(&after, case),
            show(&before, case)
        );
        // Many disks become the same one by the recovery.
        if after == case.new
            && self.undone.borrow_mut().insert((fs.fingerprint(), end.failed))
            && let Some(undone) = protocol.undo(fs)
        {
            let back = self.without_put_aside(&without_leftovers(&self.protocol.project(fs)));
            match undone {
                Ok(()) => assert!(back == case.old, "{name}: {when}: undo: {}", show(&back, case)),
                // The record itself may be what failed: the command has said that undo is not available.
                Err(error) => assert!(end.failed, "{name}: {when}: undo: {error}"),
            }
        }
    }

    /// Without whole versions that were put aside (`NAME.rej`), because nobody could look whether they were an editor's.
    fn without_put_aside(&self, tree: &Tree) -> Tree {
        let kept = tree.iter().filter(|(path, content)| !(path.contains(".rej") && self.case.knows(content)));
        kept.cloned().collect()
    }

    /// Every call fails in five ways, once and for ever; power goes after it, too. Then the outages: all calls, or those of one
    /// kind, fail for a while. The disk answers again when the next command comes.
    fn failed_calls(&mut self) {
        for call in (1..=self.calls).step_by(self.effort.chosen(self.calls)) {
            for (index, errno) in ERRNOS.into_iter().enumerate() {
                for lasts in [Lasts::Once, Lasts::Ever] {
                    let power_loss = index < self.effort.failures_with_power_loss;
                    self.fail(Fault { call, errno, lasts }, power_loss);
                }
            }
            let outages = self.effort.outages.iter().map(|count| Lasts::Calls(*count));
            for lasts in outages.chain([Lasts::ItsKind]) {
                self.fail(Fault { call, errno: Errno::IO, lasts }, lasts == Lasts::ItsKind);
            }
        }
    }

    fn fail(&mut self, fault: Fault, power_loss: bool) {
        let fs = self.started.fork();
        fs.fail(Some(fault));
        let result = self.protocol.act(&fs);
        fs.fail(None);
        let when = format!("{fault:?}: {result:?}");
        let now = self.protocol.project(&fs);
        match &result {
            Ok(()) => assert!(
                [now.clone(), without_leftovers(&now), without_folders_of_leftovers(&now)]
                    .contains(&self.case.new),
                "{}: {when}: {}",
                self.protocol.name(),
                show(&now, &self.case)
            ),
            Err(_) if fault.lasts == Lasts::Once => {
                let allowed = without_leftovers(&now) == self.case.old
                    || self.protocol.settled(&now, &now, "failed", &self.case);
                assert!(allowed, "{}: {when}: {}", self.protocol.name(), show(&now, &self.case));
            }
            Err(_) => {}
        }
        let end = End { done: result.is_ok(), failed: true };
        let bounds = self.effort.after_failure;
        let protocol = self.protocol.name();
        if power_loss {
            fs.crashes(Persistence::Any, bounds, |crash| {
                self.judge_once(
                    &crash.fs,
                    crash.fingerprint,
                    end,
                    format_args!("{protocol}: power lost after {when}"),
                );
            });
        }
        self.judge_once(&fs, fs.fingerprint(), end, &when);
    }

    /// An editor that ignores the lock saves before every call, by a new file and into the old one; power goes after it.
    fn editors(&mut self) {
        for path in &self.protocol.edited() {
            for call in (1..=self.calls).step_by(self.effort.chosen(self.calls)) {
                for careful in [true, false] {
                    self.edit(path, call, careful);
                }
            }
        }
    }

    fn edit(&mut self, path: &str, call: usize, careful: bool) {
        let fs = self.started.fork();
        let wrote = Rc::new(Cell::new(false));
        let flag = Rc::clone(&wrote);
        let edited = path.to_owned();
        fs.interfere(call, move |fs| {
            // An editor saves what it has open; a file that is gone it does not bring back here.
            if fs.get(&edited).is_none() {
                return;
            }
            flag.set(true);
            if careful {
                fs.save(&edited, THEIRS.as_bytes())
            } else {
                fs.overwrite(&edited, THEIRS.as_bytes())
            }
            fs.record();
        });
        let result = self.protocol.act(&fs);
        let when = format!(
            "{}: {path} edited before call {call} (careful: {careful}): {result:?}",
            self.protocol.name()
        );
        if !wrote.get() {
            return;
        }
        for before in fs.history().into_iter().step_by(self.effort.every_nth_edited) {
            self.count.states += 1;
            before.crashes(Persistence::Any, self.effort.after_failure, |crash| {
                self.count.states += 1;
                let end = End { done: false, failed: careful };
                if self.seen.insert((crash.fingerprint ^ EDITED, end)) {
                    self.assert_theirs(&crash.fs, || format!("{when}: lost before recovery"));
                    let answer = self.protocol.next(&crash.fs);
                    self.assert_theirs(&crash.fs, || format!("{when}: lost by {answer:?}"));
                }
            });
        }
        self.assert_theirs(&fs, || format!("{when}: lost"));
    }

    /// What the editor wrote is somewhere in the project.
    fn assert_theirs(&self, fs: &SimulatedFs, when: impl Fn() -> String) {
        let tree = self.protocol.project(fs);
        let mut known = self.theirs.borrow_mut();
        let mut holds = |content: &Content| {
            *known.entry(content.clone()).or_insert_with(|| contains(content, THEIRS.as_bytes()))
        };
        assert!(tree.iter().any(|(_, content)| holds(content)), "{}: {}", when(), show(&tree, &self.case));
    }
}

/// Without what a failed removal of a temporary file leaves.
fn without_leftovers(tree: &Tree) -> Tree {
    tree.iter().filter(|(path, _)| !is_leftover(path)).cloned().collect()
}

/// The same without folders in which nothing but that is: they could not go yet.
fn without_folders_of_leftovers(tree: &Tree) -> Tree {
    let is_kept = |folder: &str| {
        let things = tree.iter().map(|(path, _)| path.as_str()).filter(|path| !path.ends_with('/'));
        let mut inside = things.filter(|path| path.starts_with(folder)).peekable();
        folder.ends_with('/') && inside.peek().is_some() && inside.all(is_leftover)
    };
    without_leftovers(tree).into_iter().filter(|(path, _)| !is_kept(path)).collect()
}

fn is_leftover(path: &str) -> bool {
    path.ends_with(".cairn-tmp")
}

/// What differs from the tree before the command.
fn show(tree: &Tree, case: &Case) -> String {
    let text = |content: &[u8]| String::from_utf8_lossy(content).into_owned();
    let here = tree.iter().filter(|entry| !case.old.contains(entry));
    let here = here.map(|(path, content)| format!("\n  {path} {:?}", text(content)));
    let gone = case.old.iter().filter(|(path, _)| !tree.iter().any(|(found, _)| found == path));
    here.chain(gone.map(|(path, _)| format!("\n  {path} is gone"))).collect()
}
