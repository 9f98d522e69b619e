//! The commands that a page names without playing them: lines of `sh` blocks, and code spans.

use super::page::{Page, Part};

/// A command that a page names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The line of the page, from 1.
    pub line: usize,
    /// Its words, quotes removed.
    pub words: Vec<String>,
    /// Whether it is a whole command of a `sh` block. A code span may leave arguments out.
    pub whole: bool,
}

/// Every command of the `sh` blocks and code spans of a page, of whatever program, in order.
///
/// A span counts as a command when it has several words. An ellipsis ends it, as does a redirection.
#[must_use]
pub fn named(page: &Page) -> Vec<Named> {
    let mut found = Vec::new();
    for part in page.parts() {
        match part {
            Part::Block { line, language, content, .. } if language == "sh" => {
                let text = page.text.get(content).unwrap_or_default().replace("\\\n", "  ");
                for (index, text) in text.lines().enumerate() {
                    found.extend(commands(text).into_iter().map(|words| Named {
                        line: line + 1 + index,
                        words,
                        whole: true,
                    }));
                }
            }
            Part::Span { line, text } => {
                found.extend(
                    commands(&text).into_iter().filter(|words| words.len() > 1).map(|words| Named {
                        line,
                        words,
                        whole: false,
                    }),
                );
            }
            Part::Block { .. } | Part::Stage { .. } => {}
        }
    }
    found
}

/// The commands of a line of shell, each as words. Enough of the shell's grammar for what documentation writes.
pub(super) fn commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut over = false;
    for letter in line.chars().chain([' ']) {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, ' ' | '\t' | ';' | '|' | '&') => {
                let done = word.take();
                over |= done.as_deref().is_some_and(ends);
                if let (Some(done), Some(command), false) = (done, commands.last_mut(), over) {
                    command.push(done);
                }
                if !letter.is_whitespace() {
                    commands.push(Vec::new());
                    over = false;
                }
            }
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    commands.retain(|words| !words.is_empty());
    commands
}

/// Whether the words of a command end before this one.
fn ends(word: &str) -> bool {
    word.starts_with(['>', '<', '…']) && !is_placeholder(word) || word.starts_with("2>") || word == "..."
}

/// `<slug>`: a word that the reader fills in.
fn is_placeholder(word: &str) -> bool {
    word.starts_with('<') && word.ends_with('>') && word.len() > 2
}
