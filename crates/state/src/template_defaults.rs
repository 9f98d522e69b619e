//! The texts that a handler may overwrite, because the template or a verb wrote them (S-66, D31, contract 10.5).
//!
//! Everything else is an executor's and stays.

use crate::dates;
use crate::phase_id::PhaseId;

/// `Status` texts of the template and of the verbs, lower case; dashes of every kind are compared as `—`.
const STATUS_DEFAULTS: &[&str] = &[
    "ready to plan",
    "ready to execute",
    "planning complete",
    "defining requirements",
    "phase complete",
    "phase complete — ready for verification",
    "all phases complete",
    "awaiting next milestone",
    "executing",
    "in progress",
    "planning",
    "verifying",
    "completed",
    "complete",
    "done",
    "active",
    "paused",
    "unknown",
];

/// `Status` texts around a phase id: what stands in front of it, and behind it.
const STATUS_AROUND_PHASE: &[(&str, &str)] =
    &[("executing phase ", ""), ("planning phase ", ""), ("verifying phase ", ""), ("phase ", " complete")];

/// Texts that a verb of section 13 writes behind the date of `Last activity`: in front of a phase id, and behind it.
const ACTIVITY_AROUND_PHASE: &[(&str, &str)] = &[
    ("phase ", " execution started"),
    ("phase ", " execution resumed"),
    ("phase ", " planned"),
    ("phase ", " complete"),
];

/// The same around a milestone version.
const ACTIVITY_AROUND_MILESTONE: &[(&str, &str)] =
    &[("milestone ", " started"), ("milestone ", " completed and archived")];

/// Check marks that `Complete` and `Completed` may carry.
const CHECK_MARKS: &[char] = &['✓', '✔', '✅', '☑', '\u{fe0f}'];

/// Whether a text is blank or a placeholder of the template: bracketed words only, joined by `of`, `in current phase`,
/// dashes, slashes and parentheses. A bar is none.
#[must_use]
pub fn is_placeholder(text: &str) -> bool {
    let mut has_bracket = false;
    let mut rest = text.trim();
    if rest.is_empty() {
        return true;
    }
    while let Some(first) = rest.chars().next() {
        if first == '[' {
            let Some((words, behind)) = rest.get(1..).and_then(|inner| inner.split_once(']')) else {
                return false;
            };
            if !is_bracketed_words(words) {
                return false;
            }
            has_bracket = true;
            rest = behind;
        } else if let Some(behind) = strip_joint(rest, first) {
            rest = behind;
        } else {
            return false;
        }
    }
    has_bracket
}

/// Whether a handler may overwrite this `Status` text.
#[must_use]
pub fn is_status_default(text: &str) -> bool {
    let folded = fold(text);
    let without_mark = folded.trim_end_matches(CHECK_MARKS).trim_end();
    let may_carry_mark = matches!(without_mark, "complete" | "completed");
    is_placeholder(text)
        || STATUS_DEFAULTS.contains(&folded.as_str())
        || may_carry_mark
        || stands_around(&folded, STATUS_AROUND_PHASE, is_phase)
        || folded.strip_suffix(" milestone complete").is_some_and(is_version)
}

/// Whether a handler may overwrite this `Last activity` text.
#[must_use]
pub fn is_activity_default(text: &str) -> bool {
    is_refreshable_activity(text)
        || dates::read_dated(text).and_then(|dated| dated.description).is_some_and(is_verb_s_activity)
}

/// Whether `sync` may set this `Last activity` text to today: a bare date or a placeholder (D26).
#[must_use]
pub fn is_refreshable_activity(text: &str) -> bool {
    is_placeholder(text) || dates::read_dated(text).is_some_and(|dated| dated.is_bare)
}

/// Whether a handler may overwrite this `Resume file` text.
#[must_use]
pub fn is_resume_file_default(text: &str) -> bool {
    is_placeholder(text) || text.trim().eq_ignore_ascii_case("none")
}

fn is_verb_s_activity(description: &str) -> bool {
    let folded = fold(description);
    if let Some((completed, next)) = folded.split_once(" complete, transitioned to phase ") {
        return completed.strip_prefix("phase ").is_some_and(is_phase) && is_phase(next);
    }
    stands_around(&folded, ACTIVITY_AROUND_PHASE, is_phase)
        || stands_around(&folded, ACTIVITY_AROUND_MILESTONE, is_version)
}

fn stands_around(text: &str, frames: &[(&str, &str)], is_inner: fn(&str) -> bool) -> bool {
    frames.iter().filter_map(|(front, behind)| text.strip_prefix(front)?.strip_suffix(behind)).any(is_inner)
}

fn is_phase(text: &str) -> bool {
    PhaseId::parse(text).is_some()
}

/// A version is one word with a digit: `v2.0`, `2026.7.7`, `v2.0.0rc1`.
fn is_version(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.contains(|character: char| character.is_ascii_digit())
}

/// Lower case, trimmed, with `--`, `-` and `–` between blanks as `—`.
fn fold(text: &str) -> String {
    text.trim().to_lowercase().replace(" -- ", " — ").replace(" - ", " — ").replace(" – ", " — ")
}

fn is_bracketed_words(words: &str) -> bool {
    words.contains(char::is_alphabetic) && !words.contains('[')
}

/// What follows one joint at the start of `text`: a blank, a dash, a slash, a parenthesis, `of` or `in current phase`.
fn strip_joint(text: &str, first: char) -> Option<&str> {
    if first.is_whitespace() || matches!(first, '-' | '–' | '—' | '/' | '(' | ')' | '（' | '）') {
        return text.strip_prefix(first);
    }
    ["in current phase", "of"].iter().find_map(|words| {
        let (front, behind) = text.split_at_checked(words.len())?;
        let ends = !behind.starts_with(char::is_alphanumeric);
        (front.eq_ignore_ascii_case(words) && ends).then_some(behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], is_default: fn(&str) -> bool, expected: bool) {
        for text in texts {
            assert_eq!(is_default(text), expected, "{text:?}");
        }
    }

    /// S-66, 10.5: placeholders of the template; a bar, a link and prose are none.
    #[test]
    fn placeholders() {
        check(
            &[
                "",
                "  ",
                "[X] of [Y] ([Phase name])",
                "[A] of [B] in current phase",
                "[YYYY-MM-DD] — [What happened]",
                "[Ready to plan / Planning / Ready to execute]",
                "[one line, from PROJECT.md]",
                "([Phase name])",
                "[フェーズ名]",
            ],
            is_placeholder,
            true,
        );
        check(
            &[
                "[░░░░░░░░░░] 0%",
                "[░░░░░░░░░░]",
                "[X] min",
                "[1]",
                "[RESOLVED] slow CI",
                "[text](url)",
                "of",
                "—",
                "[open",
                "offline [X]",
                "[X] to [Y]",
                "None",
            ],
            is_placeholder,
            false,
        );
    }

    /// S-66, 10.5: status defaults.
    #[test]
    fn status_defaults() {
        check(
            &[
                "Ready to plan",
                "READY TO EXECUTE",
                "Phase complete — ready for verification",
                "Phase complete -- ready for verification",
                "Complete ✓",
                "Completed ✅",
                "Complete",
                "Executing Phase 2",
                "Planning Phase 2.10",
                "Phase 12A complete",
                "v2.0 milestone complete",
                "unknown",
                "",
                "[Ready to plan / Planning / Ready to execute]",
            ],
            is_status_default,
            true,
        );
        check(
            &[
                "Blocked on API keys",
                "Executing Phase 2 slowly",
                "Executing Phase two",
                "Done ✓ and dusted",
                "Paused until Monday",
                "Old milestone complete",
                "Milestone complete",
                "Hardening the parser",
            ],
            is_status_default,
            false,
        );
    }

    /// S-66, 10.5, D26: activity defaults; `sync` refreshes only a bare date or a placeholder.
    #[test]
    fn activity_defaults() {
        for (text, default, refreshable) in [
            ("2026-10-01", true, true),
            ("[YYYY-MM-DD] — [What happened]", true, true),
            ("2026-10-01 — Phase 2 execution started", true, false),
            ("2026-10-01 - phase 2 planned", true, false),
            ("2026-10-01 — Phase 2 complete, transitioned to Phase 2.1", true, false),
            ("2026-10-01 — Phase 2 complete, transitioned to Phase two", false, false),
            ("2026-10-01 — Phase two complete, transitioned to Phase 2", false, false),
            ("2026-10-01 — Phase 3 complete", true, false),
            ("2026-10-01 — Milestone v3.0 started", true, false),
            ("2026-10-01 — Milestone v2.0 completed and archived", true, false),
            ("2026-10-01 — fought the cache", false, false),
            ("2026-10-01 — Phase 2 planned and printed", false, false),
            ("yesterday", false, false),
            ("2026-02-30", false, false),
        ] {
            assert_eq!(is_activity_default(text), default, "{text}");
            assert_eq!(is_refreshable_activity(text), refreshable, "{text}");
        }
    }

    /// S-69, 10.5
    #[test]
    fn resume_file_defaults() {
        check(&["None", "none", "", "[path]"], is_resume_file_default, true);
        check(&["notes/r.md", "None yet"], is_resume_file_default, false);
    }
}
