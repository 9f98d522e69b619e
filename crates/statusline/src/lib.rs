//! msd-statusline: one line for an agent's terminal, drawn at every prompt (`spec/statusline.md`, S-50 to S-54).
//!
//! It reads one JSON object and at most a handful of files, and gives one line. It never writes, locks, repairs or asks the
//! network; it starts no process but git, for the two segments that a project switches on, and, for
//! `cairn statusline --with`, the command it was chained in front of ([`chained`]). It never waits for a file, and
//! what it cannot find out in its time it leaves out: a prompt does not fail.
//!
//! *Limitation.* The time limit is kept between calls of the operating system, not within one; see [`deadline`].
//!
//! | module | answers |
//! |---|---|
//! | [`input`], [`settings`], [`environment`] | what the agent, the project and the process say |
//! | [`place`] | which STATE.md |
//! | [`state`] | what it says |
//! | [`scene`], [`compact`] | the state text |
//! | [`segment`] | every part of the line |
//! | [`line`] | order, colour, width |
//! | [`manual`] | what the program says of itself when it is asked |

pub mod chained;
mod child;
pub mod compact;
pub mod deadline;
pub mod environment;
mod git_call;
pub mod input;
pub mod json;
pub mod line;
pub mod manual;
pub mod place;
pub mod plain_file;
pub mod scene;
pub mod segment;
pub mod settings;
pub mod standard_input;
pub mod state;

use cairn_state::project_root::join_lexically;
use deadline::Deadline;
use environment::Environment;
use input::Input;
use line::{Layout, Parts, Run, Style};
use place::Place;
use plain_file::Disk;
use segment::context::ContextWindow;
use segment::{context, folder, freshness, git, last_command, model, task};
use settings::Settings;
use state::State;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the agent may take to close standard input.
pub const INPUT_TIME: Duration = Duration::from_secs(3);

/// How long the line may take once it has its input, the calls of git aside.
pub const OWN_TIME: Duration = Duration::from_millis(50);

/// The line for the bytes of standard input, without a line end; `None` when there is nothing to draw.
pub fn line(input: &[u8], environment: &Environment) -> Option<String> {
    let disk = Disk { deadline: Deadline::in_time(OWN_TIME) };
    let input = Input::read(input)?;
    let window = Window::find(&input, environment, disk);
    let mut parts = Parts {
        model: model::model(&input.model),
        folder: folder::folder(&window.shown_folder),
        context: context_meter(&input, environment, window.settings),
        ..Parts::default()
    };
    if window.settings.shows_last_command
        && let Some(transcript) = &input.transcript
    {
        parts.last_command = last_command::last_command(Path::new(transcript), disk);
    }
    parts.middle = task_of(&input, environment, disk).or_else(|| window.state(environment, disk));
    if window.settings.shows_git {
        parts.git = git::git(&window.folder, environment);
    }
    Some(parts.draw(Layout {
        is_context_in_front: window.settings.is_context_in_front,
        is_plain: environment.is_plain,
        columns: environment.columns,
    }))
}

/// Where the window that asks stands.
struct Window {
    /// Its folder, absolute.
    folder: PathBuf,
    /// The same as it was given.
    shown_folder: String,
    /// The project it lies in.
    root: Option<PathBuf>,
    settings: Settings,
}

impl Window {
    fn find(input: &Input, environment: &Environment, disk: Disk) -> Self {
        let given = Path::new(input.folder.as_deref().unwrap_or_default());
        let folder = join_lexically(&Environment::current_folder(), given);
        let shown_folder = input.folder.clone().unwrap_or_else(|| folder.to_string_lossy().into_owned());
        let home = environment.home.as_deref();
        let root = place::project_root(&folder, home, disk);
        let settings =
            root.as_deref().map(|root| place::settings(&folder, home, root, disk)).unwrap_or_default();
        Self { folder, shown_folder, root, settings }
    }

    /// MIDDLE, the state.
    fn state(&self, environment: &Environment, disk: Disk) -> Option<Run> {
        let root = self.root.as_deref()?;
        match place::place(root, environment.workstream.as_deref(), disk) {
            Place::Nothing => None,
            Place::NoActiveWorkstream => Some(Run::new(Style::Dim, "no active workstream")),
            Place::State(bytes) => {
                let state = State::read(bytes, disk.deadline);
                let text =
                    if self.settings.is_compact { compact::compact(&state) } else { scene::full(&state) };
                let freshness = self.freshness(root, &state, environment, disk);
                Some(Run::new(Style::Dim, &scene::join([Some(text), freshness])))
            }
        }
    }

    fn freshness(&self, root: &Path, state: &State, environment: &Environment, disk: Disk) -> Option<String> {
        if !self.settings.shows_state_freshness || self.settings.has_sub_repositories {
            return None;
        }
        freshness::freshness(root, state.frontmatter.state_head.as_deref()?, disk, environment)
    }
}

fn task_of(input: &Input, environment: &Environment, disk: Disk) -> Option<Run> {
    task::task(environment.agent_folder.as_deref()?, input.session.as_deref()?, disk)
}

fn context_meter(input: &Input, environment: &Environment, settings: Settings) -> Vec<Run> {
    let Some(remaining_percent) = input.remaining_percent else { return Vec::new() };
    context::context(ContextWindow {
        remaining_percent,
        total_tokens: input.total_tokens,
        compact_window: environment.compact_window,
        used_tokens: settings.shows_context_tokens.then_some(input.used_tokens),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D40: the parts that need neither disk nor time.
    #[test]
    fn d40_outside_of_every_project() {
        let environment =
            Environment { is_plain: true, home: Some("/none".into()), ..Environment::default() };
        let input = r#"{"model":{"display_name":"M"},"workspace":{"current_dir":"/none/p"},"context_window":{"remaining_percentage":60}}"#;
        assert_eq!(line(input.as_bytes(), &environment).as_deref(), Some("M │ p ████░░░░░░ 48%"));
        assert_eq!(line(b"{", &environment), None);
    }
}
