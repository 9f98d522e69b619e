//! What `msd-statusline` says of itself. It draws whatever the words are; only a first word that asks for help or the version
//! is heard, so that a person at a terminal is not left waiting for standard input.

/// In one line.
pub const ABOUT: &str = "One line for an agent's terminal, drawn at every prompt";

/// In full.
pub const LONG_ABOUT: &str = "One line for an agent's terminal, drawn at every prompt.\n\n\
Reads one JSON object from standard input, as the agent hands it over, and prints one line: model, where the project stands, \
folder, context meter. It never writes, takes no lock and asks no network. What cannot be found out in its time is left out, \
and the exit status is 0 whatever happens.\n\n\
In the project's `.claude/settings.json`: \"statusLine\": {\"type\": \"command\", \"command\": \"msd-statusline\"}. \
`cairn statusline --with COMMAND` draws the line of another command below it.";

/// The answer to the words behind the program's name; `None` when the line is wanted. A flag that there is not draws the line
/// like any word, but a person who typed it at a terminal (`is_terminal`: standard input is one) gets the help at once. That
/// is asked only where it decides: a prompt passes no words.
#[must_use]
pub fn answer(first: Option<&str>, is_terminal: impl FnOnce() -> bool) -> Option<String> {
    match first? {
        "--help" | "-h" => Some(help()),
        "--version" | "-V" => Some(format!("msd-statusline {}\n", env!("CARGO_PKG_VERSION"))),
        flag if flag.starts_with('-') && is_terminal() => Some(help()),
        _ => None,
    }
}

fn help() -> String {
    format!(
        "{LONG_ABOUT}\n\nUsage: msd-statusline < SESSION.json\n\nOptions:\n  -h, --help     Print help\n  -V, --version  Print version\n\n\
         Example:\n  msd-statusline < session.json\n\nExit status:\n  0    always\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-50: any other word, or none, draws the line.
    #[test]
    fn only_questions_are_answered() {
        let answer = |first, is_terminal| answer(first, || is_terminal);
        assert!(
            answer(Some("--help"), false)
                .is_some_and(|text| text.starts_with(ABOUT) && text.contains("Example:\n"))
        );
        assert_eq!(answer(Some("-h"), false), answer(Some("--help"), true));
        for version in ["--version", "-V"] {
            let expected = format!("msd-statusline {}\n", env!("CARGO_PKG_VERSION"));
            assert_eq!(answer(Some(version), true), Some(expected), "{version}");
        }
        for other in [None, Some(""), Some("--with"), Some("help")] {
            assert_eq!(answer(other, false), None, "{other:?}");
        }
        // Whoever types a flag that there is not would wait for an end of input that never comes.
        assert_eq!(answer(Some("--with"), true), Some(help()));
        assert_eq!((answer(Some("help"), true), answer(None, true)), (None, None));
    }

    /// A prompt costs no call that asks about the terminal.
    #[test]
    fn without_words_nothing_is_asked() {
        let asked = std::cell::Cell::new(false);
        assert_eq!(answer(None, || asked.replace(true)), None);
        assert!(!asked.get());
    }
}
