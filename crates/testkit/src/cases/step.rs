//! The kinds of steps, one type each, named by their first key.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};
use toml::Value;

use super::{Trouble, broken};

/// One step, with its variables filled in.
#[derive(Debug)]
pub(crate) enum Step {
    Write(Write),
    Replace(Replace),
    Remove(Remove),
    MakeFolder(MakeFolder),
    Symlink(Symlink),
    Fifo(Fifo),
    Chmod(Chmod),
    Git(Git),
    Mark(Mark),
    Run(Box<Run>),
    Same(Same),
    File(Box<File>),
}

impl Step {
    /// Reads one `[[step]]`; its kind is the key that only this kind has.
    pub(crate) fn read(value: Value) -> Result<Self, Trouble> {
        let Some(table) = value.as_table() else {
            return broken("a step is a table");
        };
        let has = |key: &str| table.contains_key(key);
        if has("write") {
            typed(value).map(Self::Write)
        } else if has("replace") {
            typed(value).map(Self::Replace)
        } else if has("remove") {
            typed(value).map(Self::Remove)
        } else if has("mkdir") {
            typed(value).map(Self::MakeFolder)
        } else if has("symlink") {
            typed(value).map(Self::Symlink)
        } else if has("fifo") {
            typed(value).map(Self::Fifo)
        } else if has("chmod") {
            typed(value).map(Self::Chmod)
        } else if has("git") {
            typed(value).map(Self::Git)
        } else if has("mark") {
            typed(value).map(Self::Mark)
        } else if has("run") {
            typed(value).map(Self::Run)
        } else if has("same") {
            typed(value).map(Self::Same)
        } else if has("file") {
            typed(value).map(Self::File)
        } else {
            broken(format!("unknown step {:?}", table.keys().collect::<Vec<_>>()))
        }
    }
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Trouble> {
    value.try_into().map_err(|error| Trouble::Broken(error.to_string().trim_end().to_owned()))
}

/// Writes a file from `text` or `hex`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    pub(crate) write: String,
    pub(crate) text: Option<String>,
    pub(crate) hex: Option<String>,
    pub(crate) eol: Option<LineEnd>,
    #[serde(default)]
    pub(crate) bom: bool,
    #[serde(default)]
    pub(crate) append: bool,
    pub(crate) mode: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LineEnd {
    Lf,
    Crlf,
}

/// Replaces the one occurrence of `old` in a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replace {
    pub(crate) replace: String,
    pub(crate) old: String,
    pub(crate) new: String,
}

/// Removes a file, a link, or a folder with all in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remove {
    pub(crate) remove: String,
}

/// Makes a folder and those above it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeFolder {
    pub(crate) mkdir: String,
}

/// Makes a symbolic link.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Symlink {
    pub(crate) symlink: String,
    pub(crate) to: String,
}

/// Makes a named pipe.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fifo {
    pub(crate) fifo: String,
}

/// Sets the mode bits, given in octal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chmod {
    pub(crate) chmod: String,
    pub(crate) mode: String,
}

/// Runs git as preparation; `save` keeps its output, `fails` expects a nonzero exit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Git {
    pub(crate) git: Vec<String>,
    pub(crate) save: Option<String>,
    #[serde(default)]
    pub(crate) fails: bool,
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) cwd: Option<String>,
}

/// Remembers the whole tree under a name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    pub(crate) mark: String,
}

/// Runs a command and judges it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    pub(crate) run: Vec<String>,
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) unset: Vec<String>,
    #[serde(default)]
    pub(crate) stdin: String,
    pub(crate) cwd: Option<String>,
    /// Seconds; a guard against hanging, never a measurement.
    pub(crate) timeout: Option<f64>,
    pub(crate) parallel: Option<usize>,
    #[serde(default)]
    pub(crate) exit: Exit,
    pub(crate) stdout: Option<String>,
    #[serde(default)]
    pub(crate) stdout_has: Vec<String>,
    #[serde(default)]
    pub(crate) stdout_lacks: Vec<String>,
    #[serde(default)]
    pub(crate) stdout_match: Vec<String>,
    pub(crate) stderr: Option<String>,
    #[serde(default)]
    pub(crate) stderr_has: Vec<String>,
    #[serde(default)]
    pub(crate) stderr_lacks: Vec<String>,
    #[serde(default)]
    pub(crate) stderr_match: Vec<String>,
    pub(crate) output: Option<String>,
    #[serde(default)]
    pub(crate) output_has: Vec<String>,
    #[serde(default)]
    pub(crate) output_lacks: Vec<String>,
    #[serde(default)]
    pub(crate) output_match: Vec<String>,
    pub(crate) json: Option<Value>,
    pub(crate) save: Option<String>,
}

/// The exit code a command must have.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(crate) enum Exit {
    /// Exactly this one.
    Code(i32),
    /// A word; only `fail` is known: any clean nonzero exit, no panic, no signal.
    Word(String),
}

impl Default for Exit {
    fn default() -> Self {
        Self::Code(0)
    }
}

/// Nothing changed since a mark, except below the given prefixes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Same {
    pub(crate) same: String,
    #[serde(default)]
    pub(crate) except: Vec<String>,
}

/// Judges one file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) file: String,
    #[serde(default)]
    pub(crate) absent: bool,
    pub(crate) link_to: Option<String>,
    pub(crate) same_as: Option<String>,
    pub(crate) lines_changed: Option<usize>,
    pub(crate) since: Option<String>,
    pub(crate) hex_has: Option<String>,
    pub(crate) hex_lacks: Option<String>,
    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) text_has: Vec<String>,
    #[serde(default)]
    pub(crate) text_lacks: Vec<String>,
    #[serde(default)]
    pub(crate) text_match: Vec<String>,
    /// Pairs of a text and how often it must occur.
    #[serde(default)]
    pub(crate) counts: Vec<(String, usize)>,
}
