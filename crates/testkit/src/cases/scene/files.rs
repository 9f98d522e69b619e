//! Judges files, one by one and all together.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bstr::ByteSlice;

use super::{Scene, unhex};
use crate::cases::expectation::Expectation;
use crate::cases::step::{File, Same};
use crate::cases::tree::snapshot;
use crate::cases::{Trouble, broken, failed};

impl Scene {
    /// Nothing differs from the mark, except below the named prefixes.
    pub(super) fn same(&self, step: &Same) -> Result<(), Trouble> {
        let (old, new) = (self.mark(&step.same)?, snapshot(&self.root)?);
        let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let changed: Vec<_> = paths
            .into_iter()
            .filter(|path| old.get(*path) != new.get(*path))
            .filter(|path| !step.except.iter().any(|prefix| path.starts_with(prefix.as_str())))
            .collect();
        if changed.is_empty() { Ok(()) } else { failed(format!("changed since {}: {changed:?}", step.same)) }
    }

    /// Holds one file against what the step expects.
    pub(super) fn file(&self, step: &File) -> Result<(), Trouble> {
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
