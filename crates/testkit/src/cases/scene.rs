//! Plays the steps of one case in its own folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bstr::ByteSlice;
use tempfile::TempDir;
use toml::Value;

use super::expectation::{Expectation, judge_json};
use super::process::{self, Environment, Finished};
use super::step::{Exit, File, Git, LineEnd, Replace, Run, Same, Step, Write};
use super::tree::{Tree, snapshot};
use super::{Trouble, broken, failed};

/// What every command of a case sees, besides `PATH` and `HOME`; the tools' clock is the last line.
const ENVIRONMENT: [(&str, &str); 11] = [
    ("LC_ALL", "C.UTF-8"),
    ("TZ", "UTC"),
    ("GIT_AUTHOR_NAME", "Case"),
    ("GIT_AUTHOR_EMAIL", "case@example.org"),
    ("GIT_COMMITTER_NAME", "Case"),
    ("GIT_COMMITTER_EMAIL", "case@example.org"),
    ("GIT_AUTHOR_DATE", "2026-10-05T12:00:00Z"),
    ("GIT_COMMITTER_DATE", "2026-10-05T12:00:00Z"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_SYSTEM", "/dev/null"),
    ("SOURCE_DATE_EPOCH", "1791374400"), // 2026-10-07T12:00:00Z
];

/// Folders after the one with the built binaries.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Seconds a command may take when the case says nothing; several at once get more.
const TIME_LIMIT: f64 = 20.0;
const TIME_LIMIT_PARALLEL: f64 = 60.0;

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
        let Some(done) = started.finish(Duration::from_secs_f64(TIME_LIMIT_PARALLEL))? else {
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

    fn run(&mut self, step: &Run) -> Result<(), Trouble> {
        let mut environment = self.environment.clone();
        environment.extend(step.env.clone());
        environment.retain(|name, _| !step.unset.contains(name));
        let folder = self.at(step.cwd.as_deref().unwrap_or("."));
        let several = step.parallel.unwrap_or(1) > 1;
        let limit = step.timeout.unwrap_or(if several { TIME_LIMIT_PARALLEL } else { TIME_LIMIT });
        let limit = Duration::try_from_secs_f64(limit).map_err(|error| Trouble::Broken(error.to_string()))?;
        if several {
            return run_several(step, &folder, &environment, limit);
        }
        let done = finish(&step.run, &folder, &environment, step.stdin.clone().into_bytes(), limit)?;
        if let Some(name) = &step.save {
            self.save(name, &done.stdout);
        }
        judge_exit(step, &done)?;
        let (out, err) = (done.stdout.to_str_lossy(), done.stderr.to_str_lossy());
        if err.contains("panicked at") {
            return failed(format!("{:?}: panicked\n{err}", step.run));
        }
        Expectation {
            name: "stdout",
            exact: step.stdout.as_deref(),
            has: &step.stdout_has,
            lacks: &step.stdout_lacks,
            matches: &step.stdout_match,
        }
        .judge(&out)?;
        Expectation {
            name: "stderr",
            exact: step.stderr.as_deref(),
            has: &step.stderr_has,
            lacks: &step.stderr_lacks,
            matches: &step.stderr_match,
        }
        .judge(&err)?;
        Expectation {
            name: "output",
            exact: step.output.as_deref(),
            has: &step.output_has,
            lacks: &step.output_lacks,
            matches: &step.output_match,
        }
        .judge(&format!("{out}{err}"))?;
        if let Some(want) = &step.json {
            match serde_json::from_str(&out) {
                Ok(got) => judge_json(want, &got, "$")?,
                Err(_) => return failed(format!("{:?}: stdout is no JSON:\n{out}", step.run)),
            }
        }
        Ok(())
    }

    fn same(&self, step: &Same) -> Result<(), Trouble> {
        let (old, new) = (self.mark(&step.same)?, snapshot(&self.root)?);
        let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let changed: Vec<_> = paths
            .into_iter()
            .filter(|path| old.get(*path) != new.get(*path))
            .filter(|path| !step.except.iter().any(|prefix| path.starts_with(prefix.as_str())))
            .collect();
        if changed.is_empty() { Ok(()) } else { failed(format!("changed since {}: {changed:?}", step.same)) }
    }

    fn file(&self, step: &File) -> Result<(), Trouble> {
        let (name, path) = (&step.file, self.at(&step.file));
        let found = fs::symlink_metadata(&path).is_ok();
        if step.absent {
            return if found { failed(format!("{name} exists")) } else { Ok(()) };
        }
        if !found {
            return failed(format!("{name} is missing"));
        }
        if let Some(target) = &step.link_to {
            let right = fs::read_link(&path).is_ok_and(|link| link == Path::new(target));
            return if right { Ok(()) } else { failed(format!("{name} is no link to {target}")) };
        }
        if path.is_dir() {
            return Ok(());
        }
        let bytes = fs::read(&path).map_err(|error| Trouble::Broken(format!("{name}: {error}")))?;
        if let Some(mark) = &step.same_as {
            let old = self.mark(mark)?.get(name).map(|entry| entry.bytes());
            if old != Some(&bytes) {
                return failed(format!("{name} differs from {mark}"));
            }
        }
        self.lines_changed(step, &bytes)?;
        if let Some(hex) = &step.hex_has
            && !bytes.contains_str(unhex(hex)?)
        {
            return failed(format!("{name} lacks bytes {hex}"));
        }
        if let Some(hex) = &step.hex_lacks
            && bytes.contains_str(unhex(hex)?)
        {
            return failed(format!("{name} has bytes {hex}"));
        }
        let body = bytes.to_str_lossy();
        Expectation {
            name,
            exact: step.text.as_deref(),
            has: &step.text_has,
            lacks: &step.text_lacks,
            matches: &step.text_match,
        }
        .judge(&body)?;
        for (text, want) in &step.counts {
            let count = body.matches(text.as_str()).count();
            if count != *want {
                return failed(format!("{name}: {count} of {text:?}, expected {want}; it is\n{body}"));
            }
        }
        Ok(())
    }

    /// At most N lines differ from the mark, none added or lost.
    fn lines_changed(&self, step: &File, bytes: &[u8]) -> Result<(), Trouble> {
        let Some(most) = step.lines_changed else {
            return Ok(());
        };
        let mark = self.mark(step.since.as_deref().unwrap_or_default())?;
        let Some(old) = mark.get(&step.file) else {
            return broken(format!("{} is not in the mark", step.file));
        };
        let old: Vec<&[u8]> = old.bytes().split_str("\n").collect();
        let new: Vec<&[u8]> = bytes.split_str("\n").collect();
        let count = old.iter().zip(&new).filter(|(old, new)| old != new).count();
        if old.len() != new.len() || count > most {
            return failed(format!(
                "{}: {count} lines differ, {} -> {} lines",
                step.file,
                old.len(),
                new.len()
            ));
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

fn run_several(step: &Run, folder: &Path, environment: &Environment, limit: Duration) -> Result<(), Trouble> {
    let mut jobs = Vec::new();
    for number in 0..step.parallel.unwrap_or(1) {
        let arguments: Vec<_> =
            step.run.iter().map(|word| word.replace("{i}", &number.to_string())).collect();
        jobs.push(begin(&arguments, folder, environment, Vec::new())?);
    }
    for job in jobs {
        match job.finish(limit)? {
            Some(done) => judge_exit(step, &done)?,
            None => return failed(format!("{:?}: no answer in {} s", step.run, limit.as_secs_f64())),
        }
    }
    Ok(())
}

fn finish(
    arguments: &[String],
    folder: &Path,
    environment: &Environment,
    stdin: Vec<u8>,
    limit: Duration,
) -> Result<Finished, Trouble> {
    match begin(arguments, folder, environment, stdin)?.finish(limit)? {
        Some(done) => Ok(done),
        None => failed(format!("{arguments:?}: no answer in {} s", limit.as_secs_f64())),
    }
}

fn begin(
    arguments: &[String],
    folder: &Path,
    environment: &Environment,
    stdin: Vec<u8>,
) -> Result<process::Started, Trouble> {
    process::start(arguments, folder, environment, stdin).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            failed(format!("{arguments:?}: not built, or no such folder to run it in"))
        }
        _ => broken(format!("{arguments:?}: {error}")),
    })
}

fn judge_exit(step: &Run, done: &Finished) -> Result<(), Trouble> {
    let (code, words) = (done.code, &step.run);
    let said = || format!("{}{}", done.stdout.to_str_lossy(), done.stderr.to_str_lossy());
    match &step.exit {
        Exit::Code(want) if *want == code => Ok(()),
        Exit::Code(want) => failed(format!("{words:?}: exit {code}, expected {want}\n{}", said())),
        // 101 is a panic, a negative number a signal.
        Exit::Word(word) if word == "fail" && code > 0 && code != 101 => Ok(()),
        Exit::Word(word) if word == "fail" => {
            failed(format!("{words:?}: exit {code}, expected a clean failure\n{}", said()))
        }
        Exit::Word(word) => broken(format!("exit {word:?} is neither a number nor \"fail\"")),
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
