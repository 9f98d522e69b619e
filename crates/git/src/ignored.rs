//! What git leaves alone, and by which rule.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice};

use crate::question::{Question, parts};
use crate::{Error, Repository};

/// Why git ignores a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoreRule {
    /// The path that was asked about.
    pub path: BString,
    /// The file with the rule: `.gitignore` in some folder, `.git/info/exclude`, or the user's own.
    pub file: BString,
    /// The rule's line there, from 1.
    pub line: u64,
    /// The rule.
    pub pattern: BString,
}

impl Repository {
    /// Every untracked file in or below `paths` that git ignores, each by itself, also inside ignored folders. A
    /// repository of its own inside an ignored folder is one entry that ends with `/`.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no work tree.
    pub fn ignored_files<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<BString>, Error> {
        let outputs = self.list_files(&["--others", "--ignored", "--exclude-standard"], paths)?;
        let mut files: Vec<BString> =
            outputs.iter().flat_map(|output| parts(output)).map(BString::from).collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// Untracked files in or below `paths` that git does not ignore.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no work tree.
    pub fn untracked_files<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<BString>, Error> {
        let outputs = self.list_files(&["--others", "--exclude-standard"], paths)?;
        let mut files: Vec<BString> =
            outputs.iter().flat_map(|output| parts(output)).map(BString::from).collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// Which of `paths` git would ignore, and by which rule. Nothing needs to exist there; a tracked path is never ignored.
    ///
    /// # Errors
    /// Git cannot be asked, there is no work tree, or a path lies beyond a symbolic link.
    pub fn ignore_rules<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<IgnoreRule>, Error> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let mut input = Vec::new();
        for path in paths {
            // This subcommand knows no literal paths; with `./` in front a colon has no meaning.
            input.extend_from_slice(b"./");
            input.extend_from_slice(path.as_ref());
            input.push(0);
        }
        let base = self.work_tree().ok_or_else(|| Error::Bare { folder: self.git_dir().to_owned() })?;
        let question = Question::new(self.git.asking_without_literal_paths(base), "check-ignore", base);
        let question = question.args(["--no-index", "--verbose", "-z", "--stdin"]).input(input);
        let output = question.ask_maybe()?.unwrap_or_default();
        let mut rules = Vec::new();
        let mut fields = parts(&output);
        while let (Some(file), Some(line), Some(pattern), Some(path)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        {
            // The last rule that matches counts, also when it takes a path back.
            if pattern.starts_with(b"!") {
                continue;
            }
            let line = line.to_str().ok().and_then(|line| line.parse().ok());
            rules.push(IgnoreRule {
                path: path.strip_prefix(b"./").unwrap_or(path).into(),
                file: file.into(),
                line: line.ok_or_else(|| self.unreadable("check-ignore", &output))?,
                pattern: pattern.into(),
            });
        }
        // It compares paths with the index as if they were patterns; so it is asked without, and tracked paths are
        // taken out here.
        let found: Vec<&BStr> = rules.iter().map(|rule| rule.path.as_ref()).collect();
        let tracked = if found.is_empty() { Vec::new() } else { self.tracked(&found)? };
        let tracked: HashSet<BString> = tracked.into_iter().map(|entry| entry.path).collect();
        rules.retain(|rule| !tracked.contains(&rule.path));
        Ok(rules)
    }
}
