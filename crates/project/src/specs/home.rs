//! The home repository as decisions ask it: what stands at a place, what git would ignore, which commit a locator names.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use bstr::BStr;
use cairn_git::{Error, ObjectId, Place};
use cairn_plan::RelativePath;
use cairn_spec::presence::Presence;
use cairn_spec::snapshot::HomeRepository;

use super::failure::SpecFailure;
use super::history::History;
use super::places;
use super::repository::SpecRepository;

/// Answers for one moment. An answer that cannot be had is kept as a fault, and [`Home::check`] gives it.
pub(super) struct Home<'r, 'c> {
    repository: &'r SpecRepository<'c>,
    /// For locators; without it none is asked for.
    ladder: Option<Ladder>,
    fault: RefCell<Option<Error>>,
}

/// The rows of roundfix 9.
struct Ladder {
    head: ObjectId,
    history: History,
    /// Everything that HEAD is known to hold, folders included.
    held: BTreeSet<RelativePath>,
    /// Whether HEAD is reachable from the default branch or a tag.
    head_stays: OnceCell<bool>,
    known: RefCell<BTreeMap<RelativePath, Option<String>>>,
}

/// Up to this many files of a Spec are asked about together with the first one; a call costs more than a path.
const MOST_TOGETHER: usize = 256;

impl<'r, 'c> Home<'r, 'c> {
    /// For decisions that name no commits.
    pub(super) fn new(repository: &'r SpecRepository<'c>) -> Self {
        Self { repository, ladder: None, fault: RefCell::new(None) }
    }

    /// For decisions that name commits of what stood in HEAD. `held` are files that HEAD holds.
    pub(super) fn with_locators<'p>(
        repository: &'r SpecRepository<'c>,
        head: ObjectId,
        history: History,
        held: impl Iterator<Item = &'p RelativePath>,
    ) -> Self {
        let mut paths = BTreeSet::new();
        for path in held {
            paths.extend(path.ancestors());
            paths.insert(path.clone());
        }
        let known = RefCell::new(BTreeMap::new());
        let ladder = Ladder { head, history, held: paths, head_stays: OnceCell::new(), known };
        Self { repository, ladder: Some(ladder), fault: RefCell::new(None) }
    }

    /// The first answer that could not be had.
    pub(super) fn check(&self) -> Result<(), SpecFailure> {
        self.fault.borrow_mut().take().map_or(Ok(()), |fault| Err(fault.into()))
    }

    fn kept<T>(&self, answer: Result<T, Error>) -> Option<T> {
        answer.map_err(|fault| self.fault.borrow_mut().get_or_insert(fault).to_string()).ok()
    }

    fn places_of(&self, ladder: &Ladder, path: &RelativePath) -> Result<(), Error> {
        let git = &self.repository.git;
        let head_stays = match ladder.head_stays.get() {
            Some(known) => *known,
            None => {
                let found = ladder.history.merged == Some(true) || git.is_on_a_tag(&ladder.head)?;
                *ladder.head_stays.get_or_init(|| found)
            }
        };
        let holds = ladder.held.contains(path)
            || git.objects_at(&[(&ladder.head, BStr::new(path.as_bytes()))])?.iter().any(Option::is_some);
        if head_stays && holds {
            ladder.known.borrow_mut().insert(path.clone(), Some(ladder.head.to_string()));
            return Ok(());
        }
        let together = !head_stays && ladder.held.len() <= MOST_TOGETHER;
        let mut wanted: BTreeSet<&RelativePath> = BTreeSet::from([path]);
        wanted.extend(ladder.held.iter().filter(|_| together));
        let wanted: Vec<&RelativePath> = wanted.into_iter().collect();
        let found = self.elsewhere(ladder, &wanted)?;
        let mut known = ladder.known.borrow_mut();
        known.extend(wanted.into_iter().cloned().zip(found));
        Ok(())
    }

    /// Rows 2 and 3: the default branch, then the tags.
    fn elsewhere(&self, ladder: &Ladder, wanted: &[&RelativePath]) -> Result<Vec<Option<String>>, Error> {
        let git = &self.repository.git;
        let paths: Vec<&BStr> = wanted.iter().map(|path| BStr::new(path.as_bytes())).collect();
        let at_head: Vec<_> = paths.iter().map(|path| (&ladder.head, *path)).collect();
        let contents = git.objects_at(&at_head)?;
        let asked: Vec<_> = paths.iter().copied().zip(contents.iter().map(Option::as_ref)).collect();
        let mut found: Vec<Option<Place>> = match &ladder.history.default_branch {
            Some(branch) => git.newest_places(&branch.commit, &asked)?,
            None => vec![None; asked.len()],
        };
        let open = |place: &Option<Place>| place.is_none();
        let still: Vec<_> =
            asked.iter().zip(&found).filter(|(_, place)| open(place)).map(|(one, _)| *one).collect();
        let on_tags = git.newest_places_on_tags(&still)?;
        for (slot, place) in found.iter_mut().filter(|place| open(place)).zip(on_tags) {
            *slot = place;
        }
        Ok(found.into_iter().map(|place| place.map(|place| place.commit.to_string())).collect())
    }
}

impl HomeRepository for Home<'_, '_> {
    fn presence(&self, path: &RelativePath) -> Presence {
        places::presence(&self.repository.root, path)
    }

    fn would_ignore(&self, path: &RelativePath) -> bool {
        // Beyond a link or a file git gives no answer; other checks refuse such a place.
        if self.presence(path) == Presence::Blocked {
            return false;
        }
        let rules = self.repository.git.ignore_rules(&[BStr::new(path.as_bytes())]);
        self.kept(rules).is_some_and(|rules| !rules.is_empty())
    }

    fn commit_holding(&self, path: &RelativePath) -> Option<String> {
        let ladder = self.ladder.as_ref()?;
        let known = |ladder: &Ladder| ladder.known.borrow().get(path).cloned();
        if let Some(commit) = known(ladder) {
            return commit;
        }
        self.kept(self.places_of(ladder, path))?;
        known(ladder).flatten()
    }
}
