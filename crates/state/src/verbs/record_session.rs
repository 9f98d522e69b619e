//! `state record-session --stopped-at T, --resume-file P` (S-69, D23, contract 14.3).

use cairn_text::field::Form;
use cairn_text::{Span, lines_in};

use super::{Needs, Verb};
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::language::{self, Term};
use crate::list_section::{add_section, last_text_end};
use crate::template_defaults::is_resume_file_default;
use crate::writing::{Reading, write};

/// Records where a session ended, in the live session section only.
#[derive(Debug, Clone, Default)]
pub struct RecordSession {
    /// The last completed action.
    pub stopped_at: Option<String>,
    /// The file to go on from; `None` looks for a `.continue-here*.md`.
    pub resume_file: Option<String>,
}

impl Verb for RecordSession {
    fn name(&self) -> &'static str {
        "record-session"
    }

    fn needs(&self) -> Needs {
        Needs { continue_file: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let stopped_at = self.stopped_at.as_deref().map(|text| one_text("stopped-at", text)).transpose()?;
        let resume_file =
            self.resume_file.as_deref().map(|text| one_text("resume-file", text)).transpose()?;
        if stopped_at.is_none() && resume_file.is_none() {
            let message = "`state record-session` needs `--stopped-at` or `--resume-file`";
            return Err(Failure::new(Reason::Usage, message)
                .with("expected", "--stopped-at TEXT, --resume-file PATH"));
        }
        write(input, "state record-session", |reading, draft| {
            let mut values = vec![(BodyField::LastSession, reading.now.stamp())];
            values.extend(stopped_at.map(|text| (BodyField::StoppedAt, text.to_owned())));
            values.extend(resume_value(reading, resume_file).map(|path| (BodyField::ResumeFile, path)));
            let is_created = record(reading, draft, &values)?;
            Ok(Answer::new().with("recorded", true).with("created", is_created))
        })
    }
}

/// The flag, else the newest continue file, else `None` over a default; an executor's own path stays.
fn resume_value(reading: &Reading<'_>, given: Option<&str>) -> Option<String> {
    let found = given.map(str::to_owned).or_else(|| reading.project.continue_file.clone());
    let present = reading.document.text(BodyField::ResumeFile).unwrap_or_default();
    found.or_else(|| is_resume_file_default(&present).then(|| "None".to_owned()))
}

/// Writes the values; a missing line is added behind the others, a missing section at the end of the file.
fn record(
    reading: &Reading<'_>,
    draft: &mut Draft<'_, '_>,
    values: &[(BodyField, String)],
) -> Result<bool, Failure> {
    let document = &reading.document;
    let language = document.sections().language();
    let Some(section) = document.sections().session() else {
        let lines: Vec<String> =
            values.iter().map(|(field, value)| format!("{}: {value}", field.label_in(language))).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let heading = format!("## {}", language::written(Term::SessionContinuity, language));
        let end = last_text_end(document.source(), document.outline().body());
        add_section(draft, end, &heading, &lines)?;
        values.iter().for_each(|(field, value)| draft.expect(*field, value));
        return Ok(true);
    };
    let mut missing = Vec::new();
    for (field, value) in values {
        if !draft.set(*field, value)? {
            draft.expect(*field, value);
            missing.push(format!("{}: {value}", field.label_in(language)));
        }
    }
    if !missing.is_empty() {
        let (end, is_behind_field) = end_of_fields(document, section.direct);
        let lines = missing.iter().map(|line| in_form(document, line));
        // Text and fields would flow into one paragraph without a blank line.
        let separator = (!is_behind_field).then(String::new);
        draft.insert_lines(end, separator.into_iter().chain(lines))?;
    }
    Ok(false)
}

/// Offset behind the last field line of the section, else behind its last line of text; and which of both it is.
fn end_of_fields(document: &StateDocument<'_>, content: Span) -> (usize, bool) {
    let fields = [BodyField::LastSession, BodyField::StoppedAt, BodyField::PausedAt, BodyField::ResumeFile];
    let last = fields
        .into_iter()
        .filter_map(|field| document.field(field)?.target())
        .filter(|occurrence| content.covers(occurrence.label))
        .map(|occurrence| occurrence.line.full().end)
        .max();
    match last {
        Some(end) => (end, true),
        None => (last_text_end(document.source(), content), false),
    }
}

/// A plain line, or the bold form when the other lines of the section are bold.
fn in_form(document: &StateDocument<'_>, line: &str) -> String {
    let sibling = [BodyField::LastSession, BodyField::StoppedAt, BodyField::ResumeFile]
        .into_iter()
        .find_map(|field| document.winner(field).copied());
    let Some(sibling) = sibling.filter(|sibling| sibling.form == Form::Bold) else { return line.to_owned() };
    let indent = lines_in(document.source(), sibling.line.content).next().map(|found| found.content);
    let lead = indent.map(|content| Span::new(content.start, sibling.label.start)).unwrap_or_default();
    // `- **Stopped at:** x` is followed by a list item, `**Stopped at:** x` by a plain bold line.
    let lead = String::from_utf8_lossy(lead.of(document.source())).into_owned();
    match line.split_once(": ") {
        Some((label, value)) if lead.trim_start_matches([' ', '-', '*', '+']).is_empty() => {
            format!("{lead}{label}:** {value}")
        }
        _ => line.to_owned(),
    }
}
