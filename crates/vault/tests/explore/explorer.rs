//! Runs one protocol through everything that can happen to it, and judges what is left.

use cairn_vault::Errno;
use cairn_vault::simulation::{Bounds, Fault, Persistence, SimulatedFs};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// The project's files: path and content.
pub(crate) type Tree = Vec<(String, Vec<u8>)>;

/// A command as a process runs it; `Ok` is exit 0.
type Command = fn(&SimulatedFs) -> Result<(), String>;

/// One writing command, what comes after it, and what must hold.
pub(crate) struct Protocol {
    pub(crate) name: &'static str,
    /// The disk before.
    pub(crate) prepare: fn(&SimulatedFs),
    /// The command: recovery first.
    pub(crate) act: Command,
    /// The next command's recovery. What it answers is judged by `settled`.
    pub(crate) next: fn(&SimulatedFs) -> Result<String, String>,
    /// Holds at every instant, before any recovery (G1, G4).
    pub(crate) always: fn(&Tree, &Case) -> bool,
    /// Holds for the disk before and after the recovery and its answer, where it is neither the old nor the new tree.
    pub(crate) settled: fn(&Tree, &Tree, &str, &Case) -> bool,
    /// Taking it back gives the old tree (G7); `None` where there is no record.
    pub(crate) undo: Option<Command>,
    /// Files that an editor may write meanwhile.
    pub(crate) edited: &'static [&'static str],
}

/// The tree before the command and after it.
pub(crate) struct Case {
    pub(crate) old: Tree,
    pub(crate) new: Tree,
}

/// How much of what can happen is tried. The long form tries everything; the short one, for every run of the tests,
/// takes power away only after one of the five failures, and at every eighth step of a run with an editor.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    bounds: Bounds,
    after_failure: Bounds,
    failures_with_power_loss: usize,
    every_nth_edited: usize,
}

impl Effort {
    pub(crate) fn for_states(wanted: usize) -> Self {
        if wanted > 150_000 {
            Self {
                bounds: Bounds { names: 128, data: 24, cuts: 5 },
                after_failure: Bounds { names: 4, data: 4, cuts: 1 },
                failures_with_power_loss: ERRNOS.len(),
                every_nth_edited: 1,
            }
        } else {
            Self {
                bounds: Bounds { names: 20, data: 10, cuts: 2 },
                after_failure: Bounds { names: 1, data: 3, cuts: 1 },
                failures_with_power_loss: 1,
                every_nth_edited: 8,
            }
        }
    }
}

#[derive(Default)]
pub(crate) struct Count {
    pub(crate) states: usize,
    pub(crate) distinct: usize,
}

/// The five ways in which a call fails.
const ERRNOS: [Errno; 5] = [Errno::IO, Errno::NOSPC, Errno::ACCESS, Errno::ROFS, Errno::INTR];

/// Keeps the disks with an editor's text apart from the others.
const EDITED: u64 = 0x00ed_17ed_00ed_17ed;

/// What an editor writes: must be found somewhere at the end.
const THEIRS: &str = "theirs: written by an editor that knows no lock\n";

pub(crate) fn explore(protocol: &Protocol, effort: Effort) -> Count {
    let mut explorer =
        Explorer { protocol, effort, case: case(protocol), seen: HashSet::new(), count: Count::default() };
    explorer.power_losses();
    explorer.failed_calls();
    explorer.editors();
    explorer.count.distinct = explorer.seen.len();
    explorer.count
}

fn start(protocol: &Protocol) -> SimulatedFs {
    let fs = SimulatedFs::new();
    (protocol.prepare)(&fs);
    fs.settle();
    fs
}

fn case(protocol: &Protocol) -> Case {
    let fs = start(protocol);
    let old = project(&fs);
    (protocol.act)(&fs).unwrap();
    let new = project(&fs);
    assert_ne!(old, new, "{}", protocol.name);
    Case { old, new }
}

pub(crate) fn project(fs: &SimulatedFs) -> Tree {
    fs.tree().into_iter().filter(|(path, _)| path.starts_with("/p/")).collect()
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
    protocol: &'explore Protocol,
    effort: Effort,
    case: Case,
    seen: HashSet<(u64, End)>,
    count: Count,
}

impl Explorer<'_> {
    /// Power goes before every call that changes something, and after the last one.
    fn power_losses(&mut self) {
        let fs = start(self.protocol);
        fs.record();
        (self.protocol.act)(&fs).unwrap();
        let history = fs.history();
        let last = history.len() - 1;
        for (at, before) in history.iter().enumerate() {
            for persistence in Persistence::ALL {
                before.crashes(persistence, self.effort.bounds, |crash| {
                    self.judge_once(
                        &crash.fs,
                        crash.fingerprint,
                        End { done: at == last, failed: false },
                        &format!("{persistence:?}, step {at}"),
                    );
                });
            }
            // A killed process: everything it did is there.
            self.judge(
                &before.fork(),
                End { done: at == last, failed: false },
                &format!("killed at step {at}"),
            );
        }
    }

    fn judge_once(&mut self, fs: &SimulatedFs, fingerprint: u64, end: End, when: &str) {
        self.count.states += 1;
        if self.seen.insert((fingerprint, end)) {
            self.judge(fs, end, when);
        }
    }

    fn judge(&self, fs: &SimulatedFs, end: End, when: &str) {
        let (protocol, case) = (self.protocol, &self.case);
        let name = protocol.name;
        let before = project(fs);
        assert!(
            (protocol.always)(&before, case),
            "{name}: {when}: broken before recovery: {}",
            show(&before)
        );
        let answer =
            (protocol.next)(fs).unwrap_or_else(|error| panic!("{name}: {when}: the next command: {error}"));
        let after = if end.failed { without_leftovers(&project(fs)) } else { project(fs) };
        if end.done {
            assert_eq!(show(&after), show(&case.new), "{name}: {when}: lost after exit 0");
        }
        let settled =
            after == case.old || after == case.new || (protocol.settled)(&before, &after, &answer, case);
        assert!(
            settled,
            "{name}: {when}: neither old nor new after {answer:?}: {} from {}",
            show(&after),
            show(&before)
        );
        if let (Some(undo), true) = (protocol.undo, after == case.new) {
            match undo(fs) {
                Ok(()) => assert_eq!(
                    show(&without_leftovers(&project(fs))),
                    show(&case.old),
                    "{name}: {when}: undo"
                ),
                // The record itself may be what failed: the command has said that undo is not available.
                Err(error) => assert!(end.failed, "{name}: {when}: undo: {error}"),
            }
        }
    }

    /// Every call fails in five ways, once and for ever; power goes after it, too.
    fn failed_calls(&mut self) {
        let fs = start(self.protocol);
        fs.fail(None);
        (self.protocol.act)(&fs).unwrap();
        for call in 1..=fs.calls() {
            for (index, errno) in ERRNOS.into_iter().enumerate() {
                for for_ever in [false, true] {
                    let power_loss = index < self.effort.failures_with_power_loss;
                    self.fail(Fault { call, errno, for_ever }, power_loss);
                }
            }
        }
    }

    fn fail(&mut self, fault: Fault, power_loss: bool) {
        let fs = start(self.protocol);
        fs.fail(Some(fault));
        let result = (self.protocol.act)(&fs);
        fs.fail(None);
        let when = format!("{fault:?}: {result:?}");
        self.count.states += 1;
        let now = project(&fs);
        match &result {
            Ok(()) => assert!(
                now == self.case.new || without_leftovers(&now) == self.case.new,
                "{when}: {}",
                show(&now)
            ),
            Err(_) if !fault.for_ever => {
                let allowed = without_leftovers(&now) == self.case.old
                    || (self.protocol.settled)(&now, &now, "failed", &self.case);
                assert!(allowed, "{}: {when}: {}", self.protocol.name, show(&now));
            }
            Err(_) => {}
        }
        let end = End { done: result.is_ok(), failed: true };
        let bounds = self.effort.after_failure;
        let protocol = self.protocol.name;
        if power_loss {
            fs.crashes(Persistence::Any, bounds, |crash| {
                self.judge_once(
                    &crash.fs,
                    crash.fingerprint,
                    end,
                    &format!("{protocol}: power lost after {when}"),
                );
            });
        }
        self.judge(&fs, end, &when);
    }

    /// An editor that ignores the lock saves before every call, by a new file and into the old one; power goes after it.
    fn editors(&mut self) {
        let fs = start(self.protocol);
        fs.fail(None);
        (self.protocol.act)(&fs).unwrap();
        let calls = fs.calls();
        for path in self.protocol.edited {
            for call in 1..=calls {
                for careful in [true, false] {
                    self.edit(path, call, careful);
                }
            }
        }
    }

    fn edit(&mut self, path: &'static str, call: usize, careful: bool) {
        let fs = start(self.protocol);
        fs.fail(None);
        let wrote = Rc::new(RefCell::new(false));
        let flag = Rc::clone(&wrote);
        fs.interfere(call, move |fs| {
            // An editor saves what it has open; a file that is gone it does not bring back here.
            if fs.get(path).is_none() {
                return;
            }
            *flag.borrow_mut() = true;
            if careful { fs.save(path, THEIRS.as_bytes()) } else { fs.overwrite(path, THEIRS.as_bytes()) }
        });
        fs.record();
        let result = (self.protocol.act)(&fs);
        let when = format!(
            "{}: {path} edited before call {call} (careful: {careful}): {result:?}",
            self.protocol.name
        );
        if !*wrote.borrow() {
            return;
        }
        let holds_theirs = |tree: &Tree| tree.iter().any(|(_, content)| contains(content, THEIRS.as_bytes()));
        let edited = fs.history().into_iter().filter(|fs| holds_theirs(&project(fs)));
        for before in edited.step_by(self.effort.every_nth_edited) {
            self.count.states += 1;
            before.crashes(Persistence::Any, self.effort.after_failure, |crash| {
                self.count.states += 1;
                let end = End { done: false, failed: careful };
                if !self.seen.insert((crash.fingerprint ^ EDITED, end)) {
                    return;
                }
                assert!(
                    holds_theirs(&project(&crash.fs)),
                    "{when}: lost before recovery: {}",
                    show(&project(&crash.fs))
                );
                let answer = (self.protocol.next)(&crash.fs);
                assert!(
                    holds_theirs(&project(&crash.fs)),
                    "{when}: lost by {answer:?}: {}",
                    show(&project(&crash.fs))
                );
            });
        }
        assert!(holds_theirs(&project(&fs)), "{when}: lost: {}", show(&project(&fs)));
    }
}

/// Without what a failed removal of a temporary file leaves.
fn without_leftovers(tree: &Tree) -> Tree {
    tree.iter().filter(|(path, _)| !path.ends_with(".cairn-tmp")).cloned().collect()
}

pub(crate) fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn show(tree: &Tree) -> String {
    tree.iter().map(|(path, content)| format!("\n  {path} {:?}", String::from_utf8_lossy(content))).collect()
}
