//! The planning tree as verbs ask for it: read from the disk when a question comes, and only as far as it goes.

use std::cell::RefCell;

use cairn_state::facts::{Planning, PlanningFacts};
use cairn_state::planning::{Focus, MilestoneOutline, PlanningSnapshot, Questions};

use crate::planning_tree::PlanningTree;

/// A [`PlanningSnapshot`] that fills itself.
pub struct LazyPlanning<'r> {
    inner: RefCell<Inner<'r>>,
}

struct Inner<'r> {
    tree: PlanningTree<'r>,
    snapshot: PlanningSnapshot,
}

impl<'r> LazyPlanning<'r> {
    /// Over the documents in `snapshot`; folders are read from `tree`.
    pub fn new(tree: PlanningTree<'r>, snapshot: PlanningSnapshot) -> LazyPlanning<'r> {
        LazyPlanning { inner: RefCell::new(Inner { tree, snapshot }) }
    }

    /// With REQUIREMENTS.md and MILESTONES.md, which only the verbs that change them read.
    #[must_use]
    pub fn with_documents(self) -> LazyPlanning<'r> {
        {
            let inner = &mut *self.inner.borrow_mut();
            inner.snapshot.requirements = inner.tree.document("REQUIREMENTS.md");
            inner.snapshot.milestones = inner.tree.document("MILESTONES.md");
        }
        self
    }

    /// The snapshot with everything read that the questions in `focus` want.
    pub fn snapshot(&self, focus: &[Focus]) -> PlanningSnapshot {
        let inner = &mut *self.inner.borrow_mut();
        let questions = Questions::new(&inner.snapshot, focus);
        inner.tree.fill(&mut inner.snapshot, &questions);
        inner.snapshot.clone()
    }

    fn facts_about(&self, outline: impl FnOnce(&PlanningSnapshot) -> MilestoneOutline) -> PlanningFacts {
        let inner = &mut *self.inner.borrow_mut();
        let outline = outline(&inner.snapshot);
        inner.tree.fill(&mut inner.snapshot, &Questions::about(&outline));
        inner.snapshot.facts_about(outline)
    }
}

impl Planning for LazyPlanning<'_> {
    fn facts(&self, stored: Option<&str>) -> PlanningFacts {
        self.facts_about(|snapshot| MilestoneOutline::new(snapshot, stored))
    }

    fn facts_of(&self, version: &str) -> PlanningFacts {
        self.facts_about(|snapshot| MilestoneOutline::of(snapshot, version))
    }
}
