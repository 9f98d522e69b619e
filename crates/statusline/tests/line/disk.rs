//! What the line finds on the disk, asked of the library itself with all the time there is (contract 2, 3, 6, D42).

use crate::window::Window;
use cairn_state::project_root::Folders as _;
use cairn_statusline::deadline::Deadline;
use cairn_statusline::line::{Run, Style};
use cairn_statusline::place::{self, Place};
use cairn_statusline::plain_file::{Disk, MOST_BYTES, Visit};
use cairn_statusline::segment::{last_command, task};
use std::fs::File;
use std::time::{Duration, SystemTime};

fn disk() -> Disk {
    Disk { deadline: Deadline::in_time(Duration::from_secs(60)) }
}

fn wait_until_over(deadline: Deadline) {
    while !deadline.is_over() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The names that a visit sees, sorted, and whether it came to the end.
fn visited(disk: Disk, window: &Window, folder: &str) -> (Vec<String>, bool) {
    let mut names = Vec::new();
    let end = disk.visit_entries(&window.path(folder), |name| {
        names.push(name.to_string_lossy().into_owned());
        Visit::GoOn
    });
    names.sort();
    (names, end.is_some())
}

/// D42: plain files of bounded size, through links too; everything else is absent and never waited for.
#[test]
fn d42_plain_files() {
    let large: Vec<u8> = (0..=250).cycle().take(5 << 19).collect();
    let window = Window::new()
        .write("text", "abc")
        .write("large", &large)
        .write("folder/x", "")
        .link("link", "text")
        .fifo("fifo");
    let read = |name: &str| disk().read(&window.path(name));
    assert_eq!(read("text").as_deref(), Some(b"abc".as_slice()));
    assert_eq!(read("link").as_deref(), Some(b"abc".as_slice()));
    assert!(read("large").is_some_and(|bytes| bytes == large));
    for name in ["folder", "fifo", "none"] {
        assert_eq!(read(name), None, "{name}");
    }
    for (count, expected) in [(0, ""), (2, "bc"), (3, "abc"), (9, "abc")] {
        let end = disk().read_last(&window.path("text"), count);
        assert_eq!(end.as_deref(), Some(expected.as_bytes()), "{count}");
    }
    let sized = |size: u64| {
        File::options().write(true).open(window.path("large")).unwrap().set_len(size).unwrap();
        let path = window.path("large");
        (disk().read_last(&path, 1).is_some(), disk().read_pointer(&path).is_some())
    };
    assert_eq!(sized(MOST_BYTES + 1), (false, false));
    assert_eq!(sized(MOST_BYTES), (true, false));
    assert_eq!(sized(16 * 1024 + 1), (true, false));
    assert_eq!(sized(16 * 1024), (true, true));
}

/// D42: what stands at a place, and when it was changed.
#[test]
fn d42_places() {
    let window = Window::new().write("folder/text", "abc").link("link", "folder").fifo("fifo");
    for (name, exists, is_folder) in [
        ("folder", true, true),
        ("folder/text", true, false),
        ("link", true, true),
        ("fifo", true, false),
        ("none", false, false),
    ] {
        let path = window.path(name);
        assert_eq!((disk().exists(&path), disk().is_folder(&path)), (exists, is_folder), "{name}");
    }
    let time = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_123, 500_000_000);
    File::open(window.path("folder/text")).unwrap().set_modified(time).unwrap();
    assert_eq!(disk().changed_at(&window.path("folder/text")), Some((1_000_000_123, 500_000_000)));
    assert_eq!(disk().changed_at(&window.path("folder")), None);
}

/// D42: the names in a folder, until enough is seen.
#[test]
fn d42_folders() {
    let window =
        Window::new().write("folder/b", "").write("folder/a/x", "").write("folder/.c", "").fifo("fifo");
    let names = [".c", "a", "b"].map(str::to_owned).to_vec();
    assert_eq!(visited(disk(), &window, "folder"), (names, true));
    for name in ["folder/b", "fifo", "none"] {
        assert_eq!(visited(disk(), &window, name), (vec![], false), "{name}");
    }
    let mut count = 0;
    let end = disk().visit_entries(&window.path("folder"), |_| {
        count += 1;
        Visit::Enough
    });
    assert_eq!((count, end), (1, Some(())));
}

/// D42: behind the deadline everything is absent; a folder is left at the next look at the clock, not at the next entry.
#[test]
fn d42_too_late() {
    let window = (0..600).fold(Window::new(), |window, number| window.write(&format!("many/{number}"), ""));
    let late = Disk { deadline: Deadline::in_time(Duration::ZERO) };
    wait_until_over(late.deadline);
    let path = window.path("many/1");
    assert_eq!((late.read(&path), late.exists(&path), late.changed_at(&path)), (None, false, None));
    assert!(!late.is_folder(&window.path("many")));
    assert_eq!(visited(late, &window, "many"), (vec![], false));
    let soon = Disk { deadline: Deadline::in_time(Duration::from_secs(1)) };
    let mut count = 0;
    let end = soon.visit_entries(&window.path("many"), |_| {
        wait_until_over(soon.deadline);
        count += 1;
        Visit::GoOn
    });
    assert_eq!(end, None);
    assert!((250..=256).contains(&count), "{count}");
}

/// D40: the project, the STATE.md and the settings that belong to a folder.
#[test]
fn d40_project() {
    let compact = r#"{"statusline.state_format":"compact"}"#;
    let window = Window::new()
        .write(".planning/config.json", compact)
        .write("sub/x", "")
        .write("other/.planning/config.json", "{}");
    let (root, home) = (window.path(""), window.path(".."));
    let found = |folder: &str| place::project_root(&window.path(folder), Some(&home), disk());
    assert_eq!(found("sub").map(|root| root.canonicalize().unwrap()), Some(root.canonicalize().unwrap()));
    assert_eq!(found(".."), None);
    let root = found("sub").unwrap();
    let is_compact =
        |folder: &str| place::settings(&window.path(folder), Some(&home), &root, disk()).is_compact;
    // The way begins at the root, and a root that lies elsewhere is the only place.
    for folder in ["sub", "other", "../elsewhere"] {
        assert!(is_compact(folder), "{folder}");
    }
    let place = |workstream| place::place(&root, workstream, disk());
    assert_eq!(place(None), Place::Nothing);
    let window = window.write(".planning/workstreams/README.md", "");
    assert_eq!(place(None), Place::Nothing);
    let window = window.write(".planning/workstreams/alpha/STATE.md", "alpha");
    assert_eq!(place(None), Place::NoActiveWorkstream);
    assert_eq!(place(Some("alpha")), Place::State(b"alpha".to_vec()));
    let _window = window.write(".planning/STATE.md", "root");
    assert_eq!(place(None), Place::State(b"root".to_vec()));
}

/// D40: the last command at the end of a transcript, and the task of the newest list of a session.
#[test]
fn d40_session() {
    let doing = |task: &str| format!(r#"[{{"status":"in_progress","activeForm":"{task}"}}]"#);
    let window = Window::new()
        .write("t", "<command-name>/x</command-name>")
        .write("todos/s1-agent-a.json", doing("Newer"))
        .write("todos/s1-agent-b.json", doing("Older"))
        .write("todos/s2-agent-c.json", doing(""));
    let last = |name: &str| last_command::last_command(&window.path(name), disk());
    assert_eq!(last("t"), [Run::new(Style::Dim, "last: /x")]);
    assert_eq!(last("none"), []);
    let name = "<command-name>/y</command-name>";
    for (bytes, expected) in [(262_144, &[Run::new(Style::Dim, "last: /y")][..]), (262_145, &[])] {
        std::fs::write(window.path("long"), name.to_owned() + &"x".repeat(bytes - name.len())).unwrap();
        assert_eq!(last("long"), expected, "{bytes}");
    }
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    File::open(window.path("todos/s1-agent-b.json")).unwrap().set_modified(old).unwrap();
    let task = |session: &str| task::task(&window.path(""), session, disk());
    assert_eq!(task("s1"), Some(Run::new(Style::Bold, "Newer")));
    assert_eq!((task("s2"), task("s3")), (None, None));
}
