//! Every command has a manual with an example, and every example is of a command.

use std::collections::BTreeSet;

use super::*;

fn paths(command: &Command, path: &str, found: &mut BTreeSet<String>) {
    found.insert(path.to_owned());
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        let below = if path.is_empty() {
            inner.get_name().to_owned()
        } else {
            format!("{path} {}", inner.get_name())
        };
        paths(inner, &below, found);
    }
}

/// Issue 7, item 3: `--help` of every command ends with an example, and says what the command and each argument are for.
#[test]
fn every_command_has_an_example_and_words_for_each_argument() {
    fn walk(command: &Command, path: &str) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(text.starts_with("Example"), "{path} has no example");
        assert!(command.get_about().is_some(), "{path} says nothing of itself");
        for argument in command.get_arguments() {
            assert!(argument.get_help().is_some(), "{path}: `{}` says nothing of itself", argument.get_id());
        }
        for inner in command.get_subcommands() {
            walk(inner, &format!("{path} {}", inner.get_name()));
        }
    }
    for binary in Binary::ALL {
        walk(&binary.manual(), binary.name());
    }
}

/// No example is left over from a command that went.
#[test]
fn every_example_is_of_a_command() {
    for binary in Binary::ALL {
        let mut known = BTreeSet::new();
        paths(&binary.declared(), "", &mut known);
        for example in binary.examples() {
            assert!(known.contains(example.command), "{}: no command `{}`", binary.name(), example.command);
            for line in example.lines {
                let begins = line.starts_with(binary.name());
                assert!(begins, "{line}: does not begin with `{}`", binary.name());
            }
        }
    }
}

/// The help of the program itself says how it ends.
#[test]
fn exit_statuses_stand_in_the_help_of_the_program() {
    let cairn = Binary::Cairn.manual().render_help().to_string();
    assert!(cairn.contains("\nExit status:\n  0    done"), "{cairn}");
    assert!(cairn.contains("\n  129  the merge driver"), "{cairn}");
    let roundfix = Binary::Roundfix.manual().render_help().to_string();
    assert!(roundfix.contains("\n  130  interrupted") && !roundfix.contains("\n  129"), "{roundfix}");
}

/// cairn 3: a shared word is answered by the binary that owns it.
#[test]
fn shared_words_belong_to_their_binary() {
    assert_eq!(Binary::Cairn.answering("state"), Binary::MsdTools);
    assert_eq!(Binary::Cairn.answering("archive"), Binary::Roundfix);
    assert_eq!(Binary::Cairn.answering("undo"), Binary::Cairn);
    assert_eq!(Binary::Roundfix.answering("list"), Binary::Roundfix);
}
