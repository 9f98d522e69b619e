//! The two opt-in segments ask git, bounded and safely (contract 7, G8).

use crate::window::Window;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::time::{Duration, Instant};

const SETTINGS: &str =
    r#"{"statusline":{"show_git":true,"show_state_freshness":true,"show_last_command":true}}"#;

/// Runs git in the project; what it prints, trimmed.
fn git(window: &Window, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(window.path(""))
        .args(["-c", "user.name=Case", "-c", "user.email=case@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn repository(window: Window) -> Window {
    let window = window.write(".planning/config.json", SETTINGS);
    git(&window, &["init", "-q", "-b", "main"]);
    git(&window, &["add", "-A"]);
    git(&window, &["commit", "-q", "--allow-empty", "-m", "one"]);
    window
}

fn program(window: &Window, path: &str, script: &str) {
    let path = window.path(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// D40: outside a repository, in one, in a folder below, with an upstream.
#[test]
fn d40_git_segment() {
    Window::new().write(".planning/config.json", SETTINGS).check("M │ p");
    let window = repository(Window::new());
    window.check("M │ p │ main✓");
    git(&window, &["clone", "-q", "--bare", ".", "../remote.git"]);
    git(&window, &["remote", "add", "origin", "../remote.git"]);
    git(&window, &["fetch", "-q", "origin"]);
    git(&window, &["branch", "-q", "-u", "origin/main"]);
    git(&window, &["commit", "-q", "--allow-empty", "-m", "two"]);
    fs::create_dir(window.path("sub")).unwrap();
    fs::write(window.path("sub/new"), "").unwrap();
    assert_eq!(window.line("sub"), "M │ sub │ main?1↑1");
    git(&window, &["add", "-A"]);
    git(&window, &["checkout", "-q", "--detach"]);
    window.check("M │ p │ (detached)+1");
}

/// D40, S-26: an ancestor of HEAD, twenty commits back, of the project's own repository.
#[test]
fn d40_freshness() {
    let stamped = |head: &str| format!("---\nmilestone: v1.0\nstate_head: {head}\n---\n");
    let window = repository(Window::new().write(".gitignore", ".planning/STATE.md\n"));
    let first = git(&window, &["rev-parse", "HEAD"]);
    let window = window.write(".planning/STATE.md", stamped(&first));
    for number in 0..19 {
        git(&window, &["commit", "-q", "--allow-empty", "-m", &number.to_string()]);
    }
    window.check("M │ v1.0 │ p │ main✓");
    git(&window, &["commit", "-q", "--allow-empty", "-m", "twenty"]);
    window.check("M │ v1.0 · state ~20 commits back │ p │ main✓");
    let short = window.write(".planning/STATE.md", stamped(first.get(..8).unwrap()));
    short.check("M │ v1.0 · state ~20 commits back │ p │ main✓");
    // No ancestor, no commit, no stamp.
    let tree = git(&short, &["rev-parse", "HEAD^{tree}"]);
    let other = git(&short, &["commit-tree", "-m", "other", &tree]);
    for stamp in [other.as_str(), "0123456789abcdef", "abc", "--all", "HEAD~20"] {
        fs::write(short.path(".planning/STATE.md"), stamped(stamp)).unwrap();
        short.check("M │ v1.0 │ p │ main✓");
    }
    fs::write(short.path(".planning/STATE.md"), stamped(&first)).unwrap();
    let with_repositories =
        short.write(".planning/config.json", r#"{"statusline.show_state_freshness":true,"sub_repos":["a"]}"#);
    with_repositories.check("M │ v1.0 │ p");
    // A repository around the project is not its own.
    fs::write(with_repositories.path(".planning/config.json"), SETTINGS).unwrap();
    let inner = with_repositories.write("inner/.planning/STATE.md", stamped(&first));
    assert!(!inner.line("inner").contains("commits back"));
}

/// G8: nothing that a repository names is started, no inherited variable leads elsewhere, no program of the folder is git.
#[test]
fn g8_hardened() {
    let window = repository(Window::new());
    program(&window, ".git/watch", "#!/bin/sh\ntouch \"$(dirname \"$0\")/started\"\n");
    let watch = window.path(".git/watch").display().to_string();
    git(&window, &["config", "core.fsmonitor", &watch]);
    git(&window, &["config", "filter.watch.clean", &watch]);
    // A file that looks touched is read again, through its filter.
    let window =
        window.write(".git/info/attributes", "* filter=watch").write(".planning/config.json", SETTINGS);
    let window = window
        .variable("GIT_DIR", "/nowhere")
        .variable("GIT_INDEX_FILE", "/nowhere")
        .variable("GIT_CONFIG_COUNT", "1")
        .variable("GIT_CONFIG_KEY_0", "core.bare")
        .variable("GIT_CONFIG_VALUE_0", "true");
    window.check("M │ p │ main✓");
    assert!(!window.path(".git/started").exists());
    program(&window, "bin/git", "#!/bin/sh\nprintf '# branch.head evil\\0'\n");
    let inside = window.path("bin").display().to_string();
    let window = window.variable("PATH", format!("{inside}:bin:.:"));
    window.check("M │ p");
}

/// D42: a git that does not answer costs its own time and its own segment, nothing else.
#[test]
fn d42_slow_git() {
    let window = repository(Window::new()).write("t", "<command-name>/x</command-name>");
    program(&window, "../bin/git", "#!/bin/sh\nexec sleep 60\n");
    let path = window.path("../bin").canonicalize().unwrap().display().to_string();
    let transcript = format!("\"transcript_path\":{:?}", window.path("t"));
    let window = window.variable("PATH", format!("{path}:/usr/bin:/bin")).field(&transcript);
    let begin = Instant::now();
    window.check("M │ p │ last: /x");
    assert!(begin.elapsed() >= Duration::from_millis(1500));
    assert!(begin.elapsed() < Duration::from_secs(20), "the sleeping child was waited for");
}
