//! The bundled samples as one throw-away project: the planning tree of `examples/tide-table` and the Specs of
//! `examples/lantern` in one repository, committed. Examples and completions are tried here.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::repository::TestRepository;
use crate::writing::copy;

/// A repository that holds both samples.
#[derive(Debug)]
pub struct SampleProject {
    repository: TestRepository,
    bin: PathBuf,
}

impl SampleProject {
    /// Copies the samples of this checkout and commits them. `bin` holds the binaries that the lines name.
    #[must_use]
    pub fn new(bin: &Path) -> SampleProject {
        let repository = TestRepository::new();
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for sample in ["tide-table", "lantern"] {
            copy(&samples.join(sample), repository.root());
        }
        repository.commit_all(0, "the samples");
        SampleProject { repository, bin: bin.to_owned() }
    }

    /// The same once more, untouched by what happens here: cheaper than a new one.
    #[must_use]
    pub fn copied(&self) -> SampleProject {
        let repository = TestRepository::folder();
        copy(self.root(), repository.root());
        SampleProject { repository, bin: self.bin.clone() }
    }

    /// The root of the project.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.repository.root()
    }

    /// The repository around it.
    #[must_use]
    pub fn repository(&self) -> &TestRepository {
        &self.repository
    }

    /// A program in the project: nothing of the user's environment, our binaries first on the `PATH`, no standard input.
    #[must_use]
    pub fn command(&self, program: &str) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = self.repository.command(program, &[]);
        command.env("PATH", format!("{}:{path}", self.bin.display())).stdin(std::process::Stdio::null());
        command
    }

    /// One line of a shell in the project.
    ///
    /// # Errors
    /// The shell could not be started.
    pub fn line(&self, line: &str) -> std::io::Result<Output> {
        self.command("sh").arg("-c").arg(line).output()
    }
}
