//! What `init --remove` does: every file and key gets back exactly what it had; of a file that was changed since, only what is
//! ours goes (G7).

use super::kept::{Content, KeptFile};
use super::{
    Action, FileEdit, Found, FoundFile, FoundHook, FoundSetting, Part, SetUp, SetUpFault, SettingEdit,
    attributes, hook, settings,
};

/// Decides.
///
/// # Errors
/// Settings that were changed since, and cannot be read any more.
pub fn remove(found: &Found, parts: &[Part]) -> Result<SetUp, Vec<SetUpFault>> {
    let mut run =
        Run { found, set_up: SetUp { kept: found.kept.clone(), ..SetUp::default() }, faults: Vec::new() };
    for part in Part::ALL.into_iter().filter(|part| parts.contains(part)) {
        let file = match part {
            Part::State => Some(&found.state),
            Part::Git => Some(&found.attributes),
            Part::Claude => Some(&found.settings),
            Part::Hooks => match &found.hook {
                Some(FoundHook::File(file)) => Some(file),
                Some(FoundHook::NotOurs { .. }) | None => None,
            },
        };
        if let Some(file) = file {
            run.file(part, file);
        }
        if part == Part::Git {
            run.configuration();
        }
        run.folders(part);
        // Without git a hook and the configuration stay as they are, and so does what is known of them.
        if found.configuration.is_some() || !matches!(part, Part::Git | Part::Hooks) {
            run.set_up.kept.forget(part);
        }
    }
    if run.faults.is_empty() { Ok(run.set_up) } else { Err(run.faults) }
}

struct Run<'f> {
    found: &'f Found,
    set_up: SetUp,
    faults: Vec<SetUpFault>,
}

/// What becomes of a file.
enum Fate {
    Keep,
    Delete,
    Restore(Vec<u8>),
    Edit(Vec<u8>),
}

impl Run<'_> {
    fn file(&mut self, part: Part, file: &FoundFile) {
        let Some(bytes) = &file.bytes else { return };
        let target = file.place.target.as_str();
        let kept = self.found.kept.file(part, target);
        let fate = match fate(part, bytes, kept) {
            Ok(fate) => fate,
            Err(settings::Unreadable) => {
                return self.faults.push(SetUpFault::SettingsUnreadable(target.to_owned()));
            }
        };
        let (action, after) = match fate {
            Fate::Keep => {
                let was_ours = part == Part::State && kept.is_some_and(|kept| kept.wrote.is_some());
                let note = was_ours.then_some("changed since init made it, so it stays");
                return self.set_up.step(part, target, Action::Keep, note);
            }
            Fate::Delete => (Action::Delete, None),
            Fate::Restore(bytes) => (Action::Restore, Some(bytes)),
            Fate::Edit(bytes) => (Action::Edit, Some(bytes)),
        };
        self.set_up.step(part, target, action, None);
        let before = Some(bytes.clone());
        self.set_up.files.push(FileEdit { place: file.place.clone(), before, after, is_executable: false });
    }

    fn configuration(&mut self) {
        let Some(configuration) = &self.found.configuration else { return };
        let mut action = Action::Keep;
        let mut is_there = false;
        for FoundSetting { key, value } in configuration {
            let Some(value) = value else { continue };
            is_there = true;
            let kept = self.found.kept.configuration.iter().find(|kept| kept.key == *key);
            let ours = attributes::SETTINGS.iter().find(|(known, _)| known == key).map(|(_, wanted)| *wanted);
            let wrote = kept.map(|kept| kept.wrote.as_str()).or(ours.filter(|_| !self.was_there_before()));
            if wrote.map(str::as_bytes) != Some(value.as_slice()) {
                continue;
            }
            action = Action::Unset;
            let after = kept.and_then(|kept| kept.found.as_ref()).and_then(Content::bytes);
            self.set_up.settings.push(SettingEdit { key, before: Some(value.clone()), after });
        }
        if is_there {
            self.set_up.step(Part::Git, attributes::DRIVER_KEY, action, None);
        }
    }

    /// An earlier `init` wrote something for this part and let the configuration alone, which was as it should be.
    fn was_there_before(&self) -> bool {
        self.found.kept.files_of(Part::Git).next().is_some()
    }

    /// Folders that `init` made, when nothing is left in them.
    fn folders(&mut self, part: Part) {
        let deleted = self.set_up.files.iter().filter(|edit| edit.after.is_none());
        let mut gone: Vec<String> = deleted.map(|edit| edit.place.target.clone()).collect();
        let mut folders: Vec<_> = self.found.folders.iter().filter(|folder| folder.part == part).collect();
        // The innermost first.
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.place.target.len()));
        for folder in folders {
            // An earlier run that was cut short may have emptied it.
            if folder.entries.iter().all(|entry| gone.contains(entry)) {
                gone.push(folder.place.target.clone());
                self.set_up.folders.push(folder.place.clone());
            }
        }
    }
}

fn fate(part: Part, bytes: &[u8], kept: Option<&KeptFile>) -> Result<Fate, settings::Unreadable> {
    let Some(kept) = kept else { return Ok(without_facts(part, bytes)) };
    if kept.wrote.is_none() {
        // It was as it should be before the first run.
        return Ok(Fate::Keep);
    }
    let found = kept.found.as_ref().map(Content::bytes);
    if kept.is_as_written(bytes) {
        match found {
            None => return Ok(Fate::Delete),
            Some(Some(found)) => return Ok(Fate::Restore(found)),
            Some(None) => {}
        }
    }
    let made_by_us = found.is_none();
    let rest = match part {
        Part::State => return Ok(Fate::Keep),
        Part::Git => attributes::without_block(bytes),
        Part::Hooks => hook::without_block(bytes),
        Part::Claude => settings::without_status_line(bytes, found.flatten().as_deref())?,
    };
    let is_bare = match part {
        Part::Hooks => hook::is_bare(&rest),
        Part::Claude => settings::is_bare(&rest),
        Part::State | Part::Git => rest.is_empty(),
    };
    Ok(match rest {
        rest if rest == bytes => Fate::Keep,
        _ if made_by_us && is_bare => Fate::Delete,
        rest => Fate::Edit(rest),
    })
}

/// In a clone that never saw an `init`: what is surely ours.
fn without_facts(part: Part, bytes: &[u8]) -> Fate {
    let rest = match part {
        Part::State => return Fate::Keep,
        Part::Git => attributes::without_block(bytes),
        Part::Hooks => hook::without_block(bytes),
        Part::Claude => match settings::unchained(bytes) {
            Some(rest) => rest,
            None => return Fate::Keep,
        },
    };
    match rest {
        rest if rest == bytes => Fate::Keep,
        rest if rest.is_empty() => Fate::Delete,
        rest => Fate::Edit(rest),
    }
}
