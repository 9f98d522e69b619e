//! STATE.md as the line reads it: by lines, on purpose stricter than the commands (contract 4, S-54).
//!
//! Other tools read the same file with patterns of their own; what the line shows is what they show. Where this reader and
//! that of the commands differ, `msd-tools validate` says so.

mod body;
mod frontmatter;

pub use body::{Body, BodyPhase};
pub use frontmatter::Frontmatter;

use crate::deadline::Deadline;
use std::cell::OnceCell;
use std::sync::Arc;

/// One STATE.md. Its body is read when something of it is shown.
#[derive(Debug)]
pub struct State {
    /// The block at its start; every field is absent when there is none.
    pub frontmatter: Frontmatter,
    bytes: Arc<Vec<u8>>,
    deadline: Deadline,
    body: OnceCell<Body>,
}

impl State {
    /// Reads `bytes`, any bytes. What cannot be read before `deadline` is absent: first the body, then the frontmatter.
    pub fn read(bytes: Vec<u8>, deadline: Deadline) -> Self {
        let bytes = Arc::new(bytes);
        let source = Arc::clone(&bytes);
        let frontmatter =
            deadline.finish(frontmatter::block(&bytes).len(), move || Frontmatter::read(&source));
        Self { frontmatter: frontmatter.unwrap_or_default(), bytes, deadline, body: OnceCell::new() }
    }

    /// The status as it stands: that of the frontmatter, else what the body's says.
    pub fn status(&self) -> Option<&str> {
        self.frontmatter.status.as_deref().or_else(|| self.body().status)
    }

    /// The position that the body tells.
    pub fn phase(&self) -> Option<&BodyPhase> {
        self.body().phase.as_ref()
    }

    /// Whether the milestone is complete: all percent, or all of at least one phase. 0 of 0 phases are not (S-50).
    pub fn is_complete(&self) -> bool {
        let Frontmatter { percent, total_phases, completed_phases, .. } = self.frontmatter;
        let all_phases = total_phases.is_some_and(|total| total > 0) && total_phases == completed_phases;
        percent == Some(100) || all_phases
    }

    fn body(&self) -> &Body {
        self.body.get_or_init(|| {
            let source = Arc::clone(&self.bytes);
            self.deadline.finish(source.len(), move || Body::read(&source)).unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests;
