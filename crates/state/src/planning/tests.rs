//! Section 9 over whole trees.

use super::test_disk::Disk;
use super::*;
use crate::facts::{Planning, ProgressScope};
use crate::phase_id::PhaseId;

fn snapshot(roadmap: Option<&str>, disk: &Disk, stored: Option<&str>) -> PlanningSnapshot {
    let roadmap = roadmap.map_or(Document::Absent, |text| Document::Read(text.as_bytes().to_vec()));
    let mut snapshot = PlanningSnapshot::new(".planning", roadmap, PlanningConfig::default());
    disk.fill(&mut snapshot, &[Focus::Stored(stored.map(str::to_owned))]);
    snapshot
}

const DEMO: &str = "# Roadmap: Demo\n\n## v2.0 Code Quality\n\n### Phase 1: Setup\n\n### Phase 2: Core Engine\n\n### Phase 3: Polish\n";

fn demo_disk() -> Vec<(&'static str, &'static str)> {
    vec![
        ("phases/01-setup/01-01-PLAN.md", ""),
        ("phases/01-setup/01-02-PLAN.md", ""),
        ("phases/01-setup/01-01-SUMMARY.md", ""),
        ("phases/01-setup/01-02-SUMMARY.md", ""),
        ("phases/01-setup/01-VERIFICATION.md", ""),
        ("phases/02-core-engine/02-01-PLAN.md", ""),
        ("phases/02-core-engine/02-02-PLAN.md", ""),
        ("phases/02-core-engine/02-03-PLAN.md", ""),
        ("phases/02-core-engine/02-01-SUMMARY.md", ""),
        ("phases/03-polish/", ""),
    ]
}

/// Scope, phases, and (completed phases, total phases, completed plans, total plans, percent).
fn check(
    about: &str,
    roadmap: Option<&str>,
    stored: Option<&str>,
    files: &[(&str, &str)],
    scope: ProgressScope,
    expected: (u32, u32, u32, u32, Option<u8>),
) -> PlanningSnapshot {
    let snapshot = snapshot(roadmap, &Disk::new(files), stored);
    let facts = snapshot.facts(stored);
    let counters = facts.counters;
    assert_eq!(facts.scope, scope, "{about}");
    if scope.is_trusted() {
        let found = (
            counters.completed_phases,
            counters.total_phases,
            counters.completed_plans,
            counters.total_plans,
            counters.percent,
        );
        assert_eq!(found, expected, "{about}");
    }
    snapshot
}

/// S-17 to S-21, D18: scopes and counters.
#[test]
fn scopes_and_counters() {
    use ProgressScope::{Complete, Missing, Truncated, Unscoped};
    let with = |more: &[(&'static str, &'static str)]| [demo_disk(), more.to_vec()].concat();
    let none = (0, 0, 0, 0, None);
    check(
        "the sample of section 19",
        Some(DEMO),
        Some("v2.0"),
        &demo_disk(),
        Complete,
        (1, 3, 3, 5, Some(33)),
    );
    check("nothing stored", Some(DEMO), None, &demo_disk(), Complete, (1, 3, 3, 5, Some(33)));
    check("another milestone", Some(DEMO), Some("v7.7"), &demo_disk(), Unscoped, none);
    check("no roadmap, a milestone", None, Some("v2.0"), &demo_disk(), Missing, none);
    check(
        "no roadmap, no milestone: the folders",
        None,
        None,
        &demo_disk(),
        Complete,
        (1, 3, 3, 5, Some(33)),
    );
    check(
        "a window without phases",
        Some("## v1.0 A\n\n### Phase 1: X\n\n## v2.0 B\n"),
        Some("v2.0"),
        &demo_disk(),
        Truncated,
        none,
    );
    check(
        "a roadmap without phases: the folders",
        Some("# Roadmap\n"),
        Some("v2.0"),
        &demo_disk(),
        Complete,
        (1, 3, 3, 5, Some(33)),
    );
    check("nothing at all", None, None, &[], Complete, none);
    check(
        "sentinels on disk",
        None,
        None,
        &with(&[("phases/999.1-idea/999.1-01-PLAN.md", ""), ("phases/00-pre/00-01-PLAN.md", "")]),
        Complete,
        (1, 3, 3, 5, Some(33)),
    );
    check(
        "folders outside the window",
        Some(DEMO),
        Some("v2.0"),
        &with(&[("phases/09-ghost/09-01-PLAN.md", "")]),
        Complete,
        (1, 3, 3, 5, Some(33)),
    );
    check(
        "the archive of the milestone",
        Some(DEMO),
        Some("v2.0"),
        &[
            ("milestones/v2.0-phases/01-setup/01-01-PLAN.md", ""),
            ("milestones/v2.0-phases/01-setup/01-01-SUMMARY.md", ""),
            ("milestones/v1.0-phases/02-x/02-01-PLAN.md", ""),
        ],
        Complete,
        (1, 3, 1, 1, Some(33)),
    );
    check(
        "a struck phase",
        Some(&DEMO.replace("### Phase 3: Polish", "### ~~Phase 3: Polish~~")),
        Some("v2.0"),
        &with(&[("phases/03-polish/03-01-PLAN.md", "")]),
        Complete,
        (1, 2, 3, 5, Some(50)),
    );
    check(
        "superseded and blocked",
        Some(DEMO),
        Some("v2.0"),
        &with(&[
            ("phases/03-polish/03-01-PLAN.md", "---\nstatus: superseded\n---\n"),
            ("phases/02-core-engine/02-02-SUMMARY.md", "---\nstatus: blocked\n---\n"),
        ]),
        Complete,
        (1, 3, 3, 5, Some(33)),
    );
    check(
        "a folder plans",
        Some(DEMO),
        Some("v2.0"),
        &with(&[("phases/03-polish/plans/PLAN-01-a.md", ""), ("phases/03-polish/plans/SUMMARY-01-a.md", "")]),
        Complete,
        (2, 3, 4, 6, Some(67)),
    );
}

/// 9.1: of two folders with one id the first by name counts.
#[test]
fn duplicate_folders() {
    let files = [demo_disk(), vec![("phases/2-zebra/02-01-PLAN.md", "")]].concat();
    let snapshot =
        check("2-zebra", Some(DEMO), Some("v2.0"), &files, ProgressScope::Complete, (1, 3, 3, 5, Some(33)));
    assert_eq!(snapshot.facts(Some("v2.0")).duplicate_folders, ["phases/2-zebra"]);
    assert!(MilestoneView::new(&snapshot, Some("v2.0")).warnings()[0].message.contains("2-zebra"));
}

/// Section 3: an unreadable roadmap or folder is neither missing nor empty.
#[test]
fn unreadable() {
    let mut snapshot = PlanningSnapshot::new(".planning", Document::Unreadable, PlanningConfig::default());
    snapshot.set_listing("phases", Listing::Absent);
    assert_eq!(snapshot.facts(None).scope, ProgressScope::Unreadable);
    snapshot.roadmap = Document::Read(DEMO.into());
    snapshot.set_listing("phases", Listing::Unreadable);
    assert_eq!(snapshot.facts(None).scope, ProgressScope::Unreadable);
}

/// S-22, S-23: what facts say about one phase.
#[test]
fn facts_of_phases() {
    let roadmap = "## v2.0 X\n\n- [x] **Phase 1: Setup**\n\n### Phase 02: Core\n";
    let snapshot = snapshot(Some(roadmap), &Disk::new(&demo_disk()), Some("v2.0"));
    let facts = snapshot.facts(Some("v2.0"));
    let core = facts.phase(&PhaseId::parse("2").unwrap()).unwrap();
    assert_eq!(
        (core.id.as_str(), core.name.as_deref(), core.folder.as_deref()),
        ("02", Some("Core"), Some("02-core-engine"))
    );
    assert_eq!((core.plan_count, core.summary_count(), core.is_complete), (3, 1, false));
    assert_eq!(core.outstanding_plans, ["02-02-PLAN.md", "02-03-PLAN.md"]);
    assert!(facts.phases[0].is_ticked && facts.is_in_roadmap);
    assert!(facts.next_phase(&core.id).is_none());
    assert!(!snapshot.facts_of("v9.9").is_in_roadmap);
}

/// Performance: each folder is listed once, only files of the window are opened, and 300 phases of 6 plans are read at once.
#[test]
fn reads_no_more_than_needed() {
    let mut roadmap = String::from("## v1.0 X\n\n");
    let mut files: Vec<(String, String)> = Vec::new();
    for phase in 1..=300 {
        roadmap.push_str(&format!("### Phase {phase}: P\n\n"));
        for plan in 1..=6 {
            files.push((format!("phases/{phase:03}-p/{phase:03}-{plan:02}-PLAN.md"), String::new()));
            files.push((format!("phases/{phase:03}-p/{phase:03}-{plan:02}-SUMMARY.md"), String::new()));
        }
        files.push((format!("phases/{phase:03}-p/{phase:03}-CONTEXT.md"), String::new()));
        files.push((format!("phases/{:03}-old/{:03}-01-PLAN.md", 400 + phase, 400 + phase), String::new()));
    }
    let borrowed: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let disk = Disk::new(&borrowed);
    let snapshot = snapshot(Some(&roadmap), &disk, Some("v1.0"));
    assert_eq!(snapshot.facts(Some("v1.0")).counters.completed_plans, 1800);
    assert_eq!((disk.listed.get(), disk.opened.get()), (302, 3600));
}

/// Section 3, 9.3: one unreadable folder of the milestone, whichever it is, spoils the counters.
#[test]
fn unreadable_folders() {
    let known = snapshot(Some(DEMO), &Disk::new(&demo_disk()), Some("v2.0"));
    for (folder, scope) in [
        ("phases", ProgressScope::Unreadable),
        ("phases/01-setup", ProgressScope::Unreadable),
        ("phases/01-setup/plans", ProgressScope::Unreadable),
        ("milestones/v2.0-phases", ProgressScope::Unreadable),
        ("milestones/v1.0-phases", ProgressScope::Complete),
    ] {
        let mut spoiled = known.clone();
        spoiled.set_listing(folder, Listing::Unreadable);
        assert_eq!(spoiled.facts(Some("v2.0")).scope, scope, "{folder}");
        assert_eq!(spoiled.unread(), Some(format!(".planning/{folder}")));
    }
}

/// Section 3: what could not be read is named from the root, documents before folders.
#[test]
fn first_unread() {
    let mut tree = snapshot(Some(DEMO), &Disk::new(&demo_disk()), Some("v2.0"));
    assert_eq!(tree.unread(), None);
    tree.set_listing("phases", Listing::Unreadable);
    tree.milestones = Document::Unreadable;
    assert_eq!(tree.unread().as_deref(), Some(".planning/MILESTONES.md"));
    tree.requirements = Document::Unreadable;
    assert_eq!(tree.unread().as_deref(), Some(".planning/REQUIREMENTS.md"));
    tree.roadmap = Document::Unreadable;
    assert_eq!(tree.unread().as_deref(), Some(".planning/ROADMAP.md"));
}

/// 9.1: an archived phase is read like any other; only folders named `V-phases` are archives.
#[test]
fn archived_phases() {
    let disk = Disk::new(&[
        ("milestones/v1.0-phases/05-old/05-01-PLAN.md", ""),
        ("milestones/v1.0-phases/05-old/05-VERIFICATION.md", ""),
        ("milestones/notes/06-x/06-01-PLAN.md", ""),
        ("milestones/v0-phases", "a file"),
    ]);
    let mut tree = PlanningSnapshot::new(".planning", Document::Absent, PlanningConfig::default());
    disk.fill(&mut tree, &[Focus::Archives, Focus::Stored(Some("v1.0".to_owned()))]);
    assert_eq!(tree.archives(), ["milestones/v1.0-phases"]);
    let read = "milestones/v1.0-phases/05-old/05-VERIFICATION.md";
    assert_eq!(tree.head(read), None);
    disk.fill(&mut tree, &[Focus::Phase(PhaseId::parse("5").unwrap())]);
    assert!(tree.head(read).is_some());
}

/// 9.1: entries by name; a file is no subfolder, and a folder that goes takes everything below it along.
#[test]
fn entries_of_folders() {
    let files = [
        ("phases/01-a/plans/PLAN-01-x.md", ""),
        ("phases/01-a/01-NOTE.md", ""),
        ("phases/02-b/plans", "a file"),
    ];
    let mut tree = snapshot(None, &Disk::new(&files), None);
    for (folder, name, has_entry, has_subfolder) in [
        ("phases", "01-a", true, true),
        ("phases", "03-c", false, false),
        ("phases/01-a", "plans", true, true),
        ("phases/01-a", "01-NOTE.md", true, false),
        ("phases/02-b", "plans", true, false),
        ("nowhere", "plans", false, false),
    ] {
        let found = (tree.has_entry(folder, name), tree.has_subfolder(folder, name));
        assert_eq!(found, (has_entry, has_subfolder), "{folder} {name}");
    }
    tree.remove_folder("phases/01-a");
    assert!(!tree.has_entry("phases", "01-a") && tree.has_entry("phases", "02-b"));
    assert!(tree.files_of("phases/01-a").is_empty());
}

/// S-11, S-12, 9.2: the configured name is that of the configured milestone alone, and has to say something.
#[test]
fn names_of_milestones() {
    let mut tree = snapshot(Some(DEMO), &Disk::new(&demo_disk()), Some("v2.0"));
    assert_eq!(tree.facts_of("v2.0").milestone_name.as_deref(), Some("Code Quality"));
    assert!(tree.facts_of("v2.0").is_in_roadmap);
    tree.config.milestone = Some(" v2.0 ".to_owned());
    for (name, expected) in [("Harbour", Some("Harbour")), ("Milestone", None), (" MILESTONE ", None)] {
        tree.config.milestone_name = Some(name.to_owned());
        assert_eq!(tree.facts_of("v2.0").milestone_name.as_deref(), expected, "{name}");
        assert_eq!(tree.facts_of("v3.0").milestone_name, None);
    }
}

/// D18: commands that show counters say when they could not be trusted, and which folders were left out.
#[test]
fn d18_progress_warnings() {
    let files = [demo_disk(), vec![("phases/2-zebra/02-01-PLAN.md", "")]].concat();
    let tree = snapshot(Some(DEMO), &Disk::new(&files), Some("v2.0"));
    for (version, expected) in [
        ("v2.0", ("duplicate_phase_dir", "phases/2-zebra")),
        ("v7.7", ("progress_scope", "milestone `v7.7`")),
    ] {
        let warnings = MilestoneView::new(&tree, Some(version)).progress_warnings();
        let first = warnings.first().unwrap();
        let (code, part) = expected;
        assert_eq!(first.code.as_str(), code);
        assert!(first.message.contains(part), "{}", first.message);
    }
}
