//! The answer for command lines outside of any project; names of a project are tried by `tests/completions.rs`.

use super::*;

fn context() -> Context {
    Context::of_process(vec!["test".to_owned()]).unwrap()
}

/// The values for an unfinished line, whose last word is under the cursor.
fn values(line: &[&str]) -> Vec<String> {
    let (binary, rest) = line.split_first().unwrap();
    let (word, before) = rest.split_last().unwrap();
    let mut words: Vec<OsString> = vec!["fish".into(), OsString::from(*binary)];
    words.extend(before.iter().map(OsString::from));
    words.push(format!("={word}").into());
    let text = offered(&words, &context());
    let mut lines = text.lines().map(|line| line.split('\t').next().unwrap().to_owned());
    match lines.next().as_deref() {
        Some("words") => lines.collect(),
        other => vec![format!("<{}>", other.unwrap())],
    }
}

fn check(line: &[&str], expected: &[&str]) {
    assert_eq!(values(line), expected, "{line:?}");
}

#[test]
fn commands_and_their_verbs() {
    check(&["cairn", "und"], &["undo"]);
    check(&["cairn", "arch"], &["archive"]);
    check(&["cairn", "state", "adv"], &["advance-plan"]);
    check(&["msd-tools", "--raw", "ph"], &["phase", "phases", "phase-plan-index"]);
    check(&["msd-tools", "query", "st"], &["state", "stats", "state-snapshot"]);
    check(&["msd-tools", "state.upd"], &["state.update", "state.update-progress"]);
    check(&["msd-tools", "state.update", "--dry"], &["--dry-run"]);
    check(&["roundfix", "--format", "json", "qa-report", "s"], &["show"]);
    check(&["cairn", "--lock-timeout", "state", "unarch"], &["unarchive"]);
    assert!(values(&["cairn", ""]).len() > 25);
    assert!(!values(&["cairn", ""]).contains(&WORD.to_owned()));
}

#[test]
fn flags_of_the_command_that_answers() {
    check(&["roundfix", "archive", "--qa"], &["--qa-override"]);
    check(&["cairn", "archive", "x", "--qa"], &["--qa-override"]);
    check(&["cairn", "state", "json", "--pi"], &["--pick"]);
    check(&["cairn", "undo", "--pi"], &[]);
    check(&["cairn", "--ver"], &["--version"]);
    check(&["cairn", "undo", "--ver"], &[]);
    check(&["msd-tools", "state", "json", "--raw", "--ra"], &[]);
    check(&["msd-tools", "state", "json", "--he"], &["--help"]);
    check(
        &["cairn", "log", "-"],
        &["-n", "--cwd", "--project-dir", "--ws", "--lock-timeout", "--format", "--dry-run", "--help"],
    );
    check(&["msd-tools", "state", "json", "--", "--ra"], &[]);
}

#[test]
fn values_that_are_declared() {
    check(&["roundfix", "list", "--format", ""], &["text", "json"]);
    check(&["roundfix", "list", "--format=j"], &["--format=json"]);
    check(&["msd-tools", "progress", "b"], &["bar"]);
    check(&["msd-tools", "phases", "list", "--type", "s"], &["summaries"]);
    check(&["cairn", "completions", "po"], &["powershell"]);
    check(&["cairn", "completions", "zsh", "--for", "msd-s"], &["msd-statusline"]);
    check(&["msd-tools", "state", "begin", "--action", "e"], &["execute-phase"]);
    check(&["cairn", "explain", "roadmap-row"], &["roadmap-row-drift"]);
    check(&["msd-tools", "state", "update", "Status", "All"], &["All phases complete"]);
    check(&["msd-tools", "state", "update", "Plan", "All"], &[]);
    check(&["msd-statusline", "-"], &["--help", "--version"]);
}

#[test]
fn paths_are_the_shells_business() {
    check(&["msd-tools", "--cwd", "x"], &["<folders>"]);
    check(&["cairn", "resolve", ""], &["<files>"]);
    check(&["cairn", "check", "a", "b"], &["<files>"]);
    check(&["roundfix", "qa-report", "accept", ""], &["<files>"]);
    check(&["msd-tools", "frontmatter", "get", "f", ""], &[]);
}

/// Whatever the words are, there is an answer, and it has its first line.
#[test]
fn odd_questions_have_an_empty_answer() {
    for words in [&[][..], &["fish"], &["fish", "cairn"], &["csh", "cairn", "="], &["fish", "git", "="]] {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        assert_eq!(offered(&words, &context()), "words\n", "{words:?}");
    }
    check(&["cairn", "bogus", "x"], &[]);
    check(&["cairn", "undo", "1", "x"], &[]);
    check(&["msd-tools", "state", "patch", "--Status", "x"], &[]);
    use std::os::unix::ffi::OsStringExt;
    let words = vec![
        "fish".into(),
        "cairn".into(),
        OsString::from_vec(vec![0xff]),
        OsString::from_vec(b"=\xff".to_vec()),
    ];
    assert_eq!(offered(&words, &context()), "words\n");
}
