//! How git is asked: the one argument list and environment of every read-only call.
//!
//! Two crates start git: `git`, and `statusline` for its two opt-in segments. What makes such a call safe is stated
//! here, once, as data: no program that a repository names is started (`core.fsmonitor`, hooks, pagers, external
//! diffs), no lock is taken, nothing is fetched, no prompt is opened, paths are literal, words are English, and of
//! the inherited `GIT_*` only what tells git *where* to look stays (G8, `design/reliability.md`).
//!
//! This module starts nothing and reads no environment: callers hand in what they found there. It does not answer
//! for the one call that acts, `git commit` for `--commit`, which runs as the user would run it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What stands before the subcommand of every call that asks.
pub const GLOBAL_ARGUMENTS: [&str; 9] = [
    // A file system monitor is a program named by the repository's own configuration.
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.pager=cat",
    // `status` would write the refreshed index.
    "--no-optional-locks",
    // A replace reference would show other bytes than the object that was named.
    "--no-replace-objects",
    // A path with `*` or `:(…)` in its name is that path.
    "--literal-pathspecs",
];

/// What stands behind the subcommand of every call that makes a patch.
pub const PATCH_ARGUMENTS: [&str; 2] = ["--no-ext-diff", "--no-textconv"];

/// Variables that are set for every call that asks.
pub const ENVIRONMENT: [(&str, &str); 4] = [
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    // Before 2.45 git does not know the line above; a fetch that may use no protocol fails.
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("LC_ALL", "C"),
];

/// The call that names the filter programs of a repository. Reading the configuration starts none of them.
pub const CONFIGURATION_LIST: [&str; 3] = ["config", "-z", "--list"];

/// What stands before the subcommand, behind [`GLOBAL_ARGUMENTS`], so that no filter program is started: `status` runs the
/// configured ones for files whose time stamps changed. `configuration` is the answer to [`CONFIGURATION_LIST`].
///
/// With empty commands git passes the bytes through, so that such a file counts as modified.
///
/// # Errors
///
/// The name of a filter that cannot be switched off, as it holds a `=`: git would cut the setting there.
pub fn filters_off(configuration: &[u8]) -> Result<Vec<Vec<u8>>, Vec<u8>> {
    let mut names: Vec<&[u8]> = configuration.split(|byte| *byte == 0).filter_map(filter_name).collect();
    names.sort_unstable();
    names.dedup();
    let mut arguments = Vec::new();
    for name in names {
        if name.contains(&b'=') {
            return Err(name.to_vec());
        }
        for setting in ["clean=", "smudge=", "process=", "required=false"] {
            arguments.push(b"-c".to_vec());
            arguments.push([b"filter.", name, b".", setting.as_bytes()].concat());
        }
    }
    Ok(arguments)
}

/// The name in a record `filter.NAME.VARIABLE`, line feed, value.
fn filter_name(record: &[u8]) -> Option<&[u8]> {
    // The name may hold dots, and even a line feed; the variable cannot.
    let rest = record.strip_prefix(b"filter.")?;
    let programs: [&[u8]; 3] = [b".clean", b".smudge", b".process"];
    let ends = (0..=rest.len()).filter(|end| rest.get(*end).is_none_or(|byte| *byte == b'\n'));
    ends.filter_map(|end| rest.get(..end))
        .find_map(|key| programs.iter().find_map(|program| key.strip_suffix(*program)))
}

/// The inherited `GIT_*` that always stay: which configuration files are read, and where the search for a
/// repository ends.
const KEPT: [&str; 4] =
    ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"];

/// The inherited `GIT_*` that stay inside a hook: git itself set them for the repository it acts on.
const KEPT_INSIDE_A_HOOK: [&str; 5] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
];

/// Whether the calling process runs inside a git hook, which decides about the variables that name the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Not a hook: a `GIT_DIR` left over in the environment must not lead to another repository.
    Ordinary,
    /// A hook of git: the repository is the one git names.
    Hook,
}

/// Whether an inherited variable has to be removed before git is asked: every `GIT_*` that is not kept.
/// Names that do not begin with `GIT_` are never removed.
pub fn is_removed(name: &OsStr, caller: Caller) -> bool {
    if !name.as_encoded_bytes().starts_with(b"GIT_") {
        return false;
    }
    let kept_here = KEPT.iter().any(|kept| name == OsStr::new(kept));
    let kept_in_hook =
        caller == Caller::Hook && KEPT_INSIDE_A_HOOK.iter().any(|kept| name == OsStr::new(kept));
    !(kept_here || kept_in_hook)
}

/// The places where git may be found, in the order of the search path: the absolute folders of `search_path` (split
/// by the caller with [`std::env::split_paths`]) that are neither the current folder nor below it, joined with `git`.
///
/// The caller takes the first candidate that is an executable file. A relative or empty entry stands for the current
/// folder, where a repository could have put a program of that name; it is left out, as is every folder inside the
/// current one. When the current folder is the root of the file system this says nothing, and every absolute entry counts.
pub fn program_candidates<'a>(
    search_path: impl IntoIterator<Item = PathBuf> + 'a,
    current_folder: &'a Path,
) -> impl Iterator<Item = PathBuf> + 'a {
    search_path
        .into_iter()
        .filter(move |folder| folder.is_absolute() && !is_inside(folder, current_folder))
        .map(|folder| folder.join("git"))
}

fn is_inside(folder: &Path, current_folder: &Path) -> bool {
    current_folder.parent().is_some() && folder.starts_with(current_folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_removed(name: &str, ordinary: bool, hook: bool) {
        assert_eq!(is_removed(OsStr::new(name), Caller::Ordinary), ordinary, "{name} outside a hook");
        assert_eq!(is_removed(OsStr::new(name), Caller::Hook), hook, "{name} inside a hook");
    }

    /// G8: of the inherited `GIT_*` only the listed ones stay.
    #[test]
    fn g8_inherited_variables() {
        check_removed("GIT_CONFIG_GLOBAL", false, false);
        check_removed("GIT_CONFIG_SYSTEM", false, false);
        check_removed("GIT_CONFIG_NOSYSTEM", false, false);
        check_removed("GIT_CEILING_DIRECTORIES", false, false);
        check_removed("GIT_DIR", true, false);
        check_removed("GIT_WORK_TREE", true, false);
        check_removed("GIT_INDEX_FILE", true, false);
        check_removed("GIT_OBJECT_DIRECTORY", true, false);
        check_removed("GIT_ALTERNATE_OBJECT_DIRECTORIES", true, false);
        check_removed("GIT_EXTERNAL_DIFF", true, true);
        check_removed("GIT_CONFIG_COUNT", true, true);
        check_removed("GIT_CONFIG_PARAMETERS", true, true);
        check_removed("GIT_SSH_COMMAND", true, true);
        check_removed("GIT_TRACE", true, true);
        check_removed("GIT_", true, true);
        check_removed("GIT", false, false);
        check_removed("PATH", false, false);
        check_removed("XGIT_DIR", false, false);
    }

    fn check_filters(configuration: &[u8], expected: Result<&[&str], &str>) {
        let found = filters_off(configuration).map(|arguments| {
            arguments.into_iter().filter(|argument| argument != b"-c").collect::<Vec<_>>().join(&b' ')
        });
        let expected = expected.map(|settings| settings.join(" ").into_bytes());
        assert_eq!(found, expected.map_err(|name| name.as_bytes().to_vec()));
    }

    /// G8: every filter program is switched off, whatever its name; one that cannot be is told.
    #[test]
    fn g8_filters_off() {
        let off = |name: &str| {
            ["clean=", "smudge=", "process=", "required=false"]
                .map(|setting| format!("filter.{name}.{setting}"))
                .join(" ")
        };
        check_filters(b"", Ok(&[]));
        check_filters(b"core.bare\nfalse\0filter.lfs.required\ntrue\0myfilter.a.clean\nx\0", Ok(&[]));
        let (lfs, odd) = (off("lfs"), off("My.clean filter"));
        check_filters(b"filter.lfs.clean\na\0filter.lfs.process\nb\nc\0", Ok(&[&lfs]));
        check_filters(b"filter.My.clean filter.smudge\0filter.lfs.clean\n\0", Ok(&[&odd, &lfs]));
        check_filters(b"filter.a=b.clean\nx\0", Err("a=b"));
        check_filters(b"filter.a\nb.clean\nx\0", Ok(&[&off("a\nb")]));
    }

    fn check_candidates(current_folder: &str, search_path: &[&str], expected: &[&str]) {
        let found: Vec<PathBuf> =
            program_candidates(search_path.iter().map(PathBuf::from), Path::new(current_folder)).collect();
        assert_eq!(found, expected.iter().map(PathBuf::from).collect::<Vec<_>>());
    }

    /// G8: a program named `git` in the current folder is never the one that runs.
    #[test]
    fn g8_git_outside_the_current_folder() {
        check_candidates("/home/p", &["/usr/bin", "/bin"], &["/usr/bin/git", "/bin/git"]);
        check_candidates("/home/p", &["", ".", "bin", "../bin", "/usr/bin"], &["/usr/bin/git"]);
        check_candidates(
            "/home/p",
            &["/home/p", "/home/p/node_modules/.bin", "/home/people"],
            &["/home/people/git"],
        );
        check_candidates("/home/p", &[], &[]);
        check_candidates("/", &["", "bin", "/usr/bin"], &["/usr/bin/git"]);
    }

    /// G8: each setting that keeps git from starting a program of the repository's choice is given as `-c SETTING`.
    #[test]
    fn g8_global_arguments_name_no_program_of_the_repository() {
        for setting in ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat"] {
            let at = GLOBAL_ARGUMENTS.iter().position(|argument| *argument == setting);
            assert_eq!(at.and_then(|at| GLOBAL_ARGUMENTS.get(at - 1)), Some(&"-c"), "{setting}");
        }
    }
}
