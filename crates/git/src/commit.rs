//! The one act: a commit of exactly the given paths.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice};

use crate::question::Question;
use crate::{Error, ObjectId, Repository};

impl Repository {
    /// Stages exactly `paths` (files, as they are or are not on disk) and commits them with `subject` as the whole message.
    /// Other edits stay unstaged. Runs as the user would run it: their identity, hooks, signing and environment.
    ///
    /// # Errors
    /// Nothing could be staged; something else is staged ([`Error::StagedElsewhere`]); or the commit did not come about, and
    /// the paths stay staged.
    pub fn commit<P: AsRef<BStr>>(&self, paths: &[P], subject: &str) -> Result<ObjectId, Error> {
        let base = self.work_tree().ok_or_else(|| Error::Bare { folder: self.git_dir().to_owned() })?;
        let act = |operation: &str| {
            let mut call = self.git.acting(base);
            call.command.arg("--literal-pathspecs");
            Question::new(call, operation, base)
        };
        let mut input = Vec::new();
        for path in paths {
            input.extend_from_slice(path.as_ref());
            input.push(0);
        }
        let options = ["--all", "--pathspec-from-file=-", "--pathspec-file-nul"];
        act("add").args(options).input(input).ask()?;
        let own: HashSet<&BStr> = paths.iter().map(AsRef::as_ref).collect();
        let foreign = |path: &BString| !own.contains(path.as_bstr());
        if let Some(path) = self.staged_paths()?.into_iter().find(foreign) {
            return Err(Error::StagedElsewhere { folder: base.to_owned(), path: path.to_string() });
        }
        act("commit").args(["--quiet", "--message", subject]).ask()?;
        self.head()?.commit.ok_or_else(|| self.unreadable("commit", b"no HEAD behind the commit"))
    }
}
