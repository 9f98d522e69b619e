//! What `init` does: every part turns the bytes that were found into the bytes that are wanted.

use cairn_plan::ContentHash;

use super::kept::{Content, KeptFile, KeptFolder, KeptSetting};
use super::{
    Action, FileEdit, Found, FoundFile, FoundHook, NotOurs, Part, SetUp, SetUpFault, SettingEdit, attributes,
    hook, settings,
};

/// Decides. What is as it should be is kept, so that a second run does nothing.
///
/// # Errors
/// Every part that cannot be set up.
pub fn install(found: &Found, parts: &[Part]) -> Result<SetUp, Vec<SetUpFault>> {
    let mut run =
        Run { found, set_up: SetUp { kept: found.kept.clone(), ..SetUp::default() }, faults: Vec::new() };
    for part in Part::ALL.into_iter().filter(|part| parts.contains(part)) {
        match part {
            Part::State => run.state(),
            Part::Git => run.git(),
            Part::Hooks => run.hooks(),
            Part::Claude => run.claude(),
        }
    }
    if !run.faults.is_empty() {
        return Err(run.faults);
    }
    if !run.set_up.changes() {
        // Nothing was written, so there is nothing to be taken back that was not before.
        run.set_up.kept = found.kept.clone();
    }
    Ok(run.set_up)
}

struct Run<'f> {
    found: &'f Found,
    set_up: SetUp,
    faults: Vec<SetUpFault>,
}

/// What a part wants of a file.
struct Wanted {
    bytes: Vec<u8>,
    /// What the file would be without us.
    without_us: Option<Vec<u8>>,
    is_executable: bool,
}

impl Run<'_> {
    fn state(&mut self) {
        let file = &self.found.state;
        let bytes = file.bytes.clone().unwrap_or_else(|| self.found.template.clone());
        self.file(Part::State, file, Wanted { bytes, without_us: file.bytes.clone(), is_executable: false });
    }

    fn git(&mut self) {
        let Some(configuration) = &self.found.configuration else {
            return self.faults.push(SetUpFault::NotARepository(Part::Git));
        };
        let file = &self.found.attributes;
        let without_us = file.bytes.as_deref().map(attributes::without_block);
        let bytes = attributes::with_block(file.bytes.as_deref().unwrap_or_default());
        self.file(Part::Git, file, Wanted { bytes, without_us, is_executable: false });
        let mut action = Action::Keep;
        for (key, wanted) in attributes::SETTINGS {
            let before =
                configuration.iter().find(|known| known.key == key).and_then(|known| known.value.clone());
            if before.as_deref() == Some(wanted.as_bytes()) {
                continue;
            }
            action = Action::Set;
            let found = before.as_deref().map(Content::of);
            self.set_up.kept.put_setting(KeptSetting {
                key: key.to_owned(),
                found,
                wrote: wanted.to_owned(),
            });
            let after = Some(wanted.as_bytes().to_vec());
            self.set_up.settings.push(SettingEdit { key, before, after });
        }
        self.set_up.step(Part::Git, attributes::DRIVER_KEY, action, None);
    }

    fn hooks(&mut self) {
        let file = match &self.found.hook {
            None => return self.faults.push(SetUpFault::NotARepository(Part::Hooks)),
            Some(FoundHook::NotOurs { target, why }) => {
                return self.set_up.step(Part::Hooks, target, Action::Keep, Some(&by_hand(*why)));
            }
            Some(FoundHook::File(file)) => file,
        };
        let bytes = match file.bytes.as_deref() {
            None => hook::fresh(),
            Some(text) if hook::is_shell_script(text) => hook::with_block(text),
            Some(_) => {
                return self.faults.push(SetUpFault::HookNotAShellScript(file.place.target.clone()));
            }
        };
        let without_us = file.bytes.as_deref().map(hook::without_block);
        self.file(Part::Hooks, file, Wanted { bytes, without_us, is_executable: true });
    }

    fn claude(&mut self) {
        let file = &self.found.settings;
        let bytes = match file.bytes.as_deref().map(settings::with_status_line) {
            None => settings::fresh(),
            Some(Ok(bytes)) => bytes,
            Some(Err(settings::Unreadable)) => {
                return self.faults.push(SetUpFault::SettingsUnreadable(file.place.target.clone()));
            }
        };
        self.file(Part::Claude, file, Wanted { bytes, without_us: file.bytes.clone(), is_executable: false });
    }

    fn file(&mut self, part: Part, file: &FoundFile, wanted: Wanted) {
        let target = file.place.target.as_str();
        if file.bytes.as_ref() == Some(&wanted.bytes) {
            self.set_up.step(part, target, Action::Keep, None);
            if self.set_up.kept.file(part, target).is_none() {
                let found = file.bytes.as_deref().map(Content::of);
                self.keep(part, target, found, None);
            }
            return;
        }
        let action = if file.bytes.is_some() { Action::Edit } else { Action::Create };
        self.set_up.step(part, target, action, None);
        let made_by_us = self.set_up.kept.file(part, target).is_some_and(|kept| kept.found.is_none());
        let nothing_else = wanted.without_us.as_ref().is_some_and(|rest| match part {
            Part::Hooks => hook::is_bare(rest),
            _ => rest.is_empty(),
        });
        let found = wanted.without_us.filter(|_| !(made_by_us && nothing_else));
        self.keep(part, target, found.as_deref().map(Content::of), Some(&wanted.bytes));
        if file.bytes.is_none() {
            for folder in &file.missing_folders {
                let folders = &mut self.set_up.kept.folders;
                if !folders.iter().any(|kept| kept.target == *folder) {
                    folders.push(KeptFolder { part, target: folder.clone() });
                }
            }
        }
        self.set_up.files.push(FileEdit {
            place: file.place.clone(),
            before: file.bytes.clone(),
            after: Some(wanted.bytes),
            is_executable: wanted.is_executable,
        });
    }

    fn keep(&mut self, part: Part, target: &str, found: Option<Content>, wrote: Option<&[u8]>) {
        let wrote = wrote.map(|bytes| ContentHash::of(bytes).to_string());
        self.set_up.kept.put_file(KeptFile { part, target: target.to_owned(), found, wrote });
    }
}

/// What to do by hand where nothing is written.
fn by_hand(why: NotOurs) -> String {
    match why {
        NotOurs::Outside => format!(
            "the hooks folder lies outside the repository; add this line to the hook yourself:\n{}",
            hook::ENTRY
        ),
        NotOurs::OtherTool => {
            format!(
                "`{}` rules the hooks; add this entry to it:\n{}",
                hook::OTHER_TOOL,
                hook::OTHER_TOOL_ENTRY
            )
        }
    }
}
