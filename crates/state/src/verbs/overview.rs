//! Everything that a screen shows of a STATE.md, also of one that must not be written (cairn 4).

use super::Verb;
use super::json::frontmatter;
use super::state_snapshot::{entries, snapshot};
use crate::answer::{Answer, Value};
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::list_section::List;
use crate::writing::{Reading, scope_warnings};

/// Shows what `state json` shows (`frontmatter`) beside what `state-snapshot` shows (`snapshot`) and the blockers as they
/// are written (`blockers`), and refuses no file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Overview;

impl Verb for Overview {
    fn name(&self) -> &'static str {
        "overview"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let reading = Reading::lenient(input)?;
        let blockers = entries(&reading.document, List::Blockers);
        let answer = Answer::new()
            .with("frontmatter", frontmatter(&reading).into_map())
            .with("snapshot", snapshot(&reading).into_map())
            .with("blockers", Value::texts(blockers.into_iter().map(|entry| entry.whole)));
        let mut outcome = VerbOutcome::read("overview", answer);
        outcome.warnings = scope_warnings(&reading.facts);
        Ok(outcome)
    }
}
