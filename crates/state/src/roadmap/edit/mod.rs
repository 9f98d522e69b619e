//! Edits of ROADMAP.md, as spans (D5): each function names the bytes it changes and gives back edits, none when all is so already.

mod add;
mod complete;
mod remove;
mod renumber;
mod ship;
#[cfg(test)]
mod tests;

pub use add::NewPhase;
pub use complete::PlanTally;
pub(crate) use complete::PlansCount;
pub use renumber::Renumbering;
