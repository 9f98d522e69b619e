//! What is committed is what the commands say, and it names all of them.

use super::command::{commands, signature};
use super::*;

fn read(path: &str) -> String {
    std::fs::read_to_string(crate::checkout::root().join(path)).unwrap()
}

/// Issue 7, item 3: manual pages, reference and completions are up to date.
#[test]
fn pages_follow_the_commands() {
    let drifted = drifted(&crate::checkout::root());
    let names: Vec<&String> = drifted.keys().collect();
    assert!(names.is_empty(), "run `cargo xtask docs`: {names:?}");
}

/// Issue 7, item 3: every command has its page, which names every flag and argument; the reference names them too.
#[test]
fn every_command_and_flag_is_named() {
    let reference = read("docs/reference/commands.md");
    for described in Binary::ALL.into_iter().flat_map(commands) {
        let page = read(&format!("man/man1/{}.1", described.page()));
        if let Some(other) = page.strip_prefix(".so ") {
            // The page of the binary that answers, whose flags these are.
            assert!(read(&format!("man/{}", other.trim_end())).contains(".SH NAME\n"), "{other}");
            continue;
        }
        let section = format!("# {}\n", described.name());
        assert!(reference.contains(&section), "no section `{}`", described.name());
        let plain = page.replace('\\', "");
        for argument in described.command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let written = signature(argument);
            assert!(plain.contains(&written), "{}: the page does not name `{written}`", described.name());
            if argument.get_id() != "help" || described.words.is_empty() {
                let cell = written.replace('|', "\\|");
                assert!(
                    reference.contains(&format!("`{cell}`")),
                    "{}: the reference lacks `{written}`",
                    described.name()
                );
            }
        }
        for name in described.below() {
            assert!(plain.contains(&name), "{}: the page does not name `{name}`", described.name());
        }
        assert!(page.contains(".SH EXAMPLES\n"), "{}: the page has no example", described.name());
    }
}

/// Nothing of the machine that made them stands in them.
#[test]
fn pages_hold_no_place_of_this_machine() {
    let root = crate::checkout::root().display().to_string();
    for (path, text) in wanted() {
        assert!(!text.contains(&root) && !text.contains('\u{1b}'), "{path}");
    }
}
