//! How each shell writes a word: read back from what was typed, and put so that the shell takes it as it stands. A name of a
//! repository must never become an expansion.

use cairn_project::names::Name;
use cairn_text::escape::stripped;

/// A shell that completions are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shell {
    /// GNU bash.
    Bash,
    /// Z shell.
    Zsh,
    /// Friendly interactive shell.
    Fish,
    /// PowerShell, Windows' own and the portable one.
    #[value(name = "powershell")]
    PowerShell,
    /// Nushell.
    Nushell,
}

impl Shell {
    /// All of them.
    pub const ALL: [Shell; 5] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Nushell];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Shell::Bash => "bash",
            Shell::Zsh => "zsh",
            Shell::Fish => "fish",
            Shell::PowerShell => "powershell",
            Shell::Nushell => "nushell",
        }
    }

    /// The shell of this name.
    pub fn of_name(name: &str) -> Option<Shell> {
        Shell::ALL.into_iter().find(|shell| shell.name() == name)
    }

    /// The words as they were typed. bash breaks `--flag=value` at the `=`; every other shell leaves a word whole.
    pub(super) fn joined(self, before: Vec<String>, typed: &str) -> (Vec<String>, String) {
        if self != Shell::Bash {
            return (before, typed.to_owned());
        }
        let mut words: Vec<String> = Vec::new();
        let mut glue = false;
        for word in before.into_iter().chain([typed.to_owned()]) {
            let is_break = word == "=" && words.last().is_some_and(|last| last.starts_with('-'));
            match words.last_mut() {
                Some(last) if glue || is_break => last.push_str(&word),
                _ => words.push(word),
            }
            glue = is_break;
        }
        let typed = words.pop().unwrap_or_default();
        (words, typed)
    }

    /// The candidates that go on from `word`, as this shell wants them; those that it could not take safely are left out.
    pub(super) fn fitting(
        self,
        candidates: Vec<Name>,
        typed: &str,
        word: &str,
    ) -> impl Iterator<Item = Name> {
        let word = word.to_lowercase();
        // bash replaces only what stands behind the `=`.
        let cut = if self == Shell::Bash && typed.starts_with('-') {
            typed.find('=').map_or(0, |at| at + 1)
        } else {
            0
        };
        let quote =
            typed.get(cut..).and_then(|rest| rest.chars().next()).filter(|first| matches!(first, '\'' | '"'));
        candidates
            .into_iter()
            .filter(move |name| name.value.to_lowercase().starts_with(&word) && is_typeable(&name.value))
            .filter_map(move |name| {
                let value = name.value.get(cut..)?;
                let value = self.quoted(value, quote)?;
                Some(Name { value, ..name })
            })
    }

    /// A value as this shell takes it, inside the quote that is open already; `None` when it cannot stand there.
    fn quoted(self, value: &str, open: Option<char>) -> Option<String> {
        match self {
            // Both quote what is inserted themselves.
            Shell::Zsh | Shell::Fish => Some(value.to_owned()),
            Shell::Bash => match open {
                Some('\'') => (!value.contains('\'')).then(|| value.to_owned()),
                Some(_) => (!value.contains('!')).then(|| escaped(value, |letter| "\"\\$`".contains(letter))),
                None => Some(escaped(value, |letter| !is_plain(letter))),
            },
            Shell::PowerShell if value.chars().all(is_plain) => Some(value.to_owned()),
            Shell::PowerShell => Some(format!("'{}'", value.replace('\'', "''"))),
            Shell::Nushell if value.chars().all(is_plain) => Some(value.to_owned()),
            Shell::Nushell if !value.contains('\'') => Some(format!("'{value}'")),
            Shell::Nushell => Some(format!("\"{}\"", escaped(value, |letter| "\"\\".contains(letter)))),
        }
    }
}

/// Letters that no shell takes for anything else.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || "-_./%+:=,@".contains(letter)
}

fn is_typeable(value: &str) -> bool {
    !value.is_empty() && stripped(value) == value && !value.contains(['\t', '\n', '\r'])
}

fn escaped(value: &str, special: impl Fn(char) -> bool) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        if special(letter) {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// A word without its quotes and backslashes, as the shells that hand over raw words (bash, zsh, fish) would read it. An open
/// quote is closed by the end. Nothing is expanded.
pub(super) fn unquoted(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    let mut open = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, open) {
            ('\'' | '"', None) => open = Some(letter),
            (_, Some(quote)) if letter == quote => open = None,
            ('\\', None) => text.extend(letters.next()),
            ('\\', Some('"')) => match letters.next_if(|next| "\"\\$`".contains(*next)) {
                Some(next) => text.push(next),
                None => text.push('\\'),
            },
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for (typed, word) in [
            ("Status", "Status"),
            ("\"Stopped at\"", "Stopped at"),
            ("'it''s", "its"),
            ("Stopped\\ at", "Stopped at"),
            ("\"a \\\"b\\\" \\n", "a \"b\" \\n"),
            ("--x='a b", "--x=a b"),
            ("$(rm -rf)", "$(rm -rf)"),
            ("\\", ""),
        ] {
            assert_eq!(unquoted(typed), word, "{typed}");
        }
    }

    fn fitting(shell: Shell, value: &str, typed: &str) -> Option<String> {
        let candidates = vec![Name { value: value.to_owned(), about: String::new() }];
        shell.fitting(candidates, typed, &unquoted(typed)).next().map(|name| name.value)
    }

    /// A blocker may say anything; what is inserted is text and never an expansion.
    #[test]
    fn a_name_never_becomes_an_expansion() {
        let nasty = "run `date` $(id) it's \"x\" \\ *";
        let check = |shell, typed: &str, expected: Option<&str>| {
            assert_eq!(fitting(shell, nasty, typed).as_deref(), expected, "{shell:?} {typed}");
        };
        check(Shell::Bash, "", Some("run\\ \\`date\\`\\ \\$\\(id\\)\\ it\\'s\\ \\\"x\\\"\\ \\\\\\ \\*"));
        check(Shell::Bash, "\"ru", Some("run \\`date\\` \\$(id) it's \\\"x\\\" \\\\ *"));
        check(Shell::Bash, "'ru", None);
        check(Shell::PowerShell, "", Some("'run `date` $(id) it''s \"x\" \\ *'"));
        check(Shell::Nushell, "", Some("\"run `date` $(id) it's \\\"x\\\" \\\\ *\""));
        check(Shell::Fish, "", Some(nasty));
        check(Shell::Zsh, "xx", None);
        assert_eq!(fitting(Shell::Bash, "wow!", "\"w"), None);
    }

    /// G9: what a terminal would act on is not offered at all.
    #[test]
    fn control_characters_are_left_out() {
        for name in ["a\u{1b}[2J", "a\u{202e}b", "a\nb", "a\tb", "a\u{200b}"] {
            for shell in Shell::ALL {
                assert_eq!(fitting(shell, name, ""), None, "{name:?}");
            }
        }
    }

    #[test]
    fn bash_breaks_words_at_the_equals_sign() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let joined = Shell::Bash.joined(words(&["list", "--format", "="]), "js");
        assert_eq!(joined, (words(&["list"]), "--format=js".to_owned()));
        let joined = Shell::Bash.joined(words(&["list", "--format"]), "=");
        assert_eq!(joined, (words(&["list"]), "--format=".to_owned()));
        let joined = Shell::Bash.joined(words(&["list", "--format", "=", "json"]), "");
        assert_eq!(joined, (words(&["list", "--format=json"]), String::new()));
        assert_eq!(fitting(Shell::Bash, "--format=json", "--format=j").as_deref(), Some("json"));
        assert_eq!(fitting(Shell::Fish, "--format=json", "--format=j").as_deref(), Some("--format=json"));
    }
}
