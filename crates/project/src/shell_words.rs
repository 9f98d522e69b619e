//! Words of a command as one line for the operation log: quoted for the shell where needed, without control characters.

use std::path::Path;

/// `msd-tools state update Status 'Ready to plan'`. The program is named without its folder.
pub fn joined(words: &[String]) -> String {
    let mut words = words.iter();
    let program = words.next().map(|program| {
        let name = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| program.clone())
    });
    program.iter().chain(words).map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// One word, in single quotes where a shell would not take it as it is.
pub fn quoted(word: &str) -> String {
    // A line feed or tab still parts words; every other unsafe character goes.
    let word = word.replace(['\t', '\n', '\r'], " ");
    let word = cairn_text::escape::stripped(&word).into_owned();
    let plain = |c: char| c.is_alphanumeric() || "-_./=:@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word;
    }
    always_quoted(&word)
}

/// One word in single quotes, exactly as it is.
pub fn always_quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// What [`always_quoted`] was given; `None` for any other text.
pub fn unquoted(text: &str) -> Option<String> {
    let inner = text.trim().strip_prefix('\'')?.strip_suffix('\'')?;
    let parts: Vec<&str> = inner.split(r"'\''").collect();
    (!parts.iter().any(|part| part.contains('\''))).then(|| parts.join("'"))
}

/// The program that a shell command begins with; `None` when it is the shell's own, or only the shell can tell.
pub fn program_of(command: &str) -> Option<String> {
    let mut rest = command.trim_start();
    loop {
        let (word, length) = first_word(rest)?;
        let is_assignment = word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        });
        if !is_assignment {
            return (!word.is_empty() && !SHELL_WORDS.contains(&word.as_str())).then_some(word);
        }
        rest = rest.get(length..)?.trim_start();
    }
}

/// Words that the shell answers itself.
const SHELL_WORDS: [&str; 28] = [
    "!", ".", ":", "[", "case", "cd", "command", "echo", "eval", "exec", "exit", "export", "false", "for",
    "if", "printf", "pwd", "read", "set", "shift", "test", "trap", "true", "type", "umask", "unset", "until",
    "while",
];

/// The first word, its quotes resolved, and how many bytes it takes; `None` for a word that the shell computes.
fn first_word(text: &str) -> Option<(String, usize)> {
    let mut word = String::new();
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (Some('\''), _) => word.push(character),
            (_, '$' | '`') => return None,
            (_, '\\') => word.push(characters.next()?.1),
            (Some(_), _) => word.push(character),
            (None, '\'' | '"') => quote = Some(character),
            (None, '~' | '*' | '?' | '(' | ')' | '{' | '}' | '#') => return None,
            (None, ';' | '|' | '&' | '<' | '>') => return Some((word, at)),
            (None, _) if character.is_whitespace() => return Some((word, at)),
            (None, _) => word.push(character),
        }
    }
    quote.is_none().then_some((word, text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (words, line) in [
            (&["/usr/bin/msd-tools", "state", "sync"][..], "msd-tools state sync"),
            (&["msd-tools", "Ready to plan"], "msd-tools 'Ready to plan'"),
            (&["msd-tools", "it's", ""], r"msd-tools 'it'\''s' ''"),
            (&["msd-tools", "a\u{1b}[31mb\nc"], "msd-tools 'a[31mb c'"),
        ] {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            assert_eq!(joined(&words), line);
        }
    }

    /// cairn 5: a command that was taken along comes back as it was.
    #[test]
    fn quoted_and_back() {
        for word in ["a", "", "it's", "'", "''", "a\\'b \"c\" $d\n", r"'\''"] {
            assert_eq!(unquoted(&always_quoted(word)).as_deref(), Some(word));
        }
        for other in ["a", "'", "'a' 'b'", "'a'b'", "\"a\""] {
            assert_eq!(unquoted(other), None, "{other}");
        }
    }

    /// cairn 9: the program of a command, where it can be told without a shell.
    #[test]
    fn programs() {
        for (command, expected) in [
            ("old-line --fast", Some("old-line")),
            ("  A=b C='d e' ./x; y", Some("./x")),
            ("'my line' x", Some("my line")),
            ("a\\ b|c", Some("a b")),
            ("node \"$HOME/x.js\"", Some("node")),
            ("$HOME/x", None),
            ("~/x", None),
            ("echo x", None),
            ("(a)", None),
            ("'open", None),
            ("", None),
        ] {
            assert_eq!(program_of(command).as_deref(), expected, "{command}");
        }
    }
}
