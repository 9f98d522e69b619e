//! `cairn init` (cairn 5, G7, G8).

use cairn_project::context::{Context, Interrupt};
use cairn_project::set_up::{Action, Part, SetUp, SetUpFault, Step, install, remove};
use cairn_project::workplace::Workplace;
use clap::Args;
use serde::Serialize;

use super::command_line::{Format, GlobalFlags};
use super::confirmation::{Asked, ask};
use super::envelope::Answer;
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::streams::Streams;

/// Set this clone up, or take that back.
///
/// Without a part: STATE.md, in a git work tree also the merge driver and the hook, and the status line where a `.claude`
/// folder exists. The plan is shown first. Nothing outside the project and its git directory is written, and `--remove`
/// gives every file and key back what it had.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// `.planning/STATE.md` from the template.
    #[arg(long)]
    pub state: bool,
    /// The merge driver: `.gitattributes` and this clone's configuration.
    #[arg(long)]
    pub git: bool,
    /// The agent's status line, in `.claude/settings.json`.
    #[arg(long)]
    pub claude: bool,
    /// The check before every commit.
    #[arg(long)]
    pub hooks: bool,
    /// Do it without asking.
    #[arg(long)]
    pub yes: bool,
    /// Give everything back what it had before.
    #[arg(long)]
    pub remove: bool,
}

impl InitArgs {
    fn parts(&self) -> Vec<Part> {
        let flags = [
            (self.state, Part::State),
            (self.git, Part::Git),
            (self.hooks, Part::Hooks),
            (self.claude, Part::Claude),
        ];
        flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, part)| part).collect()
    }
}

#[derive(Debug, Serialize)]
struct Planned<'s> {
    changed: bool,
    dry_run: bool,
    steps: Vec<WireStep<'s>>,
}

#[derive(Debug, Serialize)]
struct WireStep<'s> {
    part: Part,
    target: &'s str,
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'s str>,
}

impl<'s> From<&'s Step> for WireStep<'s> {
    fn from(step: &'s Step) -> Self {
        Self { part: step.part, target: &step.target, action: step.action, note: step.note.as_deref() }
    }
}

pub(crate) fn run(
    args: &InitArgs,
    flags: &GlobalFlags,
    context: &Context,
    streams: &mut Streams,
) -> Result<Answer, Failure> {
    let mut place = Workplace::find_or_start(context, flags.request())?;
    if !flags.dry_run {
        // A run that was killed: half of it must not be taken for what the user has.
        let mut is_changed = false;
        // The second look is for what the first one had to leave.
        for _look in 0..2 {
            if place.recover(false)?.changed() {
                is_changed = true;
                place = Workplace::find_or_start(context, flags.request())?;
            }
        }
        if is_changed {
            streams.say("warning: what an interrupted command had left was put right first");
        }
    }
    let found = place.find_set_up(args.remove)?;
    let mut parts = args.parts();
    if parts.is_empty() {
        parts = found.usual_parts(args.remove);
    }
    let decide = if args.remove { remove } else { install };
    let set_up = decide(&found, &parts).map_err(|faults| refused(&faults, &place))?;
    let plan = shown(&set_up);
    match flags.format {
        Format::Text => streams.result(&cairn_text::escape::escaped_lines(&plan)),
        _ if args.yes || flags.dry_run || !set_up.changes() => {}
        _ => streams.say(&plan),
    }
    if flags.dry_run {
        return Ok(answer(&set_up, true, "nothing was written\n"));
    }
    if set_up.changes() && !args.yes {
        confirm(&context.interrupt, streams)?;
    }
    place.carry_out_set_up(&set_up, args.remove)?;
    Ok(answer(&set_up, false, if set_up.changes() { "done\n" } else { "nothing to do\n" }))
}

fn confirm(interrupt: &Interrupt, streams: &mut Streams) -> Result<(), Failure> {
    let unconfirmed = |message: &str| {
        Failure::new(Exit::Usage, "confirmation_required", message)
            .hint("`--yes` does it, `--dry-run` only shows it")
    };
    match ask("do this?", interrupt, streams) {
        Asked::Yes => Ok(()),
        Asked::No => Err(unconfirmed("not confirmed, so nothing was written")),
        Asked::Nobody => Err(unconfirmed("there is no terminal to ask on, so nothing was written")),
        Asked::Interrupted => {
            Err(Failure::new(Exit::Interrupted, "interrupted", "interrupted; nothing was written"))
        }
    }
}

fn answer(set_up: &SetUp, dry_run: bool, text: &str) -> Answer {
    let steps = set_up.steps.iter().map(WireStep::from).collect();
    Answer::new(&Planned { changed: set_up.changes() && !dry_run, dry_run, steps }, text)
}

fn shown(set_up: &SetUp) -> String {
    let mut text = String::new();
    for step in &set_up.steps {
        text.push_str(&format!("{:<7} {:<8} {}\n", step.part.word(), step.action.word(), step.target));
        for line in step.note.iter().flat_map(|note| note.lines()) {
            text.push_str(&format!("                 {line}\n"));
        }
    }
    text
}

fn refused(faults: &[SetUpFault], place: &Workplace<'_>) -> Failure {
    let message = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let message = format!("{message}; nothing was written");
    let failure = match faults.first() {
        Some(SetUpFault::HookNotAShellScript(path)) => Failure::not_done("hook_not_a_shell_script", message)
            .fact("path", path)
            .hint("call `cairn check` from the hook yourself"),
        Some(SetUpFault::SettingsUnreadable(path)) => {
            Failure::not_done("settings_unreadable", message).fact("path", path).hint("repair the file")
        }
        Some(SetUpFault::NotARepository(_)) | None => Failure::not_done("not_a_repository", message)
            .fact("path", place.folder.display().to_string())
            .hint("`git init` makes one"),
    };
    failure.hint("or leave that part out")
}
