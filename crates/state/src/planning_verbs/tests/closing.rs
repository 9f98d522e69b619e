//! `milestone complete` over the sample of section 19 with everything done.

use super::{ROADMAP, id, sample_with, shown};
use crate::facts::Planning;
use crate::failure::Reason;
use crate::planning::{Document, PlanningSnapshot};
use crate::planning_verbs::milestone_complete::{CloseMilestone, LinkSources, focus, folders_to_move, run};
use crate::planning_verbs::{Decision, LinkedDocument, StateStep};
use cairn_plan::{Change, Plan, RelativePath};

const STORED: Option<&str> = Some("v2.0");

fn done(more: &[(&'static str, &'static str)]) -> PlanningSnapshot {
    let files = [
        &[
            ("phases/02-core-engine/02-02-SUMMARY.md", ""),
            ("phases/02-core-engine/02-03-SUMMARY.md", ""),
            ("phases/03-polish/03-01-PLAN.md", ""),
            ("phases/03-polish/03-01-SUMMARY.md", ""),
            ("phases/999-idea/", ""),
        ],
        more,
    ]
    .concat();
    let mut snapshot = sample_with(ROADMAP, &files, &focus(STORED, "v2.0"));
    snapshot.requirements = Document::Read(b"- [x] **R-1** [see](phases/01-setup/01-01-PLAN.md)\n".to_vec());
    snapshot
}

fn close(version: &str) -> CloseMilestone {
    CloseMilestone { version: version.to_owned(), is_confirmed: true, ..CloseMilestone::default() }
}

fn sources(documents: &[(&str, &str)]) -> LinkSources {
    LinkSources {
        documents: documents
            .iter()
            .map(|(path, text)| LinkedDocument {
                path: RelativePath::new(*path).unwrap(),
                bytes: text.as_bytes().to_vec(),
            })
            .collect(),
        moved_files: vec![
            "phases/01-setup/01-01-PLAN.md".into(),
            "phases/02-core-engine/02-01-PLAN.md".into(),
        ],
    }
}

fn content<'d>(decision: &'d Decision, wanted: &str) -> &'d str {
    let found = decision.changes.iter().find_map(|change| match change {
        Change::Create { path, bytes, .. } | Change::Write { path, bytes, .. }
            if path.to_string() == wanted =>
        {
            Some(bytes)
        }
        _ => None,
    });
    std::str::from_utf8(found.unwrap_or_else(|| panic!("{wanted} is not written"))).unwrap()
}

/// S-42: copies, entry, heading, folders, links, in one decision.
#[test]
fn closes_a_milestone() {
    let documents = [
        ("README.md", "[p](.planning/phases/01-setup/01-01-PLAN.md)\n"),
        (
            ".planning/phases/02-core-engine/02-01-PLAN.md",
            "[q](../01-setup/01-01-PLAN.md) [r](../../PROJECT.md)\n",
        ),
        ("docs/b.md", "`ls .planning/phases/01-setup`\n"),
    ];
    let snapshot = done(&[]);
    assert_eq!(
        folders_to_move(&snapshot, "v2.0"),
        ["phases/01-setup", "phases/02-core-engine", "phases/03-polish"]
    );
    let decision = run(&snapshot, STORED, None, &close("v2.0"), &sources(&documents), "2026-10-07").unwrap();
    assert!(Plan { description: String::new(), changes: decision.changes.clone() }.check().is_ok());
    assert_eq!(
        shown(&decision.answer.clone().into_map()),
        "{version:v2.0,name:Code Quality,date:2026-10-07,phases:3,plans:6,archived:{roadmap:true,requirements:true,phases:true},milestones_updated:true}"
    );
    let moves = decision.changes.iter().filter(|change| matches!(change, Change::Move { .. })).count();
    assert_eq!(
        (moves, decision.step.clone()),
        (3, StateStep::CompleteMilestone { version: "v2.0".into(), name: Some("Code Quality".into()) })
    );
    assert_eq!(content(&decision, ".planning/milestones/v2.0-ROADMAP.md"), ROADMAP);
    assert_eq!(
        content(&decision, ".planning/milestones/v2.0-REQUIREMENTS.md"),
        "- [x] **R-1** [see](v2.0-phases/01-setup/01-01-PLAN.md)\n"
    );
    assert_eq!(
        content(&decision, ".planning/ROADMAP.md"),
        ROADMAP.replace("## v2.0 Code Quality", "## v2.0 Code Quality (SHIPPED 2026-10-07)")
    );
    assert_eq!(
        content(&decision, ".planning/MILESTONES.md"),
        "# Milestones\n\n## v2.0 Code Quality (Shipped: 2026-10-07)\n\n**Phases completed:** 3 phases, 6 plans\n"
    );
    assert_eq!(
        content(&decision, "README.md"),
        "[p](.planning/milestones/v2.0-phases/01-setup/01-01-PLAN.md)\n"
    );
    assert_eq!(
        content(&decision, ".planning/milestones/v2.0-phases/02-core-engine/02-01-PLAN.md"),
        "[q](../01-setup/01-01-PLAN.md) [r](../../../PROJECT.md)\n"
    );
    assert_eq!(
        content(&decision, ".planning/REQUIREMENTS.md"),
        "- [x] **R-1** [see](milestones/v2.0-phases/01-setup/01-01-PLAN.md)\n"
    );
    assert_eq!(
        shown(decision.tail.get("relinked").unwrap()),
        "[.planning/REQUIREMENTS.md,.planning/milestones/v2.0-phases/02-core-engine/02-01-PLAN.md,README.md]"
    );
    assert_eq!(decision.warnings.len(), 1);
    assert!(
        decision.warnings[0]
            .message
            .starts_with("docs/b.md:1: `.planning/phases/01-setup` was not rewritten"),
        "{}",
        decision.warnings[0].message
    );
    let facts = decision.after.facts(STORED);
    assert_eq!(
        (facts.counters.percent, facts.counters.total_plans, facts.scope.is_trusted()),
        (Some(100), 6, true)
    );
    let (state, left) =
        decision.relink("STATE.md", b"Resume file: .planning/phases/01-setup/01-01-PLAN.md\n".to_vec());
    assert_eq!(
        (state.as_slice(), left.len()),
        (b"Resume file: .planning/milestones/v2.0-phases/01-setup/01-01-PLAN.md\n".as_slice(), 0)
    );

    let mut again = decision.after.clone();
    again.set_listing(
        "milestones",
        crate::planning::Listing::Entries(vec![
            crate::planning::FolderEntry::file("v2.0-ROADMAP.md"),
            crate::planning::FolderEntry::file("v2.0-REQUIREMENTS.md"),
        ]),
    );
    let second = run(&again, STORED, None, &close("v2.0"), &LinkSources::default(), "2026-10-08").unwrap();
    assert!(second.changes.is_empty(), "a second time nothing changes: {:?}", second.changes);
}

/// S-42, D1, fault kind "numbers out of context": what closes nothing says why.
#[test]
fn refusals() {
    let check = |snapshot: &PlanningSnapshot, close: &CloseMilestone, reason: Reason, facts: &str| {
        let failure = run(snapshot, STORED, None, close, &LinkSources::default(), "2026-10-07").unwrap_err();
        assert_eq!(
            (failure.reason, shown(&failure.facts.clone().into_map())),
            (reason, facts.to_owned()),
            "{failure}"
        );
    };
    let snapshot = done(&[]);
    check(
        &snapshot,
        &CloseMilestone { is_confirmed: false, ..close("v2.0") },
        Reason::ConfirmationRequired,
        "{}",
    );
    check(&snapshot, &close("v9.9"), Reason::MilestoneNotFound, "{available:[v2.0]}");
    check(&snapshot, &close("../v2.0"), Reason::InvalidValue, "{field:version}");
    check(
        &snapshot,
        &CloseMilestone { name: Some("a\nb".into()), ..close("v2.0") },
        Reason::InvalidValue,
        "{field:name}",
    );
    let open = sample_with(ROADMAP, &[], &focus(STORED, "v2.0"));
    check(&open, &close("v2.0"), Reason::MilestoneIncomplete, "{outstanding_phases:[2,3]}");
    let forced = run(
        &open,
        STORED,
        None,
        &CloseMilestone { force: true, keeps_phases: true, name: Some("Mine".into()), ..close("v2.0") },
        &LinkSources::default(),
        "2026-10-07",
    )
    .unwrap();
    assert!(shown(&forced.answer.clone().into_map()).contains(
        "name:Mine,date:2026-10-07,phases:1,plans:3,archived:{roadmap:true,requirements:false,phases:false}"
    ));
    let taken = done(&[("milestones/v2.0-phases/01-setup/x.md", "")]);
    check(&taken, &close("v2.0"), Reason::Io, "{path:.planning/milestones/v2.0-phases/01-setup}");
    let mut unversioned = snapshot.clone();
    unversioned.roadmap = Document::Read(b"### Phase 1: Setup\n".to_vec());
    check(&unversioned, &close("v9.9"), Reason::MilestoneNotFound, "{available:[]}");
    let mut absent = snapshot.clone();
    absent.roadmap = Document::Absent;
    check(&absent, &close("v2.0"), Reason::RoadmapNotFound, "{path:.planning/ROADMAP.md}");
    let other = sample_with(
        "## v1.0 Old\n\n### Phase 1: Setup\n\n## v2.0 New\n\n### Phase 2: Core\n",
        &[],
        &focus(STORED, "v1.0"),
    );
    let decision = run(&other, STORED, None, &close("v1.0"), &LinkSources::default(), "2026-10-07").unwrap();
    assert_eq!(decision.step, StateStep::Nothing, "another milestone than the one in work");
    assert_eq!(decision.after.facts(STORED).phase(&id("2")).unwrap().plan_count, 3);
}
