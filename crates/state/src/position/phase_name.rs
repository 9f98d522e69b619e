//! The name in a `Phase` text (S-23, contract 10.3): the first balanced parentheses, else the text behind a dash.

/// Words that tell how far a phase is and never name it, when they are all that stands behind the dash.
const STATUS_PHRASES: &[&str] = &[
    "complete",
    "completed",
    "executing",
    "not started",
    "planning",
    "planned",
    "done",
    "in progress",
    "blocked",
    "paused",
    "verifying",
];

/// The name in what follows the id of a `Phase` text.
pub(super) fn read_name(behind: &str) -> Option<String> {
    let name = first_balanced(behind).or_else(|| behind_dash(behind))?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// What stands inside the first pair of parentheses that is closed, half or full width, inner pairs included.
fn first_balanced(text: &str) -> Option<&str> {
    let mut open = Vec::new();
    let mut first: Option<(usize, usize)> = None;
    for (offset, character) in text.char_indices() {
        match character {
            '(' | '（' => open.push(offset + character.len_utf8()),
            ')' | '）' => {
                let Some(start) = open.pop() else { continue };
                if first.is_none_or(|(earlier, _)| start < earlier) {
                    first = Some((start, offset));
                }
                if open.is_empty() {
                    break;
                }
            }
            _ => {}
        }
    }
    let (start, end) = first?;
    text.get(start..end)
}

/// The text behind the first `—` or `--`, without status phrases behind further dashes; nothing when it is one itself.
fn behind_dash(text: &str) -> Option<&str> {
    let mut name = split_dash(text)?.1.trim();
    loop {
        if is_status_phrase(name) {
            return None;
        }
        match rsplit_dash(name) {
            Some((front, last)) if is_status_phrase(last.trim()) => name = front.trim(),
            _ => return Some(name),
        }
    }
}

fn split_dash(text: &str) -> Option<(&str, &str)> {
    match (text.split_once('—'), text.split_once("--")) {
        (Some(long), Some(double)) => Some(if long.0.len() < double.0.len() { long } else { double }),
        (long, double) => long.or(double),
    }
}

fn rsplit_dash(text: &str) -> Option<(&str, &str)> {
    match (text.rsplit_once('—'), text.rsplit_once("--")) {
        (Some(long), Some(double)) => Some(if long.0.len() > double.0.len() { long } else { double }),
        (long, double) => long.or(double),
    }
}

fn is_status_phrase(text: &str) -> bool {
    let folded = text.to_lowercase();
    STATUS_PHRASES.contains(&folded.as_str()) || folded.starts_with("ready to ")
}
