//! `cairn init` and `cairn init --remove`, killed, failed or disturbed in the middle (cairn 5, G5, G7): the next run finishes them or
//! gives everything back.
//!
//! A `git` in front of the real one does it: at its N-th call it kills who called, fails, or lets an editor write. So every gap
//! between two steps is met; what lies between two calls is met by killing as soon as a file comes or goes.

#![allow(clippy::disallowed_methods, reason = "a test of processes")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may say what must hold by panicking"
)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cairn_testkit::repository::TestRepository;

/// Where git itself is.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";
const CAIRN: &str = env!("CARGO_BIN_EXE_cairn");

/// Everything there is, in the order in which it is usually meant; the parts of the second one alone.
const INIT: &[&str] = &["init", "--yes", "--state", "--git", "--hooks", "--claude"];
const REMOVE: &[&str] = &["init", "--remove", "--yes"];

/// A repository in a folder, and a `git` that can be told what to do at its N-th call.
struct Scene {
    repository: TestRepository,
}

/// Whether there is something before the first run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Something,
}

type Tree = BTreeMap<PathBuf, Option<(u32, Vec<u8>)>>;

impl Scene {
    fn new(before: Before) -> Scene {
        let scene = Scene { repository: TestRepository::new() };
        let bin = scene.beside("bin");
        fs::create_dir_all(&bin).unwrap();
        let script = format!(
            "#!/bin/sh\nPATH={PATH}\ncd_to='{stage}'\nn=$(($(cat \"$cd_to/count\") + 1))\necho $n > \"$cd_to/count\"\nread at what < \"$cd_to/act\"\nif [ \"$n\" = \"$at\" ]; then\n  case $what in\n    after) git \"$@\"; kill -9 $PPID; exit 1 ;;\n    fail) exit 128 ;;\n    last) mv \"$cd_to/broken\" \"$cd_to/bin/git\" ;;\n    edit) printf '# mine\\n' >> '{root}/.gitattributes' ;;\n  esac\nfi\nexec git \"$@\"\n",
            stage = scene.beside("").display(),
            root = scene.root().display()
        );
        for (program, text) in
            [(bin.join("git"), script.as_str()), (scene.beside("broken"), "#!/no/such/program\n")]
        {
            fs::write(&program, text).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        scene.at_call(0, "nothing");
        if before == Before::Something {
            scene.repository.git(&["config", "merge.cairn.name", "another one"]);
            scene.repository.write(".gitattributes", "*.png binary");
            scene.repository.write(
                ".claude/settings.json",
                "{\"statusLine\": {\"type\": \"command\", \"command\": \"mine\"}}",
            );
            scene.repository.write(".git/hooks/pre-commit", "#!/bin/sh\necho mine\n");
            fs::set_permissions(
                scene.root().join(".git/hooks/pre-commit"),
                fs::Permissions::from_mode(0o755),
            )
            .unwrap();
        }
        scene
    }

    fn root(&self) -> &Path {
        self.repository.root()
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.repository.beside(name)
    }

    fn cairn(&self, words: &[&str]) -> Command {
        let mut command = self.repository.command(CAIRN, words);
        command.env("PATH", format!("{}:{PATH}", self.beside("bin").display()));
        command
    }

    /// At which call of git what happens; call 0 never comes.
    fn at_call(&self, number: usize, what: &str) {
        fs::write(self.beside("act"), format!("{number} {what}\n")).unwrap();
        fs::write(self.beside("count"), "0\n").unwrap();
    }

    /// Runs a command with something happening at call `number`; whether there were so many calls.
    fn disturbed(&self, words: &[&str], number: usize, what: &str) -> (bool, Output) {
        self.at_call(number, what);
        let (git, whole) = (self.beside("bin/git"), self.beside("whole"));
        fs::copy(&git, &whole).unwrap();
        let output = self.cairn(words).output().unwrap();
        let calls: usize = fs::read_to_string(self.beside("count")).unwrap().trim().parse().unwrap();
        self.at_call(0, "nothing");
        fs::rename(whole, git).unwrap();
        (calls >= number, output)
    }

    fn done(&self, words: &[&str]) {
        let output = self.cairn(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    }

    /// Every path with mode and content, git's own folders of objects and our operation log left out; of the log's home only what is
    /// a file in it.
    fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        let mut open = vec![self.root().to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(self.root()).unwrap().to_owned();
                let mode = path.symlink_metadata().unwrap().permissions().mode();
                if path.is_dir() {
                    open.push(path);
                    if !name.starts_with(".git/cairn") {
                        tree.insert(name, None);
                    }
                } else {
                    tree.insert(name, Some((mode, fs::read(path).unwrap())));
                }
            }
        }
        tree
    }

    /// What `init` would make of it, undisturbed.
    fn whole(before: Before) -> Tree {
        let scene = Scene::new(before);
        scene.done(INIT);
        scene.tree()
    }
}

/// The names at which two trees differ.
fn difference(one: &Tree, other: &Tree) -> Vec<PathBuf> {
    let names = one.keys().chain(other.keys());
    let mut names: Vec<PathBuf> = names.filter(|name| one.get(*name) != other.get(*name)).cloned().collect();
    names.sort();
    names.dedup();
    names
}

/// The lines of git's configuration in an order of their own, and without the facts that are kept about them: a key that is taken out
/// and set again stands behind the others.
fn without_order(mut tree: Tree) -> Tree {
    tree.remove(Path::new(".git/cairn/init.json"));
    if let Some(Some((_, bytes))) = tree.get_mut(Path::new(".git/config")) {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        *bytes = lines.join("\n").into_bytes();
    }
    tree
}

fn assert_same(one: &Tree, other: &Tree, when: &str) {
    let different = difference(one, other);
    assert!(different.is_empty(), "{when}: {different:?}");
}

/// A run that something happened to.
struct Met {
    scene: Scene,
    /// What was there before anything of ours.
    found: Tree,
    /// What the run began with.
    start: Tree,
    output: Output,
    when: String,
}

/// Runs `words` in a scene that is in the state they begin in, once for each call of git that they make; at that call `what` happens.
fn at_every_call(words: &[&str], what: &str, mut judge: impl FnMut(Met)) {
    for number in 1.. {
        let scene = Scene::new(Before::Something);
        let found = scene.tree();
        if words == REMOVE {
            scene.done(INIT);
        }
        let start = scene.tree();
        let (happened, output) = scene.disturbed(words, number, what);
        if !happened {
            break;
        }
        let when = format!("{words:?}, call {number}, {what}: {output:?}");
        judge(Met { scene, found, start, output, when });
    }
}

/// Kills `words` behind every call of git; `next` must give `wanted`. How many of the kills came when something was written already.
fn killed_everywhere(words: &[&str], next: &[&str], wanted: &dyn Fn(&Tree) -> Tree) -> usize {
    let mut kills = 0;
    at_every_call(words, "after", |Met { scene, found, start, output, when }| {
        assert!(!output.status.success(), "{when}");
        if scene.tree() == start {
            return;
        }
        kills += 1;
        scene.done(next);
        let when = format!("{when}, then {next:?}");
        match next == INIT {
            true => assert_same(&without_order(scene.tree()), &without_order(wanted(&found)), &when),
            false => assert_same(&scene.tree(), &wanted(&found), &when),
        }
        scene.done(REMOVE);
        assert_same(&scene.tree(), &found, &format!("{when}, then removed"));
    });
    kills
}

/// G5, G7: killed at any call of git, the next `init` does what is left, and `--remove` gives back exactly what was there.
#[test]
fn g7_killed_at_every_call_of_git() {
    let whole = Scene::whole(Before::Something);
    for words in [INIT, REMOVE] {
        let kills = [
            killed_everywhere(words, INIT, &|_| whole.clone()),
            killed_everywhere(words, REMOVE, &Tree::clone),
        ];
        assert!(kills.iter().all(|kills| *kills >= 3), "{kills:?}");
    }
}

/// G5, G7: killed as soon as a file comes, or goes.
#[test]
fn g7_killed_between_two_calls() {
    let whole = Scene::whole(Before::Nothing);
    for (words, path) in [
        (INIT, ".git/cairn/init.json"),
        (INIT, ".git/cairn/tx"),
        (INIT, ".planning"),
        (INIT, ".planning/STATE.md"),
        (INIT, ".gitattributes"),
        (INIT, ".git/hooks/pre-commit"),
        (REMOVE, ".git/hooks/pre-commit"),
        (REMOVE, ".planning/STATE.md"),
        (REMOVE, ".claude"),
        (REMOVE, ".planning"),
        (REMOVE, ".git/cairn/init.json"),
    ] {
        for next in [INIT, REMOVE] {
            let scene = Scene::new(Before::Nothing);
            let found = scene.tree();
            if words == REMOVE {
                scene.done(INIT);
            }
            let (place, comes) = (scene.root().join(path), words == INIT);
            let mut child = scene.cairn(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            while child.try_wait().unwrap().is_none() && place.exists() != comes {}
            let _already_ended = child.kill();
            child.wait().unwrap();
            scene.done(next);
            let when = format!("{words:?} killed at {path}, then {next:?}");
            match next == INIT {
                true => assert_same(&without_order(scene.tree()), &without_order(whole.clone()), &when),
                false => assert_same(&scene.tree(), &found, &when),
            }
            scene.done(REMOVE);
            assert_same(&scene.tree(), &found, &format!("{when}, then removed"));
        }
    }
}

/// G7: what fails is taken back, all of it; what is done in spite of a question that failed is whole, and is taken back by a later run.
/// A git that was asked and gave no answer is no sign that there is no repository: not when it fails once, and not when it cannot be
/// started any more.
#[test]
fn g7_failed_at_every_call_of_git() {
    let whole = Scene::whole(Before::Something);
    for (words, what) in [(INIT, "fail"), (REMOVE, "fail"), (INIT, "last"), (REMOVE, "last")] {
        let mut failures = 0;
        at_every_call(words, what, |Met { scene, found, start, output, when }| {
            if output.status.success() {
                let side = if words == INIT { &whole } else { &found };
                assert_same(&without_order(scene.tree()), &without_order(side.clone()), &when);
                scene.done(INIT);
                scene.done(REMOVE);
                assert_same(&scene.tree(), &found, &when);
            } else if what == "fail" {
                failures += 1;
                assert_same(&scene.tree(), &start, &when);
            } else {
                // Nothing can be taken back without git; with it, everything.
                failures += 1;
                scene.done(REMOVE);
                assert_same(&without_order(scene.tree()), &without_order(found), &when);
            }
        });
        assert!(failures >= 3, "{words:?}, {what}: {failures}");
    }
}

/// G3, G7: an editor that writes a file meanwhile: either the run stops and everything but the edit is as before, or the edit is in what
/// was done, and survives the removal.
#[test]
fn g7_an_editor_meanwhile() {
    let mut stopped = 0;
    at_every_call(INIT, "edit", |Met { scene, mut found, output, when, .. }| {
        found.get_mut(Path::new(".gitattributes")).unwrap().as_mut().unwrap().1.extend(b"# mine\n");
        if !output.status.success() {
            stopped += 1;
            assert_same(&scene.tree(), &found, &when);
            scene.done(INIT);
        }
        let text = fs::read_to_string(scene.root().join(".gitattributes")).unwrap();
        assert!(text.contains("# mine\n") && text.contains("# cairn begin\n"), "{text}");
        scene.done(REMOVE);
        assert_same(&scene.tree(), &found, &format!("{when}, then removed"));
    });
    assert!(stopped >= 1, "{stopped}");
}
