//! A protocol described by plain functions.

use super::{Case, Tree};
use cairn_vault::simulation::SimulatedFs;
use cairn_vault::simulation::explorer;

/// A command as a process runs it; `Ok` is exit 0.
pub(crate) type Command = fn(&SimulatedFs) -> Result<(), String>;

/// One writing command, what comes after it, and what must hold: see [`explorer::Protocol`].
pub(crate) struct Protocol {
    pub(crate) name: &'static str,
    pub(crate) prepare: fn(&SimulatedFs),
    pub(crate) act: Command,
    pub(crate) next: fn(&SimulatedFs) -> Result<String, String>,
    pub(crate) always: fn(&Tree, &Case) -> bool,
    pub(crate) settled: fn(&Tree, &Tree, &str, &Case) -> bool,
    pub(crate) undo: Option<Command>,
    pub(crate) edited: &'static [&'static str],
}

impl explorer::Protocol for Protocol {
    fn name(&self) -> &str {
        self.name
    }

    fn prepare(&self, fs: &SimulatedFs) {
        (self.prepare)(fs);
    }

    fn act(&self, fs: &SimulatedFs) -> Result<(), String> {
        (self.act)(fs)
    }

    fn next(&self, fs: &SimulatedFs) -> Result<String, String> {
        (self.next)(fs)
    }

    fn always(&self, tree: &Tree, case: &Case) -> bool {
        (self.always)(tree, case)
    }

    fn settled(&self, before: &Tree, after: &Tree, answer: &str, case: &Case) -> bool {
        (self.settled)(before, after, answer, case)
    }

    fn undo(&self, fs: &SimulatedFs) -> Option<Result<(), String>> {
        self.undo.map(|undo| undo(fs))
    }

    fn edited(&self) -> Vec<String> {
        self.edited.iter().map(|path| (*path).to_owned()).collect()
    }
}
