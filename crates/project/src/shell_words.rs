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
    format!("'{}'", word.replace('\'', r"'\''"))
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
}
