//! Looks at everything that `doctor` judges. Takes no lock and writes nothing.

use std::path::{Path, PathBuf};

use cairn_plan::RelativePath;
use cairn_spec::list::State;
use cairn_state::document::StateDocument;
use cairn_state::failure::Failure;
use cairn_vault::{Kind, OperationLog};
use rustix::fs::{Access, access};

use super::{Examination, Hook, HookState, Merging, MissingProgram, UnwritableLog};
use crate::disk::read_plain;
use crate::failures::{of_git, of_vault};
use crate::planning_tree::LARGEST_DOCUMENT;
use crate::set_up::{Part, attributes, hook, settings};
use crate::shell_words::program_of;
use crate::specs::{Nobody, SpecRepository};
use crate::workplace::Workplace;

impl Workplace<'_> {
    /// Looks at the project, its clone and its Specs.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn examine(&self) -> Result<Examination, Failure> {
        let mut examination = Examination {
            root: self.folder.clone(),
            has_git: self.context.git().is_some(),
            merging: self.merging()?,
            hook: self.written_hook()?,
            missing_programs: self.missing_programs(),
            leftovers: self.leftovers()?,
            cut_removals: self.cut_removals()?,
            conflicts: self.conflicts()?,
            unwritable_log: self.unwritable_log()?,
            ..Examination::default()
        };
        let context = self.context_here();
        if let Ok(specs) = SpecRepository::open(&context) {
            for listed in specs.list(false, &Nobody).unwrap_or_default() {
                if let (State::Unreadable, Some(problem)) = (listed.state, listed.problem) {
                    examination.broken_records.push((listed.path, problem));
                }
            }
            examination.left_folders = specs.left_folders().unwrap_or_default();
        }
        Ok(examination)
    }

    fn merging(&self) -> Result<Option<Merging>, Failure> {
        let (Some(repository), true) = (&self.repository, self.location.is_some()) else { return Ok(None) };
        let Some(tree) = repository.work_tree().and_then(|tree| tree.canonicalize().ok()) else {
            return Ok(None);
        };
        let Ok(below) = self.folder.strip_prefix(&tree) else { return Ok(None) };
        let mut files: Vec<String> = Vec::new();
        for base in self.base_folders()? {
            files.extend(["STATE.md", "ROADMAP.md"].map(|name| format!("{base}/{name}")));
        }
        let inside: Vec<bstr::BString> =
            files.iter().map(|file| below.join(file).into_os_string().into_encoded_bytes().into()).collect();
        let inside: Vec<&bstr::BStr> = inside.iter().map(AsRef::as_ref).collect();
        let drivers =
            repository.merge_drivers(&inside).map_err(|error| of_git(repository.git_dir(), &error))?;
        let is_ours =
            |driver: &Option<bstr::BString>| driver.as_ref().is_some_and(|name| name == attributes::DRIVER);
        let given = files.into_iter().zip(drivers).filter(|(_, driver)| is_ours(driver));
        let command = repository.configuration().get(attributes::DRIVER_KEY);
        Ok(Some(Merging {
            given: given.map(|(file, _)| file).collect(),
            command: command.map(|command| command.to_vec()),
        }))
    }

    fn written_hook(&self) -> Result<Option<Hook>, Failure> {
        let kept = self.kept_set_up()?;
        let written = kept.files_of(Part::Hooks).find(|file| file.wrote.is_some());
        let Some(file) = written else { return Ok(None) };
        let path = self.folder.join(&file.target);
        let has_block = read_plain(&path, LARGEST_DOCUMENT).is_some_and(|text| hook::has_block(&text));
        let state = match (has_block, access(&path, Access::EXEC_OK).is_ok()) {
            (false, _) => HookState::Gone,
            (true, false) => HookState::NotExecutable,
            (true, true) => HookState::Sound,
        };
        Ok(Some(Hook { target: file.target.clone(), state }))
    }

    /// Programs of a status line that is ours, or was chained by us.
    fn missing_programs(&self) -> Vec<MissingProgram> {
        let text = read_plain(&self.folder.join(settings::FILE), LARGEST_DOCUMENT);
        let command =
            text.and_then(|text| settings::command_of(&text)).filter(|command| settings::is_ours(command));
        let Some(command) = command else { return Vec::new() };
        let chained = settings::chained(&command);
        let programs = [(Some(command), false), (chained, true)];
        let programs = programs.into_iter().filter_map(|(command, is_chained)| {
            Some(MissingProgram { program: program_of(&command?)?, is_chained })
        });
        programs.filter(|one| !self.is_program(&one.program)).collect()
    }

    fn is_program(&self, program: &str) -> bool {
        let may_run = |path: &Path| path.is_file() && access(path, Access::EXEC_OK).is_ok();
        if program.contains('/') {
            return may_run(&self.folder.join(program));
        }
        std::env::split_paths(&self.context.environment.search_path)
            .any(|folder| may_run(&folder.join(program)))
    }

    /// Markdown files of the base folders with conflict markers, with the first line of each.
    fn conflicts(&self) -> Result<Vec<(String, usize)>, Failure> {
        let failed = |error| of_vault(&self.root, &error);
        let mut found = Vec::new();
        for base in self.base_folders()? {
            let listed = match self.root.list(Some(&base)) {
                Ok(listed) => listed,
                Err(error) if error.is_not_found() => continue,
                Err(error) => return Err(failed(error)),
            };
            let documents =
                listed.iter().filter(|entry| entry.kind != Kind::Folder && entry.name.ends_with(b".md"));
            let mut paths: Vec<RelativePath> =
                documents.filter_map(|entry| base.join(&entry.name).ok()).collect();
            paths.sort();
            for path in paths {
                // What cannot be read as a file is a matter of `check`.
                let Ok(file) = self.root.read(&path, LARGEST_DOCUMENT) else { continue };
                let document = StateDocument::parse(&file.bytes);
                if let Some(line) = document.conflict_lines().first() {
                    found.push((path.to_string(), document.line_index().line(line.content.start)));
                }
            }
        }
        Ok(found)
    }

    fn unwritable_log(&self) -> Result<Option<UnwritableLog>, Failure> {
        let Some(home) = self.home()? else { return Ok(Some(UnwritableLog::Nowhere)) };
        let folder: PathBuf = home.folder().join("ops");
        let Some(there) = folder.ancestors().find(|folder| folder.exists()) else { return Ok(None) };
        let is_writable = there.is_dir() && access(there, Access::WRITE_OK | Access::EXEC_OK).is_ok();
        if !is_writable {
            return Ok(Some(UnwritableLog::Folder(folder)));
        }
        let log = OperationLog::open(&home).map_err(|error| of_vault(&self.root, &error))?;
        Ok(log.and_then(|log| {
            let damaged = || log.damaged_marks().map(UnwritableLog::Damaged);
            log.obstacle().map(UnwritableLog::Obstacle).or_else(damaged)
        }))
    }
}
