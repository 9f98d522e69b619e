//! Freshness, opt-in: how many commits the project is ahead of the one that STATE.md was written against.

use crate::environment::Environment;
use crate::git_call;
use crate::plain_file::Disk;
use std::path::Path;

/// From how many commits on it is said: fewer are ordinary work on a phase.
const FEWEST_COMMITS: u64 = 20;

/// `state ~N commits back`; nothing when the state is fresh, or nothing can be known: the project at `root` has no `.git` of
/// its own, or `state_head` is no commit that leads to HEAD.
pub fn freshness(root: &Path, state_head: &str, disk: Disk, environment: &Environment) -> Option<String> {
    if !is_stamp(state_head) || !disk.exists(&root.join(".git")) {
        return None;
    }
    let range = format!("{state_head}...HEAD");
    let output = git_call::ask(root, &["rev-list", "--left-right", "--count", &range, "--"], environment)?;
    said(&String::from_utf8_lossy(&output))
}

/// Whether a text is the name of a commit, whole or abbreviated, and not another revision or an option of git.
fn is_stamp(text: &str) -> bool {
    (4..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What is said, by the two counts that git gives.
fn said(counts: &str) -> Option<String> {
    let commits = commits_behind(counts)?;
    (commits >= FEWEST_COMMITS).then(|| format!("state ~{commits} commits back"))
}

/// How many commits lead from the stamp to HEAD, from the two counts that git gives; `None` when some lead away from HEAD.
fn commits_behind(counts: &str) -> Option<u64> {
    let (only_stamp, only_head) = counts.trim_end().split_once('\t')?;
    if only_stamp == "0" { only_head.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D40, S-26: a stamp that is no ancestor says nothing.
    #[test]
    fn d40_counts() {
        for (counts, expected) in
            [("0\t20\n", Some(20)), ("0\t0\n", Some(0)), ("1\t20\n", None), ("", None), ("0\tx", None)]
        {
            assert_eq!(commits_behind(counts), expected, "{counts:?}");
        }
        assert_eq!(said("0\t19\n"), None);
        assert_eq!(said("0\t20\n").as_deref(), Some("state ~20 commits back"));
    }

    /// D40, G8: what is handed to git as a commit.
    #[test]
    fn d40_stamps() {
        let head = "5f0e1d2c3b4a59687766554433221100ffeeddcc";
        for (text, expected) in [
            (head, true),
            ("5F0E", true),
            ("5f0", false),
            (&format!("{head}0"), false),
            ("HEAD", false),
            ("--all", false),
            ("5f0e^", false),
        ] {
            assert_eq!(is_stamp(text), expected, "{text}");
        }
    }
}
