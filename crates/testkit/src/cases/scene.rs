//! Plays the steps of one case in its own folder.

mod command;
mod files;

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bstr::ByteSlice;
use tempfile::TempDir;
use toml::Value;

use crate::frozen::ENVIRONMENT;

use super::process::{self, Environment};
use super::step::{Git, LineEnd, Replace, Step, Write};
use super::tree::{Tree, snapshot};
use super::{Trouble, broken};

/// Folders after the one with the built binaries.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A guard against a git that waits for something.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The folder of a case being played, and what it remembers.
pub(crate) struct Scene {
    temporary: Option<TempDir>,
    root: PathBuf,
    environment: Environment,
    variables: Vec<(String, String)>,
    marks: BTreeMap<String, Tree>,
}

impl Scene {
    /// An empty scene whose commands find the product in `binaries`.
    pub(crate) fn new(binaries: &Path) -> io::Result<Self> {
        let temporary = tempfile::Builder::new().prefix("case-").tempdir()?;
        let home = temporary.path().canonicalize()?;
        let root = home.join("p");
        fs::create_dir(&root)?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut environment: Environment =
            ENVIRONMENT.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        environment.insert("HOME".to_owned(), text(&home));
        environment.insert("PATH".to_owned(), format!("{}:{SYSTEM_PATH}", binaries.display()));
        Ok(Self {
            temporary: Some(temporary),
            variables: vec![("ROOT".to_owned(), text(&root)), ("TMP".to_owned(), text(&home))],
            root,
            environment,
            marks: BTreeMap::new(),
        })
    }

    /// Leaves the folder in place, to be looked at, and says where.
    pub(crate) fn keep(mut self) -> Option<PathBuf> {
        self.temporary.take().map(TempDir::keep)
    }

    /// Plays one step.
    pub(crate) fn play(&mut self, step: &Value) -> Result<(), Trouble> {
        match Step::read(self.filled(step))? {
            Step::Write(step) => self.write(&step),
            Step::Replace(step) => self.replace(&step),
            Step::Remove(step) => Ok(remove(&self.at(&step.remove))?),
            Step::MakeFolder(step) => Ok(fs::create_dir_all(self.at(&step.mkdir))?),
            Step::Symlink(step) => {
                let path = self.at(&step.symlink);
                make_parents(&path)?;
                Ok(symlink(step.to, path)?)
            }
            Step::Fifo(step) => {
                let made = Command::new("mkfifo").arg(self.at(&step.fifo)).status()?;
                if made.success() { Ok(()) } else { broken(format!("mkfifo {}: {made}", step.fifo)) }
            }
            Step::Chmod(step) => set_mode(&self.at(&step.chmod), &step.mode),
            Step::Git(step) => self.git(&step),
            Step::Mark(step) => {
                self.marks.insert(step.mark, snapshot(&self.root)?);
                Ok(())
            }
            Step::Run(step) => self.run(&step),
            Step::Same(step) => self.same(&step),
            Step::File(step) => self.file(&step),
        }
    }

    fn at(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// `value` with every `{{NAME}}` replaced by what was saved under it.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let fill = |text: String, (name, saved): &(String, String)| {
                    text.replace(&format!("{{{{{name}}}}}"), saved)
                };
                Value::String(self.variables.iter().fold(text.clone(), fill))
            }
            Value::Array(items) => Value::Array(items.iter().map(|item| self.filled(item)).collect()),
            Value::Table(table) => {
                Value::Table(table.iter().map(|(key, item)| (key.clone(), self.filled(item))).collect())
            }
            other => other.clone(),
        }
    }

    fn save(&mut self, name: &str, bytes: &[u8]) {
        let value = bytes.to_str_lossy().trim().to_owned();
        match self.variables.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.variables.push((name.to_owned(), value)),
        }
    }

    fn mark(&self, name: &str) -> Result<&Tree, Trouble> {
        self.marks.get(name).ok_or_else(|| Trouble::Broken(format!("no mark {name:?}")))
    }

    fn write(&self, step: &Write) -> Result<(), Trouble> {
        let path = self.at(&step.write);
        let bytes = match (&step.hex, &step.text) {
            (Some(hex), None) => unhex(hex)?,
            (None, Some(text)) => {
                let text =
                    if step.eol == Some(LineEnd::Crlf) { text.replace('\n', "\r\n") } else { text.clone() };
                let mark: &[u8] = if step.bom { b"\xef\xbb\xbf" } else { b"" };
                [mark, text.as_bytes()].concat()
            }
            _ => return broken("a write has either `text` or `hex`"),
        };
        make_parents(&path)?;
        let mut options = OpenOptions::new();
        options.create(true).append(step.append).write(true).truncate(!step.append);
        options.open(&path)?.write_all(&bytes)?;
        step.mode.as_ref().map_or(Ok(()), |mode| set_mode(&path, mode))
    }

    fn replace(&self, step: &Replace) -> Result<(), Trouble> {
        let path = self.at(&step.replace);
        let body = fs::read(&path).map_err(|error| Trouble::Broken(format!("{}: {error}", step.replace)))?;
        let count = body.find_iter(&step.old).count();
        if count != 1 {
            return broken(format!("{} holds {count} of {:?}", step.replace, step.old));
        }
        Ok(fs::write(&path, body.replace(&step.old, &step.new))?)
    }

    fn git(&mut self, step: &Git) -> Result<(), Trouble> {
        let mut arguments = vec!["git".to_owned()];
        arguments.extend(step.git.iter().cloned());
        let mut environment = self.environment.clone();
        environment.extend(step.env.clone());
        let folder = self.at(step.cwd.as_deref().unwrap_or("."));
        let started = process::start(&arguments, &folder, &environment, Vec::new())?;
        let Some(done) = started.finish(TIME_LIMIT)? else {
            return broken(format!("git {:?}: no answer", step.git));
        };
        if (done.code != 0) != step.fails {
            return broken(format!("git {:?}: {}", step.git, done.stderr.to_str_lossy()));
        }
        if let Some(name) = &step.save {
            self.save(name, &done.stdout);
        }
        Ok(())
    }
}

impl Drop for Scene {
    /// Cases take away rights on purpose; give them back, or the folder could not be removed.
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            drop(Command::new("chmod").args(["-R", "u+rwX"]).arg(temporary.path()).output());
        }
    }
}

fn make_parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

fn set_mode(path: &Path, octal: &str) -> Result<(), Trouble> {
    match u32::from_str_radix(octal, 8) {
        Ok(mode) => Ok(fs::set_permissions(path, Permissions::from_mode(mode))?),
        Err(_) => broken(format!("mode {octal:?} is not octal")),
    }
}

fn unhex(hex: &str) -> Result<Vec<u8>, Trouble> {
    let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let pair = |pair: &[u8]| {
        let text = std::str::from_utf8(pair).ok().filter(|text| text.len() == 2)?;
        u8::from_str_radix(text, 16).ok()
    };
    digits
        .chunks(2)
        .map(pair)
        .collect::<Option<_>>()
        .ok_or_else(|| Trouble::Broken(format!("{hex:?} is no hex")))
}
