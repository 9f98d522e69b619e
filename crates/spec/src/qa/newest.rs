//! Which report is the newest: by its name alone (roundfix 6.1, A-51).

use crate::date;
use crate::folder::{SpecFolder, is_report_name};

/// What decides between two names, in this order; `None` loses against everything.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    date: Option<jiff::civil::Date>,
    sequence: Option<Sequence>,
    name: String,
}

/// The run of a day: the report without a number comes before every number.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sequence {
    Unnumbered,
    Number(u64),
}

/// The file names of all reports directly in `qa/`, newest first. A name that is no UTF-8 is no report name.
pub fn candidates(folder: &SpecFolder) -> Vec<String> {
    let names = folder.children(b"qa").filter(|(name, _)| is_report_name(name));
    newest_first(names.filter_map(|(name, _)| String::from_utf8(name.to_vec()).ok()))
}

/// The same for any list of report names.
pub fn newest_first(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut keys: Vec<Key> = names.into_iter().map(key).collect();
    keys.sort_unstable();
    keys.into_iter().rev().map(|key| key.name).collect()
}

fn key(name: String) -> Key {
    let middle =
        name.strip_prefix("qa-report-").and_then(|rest| rest.strip_suffix(".md")).unwrap_or_default();
    let dated = middle.split_at_checked(10).and_then(|(day, rest)| Some((date::parse(day)?, rest)));
    let (date, sequence) = match dated {
        None => (None, None),
        Some((date, "")) => (Some(date), Some(Sequence::Unnumbered)),
        Some((date, rest)) => (Some(date), rest.strip_prefix('-').and_then(number)),
    };
    Key { date, sequence, name }
}

fn number(digits: &str) -> Option<Sequence> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| all_digits).map(Sequence::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-51, archive-114: each of the two names, the winner first.
    #[test]
    fn newer_first() {
        let check = |winner: &str, loser: &str| {
            let name = |middle: &str| format!("qa-report-{middle}.md");
            let expected = vec![name(winner), name(loser)];
            assert_eq!(newest_first([name(winner), name(loser)]), expected);
            assert_eq!(newest_first([name(loser), name(winner)]), expected);
        };
        check("2026-10-06", "2026-10-05");
        check("2026-10-05-01", "2026-10-05");
        check("2026-10-05-10", "2026-10-05-9");
        check("2026-10-05-10", "2026-10-05-02");
        check("2026-10-05-00", "2026-10-05");
        check("2026-10-05-02", "2026-10-05-00");
        check("2026-10-05", "2026-10-05-rerun");
        check("2026-10-05", "2026-10-05-post-rerun-07");
        check("2026-10-05", "2026-10-05-01-partial");
        check("2026-10-05", "final");
        check("2026-10-05", "2026-02-30");
        check("2026-10-05", "2026-10-04-99");
        check("2026-10-06-odd", "2026-10-05-07");
        check("2026-10-05-7", "2026-10-05-07");
        check("2026-10-05", "2026-10-05-99999999999999999999");
        check("2026-10-05-18446744073709551615", "2026-10-05-2");
        check("2026-10-05", "2026-10-05-");
        check("2026-10-05", "2026-10-05-+7");
        check("2026-10-05", "2026-10-05x");
        check("2026-10-05", "日本語の報告書");
    }
}
