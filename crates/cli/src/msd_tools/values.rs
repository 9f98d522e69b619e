//! Values of the command line as the domain's types; what is none is `invalid_value` (D7).

use cairn_project::session::Session;
use cairn_state::failure::{Failure as StateFailure, Reason};
use cairn_state::phase_id::PhaseId;
use cairn_state::schema::Action;

use crate::output::failure::Failure;

/// A phase id (msd-tools 9.1).
pub fn phase(field: &str, text: &str) -> Result<PhaseId, Failure> {
    PhaseId::parse(text.trim()).ok_or_else(|| {
        Failure::invalid_value(
            field,
            format!("`{text}` is no phase id; write it as ROADMAP.md does: `2`, `4.5`, `3A`"),
        )
    })
}

/// A phase id that may be left out.
pub fn optional_phase(field: &str, text: Option<&str>) -> Result<Option<PhaseId>, Failure> {
    text.map(|text| phase(field, text)).transpose()
}

/// Phase ids joined by commas.
pub fn phases(field: &str, text: &str) -> Result<Vec<PhaseId>, Failure> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(|part| phase(field, part)).collect()
}

/// One of the four actions (S-15).
pub fn action(field: &str, text: &str) -> Result<Action, Failure> {
    Action::from_word(text.trim()).ok_or_else(|| {
        let words = Action::ALL.map(Action::as_str);
        let message = format!("`{text}` is no action; one of `{}`", words.join("`, `"));
        Failure::invalid_value(field, message).did_you_mean(text, words)
    })
}

/// A whole number from 0.
pub fn number(field: &str, text: &str) -> Result<u32, Failure> {
    text.trim().parse().map_err(|_| {
        Failure::invalid_value(field, format!("`{text}` is no whole number from 0; write digits alone"))
    })
}

/// A whole number that may be left out.
pub fn optional_number(field: &str, text: Option<&str>) -> Result<Option<u32>, Failure> {
    text.map(|text| number(field, text)).transpose()
}

/// A text, or the text of a file inside the project, one of which is required. Line breaks of a file, with the blanks around
/// them, become one blank; a text as it is must be one line, which the verb checks.
pub fn text_or_file(
    session: &Session<'_>,
    (text_flag, text): (&str, Option<&str>),
    (file_flag, file): (&str, Option<&str>),
) -> Result<String, Failure> {
    match (text, file) {
        (Some(text), _) => Ok(text.to_owned()),
        (None, Some(file)) => Ok(folded(&session.text_of_file(file)?)),
        (None, None) => Err(Failure::usage(format!("missing: {text_flag} TEXT"))
            .fact("expected", format!("{text_flag} or {file_flag}"))),
    }
}

fn folded(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// No project at all, for a command that wants one.
pub fn no_phase_given() -> StateFailure {
    StateFailure::new(Reason::Usage, "missing: the phase; give it as argument or with `--phase N`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D7
    #[test]
    fn values_that_are_none() {
        for bad in ["", "x y", "2; rm", "../2", "2.", "-1"] {
            let failure = phase("phase", bad).expect_err(bad);
            assert_eq!((failure.reason, failure.exit.code()), ("invalid_value", 2), "{bad}");
        }
        assert_eq!(phase("phase", "4.10").unwrap().as_str(), "4.10");
        assert_eq!(phases("phases", "4.5, 4.6").unwrap().len(), 2);
        assert!(action("action", "dance").is_err_and(|failure| failure.hints.is_empty()));
        let slip = action("action", "excute-phase").expect_err("a slip");
        assert_eq!(slip.hints, ["did you mean `execute-phase`?"]);
        assert!(number("plans", "three").is_err());
    }

    #[test]
    fn a_file_becomes_one_line() {
        assert_eq!(folded("  one \r\n\r\n  two\nthree\n"), "one two three");
    }
}
