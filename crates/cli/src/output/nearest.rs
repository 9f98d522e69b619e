//! `did you mean`: the one judgement of which right word a wrong one was meant to be, for commands, flags, values, field
//! names, phases, slugs and rules. Pure; whoever refuses a word brings the words that would have been right.

/// Longer words are no slip of the finger, and the distance costs the product of both lengths.
const LONGEST_WORD: usize = 80;

/// How far a word is that stops too early, in halves of a slip.
const CUT_OFF: usize = 3;

/// Letters of a beginning that is enough to be meant: `prog` for `progress`.
const SHORTEST_BEGINNING: usize = 3;

/// The candidate that `word` is most likely a misspelling of; the first of several that are equally near.
///
/// A letter may be wrong, missing, doubled or swapped with its neighbour: one in three, and never all of a word. Case does
/// not count.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = folded(word);
    if word.is_empty() || word.len() > LONGEST_WORD {
        return None;
    }
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&word, &folded(candidate))?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How far apart two folded words are, in halves of a slip; `None` when neither can have been meant by the other.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    if candidate.len() > LONGEST_WORD || is_other_number(word, candidate) {
        return None;
    }
    let (one, other) = (word.chars().count(), candidate.chars().count());
    let allowed = one.max(other).div_ceil(3).min(one.min(other).saturating_sub(1));
    let distance = strsim::osa_distance(word, candidate);
    // One slip is likelier than a word that was cut off, and that likelier than two slips.
    if distance > 1 && one >= SHORTEST_BEGINNING && candidate.starts_with(word) {
        return Some(CUT_OFF);
    }
    (distance <= allowed).then_some(2 * distance)
}

/// Numbers with other digits are other numbers: only what stands between the digits can be a slip.
fn is_other_number(word: &str, candidate: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    !word.chars().any(char::is_alphabetic) && digits(word) != digits(candidate)
}

/// As names are compared everywhere: `next_phases`, `Next Phases` and `next-phases` are one name.
fn folded(word: &str) -> String {
    word.trim().to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant() {
        let check = |word, candidates: &[&'static str], expected| {
            assert_eq!(nearest(word, candidates.iter().copied()), expected, "{word}");
        };
        let commands = ["state", "status", "log", "undo", "redo", "progress", "phase", "phases"];
        check("lgo", &commands, Some("log"));
        check("stat", &commands, Some("state"));
        check("statsu", &commands, Some("status"));
        check("prog", &commands, Some("progress"));
        check("unod", &commands, Some("undo"));
        check("bogus", &commands, None);
        check("", &commands, None);
        check("x", &commands, None);
        check("--hlp", &["--format", "--help", "--version"], Some("--help"));
        check("Staus", &["Phase", "Status", "status"], Some("Status"));
        check("last activty", &["last_activity", "Last activity"], Some("last_activity"));
        check("2", &["1", "3"], None);
        check("21", &["1", "2.1", "3"], Some("2.1"));
        check("12", &["01", "02", "22"], None);
        check("0007-fog-signl", &["0007-fog-signal", "0008-night-watch"], Some("0007-fog-signal"));
    }

    /// Linear in the candidates, and bounded in the word.
    #[test]
    fn a_long_word_is_no_slip() {
        let long = "a".repeat(100_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
    }
}
