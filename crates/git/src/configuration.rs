//! The configuration as git sees it in one place: system, user, clone, work tree.

use bstr::{BStr, BString, ByteSlice};

use cairn_text::git_arguments::{CONFIGURATION_LIST, filters_off};

use crate::question::{Question, parts};
use crate::{Error, Repository};

/// Every key with its values, in the order that git reads them: later ones win.
#[derive(Debug, Clone, Default)]
pub struct Configuration {
    values: Vec<(BString, Option<BString>)>,
}

impl Configuration {
    /// Reads the output of `git config -z --list`.
    pub(crate) fn parse(output: &[u8]) -> Self {
        let values = parts(output).map(|part| match part.split_once_str("\n") {
            Some((key, value)) => (key.into(), Some(value.into())),
            None => (part.into(), None),
        });
        Self { values: values.collect() }
    }

    /// The value of `key` (section and variable in lower case, subsection as written): the last one. A key that stands
    /// alone, which git takes for true, is `true`.
    #[must_use]
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&BStr> {
        let (_, value) = self.values.iter().rev().find(|(known, _)| known == key.as_ref())?;
        Some(value.as_ref().map_or(BStr::new("true"), |value| value.as_bstr()))
    }

    /// Whether `key` is set to one of git's words for true.
    #[must_use]
    pub fn is_true(&self, key: impl AsRef<[u8]>) -> bool {
        let value = self.get(key).map(|value| value.to_ascii_lowercase());
        value.is_some_and(|value| matches!(value.as_slice(), b"true" | b"yes" | b"on" | b"1"))
    }

    /// The subsections of `section` that have any of `variables`, in order of first appearance.
    pub(crate) fn subsections(&self, section: &str, variables: &[&str]) -> Vec<&BStr> {
        let mut found: Vec<&BStr> = Vec::new();
        for (key, _) in &self.values {
            let inside = key.strip_prefix(section.as_bytes()).and_then(|rest| rest.strip_prefix(b"."));
            let Some((name, variable)) = inside.and_then(|rest| rest.rsplit_once_str(".")) else {
                continue;
            };
            let name = name.as_bstr();
            if variables.iter().any(|wanted| variable == wanted.as_bytes()) && !found.contains(&name) {
                found.push(name);
            }
        }
        found
    }
}

impl Repository {
    /// The configuration as it was when the repository was opened.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Where git looks for hooks here: `core.hooksPath`, else `hooks` in the common git directory. Absolute, and nothing
    /// needs to be there.
    ///
    /// # Errors
    /// Git cannot be asked, or cannot expand the value.
    pub fn hooks_folder(&self) -> Result<std::path::PathBuf, Error> {
        let question = self.configuration_question().args(["-z", "--type=path", "--get", "core.hooksPath"]);
        let Some(value) = question.ask_maybe()? else {
            return Ok(self.common_dir().join("hooks"));
        };
        let path = parts(&value).next().unwrap_or_default().to_path_lossy().into_owned();
        Ok(self.base().join(path))
    }

    /// The value of `key` in the clone's own configuration, or `None`.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn own_configuration(&self, key: &str) -> Result<Option<BString>, Error> {
        let question = self.configuration_question().args(["-z", "--local", "--get", key]);
        Ok(question.ask_maybe()?.and_then(|value| parts(&value).next().map(BString::from)))
    }

    /// Sets `key` in the clone's own configuration.
    ///
    /// # Errors
    /// Git cannot write its configuration.
    pub fn set_configuration(&mut self, key: &str, value: &BStr) -> Result<(), Error> {
        self.configuration_question().args(["--local", "--replace-all", key]).arg(value).ask()?;
        self.read_configuration()
    }

    /// Takes `key` out of the clone's own configuration; `false` when it was not there.
    ///
    /// # Errors
    /// Git cannot write its configuration.
    pub fn unset_configuration(&mut self, key: &str) -> Result<bool, Error> {
        /// What git exits with when there is nothing to unset.
        const NOT_SET: Option<i32> = Some(5);
        let answer = self.configuration_question().args(["--local", "--unset-all", key]).ask_any()?;
        match answer.code {
            Some(0) => self.read_configuration().map(|()| true),
            NOT_SET => Ok(false),
            _ => Err(answer.failed()),
        }
    }

    /// Reads the configuration anew, and what has to be switched off because of it.
    pub(crate) fn read_configuration(&mut self) -> Result<(), Error> {
        let question = Question::new(self.git.reading_configuration(self.base()), "config", self.base());
        let list = question.args(CONFIGURATION_LIST.iter().skip(1)).ask()?;
        self.configuration = Configuration::parse(&list);
        self.filters_off = filters_off(&list).map_err(|name| Error::Filter {
            folder: self.base().to_owned(),
            name: name.to_str_lossy().into_owned(),
        })?;
        Ok(())
    }

    fn configuration_question(&self) -> Question {
        Question::new(self.git.reading_configuration(self.base()), "config", self.base())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_values_win_and_subsections_keep_their_spelling() {
        let list = b"core.bare\nfalse\0filter.My.Filter.clean\nx\0core.bare\0filter.lfs.process\ny\nz\0filter.lfs.smudge\n\0";
        let configuration = Configuration::parse(list);
        assert_eq!(configuration.get("core.bare"), Some(BStr::new("true")));
        assert!(configuration.is_true("core.bare"));
        assert_eq!(configuration.get("filter.lfs.process"), Some(BStr::new("y\nz")));
        assert_eq!(configuration.get("core.none"), None);
        assert_eq!(configuration.subsections("filter", &["clean", "process"]), ["My.Filter", "lfs"]);
    }
}
