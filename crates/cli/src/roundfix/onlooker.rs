//! Tells the terminal how far a long search is, and everyone what a crashed command had left (roundfix 15).

use std::cell::{Cell, RefCell};

use cairn_project::specs::{Recovery, Watch};

use crate::output::streams::Streams;

/// Looks on for the user.
pub(super) struct Onlooker<'s> {
    streams: RefCell<&'s mut Streams>,
    /// How often a search has reported.
    reports: Cell<u32>,
}

/// A search reports ten times a second; half a second of silence is no wait.
const SILENT_REPORTS: u32 = 4;

impl<'s> Onlooker<'s> {
    pub(super) fn new(streams: &'s mut Streams) -> Self {
        Self { streams: RefCell::new(streams), reports: Cell::new(0) }
    }
}

impl Watch for Onlooker<'_> {
    fn searching(&self, done: usize, total: usize) {
        self.reports.set(self.reports.get() + 1);
        if self.reports.get() > SILENT_REPORTS {
            self.streams.borrow_mut().progress(&format!("searching for citations: {done} of {total} files"));
        }
    }

    fn searched(&self) {
        self.reports.set(0);
        self.streams.borrow_mut().end_progress();
    }

    fn recovered(&self, what: &str, recovery: &Recovery) {
        let then = match recovery {
            Recovery::TakenBack => "it is taken back now".to_owned(),
            Recovery::Completed => "it is complete now".to_owned(),
            Recovery::LeftAlone(folder) => {
                format!("it had begun to remove `{folder}`, which is left as it is")
            }
        };
        self.streams.borrow_mut().say(&format!("note: `{what}` was cut short earlier; {then}"));
    }
}
