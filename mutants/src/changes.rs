//! The changes, as `cargo-mutants` lists them.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// One change of the code.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// The file, from the root of the repository.
    pub(crate) file: String,
    /// What is changed, in words, without the place.
    pub(crate) what: String,
    /// The first line of the place, as it reads.
    pub(crate) line: String,
    /// The line's number, from 1.
    pub(crate) line_number: usize,
    /// What kind of change.
    pub(crate) genre: Genre,
    /// What stands there instead.
    pub(crate) replacement: String,
    /// What is replaced, in bytes of the file.
    pub(crate) span: std::ops::Range<usize>,
    /// The function's return type, as written.
    pub(crate) return_type: String,
    /// Which of the changes that read the same, from 0.
    pub(crate) ordinal: usize,
}

impl Change {
    /// What a change is known by while the lines above it come and go.
    pub(crate) fn key(&self) -> String {
        format!("{}: {} | {}", self.file, self.what, self.line.trim())
    }
}

/// What `cargo-mutants` calls the kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
    genre: Genre,
    replacement: String,
    span: ListedSpan,
    function: Option<ListedFunction>,
}

#[derive(Deserialize)]
struct ListedFunction {
    return_type: String,
}

#[derive(Deserialize)]
struct ListedSpan {
    start: Position,
    end: Position,
}

/// Counted from 1, columns in characters.
#[derive(Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

/// Every change of a package.
pub(crate) fn list(root: &Path, package: &str) -> Result<Vec<Change>, String> {
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", package])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo mutants: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo mutants: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let listed: Vec<Listed> = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the list of cargo-mutants: {error}"))?;
    let mut changes = Vec::new();
    let mut read: Option<(String, String)> = None;
    for item in listed {
        if read.as_ref().is_none_or(|(file, _)| *file != item.file) {
            let text = std::fs::read_to_string(root.join(&item.file))
                .map_err(|error| format!("{}: {error}", item.file))?;
            read = Some((item.file.clone(), text));
        }
        let text = read.as_ref().map(|(_, text)| text.as_str()).unwrap_or_default();
        let offset = |position: &Position| {
            offset(text, position).ok_or_else(|| format!("{}: no such place", item.name))
        };
        let what = item.name.splitn(4, ':').nth(3).unwrap_or(&item.name).trim().to_owned();
        changes.push(Change {
            what,
            line: text.lines().nth(item.span.start.line - 1).unwrap_or_default().to_owned(),
            line_number: item.span.start.line,
            span: offset(&item.span.start)?..offset(&item.span.end)?,
            genre: item.genre,
            replacement: item.replacement,
            return_type: item.function.map(|function| function.return_type).unwrap_or_default(),
            file: item.file,
            ordinal: 0,
        });
    }
    let mut seen = std::collections::BTreeMap::new();
    for change in &mut changes {
        let before: &mut usize = seen.entry(change.key()).or_default();
        change.ordinal = *before;
        *before += 1;
    }
    Ok(changes)
}

fn offset(text: &str, position: &Position) -> Option<usize> {
    let mut start = 0;
    for _ in 1..position.line {
        start += text.get(start..)?.find('\n')? + 1;
    }
    let rest = text.get(start..)?;
    let below = rest.char_indices().nth(position.column - 1).map_or(rest.len(), |(at, _)| at);
    Some(start + below)
}
