//! The one-file protocol on the real file system. `tests/explore.rs` runs it on the simulated one.

use super::*;
use crate::fs::Root;
use crate::lock::{Lock, Waiting};
use crate::operations::{Operation, OperationLog};
use crate::{Exclusive, Interrupt, StateHome};
use std::convert::Infallible;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;

mod letting_go;

struct Project {
    folder: tempfile::TempDir,
    root: Root,
    home: StateHome,
    interrupt: Interrupt,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join("p").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let root = Root::open(&folder.path().join("p")).unwrap();
        let home = StateHome::new(folder.path().join("home/cairn"));
        Self { folder, root, home, interrupt: Interrupt::new() }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("p").join(path)
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let listed = fs::read_dir(self.at(folder)).unwrap();
        let mut names: Vec<_> =
            listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn rewrite(
        &self,
        path: &str,
        verb: impl FnMut(&[u8]) -> Result<Decision<u32>, Infallible>,
    ) -> Result<Rewritten<u32>, RewriteError<Infallible>> {
        let waiting = Waiting::new(std::time::Duration::ZERO, self.interrupt.clone());
        let lock = Lock::of_state(&self.root, None, &waiting).unwrap();
        self.rewrite_under(&lock, path, verb)
    }

    fn rewrite_under(
        &self,
        lock: &dyn Exclusive,
        path: &str,
        verb: impl FnMut(&[u8]) -> Result<Decision<u32>, Infallible>,
    ) -> Result<Rewritten<u32>, RewriteError<Infallible>> {
        let writer =
            Writer { root: &self.root, home: Some(&self.home), lock, scope: "", interrupt: &self.interrupt };
        let note =
            OperationNote { time: "2026-10-07T12:00:00.000Z".into(), command: "x".into(), fields: vec![] };
        writer.rewrite(&path.try_into().unwrap(), 1 << 23, &note, verb)
    }

    fn log(&self) -> Vec<Operation> {
        OperationLog::open(&self.home).unwrap().map(|log| log.list().unwrap()).unwrap_or_default()
    }
}

fn put(bytes: &str) -> Result<Decision<u32>, Infallible> {
    Ok(Decision::Put { bytes: bytes.as_bytes().into(), fields: vec!["Status".into()], answer: 7 })
}

/// G1, G2, D5: new content, mode kept, nothing else in the folder, an entry in the log.
#[test]
fn replaces_the_content_and_nothing_else() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    fs::set_permissions(project.at("STATE.md"), fs::Permissions::from_mode(0o640)).unwrap();
    let done = project
        .rewrite("STATE.md", |bytes| put(&String::from_utf8_lossy(bytes).replace("one", "two")))
        .unwrap();
    assert_eq!(done, Rewritten { answer: 7, changed: true, undoable: true, operation: Some(1) });
    assert_eq!(project.text("STATE.md"), "two\n");
    assert_eq!(fs::metadata(project.at("STATE.md")).unwrap().permissions().mode() & 0o7777, 0o640);
    assert_eq!(project.names("."), ["STATE.md"]);
    let log = project.log();
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].id, log[0].note.fields.clone()), (1, vec!["Status".to_owned()]));
    assert_eq!(log[0].files, ["STATE.md".try_into().unwrap()]);
}

/// G7: what each operation left can be told, of a short content from its record, of a long one from the file that is kept of the
/// newest; and the log is put in order by the next operation, whatever its length.
#[test]
fn what_was_left_can_be_told() {
    let long = |letter: &str| format!("{}\n", letter.repeat(LONGEST_IN_RECORD));
    let contents = ["b\n".to_owned(), long("c"), "d\n".to_owned(), long("e"), long("f"), "g\n".to_owned()];
    let kept_files = [0, 1, 0, 1, 1, 0];
    let project = Project::new(&[("STATE.md", "a\n")]);
    let log = OperationLog::make(&project.home).unwrap();
    for (number, content) in contents.iter().enumerate() {
        project.rewrite("STATE.md", |_| put(content)).unwrap();
        let files = fs::read_dir(project.home.folder().join("ops")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.ends_with(".left")).count(), kept_files[number], "{number}");
        let operations = project.log();
        for left in &contents[..=number] {
            let told = log.content(ContentHash::of(left.as_bytes()), &operations);
            assert!(told.as_deref() == Some(left.as_bytes()), "{} of {number}", left.len());
        }
    }
}

/// D6: no difference, no write, no record.
#[test]
fn equal_bytes_write_nothing() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    let before = fs::metadata(project.at("STATE.md")).unwrap().modified().unwrap();
    for decision in
        [Decision::Keep(1), Decision::Put { bytes: b"one\n".to_vec().into(), fields: vec![], answer: 1 }]
    {
        let done = project.rewrite("STATE.md", |_| Ok(decision.clone())).unwrap();
        assert_eq!((done.changed, done.operation), (false, None));
    }
    assert_eq!(fs::metadata(project.at("STATE.md")).unwrap().modified().unwrap(), before);
    assert!(project.log().is_empty());
    assert!(!project.folder.path().join("home").exists());
}

/// S-01, fault kind "file identity": a link stays, its target is written; one that leads out is refused.
#[test]
fn links() {
    let project = Project::new(&[("shared/harbour.md", "one\n"), ("b/x", "")]);
    symlink("../shared/harbour.md", project.at("b/STATE.md")).unwrap();
    project.rewrite("b/STATE.md", |_| put("two\n")).unwrap();
    assert_eq!(fs::read_link(project.at("b/STATE.md")).unwrap(), PathBuf::from("../shared/harbour.md"));
    assert_eq!(project.text("shared/harbour.md"), "two\n");
    assert_eq!(project.names("shared"), ["harbour.md"]);

    symlink(project.at("shared"), project.at("absolute")).unwrap();
    project.rewrite("absolute/harbour.md", |_| put("three\n")).unwrap();
    assert_eq!(project.text("shared/harbour.md"), "three\n");

    fs::write(project.folder.path().join("outside"), "theirs").unwrap();
    symlink("../outside", project.at("out")).unwrap();
    symlink("loop", project.at("loop")).unwrap();
    for path in ["out", "loop"] {
        let refused = project.rewrite(path, |_| put("x"));
        assert!(matches!(refused, Err(RewriteError::Vault(VaultError::OutsideRoot(_)))), "{refused:?}");
    }
    assert_eq!(fs::read_to_string(project.folder.path().join("outside")).unwrap(), "theirs");
}

/// Fault kind "execution, special files": a pipe is refused at once, never waited for.
#[test]
fn special_files() {
    let project = Project::new(&[("folder/x", "")]);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        project.at("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    for path in ["pipe", "folder"] {
        let refused = project.rewrite(path, |_| put("x"));
        assert!(matches!(refused, Err(RewriteError::Vault(VaultError::NotRegular(_)))), "{refused:?}");
    }
    assert!(project.rewrite("none", |_| put("x")).unwrap_err().is_not_found());
    assert!(project.rewrite("none/none", |_| put("x")).unwrap_err().is_not_found());
}

/// G3: an editor that ignores the lock is never overwritten; the verb runs again on its text.
#[test]
fn an_editor_was_faster() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    let mut runs = 0;
    let done = project.rewrite("STATE.md", |bytes| {
        runs += 1;
        if runs == 1 {
            fs::write(project.at("STATE.md"), "theirs\n").unwrap();
        }
        put(&format!("{}ours\n", String::from_utf8_lossy(bytes)))
    });
    assert_eq!(done.unwrap().operation, Some(1));
    assert_eq!(project.text("STATE.md"), "theirs\nours\n");
    assert_eq!(project.names("."), ["STATE.md"]);
    assert_eq!(project.log().len(), 1);
}

/// G3: three times in a row; its text stays, ours lies beside it.
#[test]
fn an_editor_was_always_faster() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    for (round, kept) in [(1, "STATE.md.rej"), (2, "STATE.md.rej.2")] {
        let mut runs = 0;
        let failed = project.rewrite("STATE.md", |_| {
            runs += 1;
            fs::write(project.at("STATE.md"), format!("theirs {round} {runs}\n")).unwrap();
            put("ours\n")
        });
        let Err(RewriteError::Vault(VaultError::ConcurrentEdit { path, rejected })) = failed else {
            panic!("{failed:?}")
        };
        assert_eq!((path.to_string(), rejected.unwrap().to_string()), ("STATE.md".into(), kept.to_owned()));
        assert_eq!(project.text("STATE.md"), format!("theirs {round} 3\n"));
        assert_eq!(project.text(kept), "ours\n");
    }
    assert_eq!(project.names("."), ["STATE.md", "STATE.md.rej", "STATE.md.rej.2"]);
    assert!(project.log().is_empty());
}

/// An editor that saves by rename, and one that removes the file.
#[test]
fn an_editor_replaced_or_removed_the_file() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    let mut runs = 0;
    project
        .rewrite("STATE.md", |bytes| {
            runs += 1;
            if runs == 1 {
                fs::write(project.at("new"), "theirs\n").unwrap();
                fs::rename(project.at("new"), project.at("STATE.md")).unwrap();
            }
            put(&format!("{}ours\n", String::from_utf8_lossy(bytes)))
        })
        .unwrap();
    assert_eq!(project.text("STATE.md"), "theirs\nours\n");
    let gone = project.rewrite("STATE.md", |_| {
        fs::remove_file(project.at("STATE.md")).unwrap();
        put("ours\n")
    });
    assert!(gone.unwrap_err().is_not_found());
    assert_eq!(project.names("."), Vec::<String>::new());
}

/// Ctrl-C: nothing written, no lock, no temporary file, no record.
#[test]
fn interrupted() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    let failed = project.rewrite("STATE.md", |_| {
        project.interrupt.set();
        put("two\n")
    });
    assert!(matches!(failed, Err(RewriteError::Vault(VaultError::Interrupted))));
    assert_eq!(project.text("STATE.md"), "one\n");
    assert_eq!(project.names("."), ["STATE.md"]);
    assert!(project.log().is_empty());
}

/// Fault kind "parallel writers": the lock is looked at again before the swap.
#[test]
fn the_lock_was_taken_away() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    let failed = project.rewrite("STATE.md", |_| {
        fs::remove_file(project.at("STATE.md.lock")).unwrap();
        put("two\n")
    });
    assert!(matches!(failed, Err(RewriteError::Vault(VaultError::LockLost(_)))));
    assert_eq!(project.text("STATE.md"), "one\n");
}

/// The log cannot be written: the change is made, and it says that undo is not available.
#[test]
fn without_a_log() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    fs::write(project.folder.path().join("home"), "a file where the folder should be").unwrap();
    let done = project.rewrite("STATE.md", |_| put("two\n")).unwrap();
    assert_eq!((done.changed, done.undoable, done.operation), (true, false, None));
    assert_eq!(project.text("STATE.md"), "two\n");
}

/// G5: what a dead process left beside the file goes when it is surely ours, and stays when it may be an editor's.
#[test]
fn leftovers_of_the_dead() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    project.rewrite("STATE.md", |_| put("two\n")).unwrap();
    fs::write(project.at(".STATE.md.4999999.cairn-tmp"), "one\n").unwrap();
    fs::write(project.at(".STATE.md.4999998.cairn-tmp"), "theirs\n").unwrap();
    fs::write(project.at(".STATE.md.4999997-3.cairn-tmp"), "").unwrap();
    fs::write(project.at(".STATE.mdx.4999997.cairn-tmp"), "").unwrap();
    project.rewrite("STATE.md", |_| put("three\n")).unwrap();
    let left = [".STATE.md.4999998.cairn-tmp", ".STATE.mdx.4999997.cairn-tmp", "STATE.md"];
    assert_eq!(project.names("."), left);
}

/// G3: writers of ours lose nothing among each other; what an editor saves by rename meanwhile is in the file, or beside
/// it. The editor looks for its own last line before it goes on from what it reads: for some microseconds, between our two
/// exchanges, the file may be ours without it, and an editor that went on from that would drop its own line.
#[test]
fn writers_and_an_editor_at_once() {
    const WRITERS: usize = 4;
    const TIMES: usize = 25;
    const PATIENCE: usize = 10_000;
    let has = |text: &str, line: &str| text.contains(line);
    let project = Project::new(&[("STATE.md", "")]);
    let place = project.at("STATE.md");
    // What was kept aside: never overwritten, never taken away.
    let beside = || -> String {
        let names = project.names(".").into_iter().filter(|name| name.starts_with("STATE.md.rej"));
        names.map(|name| project.text(&name)).collect()
    };
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (folder, home) = (project.at(""), project.home.folder().to_owned());
            scope.spawn(move || {
                let root = Root::open(&folder).unwrap();
                let (home, interrupt) = (StateHome::new(home), Interrupt::new());
                for time in 0..TIMES {
                    let waiting = Waiting::new(std::time::Duration::from_secs(60), interrupt.clone());
                    let lock = Lock::of_state(&root, None, &waiting).unwrap();
                    let writer_of = Writer {
                        root: &root,
                        home: Some(&home),
                        lock: &lock,
                        scope: "",
                        interrupt: &interrupt,
                    };
                    let verb = |bytes: &[u8]| {
                        put(&format!("{}ours {writer} {time}.\n", String::from_utf8_lossy(bytes)))
                    };
                    let note = OperationNote { time: "t".into(), command: "c".into(), fields: vec![] };
                    match writer_of.rewrite(&"STATE.md".try_into().unwrap(), 1 << 20, &note, verb) {
                        Ok(_) | Err(RewriteError::Vault(VaultError::ConcurrentEdit { .. })) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
        scope.spawn(|| {
            for time in 0..TIMES {
                let text = std::iter::repeat_with(|| {
                    let text = fs::read_to_string(&place).unwrap();
                    if time == 0 || has(&(text.clone() + &beside()), &format!("theirs {}.\n", time - 1)) {
                        return Some(text);
                    }
                    std::thread::sleep(std::time::Duration::from_millis(1));
                    None
                });
                let text = text.take(PATIENCE).flatten().next().unwrap_or_else(|| {
                    panic!("theirs {} is lost from the file: {:?}", time - 1, fs::read_to_string(&place))
                });
                fs::write(project.at("editor"), format!("{text}theirs {time}.\n")).unwrap();
                fs::rename(project.at("editor"), &place).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
    });
    let all: String = project.names(".").iter().map(|name| project.text(name)).collect();
    for time in 0..TIMES {
        assert!(has(&all, &format!("theirs {time}.\n")), "theirs {time} is lost:\n{all}");
    }
    let leftovers: Vec<_> =
        project.names(".").into_iter().filter(|name| !name.starts_with("STATE.md")).collect();
    assert_eq!(leftovers, Vec::<String>::new());
}

/// G1, G2, G3, G7: a content of megabytes takes the way over a file without a name, and comes out the same: the mode kept, nothing
/// left beside it, an editor's text kept, the old bytes back with `undo`.
#[test]
fn a_large_content_is_written_like_a_small_one() {
    let line = "- [Phase 4]: Tables start at midnight\n";
    let (old, new) = (line.repeat(40_000), format!("# first\n{}", line.repeat(40_000)));
    let project = Project::new(&[("STATE.md", old.as_str())]);
    let done = project.rewrite("STATE.md", |bytes| {
        assert!(bytes == old.as_bytes());
        put(&new)
    });
    assert!(done.unwrap().undoable);
    assert!(project.text("STATE.md") == new);
    assert_eq!(project.names(""), ["STATE.md"]);
    assert_eq!(project.log().len(), 1);

    let mut runs = 0;
    let done = project.rewrite("STATE.md", |bytes| {
        runs += 1;
        if runs == 1 {
            fs::write(project.at("STATE.md"), &old).unwrap();
        }
        put(&format!("{}once more\n", String::from_utf8_lossy(bytes)))
    });
    assert!(done.unwrap().changed);
    assert_eq!(runs, 2);
    assert!(project.text("STATE.md") == format!("{old}once more\n"));
    assert_eq!(project.names(""), ["STATE.md"]);
}
