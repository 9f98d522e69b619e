//! Reading the graph: the shape of every value, then the files, then the structure.

use std::collections::BTreeSet;

use cairn_plan::RelativePath;

use super::structure::{self, Node};
use super::{FILE, QaDesignation, SCHEMA, Task, TaskGraph};
use crate::folder::{FolderEntry, SpecFolder};
use crate::frontmatter;
use crate::task::TaskFile;
use crate::yaml::{self, Map};
use crate::{Cause, Slug};

/// One Task of a graph, as a person would write it.
const EXAMPLE: &str = "- {id: task_01, file: task_01.md, needs: []}";

pub(super) fn load(folder: &SpecFolder, slug: &Slug) -> Result<TaskGraph, Vec<Cause>> {
    let bytes = content(folder, FILE).map_err(|cause| vec![cause])?;
    let (map, _) = frontmatter::read(FILE, bytes).map_err(|cause| vec![cause])?;
    let mut causes = Vec::new();
    schema(&map, &mut causes);
    let nodes = nodes(&map, &mut causes);
    let (requires, requires_line) = requires(&map, slug, &mut causes);
    let files: Vec<Option<TaskFile>> =
        nodes.iter().map(|node| task_file(folder, node, &mut causes)).collect();
    let sound = structure::check(&nodes, &mut causes);
    let qa = structure::qa(&map, &nodes, &files, sound, &mut causes);
    if !causes.is_empty() {
        return Err(causes);
    }
    let tasks = nodes.into_iter().zip(files).filter_map(|(node, file)| {
        let file_facts = file?;
        Some(Task {
            id: node.id,
            file: node.file,
            needs: node.needs,
            status: file_facts.status,
            status_line: file_facts.status_line,
            kind: file_facts.kind,
        })
    });
    let tasks: Vec<Task> = tasks.collect();
    let files = tasks.iter().map(|task| task.file.clone()).collect();
    Ok(TaskGraph { tasks, qa: qa.unwrap_or(QaDesignation::None), requires, requires_line, files })
}

/// The bytes of a regular file of the folder.
fn content<'a>(folder: &'a SpecFolder, path: &str) -> Result<&'a [u8], Cause> {
    match folder.get(path) {
        None => Err(Cause::whole(path, "does not exist")),
        Some(FolderEntry::File(file)) => {
            file.bytes.as_deref().ok_or_else(|| Cause::whole(path, "is too large to be read"))
        }
        Some(_) => Err(Cause::whole(path, "is no regular file")),
    }
}

fn schema(map: &Map, causes: &mut Vec<Cause>) {
    match map.entry("schema") {
        None => causes.push(Cause::whole(FILE, format!("has no `schema: {SCHEMA}`"))),
        Some(entry) if entry.value.text() == Some(SCHEMA) => {}
        Some(entry) => {
            let found = entry.value.described();
            causes.push(Cause::at(FILE, entry.line, format!("`schema` is {found}, expected `{SCHEMA}`")));
        }
    }
}

/// The nodes whose `id`, `file` and `needs` have the right shape.
fn nodes(map: &Map, causes: &mut Vec<Cause>) -> Vec<Node> {
    let list = map.present("graph").and_then(yaml::Node::map).and_then(|graph| graph.present("nodes"));
    let Some(items) = list.and_then(yaml::Node::list).filter(|items| !items.is_empty()) else {
        let line = list.map(|node| node.line).or_else(|| map.entry("graph").map(|entry| entry.line));
        causes.push(Cause {
            path: FILE.into(),
            line,
            message: format!("`graph.nodes` lists no Task; an entry is `{EXAMPLE}`"),
        });
        return Vec::new();
    };
    items.iter().filter_map(|item| node(item, causes)).collect()
}

fn node(item: &yaml::Node, causes: &mut Vec<Cause>) -> Option<Node> {
    let Some(map) = item.map() else {
        causes.push(Cause::at(FILE, item.line, format!("a node is no map but {}", item.described())));
        return None;
    };
    let mut field = |key: &str| match map.get(key).map(|value| (value, value.text().map(str::trim))) {
        Some((_, Some(text))) if !text.is_empty() => Some(text.to_owned()),
        Some((value, _)) => {
            let found = value.described();
            causes.push(Cause::at(
                FILE,
                value.line,
                format!("`{key}` of a node is {found}, expected a name"),
            ));
            None
        }
        None => {
            causes.push(Cause::at(FILE, item.line, format!("a node has no `{key}`")));
            None
        }
    };
    let (id, file) = (field("id"), field("file"));
    let needs = match map.present("needs") {
        None => Some(Vec::new()),
        Some(value) => texts(value).or_else(|| {
            causes.push(Cause::at(FILE, value.line, "`needs` of a node is no list of ids"));
            None
        }),
    };
    Some(Node { id: id?, file: file?, needs: needs?, line: item.line })
}

/// A list of scalars.
fn texts(value: &yaml::Node) -> Option<Vec<String>> {
    value.list()?.iter().map(|item| item.text().map(str::to_owned)).collect()
}

fn requires(map: &Map, slug: &Slug, causes: &mut Vec<Cause>) -> (Vec<Slug>, Option<usize>) {
    let Some(entry) = map.entry("requires").filter(|entry| !entry.value.is_null()) else {
        return (Vec::new(), None);
    };
    let line = entry.line;
    let mut found: Vec<Slug> = Vec::new();
    let mut seen: BTreeSet<Slug> = BTreeSet::new();
    match texts(&entry.value) {
        None => causes.push(Cause::at(FILE, line, "`requires` is no list of slugs")),
        Some(names) => {
            for name in names {
                match Slug::new(&name) {
                    Err(error) => {
                        causes.push(Cause::at(FILE, line, format!("`requires` holds `{name}`: {error}")))
                    }
                    Ok(other) if other == *slug => {
                        causes.push(Cause::at(FILE, line, "`requires` names the Spec itself"));
                    }
                    Ok(other) if !seen.insert(other.clone()) => {
                        causes.push(Cause::at(FILE, line, format!("`requires` names `{other}` twice")));
                    }
                    Ok(other) => found.push(other),
                }
            }
        }
    }
    (found, Some(line))
}

fn task_file(folder: &SpecFolder, node: &Node, causes: &mut Vec<Cause>) -> Option<TaskFile> {
    let path = RelativePath::new(node.file.as_str()).ok().filter(|_| !node.file.contains('\\'));
    let Some(path) = path else {
        causes.push(Cause::at(FILE, node.line, format!("`{}` is no path inside the Spec", node.file)));
        return None;
    };
    // A folder on the way that is a link would lead out of the Spec; the snapshot holds nothing below a link.
    let through_link = path.ancestors().any(|folder_path| {
        folder.get(&folder_path).is_some_and(|entry| !matches!(entry, FolderEntry::Folder))
    });
    let bytes = match content(folder, &node.file) {
        Ok(bytes) => bytes,
        Err(_) if through_link => {
            causes.push(Cause::at(FILE, node.line, format!("`{}` is reached through a link", node.file)));
            return None;
        }
        Err(mut cause) => {
            cause.message = format!("{} (named by `{FILE}:{}`)", cause.message, node.line);
            causes.push(cause);
            return None;
        }
    };
    match TaskFile::read(&node.file, bytes) {
        Ok(file) => Some(file),
        Err(more) => {
            causes.extend(more);
            None
        }
    }
}
