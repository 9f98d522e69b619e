//! Finds the Rust tests of the workspace and the requirements they name, from their text.
//!
//! A test names a requirement in its doc comment, in a comment line of its body, or in its own name (`s_62_…`, `s62_…`). Source is
//! read by lines, as rustfmt leaves it: a test ends at the closing brace that stands as far in as its `#[test]`.

use std::fs;
use std::path::{Path, PathBuf};

/// A test that names requirements.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RustTest {
    /// The file, relative to the repository.
    pub(super) path: String,
    /// The function.
    pub(super) name: String,
    /// What it names, in order, without repetition.
    pub(super) ids: Vec<String>,
}

/// Whether `id` has the form of a requirement of the seeds.
pub(super) fn is_requirement(id: &str) -> bool {
    matches!(id.as_bytes(), [b'S' | b'A', b'-', tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// Every test below `crates` and `xtask` that names a requirement.
pub(super) fn find(root: &Path) -> Result<Vec<RustTest>, String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut tests = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let path = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        tests.extend(read(&path, &text));
    }
    Ok(tests)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The tests in one file's `text` that name a requirement.
pub(super) fn read(path: &str, text: &str) -> Vec<RustTest> {
    let lines: Vec<&str> = text.lines().collect();
    let attributes = lines.iter().enumerate().filter(|(_, line)| line.trim() == "#[test]");
    attributes
        .filter_map(|(index, _)| test_at(path, &lines, index))
        .filter(|test| !test.ids.is_empty())
        .collect()
}

/// The test whose `#[test]` is line `index`.
fn test_at(path: &str, lines: &[&str], index: usize) -> Option<RustTest> {
    let (above, below) = lines.split_at_checked(index)?;
    let indentation = below.first()?.split("#[test]").next()?;
    let end = format!("{indentation}}}");
    let signature = below.iter().map(|line| line.trim_start()).find(|line| line.starts_with("fn "))?;
    let name = signature.strip_prefix("fn ")?.split(['(', '<']).next()?.to_owned();
    let mut ids = ids_in_name(&name);
    let documentation = above.iter().rev().map(|line| line.trim_start());
    let documentation = documentation.take_while(|line| line.starts_with("//") || line.starts_with("#["));
    let body = below.iter().take_while(|line| **line != end).map(|line| line.trim_start());
    for comment in
        documentation.chain(body).filter_map(|line| line.split_once("//").map(|(_, comment)| comment))
    {
        ids.extend(ids_in(comment));
    }
    ids.sort();
    ids.dedup();
    Some(RustTest { path: path.to_owned(), name, ids })
}

/// Ids such as `S-62` in a text, each standing alone.
fn ids_in(text: &str) -> Vec<String> {
    let words =
        text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'));
    words.filter(|word| is_requirement(word)).map(str::to_owned).collect()
}

/// Ids in a function's name: `s_62_beats_s_61`, `s62_beats_s61`.
fn ids_in_name(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split('_').collect();
    let alone = words.iter().filter_map(|word| word.split_at_checked(1));
    let pairs = words.iter().zip(words.iter().skip(1)).map(|(letter, number)| (*letter, *number));
    let ids = alone.chain(pairs).map(|(letter, number)| format!("{}-{number}", letter.to_uppercase()));
    ids.filter(|id| is_requirement(id)).collect()
}
