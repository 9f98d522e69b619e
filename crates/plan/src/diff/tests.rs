//! The output is what `patch` and people expect.

use super::*;

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

fn check(old: Side<'_>, new: Side<'_>, expected: &str) {
    let diff = diff_of(&path(".planning/STATE.md"), old, new);
    assert_eq!(diff.to_str_lossy(), expected);
}

/// D4: `diff` is a unified diff with paths from the root.
#[test]
fn one_line() {
    check(
        Side::Present(b"a\nb\nc\n"),
        Side::Present(b"a\nB\nc\n"),
        "--- .planning/STATE.md\n+++ .planning/STATE.md\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",
    );
}

#[test]
fn ends_of_files() {
    check(
        Side::Present(b"a"),
        Side::Present(b"a\n"),
        "--- .planning/STATE.md\n+++ .planning/STATE.md\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n",
    );
    check(Side::Absent, Side::Present(b"x\n"), "--- /dev/null\n+++ .planning/STATE.md\n@@ -0,0 +1 @@\n+x\n");
    check(Side::Present(b"x\n"), Side::Absent, "--- .planning/STATE.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n");
    check(Side::Present(b"x"), Side::Present(b"x"), "");
}

#[test]
fn distant_changes_are_hunks_of_their_own() {
    let old: String = (0..40).map(|line| format!("{line}\n")).collect();
    let new = old.replace("\n3\n", "\nthree\n").replace("\n35\n", "\n");
    let diff = diff_of(&path("a"), Side::Present(old.as_bytes()), Side::Present(new.as_bytes()));
    let heads: Vec<_> =
        diff.lines().filter(|line| line.starts_with(b"@@")).map(|line| line.to_str_lossy()).collect();
    assert_eq!(heads, ["@@ -1,7 +1,7 @@", "@@ -33,7 +33,6 @@"]);
}

#[test]
fn bytes_that_are_no_text() {
    let diff = diff_of(&path("a"), Side::Present(b"\0"), Side::Present(b"\0\0"));
    assert_eq!(diff.to_str_lossy(), "Binary files a and a differ\n");
    let diff = diff_of(&path("a"), Side::Present(b"text\n"), Side::Present(b"\0"));
    assert_eq!(diff.to_str_lossy(), "Binary files a and a differ\n");
    let diff = diff_of(&path("a"), Side::Present(b"\xff\n"), Side::Present(b"\xfe\n"));
    assert!(diff.contains_str(b"-\xff\n+\xfe\n"));
}

/// G10: two files without a common line, and two shuffled ones, end in time that does not depend on their product.
#[test]
fn huge_and_different() {
    let lines = 60_000_usize;
    let old: String = (0..lines).map(|line| format!("old {line}\n")).collect();
    let new: String = (0..lines).map(|line| format!("new {line}\n")).collect();
    assert!(diff_of(&path("a"), Side::Present(old.as_bytes()), Side::Present(new.as_bytes())).len() > lines);
    let shuffled: String = (0..lines).map(|line| format!("old {}\n", line * 7919 % lines)).collect();
    assert!(
        diff_of(&path("a"), Side::Present(old.as_bytes()), Side::Present(shuffled.as_bytes())).len() > lines
    );
}

#[test]
fn a_whole_plan() {
    let mut plan = Plan::new("x");
    plan.push(Change::Move { from: path("p/06"), to: path("p/05") });
    plan.push(Change::write(path("r.md"), b"1\n", *b"2\n"));
    plan.push(Change::create(path("p/.gitkeep"), *b""));
    let diff = plan.unified_diff(|_| Some(Cow::Borrowed(b"1\n")));
    assert_eq!(
        diff.to_str_lossy(),
        "rename from p/06\nrename to p/05\n--- r.md\n+++ r.md\n@@ -1 +1 @@\n-1\n+2\n--- /dev/null\n+++ p/.gitkeep\n"
    );
    assert_eq!(plan.stale(|_| Some(Cow::Borrowed(b"1\n"))), None);
    assert_eq!(plan.stale(|_| None), Some(&path("r.md")));
    // Without the old content only what happens to the file can be said.
    assert_eq!(
        plan.unified_diff(|_| None).to_str_lossy(),
        "rename from p/06\nrename to p/05\nrewritten r.md\n--- /dev/null\n+++ p/.gitkeep\n"
    );
}

proptest::proptest! {
    /// The diff turns the old text into the new one.
    #[test]
    fn applies(old in "[ab\n]{0,40}", new in "[ab\n]{0,40}") {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let diff = diff_of(&path("a"), Side::Present(old), Side::Present(new));
        proptest::prop_assert_eq!(apply(old, &diff), new.to_vec());
    }
}

/// A reader of unified diffs, as small as can be.
fn apply(old: &[u8], diff: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = old.lines_with_terminator().collect();
    let (mut out, mut at, mut sign) = (Vec::new(), 0, b' ');
    for line in diff.lines_with_terminator().skip(2) {
        let (first, text) = line.split_first().unwrap();
        match first {
            b'@' => {
                let old_place = text.fields().nth(1).unwrap().to_str().unwrap().trim_start_matches('-');
                let (start, count) = old_place.split_once(',').unwrap_or((old_place, "1"));
                let start = start.parse::<usize>().unwrap() - usize::from(count != "0");
                out.extend(lines[at..start].concat());
                at = start;
            }
            b'\\' if sign != b'-' => drop(out.pop()),
            b'\\' => {}
            _ => {
                sign = *first;
                at += usize::from(sign != b'+');
                out.extend_from_slice(if sign == b'-' { b"" } else { text });
            }
        }
    }
    out.extend(lines[at..].concat());
    out
}
