//! Many files: forward, archive, unarchive, undo.

use super::*;
use cairn_plan::{ContentHash, Entry, EntryKind, FileMode};
use cairn_vault::simulation::explorer::contains;

pub(super) fn all() -> [Protocol; 5] {
    [renumbering(), archive(), unarchive(), undo(), undo_of_several()]
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

pub(super) fn in_git(at: &str) -> Option<&'static str> {
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
        undo: Some(|fs| turn_back(fs, Direction::Redo, 1)),
        ..renumbering()
    }
}

/// What is written first goes in the same transaction: a file that one operation made and the next one changed.
fn undo_of_several() -> Protocol {
    Protocol {
        name: "undo of several",
        prepare: |fs| {
            fs.put("/p/r.md", b"one\n");
            let changes = vec![
                Change::create(path("n/a.md"), *b"a\n"),
                Change::write(path("r.md"), b"one\n", *b"two\n"),
            ];
            commit(fs, TransactionKind::Verb, changes).unwrap();
            let changes = vec![
                Change::write(path("n/a.md"), b"a\n", *b"a b\n"),
                Change::write(path("r.md"), b"two\n", *b"three\n"),
            ];
            commit(fs, TransactionKind::Verb, changes).unwrap();
        },
        act: |fs| {
            recover(fs)?;
            turn_back(fs, Direction::Undo, 2)
        },
        undo: Some(|fs| turn_back(fs, Direction::Redo, 2)),
        edited: &["/p/r.md", "/p/n/a.md"],
        ..renumbering()
    }
}
