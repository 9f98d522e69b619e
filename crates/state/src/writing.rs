//! The path of every write (contract section 4): read, refuse, edit, synchronise, compare.

use cairn_plan::Receipt;
use cairn_text::field::Occurrence;
use cairn_text::frontmatter::{Change, NewValue};
use cairn_text::{Edit, Frontmatter, Patch};

use crate::answer::Answer;
use crate::body_field::BodyField;
use crate::dates::Now;
use crate::derive::{self, Decision, Derivation, Given, Sources};
use crate::document::StateDocument;
use crate::draft::{Draft, unreadable};
use crate::facts::{PlanningFacts, PlanningFile, ProjectFacts};
use crate::failure::{Failure, Reason, Warning, WarningCode};
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::progress_bar;
use crate::receipt;
use crate::schema::{Key, canonical_paths};
use crate::status;
use crate::template_defaults::is_placeholder;

/// What a verb has read.
pub(crate) struct Reading<'a> {
    pub(crate) document: StateDocument<'a>,
    pub(crate) facts: PlanningFacts,
    pub(crate) project: &'a ProjectFacts,
    pub(crate) now: Now,
}

impl<'a> Reading<'a> {
    /// Reads the document, also one that must not be written.
    pub(crate) fn lenient(input: &StateInput<'a>) -> Result<Self, Failure> {
        let document = StateDocument::parse(input.document.ok_or_else(|| missing(input.project))?);
        let facts = input.planning.facts(document.key_text(Key::Milestone));
        Ok(Self { document, facts, project: input.project, now: input.now })
    }

    /// Reads the document and refuses one that must not be written.
    pub(crate) fn strict(input: &StateInput<'a>) -> Result<Self, Failure> {
        let reading = Self::lenient(input)?;
        reading.document.check_writable(&input.project.state_path())?;
        Ok(reading)
    }

    /// What a write would store now, every source unchanged (`state json`).
    pub(crate) fn decisions(&self) -> Vec<(Key, Decision)> {
        let sources = Sources::of(&self.document);
        let derivation = Derivation {
            before: &sources,
            paused_before: holds_pause(&self.document),
            after: &sources,
            document: &self.document,
            facts: &self.facts,
            project: self.project,
            given: &Given::default(),
        };
        derivation.decisions()
    }
}

/// The STATE.md check of verbs that write only beside it: they refuse what every other writing verb refuses (contract section 4).
pub(crate) fn check_state(input: &StateInput<'_>) -> Result<(), Failure> {
    let document = StateDocument::parse(input.document.ok_or_else(|| missing(input.project))?);
    document.check_writable(&input.project.state_path())
}

/// Says that there is no STATE.md (D28).
pub(crate) fn missing(project: &ProjectFacts) -> Failure {
    let path = project.state_path();
    let message = format!("no `{path}`; `msd-tools state init` creates it");
    Failure::new(Reason::StateNotFound, message).with("path", path)
}

/// Runs the edit of a verb and the pass behind it.
pub(crate) fn write(
    input: &StateInput<'_>,
    description: impl Into<String>,
    edit: impl FnOnce(&Reading<'_>, &mut Draft<'_, '_>) -> Result<Answer, Failure>,
) -> Result<VerbOutcome, Failure> {
    write_reading(Reading::strict(input)?, description, edit)
}

/// The same for a document and facts that are read already.
pub(crate) fn write_reading(
    reading: Reading<'_>,
    description: impl Into<String>,
    edit: impl FnOnce(&Reading<'_>, &mut Draft<'_, '_>) -> Result<Answer, Failure>,
) -> Result<VerbOutcome, Failure> {
    let mut draft = Draft::new(&reading.document);
    let answer = edit(&reading, &mut draft)?;
    let mut outcome = VerbOutcome { description: description.into(), answer, ..VerbOutcome::default() };
    outcome.warnings = std::mem::take(&mut draft.warnings);
    outcome.files = std::mem::take(&mut draft.files);
    let (edited, same) = draft.apply()?;
    let is_edited = *edited != *reading.document.source();
    let mut names = Vec::new();
    if is_edited || draft.always_synchronises {
        let decided = {
            let document = reading.document.parse_edited(&edited, same);
            draft.check_structure(&document)?;
            let pass = Pass::new(&reading, &document, &draft);
            outcome.warnings.extend(pass.warnings());
            pass.patch(is_edited)?.map(|patch| (patch, pass.body_names()))
        };
        if let Some((patch, body_names)) = decided {
            let written = patch.apply_to(edited);
            names = body_names;
            names.extend(receipt::key_names(&reading.document, &Frontmatter::parse(&written), &written));
            outcome.files.insert(0, FileEdit { file: PlanningFile::State, content: Some(written) });
        }
    }
    names.extend(other_files(&reading, &outcome.files));
    if names.is_empty() && !outcome.files.is_empty() {
        names.push(reading.project.state_path());
    }
    outcome.receipt = Some(Receipt::of(names));
    Ok(outcome)
}

fn other_files(reading: &Reading<'_>, files: &[FileEdit]) -> Vec<String> {
    let others = files.iter().filter(|edit| edit.file != PlanningFile::State);
    others.map(|edit| reading.project.path_of(edit.file)).collect()
}

/// The sync pass over an edited document (contract section 7).
struct Pass<'a> {
    reading: &'a Reading<'a>,
    document: &'a StateDocument<'a>,
    before: Sources,
    after: Sources,
    decisions: Vec<(Key, Decision)>,
    fills_bar: bool,
}

impl<'a> Pass<'a> {
    fn new(reading: &'a Reading<'_>, document: &'a StateDocument<'_>, draft: &Draft<'_, '_>) -> Self {
        let before = Sources::of(&reading.document);
        let after = Sources::of(document);
        let derivation = Derivation {
            before: &before,
            paused_before: holds_pause(&reading.document),
            after: &after,
            document,
            facts: &reading.facts,
            project: reading.project,
            given: &draft.given,
        };
        let decisions = derivation.decisions();
        Self { reading, document, before, after, decisions, fills_bar: draft.fills_bar }
    }

    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = scope_warnings(&self.reading.facts);
        let is_paused = self.decided_text(Key::Status).as_deref() == Some("paused");
        if self.before.status != self.after.status
            && !is_paused
            && let Some(text) = &self.after.status
        {
            warnings.extend(status_warning(text));
        }
        warnings
    }

    /// Everything decided, as edits of the document; `None` when nothing but the stamps would differ.
    fn patch(&self, is_edited: bool) -> Result<Option<Patch>, Failure> {
        let bar = self.bar_edit()?;
        let says_more = self
            .decisions
            .iter()
            .any(|(key, decision)| *key != Key::StateHead && *decision != Decision::Keep);
        if !is_edited && bar.is_none() && !says_more {
            return Ok(None);
        }
        let mut changes = derive::changes(self.decisions.clone());
        changes.push(Change::set(Key::LastUpdated.name(), NewValue::Text(self.reading.now.stamp())));
        let order: Vec<&str> = canonical_paths().collect();
        let source = self.document.source();
        let mut patch = self.document.frontmatter().edit(source, &changes, &order).map_err(unreadable)?;
        patch.merge(Patch::from(bar)).map_err(|error| Failure::new(Reason::Internal, error.to_string()))?;
        Ok(Some(patch))
    }

    /// The names of what differs in the body (D6). Behind the verb's edit the pass changes the frontmatter and the bar, nothing
    /// else, so the body is compared as the edit left it.
    fn body_names(&self) -> Vec<String> {
        let mut names = receipt::body_names(&self.reading.document, self.document);
        let bar =
            self.bar_edit().ok().flatten().and_then(|_| self.document.field(BodyField::Progress)?.target());
        let label = bar.map(|occurrence| self.document.occurrence_label(occurrence));
        names.extend(label.filter(|label| !names.contains(label)));
        names
    }

    /// The bar of the body follows the stored percent (D19): a bar of ten cells is set, an empty value filled when asked.
    fn bar_edit(&self) -> Result<Option<Edit>, Failure> {
        let Some(percent) = self.percent() else { return Ok(None) };
        let field = self.document.field(BodyField::Progress);
        let Some(occurrence) = field.and_then(|field| field.target()) else { return Ok(None) };
        let value = occurrence.value.of(self.document.source());
        if let Some(bar) = progress_bar::find_bar(value) {
            let edit = Edit::replace(occurrence.value, bar.set(value, percent));
            return Ok((!bar.shows(value, percent)).then_some(edit));
        }
        let text = self.document.occurrence_text(occurrence);
        if !self.fills_bar || !is_placeholder(&text) || !self.reading.facts.scope.is_trusted() {
            return Ok(None);
        }
        set_text(self.document, occurrence, &progress_bar::bar(percent))
    }

    fn percent(&self) -> Option<u8> {
        derive::number_at_start(&self.decided_text(Key::Percent)?)
            .and_then(|percent| u8::try_from(percent).ok())
    }

    fn decided_text(&self, key: Key) -> Option<String> {
        decided_text(self.document, &self.decisions, key)
    }
}

fn set_text(
    document: &StateDocument<'_>,
    occurrence: &Occurrence,
    text: &str,
) -> Result<Option<Edit>, Failure> {
    occurrence
        .set(document.outline(), document.source(), text)
        .map_err(|error| Failure::invalid_value(&document.occurrence_label(occurrence), error.to_string()))
}

/// The text that a key holds when its decision is carried out.
pub(crate) fn decided_text(
    document: &StateDocument<'_>,
    decisions: &[(Key, Decision)],
    key: Key,
) -> Option<String> {
    let decision = decisions.iter().find(|(of, _)| *of == key).map(|(_, decision)| decision);
    match decision {
        Some(Decision::Set(value)) => value.value().as_text().map(str::to_owned),
        Some(Decision::Remove) => None,
        _ => document.key_text(key).map(str::to_owned),
    }
}

/// Whether the frontmatter holds a pause point.
fn holds_pause(document: &StateDocument<'_>) -> bool {
    document.entry(Key::PausedAt).is_some_and(derive::is_real)
}

/// What is to be said about the facts of the plan.
pub(crate) fn scope_warnings(facts: &PlanningFacts) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if !facts.scope.is_trusted() {
        let milestone = facts.milestone.as_deref().unwrap_or("none");
        let message = format!(
            "progress is left as it is stored: the scope is `{}` (milestone `{milestone}`); check the version headings of ROADMAP.md",
            facts.scope.as_str()
        );
        warnings.push(Warning::new(WarningCode::ProgressScope, message));
    }
    warnings.extend(facts.duplicate_folders.iter().map(|folder| duplicate_warning(folder)));
    warnings
}

/// What is to be said about a phase folder that was left out.
pub(crate) fn duplicate_warning(folder: &str) -> Warning {
    let message = format!(
        "the phase folder `{folder}` is left out: another folder has the same id; rename or remove one"
    );
    Warning::new(WarningCode::DuplicatePhaseDir, message)
}

/// What is to be said about a status text whose word is doubtful.
pub(crate) fn status_warning(text: &str) -> Option<Warning> {
    let unknown = status::without_word(text).filter(|_| !is_placeholder(text));
    if let Some(message) = unknown {
        return Some(Warning::new(WarningCode::StatusUnknown, message));
    }
    let reading = status::read_status(text);
    let doubt = reading.doubt?;
    let message = format!(
        "`{}` is read as `{}`, but `{}` {}; use a word of the status table",
        text,
        reading.word.as_str(),
        reading.matched,
        doubt.description()
    );
    Some(Warning::new(WarningCode::StatusAmbiguous, message))
}
