//! The pictures of the documentation: what the binaries print on the bundled samples, drawn as a terminal draws it.

mod terminal;

use std::path::Path;

use cairn_testkit::pages::{Session, session};

/// A picture, and the session that it shows.
struct Picture {
    file: &'static str,
    /// What it shows, in a few words.
    title: &'static str,
    sample: &'static str,
    preparation: &'static str,
    steps: &'static [Step],
}

/// A command of the session.
enum Step {
    /// Shown with its output.
    Command(&'static str),
    /// Shown as its first line of output only: what an agent's terminal draws by itself.
    Line(&'static str),
    /// Not shown at all.
    Unseen(&'static str),
}

/// The line, coloured as in a terminal. `INPUT` is what an agent tells about itself.
const STATUS_LINE: &str = "env -u NO_COLOR TERM=xterm-256color msd-statusline < \"$HOME/input\"";
const INPUT: &str = "cat > \"$HOME/input\" <<END\n\
    {\"model\":{\"display_name\":\"Opus\"},\"workspace\":{\"current_dir\":\"$PWD\"},\"context_window\":{\"remaining_percentage\":62}}\n\
    END\n\
    msd-tools state update 'Last activity' 2026-10-06 --raw\n";

const PICTURES: &[Picture] = &[
    Picture {
        file: "docs/pictures/status-line.svg",
        title: "The status line while a phase goes on",
        sample: "tide-table",
        preparation: INPUT,
        steps: &[
            Step::Line(STATUS_LINE),
            Step::Command("msd-tools state begin --action execute-phase --phase 2 --raw"),
            Step::Line(STATUS_LINE),
            Step::Command("msd-tools state idle --next verify-phase --phases 2 --raw"),
            Step::Line(STATUS_LINE),
            Step::Unseen(
                "for n in 2 3; do cp .planning/phases/02-forecast/02-01-SUMMARY.md .planning/phases/02-forecast/02-0$n-SUMMARY.md; done",
            ),
            Step::Command("msd-tools phase complete 2 --pick next_phase_name"),
            Step::Line(STATUS_LINE),
        ],
    },
    Picture {
        file: "docs/pictures/archive.svg",
        title: "A finished Spec becomes a record",
        sample: "lantern in git",
        preparation: "",
        steps: &[
            Step::Command("ls docs/specs"),
            Step::Command("roundfix archive 0007-fog-signal"),
            Step::Command("ls docs/specs"),
            Step::Command("cat docs/history/specs/0007-fog-signal.md"),
        ],
    },
];

/// Draws every picture, or with `check` only compares.
///
/// # Errors
///
/// A session that does not end well, and with `check` the pictures that are not up to date.
pub(crate) fn run(root: &Path, binaries: &Path, check: bool) -> Result<(), String> {
    let mut drifted = Vec::new();
    for picture in PICTURES {
        let wanted = picture.draw(root, binaries)?;
        let path = root.join(picture.file);
        if std::fs::read_to_string(&path).is_ok_and(|present| present == wanted) {
            continue;
        }
        if check {
            drifted.push(picture.file);
            continue;
        }
        let folder = path.parent().unwrap_or(root);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, &wanted))
            .map_err(|error| format!("cannot write `{}`: {error}", picture.file))?;
        println!("{}: drawn", picture.file);
    }
    if drifted.is_empty() {
        return Ok(());
    }
    Err(format!("the output has changed, but not {}; run `cargo xtask docs`", drifted.join(", ")))
}

impl Picture {
    fn draw(&self, root: &Path, binaries: &Path) -> Result<String, String> {
        let commands: Vec<&str> = self.steps.iter().map(Step::command).collect();
        let stage = Session { sample: self.sample, preparation: self.preparation, commands: &commands };
        let played = session(root, binaries, &stage).map_err(|error| format!("`{}`: {error}", self.file))?;
        if played.len() != self.steps.len() || played.iter().any(|played| played.status != 0) {
            return Err(format!("`{}`: a command of its session fails: {played:?}", self.file));
        }
        let mut lines = Vec::new();
        for (step, played) in self.steps.iter().zip(played) {
            match step {
                Step::Command(command) => {
                    lines.push(format!("\u{1b}[1m$ {command}\u{1b}[0m"));
                    lines.extend(played.output);
                }
                Step::Line(_) => {
                    lines.extend(played.output);
                    lines.push(String::new());
                }
                Step::Unseen(_) => {}
            }
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        Ok(terminal::draw(self.title, &lines))
    }
}

impl Step {
    fn command(&self) -> &'static str {
        match self {
            Step::Command(command) | Step::Line(command) | Step::Unseen(command) => command,
        }
    }
}
