//! `roundfix list` (roundfix 12, A-04, A-32): every Spec with its state, from folders and records alone.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::graph;
use crate::prd::Prd;
use crate::record::{Disposition, Record};
use crate::standing::{Standing, Standings};
use crate::{Cause, Slug, frontmatter};

/// What was found, file names and content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListSnapshot {
    /// Folders of the Spec Root that hold a `_prd.md`.
    pub folders: Vec<FoundFolder>,
    /// `*.md` files directly in the archive root.
    pub records: Vec<FoundRecord>,
    /// Folders of the archive root that hold a `_prd.md`.
    pub legacy: Vec<FoundFolder>,
}

/// A Spec folder, active or legacy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFolder {
    /// Its name.
    pub slug: Slug,
    /// As output calls it.
    pub path: String,
    /// `_prd.md`.
    pub prd: Vec<u8>,
    /// `_tasks.md`, when there is one.
    pub tasks: Option<Vec<u8>>,
    /// Whether an archive would pass its checks now; `None` where that was not asked.
    pub archivable: Option<bool>,
}

/// A record file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRecord {
    /// Its name without `.md`.
    pub slug: Slug,
    /// As output calls it.
    pub path: String,
    /// Its content; `None` when it is no regular file or cannot be read.
    pub bytes: Option<Vec<u8>>,
    /// What it says, once somebody asked.
    read: OnceLock<Result<Record, Vec<Cause>>>,
}

impl FoundRecord {
    /// A file of the archive root.
    pub fn new(slug: Slug, path: String, bytes: Option<Vec<u8>>) -> Self {
        Self { slug, path, bytes, read: OnceLock::new() }
    }

    /// What it says, or why it cannot be read. It is parsed once, however many rules ask.
    pub fn read(&self) -> &Result<Record, Vec<Cause>> {
        self.read.get_or_init(|| match &self.bytes {
            Some(bytes) => Record::parse(&self.path, bytes, &self.slug),
            None => Err(vec![Cause::whole(self.path.as_str(), "is no regular file that can be read")]),
        })
    }

    /// Whether it is a readme of the folder, which is no record, and nobody takes it for one.
    pub fn is_readme(&self) -> bool {
        self.slug.as_str().eq_ignore_ascii_case("readme")
            && self.bytes.as_deref().is_some_and(|bytes| frontmatter::split(bytes).is_err())
    }
}

/// The state of a Spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// A folder in the Spec Root with PRD status `active`.
    Active,
    /// The same with another status.
    Inactive,
    /// A record of any disposition but `cancelled`, or a legacy folder.
    Archived,
    /// A record with disposition `cancelled`.
    Cancelled,
    /// A record that cannot be read, or one beside a legacy folder.
    Unreadable,
}

impl State {
    /// The word of the list.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Inactive => "inactive",
            Self::Archived => "archived",
            Self::Cancelled => "cancelled",
            Self::Unreadable => "unreadable",
        }
    }

    fn standing(self) -> Standing {
        match self {
            Self::Active => Standing::Active,
            Self::Inactive => Standing::Inactive,
            Self::Archived => Standing::Archived,
            Self::Cancelled => Standing::Cancelled,
            Self::Unreadable => Standing::Unreadable,
        }
    }
}

/// Which Specs are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// Every one.
    #[default]
    All,
    /// `--active`.
    Active,
    /// `--archived`.
    Archived,
    /// `--cancelled`.
    Cancelled,
}

impl Filter {
    /// Whether a state is wanted. Unreadable ones are shown with every filter but `--active`, so that none is overlooked.
    pub fn wants(self, state: State) -> bool {
        match self {
            Self::All => true,
            Self::Active => state == State::Active,
            Self::Archived => matches!(state, State::Archived | State::Unreadable),
            Self::Cancelled => matches!(state, State::Cancelled | State::Unreadable),
        }
    }
}

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The slug.
    pub slug: Slug,
    /// Its state.
    pub state: State,
    /// The title; `None` when it cannot be read.
    pub title: Option<String>,
    /// `created`; `None` where there is none.
    pub created: Option<String>,
    /// The date of the archive; `None` where there is none.
    pub archived: Option<String>,
    /// How it ended.
    pub disposition: Option<Disposition>,
    /// The folder or the record.
    pub path: String,
    /// What an active Spec waits for.
    pub requires: Option<Vec<Requirement>>,
    /// Whether an active Spec could be archived.
    pub archivable: Option<bool>,
    /// Why it is unreadable, or what is left to do.
    pub problem: Option<String>,
}

/// A Spec that has to be delivered before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// Which.
    pub spec: Slug,
    /// Where it stands.
    pub standing: Standing,
}

impl Listed {
    /// The date column: `created` of what is in the Spec Root, `archived` of everything else.
    pub fn date(&self) -> &str {
        let date = match self.state {
            State::Active | State::Inactive => &self.created,
            State::Archived | State::Cancelled | State::Unreadable => &self.archived,
        };
        date.as_deref().unwrap_or_default()
    }
}

impl ListSnapshot {
    /// Every Spec, sorted by slug bytes; a folder before the record of the same slug.
    pub fn list(&self) -> Vec<Listed> {
        let mut listed: Vec<Listed> = self.folders.iter().map(active).collect();
        let mut older: BTreeMap<&Slug, &FoundFolder> =
            self.legacy.iter().map(|folder| (&folder.slug, folder)).collect();
        for record in &self.records {
            listed.extend(recorded(record, older.remove(&record.slug)));
        }
        listed.extend(older.into_values().map(legacy));
        let standings = standings(&listed);
        for (one, folder) in listed.iter_mut().zip(&self.folders) {
            if one.state == State::Active {
                let names = graph::requires(folder.tasks.as_deref().unwrap_or_default());
                let requirement = |spec: Slug| Requirement { standing: standings.of(&spec), spec };
                one.requires = Some(names.into_iter().map(requirement).collect());
                one.archivable = folder.archivable;
            }
        }
        listed.sort_by(|one, other| (&one.slug, one.state).cmp(&(&other.slug, other.state)));
        listed
    }

    /// Where every Spec stands.
    pub fn standings(&self) -> Standings {
        standings(&self.list())
    }

    /// The active Specs that require this one.
    pub fn required_by(&self, slug: &Slug) -> Vec<Slug> {
        let requires = |folder: &&FoundFolder| {
            folder.slug != *slug
                && Prd::read(&folder.prd).is_active()
                && graph::requires(folder.tasks.as_deref().unwrap_or_default()).contains(slug)
        };
        self.folders.iter().filter(requires).map(|folder| folder.slug.clone()).collect()
    }
}

fn standings(listed: &[Listed]) -> Standings {
    listed.iter().map(|one| (one.slug.clone(), one.state.standing())).collect()
}

fn active(folder: &FoundFolder) -> Listed {
    let prd = Prd::read(&folder.prd);
    let state = if prd.is_active() { State::Active } else { State::Inactive };
    Listed {
        slug: folder.slug.clone(),
        state,
        title: Some(prd.title.unwrap_or_else(|| folder.slug.to_string())),
        created: Some(prd.created),
        archived: None,
        disposition: None,
        path: folder.path.clone(),
        requires: None,
        archivable: None,
        problem: prd.problem.map(|cause| cause.to_string()),
    }
}

fn legacy(folder: &FoundFolder) -> Listed {
    Listed { state: State::Archived, problem: None, ..active(folder) }
}

fn recorded(found: &FoundRecord, beside: Option<&FoundFolder>) -> Option<Listed> {
    let unreadable = |problem: String| Listed {
        slug: found.slug.clone(),
        state: State::Unreadable,
        title: None,
        created: None,
        archived: None,
        disposition: None,
        path: found.path.clone(),
        requires: None,
        archivable: None,
        problem: Some(problem),
    };
    if found.is_readme() {
        return None;
    }
    if let Some(beside) = beside {
        return Some(unreadable(format!(
            "{}: stands beside the older archive `{}`",
            found.path, beside.path
        )));
    }
    Some(match found.read() {
        Err(causes) => unreadable(causes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
        Ok(record) => Listed {
            slug: found.slug.clone(),
            state: match record.disposition {
                Disposition::Cancelled => State::Cancelled,
                _ => State::Archived,
            },
            title: Some(record.title.clone()),
            created: Some(record.created.clone()),
            archived: Some(record.archived.clone()),
            disposition: Some(record.disposition),
            path: found.path.clone(),
            requires: None,
            archivable: None,
            problem: None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{PRD, Scenario, written};

    fn slug(text: &str) -> Slug {
        Slug::new(text).unwrap()
    }

    fn folder(name: &str, prd: &str, tasks: Option<&str>) -> FoundFolder {
        FoundFolder {
            slug: slug(name),
            path: format!("docs/specs/{name}"),
            prd: prd.as_bytes().to_vec(),
            tasks: tasks.map(|tasks| tasks.as_bytes().to_vec()),
            archivable: Some(false),
        }
    }

    fn record(name: &str, text: &str) -> FoundRecord {
        let path = format!("docs/history/specs/{name}.md");
        FoundRecord::new(slug(name), path, Some(text.as_bytes().to_vec()))
    }

    fn shown(snapshot: &ListSnapshot, filter: Filter) -> Vec<String> {
        let listed = snapshot.list().into_iter().filter(|one| filter.wants(one.state));
        listed
            .map(|one| {
                let title = one.title.clone().unwrap_or_default();
                format!("{} {} {} {title}", one.slug, one.state.as_str(), one.date())
            })
            .collect()
    }

    fn example() -> ListSnapshot {
        let text = |name: &str| {
            let mut scenario = Scenario::finished();
            scenario.slug = name.to_owned();
            written(&scenario.archived().plan, &format!("docs/history/specs/{name}.md"))
        };
        ListSnapshot {
            folders: vec![
                folder(
                    "0043-next",
                    PRD,
                    Some("---\nrequires: [0042-sample, 0044-drop, 0001-old, 0099-x]\n---\n"),
                ),
                folder("0045-draft", "---\nstatus: draft\ncreated: 2026-10-02\n---\n", None),
            ],
            records: vec![
                record("0042-sample", &text("0042-sample")),
                record(
                    "0044-drop",
                    &text("0044-drop").replace("disposition: pass", "disposition: cancelled"),
                ),
                record("0050-bad", "old\n"),
                record("0051-two", &text("0051-two")),
                record("README", "# Records\n"),
            ],
            legacy: vec![folder("0001-old", "# A sample capability\n", None), folder("0051-two", PRD, None)],
        }
    }

    /// A-04, archive-330, archive-332: one list tells them apart.
    #[test]
    fn states() {
        let snapshot = example();
        assert_eq!(
            shown(&snapshot, Filter::All),
            [
                "0001-old archived  A sample capability",
                "0042-sample archived 2026-10-07 A sample capability",
                "0043-next active 2026-10-01 A sample capability",
                "0044-drop cancelled 2026-10-07 A sample capability",
                "0045-draft inactive 2026-10-02 0045-draft",
                "0050-bad unreadable  ",
                "0051-two unreadable  ",
            ]
        );
        assert_eq!(shown(&snapshot, Filter::Active), ["0043-next active 2026-10-01 A sample capability"]);
        assert_eq!(shown(&snapshot, Filter::Cancelled).len(), 3);
        assert_eq!(shown(&snapshot, Filter::Archived).len(), 4);
        let problems: Vec<_> = snapshot.list().into_iter().filter_map(|one| one.problem).collect();
        assert!(problems[0].starts_with("docs/history/specs/0050-bad.md:1: no frontmatter"), "{problems:?}");
        assert!(problems[1].contains("docs/specs/0051-two"), "{problems:?}");
    }

    /// A-32, archive-238: a cancelled Spec meets no prerequisite.
    #[test]
    fn requirements() {
        let listed = example().list();
        let next = listed.iter().find(|one| one.slug.as_str() == "0043-next").unwrap();
        let requires = next.requires.as_ref().unwrap().iter();
        let found: Vec<_> =
            requires.map(|one| (one.spec.as_str(), one.standing.meets(), one.standing.word())).collect();
        assert_eq!(
            found,
            [
                ("0042-sample", true, "archived"),
                ("0044-drop", false, "cancelled"),
                ("0001-old", true, "archived"),
                ("0099-x", false, "unknown"),
            ]
        );
        let mut snapshot = example();
        assert_eq!(snapshot.standings().of(&slug("0044-drop")), Standing::Cancelled);
        // A Spec that does not wait for others, and one that waits for itself, are nobody to be told.
        snapshot.folders[1].tasks = snapshot.folders[0].tasks.clone();
        snapshot.folders.push(folder("0042-sample", PRD, Some("---\nrequires: [0042-sample]\n---\n")));
        assert_eq!(snapshot.required_by(&slug("0042-sample")), [slug("0043-next")]);
        assert_eq!(snapshot.required_by(&slug("0050-bad")), []);
    }
}
