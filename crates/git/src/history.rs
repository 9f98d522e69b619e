//! What lies behind a commit: ancestors, versions of a file, files that came and went, pull requests.

use bstr::{BStr, BString, ByteSlice};

use crate::question::{Question, parts};
use crate::{Error, ObjectId, Repository};

/// A commit that changed a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileVersion {
    /// The commit.
    pub commit: ObjectId,
    /// When its author made it: seconds since 1970, UTC.
    pub author_time: i64,
    /// The author's name.
    pub author: BString,
}

/// A path that a commit added or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryChange {
    /// The commit.
    pub commit: ObjectId,
    /// What it did.
    pub kind: HistoryChangeKind,
    /// Relative to the root of the repository.
    pub path: BString,
}

/// What a commit did to a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryChangeKind {
    /// The path is there since this commit, with this content.
    Added(ObjectId),
    /// The path is gone since this commit.
    Deleted,
}

/// Merges are compared with all their parents at once.
const COMINGS_AND_GOINGS: [&str; 9] =
    ["--stdin", "-z", "-r", "-c", "--root", "--no-renames", "--raw", "--no-abbrev", "--diff-filter=AD"];

impl Repository {
    /// Whether `commit` is `descendant` or one of its ancestors. Both must be here; in a shallow clone only what can be proven counts.
    ///
    /// # Errors
    /// Git cannot be asked, or one of the commits is not here.
    pub fn is_reachable(&self, commit: &ObjectId, descendant: &ObjectId) -> Result<bool, Error> {
        if commit == descendant {
            return Ok(true);
        }
        let question =
            self.question("merge-base").args(["--is-ancestor", commit.as_str(), descendant.as_str()]);
        let answer = question.ask_any()?;
        match answer.code {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(answer.failed()),
        }
    }

    /// Whether `commit` is reachable from any tag.
    ///
    /// # Errors
    /// Git cannot be asked, or the commit is not here.
    pub fn is_on_a_tag(&self, commit: &ObjectId) -> Result<bool, Error> {
        let contains = format!("--contains={commit}");
        let question =
            self.question("for-each-ref").args(["--count=1", "--format=%(refname)", &contains, "refs/tags"]);
        question.ask().map(|output| !output.is_empty())
    }

    /// The pull requests whose head contains `commit`, as far as their references were fetched (A-16): `refs/pull/N/head`,
    /// `refs/remotes/<remote>/pull/N` or `…/N/head`. Sorted, each once.
    ///
    /// # Errors
    /// Git cannot be asked, or the commit is not here.
    pub fn pull_requests_with(&self, commit: &ObjectId) -> Result<Vec<u64>, Error> {
        let contains = format!("--contains={commit}");
        let places = ["refs/pull/*/head", "refs/remotes/**/pull/*", "refs/remotes/**/pull/*/head"];
        let question = self.question("for-each-ref").args(["--format=%(refname)", &contains]).args(places);
        let output = question.ask()?;
        let mut numbers: Vec<u64> = output.split_str("\n").filter_map(pull_request).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// The commits that changed `path`, seen along first parents from HEAD, oldest first. Merges count where they bring a
    /// change to the first parent's side.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no commit yet.
    pub fn versions(&self, path: &BStr) -> Result<Vec<FileVersion>, Error> {
        let question = self.question("rev-list").args(["--first-parent", "--reverse", "--encoding=UTF-8"]);
        let output = question.args(["--format=%at%x00%an", "HEAD"]).paths(&[path]).ask()?;
        let mut versions = Vec::new();
        let mut lines = output.split_str("\n");
        while let Some(header) = lines.next().filter(|line| !line.is_empty()) {
            let version = lines.next().and_then(|line| version(header, line));
            versions.push(version.ok_or_else(|| self.unreadable("rev-list", header))?);
        }
        Ok(versions)
    }

    /// What commits of HEAD's history added and deleted in or below `paths`, newest first. A merge counts only for what none of
    /// its parents did: a path that all of them lack, or that all of them have.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no commit yet.
    pub fn additions_and_deletions<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<HistoryChange>, Error> {
        let question = self.question("rev-list").args(["--full-history", "--topo-order", "HEAD"]);
        let commits = question.paths(paths).ask()?;
        let question = self.question("diff-tree").args(COMINGS_AND_GOINGS);
        let question = question.args(cairn_text::git_arguments::PATCH_ARGUMENTS);
        let output = question.paths(paths).input(commits).ask()?;
        let mut changes = Vec::new();
        let mut commit = None;
        let mut fields = parts(&output);
        while let Some(field) = fields.next() {
            if !field.starts_with(b":") {
                commit = Some(ObjectId::parse(field).ok_or_else(|| self.unreadable("diff-tree", field))?);
                continue;
            }
            let (Some(commit), Some(path)) = (commit.clone(), fields.next()) else {
                return Err(self.unreadable("diff-tree", field));
            };
            if let Some(kind) = kind(field).ok_or_else(|| self.unreadable("diff-tree", field))? {
                changes.push(HistoryChange { commit, kind, path: path.into() });
            }
        }
        Ok(changes)
    }

    /// What each path is at each commit: the name of its blob or tree, `None` where it is not there.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn objects_at(&self, places: &[(&ObjectId, &BStr)]) -> Result<Vec<Option<ObjectId>>, Error> {
        let mut input = Vec::new();
        for (commit, path) in places.iter().filter(|(_, path)| !path.contains(&b'\n')) {
            input.extend_from_slice(commit.as_str().as_bytes());
            input.push(b':');
            input.extend_from_slice(path);
            input.push(b'\n');
        }
        let output = if input.is_empty() { Vec::new() } else { self.check_objects(input)? };
        let mut lines = output.split_str("\n");
        let mut objects = Vec::with_capacity(places.len());
        for (commit, path) in places {
            objects.push(if path.contains(&b'\n') {
                self.object_in_tree(commit, path)?
            } else {
                let line = lines.next().ok_or_else(|| self.unreadable("cat-file", b"too few lines"))?;
                ObjectId::parse(line.split_str(" ").next().unwrap_or_default())
            });
        }
        Ok(objects)
    }

    /// Bytes of each object; `None` where it is not here.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn sizes(&self, objects: &[&ObjectId]) -> Result<Vec<Option<u64>>, Error> {
        let lines = self.checked(objects, |id| id.to_string())?;
        Ok(lines.iter().map(|line| line.split_str(" ").nth(2)?.to_str().ok()?.parse().ok()).collect())
    }

    /// Which of `ids` are commits that are here; all asked at once.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn have_commits(&self, ids: &[&ObjectId]) -> Result<Vec<bool>, Error> {
        let lines = self.checked(ids, |id| format!("{id}^{{commit}}"))?;
        Ok(lines
            .iter()
            .map(|line| ObjectId::parse(line.split_str(" ").next().unwrap_or_default()).is_some())
            .collect())
    }

    /// One line of answer for each object.
    fn checked(
        &self,
        objects: &[&ObjectId],
        name: impl Fn(&ObjectId) -> String,
    ) -> Result<Vec<BString>, Error> {
        if objects.is_empty() {
            return Ok(Vec::new());
        }
        let input: String = objects.iter().map(|id| format!("{}\n", name(id))).collect();
        let output = self.check_objects(input.into_bytes())?;
        let lines: Vec<BString> = output.lines().map(BString::from).collect();
        if lines.len() == objects.len() {
            Ok(lines)
        } else {
            Err(self.unreadable("cat-file", b"too few lines"))
        }
    }

    fn check_objects(&self, input: Vec<u8>) -> Result<Vec<u8>, Error> {
        self.question("cat-file").arg("--batch-check").input(input).ask()
    }

    /// For a path that cannot be a line of input.
    fn object_in_tree(&self, commit: &ObjectId, path: &BStr) -> Result<Option<ObjectId>, Error> {
        let question: Question = self.question("ls-tree").args(["-z", "--full-tree", commit.as_str()]);
        let output = question.paths(&[path]).ask()?;
        let facts = output.split_str("\t").next().unwrap_or_default();
        Ok(facts.split_str(" ").nth(2).and_then(ObjectId::parse))
    }
}

/// What `:MODE… MODE ID… ID LETTER…` says: a colon, a mode, an id and a letter for each parent, and the mode and id of the
/// commit. `None` inside where the parents do not agree, so that some of them had the path.
fn kind(field: &BStr) -> Option<Option<HistoryChangeKind>> {
    let mut words = field.rsplit_str(" ");
    let (letters, id) = (words.next()?, words.next()?);
    Some(match letters {
        [b'A', rest @ ..] if rest.iter().all(|letter| *letter == b'A') => {
            Some(HistoryChangeKind::Added(ObjectId::parse(id)?))
        }
        [b'D', rest @ ..] if rest.iter().all(|letter| *letter == b'D') => Some(HistoryChangeKind::Deleted),
        [_, ..] => None,
        [] => return None,
    })
}

/// `commit ID`, then `TIME NUL AUTHOR`.
fn version(header: &[u8], line: &[u8]) -> Option<FileVersion> {
    let commit = ObjectId::parse(header.strip_prefix(b"commit ")?)?;
    let (time, author) = line.split_once_str(b"\0")?;
    let author_time = time.to_str().ok()?.parse().ok()?;
    Some(FileVersion { commit, author_time, author: author.into() })
}

/// The number in the name of a pull request's reference.
fn pull_request(reference: &[u8]) -> Option<u64> {
    let number = if let Some(rest) = reference.strip_prefix(b"refs/pull/") {
        rest.strip_suffix(b"/head")?
    } else {
        let rest = reference.strip_prefix(b"refs/remotes/")?;
        let (remote, number) = rest.rsplit_once_str("/pull/")?;
        if remote.is_empty() {
            return None;
        }
        number.strip_suffix(b"/head").unwrap_or(number)
    };
    let digits = !number.starts_with(b"0") && number.iter().all(u8::is_ascii_digit);
    number.to_str().ok().filter(|_| digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reference: &str, expected: Option<u64>) {
        assert_eq!(pull_request(reference.as_bytes()), expected, "{reference}");
    }

    /// A-16: which references are heads of pull requests.
    #[test]
    fn a16_names_of_pull_requests() {
        check("refs/pull/7/head", Some(7));
        check("refs/pull/7/merge", None);
        check("refs/pull/7", None);
        check("refs/pull/07/head", None);
        check("refs/pull/x/head", None);
        check("refs/remotes/origin/pull/12", Some(12));
        check("refs/remotes/origin/pull/12/head", Some(12));
        check("refs/remotes/team/fork/pull/12/head", Some(12));
        check("refs/remotes/origin/pull/12/merge", None);
        check("refs/remotes/pull/12", None);
        check("refs/pull/99999999999999999999/head", None);
    }
}
