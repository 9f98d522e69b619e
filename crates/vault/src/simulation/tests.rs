//! The simulation loses what it should lose, and keeps what was flushed.

use super::*;
use crate::fs::{Errno, Fs as _};

const BOUNDS: Bounds = Bounds { names: 64, data: 64, cuts: 1 };

fn contents(fs: &SimulatedFs, persistence: Persistence, path: &str) -> Vec<Option<String>> {
    let mut found = Vec::new();
    fs.crashes(persistence, BOUNDS, |crash| {
        let content = crash.fs.get(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if !found.contains(&content) {
            found.push(content);
        }
    });
    found.sort();
    found
}

/// The faults that people meet: rename without flush leaves an empty file, or a cut one, or the old one.
#[test]
fn rename_without_flush() {
    let fs = SimulatedFs::new();
    fs.put("a", b"old!");
    fs.settle();
    let mut file = fs.create(&0, b"t", 0o644).unwrap();
    fs.write(&mut file, b"new!").unwrap();
    fs.rename(&0, b"t", &0, b"a").unwrap();
    let some = |text: &str| Some(text.to_owned());
    for persistence in Persistence::ALL {
        let expected = [some(""), some("\0\0\0\0"), some("ne"), some("ne\0\0"), some("new!"), some("old!")];
        assert_eq!(contents(&fs, persistence, "a"), expected, "{persistence:?}");
    }
    fs.sync_file(&file).unwrap();
    assert_eq!(contents(&fs, Persistence::Any, "a"), [some("new!"), some("old!")]);
    fs.sync_dir(&0).unwrap();
    assert_eq!(contents(&fs, Persistence::Any, "a"), [some("new!")]);
    assert_eq!(contents(&fs, Persistence::Any, "t"), [None]);
}

#[test]
fn calls_fail_as_told() {
    let fs = SimulatedFs::new();
    let fault = |call, lasts| Some(Fault { call, errno: Errno::NOSPC, lasts });
    fs.fail(fault(2, Lasts::Once));
    fs.make_dir(&0, b"a").unwrap();
    assert_eq!(fs.make_dir(&0, b"b"), Err(Errno::NOSPC));
    fs.make_dir(&0, b"b").unwrap();
    fs.fail(fault(1, Lasts::Ever));
    assert_eq!(fs.make_dir(&0, b"c"), Err(Errno::NOSPC));
    assert_eq!(fs.make_dir(&0, b"c"), Err(Errno::NOSPC));
    assert_eq!(fs.calls(), 2);
    fs.fail(fault(1, Lasts::Calls(2)));
    assert_eq!(fs.make_dir(&0, b"c"), Err(Errno::NOSPC));
    assert_eq!(fs.read_dir(&0), Err(Errno::NOSPC));
    fs.make_dir(&0, b"c").unwrap();
    fs.fail(fault(1, Lasts::ItsKind));
    assert_eq!(fs.make_dir(&0, b"d"), Err(Errno::NOSPC));
    assert_eq!(fs.read_dir(&0).unwrap().len(), 3);
    assert_eq!(fs.make_dir(&0, b"d"), Err(Errno::NOSPC));
}

#[test]
fn history_has_every_state() {
    let fs = SimulatedFs::new();
    fs.record();
    fs.make_dir(&0, b"a").unwrap();
    fs.make_dir(&0, b"b").unwrap();
    let sizes: Vec<usize> = fs.history().iter().map(|fs| fs.tree().len()).collect();
    assert_eq!(sizes, [1, 2, 3]);
}
