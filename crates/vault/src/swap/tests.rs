//! Foreign saves at the two instants that count: before the look ahead of the exchange, and between that and the exchange.

use super::*;
use std::fs;
use std::path::Path;

/// Swaps `base` for `ours` while `before` happens ahead of everything and `late` right before the exchange. Answers what
/// became of it and the names and contents in the folder.
fn swapped(before: impl FnOnce(&Path), late: impl FnOnce(&Path)) -> (Swapped, Vec<(String, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("STATE.md");
    fs::write(&file, "base\n").unwrap();
    let root = Root::open(folder.path()).unwrap();
    let place = root.resolve(&"STATE.md".try_into().unwrap()).unwrap();
    let status = root.fs().status(&place.dir, &place.name).unwrap();
    before(&file);
    let late = || {
        late(&file);
        Ok(())
    };
    let became = swap(&root, &place, Expected::Bytes(b"base\n"), &status, b"ours\n", late).unwrap();
    let mut found: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    found.sort();
    (became, found)
}

fn nothing(_: &Path) {}

fn save_by_rename(text: &'static str) -> impl FnOnce(&Path) {
    move |file| {
        let beside = file.with_file_name("editor");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, file).unwrap();
    }
}

fn save_in_place(text: &'static str) -> impl FnOnce(&Path) {
    move |file| fs::write(file, text).unwrap()
}

fn only(text: &str) -> Vec<(String, String)> {
    vec![("STATE.md".into(), text.into())]
}

/// G3: whenever and however an editor saves, its text stands, ours does not, and nothing lies beside it.
#[test]
fn a_foreign_save_stands() {
    let theirs = (Swapped::Foreign, only("theirs, longer\n"));
    assert_eq!(swapped(save_by_rename("theirs, longer\n"), nothing), theirs);
    assert_eq!(swapped(save_in_place("theirs, longer\n"), nothing), theirs);
    assert_eq!(swapped(nothing, save_by_rename("theirs, longer\n")), theirs);
    assert_eq!(swapped(nothing, save_in_place("theirs, longer\n")), theirs);
    // The same length and, within the clock's grain, the same time: only the bytes tell.
    assert_eq!(swapped(save_in_place("them\n"), nothing), (Swapped::Foreign, only("them\n")));
}

/// D6, G3: another file with the same bytes is no foreign save.
#[test]
fn the_same_bytes_again_are_no_foreign_save() {
    assert_eq!(swapped(nothing, nothing), (Swapped::Done, only("ours\n")));
    assert_eq!(swapped(save_by_rename("base\n"), nothing), (Swapped::Done, only("ours\n")));
    assert_eq!(swapped(nothing, save_by_rename("base\n")), (Swapped::Done, only("ours\n")));
}

/// A deletion is a foreign change too; nothing is created in its place.
#[test]
fn a_deleted_file_stays_deleted() {
    let deleted = |file: &Path| fs::remove_file(file).unwrap();
    assert_eq!(swapped(deleted, nothing), (Swapped::Foreign, vec![]));
    assert_eq!(swapped(nothing, deleted), (Swapped::Foreign, vec![]));
}

/// A folder in its place is left alone.
#[test]
fn something_else_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("STATE.md"), "base\n").unwrap();
    let root = Root::open(folder.path()).unwrap();
    let place = root.resolve(&"STATE.md".try_into().unwrap()).unwrap();
    let status = root.fs().status(&place.dir, &place.name).unwrap();
    fs::remove_file(folder.path().join("STATE.md")).unwrap();
    fs::create_dir(folder.path().join("STATE.md")).unwrap();
    let became = swap(&root, &place, Expected::Bytes(b"base\n"), &status, b"ours\n", || Ok(()));
    assert_eq!(became.unwrap(), Swapped::Foreign);
    assert!(folder.path().join("STATE.md").is_dir());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
