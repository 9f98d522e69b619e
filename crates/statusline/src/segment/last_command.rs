//! LAST, opt-in: the last command that the user gave, from the end of the agent's transcript.

use crate::line::{Run, Style};
use crate::plain_file::Disk;
use std::path::Path;

/// How much of the end of the transcript is searched, in bytes.
const SEARCHED_BYTES: u64 = 256 * 1024;

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

const OPENING: &str = "<command-name>";
const CLOSING: &str = "</command-name>";

/// `last: /NAME`; nothing when the transcript names none, or the last one is no name.
pub fn last_command(transcript: &Path, disk: Disk) -> Vec<Run> {
    let end = disk.read_last(transcript, SEARCHED_BYTES);
    let name = end.and_then(|end| last_name(&String::from_utf8_lossy(&end)).map(str::to_owned));
    name.map(|name| Run::new(Style::Dim, &format!("last: /{name}"))).into_iter().collect()
}

/// The name between the last opening that is closed and its closing. An earlier one never stands in for it: it was not last.
fn last_name(transcript: &str) -> Option<&str> {
    let mut rest = transcript;
    while let Some((before, behind)) = rest.rsplit_once(OPENING) {
        if let Some((name, _)) = behind.split_once(CLOSING) {
            let name = name.trim();
            return Some(name.strip_prefix('/').unwrap_or(name)).filter(|name| is_name(name));
        }
        rest = before;
    }
    None
}

fn is_name(text: &str) -> bool {
    let is_foreign =
        |character: char| character.is_whitespace() || matches!(character, '"' | '\'' | '<' | '>' | '\\');
    !text.is_empty() && text.chars().count() <= LONGEST_NAME && !text.contains(is_foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(transcript: &str, expected: Option<&str>) {
        assert_eq!(last_name(transcript), expected, "{transcript}");
    }

    fn named(name: &str) -> String {
        format!("{{\"m\":\"{OPENING}{name}{CLOSING}\"}}\n")
    }

    /// D40: the last name counts, without its slash.
    #[test]
    fn d40_last_name() {
        check(&(named("/msd-plan-phase") + &named("/msd-execute-phase") + "text"), Some("msd-execute-phase"));
        check(&named("a"), Some("a"));
        check(&named("//a"), Some("/a"));
        check(&named(" /msd:plan "), Some("msd:plan"));
        check(&named("航路"), Some("航路"));
        check("no command", None);
        check(&(named("/a") + OPENING + "/b"), Some("a"));
        check(&format!("{OPENING}/a{OPENING}/b{CLOSING}{CLOSING}"), Some("b"));
        check(&format!("{CLOSING}{OPENING}"), None);
    }

    /// D40: what is no name is not shown, nor is an older one in its place.
    #[test]
    fn d40_no_name() {
        for name in ["", "/", "b c", "b\"", "it's", "a<b", "a>b", "a\\\\n", "a\nb", &"x".repeat(81)] {
            check(&(named("/a") + &named(name)), None);
        }
        check(&named(&format!("/{}", "x".repeat(80))), Some(&"x".repeat(80)));
    }
}
