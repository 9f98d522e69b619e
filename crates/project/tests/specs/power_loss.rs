//! Whole decisions (archive, cancel, unarchive with everything they can do) on a disk that loses power before every step and fails
//! at every call; then the next command (roundfix 15, G4, G5, L1). The vault explores its protocols deeper; here the plans are real.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use cairn_plan::{Plan, RelativePath};
use cairn_spec::archive::archive;
use cairn_spec::cancel::cancel;
use cairn_spec::folder::{FolderEntry, FolderFile, SpecFolder};
use cairn_spec::presence::Presence;
use cairn_spec::relink::PastDocument;
use cairn_spec::request::{ArchiveRequest, CancelRequest};
use cairn_spec::roots::{RootKind, Roots};
use cairn_spec::snapshot::{FolderGit, HomeRepository, SearchedFile, Snapshot};
use cairn_spec::standing::Standings;
use cairn_spec::unarchive::{UnarchiveSnapshot, unarchive};
use cairn_vault::simulation::{Bounds, Fault, Lasts, Persistence, SimulatedFs};
use cairn_vault::{
    Commit, CommitError, Errno, Exclusive, Interrupt, OperationNote, Outcome, Root, StateHome,
    TransactionKind, VaultError, Writer,
};

use crate::scene::{FILES, RECORD, SPEC, slug};

/// Files below the root, links and folders left out.
type Disk = BTreeMap<String, Vec<u8>>;

const HEAD: &str = "5f0e1d2c3b4a59687766554433221100ffeeddcc";
const BACKLOG: &str = "---\nstatus: promoted\nspec: 0042-sample\n---\n\n# Faster [t](../task_01.md)\n";
const INDEX: &str = "| source | type | owner | adopted date | path |\n|---|---|---|---|---|\n| docs/backlog/faster.md | backlog | 0042 | 2026-10-01 | faster.md |\n";
const LIST: &str = "# Timings\n\n[t](../task_01.md) [r](../../../../README.md)\n";

/// Every file at the beginning.
fn beginning() -> Disk {
    let mut disk: Disk =
        FILES.iter().map(|(path, text)| (format!("{SPEC}/{path}"), text.as_bytes().to_vec())).collect();
    let mut put = |path: &str, text: &str| disk.insert(path.to_owned(), text.as_bytes().to_vec());
    put("docs/specs/0042-sample/measurement/list.md", LIST);
    put("docs/specs/0042-sample/references/faster.md", BACKLOG);
    put("docs/specs/0042-sample/references/_index.md", INDEX);
    put("README.md", "[p](docs/specs/0042-sample/_prd.md)\n");
    put(
        "docs/guide.md",
        "[l](specs/0042-sample/measurement/list.md)\n[f](specs/0042-sample/references/faster.md)\n",
    );
    disk
}

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

fn disk(fs: &SimulatedFs) -> Disk {
    let files = fs.tree().into_iter().filter(|(name, _)| !name.ends_with('/'));
    files.filter_map(|(name, bytes)| Some((name.strip_prefix("/p/")?.to_owned(), bytes.to_vec()))).collect()
}

/// The repository of a disk: git holds what the beginning held.
struct Home(Disk);

impl HomeRepository for Home {
    fn presence(&self, path: &RelativePath) -> Presence {
        let (name, folder) = (path.to_string(), format!("{path}/"));
        match self.0.get(&name) {
            Some(_) => Presence::File,
            None if self.0.keys().any(|file| file.starts_with(&folder)) => Presence::Folder,
            None => Presence::Absent,
        }
    }

    fn would_ignore(&self, _: &RelativePath) -> bool {
        false
    }

    fn commit_holding(&self, _: &RelativePath) -> Option<String> {
        Some(HEAD.to_owned())
    }
}

fn folder(disk: &Disk) -> SpecFolder {
    let mut folder = SpecFolder::new();
    for (name, bytes) in disk {
        let Some(below) = path(name).below(&path(SPEC)) else { continue };
        for above in below.ancestors() {
            folder.insert(above, FolderEntry::Folder);
        }
        folder.insert(below, FolderEntry::File(FolderFile::new(bytes.clone(), false)));
    }
    folder
}

fn roots() -> Roots {
    Roots {
        kind: RootKind::BuiltIn,
        spec_root: Some(path("docs/specs")),
        archive_root: path("docs/history/specs"),
    }
}

fn files(disk: &Disk) -> Vec<SearchedFile> {
    let outside = disk.iter().filter(|(name, _)| !path(name).is_within(&path(SPEC)));
    let file = |(name, bytes): (&String, &Vec<u8>)| SearchedFile {
        path: path(name),
        bytes: bytes.clone(),
        tracked: true,
        dirty: false,
        home: true,
    };
    outside.map(file).collect()
}

/// What a command decides on a disk; `None` when it refuses.
type Decide = fn(&Disk) -> Option<Plan>;

fn with_snapshot<T>(disk: &Disk, decide: impl FnOnce(&Snapshot<'_>) -> T) -> T {
    let home = Home(disk.clone());
    decide(&Snapshot {
        slug: slug(),
        roots: roots(),
        home: PathBuf::from("/p"),
        folder_presence: home.presence(&path(SPEC)),
        folder: folder(disk),
        head: HEAD.to_owned(),
        git: FolderGit::default(),
        files: files(disk),
        standings: Standings::default(),
        required_by: Vec::new(),
        staged: Vec::new(),
        operation: None,
        today: cairn_spec::date::parse("2026-10-07").unwrap(),
        pull_request: None,
        merged: Some(true),
        repository: &home,
    })
}

fn decide_archive(disk: &Disk) -> Option<Plan> {
    let decide = |snapshot: &Snapshot<'_>| archive(snapshot, &ArchiveRequest::default());
    with_snapshot(disk, decide).ok().map(|decision| decision.plan)
}

fn decide_cancel(disk: &Disk) -> Option<Plan> {
    let request = CancelRequest { reason: "x".to_owned(), pull_request: None, commit: false };
    with_snapshot(disk, |snapshot| cancel(snapshot, &request)).ok().map(|decision| decision.plan)
}

fn decide_unarchive(disk: &Disk) -> Option<Plan> {
    let (home, then) = (Home(disk.clone()), beginning());
    let now = |name: &str| disk.get(name).cloned();
    let document =
        |name: &str| PastDocument { path: path(name), then: then.get(name).cloned(), now: now(name) };
    let snapshot = UnarchiveSnapshot {
        slug: slug(),
        roots: roots(),
        home: PathBuf::from("/p"),
        record: now(RECORD),
        tree: Some(folder(&then)),
        documents: ["README.md", "docs/guide.md"].map(document).into(),
        copies: ["docs/references/list.md", "docs/references/faster.md"]
            .map(|name| (path(name), now(name)))
            .into(),
        files: files(disk),
        repository: &home,
    };
    unarchive(&snapshot, true).ok().map(|decision| decision.plan)
}

struct Free;

impl Exclusive for Free {
    fn confirm(&self) -> Result<(), VaultError> {
        Ok(())
    }
}

fn with<T, E: From<VaultError>>(
    fs: &SimulatedFs,
    act: impl FnOnce(&Writer<'_, SimulatedFs>) -> Result<T, E>,
) -> Result<T, E> {
    let root = Root::open_in(fs.clone(), Path::new("/p"))?;
    let home = StateHome::in_fs(fs.clone(), "/h/cairn");
    let interrupt = Interrupt::new();
    act(&Writer { root: &root, home: Some(&home), lock: &Free, scope: "specs", interrupt: &interrupt })
}

/// A command as a process runs it: recovery first. `None` when it refuses.
fn run(fs: &SimulatedFs, kind: TransactionKind, decide: Decide) -> Option<Result<(), CommitError>> {
    let recovered = with(fs, |writer| writer.recover());
    if let Err(error) = recovered {
        return Some(Err(error.into()));
    }
    let plan = decide(&disk(fs))?;
    let (time, command) = ("2026-10-07T12:00:00.000Z".to_owned(), "roundfix".to_owned());
    let note = OperationNote { time, command, fields: Vec::new() };
    let then = beginning();
    let in_git =
        |path: &RelativePath| then.contains_key(&path.to_string()).then(|| (HEAD.to_owned(), path.clone()));
    let how = Commit { kind, note: Some(&note), in_git: &in_git };
    Some(with(fs, |writer| writer.commit(&plan, &how)).map(drop))
}

/// One command with its beginning.
struct Protocol {
    kind: TransactionKind,
    decide: Decide,
    start: Disk,
    end: Disk,
}

fn start(disk: &Disk) -> SimulatedFs {
    let fs = SimulatedFs::new();
    disk.iter().for_each(|(name, bytes)| fs.put(&format!("/p/{name}"), bytes));
    // The Spec Root stays when its last Spec goes.
    fs.put("/p/docs/specs/.keep", b"");
    fs.settle();
    fs
}

fn without_keep(mut disk: Disk) -> Disk {
    disk.remove("docs/specs/.keep");
    disk
}

fn protocol(kind: TransactionKind, decide: Decide, beginning: Disk) -> Protocol {
    let fs = start(&beginning);
    run(&fs, kind, decide).unwrap().unwrap();
    let end = without_keep(disk(&fs));
    assert_ne!(beginning, end);
    Protocol { kind, decide, start: beginning, end }
}

impl Protocol {
    /// No state in which bytes exist neither in the work tree nor in git: either the whole folder is there, or the record and
    /// everything else that the command writes.
    fn is_recoverable(&self, now: &Disk) -> bool {
        let spec = format!("{SPEC}/");
        let holds = |wanted: &Disk, which: &dyn Fn(&str) -> bool| {
            wanted.iter().filter(|(name, _)| which(name)).all(|(name, bytes)| now.get(name) == Some(bytes))
        };
        match self.kind {
            TransactionKind::Unarchive => {
                holds(&self.start, &|name| name == RECORD)
                    || holds(&self.end, &|name| name.starts_with(&spec))
            }
            _ => {
                holds(&self.start, &|name| name.starts_with(&spec))
                    || holds(&self.end, &|name| !name.starts_with(&spec))
            }
        }
    }

    fn judge(&self, fs: &SimulatedFs, when: &str) {
        let before = without_keep(disk(fs));
        assert!(self.is_recoverable(&before), "{when}: lost: {before:#?}");
        let recovered = with(fs, |writer| writer.recover()).unwrap();
        let after = without_keep(disk(fs));
        if recovered.iter().any(|one| matches!(one.outcome, Outcome::RemovalBegun { .. })) {
            assert!(after.contains_key(RECORD) && self.is_recoverable(&after), "{when}: {after:#?}");
            return;
        }
        let settled = after == self.start || after == self.end;
        assert!(settled, "{when}: neither before nor after: {:?}", after.keys());
        // The same command again comes to the same end; where it was at its end already it refuses.
        match run(fs, self.kind, self.decide) {
            Some(result) => {
                result.unwrap();
                assert_eq!(after, self.start, "{when}: ran twice");
                assert_eq!(without_keep(disk(fs)), self.end, "{when}: another end");
            }
            None => assert_eq!(after, self.end, "{when}: refused"),
        }
    }

    fn explore(&self, seen: &mut HashSet<u64>) -> usize {
        let bounds = Bounds { names: 10, data: 6, cuts: 1 };
        let fs = start(&self.start);
        fs.record();
        run(&fs, self.kind, self.decide).unwrap().unwrap();
        let mut states = 0;
        for (step, moment) in fs.history().iter().enumerate() {
            self.judge(&moment.fork(), &format!("{:?} killed at step {step}", self.kind));
            for persistence in Persistence::ALL {
                moment.crashes(persistence, bounds, |crash| {
                    states += 1;
                    if seen.insert(crash.fingerprint) {
                        let when = format!("{:?} {persistence:?} without power at step {step}", self.kind);
                        self.judge(&crash.fs, &when);
                    }
                });
            }
        }
        states
    }

    /// Every call fails, once and for ever; then the next command.
    fn fail(&self) {
        let fs = start(&self.start);
        fs.fail(None);
        run(&fs, self.kind, self.decide).unwrap().unwrap();
        for call in 1..=fs.calls() {
            for (errno, lasts) in [(Errno::NOSPC, Lasts::Once), (Errno::IO, Lasts::Ever)] {
                let fs = start(&self.start);
                fs.fail(Some(Fault { call, errno, lasts }));
                let result = run(&fs, self.kind, self.decide);
                fs.fail(None);
                let when = format!("{:?}: call {call} {errno:?} {lasts:?}: {result:?}", self.kind);
                let now = without_leftovers(&without_keep(disk(&fs)));
                match &result {
                    Some(Ok(())) => assert_eq!(now, self.end, "{when}"),
                    Some(Err(CommitError::DeletionFailed { .. })) => {
                        assert!(now.contains_key(RECORD) && self.is_recoverable(&now), "{when}");
                        continue;
                    }
                    Some(Err(CommitError::NotDone(_))) => assert_eq!(now, self.start, "{when}"),
                    _ => assert!(self.is_recoverable(&now), "{when}"),
                }
                let _recovered = with(&fs, |writer| writer.recover()).unwrap();
                let after = without_leftovers(&without_keep(disk(&fs)));
                assert!(after == self.start || after == self.end, "{when}: {:?}", after.keys());
            }
        }
    }
}

/// What a failed removal of a temporary file leaves.
fn without_leftovers(disk: &Disk) -> Disk {
    let kept = disk.iter().filter(|(name, _)| !name.ends_with(".cairn-tmp"));
    kept.map(|(name, bytes)| (name.clone(), bytes.clone())).collect()
}

fn protocols() -> [Protocol; 3] {
    let archive = protocol(TransactionKind::Archive, decide_archive, beginning());
    let cancel = protocol(TransactionKind::Cancel, decide_cancel, beginning());
    let unarchive = protocol(TransactionKind::Unarchive, decide_unarchive, archive.end.clone());
    assert_eq!(unarchive.end, beginning(), "there and back");
    assert!(cancel.end.contains_key("docs/backlog/faster.md"));
    [archive, cancel, unarchive]
}

/// G4, G5, roundfix 15: power is lost before every step of every command.
#[test]
fn g5_power_loss_at_every_step() {
    let (mut seen, mut states) = (HashSet::new(), 0);
    for protocol in protocols() {
        seen.clear();
        states += protocol.explore(&mut seen);
    }
    assert!(states >= 5_000, "explored {states} states");
}

/// G4, G5, A-41: every call fails.
#[test]
fn g5_every_call_fails() {
    protocols().iter().for_each(Protocol::fail);
}
