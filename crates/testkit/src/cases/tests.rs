//! The runner judged by cases of its own: each must pass, fail or be broken as said.

use std::fs;

use super::{Case, Runner, Verdict};

/// Plays `steps` as a case and returns the verdict.
fn play(steps: &str) -> Verdict {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    fs::write(&file, format!("id = \"x-001\"\ncovers = [\"S-01\"]\nabout = \"a\"\n{steps}")).unwrap();
    match Case::read(&file) {
        Ok(case) => Runner::new(folder.path().to_owned()).run(&case),
        Err(text) => Verdict::Broken(text),
    }
}

fn passes(steps: &str) {
    assert_eq!(play(steps), Verdict::Passed);
}

fn fails(steps: &str, says: &str) {
    match play(steps) {
        Verdict::Failed(text) => assert!(text.contains(says), "{text}"),
        other => panic!("{other:?}"),
    }
}

fn is_broken(steps: &str, says: &str) {
    match play(steps) {
        Verdict::Broken(text) => assert!(text.contains(says), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn environment_is_frozen() {
    passes(
        r#"
[[step]]
run = ["env"]
stdout_match = ['^TZ=UTC$', '^SOURCE_DATE_EPOCH=1791374400$', '^GIT_AUTHOR_NAME=Case$', '^HOME={{TMP}}$', ':/usr/local/bin:/usr/bin:/bin$']
stdout_lacks = ["CARGO"]
[[step]]
run = ["env"]
env = { ADDED = "yes" }
unset = ["TZ"]
stdout_has = ["ADDED=yes"]
stdout_lacks = ["TZ="]
"#,
    );
}

#[test]
fn writes_of_every_kind() {
    passes(
        r#"
[[step]]
write = "a/b.txt"
text = "one\ntwo\n"
eol = "crlf"
bom = true
mode = "755"
[[step]]
write = "a/b.txt"
hex = "ff 00"
append = true
[[step]]
file = "a/b.txt"
hex_has = "efbbbf6f6e650d0a74776f0d0aff00"
hex_lacks = "ff01"
counts = [["\r\n", 2]]
[[step]]
run = ["test", "-x", "a/b.txt"]
[[step]]
symlink = "l"
to = "a/b.txt"
[[step]]
file = "l"
link_to = "a/b.txt"
[[step]]
fifo = "pipe"
[[step]]
run = ["test", "-p", "pipe"]
[[step]]
remove = "a"
[[step]]
file = "a"
absent = true
"#,
    );
}

#[test]
fn marks_see_every_change_but_those_excepted() {
    let made = "[[step]]\nwrite = \"a\"\ntext = \"1\\n2\\n\"\n[[step]]\nmark = \"m\"\n";
    passes(&format!("{made}[[step]]\nmkdir = \"empty/.git\"\n[[step]]\nsame = \"m\"\n"));
    fails(&format!("{made}[[step]]\nchmod = \"a\"\nmode = \"755\"\n[[step]]\nsame = \"m\"\n"), "[\"a\"]");
    fails(&format!("{made}[[step]]\nwrite = \"b/c\"\ntext = \"\"\n[[step]]\nsame = \"m\"\n"), "[\"b/c\"]");
    passes(&format!(
        "{made}[[step]]\nwrite = \"b/c\"\ntext = \"\"\n[[step]]\nsame = \"m\"\nexcept = [\"b/\"]\n"
    ));
    let changed =
        format!("{made}[[step]]\nreplace = \"a\"\nold = \"2\"\nnew = \"3\"\n[[step]]\nfile = \"a\"\n");
    passes(&format!("{changed}lines_changed = 1\nsince = \"m\"\n"));
    fails(&format!("{changed}lines_changed = 0\nsince = \"m\"\n"), "1 lines differ");
    fails(&format!("{changed}same_as = \"m\"\n"), "differs from m");
}

#[test]
fn texts_are_judged() {
    let said = "[[step]]\nrun = [\"printf\", 'a\\nb\\n']\n";
    passes(&format!(
        "{said}stdout = \"a\\nb\\n\"\nstderr = \"\"\noutput_has = [\"b\"]\nstdout_match = ['^b$', 'b\\n\\Z', '\\Aa$']\n"
    ));
    fails(&format!("{said}stdout = \"a\\n\"\n"), "expected");
    fails(&format!("{said}stdout_has = [\"c\"]\n"), "lacks \"c\"");
    fails(&format!("{said}output_lacks = [\"a\"]\n"), "has \"a\"");
    fails(&format!("{said}stdout_match = ['^a\\Z']\n"), "does not match");
    is_broken(&format!("{said}stdout_match = ['(']\n"), "pattern");
}

#[test]
fn json_is_judged_by_the_part_that_is_named() {
    let said = "[[step]]\nrun = [\"printf\", '{\"a\":1,\"b\":[{\"c\":null}],\"d\":true,\"e\":2.0}']\n";
    passes(&format!(
        "{said}json = {{ a = 1, b = [{{ c = {{ null = true }} }}], z = {{ absent = true }}, d = {{ any = true }}, e = 2 }}\n"
    ));
    fails(&format!("{said}json = {{ a = \"1\" }}\n"), "$.a: 1, expected \"1\"");
    fails(&format!("{said}json = {{ d = 1 }}\n"), "$.d: true, expected 1");
    fails(&format!("{said}json = {{ b = [] }}\n"), "$.b");
    fails(&format!("{said}json = {{ z = 1 }}\n"), "$.z: missing");
    fails(&format!("{said}json = {{ a = {{ absent = true }} }}\n"), "expected absent");
    fails(&format!("{said}json = {{ a = {{ null = true }} }}\n"), "expected null");
    fails("[[step]]\nrun = [\"echo\", \"{\"]\njson = {}\n", "no JSON");
}

#[test]
fn exits_are_judged() {
    passes("[[step]]\nrun = [\"sh\", \"-c\", \"exit 3\"]\nexit = 3\n");
    passes("[[step]]\nrun = [\"sh\", \"-c\", \"exit 3\"]\nexit = \"fail\"\n");
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"exit 3\"]\n", "exit 3, expected 0");
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"exit 101\"]\nexit = \"fail\"\n", "clean failure");
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"kill -9 $$\"]\nexit = \"fail\"\n", "exit -9");
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"echo panicked at x >&2\"]\n", "panicked");
    fails("[[step]]\nrun = [\"no-such-program\"]\n", "not built");
}

#[test]
fn time_limit_ends_the_whole_process_group() {
    let begun = std::time::Instant::now();
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"sleep 60 & sleep 60\"]\ntimeout = 0.2\n", "no answer in 0.2 s");
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"sleep 60 &\"]\ntimeout = 0.2\n", "no answer in 0.2 s");
    assert!(begun.elapsed().as_secs() < 30);
}

#[test]
fn several_at_once_each_know_their_number() {
    passes(
        r#"
[[step]]
run = ["sh", "-c", "echo {i} > out-{i}"]
parallel = 3
[[step]]
file = "out-2"
text = "2\n"
"#,
    );
    fails("[[step]]\nrun = [\"sh\", \"-c\", \"exit {i}\"]\nparallel = 2\n", "exit 1");
}

#[test]
fn variables_are_kept_from_git_and_from_commands() {
    passes(
        r#"
[[step]]
git = ["init", "-q"]
[[step]]
git = ["commit", "-q", "--allow-empty", "-m", "x"]
[[step]]
git = ["rev-parse", "HEAD"]
save = "HEAD"
[[step]]
run = ["git", "rev-parse", "HEAD"]
stdout = "{{HEAD}}\n"
save = "AGAIN"
[[step]]
run = ["echo", "{{AGAIN}}"]
stdout = "{{HEAD}}\n"
[[step]]
git = ["rev-parse", "--verify", "nothing"]
fails = true
[[step]]
run = ["cat"]
stdin = "fed"
stdout = "fed"
"#,
    );
}

#[test]
fn a_misspelled_case_is_broken() {
    is_broken("[[step]]\nrun = [\"true\"]\nstdout_hass = [\"a\"]\n", "stdout_hass");
    is_broken("[[step]]\nnothing = 1\n", "unknown step");
    is_broken("", "no [[step]]");
    is_broken("use = [\"none\"]\n", "no fixture `none`");
    is_broken("[[step]]\nsame = \"never\"\n", "no mark");
    is_broken(
        "[[step]]\nwrite = \"a\"\ntext = \"xx\"\n[[step]]\nreplace = \"a\"\nold = \"x\"\nnew = \"y\"\n",
        "holds 2",
    );
}
