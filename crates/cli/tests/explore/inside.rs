//! Commands run inside this process.

use std::ffi::OsString;
use std::time::Duration;

use cairn_cli::output::exit::Exit;
use cairn_cli::output::streams::Streams;
use cairn_project::clock::Clock;
use cairn_project::context::{Context, Interrupt, Waiting};
use cairn_project::environment::Environment;
use cairn_testkit::repository::TestRepository;

/// Runs a command in the root of the repository; its exit status, and what it said.
pub(crate) fn run(repository: &TestRepository, program: &str, words: &[&str]) -> (Exit, String) {
    let variables = repository.environment();
    let environment =
        Environment::from_variables(variables.into_iter().map(|(name, value)| (name.into(), value.into())));
    let shown = std::iter::once(program).chain(words.iter().copied()).map(str::to_owned).collect();
    let context = Context {
        clock: Clock::of(&environment),
        environment,
        current_folder: repository.root().to_owned(),
        waiting: Waiting::new(Duration::from_secs(5), Interrupt::new()),
        words: shown,
        interrupt: Interrupt::new(),
    };
    let said = Said::default();
    let mut streams = Streams::to(said.clone(), said.clone());
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let exit = match program {
        "msd-tools" => cairn_cli::msd_tools::run(words, context, &mut streams),
        "roundfix" => cairn_cli::roundfix::run(words, context, &mut streams),
        "cairn" => cairn_cli::cairn::run(words, context, &mut streams),
        other => panic!("no program {other}"),
    };
    drop(streams);
    (exit, said.text())
}

/// The same for the preparation of a scene: it must work.
pub(crate) fn prepare(repository: &TestRepository, program: &str, words: &[&str]) {
    let (exit, said) = run(repository, program, words);
    assert_eq!(exit, Exit::Done, "{program} {words:?}: {said}");
}

#[derive(Clone, Default)]
struct Said(std::rc::Rc<std::cell::RefCell<Vec<u8>>>);

impl Said {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).into_owned()
    }
}

impl std::io::Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
