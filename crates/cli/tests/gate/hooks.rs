//! The hooks of `.pre-commit-hooks.yaml`, run as pre-commit runs them: the words of `entry` in the root of the repository.

use cairn_spec::yaml::{self, Node};
use regex::Regex;

use super::project::{bash, broken, clean, doubtful, own_file};

/// The stages that pre-commit 4 knows.
const STAGES: [&str; 11] = [
    "commit-msg",
    "manual",
    "post-checkout",
    "post-commit",
    "post-merge",
    "post-rewrite",
    "pre-commit",
    "pre-merge-commit",
    "pre-push",
    "pre-rebase",
    "prepare-commit-msg",
];

struct Hook {
    id: String,
    entry: String,
    files: Regex,
}

fn hooks() -> Vec<Hook> {
    let read = yaml::read(&own_file(".pre-commit-hooks.yaml")).unwrap();
    let hooks = read.list().unwrap().iter().map(|hook| {
        let hook = hook.map().unwrap();
        let text = |key: &str| hook.text(key).unwrap_or_else(|| panic!("`{key}` is missing")).to_owned();
        assert!(!text("name").is_empty() && !text("description").is_empty());
        // The program that is installed, the whole project at once.
        assert_eq!(text("language"), "system");
        assert_eq!(hook.get("pass_filenames").and_then(Node::boolean), Some(false));
        let stages = hook.get("stages").and_then(Node::list).unwrap();
        assert!(stages.iter().all(|stage| STAGES.contains(&stage.text().unwrap())));
        Hook { id: text("id"), entry: text("entry"), files: Regex::new(&text("files")).unwrap() }
    });
    hooks.collect()
}

/// Issue 6: each hook lets a clean project pass and stops a broken one; the strict one stops at warnings too.
#[test]
fn hooks_pass_and_stop() {
    for hook in hooks() {
        let is_strict = hook.id.ends_with("-strict");
        for (repository, code) in [(clean(), 0), (broken(), 1), (doubtful(), i32::from(is_strict))] {
            let ran = bash(repository.root(), &repository, &hook.entry, &[]);
            assert_eq!(ran.code, Some(code), "{}: {}{}", hook.id, ran.stdout, ran.stderr);
            assert!(!repository.git(&["status", "--porcelain", "--untracked-files"]).contains("??"));
        }
    }
}

/// Issue 6: the hooks run when a file changed that a rule looks at, and for nothing else.
#[test]
fn hooks_know_their_files() {
    let hooks = hooks();
    let ids: Vec<&str> = hooks.iter().map(|hook| hook.id.as_str()).collect();
    assert_eq!(ids, ["cairn-check", "cairn-check-strict"]);
    for (path, is_looked_at) in [
        (".planning/STATE.md", true),
        (".planning/phases/01-setup/01-01-PLAN.md", true),
        (".planning/config.json", true),
        ("docs/specs/0042-sample/qa/shot.png", true),
        ("docs/archive/0042-sample.md", true),
        ("README.md", true),
        ("guide/a.markdown", true),
        ("src/main.rs", false),
        ("mydocs/a.txt", false),
    ] {
        for hook in &hooks {
            assert_eq!(hook.files.is_match(path), is_looked_at, "{}: {path}", hook.id);
        }
    }
}
