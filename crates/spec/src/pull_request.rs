//! `roundfix pull-request` as a decision (roundfix 11b, A-16): the one edit of a record that exists.

use cairn_plan::{Change, Plan, Reason, Refusal, RelativePath};
use cairn_text::{Edit, Patch};

use crate::Slug;
use crate::folder::SpecFolder;
use crate::preconditions::Refused;
use crate::record::reading::with_pull_request;
use crate::relink::{Past, PastDocument};
use crate::roots::Roots;
use crate::unarchive::readable_record;

/// What the edit is decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequestSnapshot {
    /// Which Spec.
    pub slug: Slug,
    /// Where records live.
    pub roots: Roots,
    /// The bytes of the record; `None` when there is none.
    pub record: Option<Vec<u8>>,
    /// The tree `source_revision:source`; `None` when the revision is not here: then only the key is added.
    pub tree: Option<SpecFolder>,
    /// The documents that the record names as relinked; only their old bytes are looked at.
    pub documents: Vec<PastDocument>,
    /// The copies that the record names as promoted, each with its bytes now.
    pub copies: Vec<(RelativePath, Option<Vec<u8>>)>,
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequestDecision {
    /// The edits; empty when the record names this pull request already.
    pub plan: Plan,
    /// The record, relative to the home repository.
    pub record: RelativePath,
    /// Copies whose locators name the pull request now.
    pub copies: Vec<RelativePath>,
}

/// Decides the edit.
///
/// # Errors
/// No record, one that cannot be read, or one that names another pull request.
pub fn name_pull_request(
    snapshot: &PullRequestSnapshot,
    number: u64,
) -> Result<PullRequestDecision, Refused> {
    let path = snapshot.roots.record(&snapshot.slug);
    let (bytes, record) = readable_record(&snapshot.record, &snapshot.slug, &path)?;
    let mut decision = PullRequestDecision {
        plan: Plan::new(format!("pull request {number} of {}", snapshot.slug)),
        record: path.clone(),
        copies: Vec::new(),
    };
    match &record.pull_request {
        Some(named) if *named == number.to_string() => return Ok(decision),
        Some(named) => {
            let message =
                format!("{path}: names the pull request {named} already; a record is not edited again");
            let reason = Reason::new("record", "pull_request_differs", message).at(path);
            return Err(Refusal::because(reason).into());
        }
        None => {}
    }
    let past = snapshot
        .tree
        .as_ref()
        .and_then(|tree| Past::new(&record, &snapshot.slug, &path, tree, &snapshot.documents));
    let suffix = format!("@pull/{number}");
    let insert = |offsets: Vec<usize>| {
        let edits = offsets.into_iter().map(|offset| Edit::insert(offset, suffix.as_bytes().to_vec()));
        Patch::from_edits(edits).unwrap_or_default()
    };
    let mut patch = with_pull_request(bytes, number).unwrap_or_default();
    if let Some(past) = &past {
        // The key stands in the frontmatter and locators in the body, so the two never meet.
        let merged = patch.merge(insert(past.bare_locators_of_record(&path, bytes)));
        debug_assert!(merged.is_ok(), "a locator in the frontmatter");
        for (copy, now) in &snapshot.copies {
            let Some(now) = now else { continue };
            let offsets = past.bare_locators_of_copy(copy, now).unwrap_or_default();
            if !offsets.is_empty() {
                decision.plan.push(Change::write(copy.clone(), now, insert(offsets).apply(now)));
                decision.copies.push(copy.clone());
            }
        }
    }
    decision.plan.push(Change::write(path, bytes, patch.apply(bytes)));
    Ok(decision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::reading::is_numbered_later;
    use crate::request::ArchiveRequest;
    use crate::scenario::{HEAD, Scenario, codes, path, steps, written};

    const RECORD: &str = "docs/history/specs/0042-sample.md";

    fn scenario() -> Scenario {
        let mut scenario = Scenario::finished();
        scenario.write("my notes.md", "n\n");
        scenario.write("measurement/list.md", "[prd](../_prd.md#x) [held](../task_01.md) docs/specs/0042-sample/_prd.md, [n](<../my notes.md>) [m](../my%20notes.md)\n");
        scenario.write("qa/qa-report-2026-10-05.md", "---\nverdict: pass\n---\n## Outcome\n\nSee [prd](../_prd.md), docs/specs/0042-sample/task_02.md and [t](../task_01.md).\n");
        for name in ["_prd.md", "task_02.md", "my notes.md"] {
            scenario.repository.unheld.insert(path(&format!("docs/specs/0042-sample/{name}")));
        }
        scenario
    }

    fn after(scenario: &Scenario, pull_request: Option<u64>) -> (PullRequestSnapshot, String, String) {
        let promote = vec!["measurement/list.md".to_owned()];
        let request = ArchiveRequest { promote, pull_request, ..ArchiveRequest::default() };
        let plan = scenario.archive(&request).unwrap().plan;
        let (record, copy) = (written(&plan, RECORD), written(&plan, "docs/references/list.md"));
        let snapshot = PullRequestSnapshot {
            slug: Slug::new("0042-sample").unwrap(),
            roots: scenario.roots.clone(),
            record: Some(record.clone().into_bytes()),
            tree: Some(scenario.folder.clone()),
            documents: Vec::new(),
            copies: vec![(path("docs/references/list.md"), Some(copy.clone().into_bytes()))],
        };
        (snapshot, record, copy)
    }

    /// A-16, roundfix 11b: afterwards record and copy are what an archive with `--pull-request` would have written.
    #[test]
    fn same_as_named_at_once() {
        let scenario = scenario();
        let (snapshot, _, _) = after(&scenario, None);
        let (_, record, copy) = after(&scenario, Some(7));
        assert!(copy.contains(&format!("task_01.md@{HEAD}")) && copy.contains("_prd.md@pull/7"), "{copy}");
        let decision = name_pull_request(&snapshot, 7).unwrap();
        assert_eq!(
            steps(&decision.plan),
            ["write docs/references/list.md".to_owned(), format!("write {RECORD}")]
        );
        assert_eq!(written(&decision.plan, RECORD), record);
        assert_eq!(written(&decision.plan, "docs/references/list.md"), copy);
    }

    /// D67, roundfix 11b: a record that was named later differs from the written one in the key and behind its locators alone.
    #[test]
    fn nothing_else_changed() {
        let (snapshot, before, _) = after(&scenario(), None);
        let now = written(&name_pull_request(&snapshot, 7).unwrap().plan, RECORD);
        let check = |now: &str, number: u64, expected: bool| {
            assert_eq!(is_numbered_later(before.as_bytes(), now.as_bytes(), number), expected, "{now}");
        };
        assert!(now.contains("_prd.md@pull/7"), "{now}");
        check(&now, 7, true);
        check(&now, 8, false);
        check(&before, 7, false);
        check(&now.replace("disposition: pass", "disposition: fail"), 7, false);
        check(&format!("{now}more\n"), 7, false);
        check(now.trim_end(), 7, false);
        assert!(!is_numbered_later(b"no record", b"no record", 7));
    }

    /// Archive-334: once; the same number changes nothing, another one is refused.
    #[test]
    fn once() {
        let (named, _, _) = after(&scenario(), Some(7));
        assert!(name_pull_request(&named, 7).unwrap().plan.is_empty());
        let refused = name_pull_request(&named, 8).unwrap_err();
        assert_eq!(codes(&refused), [format!("record pull_request_differs {RECORD}")]);
        let (mut snapshot, _, _) = after(&scenario(), None);
        snapshot.record = None;
        assert_eq!(
            codes(&name_pull_request(&snapshot, 8).unwrap_err()),
            [format!("record record_missing {RECORD}")]
        );
    }

    /// A copy that changed since, and a revision that is not here: only the record is edited.
    #[test]
    fn what_cannot_be_proven_is_left() {
        let (mut snapshot, record, _) = after(&scenario(), None);
        snapshot.copies[0].1.as_mut().unwrap().extend_from_slice(b"more\n");
        let decision = name_pull_request(&snapshot, 7).unwrap();
        assert_eq!(steps(&decision.plan), [format!("write {RECORD}")]);
        snapshot.tree = None;
        let text = written(&name_pull_request(&snapshot, 7).unwrap().plan, RECORD);
        assert_eq!(text, record.replace("\n---\n\n#", "\npull_request: \"7\"\n---\n\n#"));
    }
}
