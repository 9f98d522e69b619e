//! The protocols under proof: the one-file protocol, single steps, many files forward, archive, unarchive, undo.

use cairn_plan::{Change, Plan, RelativePath};
use cairn_vault::simulation::explorer::{Case, Tree, at};
use cairn_vault::simulation::recording::reverse;
use cairn_vault::simulation::{Content, SimulatedFs};
use cairn_vault::{
    Commit, CommitError, Decision, Direction, Exclusive, Interrupt, OperationNote, Outcome, Root, StateHome,
    TransactionKind, VaultError, Writer,
};
use std::cell::RefCell;
use std::path::Path;

mod broken;
mod described;
mod many_files;
use described::Protocol;
use many_files::in_git;

pub(crate) use broken::broken;

pub(crate) fn all() -> Vec<Protocol> {
    let one = [
        one_file(),
        one_file_through_link(),
        one_file_without_log(),
        one_file_without_exchange(),
        large_file(),
        two_writers(),
        new_file(),
    ];
    one.into_iter().chain(many_files::all()).collect()
}

struct Free;

impl Exclusive for Free {
    fn confirm(&self) -> Result<(), VaultError> {
        Ok(())
    }
}

/// A lock whose owner lets the next writer in as soon as it may.
struct Polite<'fs> {
    fs: &'fs SimulatedFs,
    next: RefCell<Result<(), String>>,
}

impl Exclusive for Polite<'_> {
    fn confirm(&self) -> Result<(), VaultError> {
        Ok(())
    }

    fn let_go(&self) {
        *self.next.borrow_mut() = recover(self.fs).and_then(|_| append(self.fs, true, "two\n"));
    }
}

fn with<T>(
    fs: &SimulatedFs,
    home: bool,
    act: impl FnOnce(&Writer<'_, SimulatedFs>) -> T,
) -> Result<T, String> {
    under(&Free, fs, home, act)
}

fn under<T>(
    lock: &dyn Exclusive,
    fs: &SimulatedFs,
    home: bool,
    act: impl FnOnce(&Writer<'_, SimulatedFs>) -> T,
) -> Result<T, String> {
    let root = Root::open_in(fs.clone(), Path::new("/p")).map_err(|error| error.to_string())?;
    let place = StateHome::in_fs(fs.clone(), "/h/cairn");
    let interrupt = Interrupt::new();
    Ok(act(&Writer { root: &root, home: home.then_some(&place), lock, scope: "s", interrupt: &interrupt }))
}

fn note(command: &str) -> OperationNote {
    OperationNote { time: "2026-10-07T12:00:00.000Z".into(), command: command.into(), fields: vec![] }
}

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

/// Recovery, as every writing command begins; its outcomes as text.
fn recover(fs: &SimulatedFs) -> Result<String, String> {
    let recovered = with(fs, true, |writer| writer.recover())?.map_err(|error| error.to_string())?;
    let outcomes = recovered.iter().map(|found| match &found.outcome {
        Outcome::RolledBack => "back",
        Outcome::RolledForward => "forward",
        Outcome::RemovalBegun { .. } => "removal begun",
        Outcome::Stopped { .. } => "stopped",
    });
    Ok(outcomes.collect::<Vec<_>>().join(", "))
}

fn append(fs: &SimulatedFs, home: bool, line: &str) -> Result<(), String> {
    append_under(&Free, fs, home, line)
}

fn append_under(lock: &dyn Exclusive, fs: &SimulatedFs, home: bool, line: &str) -> Result<(), String> {
    let verb = |bytes: &[u8]| {
        let bytes = [bytes, line.as_bytes()].concat();
        Ok::<_, String>(Decision::Put { bytes: bytes.into(), fields: vec![], answer: () })
    };
    let done =
        under(lock, fs, home, |writer| writer.rewrite(&path("STATE.md"), 1 << 20, &note("append"), verb))?;
    done.map(drop).map_err(|error| error.to_string())
}

fn take_back(fs: &SimulatedFs) -> Result<(), String> {
    turn_back(fs, Direction::Undo, 1)
}

/// The newest `count` operations taken back, or done again.
fn turn_back(fs: &SimulatedFs, direction: Direction, count: usize) -> Result<(), String> {
    let blobs = |_: &str, path: &RelativePath| in_git(&path.to_string()).map(|text| text.as_bytes().to_vec());
    with(fs, true, |writer| reverse(writer, direction, count, &blobs))?
}

fn never(_: &Tree, _: &Tree, _: &str, _: &Case) -> bool {
    false
}

/// G1: the file is the whole old one or the whole new one, at every instant.
fn old_or_new(tree: &Tree, case: &Case) -> bool {
    let files =
        |tree: &Tree| -> Tree { tree.iter().filter(|(path, _)| path.ends_with(".md")).cloned().collect() };
    let now = files(tree);
    now == files(&case.old) || now == files(&case.new)
}

const STATE: &str = "---\nstatus: planning\n---\n\n# State\n\nA line that is longer than the others.\n";

/// The next command writes, too: that is what clears what the dead left.
fn next_write(fs: &SimulatedFs) -> Result<String, String> {
    let answer = recover(fs)?;
    let before = fs.get("/p/STATE.md");
    append(fs, true, "next\n")?;
    take_back(fs)?;
    if fs.get("/p/STATE.md") == before { Ok(answer) } else { Err("undo of the next command".into()) }
}

fn one_file() -> Protocol {
    Protocol {
        name: "one file",
        prepare: |fs| fs.put("/p/STATE.md", STATE.as_bytes()),
        act: |fs| {
            recover(fs)?;
            append(fs, true, "one\n")
        },
        next: next_write,
        always: old_or_new,
        settled: never,
        undo: Some(take_back),
        edited: &["/p/STATE.md"],
    }
}

fn one_file_through_link() -> Protocol {
    Protocol {
        name: "one file, linked",
        prepare: |fs| {
            fs.put("/p/shared/harbour.md", STATE.as_bytes());
            fs.put_link("/p/STATE.md", "shared/harbour.md");
        },
        next: |fs| {
            let answer = recover(fs)?;
            append(fs, true, "next\n")?;
            take_back(fs).map(|()| answer)
        },
        edited: &["/p/shared/harbour.md"],
        ..one_file()
    }
}

fn one_file_without_log() -> Protocol {
    Protocol {
        name: "one file, no log",
        act: |fs| append(fs, false, "one\n"),
        next: |_| Ok(String::new()),
        // Without a record nobody can tell what a leftover is: it stays, and `cairn doctor` names it.
        settled: |before, after, _, case| {
            let known = |(path, _): &(String, Content)| !path.ends_with(".cairn-tmp");
            let rest: Tree = after.iter().filter(|entry| known(entry)).cloned().collect();
            before == after && (rest == case.old || rest == case.new)
        },
        undo: None,
        ..one_file()
    }
}

/// The last look and the rename are two calls there: an editor in between is the one thing that G3 cannot promise.
fn one_file_without_exchange() -> Protocol {
    Protocol {
        name: "one file, no exchange",
        prepare: |fs| {
            (one_file().prepare)(fs);
            fs.without_exchange();
        },
        // The flush of the folder fails behind the rename: the new content is there, and nobody can promise that it stays.
        settled: |_, after, answer, case| answer == "failed" && *after == case.new,
        edited: &[],
        ..one_file()
    }
}

/// The new content is written without a name, before the record, and is too long to be kept in it: the log has a file of what the
/// operation before left, and gets another.
fn large_file() -> Protocol {
    /// Longer than what a record holds.
    const LENGTH: usize = 40_000;
    Protocol {
        name: "one file, large",
        prepare: |fs| {
            fs.put("/p/STATE.md", [STATE.as_bytes(), &[b'.'; LENGTH], b"\n"].concat().as_slice());
            fs.with_nameless_files();
            append(fs, true, "an earlier operation\n").unwrap();
        },
        ..one_file()
    }
}

/// The second begins when the first has let go of its lock, and ends before the first has cleared up.
fn two_writers() -> Protocol {
    const MIDDLE: &str = "one\n";
    /// The file as the first one left it.
    fn is_middle(tree: &Tree) -> bool {
        at(tree, "/p/STATE.md").is_some_and(|content| content.to_vec() == [STATE, MIDDLE].concat().as_bytes())
    }
    Protocol {
        name: "two writers",
        act: |fs| {
            recover(fs)?;
            let lock = Polite { fs, next: RefCell::new(Err("was never let in".to_owned())) };
            append_under(&lock, fs, true, MIDDLE)?;
            lock.next.into_inner()
        },
        always: |tree, case| old_or_new(tree, case) || is_middle(tree),
        settled: |_, after, _, case| is_middle(after) && after.len() == case.old.len(),
        undo: Some(|fs| take_back(fs).and_then(|()| take_back(fs))),
        ..one_file()
    }
}

fn commit(fs: &SimulatedFs, kind: TransactionKind, changes: Vec<Change>) -> Result<(), String> {
    let plan = Plan { description: "d".into(), changes };
    let note = note("commit");
    let git = |path: &RelativePath| in_git(&path.to_string()).map(|_| ("5f0e".to_owned(), path.clone()));
    let how = Commit { kind, note: Some(&note), in_git: &git };
    match with(fs, true, |writer| writer.commit(&plan, &how))? {
        Ok(_) => Ok(()),
        Err(CommitError::DeletionFailed { .. }) => Err("deletion failed".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn new_file() -> Protocol {
    Protocol {
        name: "new file",
        prepare: |fs| fs.put("/p/x.md", b"x"),
        act: |fs| {
            recover(fs)?;
            commit(fs, TransactionKind::Verb, vec![Change::create(path("new/STATE.md"), STATE)])
        },
        next: recover,
        always: old_or_new,
        // The folder alone is no harm.
        settled: |_, after, _, case| {
            let mut with_folder = case.old.clone();
            with_folder.push(("/p/new/".into(), Content::default()));
            with_folder.sort_unstable();
            *after == with_folder
        },
        undo: Some(take_back),
        edited: &[],
    }
}
