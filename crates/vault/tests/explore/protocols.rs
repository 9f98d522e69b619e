//! The protocols under proof: the one-file protocol, single steps, many files forward, archive, unarchive, undo.

use crate::explorer::{Case, Protocol, Tree, contains};
use cairn_plan::{Change, ContentHash, Entry, EntryKind, FileMode, Plan, RelativePath};
use cairn_vault::simulation::SimulatedFs;
use cairn_vault::{
    Commit, CommitError, Decision, Direction, Exclusive, Fs, Interrupt, OperationLog, OperationNote, Outcome,
    Root, StateHome, TransactionKind, VaultError, Writer,
};
use std::path::Path;

pub(crate) fn all() -> Vec<Protocol> {
    vec![
        one_file(),
        one_file_through_link(),
        one_file_without_log(),
        one_file_without_exchange(),
        new_file(),
        renumbering(),
        archive(),
        unarchive(),
        undo(),
    ]
}

struct Free;

impl Exclusive for Free {
    fn confirm(&self) -> Result<(), VaultError> {
        Ok(())
    }
}

fn with<T>(
    fs: &SimulatedFs,
    home: bool,
    act: impl FnOnce(&Writer<'_, SimulatedFs>) -> T,
) -> Result<T, String> {
    let root = Root::open_in(fs.clone(), Path::new("/p")).map_err(|error| error.to_string())?;
    let place = StateHome::in_fs(fs.clone(), "/h/cairn");
    let interrupt = Interrupt::new();
    Ok(act(&Writer {
        root: &root,
        home: home.then_some(&place),
        lock: &Free,
        scope: "s",
        interrupt: &interrupt,
    }))
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
    let verb = |bytes: &[u8]| {
        let bytes = [bytes, line.as_bytes()].concat();
        Ok::<_, String>(Decision::Put { bytes, fields: vec![], answer: () })
    };
    let done = with(fs, home, |writer| writer.rewrite(&path("STATE.md"), 1 << 20, &note("append"), verb))?;
    done.map(drop).map_err(|error| error.to_string())
}

fn take_back(fs: &SimulatedFs) -> Result<(), String> {
    with(fs, true, |writer| {
        let log =
            OperationLog::open(writer.home.unwrap()).map_err(|error| error.to_string())?.ok_or("no log")?;
        let mut blobs =
            |_: &str, path: &RelativePath| in_git(&path.to_string()).map(|text| text.as_bytes().to_vec());
        let planned = log
            .plan_reversal(writer.root, Direction::Undo, 1, &mut blobs)
            .map_err(|error| error.to_string())?;
        let reversal = planned.map_err(|refusal| format!("{refusal:?}"))?;
        writer.commit_reversal(&reversal).map_err(|error| error.to_string())
    })?
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
            let known = |(path, _): &(String, Vec<u8>)| !path.ends_with(".cairn-tmp");
            let rest: Tree = after.iter().filter(|entry| known(entry)).cloned().collect();
            before == after && (rest == case.old || rest == case.new)
        },
        undo: None,
        ..one_file()
    }
}

/// What most tools do: write beside, rename, flush `file` or nothing, never the folder. To see that it is found out.
fn renamed(fs: &SimulatedFs, flush: bool) -> Result<(), String> {
    let write = || {
        let dir = fs.open_absolute(Path::new("/p"))?;
        let mut file = fs.create(&dir, b"tmp", 0o644)?;
        fs.write(&mut file, b"new content\n")?;
        if flush {
            fs.sync_file(&file)?;
        }
        fs.rename(&dir, b"tmp", &dir, b"STATE.md")
    };
    write().map_err(|errno: cairn_vault::Errno| errno.to_string())
}

/// Protocols that break a promise.
pub(crate) fn broken() -> Vec<Protocol> {
    let plain = || Protocol {
        next: |_| Ok(String::new()),
        settled: |_, after, _, case| {
            let rest: Tree = after.iter().filter(|(path, _)| path != "/p/tmp").cloned().collect();
            rest == case.old || rest == case.new
        },
        undo: None,
        edited: &[],
        ..one_file()
    };
    vec![
        Protocol { name: "rename without flush", act: |fs| renamed(fs, false), ..plain() },
        Protocol { name: "flush of the file alone", act: |fs| renamed(fs, true), ..plain() },
        Protocol {
            name: "written in place",
            act: |fs| {
                fs.put("/p/STATE.md", b"new content\n");
                Ok(())
            },
            ..plain()
        },
    ]
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
            with_folder.push(("/p/new/".into(), Vec::new()));
            with_folder.sort_unstable();
            *after == with_folder
        },
        undo: Some(take_back),
        edited: &[],
    }
}

fn renumbering() -> Protocol {
    Protocol {
        name: "many files, forward",
        prepare: |fs| {
            fs.put("/p/r.md", b"5 6 7\n");
            fs.put("/p/p/05/keep", b"");
            fs.put("/p/p/06/06-PLAN.md", b"phase 06\n");
            fs.put("/p/p/07/07-PLAN.md", b"phase 07\n");
        },
        act: |fs| {
            recover(fs)?;
            let moved = |from: &str, to: &str| Change::Move { from: path(from), to: path(to) };
            let changes = vec![
                Change::RemoveTree { path: path("p/05"), entries: vec![file("keep", "")] },
                moved("p/06", "p/05"),
                moved("p/05/06-PLAN.md", "p/05/05-PLAN.md"),
                moved("p/07", "p/06"),
                moved("p/06/07-PLAN.md", "p/06/06-PLAN.md"),
                Change::write(path("p/05/05-PLAN.md"), b"phase 06\n", *b"phase 05\n"),
                Change::write(path("p/06/06-PLAN.md"), b"phase 07\n", *b"phase 06\n"),
                Change::write(path("r.md"), b"5 6 7\n", *b"5 6\n"),
                Change::Create {
                    path: path("new/log.md"),
                    bytes: b"removed 05\n".to_vec(),
                    mode: FileMode::Plain,
                },
            ];
            commit(fs, TransactionKind::Verb, changes)
        },
        next: recover,
        always: |_, _| true,
        settled: never,
        undo: Some(take_back),
        edited: &["/p/r.md", "/p/p/06/06-PLAN.md"],
    }
}

fn file(at: &str, text: &str) -> Entry {
    Entry { path: path(at), kind: EntryKind::File(ContentHash::of(text.as_bytes())) }
}

/// What git holds of the Spec.
const SPEC: [(&str, &str); 3] = [("s/_prd.md", "prd\n"), ("s/m/list.md", "list\n"), ("s/qa/run.sh", "#!\n")];

fn in_git(at: &str) -> Option<&'static str> {
    SPEC.iter().find(|(path, _)| *path == at).map(|(_, text)| *text)
}

/// G4: what is gone from the folder is in git, and then the record, the copy and the rewritten document are there.
fn recoverable(tree: &Tree, _: &Case) -> bool {
    let holds = |at: &str, text: &str| {
        tree.iter().any(|(path, content)| path == &format!("/p/{at}") && content == text.as_bytes())
    };
    let whole = SPEC.iter().all(|(path, text)| holds(path, text));
    whole
        || (holds("h/s.md", "record\n")
            && holds("d/list.md", "list\n")
            && holds("README.md", "see d/list.md\n"))
}

fn archive() -> Protocol {
    Protocol {
        name: "archive",
        prepare: |fs| {
            SPEC.iter().for_each(|(path, text)| fs.put(&format!("/p/{path}"), text.as_bytes()));
            fs.put_link("/p/s/latest", "qa/run.sh");
            fs.put("/p/README.md", b"see s/m/list.md\n");
        },
        act: |fs| {
            recover(fs)?;
            let folder = |at: &str| Entry { path: path(at), kind: EntryKind::Folder };
            let entries = vec![
                file("_prd.md", "prd\n"),
                folder("m"),
                file("m/list.md", "list\n"),
                folder("qa"),
                file("qa/run.sh", "#!\n"),
                Entry { path: path("latest"), kind: EntryKind::Link(b"qa/run.sh".to_vec()) },
            ];
            let changes = vec![
                Change::create(path("d/list.md"), *b"list\n"),
                Change::write(path("README.md"), b"see s/m/list.md\n", *b"see d/list.md\n"),
                Change::create(path("h/s.md"), *b"record\n"),
                Change::RemoveTree { path: path("s"), entries },
            ];
            commit(fs, TransactionKind::Archive, changes)
        },
        next: recover,
        always: recoverable,
        // Roundfix 15: removal had begun, or failed: nothing undone, nothing more removed.
        settled: |before, after, answer, case| {
            let begun = matches!(answer, "removal begun" | "failed" | "");
            // A file that was just going may have got its name back.
            let kept = before.iter().all(|entry| entry.0.ends_with(".cairn-tmp") || after.contains(entry));
            begun && kept && recoverable(after, case) && after.iter().any(|(path, _)| path == "/p/h/s.md")
        },
        undo: Some(take_back),
        edited: &["/p/README.md", "/p/s/m/list.md"],
    }
}

fn unarchive() -> Protocol {
    Protocol {
        name: "unarchive",
        prepare: |fs| {
            fs.put("/p/h/s.md", b"record\n");
            fs.put("/p/README.md", b"see d/list.md\n");
        },
        act: |fs| {
            recover(fs)?;
            let mut changes: Vec<Change> =
                SPEC.iter().map(|(at, text)| Change::create(path(at), *text)).collect();
            changes.push(Change::CreateLink { path: path("s/latest"), target: b"qa/run.sh".to_vec() });
            changes.push(Change::write(path("README.md"), b"see d/list.md\n", *b"see s/m/list.md\n"));
            changes.push(Change::Delete { path: path("h/s.md"), before: ContentHash::of(b"record\n") });
            commit(fs, TransactionKind::Unarchive, changes)
        },
        next: recover,
        always: |tree, _| {
            let record = tree.iter().any(|(path, content)| path == "/p/h/s.md" && content == b"record\n");
            let whole = SPEC.iter().all(|(at, text)| {
                tree.iter().any(|(path, content)| *path == format!("/p/{at}") && content == text.as_bytes())
            });
            record || whole || tree.iter().any(|(_, content)| contains(content, b"record\n"))
        },
        settled: never,
        undo: Some(take_back),
        edited: &["/p/README.md", "/p/h/s.md"],
    }
}

fn undo() -> Protocol {
    Protocol {
        name: "undo",
        prepare: |fs| {
            (renumbering().prepare)(fs);
            (renumbering().act)(fs).unwrap();
        },
        act: |fs| {
            recover(fs)?;
            take_back(fs)
        },
        // The marks go with the files: what is undone is not undone again, what is not undone still can be.
        undo: Some(|fs| {
            with(fs, true, |writer| {
                let log = OperationLog::open(writer.home.unwrap())
                    .map_err(|error| error.to_string())?
                    .ok_or("no log")?;
                let planned = log.plan_reversal(writer.root, Direction::Redo, 1, &mut |_, _| None);
                let reversal =
                    planned.map_err(|error| error.to_string())?.map_err(|refusal| format!("{refusal:?}"))?;
                writer.commit_reversal(&reversal).map_err(|error| error.to_string())
            })?
        }),
        ..renumbering()
    }
}
