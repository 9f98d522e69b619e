use super::*;

fn file(target: &str, bytes: Option<&str>, missing: &[&str]) -> FoundFile {
    let place =
        Place { base: Base::Project, path: RelativePath::new(target).unwrap(), target: target.to_owned() };
    let missing_folders = missing.iter().map(|folder| (*folder).to_owned()).collect();
    FoundFile { place, bytes: bytes.map(|bytes| bytes.as_bytes().to_vec()), missing_folders }
}

/// A repository with nothing of ours.
fn bare() -> Found {
    Found {
        state: file(".planning/STATE.md", None, &[".planning"]),
        template: b"# State\n".to_vec(),
        attributes: file(".gitattributes", None, &[]),
        hook: Some(FoundHook::File(file(".git/hooks/pre-commit", None, &[]))),
        settings: file(".claude/settings.json", None, &[".claude"]),
        has_settings_folder: false,
        configuration: Some(
            attributes::SETTINGS.iter().map(|(key, _)| FoundSetting { key, value: None }).collect(),
        ),
        folders: Vec::new(),
        kept: Kept::default(),
    }
}

fn hook_of(found: &mut Found) -> &mut FoundFile {
    match found.hook.as_mut().unwrap() {
        FoundHook::File(file) => file,
        FoundHook::NotOurs { .. } => panic!("not ours"),
    }
}

/// The disk after a set-up.
fn after(mut found: Found, set_up: &SetUp) -> Found {
    for edit in &set_up.files {
        let file = match edit.place.target.as_str() {
            ".planning/STATE.md" => &mut found.state,
            ".gitattributes" => &mut found.attributes,
            ".claude/settings.json" => &mut found.settings,
            _ => hook_of(&mut found),
        };
        assert_eq!(file.bytes, edit.before);
        file.bytes = edit.after.clone();
    }
    for edit in &set_up.settings {
        let keys = found.configuration.as_mut().unwrap();
        let FoundSetting { value, .. } = keys.iter_mut().find(|known| known.key == edit.key).unwrap();
        assert_eq!(*value, edit.before);
        *value = edit.after.clone();
    }
    found.kept = set_up.kept.clone();
    let folders = found.kept.folders.iter().map(|folder| {
        let path = RelativePath::new(folder.target.as_str()).unwrap();
        let place = Place { base: Base::Project, path, target: folder.target.clone() };
        let files = [&found.state, &found.settings];
        let inside =
            files.iter().filter(|file| file.bytes.is_some() && file.place.target.starts_with(&folder.target));
        FoundFolder {
            part: folder.part,
            place,
            entries: inside.map(|file| file.place.target.clone()).collect(),
        }
    });
    found.folders = folders.collect();
    found
}

fn shown(set_up: &SetUp) -> Vec<String> {
    set_up.steps.iter().map(|step| format!("{} {}", step.action.word(), step.target)).collect()
}

fn content(file: &FoundFile) -> Option<String> {
    file.bytes.as_ref().map(|bytes| String::from_utf8(bytes.clone()).unwrap())
}

/// G5: a removal that was cut short behind its files finds the folders empty, and takes them.
#[test]
fn g5_emptied_folders_go() {
    let mut there = after(bare(), &install(&bare(), &Part::ALL).unwrap());
    let whole = remove(&there, &Part::ALL).unwrap();
    there.state.bytes = None;
    there.settings.bytes = None;
    there.folders.iter_mut().for_each(|folder| folder.entries.clear());
    let rest = remove(&there, &Part::ALL).unwrap();
    assert!(!whole.folders.is_empty());
    assert_eq!(rest.folders, whole.folders);
}

/// G7, G8, case cairn-003: everything is made, made once, and gone again, with the folders.
#[test]
fn g7_made_and_taken_back() {
    let set_up = install(&bare(), &Part::ALL).unwrap();
    assert_eq!(
        shown(&set_up),
        [
            "create .planning/STATE.md",
            "create .gitattributes",
            "set merge.cairn.driver",
            "create .git/hooks/pre-commit",
            "create .claude/settings.json",
        ]
    );
    let there = after(bare(), &set_up);
    let again = install(&there, &Part::ALL).unwrap();
    assert!(!again.changes() && again.kept == there.kept, "idempotent");
    let back = remove(&there, &Part::ALL).unwrap();
    assert_eq!(
        shown(&back),
        [
            "delete .planning/STATE.md",
            "delete .gitattributes",
            "unset merge.cairn.driver",
            "delete .git/hooks/pre-commit",
            "delete .claude/settings.json",
        ]
    );
    let folders: Vec<_> = back.folders.iter().map(|place| place.target.as_str()).collect();
    assert_eq!(folders, [".planning", ".claude"]);
    let gone = after(there, &back);
    assert!(gone.kept.is_empty() && gone == bare());
    assert!(!remove(&gone, &Part::ALL).unwrap().changes());
}

/// G7: bytes and values that were there come back as they were.
#[test]
fn g7_restored() {
    let mut found = bare();
    found.attributes.bytes = Some(b"*.png binary".to_vec());
    hook_of(&mut found).bytes = Some(b"#!/bin/sh\necho\n".to_vec());
    found.settings.bytes = Some(b"{\"statusLine\": {\"command\": \"old\"}}".to_vec());
    found.configuration.as_mut().unwrap()[1].value = Some(b"other %A".to_vec());
    let set_up = install(&found, &Part::ALL).unwrap();
    let there = after(found.clone(), &set_up);
    let back = after(there.clone(), &remove(&there, &Part::ALL).unwrap());
    assert_eq!(back, found);
}

/// The disk when a run was killed behind its first `writes` writes: the keys one after the other, the hook, the project's files at
/// once. What is kept is written in front of the first of them by `init`, and behind the last one by `--remove`.
fn killed(found: &Found, set_up: &SetUp, writes: usize, is_removal: bool) -> Found {
    let is_hook = |edit: &&FileEdit| edit.place.target.ends_with("pre-commit");
    let settings: Vec<_> = set_up.settings.iter().take(writes).cloned().collect();
    let left = writes.saturating_sub(set_up.settings.len());
    let hook = set_up.files.iter().filter(is_hook).take(left);
    let rest = set_up.files.iter().filter(|edit| left > 1 && !is_hook(edit));
    let kept = if is_removal { found.kept.clone() } else { set_up.kept.clone() };
    let part = SetUp { files: hook.chain(rest).cloned().collect(), settings, kept, ..SetUp::default() };
    after(found.clone(), &part)
}

/// G5, G7: killed between any two writes, the next `init` does what is left, and `--remove` gives back what was there, folders too.
#[test]
fn g7_killed_between_two_writes() {
    let mut something = bare();
    something.attributes.bytes = Some(b"*.png binary".to_vec());
    hook_of(&mut something).bytes = Some(b"#!/bin/sh\necho\n".to_vec());
    something.settings.bytes = Some(b"{\"statusLine\": {\"command\": \"old\"}}".to_vec());
    something.configuration.as_mut().unwrap()[1].value = Some(b"other %A".to_vec());
    for found in [bare(), something] {
        let removed = |there: &Found, when: &str| {
            let set_up = remove(there, &Part::ALL).unwrap();
            let mut left = after(there.clone(), &set_up);
            let made: Vec<&str> = there.folders.iter().map(|folder| folder.place.target.as_str()).collect();
            let gone: Vec<&str> = set_up.folders.iter().map(|place| place.target.as_str()).collect();
            assert!(made.iter().all(|folder| gone.contains(folder)), "{when}: {made:?} {gone:?}");
            left.folders.clear();
            assert_eq!(left, found, "{when}");
        };
        let set_up = install(&found, &Part::ALL).unwrap();
        let whole = after(found.clone(), &set_up);
        let back = remove(&whole, &Part::ALL).unwrap();
        for (start, run, is_removal) in [(&found, &set_up, false), (&whole, &back, true)] {
            for writes in 0..=run.settings.len() + 2 {
                let when = format!("{writes} writes, removal: {is_removal}");
                let cut = killed(start, run, writes, is_removal);
                removed(&cut, &when);
                let again = after(cut.clone(), &install(&cut, &Part::ALL).unwrap());
                assert_eq!((&again.state, &again.attributes), (&whole.state, &whole.attributes), "{when}");
                assert_eq!((&again.hook, &again.settings), (&whole.hook, &whole.settings), "{when}");
                assert_eq!(again.configuration, whole.configuration, "{when}");
                removed(&again, &when);
            }
        }
    }
}

/// cairn 5: of a file that was changed since, only what is ours goes; a STATE.md that was changed stays and is named.
#[test]
fn g7_changed_since() {
    let mut found = bare();
    found.attributes.bytes = Some(b"*.png binary\n".to_vec());
    let set_up = install(&found, &Part::ALL).unwrap();
    let mut there = after(found, &set_up);
    for file in [&mut there.attributes, &mut there.state] {
        file.bytes.as_mut().unwrap().extend_from_slice(b"mine\n");
    }
    there.settings.bytes =
        Some(b"{\n  \"statusLine\": {\"command\": \"msd-statusline\"},\n  \"a\": 1\n}\n".to_vec());
    let back = remove(&there, &Part::ALL).unwrap();
    assert_eq!(back.steps[0].action, Action::Keep);
    assert!(back.steps[0].note.is_some());
    let left = after(there, &back);
    assert_eq!(content(&left.attributes).unwrap(), "*.png binary\nmine\n");
    assert_eq!(content(&left.settings).unwrap(), "{\n  \"a\": 1\n}\n");
    assert_eq!(content(&left.state).unwrap(), "# State\nmine\n");
    assert_eq!(back.folders, []);
}

/// cairn 5: a later init that edits the file again keeps what the user added meanwhile.
#[test]
fn g7_edited_again() {
    let there = after(bare(), &install(&bare(), &[Part::Git]).unwrap());
    let mut broken = there;
    broken.attributes.bytes = Some(b"a text\n# cairn begin\nnonsense\n# cairn end\n".to_vec());
    let set_up = install(&broken, &[Part::Git]).unwrap();
    assert_eq!(shown(&set_up), ["edit .gitattributes", "keep merge.cairn.driver"]);
    let there = after(broken, &set_up);
    let left = after(there.clone(), &remove(&there, &[Part::Git]).unwrap());
    assert_eq!(content(&left.attributes).unwrap(), "a text\n");
    assert!(left.configuration.unwrap().iter().all(|known| known.value.is_none()));
}

/// cairn 5: in a clone without the kept facts the blocks are found by their lines, the command by its `--with`.
#[test]
fn without_facts() {
    let mut found = bare();
    found.hook.as_mut().map(|_| ()).unwrap();
    hook_of(&mut found).bytes = Some(b"#!/bin/sh\necho\n".to_vec());
    found.attributes.bytes = Some(b"a\n".to_vec());
    found.settings.bytes = Some(b"{\"statusLine\": {\"command\": \"it's\"}}".to_vec());
    let mut there = after(found.clone(), &install(&found, &Part::ALL).unwrap());
    there.kept = Kept::default();
    there.folders = Vec::new();
    let left = after(there.clone(), &remove(&there, &Part::ALL).unwrap());
    assert_eq!(left.attributes, found.attributes);
    assert_eq!(left.hook, found.hook);
    assert_eq!(left.settings, found.settings);
    assert_eq!(content(&left.state).unwrap(), "# State\n", "whether init made it is not known");
    assert_eq!(left.configuration, found.configuration);
}

/// G7: what stood there before the first run, ours by its looks, stays.
#[test]
fn g7_found_complete() {
    let there = after(bare(), &install(&bare(), &[Part::Git]).unwrap());
    let mut clone = bare();
    clone.attributes.bytes = there.attributes.bytes;
    let installed = after(clone.clone(), &install(&clone, &[Part::Git]).unwrap());
    assert_eq!(after(installed.clone(), &remove(&installed, &[Part::Git]).unwrap()), clone);
}

/// cairn 5, cases cairn-006, cairn-008, cairn-047: a part that cannot be done stops all of them.
#[test]
fn refused() {
    let mut found = bare();
    found.settings.bytes = Some(b"{".to_vec());
    hook_of(&mut found).bytes = Some(b"#!/usr/bin/env python3\n".to_vec());
    assert_eq!(
        install(&found, &Part::ALL).unwrap_err(),
        [
            SetUpFault::HookNotAShellScript(".git/hooks/pre-commit".into()),
            SetUpFault::SettingsUnreadable(".claude/settings.json".into()),
        ]
    );
    let outside = Found { hook: None, configuration: None, ..bare() };
    assert_eq!(outside.usual_parts(false), [Part::State]);
    assert_eq!(install(&outside, &[Part::Git]).unwrap_err(), [SetUpFault::NotARepository(Part::Git)]);
}

/// cairn 5: where another tool or another folder rules the hooks, the entry is shown and nothing written.
#[test]
fn hooks_of_others() {
    for (why, entry) in [(NotOurs::Outside, "cairn check || exit 1"), (NotOurs::OtherTool, "- repo: local")] {
        let hook = Some(FoundHook::NotOurs { target: "/h/pre-commit".into(), why });
        let set_up = install(&Found { hook, ..bare() }, &[Part::Hooks]).unwrap();
        assert!(!set_up.changes() && set_up.kept.is_empty());
        assert_eq!(shown(&set_up), ["keep /h/pre-commit"]);
        assert!(set_up.steps[0].note.as_ref().unwrap().contains(entry));
    }
}
