//! A repository with one finished Spec: the counterpart of the acceptance fixture `archive-base`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cairn_project::clock::Clock;
use cairn_project::context::{Context, Waiting};
use cairn_project::environment::Environment;
use cairn_project::specs::{Done, Nobody, SpecFailure, SpecRepository};
use cairn_spec::Slug;
use cairn_spec::archive::ArchiveReport;
use cairn_spec::request::{ArchiveRequest, CancelRequest};
use cairn_spec::unarchive::UnarchiveReport;
use cairn_testkit::repository::TestRepository;
use cairn_vault::Interrupt;

pub(crate) const SLUG: &str = "0042-sample";
pub(crate) const SPEC: &str = "docs/specs/0042-sample";
pub(crate) const RECORD: &str = "docs/history/specs/0042-sample.md";

/// Path and content of every file of a finished Spec.
pub(crate) const FILES: [(&str, &str); 6] = [
    (
        "_prd.md",
        "---\nstatus: active\ncreated: 2026-10-01\n---\n\n# A sample capability\n\nListing is one pass now.\n",
    ),
    (
        "_tasks.md",
        "---\nschema: spec-tasks/v1\nqa: task_02\ngraph:\n  nodes:\n    - {id: task_01, file: task_01.md, needs: []}\n    - {id: task_02, file: task_02.md, needs: [task_01]}\n---\n",
    ),
    ("task_01.md", "---\nstatus: completed\ntype: backend\n---\n\n# Task 01\n\n## Result\n\nWorks.\n"),
    ("task_02.md", "---\nstatus: completed\ntype: qa\n---\n\n# Task 02\n"),
    (
        "qa/qa-report-2026-10-05.md",
        "---\nverdict: pass\n---\n\n## Results\n\n| # | Status | Provenance |\n| - | --- | --- |\n| 1 | pass | Requirement 1 |\n",
    ),
    ("measurement/list.md", "# Timings\n\n12 ms\n"),
];

/// What stands below a folder, `.git` left out: path, whether it may be executed, content; a link as its target.
pub(crate) type Tree = BTreeMap<String, (bool, Vec<u8>)>;

pub(crate) struct Scene {
    pub(crate) repository: TestRepository,
}

impl Scene {
    /// One finished Spec, everything committed on `main`.
    pub(crate) fn finished() -> Self {
        Self::in_repository(TestRepository::new())
    }

    pub(crate) fn in_repository(repository: TestRepository) -> Self {
        let scene = Self { repository };
        scene.write_spec(SPEC);
        scene.repository.commit_all(0, "base");
        scene
    }

    pub(crate) fn write_spec(&self, at: &str) {
        for (path, text) in FILES {
            self.repository.write(&format!("{at}/{path}"), text);
        }
    }

    /// Writes files and commits everything.
    pub(crate) fn commit(&self, files: &[(&str, &str)]) -> String {
        for (path, text) in files {
            self.repository.write(path, text);
        }
        self.repository.commit_all(60, "change")
    }

    pub(crate) fn root(&self) -> &Path {
        self.repository.root()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        self.path(path).symlink_metadata().is_ok()
    }

    pub(crate) fn tree(&self) -> Tree {
        tree(self.root())
    }

    /// The world of a command that is started in the root.
    pub(crate) fn context(&self) -> Context {
        self.context_in(self.root())
    }

    pub(crate) fn context_in(&self, folder: &Path) -> Context {
        let variables = self.repository.environment();
        let environment = Environment::from_variables(
            variables.into_iter().map(|(name, value)| (name.into(), value.into())),
        );
        Context {
            clock: Clock::of(&environment),
            environment,
            current_folder: folder.to_owned(),
            waiting: Waiting::new(Duration::ZERO, Interrupt::new()),
            words: vec!["/usr/bin/roundfix".to_owned(), "archive".to_owned(), SLUG.to_owned()],
            interrupt: Interrupt::new(),
        }
    }

    pub(crate) fn archive(&self) -> Result<Done<ArchiveReport>, SpecFailure> {
        archive(&self.context(), &ArchiveRequest::default())
    }

    pub(crate) fn cancel(&self, reason: &str) -> Result<(), SpecFailure> {
        let context = self.context();
        let request = CancelRequest { reason: reason.to_owned(), pull_request: None, commit: false };
        SpecRepository::open(&context)?.cancel(&slug(), &request, &Nobody).map(drop)
    }

    pub(crate) fn unarchive(&self, relink: bool) -> Result<UnarchiveReport, SpecFailure> {
        let context = self.context();
        Ok(SpecRepository::open(&context)?.unarchive(&slug(), relink, &Nobody)?.report)
    }
}

pub(crate) fn archive(
    context: &Context,
    request: &ArchiveRequest,
) -> Result<Done<ArchiveReport>, SpecFailure> {
    SpecRepository::open(context)?.archive(&slug(), request, &Nobody)
}

pub(crate) fn slug() -> Slug {
    Slug::new(SLUG).unwrap()
}

/// `check code path` of every reason, in their order.
pub(crate) fn reasons<T>(result: Result<T, SpecFailure>) -> Vec<String> {
    let Err(SpecFailure::Refused(refused)) = result.map(drop) else { panic!("not refused") };
    let reasons = refused.refusal.reasons.iter();
    reasons
        .map(|reason| {
            let path = reason.path.as_ref().map(|path| format!(" {path}")).unwrap_or_default();
            format!("{} {}{path}", reason.check, reason.code)
        })
        .collect()
}

pub(crate) fn tree(root: &Path) -> Tree {
    let mut found = Tree::new();
    let mut ahead = vec![root.to_owned()];
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = path.symlink_metadata().unwrap();
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            if name == ".git" {
                continue;
            }
            if kind.is_symlink() {
                let target = fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes();
                found.insert(name, (false, target));
            } else if kind.is_dir() {
                ahead.push(path);
            } else {
                let executable = kind.permissions().mode() & 0o100 != 0;
                found.insert(name, (executable, fs::read(&path).unwrap()));
            }
        }
    }
    found
}
