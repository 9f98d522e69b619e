//! The built program, whatever it is fed: exit status 0, nothing on standard error, never a wait (contract 1, D40, D42).

use crate::window::{Window, finish, text_of};
use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

const STATE: &str = "---\nmilestone: v2.0\nstatus: executing\n---\n";

fn check_output(input: &[u8], expected: &str) {
    let shown = String::from_utf8_lossy(input.get(..40).unwrap_or(input)).into_owned();
    assert_eq!(finish(Window::new().command(), input), expected, "{shown}");
}

/// D1, D40: input that is no JSON gives no output, and no error.
#[test]
fn d40_broken_input_is_silent() {
    for input in
        [b"".as_slice(), b"{", b"null", b" ", b"\xff\xfe\x00", b"{}{}", br#"{"workspace":{"current_dir":5}}"#]
    {
        check_output(input, "");
    }
    check_output(&[b'['; 200 * 1024], "");
}

/// D40, D42: 256 KiB are read, one byte more is not; nesting is no matter.
#[test]
fn d42_size_of_the_input() {
    let padded = |length: usize| [b"{}".to_vec(), vec![b' '; length - 2]].concat();
    let window = Window::new();
    let folder = window.path("..").canonicalize().unwrap();
    let expected = format!("Claude │ {}", folder.file_name().unwrap().to_string_lossy());
    assert_eq!(finish(window.command(), &padded(256 * 1024)), expected);
    assert_eq!(finish(window.command(), &padded(256 * 1024 + 1)), "");
    let nested = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    assert_eq!(finish(window.command(), &nested), expected);
}

/// D42: standard input that is never closed is left after three seconds, without output, though the object is whole.
#[test]
fn d42_open_input() {
    let window = Window::new();
    let begin = Instant::now();
    let mut child = window.command().spawn().unwrap();
    let mut open = child.stdin.take().unwrap();
    open.write_all(window.input("").as_bytes()).unwrap();
    assert_eq!(text_of(&child.wait_with_output().unwrap()), "");
    assert!(begin.elapsed() >= Duration::from_secs(3));
    drop(open);
}

/// D40: nobody reads the line any longer.
#[test]
fn d40_closed_output() {
    let window = Window::new().write(".planning/STATE.md", STATE);
    let mut child = window.command().spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(window.input("").as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// D42, fault 121: what is no plain file is absent in every place, and never waited for.
#[test]
fn d42_no_plain_file() {
    let settings = r#"{"statusline.show_last_command":true}"#;
    Window::new().fifo(".planning/STATE.md").check("M │ p");
    Window::new().write(".planning/STATE.md/x", "").check("M │ p");
    Window::new().link(".planning/STATE.md", "/dev/zero").check("M │ p");
    Window::new().link(".planning/STATE.md", "/dev/tty").check("M │ p");
    Window::new().link(".planning/STATE.md", "STATE.md").check("M │ p");
    Window::new().link(".planning/STATE.md", "nowhere").check("M │ p");
    Window::new()
        .write(".planning/STATE.md", STATE)
        .fifo(".planning/config.json")
        .check("M │ v2.0 · executing │ p");
    Window::new()
        .write(".planning/STATE.md", STATE)
        .fifo(".planning/active-workstream")
        .check("M │ v2.0 · executing │ p");
    let window = Window::new().write(".planning/config.json", settings).fifo("t");
    let transcript = format!("\"transcript_path\":{:?}", window.path("t"));
    window.field(&transcript).check("M │ p");
    // Without a planning folder the way up looks for linked worktrees.
    let window = Window::new().fifo("sub/.git");
    std::fs::remove_dir(window.path(".planning")).unwrap();
    assert_eq!(window.line("sub"), "M │ sub");
}

/// D42: a link to a plain file is read; 16 MiB are, one byte more and a sparse gigabyte are not.
#[test]
fn d42_links_and_sizes() {
    Window::new()
        .write("there.md", STATE)
        .link(".planning/STATE.md", "../there.md")
        .check("M │ v2.0 · executing │ p");
    let sized = |size: u64| {
        let window = Window::new().write(".planning/STATE.md", STATE);
        File::options().write(true).open(window.path(".planning/STATE.md")).unwrap().set_len(size).unwrap();
        window
    };
    sized(16 * 1024 * 1024).check("M │ v2.0 · executing │ p");
    sized(16 * 1024 * 1024 + 1).check("M │ p");
    sized(1 << 30).check("M │ p");
}

/// D41, D42, G9: garbage is shown as far as it is text, and drives nothing.
#[test]
fn d41_garbage() {
    let garbage: Vec<u8> = (0..=255).cycle().take(1 << 20).collect();
    Window::new()
        .write(".planning/STATE.md", &garbage)
        .write(".planning/config.json", &garbage)
        .check("M │ p");
    Window::new()
        .write(".planning/STATE.md", b"---\nmilestone: v\xff\x1b[2J\xc2\x9b1m\nstatus: \xe2\x80\xaex\n---\n")
        .check("M │ v\u{fffd}[2J1m · x │ p");
}
