//! What a command hands to the vault, as a protocol of the crash explorer.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use cairn_cli::output::exit::Exit;
use cairn_plan::{Change, RelativePath};
use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::{WritingCommand, sample};
use cairn_vault::simulation::explorer::{Case, Protocol, Tree, at};
use cairn_vault::simulation::recording::{Act, Task, record, reverse};
use cairn_vault::simulation::{Content, Fault, Lasts, SimulatedFs};
use cairn_vault::{
    Decision, Direction, Errno, Exclusive, Fs as _, Interrupt, OperationNote, Outcome, Root, StateHome,
    TransactionKind, VaultError, Writer,
};

use crate::disk::{Disk, HOME, ROOT};
use crate::inside;

/// One act of a command: the disk before the command, what the command did before this act, and the act.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    name: String,
    disk: Arc<Disk>,
    earlier: Vec<Act>,
    act: Act,
    leaving: Leaving,
}

/// The folders that an act moves or removes as a whole.
#[derive(Clone, Debug)]
enum Leaving {
    /// These, as paths of the simulated file system.
    Folders(Vec<String>),
    /// What an operation that is taken back says.
    Anything,
}

impl Leaving {
    fn of(act: &Act) -> Self {
        let changes = match &act.task {
            Task::Commit { plan, .. } => plan.changes.as_slice(),
            Task::Reversal { .. } => return Self::Anything,
            Task::Rewrite { .. } | Task::Replace { .. } => &[],
        };
        let folders = changes.iter().flat_map(|change| match change {
            Change::Move { from, to } => vec![from, to],
            Change::RemoveTree { path, .. } => vec![path],
            _ => Vec::new(),
        });
        Self::Folders(folders.map(|folder| format!("{ROOT}/{folder}")).collect())
    }

    fn holds(&self, path: &str) -> bool {
        let Self::Folders(folders) = self else { return true };
        folders.iter().any(|folder| {
            path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

/// Runs a command on its project, and gives every act of it, with the paths of the simulated file system.
pub(crate) fn of(command: &WritingCommand) -> Vec<Recorded> {
    let repository = command.prepare(&inside::prepare);
    let disk = Arc::new(Disk::of(&repository));
    let ((exit, said), acts) = record(|| inside::run(&repository, command.program, command.words));
    assert_eq!(exit, Exit::Done, "{}: {said}", command.shown());
    assert!(!acts.is_empty(), "{} wrote nothing", command.shown());
    let acts: Vec<Act> = acts.into_iter().map(|act| moved(act, &repository)).collect();
    let count = acts.len();
    let name = |index: usize| match count {
        1 => command.shown(),
        _ => format!("{} ({} of {count})", command.shown(), index + 1),
    };
    let one = |index: usize| Recorded {
        name: name(index),
        disk: Arc::clone(&disk),
        earlier: acts[..index].to_vec(),
        act: acts[index].clone(),
        leaving: Leaving::of(&acts[index]),
    };
    (0..count).map(one).collect()
}

/// The same act where the project is simulated.
fn moved(act: Act, repository: &TestRepository) -> Act {
    let git = repository.root().join(".git/cairn");
    let place = |path: &Path| if path == git { HOME.into() } else { ROOT.into() };
    assert!(act.root == repository.root() || act.root == git, "{}", act.root.display());
    assert!(act.home.as_ref().is_none_or(|home| *home == git), "{:?}", act.home);
    Act { root: place(&act.root), home: act.home.as_deref().map(place), ..act }
}

struct Free;

impl Exclusive for Free {
    fn confirm(&self) -> Result<(), VaultError> {
        Ok(())
    }
}

/// What git holds: the files of the sample.
fn blob(_: &str, path: &RelativePath) -> Option<Vec<u8>> {
    static COMMITTED: OnceLock<Disk> = OnceLock::new();
    COMMITTED.get_or_init(|| Disk::of(&sample())).file(&path.to_string())
}

impl Recorded {
    fn writing<T>(
        &self,
        act: &Act,
        fs: &SimulatedFs,
        with: impl FnOnce(&Writer<'_, SimulatedFs>) -> T,
    ) -> Result<T, String> {
        let root = Root::open_in(fs.clone(), &act.root).map_err(|error| error.to_string())?;
        let home = act.home.as_ref().map(|home| StateHome::in_fs(fs.clone(), home));
        let interrupt = Interrupt::new();
        Ok(with(&Writer {
            root: &root,
            home: home.as_ref(),
            lock: &Free,
            scope: &act.scope,
            interrupt: &interrupt,
        }))
    }

    /// What every writing command begins with.
    fn recover(&self, fs: &SimulatedFs) -> Result<String, String> {
        let recovered =
            self.writing(&self.act, fs, |writer| writer.recover())?.map_err(|error| error.to_string())?;
        let outcomes = recovered.iter().map(|found| match &found.outcome {
            Outcome::RolledBack => "back",
            Outcome::RolledForward => "forward",
            Outcome::RemovalBegun { .. } => "removal begun",
            Outcome::Stopped { .. } => "stopped",
        });
        Ok(outcomes.collect::<Vec<_>>().join(", "))
    }

    fn replayed(&self, act: &Act, fs: &SimulatedFs) -> Result<(), String> {
        self.writing(act, fs, |writer| act.replay(writer, &blob))?
    }

    /// How many changes it hands over.
    pub(crate) fn size(&self) -> usize {
        match &self.act.task {
            Task::Commit { plan, .. } => plan.changes.len(),
            Task::Reversal { .. } => self.disk.size(),
            Task::Rewrite { .. } | Task::Replace { .. } => 1,
        }
    }

    fn kind(&self) -> Option<TransactionKind> {
        match &self.act.task {
            Task::Commit { kind, .. } => Some(*kind),
            Task::Rewrite { .. } | Task::Reversal { .. } | Task::Replace { .. } => None,
        }
    }

    /// Is there a record that tells what a leftover is, and takes the command back?
    fn is_logged(&self) -> bool {
        let noted = !matches!(&self.act.task, Task::Replace { .. } | Task::Commit { note: None, .. });
        noted && self.act.home.is_some()
    }
}

fn is_leftover(path: &str) -> bool {
    path.ends_with(".cairn-tmp")
}

fn holds(tree: &Tree, (path, content): &(String, Content)) -> bool {
    at(tree, path) == Some(content)
}

impl Protocol for Recorded {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&self, fs: &SimulatedFs) {
        self.disk.put(fs);
        if self.earlier.iter().chain([&self.act]).any(|act| act.root == Path::new(HOME)) {
            fs.make_absolute(Path::new(HOME)).unwrap();
        }
        for act in &self.earlier {
            self.replayed(act, fs).unwrap();
        }
    }

    fn act(&self, fs: &SimulatedFs) -> Result<(), String> {
        self.recover(fs)?;
        self.replayed(&self.act, fs)
    }

    /// The next command of the scope. Behind a command on one file it writes that file, too, and is taken back: that is what
    /// clears what the dead left beside it.
    fn next(&self, fs: &SimulatedFs) -> Result<String, String> {
        let answer = self.recover(fs)?;
        let Task::Rewrite { path, note, .. } = &self.act.task else { return Ok(answer) };
        let full = format!("{ROOT}/{path}");
        let before = fs.get(&full);
        self.writing(&self.act, fs, |writer| {
            let note = OperationNote { command: "next".into(), ..note.clone() };
            let verb = |bytes: &[u8]| {
                let bytes = [bytes, b"next\n"].concat();
                Ok::<_, String>(Decision::Put { bytes: bytes.into(), fields: Vec::new(), answer: () })
            };
            writer.rewrite(path, u64::MAX, &note, verb).map_err(|error| error.to_string())?;
            reverse(writer, Direction::Undo, 1, &blob)
        })??;
        if fs.get(&full) == before { Ok(answer) } else { Err("undo of the next command".into()) }
    }

    /// G1: every file is a whole one that was there before or is there afterwards, and what is neither moved nor removed with
    /// its folder is there. G4: something is gone only when everything that takes its place is there.
    fn always(&self, tree: &Tree, case: &Case) -> bool {
        let whole = tree.iter().all(|(path, content)| case.knows(content) || is_leftover(path));
        let stays = |path: &str| at(&case.new, path).is_some() && !self.leaving.holds(path);
        let there = case.old.iter().all(|(path, _)| at(tree, path).is_some() || !stays(path));
        let recoverable = match self.kind() {
            Some(TransactionKind::Archive | TransactionKind::Cancel) => self.is_recoverable(tree, case),
            _ => true,
        };
        whole && there && recoverable
    }

    fn settled(&self, before: &Tree, after: &Tree, answer: &str, case: &Case) -> bool {
        let without = |tree: &Tree, dropped: &dyn Fn(&str) -> bool| -> Tree {
            tree.iter().filter(|(path, _)| !dropped(path)).cloned().collect()
        };
        if matches!(self.kind(), Some(TransactionKind::Archive | TransactionKind::Cancel)) {
            // Roundfix 15: removal had begun, or failed: nothing undone, nothing more removed.
            let begun = matches!(answer, "removal begun" | "failed" | "");
            let kept = before.iter().all(|entry| is_leftover(&entry.0) || holds(after, entry));
            return begun && kept && self.is_recoverable(after, case);
        }
        // Without a record nobody can tell what a leftover is: it stays, and `cairn doctor` names it.
        let rest = if self.is_logged() { after.clone() } else { without(after, &is_leftover) };
        // A folder alone is no harm.
        let is_new_folder = |path: &str| {
            path.ends_with('/') && at(&case.old, path).is_none() && at(&case.new, path).is_some()
        };
        rest == case.old || rest == case.new || without(&rest, &is_new_folder) == case.old
    }

    fn undo(&self, fs: &SimulatedFs) -> Option<Result<(), String>> {
        let direction = match &self.act.task {
            _ if !self.is_logged() => return None,
            Task::Reversal { direction: Direction::Undo, .. } => Direction::Redo,
            _ => Direction::Undo,
        };
        Some(self.writing(&self.act, fs, |writer| reverse(writer, direction, 1, &blob)).and_then(|done| done))
    }

    fn edited(&self) -> Vec<String> {
        let paths: Vec<&RelativePath> = match &self.act.task {
            Task::Rewrite { path, .. } | Task::Replace { path, .. } => vec![path],
            Task::Reversal { .. } => Vec::new(),
            Task::Commit { plan, .. } => plan
                .changes
                .iter()
                .filter_map(|change| match change {
                    Change::Write { path, .. } | Change::Delete { path, .. } => Some(path),
                    _ => None,
                })
                .collect(),
        };
        let there = paths.into_iter().map(|path| format!("{}/{path}", self.act.root.display()));
        there.take(2).collect()
    }

    fn project(&self, fs: &SimulatedFs) -> Tree {
        fs.tree_below(&self.act.root.display().to_string())
    }
}

impl Recorded {
    /// G4: the whole folder, or everything that stays after it.
    fn is_recoverable(&self, tree: &Tree, case: &Case) -> bool {
        let whole = case.old.iter().all(|entry| !self.leaving.holds(&entry.0) || holds(tree, entry));
        whole || case.new.iter().all(|entry| holds(tree, entry))
    }
}

/// Finishing what a crash left is a command of its own, and can crash as well.
pub(crate) struct Recovery {
    name: String,
    interrupted: Recorded,
    call: usize,
    /// What the disk held before the transaction.
    before: HashSet<Vec<u8>>,
}

/// Recoveries of transactions that were cut short at a third, at a half and at two thirds of their calls.
pub(crate) fn recoveries(recorded: &Recorded) -> Vec<Recovery> {
    let many = [recorded].into_iter().filter(|one| {
        matches!(one.kind(), Some(TransactionKind::Verb | TransactionKind::Unarchive)) && one.is_logged()
    });
    let cut = many.flat_map(|one| {
        let fs = SimulatedFs::new();
        one.prepare(&fs);
        fs.settle();
        fs.fail(None);
        one.act(&fs).unwrap();
        let calls = fs.calls();
        [calls / 3, calls / 2, calls * 2 / 3].map(|call| Recovery {
            name: format!("cairn recover, of {} cut short at call {call} of {calls}", one.name),
            interrupted: one.clone(),
            call,
            before: one.disk.contents(),
        })
    });
    cut.filter(Recovery::changes).collect()
}

impl Recovery {
    /// Is something left to do there?
    fn changes(&self) -> bool {
        let fs = SimulatedFs::new();
        self.prepare(&fs);
        let before = self.project(&fs);
        self.act(&fs).is_ok() && self.project(&fs) != before
    }
}

impl Protocol for Recovery {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&self, fs: &SimulatedFs) {
        self.interrupted.prepare(fs);
        // From this call on nothing reaches the disk: as if the process had been killed.
        fs.settle();
        fs.fail(Some(Fault { call: self.call, errno: Errno::IO, lasts: Lasts::Ever }));
        let _cut_short = self.interrupted.act(fs);
        fs.fail(None);
    }

    fn act(&self, fs: &SimulatedFs) -> Result<(), String> {
        match self.interrupted.recover(fs)?.as_str() {
            // A command that meets this says so and does nothing more.
            answer if answer.contains("stopped") => Err(answer.to_owned()),
            _ => Ok(()),
        }
    }

    fn next(&self, fs: &SimulatedFs) -> Result<String, String> {
        self.interrupted.next(fs)
    }

    fn always(&self, tree: &Tree, case: &Case) -> bool {
        tree.iter().all(|(_, content)| case.knows(content) || self.before.contains(&**content))
    }

    fn settled(&self, _: &Tree, after: &Tree, answer: &str, case: &Case) -> bool {
        // A recovery that a failed call ended leaves the rest to the next one.
        answer == "failed" || *after == case.new
    }

    /// Without the leftovers that it begins with: their names are other ones in every run.
    fn project(&self, fs: &SimulatedFs) -> Tree {
        let mut tree = self.interrupted.project(fs);
        tree.retain(|(path, _)| !is_leftover(path));
        tree
    }

    fn undo(&self, _: &SimulatedFs) -> Option<Result<(), String>> {
        None
    }

    fn edited(&self) -> Vec<String> {
        Vec::new()
    }
}
