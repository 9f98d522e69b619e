//! Rules about the `depends_on` of plans, across phase folders.

use std::collections::{BTreeMap, HashSet};

use cairn_text::Span;

use super::subject::{Place, Subject};
use crate::circles::in_circles;
use crate::phase_files::{FileHead, PlanName, depends_on};
use crate::phase_id::PhaseId;
use crate::planning::{PHASES_FOLDER, PhaseFolder, PlanningSnapshot};

/// Texts that name nothing on purpose.
const NOTHING: [&str; 5] = ["none", "nothing", "n/a", "-", "null"];

/// A name that no plan has.
pub(super) fn unknown(subject: &Subject<'_>) -> Vec<Place> {
    let graph = Graph::new(subject.snapshot);
    let mut places = Vec::new();
    for plan in &graph.plans {
        let missing: Vec<String> = plan
            .needs
            .iter()
            .filter(|name| graph.find(plan, name).is_none() && !graph.knows(name))
            .map(|name| format!("`{name}`"))
            .collect();
        if !missing.is_empty() {
            let message =
                format!("plan {} depends on {}, which is no plan here", plan.id, missing.join(" and "));
            places.push(plan.place(message));
        }
    }
    places
}

/// A plan that depends on itself, by way of others or directly.
pub(super) fn cycles(subject: &Subject<'_>) -> Vec<Place> {
    let graph = Graph::new(subject.snapshot);
    let edges: Vec<Vec<usize>> = graph
        .plans
        .iter()
        .map(|plan| plan.needs.iter().filter_map(|name| graph.find(plan, name)).collect())
        .collect();
    let told = graph.plans.iter().zip(in_circles(&edges)).filter_map(|(plan, circle)| {
        let names: Vec<&str> = circle?
            .iter()
            .filter_map(|&index| graph.plans.get(index))
            .map(|other| other.id.as_str())
            .collect();
        let way = names.join(" → ");
        Some(plan.place(format!("plan {} depends on itself: {way}; change one of the `depends_on`", plan.id)))
    });
    told.collect()
}

/// A plan file with what it waits for.
struct PlanNode<'s> {
    folder: String,
    id: String,
    path: String,
    bytes: &'s [u8],
    span: Span,
    needs: Vec<String>,
}

impl PlanNode<'_> {
    fn place(&self, message: String) -> Place {
        Place::at(self.path.clone(), self.bytes, self.span, message)
    }
}

/// Every plan of `phases/`, and the names of plans that were archived.
struct Graph<'s> {
    plans: Vec<PlanNode<'s>>,
    /// Plans by folder and name, the latter in lower case.
    inside: BTreeMap<(String, String), usize>,
    /// Plans by names that say their phase.
    anywhere: BTreeMap<String, usize>,
    archived: HashSet<String>,
    phases: HashSet<PhaseId>,
}

impl<'s> Graph<'s> {
    fn new(snapshot: &'s PlanningSnapshot) -> Self {
        let mut graph = Self {
            plans: Vec::new(),
            inside: BTreeMap::new(),
            anywhere: BTreeMap::new(),
            archived: HashSet::new(),
            phases: HashSet::new(),
        };
        for folder in snapshot.folders_in(PHASES_FOLDER) {
            graph.add_folder(snapshot, &folder);
        }
        for folder in snapshot.archived_folders() {
            for file in snapshot.files_of(&folder.path()) {
                let names = PlanName::read(&file, &folder.id).map(|name| name.names()).unwrap_or_default();
                graph.archived.extend(names.iter().map(|name| name.to_lowercase()));
            }
            graph.phases.insert(folder.id);
        }
        graph
    }

    fn add_folder(&mut self, snapshot: &'s PlanningSnapshot, folder: &PhaseFolder) {
        self.phases.insert(folder.id.clone());
        let path = folder.path();
        for file in snapshot.files_of(&path) {
            let Some(name) = PlanName::read(&file, &folder.id) else { continue };
            let whole = format!("{path}/{file}");
            let bytes = match snapshot.head(&whole) {
                Some(FileHead::Read(bytes)) => bytes.as_slice(),
                _ => &[],
            };
            let (span, needs) = depends_on(bytes);
            let index = self.plans.len();
            for name in name.names() {
                let name = name.to_lowercase();
                self.anywhere.entry(name.clone()).or_insert(index);
                self.inside.entry((path.clone(), name)).or_insert(index);
            }
            self.plans.push(PlanNode {
                folder: path.clone(),
                id: name.id(),
                path: snapshot.from_root(&whole),
                bytes,
                span,
                needs: needs.into_iter().filter(|name| !is_nothing(name)).collect(),
            });
        }
    }

    /// The plan that `name` means in `plan`: of its own phase first. A bare number is a plan of the own phase.
    fn find(&self, plan: &PlanNode<'_>, name: &str) -> Option<usize> {
        let name = name.trim().to_lowercase();
        let is_bare = name.bytes().all(|byte| byte.is_ascii_digit());
        let own = self.inside.get(&(plan.folder.clone(), name.clone()));
        own.or_else(|| self.anywhere.get(&name).filter(|_| !is_bare)).copied()
    }

    /// Whether `name` is an archived plan, or a whole phase.
    fn knows(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        let phase =
            name.strip_prefix("phase").map_or(name.as_str(), |rest| rest.trim_start_matches([' ', '-', '_']));
        self.archived.contains(&name) || PhaseId::parse(phase).is_some_and(|id| self.phases.contains(&id))
    }
}

fn is_nothing(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    name.is_empty() || NOTHING.contains(&name.as_str())
}
