//! Contents of objects, and whether git would give back the bytes on disk.
//!
//! Before a file is deleted it must be proven that git has it. Hashing the file as git would (`hash-object`) is no such
//! proof: with line end conversion or `ident` different bytes on disk have one hash, and with a filter program the hash is
//! whatever that program says. So the bytes themselves are compared: with the blob, and where they differ with what a
//! checkout would write for it. Only those built-in conversions count; filter programs are off, and content behind one
//! that is not plainly in the repository is reported as such.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::time::Duration;

use bstr::{BStr, BString};

use crate::answer::PatientPipe;
use crate::question::parts;
use crate::{Error, ObjectFormat, ObjectId, Repository};

/// A running `git cat-file --batch`: one process for any number of blobs and trees.
pub struct Blobs<'r> {
    repository: &'r Repository,
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<PatientPipe>,
}

/// How the bytes on disk relate to a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fidelity {
    /// They are the blob.
    Same,
    /// They are what a checkout of the blob writes here (line ends, `ident`, `working-tree-encoding`).
    SameAfterCheckout,
    /// They are something else.
    Different,
    /// They are something else, and the path has a filter program (such as git-lfs) that was not asked.
    Filtered,
    /// The blob is not here: a partial clone, or a damaged one.
    Missing,
}

impl Fidelity {
    /// Whether git gives back exactly these bytes.
    #[must_use]
    pub fn is_recoverable(self) -> bool {
        matches!(self, Self::Same | Self::SameAfterCheckout)
    }
}

impl Repository {
    /// Starts the process that blobs are read from.
    ///
    /// # Errors
    /// Git cannot be started.
    pub fn blobs(&self) -> Result<Blobs<'_>, Error> {
        let (mut child, patience) = self.question("cat-file").arg("--batch").start()?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.broken_pipe(io::ErrorKind::BrokenPipe.into()));
        };
        let answers = BufReader::new(PatientPipe::new(answers, patience));
        Ok(Blobs { repository: self, child, requests: Some(requests), answers })
    }

    fn broken_pipe(&self, source: io::Error) -> Error {
        Error::Io { operation: "cat-file".to_owned(), folder: self.base().to_owned(), source }
    }

    fn silent(&self, patience: Duration) -> Error {
        Error::Silent {
            operation: "cat-file".to_owned(),
            folder: self.base().to_owned(),
            seconds: patience.as_secs(),
        }
    }

    /// What a checkout would write for blob `id` at `path`, filter programs off.
    ///
    /// # Errors
    /// Git cannot be asked, or the blob is not here.
    pub fn checkout_content(&self, id: &ObjectId, path: &BStr) -> Result<Vec<u8>, Error> {
        let mut option = BString::from("--path=");
        option.extend_from_slice(path);
        self.question("cat-file").arg("--filters").arg(option).arg(id.as_str()).ask()
    }

    /// Whether attributes name a filter program for `path`.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn has_filter(&self, path: &BStr) -> Result<bool, Error> {
        Ok(!self.filtered(&[path])?.is_empty())
    }

    /// Those of `paths` that attributes name a filter program for.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn filtered(&self, paths: &[&BStr]) -> Result<HashSet<BString>, Error> {
        if paths.is_empty() {
            return Ok(HashSet::new());
        }
        let input = paths.iter().flat_map(|path| path.iter().chain(&[0])).copied().collect();
        let output = self.question("check-attr").args(["-z", "--stdin", "filter"]).input(input).ask()?;
        let mut filtered = HashSet::new();
        let mut fields = parts(&output);
        while let Some(path) = fields.next() {
            let (Some(_), Some(value)) = (fields.next(), fields.next()) else {
                return Err(self.unreadable("check-attr", &output));
            };
            if !["unspecified", "unset", "set"].iter().any(|none| value == none) {
                filtered.insert(path.to_owned());
            }
        }
        Ok(filtered)
    }
}

impl Blobs<'_> {
    /// The bytes of blob `id`; `None` when it is not here, or is no blob.
    ///
    /// # Errors
    /// The process broke off.
    pub fn get(&mut self, id: &ObjectId) -> Result<Option<Vec<u8>>, Error> {
        let mut bytes = Vec::new();
        Ok(self.copy(id, &mut bytes)?.map(|_| bytes))
    }

    /// Writes blob `id` to `sink` as it is read, and returns its size; `None` when it is not here, or is no blob.
    ///
    /// # Errors
    /// The process broke off, or `sink` took no more.
    pub fn copy(&mut self, id: &ObjectId, sink: &mut dyn Write) -> Result<Option<u64>, Error> {
        self.read(id, "blob", sink).map_err(|error| self.broken(error))
    }

    /// The bytes of tree `id` as git stores it; `None` when it is not here, or is no tree.
    pub(crate) fn tree_object(&mut self, id: &ObjectId) -> Result<Option<Vec<u8>>, Error> {
        let mut bytes = Vec::new();
        let read = self.read(id, "tree", &mut bytes);
        Ok(read.map_err(|error| self.broken(error))?.map(|_| bytes))
    }

    /// Why there is no answer: it was waited for in vain, or the process broke off.
    fn broken(&self, source: io::Error) -> Error {
        match self.answers.get_ref().silence() {
            Some(patience) => self.repository.silent(patience),
            None => self.repository.broken_pipe(source),
        }
    }

    pub(crate) fn format(&self) -> ObjectFormat {
        self.repository.object_format()
    }

    pub(crate) fn unreadable(&self, what: &[u8]) -> Error {
        self.repository.unreadable("cat-file", what)
    }

    fn read(&mut self, id: &ObjectId, wanted: &str, sink: &mut dyn Write) -> io::Result<Option<u64>> {
        if let Some(requests) = &mut self.requests {
            writeln!(requests, "{id}")?;
            requests.flush()?;
        }
        let mut header = String::new();
        self.answers.read_line(&mut header)?;
        let words: Vec<&str> = header.split_ascii_whitespace().collect();
        let [_, kind, size] = words[..] else {
            return match words[..] {
                [_, "missing"] => Ok(None),
                _ => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "no object header")),
            };
        };
        let size: u64 = size.parse().map_err(io::Error::other)?;
        let mut content = (&mut self.answers).take(size);
        let copied = if kind == wanted {
            io::copy(&mut content, sink)?
        } else {
            io::copy(&mut content, &mut io::sink())?
        };
        let mut line_end = [0];
        self.answers.read_exact(&mut line_end)?;
        if copied != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok((kind == wanted).then_some(size))
    }

    /// How `bytes`, found on disk at `path`, relate to blob `id`.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn fidelity(&mut self, id: &ObjectId, path: &BStr, bytes: &[u8]) -> Result<Fidelity, Error> {
        let Some(blob) = self.get(id)? else {
            return Ok(Fidelity::Missing);
        };
        if blob == bytes {
            return Ok(Fidelity::Same);
        }
        if self.repository.checkout_content(id, path)? == bytes {
            return Ok(Fidelity::SameAfterCheckout);
        }
        let filtered = self.repository.has_filter(path)?;
        Ok(if filtered { Fidelity::Filtered } else { Fidelity::Different })
    }
}

impl Drop for Blobs<'_> {
    /// The end of its input ends the process; without the wait it would stay as a zombie.
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}
