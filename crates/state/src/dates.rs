//! Dates and instants as STATE.md holds them (D3, S-25, S-27).
//!
//! Answers for the date at the start of a text, for what stands behind it, and for the spelling of stamps. It has no clock:
//! the present moment is given to it as [`Now`].

use jiff::Timestamp;
use jiff::civil::Date;

/// The present moment, as the clock and the time zone of the caller say (D3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// The instant, for stamps in UTC.
    pub instant: Timestamp,
    /// The day of the local calendar, for every other date.
    pub today: Date,
}

impl Now {
    /// `2026-10-07T12:00:00.000Z`: how `last_updated` and `Last session` are written.
    #[must_use]
    pub fn stamp(&self) -> String {
        self.instant.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
    }

    /// `2026-10-07`: how every other date is written.
    #[must_use]
    pub fn date(&self) -> String {
        self.today.to_string()
    }
}

/// A text that begins with a real date, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatedText<'text> {
    /// The date.
    pub date: Date,
    /// The ten characters that spell it.
    pub spelled: &'text str,
    /// What follows the date and a dash (`—`, `–`, `--`, `-`), trimmed; `None` when nothing does.
    pub description: Option<&'text str>,
    /// Whether the text is the date and nothing else.
    pub is_bare: bool,
}

/// Takes apart a text that begins with a real date; `None` for any other text, an impossible date included.
#[must_use]
pub fn read_dated(text: &str) -> Option<DatedText<'_>> {
    let text = text.trim();
    let (spelled, behind) = text.split_at_checked(10)?;
    let date = read_date(spelled)?;
    if behind.starts_with(|character: char| character.is_alphanumeric() && character != 'T') {
        return None;
    }
    let description = text_behind_dash(behind_time(behind));
    Some(DatedText { date, spelled, description, is_bare: behind.is_empty() })
}

/// A real date of the calendar spelled `YYYY-MM-DD`, and nothing else.
#[must_use]
pub fn read_date(text: &str) -> Option<Date> {
    // Of ten bytes the parser takes this spelling and no other.
    if text.len() != 10 {
        return None;
    }
    text.parse().ok()
}

/// An instant spelled in ISO 8601 with an offset: `2026-10-07T12:00:00.000Z`, `2026-10-07T14:00+02:00`.
#[must_use]
pub fn read_instant(text: &str) -> Option<Timestamp> {
    text.trim().parse().ok()
}

/// Whether a text begins with digits but not with a real date (finding `invalid-date`).
#[must_use]
pub fn is_impossible(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|character: char| character.is_ascii_digit()) && read_dated(text).is_none()
}

/// What follows a time of day (`T12:00:00.000Z`, ` 09:30`) that stands directly behind a date.
fn behind_time(text: &str) -> &str {
    let Some(time) = text.strip_prefix(['T', ' ']) else { return text };
    let end = time.find(|character: char| !is_time_character(character)).unwrap_or(time.len());
    match time.split_at_checked(end) {
        Some((clock, behind)) if clock.contains(':') => behind,
        _ => text,
    }
}

fn is_time_character(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, ':' | '.' | 'Z' | '+' | '-')
}

fn text_behind_dash(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let behind = ["—", "–", "--", "-"].iter().find_map(|dash| text.strip_prefix(dash))?.trim();
    (!behind.is_empty()).then_some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(&str, Option<&str>, bool)>) {
        let read = read_dated(text).map(|dated| (dated.spelled, dated.description, dated.is_bare));
        assert_eq!(read, expected, "{text}");
    }

    /// S-27, S-28: the leading date and the text behind one of the dashes.
    #[test]
    fn dated_texts() {
        check("2026-06-20 — did a thing", Some(("2026-06-20", Some("did a thing"), false)));
        check("2026-06-20 -- did -- it", Some(("2026-06-20", Some("did -- it"), false)));
        check("2026-06-20 - did", Some(("2026-06-20", Some("did"), false)));
        check(" 2026-06-20 ", Some(("2026-06-20", None, true)));
        check("2026-06-20 —", Some(("2026-06-20", None, false)));
        check("2026-06-20 did", Some(("2026-06-20", None, false)));
        check("2026-06-20T10:00:00Z — did", Some(("2026-06-20", Some("did"), false)));
        check("2026-06-20 10:00 — did", Some(("2026-06-20", Some("did"), false)));
        check("2026-02-30", None);
        check("2026-06-200", None);
        check("today", None);
        check("２026-06-20", None);
        check("", None);
    }

    /// D25: `invalid-date`.
    #[test]
    fn impossible_dates() {
        for (text, impossible) in [
            ("2026-02-30", true),
            ("2026-02-30 — x", true),
            ("12 gauges", true),
            ("2026-02-28", false),
            ("none", false),
        ] {
            assert_eq!(is_impossible(text), impossible, "{text}");
        }
    }

    /// S-27: a date is spelled in one way.
    #[test]
    fn dates() {
        for text in [
            "",
            "20261007",
            "20261007  ",
            "20261007T1",
            "20261007[]",
            "2026-1007 ",
            "202610-07Z",
            "2026-10-7 ",
            "2026/10/07",
            "2026 10 07",
            "2026-W41-3",
            "2026-281 x",
            "-002026107",
            "2026-10-32",
            "2026-10-071",
            "2026-10-07T12",
            "２０26-10",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
        assert_eq!(read_date("2026-10-07").map(|date| date.to_string()).as_deref(), Some("2026-10-07"));
    }

    /// D3: stamps are UTC with milliseconds, dates are those of the local calendar.
    #[test]
    fn stamps() {
        let instant = read_instant("2026-10-07T14:00:00.0004+02:00").unwrap();
        let now = Now { instant, today: read_date("2026-10-08").unwrap() };
        assert_eq!(now.stamp(), "2026-10-07T12:00:00.000Z");
        assert_eq!(now.date(), "2026-10-08");
        assert_eq!(read_instant("2026-10-07"), None);
    }
}
