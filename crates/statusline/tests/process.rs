//! The built program, whatever it is fed: exit status 0, nothing on stderr. With this file cargo builds the program for
//! every test run, as the acceptance cases of the workspace need it.

#![allow(clippy::disallowed_methods, reason = "starts the built program")]
#![allow(clippy::unwrap_used, reason = "a test may say what must hold by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};

/// Input that is no JSON object gives no output; nothing ever gives an error (D1).
fn check_silent(input: &[u8]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_msd-statusline"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end without reading all of it.
    let _read = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{input:?}: {}", output.status);
    assert_eq!((output.stdout, output.stderr), (Vec::new(), Vec::new()), "{input:?}");
}

#[test]
fn broken_input_is_silent() {
    check_silent(b"");
    check_silent(b"{");
    check_silent(b"null");
    check_silent(b"\xff\xfe\x00");
    check_silent(&[b'['; 300 * 1024]);
}
