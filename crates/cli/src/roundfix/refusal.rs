//! A refusal as it leaves the process: the layout on stderr, the list in JSON (roundfix 3.3, D61).

use cairn_plan::Refusal;
use cairn_spec::preconditions::Refused;

use super::answer::{Answer, head};
use super::run::Manner;
use super::wire;
use crate::output::exit::Exit;

/// The answer to a command that was refused.
pub(super) fn refused(command: &str, slug: Option<&str>, manner: Manner, refused: &Refused) -> Answer {
    let refusal = &refused.refusal;
    let message = match refusal.reasons.as_slice() {
        [only] => only.to_string(),
        reasons => format!("{} checks failed; nothing was written", reasons.len()),
    };
    let mut answer = Answer::failed(Exit::Usage, "refused", message, &head(Some(command), slug))
        .with("refusals", wire::refusals(refusal));
    if let Some(finish) = &refused.finish {
        answer = answer.with("finish", finish);
    }
    let usage = format!("{} {command} --help", manner.program);
    answer.say(layout(refusal, &usage));
    answer
}

fn layout(refusal: &Refusal, usage: &str) -> String {
    let block = |title: &str, lines: &[String]| {
        let lines: String = lines.iter().map(|line| format!("  {}\n", on_one_line(line))).collect();
        format!("{title}:\n{lines}")
    };
    let reasons: Vec<String> = refusal.reasons.iter().map(ToString::to_string).collect();
    let mut steps = refusal.remedies.clone();
    if steps.is_empty() {
        steps.push("repair what is named above, then run the command again".to_owned());
    }
    [
        "Preflight failed\n".to_owned(),
        block("Reason", &reasons),
        block("No side effects", &["nothing was written, staged or committed".to_owned()]),
        block("Next action", &steps),
        block("Usage", &[usage.to_owned()]),
    ]
    .join("\n")
}

/// A value of a file that is quoted in a reason must not look like a line of the layout.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use cairn_plan::Reason;

    use super::*;

    /// D61, archive-067: the layout of roundfix 3.3, byte for byte.
    #[test]
    fn the_layout_of_a_refusal() {
        let mut refusal = Refusal::new();
        refusal.push(Reason::new(
            "tasks",
            "task_not_completed",
            "a/task_01.md is pending, expected completed",
        ));
        refusal.push(Reason::new("qa", "qa_not_eligible", "a/qa/r.md: verdict is fail\nUsage:"));
        refusal.remedy("finish the Task, then run the QA gate again");
        let expected = "Preflight failed\n\nReason:\n  tasks: a/task_01.md is pending, expected completed\n  qa: a/qa/r.md: verdict is fail Usage:\n\nNo side effects:\n  nothing was written, staged or committed\n\nNext action:\n  finish the Task, then run the QA gate again\n\nUsage:\n  roundfix archive --help\n";
        assert_eq!(layout(&refusal, "roundfix archive --help"), expected);
    }
}
