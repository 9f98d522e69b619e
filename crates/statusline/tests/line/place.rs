//! Which project, workstream, settings and task the built program shows (contract 2, 3 and 6).

use crate::window::{Window, finish};
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

const ROOT_STATE: &str = "---\nmilestone: v1.0\n---\n";
const ALPHA_STATE: &str = "---\nmilestone: v3.0\n---\n";

/// D40: the workstream of the environment, of the pointer, and what stands for a missing one.
#[test]
fn d40_workstreams() {
    let project = || {
        Window::new()
            .write(".planning/STATE.md", ROOT_STATE)
            .write(".planning/workstreams/alpha/STATE.md", ALPHA_STATE)
    };
    project().check("M │ v1.0 │ p");
    project().write(".planning/active-workstream", "alpha\n").check("M │ v3.0 │ p");
    project().variable("MSD_WORKSTREAM", "alpha").check("M │ v3.0 │ p");
    project().variable("MSD_WORKSTREAM", "../workstreams/alpha").check("M │ v1.0 │ p");
    project().write(".planning/active-workstream", "gone\n").check("M │ v1.0 │ p");
    let gone = project().write(".planning/active-workstream", "alpha\n").variable("MSD_WORKSTREAM", "gone");
    gone.check("M │ v1.0 │ p");
    let only_files = Window::new().write(".planning/workstreams/README.md", "");
    only_files.check("M │ p");
    Window::new()
        .write(".planning/workstreams/alpha/STATE.md", ALPHA_STATE)
        .check("M │ no active workstream │ p");
    Window::new()
        .write(".planning/workstreams/x", "")
        .link(".planning/workstreams/y", "..")
        .check("M │ no active workstream │ p");
}

/// D40, S-01: a linked worktree without a planning folder shows the main worktree, with its settings.
#[test]
fn d40_linked_worktree() {
    let window = Window::new()
        .write(".planning/STATE.md", "---\nmilestone: v1.0\nmilestone_name: Name\n---\n")
        .write(".planning/config.json", r#"{"statusline":{"state_format":"compact"}}"#)
        .write(".git/worktrees/wt/commondir", "../..\n");
    let worktree = window.path("../elsewhere/src");
    fs::create_dir_all(&worktree).unwrap();
    let git_file = format!("gitdir: {}\n", window.path(".git/worktrees/wt").display());
    fs::write(window.path("../elsewhere/.git"), git_file).unwrap();
    assert_eq!(window.line("../elsewhere/src"), "M │ v1.0 │ src");
}

/// D40: the nearest configuration on the way up, a broken one included.
#[test]
fn d40_nearest_configuration() {
    let state = "---\nmilestone: v1.0\nmilestone_name: Name\n---\n";
    let project = || {
        Window::new()
            .write(".planning/config.json", r#"{"statusline":{"state_format":"compact"}}"#)
            .write("inner/.planning/STATE.md", state)
    };
    assert_eq!(project().line("inner"), "M │ v1.0 │ inner");
    let broken = project().write("inner/.planning/config.json", "{");
    assert_eq!(broken.line("inner"), "M │ v1.0 Name │ inner");
}

/// D40: a folder that is relative or holds `..` is the folder it leads to.
#[test]
fn d40_spelling_of_the_folder() {
    let window = Window::new().write(".planning/STATE.md", ROOT_STATE);
    fs::create_dir(window.path("sub")).unwrap();
    assert_eq!(window.line("sub/"), "M │ v1.0 │ sub");
    assert_eq!(window.line("sub/../sub/."), "M │ v1.0 │ .");
    assert_eq!(finish(window.command(), br#"{"workspace":{"current_dir":"p/sub"}}"#), "Claude │ v1.0 │ sub");
    let mut in_project = window.command();
    in_project.current_dir(window.path("sub"));
    assert_eq!(finish(in_project, b"{}"), "Claude │ v1.0 │ sub");
}

fn todo(window: Window, name: &str, age_in_seconds: u64, list: &str) -> Window {
    let window = window.write(&format!("../.claude/todos/{name}"), list);
    let file = File::options().write(true).open(window.path(&format!("../.claude/todos/{name}"))).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(age_in_seconds)).unwrap();
    window
}

/// D40: the newest plain todo file of the session; a task replaces the state.
#[test]
fn d40_task() {
    let doing = |task: &str| format!(r#"[{{"status":"in_progress","activeForm":"{task}"}}]"#);
    let project = || Window::new().write(".planning/STATE.md", ROOT_STATE).field(r#""session_id":"s1""#);
    todo(todo(project(), "s1-agent-a.json", 50, &doing("Older")), "s1-agent-b.json", 10, &doing("Newer"))
        .check("M │ Newer │ p");
    todo(todo(project(), "s1-agent-a.json", 10, &doing("Newer")), "s1-agent-b.json", 50, &doing("Older"))
        .check("M │ Newer │ p");
    todo(project(), "s2-agent-a.json", 10, &doing("Other session")).check("M │ v1.0 │ p");
    todo(todo(project(), "s1-agent-a.json", 50, &doing("Older")), "s1-agent-b.json", 10, "[]")
        .check("M │ v1.0 │ p");
    todo(todo(project(), "s1-agent-a.json", 50, &doing("Older")), "s1-agent-b.json", 10, "[{")
        .check("M │ v1.0 │ p");
    todo(project(), "s1-agent-a.json", 50, &doing("Plain"))
        .fifo("../.claude/todos/s1-agent-b.json")
        .check("M │ Plain │ p");
    let elsewhere = project().write("cfg/todos/s1-agent-a.json", doing("Elsewhere"));
    let folder = elsewhere.path("cfg").display().to_string();
    elsewhere.variable("CLAUDE_CONFIG_DIR", folder).check("M │ Elsewhere │ p");
    project().fifo("../.claude/todos").check("M │ v1.0 │ p");
}
