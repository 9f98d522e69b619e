//! The copy of the repository that holds the switches, built until the compiler takes it: a change that does not compile is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::changes::{Change, Genre};
use crate::switches::{self, Switched};

/// What was built.
pub(crate) struct Built {
    /// The programs that hold the package's tests.
    pub(crate) tests: Vec<PathBuf>,
    /// Changes that are not in them, by their number, and the compiler's reason.
    pub(crate) refused: Vec<(usize, String)>,
}

/// How often the compiler is asked again; it tells what it finds in steps.
const MOST_ROUNDS: usize = 60;

/// Reasons that lie in the switch and not in the change: a constant cannot ask, nor can a function give one of two hidden types.
pub(crate) const UNASKED: &str = "no switch: ";

/// Where the building is done.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    pub(crate) root: &'a Path,
    /// The copy of `root` that holds the changes.
    pub(crate) tree: &'a Path,
    /// The folder of what is built.
    pub(crate) place: &'a Path,
    pub(crate) package: &'a str,
}

/// Builds `changes` into the copy.
pub(crate) fn switched(site: Site<'_>, changes: &[&Change]) -> Result<Built, String> {
    let refused = refused(site, changes)?;
    let tests = compile(site, 1, &["test", "--no-run"])?;
    if let Some(error) = tests.errors.first() {
        return Err(format!("the tests do not build: {}", error.message));
    }
    Ok(Built { tests: tests.programs, refused })
}

/// Writes `changes` into the copy and leaves out those that the compiler refuses: their numbers, and why.
pub(crate) fn refused(site: Site<'_>, changes: &[&Change]) -> Result<Vec<(usize, String)>, String> {
    let Site { root, tree, package, .. } = site;
    copy(root, tree)?;
    let mut refused: BTreeMap<usize, String> = BTreeMap::new();
    let mut by_file: BTreeMap<&str, Vec<(usize, &Change)>> = BTreeMap::new();
    for (number, change) in changes.iter().enumerate() {
        by_file.entry(change.file.as_str()).or_default().push((number, change));
    }
    for round in 1..=MOST_ROUNDS {
        let mut files = BTreeMap::new();
        for (file, changes) in &by_file {
            let text = read(&root.join(file))?;
            let left: Vec<_> =
                changes.iter().filter(|(number, _)| !refused.contains_key(number)).copied().collect();
            let made = switches::switched(&text, &left).map_err(|error| format!("{file}: {error}"))?;
            for (number, why) in &made.unmade {
                refused.insert(*number, (*why).to_owned());
            }
            files.insert(*file, made);
        }
        write_files(root, tree, package, &files, changes.len())?;
        let errors = compile(site, 1, &["check", "--tests"])?.errors;
        if errors.is_empty() {
            println!(
                "{} changes built in, {} refused, after {round} rounds",
                changes.len() - refused.len(),
                refused.len()
            );
            return Ok(refused.into_iter().collect());
        }
        let before = refused.len();
        for error in &errors {
            let mut numbers = blamed(error, &files);
            if error.code == NOT_EXHAUSTIVE {
                numbers = arms_behind(error, &files, |number| {
                    changes.get(number).is_some_and(|change| change.genre == Genre::MatchArm)
                });
            }
            for number in numbers {
                let hides = changes.get(number).is_some_and(|change| {
                    change.genre == Genre::FnValue && change.return_type.contains("impl ")
                });
                let unasked = matches!(error.code.as_str(), "E0015" | "E0658") || hides;
                let kind = if unasked { UNASKED } else { "" };
                refused.entry(number).or_insert_with(|| format!("{kind}{} {}", error.code, error.message));
            }
        }
        println!("round {round}: {} errors, {} changes refused", errors.len(), refused.len() - before);
        if refused.len() == before {
            let error = errors.first().map(|error| error.rendered.clone()).unwrap_or_default();
            return Err(format!("an error of no change:\n{error}"));
        }
    }
    Err("the compiler goes on finding errors".to_owned())
}

/// Builds one change as it stands, without a switch: the programs of the tests that `tests` selects, or why it does not compile.
/// No change: the code as it is.
pub(crate) fn alone(
    site: Site<'_>,
    change: Option<&Change>,
    tests: &[&str],
) -> Result<Result<Vec<PathBuf>, String>, String> {
    copy(site.root, site.tree)?;
    if let Some(change) = change {
        let mut text = read(&site.root.join(&change.file))?;
        text.replace_range(change.span.clone(), &change.replacement);
        write(&site.tree.join(&change.file), &text)?;
    }
    let compiled = compile(site, 0, &[&["test", "--no-run"], tests].concat())?;
    let error = compiled.errors.first().map(|error| format!("{} {}", error.code, error.message));
    Ok(error.map_or(Ok(compiled.programs), Err))
}

/// The changes that an error is about: those whose own text it points at, else the innermost that stands around it. A value
/// that is used after it was moved is reported where it is used; the change may be where it was moved.
fn blamed(error: &CompilerError, files: &BTreeMap<&str, Switched>) -> BTreeSet<usize> {
    let own = |places: &[Place]| {
        let of = |(file, start, end): &Place| {
            let made = files.get(file.as_str());
            let own = made.into_iter().flat_map(|made| made.own.iter());
            let (start, end) = (*start, *end);
            own.filter(move |(span, _)| span.start < end && start < span.end).map(|(_, number)| *number)
        };
        places.iter().flat_map(of).collect::<BTreeSet<usize>>()
    };
    let around = || {
        let mut numbers = BTreeSet::new();
        for (file, start, end) in &error.places {
            let Some(made) = files.get(file.as_str()) else { continue };
            let around = made.around.iter().filter(|(span, _)| span.start <= *start && *end <= span.end);
            if let Some((narrow, _)) = around.min_by_key(|(span, _)| span.len()) {
                numbers
                    .extend(made.around.iter().filter(|(span, _)| span == narrow).map(|(_, number)| *number));
            }
        }
        numbers
    };
    let is_of_moves = matches!(error.code.as_str(), "E0382" | "E0505" | "E0507");
    let aside = || own(&error.places_aside);
    let mut found = own(&error.places);
    if found.is_empty() && is_of_moves {
        found = aside();
    }
    if found.is_empty() {
        found = around();
    }
    if found.is_empty() { aside() } else { found }
}

/// The compiler's word for a `match` that does not name everything.
const NOT_EXHAUSTIVE: &str = "E0004";

/// An arm that a switch leaves out does not count for the `match` it stands in: those of the `match` that the error is about.
fn arms_behind(
    error: &CompilerError,
    files: &BTreeMap<&str, Switched>,
    is_arm: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let mut numbers = BTreeSet::new();
    for (file, _, scrutinee_end) in &error.places {
        let Some(made) = files.get(file.as_str()) else { continue };
        let end = block_end(&made.text, *scrutinee_end);
        let inside = made.own.iter().filter(|(span, _)| *scrutinee_end <= span.start && span.end <= end);
        numbers.extend(inside.map(|(_, number)| *number).filter(|number| is_arm(*number)));
    }
    numbers
}

/// Where the block that opens at or behind `from` ends, by its braces; those in texts come in pairs.
fn block_end(text: &str, from: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return offset,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    if std::fs::read_to_string(path).is_ok_and(|present| present == text) {
        return Ok(());
    }
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Every file that git knows or may come to know, where it differs; a source file of an earlier run that is gone goes.
fn copy(root: &Path, tree: &Path) -> Result<(), String> {
    let every = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = Command::new("git").args(every).current_dir(root).output();
    let listed = listed.map_err(|error| format!("git: {error}"))?.stdout;
    remove_gone(root, tree, Path::new("crates"))?;
    for name in String::from_utf8_lossy(&listed).split_terminator('\0') {
        let (from, to) = (root.join(name), tree.join(name));
        let describe = |error: std::io::Error| format!("{name}: {error}");
        let Ok(bytes) = std::fs::read(&from) else { continue };
        if std::fs::read(&to).is_ok_and(|present| present == bytes) {
            continue;
        }
        std::fs::create_dir_all(to.parent().unwrap_or(tree)).map_err(describe)?;
        std::fs::write(&to, bytes).map_err(describe)?;
    }
    Ok(())
}

/// Two files of one module would be an error of the compiler.
fn remove_gone(root: &Path, tree: &Path, folder: &Path) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(tree.join(folder)) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = folder.join(entry.file_name());
        if entry.path().is_dir() {
            remove_gone(root, tree, &name)?;
        } else if !root.join(&name).exists() {
            std::fs::remove_file(entry.path()).map_err(|error| format!("{}: {error}", name.display()))?;
        }
    }
    Ok(())
}

fn write_files(
    root: &Path,
    tree: &Path,
    package: &str,
    files: &BTreeMap<&str, Switched>,
    count: usize,
) -> Result<(), String> {
    for (file, made) in files {
        write(&tree.join(file), &made.text)?;
    }
    let folder = format!("crates/{}/src", package.trim_start_matches("cairn-"));
    for name in ["lib.rs", "main.rs"] {
        let file = format!("{folder}/{name}");
        let text = match files.get(file.as_str()) {
            Some(made) => made.text.clone(),
            None if root.join(&file).exists() => read(&root.join(&file))?,
            None => continue,
        };
        write(&tree.join(&file), &format!("{text}{}", switches::switch_module(count)))?;
    }
    Ok(())
}

struct CompilerError {
    code: String,
    message: String,
    rendered: String,
    places: Vec<Place>,
    /// What the compiler shows beside them.
    places_aside: Vec<Place>,
}

/// File, first byte, end.
type Place = (String, usize, usize);

struct Compiled {
    errors: Vec<CompilerError>,
    programs: Vec<PathBuf>,
}

fn compile(site: Site<'_>, level: u8, arguments: &[&str]) -> Result<Compiled, String> {
    let Site { tree, place, package, .. } = site;
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--quiet", "--offline", "--message-format", "json", "--package", package])
        .args(["--config", &format!("profile.dev.package.{package}.opt-level={level}")])
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", place.join("target"))
        .env("RUSTFLAGS", "--cap-lints=allow")
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let mut compiled = Compiled { errors: Vec::new(), programs: Vec::new() };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if message["profile"]["test"] == true
            && let Some(program) = message["executable"].as_str()
        {
            compiled.programs.push(PathBuf::from(program));
        }
        let told = &message["message"];
        if told["level"] == "error" && told["spans"].as_array().is_some_and(|spans| !spans.is_empty()) {
            compiled.errors.push(compiler_error(told));
        }
    }
    if !output.status.success() && compiled.errors.is_empty() {
        return Err(format!("cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(compiled)
}

fn compiler_error(told: &Value) -> CompilerError {
    let spans = told["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
    let place = |span: &Value| {
        let number = |name: &str| span[name].as_u64().unwrap_or_default() as usize;
        (span["file_name"].as_str().unwrap_or_default().to_owned(), number("byte_start"), number("byte_end"))
    };
    let (primary, aside): (Vec<&Value>, Vec<&Value>) =
        spans.iter().partition(|span| span["is_primary"] == true);
    CompilerError {
        code: told["code"]["code"].as_str().unwrap_or_default().to_owned(),
        message: told["message"].as_str().unwrap_or_default().to_owned(),
        rendered: told["rendered"].as_str().unwrap_or_default().to_owned(),
        places: primary.into_iter().map(place).collect(),
        places_aside: aside.into_iter().map(place).collect(),
    }
}
