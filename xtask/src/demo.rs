//! Builds the binaries and shows what they do, on copies of the bundled samples in a temporary folder.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use cairn_testkit::writing::copy;

use crate::Answer;
use crate::checkout;

/// Build the binaries and run the main job on copies of the bundled samples
///
/// Shows for two planning trees, one tidy and one as real ones are, the state as JSON, the line of the prompt, and one
/// update with its receipt and difference; then archives a finished Spec in a throw-away repository and brings it back.
/// The checkout and everything of yours stay as they are.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Use the binaries in this folder instead of building them
    #[arg(long, value_name = "DIR")]
    bin: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let root = checkout::root();
    let bin = match &args.bin {
        Some(folder) => std::path::absolute(folder).map_err(|error| error.to_string())?,
        None => build(&root)?,
    };
    let stage = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let show = Show { bin, home: stage.path().to_owned() };
    for (sample, about) in [
        ("tide-table", "a tidy project"),
        (
            "old-mill",
            "a project as real ones are: values that are no YAML, a status of 2,000 characters, two `Phase:` lines",
        ),
    ] {
        let project = stage.path().join(sample);
        copy(&root.join("examples").join(sample), &project);
        println!("\n== {sample}: {about}");
        show.say(&project, "where it stands", "msd-tools", &["state", "json"], "")?;
        let input = format!(
            r#"{{"model":{{"display_name":"Opus"}},"workspace":{{"current_dir":{:?}}},"context_window":{{"remaining_percentage":62}}}}"#,
            project.display().to_string()
        );
        show.say(&project, "the line at the prompt", "msd-statusline", &[], &input)?;
        let update = ["state", "update", "Stopped at", "Read the table aloud to a skipper"];
        let dry: Vec<&str> = update.iter().copied().chain(["--dry-run", "--pick", "diff"]).collect();
        show.say(&project, "what an update would change", "msd-tools", &dry, "")?;
        show.say(&project, "the update and its receipt", "msd-tools", &update, "")?;
        show.say(
            &project,
            "what other readers would stumble over",
            "msd-tools",
            &["state", "validate", "--format", "text"],
            "",
        )?;
    }
    println!("\n== lantern: a finished Spec becomes a record, and comes back");
    let project = stage.path().join("lantern");
    copy(&root.join("examples/lantern"), &project);
    for words in [&["init", "-q", "-b", "main"][..], &["add", "-A"], &["commit", "-q", "-m", "a lighthouse"]]
    {
        show.git(&project, words)?;
    }
    show.say(
        &project,
        "what an archive would do",
        "roundfix",
        &["archive", "0007-fog-signal", "--plan"],
        "",
    )?;
    show.say(&project, "the archive", "roundfix", &["archive", "0007-fog-signal"], "")?;
    let record = project.join("docs/history/specs/0007-fog-signal.md");
    let text = std::fs::read_to_string(&record).map_err(|error| format!("{}: {error}", record.display()))?;
    println!("\n-- the record: docs/history/specs/0007-fog-signal.md\n{text}");
    show.say(&project, "and back", "roundfix", &["unarchive", "0007-fog-signal", "--relink"], "")?;
    show.git(&project, &["diff", "--exit-code", "HEAD"])?;
    println!("\nEvery file is as it was. Nothing outside a temporary folder was touched.");
    Ok(ExitCode::SUCCESS)
}

fn build(root: &Path) -> Result<PathBuf, String> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "-p", "cairn-cli", "-p", "cairn-statusline"])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !built.success() {
        return Err("the binaries could not be built".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release"))
}

/// Runs programs the way a user would, with a home of its own.
struct Show {
    bin: PathBuf,
    home: PathBuf,
}

impl Show {
    /// Prints the command and what it prints. Findings (exit status 1) are an answer too.
    fn say(
        &self,
        folder: &Path,
        about: &str,
        program: &str,
        words: &[&str],
        input: &str,
    ) -> Result<(), String> {
        let shown: Vec<String> = words.iter().map(|word| cairn_project::shell_words::quoted(word)).collect();
        println!("\n-- {about}: {program} {}", shown.join(" "));
        let mut child = self
            .command(&self.bin.join(program), folder, words)
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        if let Some(mut pipe) = child.stdin.take() {
            use std::io::Write;
            // A program that does not read its input is none the worse for it.
            let _ = pipe.write_all(input.as_bytes());
        }
        let ended = child.wait().map_err(|error| format!("{program}: {error}"))?;
        if program == "msd-statusline" {
            println!();
        }
        match ended.code() {
            Some(0 | 1) => Ok(()),
            code => Err(format!("{program} {} ended with {code:?}", shown.join(" "))),
        }
    }

    fn git(&self, folder: &Path, words: &[&str]) -> Result<(), String> {
        let ended = self
            .command(Path::new("git"), folder, words)
            .status()
            .map_err(|error| format!("git: {error}"))?;
        if ended.success() { Ok(()) } else { Err(format!("git {} failed", words.join(" "))) }
    }

    fn command(&self, program: &Path, folder: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(folder).env("HOME", &self.home).env_remove("XDG_STATE_HOME");
        for (name, value) in [
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_AUTHOR_NAME", "Keeper"),
            ("GIT_AUTHOR_EMAIL", "keeper@example.org"),
            ("GIT_COMMITTER_NAME", "Keeper"),
            ("GIT_COMMITTER_EMAIL", "keeper@example.org"),
        ] {
            command.env(name, value);
        }
        command
    }
}
