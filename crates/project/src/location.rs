//! Which project, and which base folder in it: the search of msd-tools 3 and 17 over the real disk.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use cairn_state::failure::{Failure, Reason, Warning, WarningCode};
use cairn_state::project_root::{
    PLANNING_FOLDER, WORKSTREAMS_FOLDER, Workstream, WorkstreamName, WorkstreamRequest, active_workstream,
    find_root,
};

use crate::context::Context;
use crate::disk::{Disk, resolved};
use crate::healing::heal;

/// What the caller said about the place.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// `--cwd`: where the walk begins.
    pub start: Option<&'a Path>,
    /// `--project-dir`: the root itself.
    pub root: Option<&'a Path>,
    /// `--ws`.
    pub workstream: Option<&'a str>,
}

/// A project on the disk.
#[derive(Debug, Clone)]
pub struct Location {
    /// The root folder, absolute, links resolved.
    pub root: PathBuf,
    /// The workstream in use.
    pub workstream: Option<WorkstreamName>,
    /// `workstream_pointer` when a named workstream is missing.
    pub warnings: Vec<Warning>,
    /// There is no planning folder yet: `state init` makes it.
    pub is_new: bool,
}

impl Location {
    /// The base folder from the root: `.planning` or `.planning/workstreams/NAME`.
    pub fn base_folder(&self) -> String {
        match &self.workstream {
            None => PLANNING_FOLDER.to_owned(),
            Some(name) => format!("{PLANNING_FOLDER}/{WORKSTREAMS_FOLDER}/{}", name.as_str()),
        }
    }
}

/// The folder at which the search starts; a path that is no folder is `invalid_value`.
pub fn start_folder(context: &Context, request: Request<'_>) -> Result<PathBuf, Failure> {
    let folder = |flag: &str, path: &Path| {
        let folder = resolved(&context.current_folder, path);
        if folder.is_dir() {
            return Ok(folder);
        }
        let shown = path.display();
        Err(Failure::invalid_value(flag, format!("`{flag} {shown}` is no folder; give one that exists")))
    };
    match (request.root, request.start) {
        (Some(root), _) => folder("--project-dir", root),
        (None, Some(start)) => folder("--cwd", start),
        (None, None) => Ok(resolved(&context.current_folder, Path::new("."))),
    }
}

/// Finds the project; `Ok(None)` when no folder on the way holds `.planning`. What a crashed command left is finished first.
pub fn locate(context: &Context, request: Request<'_>) -> Result<Option<Location>, Failure> {
    locate_with(context, request, heal)
}

/// The same, and nothing is written: for whoever looks for what crashes left.
pub fn locate_as_it_is(context: &Context, request: Request<'_>) -> Result<Option<Location>, Failure> {
    locate_with(context, request, |_, _| Ok(Vec::new()))
}

fn locate_with(
    context: &Context,
    request: Request<'_>,
    heal: impl FnOnce(&Context, &Path) -> Result<Vec<Warning>, Failure>,
) -> Result<Option<Location>, Failure> {
    let start = start_folder(context, request)?;
    let disk = Disk::default();
    let root = match request.root {
        Some(_) => Some(start.clone()).filter(|root| root.join(PLANNING_FOLDER).is_dir()),
        None => {
            let home = context.environment.home.as_deref().map(|home| resolved(Path::new("/"), home));
            find_root(&start, home.as_deref(), &disk)
        }
    };
    disk.all_was_read()?;
    let Some(root) = root else { return Ok(None) };
    // A crashed command may have been about the workstreams themselves.
    let healed = heal(context, &root)?;
    let (workstream, mut warnings) = workstream(context, request, &root)?;
    warnings.splice(0..0, healed);
    Ok(Some(Location { root, workstream, warnings, is_new: false }))
}

/// Finds the project or says that there is none (D28).
pub fn locate_required(context: &Context, request: Request<'_>) -> Result<Location, Failure> {
    match locate(context, request)? {
        Some(location) => Ok(location),
        None => {
            let start = start_folder(context, request)?;
            let path = start.join(PLANNING_FOLDER).join("STATE.md");
            Err(Failure::new(
                Reason::StateNotFound,
                format!(
                    "no `.planning` folder in `{}` or the folders above it; `msd-tools state init` creates one",
                    start.display()
                ),
            )
            .with("path", path.display().to_string()))
        }
    }
}

fn workstream(
    context: &Context,
    request: Request<'_>,
    root: &Path,
) -> Result<(Option<WorkstreamName>, Vec<Warning>), Failure> {
    let planning = root.join(PLANNING_FOLDER);
    let wanted = WorkstreamRequest {
        flag: request.workstream,
        environment: context.environment.workstream.as_deref(),
    };
    let disk = Disk::default();
    let active = active_workstream(wanted, &planning, &disk);
    disk.all_was_read()?;
    match active {
        Workstream::None => Ok((None, Vec::new())),
        Workstream::Active(name, _) => Ok((Some(name), Vec::new())),
        Workstream::Missing(name, cairn_state::project_root::WorkstreamSource::Flag) => {
            Err(not_found(name.as_str(), &planning))
        }
        Workstream::Missing(name, _) => {
            let text = format!(
                "the active workstream `{}` does not exist; the project's own files are used",
                name.as_str()
            );
            Ok((None, vec![Warning::new(WarningCode::WorkstreamPointer, text)]))
        }
        Workstream::Invalid(text, _) => Err(Failure::invalid_value(
            "workstream",
            format!("`{text}` is no workstream name; letters, digits, `-`, `_` and `.` make one"),
        )),
    }
}

/// No such workstream; the ones there are.
pub fn not_found(name: &str, planning: &Path) -> Failure {
    Failure::new(
        Reason::WorkstreamNotFound,
        format!("there is no workstream `{name}`; `msd-tools workstream create {name}` makes one"),
    )
    .with("workstream", name)
    .with("available", cairn_state::answer::Value::texts(workstream_names(planning).unwrap_or_default()))
}

/// The names of the workstream folders, sorted.
///
/// # Errors
/// The folder of the workstreams is there and cannot be listed.
#[allow(clippy::disallowed_methods, reason = "lists one folder; nothing is opened or written")]
pub fn workstream_names(planning: &Path) -> Result<Vec<String>, Failure> {
    let folder = planning.join(WORKSTREAMS_FOLDER);
    let failed = |error: std::io::Error| unread(&folder, &error);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(failed(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_dir()
            && let Ok(name) = entry.file_name().into_string()
            && WorkstreamName::parse(&name).is_some()
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Something on the way to the project cannot be read.
pub(crate) fn unread(path: &Path, error: &std::io::Error) -> Failure {
    let path = path.display().to_string();
    let message = format!("cannot read `{path}`: {error}; make it readable and run the command again");
    Failure::new(Reason::Io, message).with("path", path)
}

impl Disk {
    /// An error when the system failed at a file that may name a place: the answer may be about another project.
    fn all_was_read(&self) -> Result<(), Failure> {
        self.failed().map_or(Ok(()), |(path, error)| Err(unread(&path, &error)))
    }
}
