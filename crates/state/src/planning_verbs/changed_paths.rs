//! Which paths differ between before and after, of changes that are made one behind the other (D6).
//!
//! A file that is renamed inside a folder that moved has a name in between, which existed neither before nor after: it is never
//! named. Answers for names alone; whether bytes differ is decided where the changes are made.

use std::collections::HashMap;

use cairn_plan::Change;

/// The paths in the order of the changes, each once: what is written under its name behind all moves, what goes under its name before
/// them, a move under both. New folders are not named.
///
/// Each path is looked up once per folder above it, so that many moves cost no more than their number.
pub(crate) fn changed_paths(changes: &[Change]) -> Vec<String> {
    let moves = Moves::of(changes);
    let mut origins: HashMap<String, String> = HashMap::new();
    let mut paths: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut name = |path: String| {
        if known.insert(path.clone()) {
            paths.push(path);
        }
    };
    for (step, change) in changes.iter().enumerate() {
        match change {
            Change::MakeFolder { .. } => {}
            Change::Move { from, to } => {
                let (from, to) = (from.to_string(), to.to_string());
                // What lies in a folder that moved before is named by that folder's old path.
                if origin(&origins, &from).is_none() {
                    name(from.clone());
                }
                name(moves.final_name(to.clone(), step));
                origins.remove(&from);
                origins.insert(to, from);
            }
            Change::Delete { path, .. }
            | Change::RemoveTree { path, .. }
            | Change::DeleteLink { path, .. } => {
                let path = path.to_string();
                name(origin(&origins, &path).unwrap_or(path));
            }
            other => name(moves.final_name(other.path().to_string(), step)),
        }
    }
    paths
}

/// The name before the moves so far; `None` when it is the same.
fn origin(origins: &HashMap<String, String>, path: &str) -> Option<String> {
    let mut found: Option<String> = None;
    // Every turn goes back one move, of which there are no more than names.
    for _ in 0..=origins.len() {
        let path = found.as_deref().unwrap_or(path);
        let Some((above, from)) = above(path).find_map(|above| Some((above, origins.get(above)?))) else {
            break;
        };
        found = Some(format!("{from}{}", path.strip_prefix(above).unwrap_or_default()));
    }
    found
}

/// Where each name goes, and in which step.
struct Moves(HashMap<String, Vec<(usize, String)>>);

impl Moves {
    fn of(changes: &[Change]) -> Self {
        let mut moves: HashMap<String, Vec<(usize, String)>> = HashMap::new();
        for (step, change) in changes.iter().enumerate() {
            if let Change::Move { from, to } = change {
                moves.entry(from.to_string()).or_default().push((step, to.to_string()));
            }
        }
        Self(moves)
    }

    /// The name behind all moves of what has the name `path` behind the step `since`.
    fn final_name(&self, mut path: String, mut since: usize) -> String {
        loop {
            let next = above(&path).filter_map(|above| {
                let moves = self.0.get(above)?;
                let (step, to) = moves.get(moves.partition_point(|(step, _)| *step <= since))?;
                Some((*step, format!("{to}{}", path.strip_prefix(above).unwrap_or_default())))
            });
            let Some((step, moved)) = next.min_by_key(|(step, _)| *step) else { return path };
            (since, path) = (step, moved);
        }
    }
}

/// The path and every folder above it, the nearest first.
fn above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(folder, _)| folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_plan::RelativePath;

    fn path(text: &str) -> RelativePath {
        RelativePath::new(text).unwrap()
    }

    /// `a > b` moves, `+a` writes, `-a` removes.
    fn change(text: &str) -> Change {
        match (text.split_once(" > "), text.split_at(1)) {
            (Some((from, to)), _) => Change::Move { from: path(from), to: path(to) },
            (None, ("-", gone)) => Change::RemoveTree { path: path(gone), entries: Vec::new() },
            (None, (_, written)) => Change::write(path(written), b"", *b"x"),
        }
    }

    /// D6: only what existed before or exists after is named.
    #[test]
    fn d6_names_before_and_after() {
        for (changes, expected) in [
            (&["+a", "+b", "+a"][..], &["a", "b"][..]),
            (
                &["-p/01-old", "p/02-x > p/01-x", "p/01-x/02-01 > p/01-x/01-01", "+p/01-x/01-01", "+r"],
                &["p/01-old", "p/02-x", "p/01-x", "p/01-x/01-01", "r"],
            ),
            (
                &["p/4 > p/3", "p/3/4-1 > p/3/3-1", "p/5 > p/4", "p/4/5-1 > p/4/4-1"],
                &["p/4", "p/3", "p/3/3-1", "p/4/4-1", "p/5"],
            ),
            (&["+p/1/a", "p > q"], &["q/1/a", "p", "q"]),
            (&["a > b", "b > c"], &["a", "c"]),
            (&["p > q", "-q/x"], &["p", "q", "p/x"]),
        ] {
            let changes: Vec<Change> = changes.iter().map(|text| change(text)).collect();
            let mut names = changed_paths(&changes);
            let mut expected: Vec<String> = expected.iter().map(|name| (*name).to_owned()).collect();
            names.sort();
            expected.sort();
            assert_eq!(names, expected);
        }
    }
}
