//! A whole decision: changes in order.

use crate::{Change, ContentHash, EntryKind, RelativePath};

/// What is to be done, in this order, all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// One line for people: `archive 0042-sample`.
    pub description: String,
    /// The steps.
    pub changes: Vec<Change>,
}

/// Why a list of changes cannot be carried out as it stands: a fault of the caller, found before anything is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanFault {
    /// Two steps write one place; they have to be one step.
    #[error("the plan changes `{0}` twice")]
    Twice(RelativePath),
    /// A step names a place inside something that a later step moves or removes. Moves come first, and later steps use
    /// the new names; this keeps every step checkable after a crash.
    #[error("the plan changes `{inner}` before it moves or removes `{outer}`")]
    BeforeMove {
        /// The place of the earlier step.
        inner: RelativePath,
        /// What the later step moves or removes.
        outer: RelativePath,
    },
    /// A folder is moved into itself.
    #[error("the plan moves `{0}` into itself")]
    IntoItself(RelativePath),
    /// An entry of a removed folder stands in a folder that the list does not hold.
    #[error("the plan removes `{0}` without naming the folder it stands in")]
    EntryWithoutFolder(RelativePath),
}

impl Plan {
    /// No steps yet.
    pub fn new(description: impl Into<String>) -> Self {
        Self { description: description.into(), changes: Vec::new() }
    }

    /// Add a step. A write that changes no byte is left out.
    pub fn push(&mut self, change: Change) {
        if let Change::Write { before, bytes, .. } = &change
            && *before == ContentHash::of(bytes)
        {
            return;
        }
        self.changes.push(change);
    }

    /// Nothing to do.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Every place the plan names, once, in byte order.
    pub fn paths(&self) -> Vec<&RelativePath> {
        let mut paths: Vec<_> = self.changes.iter().flat_map(Change::paths).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// Can the steps be carried out, and checked after a crash, in this order?
    pub fn check(&self) -> Result<(), PlanFault> {
        let mut written: Vec<&RelativePath> = Vec::new();
        for change in &self.changes {
            self.check_one(change, &mut written)?;
        }
        written.sort_unstable();
        let twice = written.windows(2).find_map(|pair| match pair {
            [first, second] if first == second => Some((*first).clone()),
            _ => None,
        });
        twice.map_or(Ok(()), |path| Err(PlanFault::Twice(path)))
    }

    fn check_one<'plan>(
        &self,
        change: &'plan Change,
        written: &mut Vec<&'plan RelativePath>,
    ) -> Result<(), PlanFault> {
        match change {
            Change::Move { from, to } => {
                if to.is_within(from) {
                    return Err(PlanFault::IntoItself(from.clone()));
                }
                untouched(from, written)?;
            }
            Change::RemoveTree { path, entries } => {
                untouched(path, written)?;
                check_entries(path, entries)?;
            }
            Change::Create { path, .. }
            | Change::Write { path, .. }
            | Change::Delete { path, .. }
            | Change::CreateLink { path, .. }
            | Change::DeleteLink { path, .. } => written.push(path),
            Change::MakeFolder { .. } => {}
        }
        Ok(())
    }
}

fn untouched(outer: &RelativePath, written: &[&RelativePath]) -> Result<(), PlanFault> {
    match written.iter().find(|path| path.is_within(outer)) {
        Some(inner) => Err(PlanFault::BeforeMove { inner: (*inner).clone(), outer: outer.clone() }),
        None => Ok(()),
    }
}

fn check_entries(folder: &RelativePath, entries: &[crate::Entry]) -> Result<(), PlanFault> {
    let folders: std::collections::HashSet<&RelativePath> =
        entries.iter().filter(|entry| entry.kind == EntryKind::Folder).map(|entry| &entry.path).collect();
    for entry in entries {
        if entry.path.parent().is_some_and(|parent| !folders.contains(&parent)) {
            return Err(PlanFault::EntryWithoutFolder(
                folder.join(&entry.path).unwrap_or_else(|_| folder.clone()),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;

    fn path(text: &str) -> RelativePath {
        RelativePath::new(text).unwrap()
    }

    fn move_of(from: &str, to: &str) -> Change {
        Change::Move { from: path(from), to: path(to) }
    }

    fn file(at: &str) -> Entry {
        Entry { path: path(at), kind: EntryKind::File(ContentHash::of(b"")) }
    }

    fn check(changes: Vec<Change>, expected: Result<(), PlanFault>) {
        let plan = Plan { description: String::new(), changes };
        assert_eq!(plan.check(), expected);
    }

    /// D6: a write of the same bytes is no change.
    #[test]
    fn equal_bytes_are_no_step() {
        let mut plan = Plan::new("x");
        plan.push(Change::write(path("a"), b"one", *b"one"));
        assert!(plan.is_empty());
        plan.push(Change::write(path("a"), b"one", *b"two"));
        assert_eq!(plan.paths(), [&path("a")]);
        assert!(!plan.is_empty());
    }

    /// A renumbering is moves first, then edits under the new names.
    #[test]
    fn order_of_steps() {
        check(vec![move_of("p/06", "p/05"), Change::write(path("p/05/a"), b"", *b"x")], Ok(()));
        check(
            vec![Change::write(path("p/06/a"), b"", *b"x"), move_of("p/06", "p/05")],
            Err(PlanFault::BeforeMove { inner: path("p/06/a"), outer: path("p/06") }),
        );
        check(vec![move_of("p", "p/q")], Err(PlanFault::IntoItself(path("p"))));
        check(
            vec![Change::create(path("a"), *b"1"), Change::write(path("a"), b"1", *b"2")],
            Err(PlanFault::Twice(path("a"))),
        );
        check(vec![Change::create(path("b"), *b"1"), Change::create(path("a"), *b"1")], Ok(()));
    }

    #[test]
    fn entries_name_their_folders() {
        let folder = Entry { path: path("qa"), kind: EntryKind::Folder };
        let tree = |entries| vec![Change::RemoveTree { path: path("s"), entries }];
        check(tree(vec![file("a"), folder, file("qa/r.md")]), Ok(()));
        check(tree(vec![file("qa/r.md")]), Err(PlanFault::EntryWithoutFolder(path("s/qa/r.md"))));
    }
}
