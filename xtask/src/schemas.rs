//! `cargo xtask schemas [--check]`: a JSON Schema for every JSON output and configuration file, in `docs/schemas` (cairn 2).
//!
//! The shapes stand in `shapes.txt`, one document a paragraph, in the notation of [`notation`]; the tests of the command line
//! hold real outputs against what is generated here.

mod notation;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::Answer;

/// Write the JSON Schemas of outputs and configuration files into `docs/schemas`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail when a file differs from the shapes
    #[arg(long)]
    check: bool,
}

const FOLDER: &str = "docs/schemas";
const SHAPES: &str = include_str!("schemas/shapes.txt");

pub(crate) fn run(args: &Args) -> Answer {
    let root = crate::checkout::root();
    let drifted = drifted(&root)?;
    if args.check {
        if drifted.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let names: Vec<&str> = drifted.keys().map(String::as_str).collect();
        return Err(format!(
            "the shapes have changed, but not {}; run `cargo xtask schemas`",
            names.join(", ")
        ));
    }
    for (path, text) in &drifted {
        let whole = root.join(path);
        match text {
            Some(text) => std::fs::write(&whole, text),
            None => std::fs::remove_file(&whole),
        }
        .map_err(|error| format!("cannot write `{path}`: {error}"))?;
        println!("{path}: written");
    }
    Ok(ExitCode::SUCCESS)
}

/// Every file that is not as it should be, with its right content; `None` for one that belongs to no shape.
fn drifted(root: &Path) -> Result<BTreeMap<String, Option<String>>, String> {
    let mut wanted: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut failures: BTreeMap<String, Value> = BTreeMap::new();
    let mut named = notation::Named::new();
    for paragraph in SHAPES.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        let lines = paragraph.lines().filter(|line| !line.starts_with('#'));
        let text = lines.collect::<Vec<_>>().join(" ");
        let Some((name, shape)) = text.split_once(" = ") else { continue };
        let schema = notation::schema(shape, &named).map_err(|error| format!("`{name}`: {error}"))?;
        let (binary, words) = name.split_once(' ').unwrap_or((name, ""));
        if binary == "shape" {
            named.insert(words.to_owned(), schema);
            continue;
        }
        if words == "(failure)" {
            failures.insert(binary.to_owned(), schema);
            continue;
        }
        let mut document = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": name,
        });
        match failures.get(binary) {
            Some(failure) => merge(&mut document, json!({ "anyOf": [schema, failure] })),
            None => merge(&mut document, schema),
        }
        let path = format!("{FOLDER}/{}.json", name.replace(' ', "-"));
        wanted.insert(path, Some(format!("{document:#}\n")));
    }
    let listed =
        std::fs::read_dir(root.join(FOLDER)).map_err(|error| format!("cannot list `{FOLDER}`: {error}"))?;
    for entry in listed.flatten() {
        let path = format!("{FOLDER}/{}", entry.file_name().to_string_lossy());
        if path.ends_with(".json") {
            wanted.entry(path).or_insert(None);
        }
    }
    wanted.retain(|path, text| std::fs::read_to_string(root.join(path)).ok() != *text);
    Ok(wanted)
}

fn merge(document: &mut Value, schema: Value) {
    if let (Value::Object(document), Value::Object(schema)) = (document, schema) {
        document.extend(schema);
    }
}

#[cfg(test)]
mod tests {
    /// Cairn 2: what is committed is what the shapes say.
    #[test]
    fn schemas_follow_the_shapes() {
        let drifted = super::drifted(&crate::checkout::root()).unwrap();
        let names: Vec<&String> = drifted.keys().collect();
        assert!(names.is_empty(), "run `cargo xtask schemas`: {names:?}");
    }
}
