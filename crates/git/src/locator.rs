//! A commit that keeps a path for good: the newest one, on the default branch or below a tag, that holds it (A-13, roundfix 9).

use std::collections::HashMap;

use bstr::{BStr, BString, ByteSlice};

use crate::{Error, ObjectId, Repository};

/// Where a path can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The commit.
    pub commit: ObjectId,
    /// Whether the content there is the one that was asked for.
    pub same_content: bool,
}

/// A path, and what it holds where it comes from.
type Wanted<'a> = (&'a BStr, Option<&'a ObjectId>);

/// Candidates by age: the newest has the lowest position.
#[derive(Default)]
struct Order {
    positions: HashMap<ObjectId, usize>,
    length: usize,
}

impl Order {
    /// Puts the commits of a `rev-list` behind those that are there; only those among `candidates` are kept.
    fn append(&mut self, list: Vec<u8>, candidates: &[ObjectId]) {
        for commit in list.split_str("\n").filter_map(ObjectId::parse) {
            self.length += 1;
            if candidates.binary_search(&commit).is_ok() {
                self.positions.entry(commit).or_insert(self.length);
            }
        }
    }
}

impl Repository {
    /// For each path the newest commit, from `tip` back, whose tree has it with the given content; else the newest that has
    /// it at all; else `None`. Children go before their parents, then the commit's date decides.
    ///
    /// # Errors
    /// Git cannot be asked, or `tip` is not here.
    pub fn newest_places(&self, tip: &ObjectId, wanted: &[Wanted<'_>]) -> Result<Vec<Option<Place>>, Error> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let candidates = self.candidates(&[tip.as_str()], vec![tip.clone()], wanted)?;
        let mut order = Order::default();
        order.append(self.question("rev-list").args(["--date-order", tip.as_str()]).ask()?, &candidates);
        self.best(wanted, &candidates, &order)
    }

    /// The same from the tags, newest tag first, and from each tag back.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn newest_places_on_tags(&self, wanted: &[Wanted<'_>]) -> Result<Vec<Option<Place>>, Error> {
        let tags = self.tags()?;
        if tags.is_empty() || wanted.is_empty() {
            return Ok(vec![None; wanted.len()]);
        }
        let candidates = self.candidates(&["--tags"], tags.clone(), wanted)?;
        // What a newer tag can reach comes before all that only an older one can. Mostly the newest reaches all others.
        let mut order = Order::default();
        for tag in &tags {
            if !order.positions.contains_key(tag) {
                let mut input = format!("{tag}\n");
                for known in tags.iter().filter(|other| order.positions.contains_key(*other)) {
                    input.push_str(&format!("^{known}\n"));
                }
                let question = self.question("rev-list").args(["--date-order", "--stdin"]);
                order.append(question.input(input.into_bytes()).ask()?, &candidates);
            }
        }
        self.best(wanted, &candidates, &order)
    }

    /// The best of the candidates for each path.
    fn best(
        &self,
        wanted: &[Wanted<'_>],
        candidates: &[ObjectId],
        order: &Order,
    ) -> Result<Vec<Option<Place>>, Error> {
        // All in one question, since each costs a process.
        let places: Vec<_> = wanted
            .iter()
            .flat_map(|(path, _)| candidates.iter().map(move |commit| (commit, *path)))
            .collect();
        let mut found = self.objects_at(&places)?.into_iter();
        let best = |(_, content): &Wanted<'_>| {
            let holding = candidates.iter().zip(found.by_ref());
            let ranked = holding.filter_map(|(commit, object)| {
                let same_content = *content == Some(&object?);
                let key = (!same_content, *order.positions.get(commit)?);
                Some((key, Place { commit: commit.clone(), same_content }))
            });
            ranked.min_by_key(|(key, _)| *key).map(|(_, place)| place)
        };
        Ok(wanted.iter().map(best).collect())
    }

    /// Commits among which the newest that holds any of the paths must be: the tips, and every parent of a commit that
    /// changes one of them. A commit that is neither has a child that holds the same.
    fn candidates(
        &self,
        revisions: &[&str],
        tips: Vec<ObjectId>,
        wanted: &[Wanted<'_>],
    ) -> Result<Vec<ObjectId>, Error> {
        let paths: Vec<&BStr> = wanted.iter().map(|(path, _)| *path).collect();
        let question = self.question("rev-list").args(["--full-history", "--format=%P"]).args(revisions);
        let output = question.paths(&paths).ask()?;
        let mut candidates = tips;
        for line in output.split_str("\n").filter(|line| !line.starts_with(b"commit ")) {
            candidates.extend(line.split_str(" ").filter_map(ObjectId::parse));
        }
        candidates.sort();
        candidates.dedup();
        Ok(candidates)
    }

    /// The commits of all tags, newest tag first; tags of one date by their version numbers, higher first.
    fn tags(&self) -> Result<Vec<ObjectId>, Error> {
        let sorted =
            ["--sort=-version:refname", "--sort=-creatordate", "--format=%(objectname)", "refs/tags"];
        let names = self.question("for-each-ref").args(sorted).ask()?;
        let mut input = BString::default();
        for name in names.split_str("\n").filter(|name| !name.is_empty()) {
            input.extend_from_slice(name);
            input.extend_from_slice(b"^{commit}\n");
        }
        if input.is_empty() {
            return Ok(Vec::new());
        }
        let output =
            self.question("cat-file").arg("--batch-check=%(objectname)").input(input.into()).ask()?;
        // A tag of a tree or a blob is `missing` here.
        Ok(output.split_str("\n").filter_map(ObjectId::parse).collect())
    }
}
