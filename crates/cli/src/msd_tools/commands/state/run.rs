//! From the words of a verb to the verb, and from what it did to the answer.

use cairn_project::context::Context;
use cairn_project::location::locate;
use cairn_project::session::Session;
use cairn_state::verbs::{self, VERBS};

use super::words::{PhaseStart, StateArgs, Verb as Words};
use super::{patch, validate};
use crate::msd_tools::answer::Answer;
use crate::msd_tools::command_line::{GlobalFlags, PhaseChoice};
use crate::msd_tools::run::request;
use crate::msd_tools::values::{
    action, no_phase_given, number, optional_number, optional_phase, phase, phases, text_or_file,
};
use crate::output::failure::Failure;

/// A verb whose arguments are typed.
type Decided = Box<dyn verbs::Verb>;

/// Runs `msd-tools state …`.
pub(crate) fn run(args: &StateArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    if let Some(Words::Init { milestone, name }) = &args.verb {
        let verb = verbs::Init { milestone: milestone.clone(), name: name.clone() };
        let session = match locate(context, request(flags))? {
            Some(location) => Session::at(context, location)?,
            None => Session::in_new_project(context, request(flags))?,
        };
        return deliver(&session, &verb, flags);
    }
    let session = Session::open(context, request(flags))?;
    if let Some(Words::Validate { strict, format }) = &args.verb {
        return validate::run(&session, *strict, *format);
    }
    let verb = verb(args.verb.as_ref().unwrap_or(&Words::Load), &session)?;
    deliver(&session, verb.as_ref(), flags)
}

/// Runs a verb, commits what it decides, and says so.
pub(crate) fn deliver(
    session: &Session<'_>,
    verb: &dyn verbs::Verb,
    flags: &GlobalFlags,
) -> Result<Answer, Failure> {
    let writes = VERBS.iter().any(|row| row.name == verb.name() && row.writes);
    let done = if writes && !flags.dry_run { session.write(verb)? } else { session.read(verb)? };
    Ok(Answer::of_session(session, done, flags))
}

fn verb(words: &Words, session: &Session<'_>) -> Result<Decided, Failure> {
    Ok(match words {
        Words::Json => Box::new(verbs::Json),
        Words::Load => Box::new(verbs::Load),

        Words::Get { name } => Box::new(verbs::Get { name: name.clone() }),
        Words::Update { field, value } => {
            Box::new(verbs::Update { field: field.clone(), value: value.clone() })
        }
        Words::Patch { pairs } => Box::new(verbs::Patch { fields: patch::fields(pairs)? }),
        Words::Sync { verify } => Box::new(verbs::Sync { verify: *verify }),
        Words::Begin { action: word, phase: id } => {
            Box::new(verbs::Begin { action: action("action", word)?, phase: phase("phase", id)? })
        }
        Words::Idle { next, phases: ids } => {
            let next = next.as_deref().map(|word| action("next", word)).transpose()?;
            Box::new(verbs::Idle { next, phases: phases("phases", ids.as_deref().unwrap_or_default())? })
        }
        Words::BeginPhase(start) => {
            let PhaseStart { name, .. } = start;
            Box::new(verbs::BeginPhase {
                phase: chosen(&start.phase)?,
                name: name.clone(),
                plans: plans(start)?,
            })
        }
        Words::PlannedPhase(start) => {
            let PhaseStart { name, .. } = start;
            Box::new(verbs::PlannedPhase {
                phase: chosen(&start.phase)?,
                name: name.clone(),
                plans: plans(start)?,
            })
        }
        Words::AdvancePlan => Box::new(verbs::AdvancePlan),
        Words::CompletePhase { phase } => {
            Box::new(verbs::CompletePhase { phase: optional_phase("phase", phase.given())? })
        }
        Words::MilestoneSwitch { milestone, name } => {
            Box::new(verbs::MilestoneSwitch { milestone: milestone.clone(), name: name.clone() })
        }
        Words::UpdateProgress => Box::new(verbs::UpdateProgress),
        Words::RecordMetric { phase: id, plan, duration, tasks, files } => Box::new(verbs::RecordMetric {
            phase: phase("phase", id)?,
            plan: plan.clone(),
            duration: duration.clone(),
            tasks: optional_number("tasks", tasks.as_deref())?,
            files: optional_number("files", files.as_deref())?,
        }),
        Words::AddDecision { summary, summary_file, rationale, phase } => Box::new(verbs::AddDecision {
            summary: text_or_file(
                session,
                ("--summary", summary.as_deref()),
                ("--summary-file", summary_file.as_deref()),
            )?,
            rationale: rationale.clone(),
            phase: optional_phase("phase", phase.as_deref())?,
        }),
        Words::AddBlocker { text, text_file, phase } => Box::new(verbs::AddBlocker {
            text: text_or_file(session, ("--text", text.as_deref()), ("--text-file", text_file.as_deref()))?,
            phase: optional_phase("phase", phase.as_deref())?,
        }),
        Words::ResolveBlocker { text, all } => {
            Box::new(verbs::ResolveBlocker { text: text.clone(), all: *all })
        }
        Words::RecordSession { stopped_at, resume_file } => Box::new(verbs::RecordSession {
            stopped_at: stopped_at.clone(),
            resume_file: resume_file.clone(),
        }),
        Words::AddRoadmapEvolution { note, note_file, phase, action, after, urgent } => {
            Box::new(verbs::AddRoadmapEvolution {
                note: text_or_file(
                    session,
                    ("--note", note.as_deref()),
                    ("--note-file", note_file.as_deref()),
                )?,
                phase: optional_phase("phase", phase.as_deref())?,
                action: action.clone(),
                after: optional_phase("after", after.as_deref())?,
                urgent: *urgent,
            })
        }
        Words::SignalWaiting { kind, question, options, phase } => Box::new(verbs::SignalWaiting {
            kind: kind.clone(),
            question: question.clone(),
            options: options.iter().flat_map(|all| all.split('|')).map(|one| one.trim().to_owned()).collect(),
            phase: optional_phase("phase", phase.as_deref())?,
        }),
        Words::SignalResume => Box::new(verbs::SignalResume),
        Words::Prune { keep_recent } => {
            Box::new(verbs::Prune { keep_recent: number("keep-recent", keep_recent)? })
        }
        Words::Rebuild { verbose } => Box::new(verbs::Rebuild { verbose: *verbose }),
        // Both are answered before a verb is asked for: the one makes its project, the other gives findings.
        Words::Init { .. } | Words::Validate { .. } => return Err(Failure::usage("this verb stands alone")),
    })
}

fn chosen(choice: &PhaseChoice) -> Result<cairn_state::phase_id::PhaseId, Failure> {
    phase("phase", choice.given().ok_or_else(no_phase_given)?)
}

fn plans(start: &PhaseStart) -> Result<Option<u32>, Failure> {
    start.plans.as_deref().map(|text| number("plans", text)).transpose()
}
