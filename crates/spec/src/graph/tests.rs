use cairn_plan::RelativePath;

use super::*;
use crate::folder::{FolderEntry, FolderFile};

const FRONT: &str = "---\nschema: spec-tasks/v1\nqa: task_02\ngraph:\n  nodes:\n    - {id: task_01, file: task_01.md, needs: []}\n    - {id: task_02, file: task_02.md, needs: [task_01]}\n---\n";

fn task(status: &str, kind: &str) -> String {
    format!("---\nstatus: {status}\ntype: {kind}\n---\n")
}

fn folder(tasks: &str, files: &[(&str, String)]) -> SpecFolder {
    let mut folder = SpecFolder::new();
    let mut add = |path: &str, text: &str| {
        folder.insert(RelativePath::new(path).unwrap(), FolderEntry::File(FolderFile::new(text, false)));
    };
    add(FILE, tasks);
    for (path, text) in files {
        add(path, text);
    }
    folder
}

fn load(tasks: &str, files: &[(&str, String)]) -> Result<TaskGraph, Vec<String>> {
    let slug = Slug::new("0042-sample").unwrap();
    TaskGraph::load(&folder(tasks, files), &slug)
        .map_err(|causes| causes.iter().map(ToString::to_string).collect())
}

fn two() -> Vec<(&'static str, String)> {
    vec![("task_01.md", task("completed", "backend")), ("task_02.md", task("pending", "qa"))]
}

/// a sound graph.
#[test]
fn tasks_and_the_qa_task() {
    let graph = load(FRONT, &two()).unwrap();
    assert_eq!(graph.qa_task().unwrap().id, "task_02");
    assert_eq!(graph.unfinished(false).map(|task| &*task.file).collect::<Vec<_>>(), ["task_02.md"]);
    assert_eq!(graph.unfinished(true).count(), 0);
    assert!(graph.names(b"task_01.md") && !graph.names(b"x.md"));
}

/// Block style, CRLF, no needs, no qa: the one Task of the type is the QA Task.
#[test]
fn other_spellings() {
    let text = "---\r\nschema: 'spec-tasks/v1'\r\ngraph:\r\n  nodes:\r\n    - id: a\r\n      file: sub/a.md\r\n    - id: b\r\n      file: b.md\r\n---\r\n";
    let graph = load(text, &[("sub/a.md", task("done", "qa")), ("b.md", task("completed", "docs"))]).unwrap();
    assert_eq!(graph.qa_task().unwrap().id, "a");
    let declined = "---\nschema: spec-tasks/v1\nqa: declined\nqa_reason: no host\ngraph: {nodes: [{id: a, file: a.md}]}\nrequires: [0040-x, 0041]\n---\n";
    let graph = load(declined, &[("a.md", task("completed", "docs"))]).unwrap();
    assert_eq!(graph.qa, QaDesignation::Declined("no host".to_owned()));
    assert_eq!(graph.requires.iter().map(Slug::as_str).collect::<Vec<_>>(), ["0040-x", "0041"]);
    assert_eq!(graph.requires_line, Some(6));
}

fn refused(old: &str, new: &str, expected: &[&str]) {
    assert!(FRONT.contains(old), "{old}");
    assert_eq!(load(&FRONT.replacen(old, new, 1), &two()).unwrap_err(), expected, "{new}");
}

/// A-50, roundfix 2.3: every rule of the graph names file, line and cause.
#[test]
fn broken_rules() {
    refused(
        "spec-tasks/v1",
        "spec-tasks/v2",
        &["_tasks.md:2: `schema` is `spec-tasks/v2`, expected `spec-tasks/v1`"],
    );
    refused("schema: spec-tasks/v1\n", "", &["_tasks.md: has no `schema: spec-tasks/v1`"]);
    refused(
        "id: task_02",
        "id: task_01",
        &["_tasks.md:7: the id `task_01` occurs twice", "_tasks.md:3: `qa` names the unknown Task `task_02`"],
    );
    refused(
        "id: task_01",
        "id: ''",
        &[
            "_tasks.md:6: `id` of a node is ``, expected a name",
            "_tasks.md:7: `task_02` needs the unknown `task_01`",
        ],
    );
    refused(
        "file: task_01.md, ",
        "",
        &["_tasks.md:6: a node has no `file`", "_tasks.md:7: `task_02` needs the unknown `task_01`"],
    );
    refused("needs: []", "needs: [x]", &["_tasks.md:6: `task_01` needs the unknown `x`"]);
    refused(
        "needs: []",
        "needs: 1",
        &[
            "_tasks.md:6: `needs` of a node is no list of ids",
            "_tasks.md:7: `task_02` needs the unknown `task_01`",
        ],
    );
    refused(
        "needs: []",
        "needs: [task_02]",
        &["_tasks.md:6: the needs go in a circle: `task_01` needs `task_02`"],
    );
    refused("needs: []", "needs: [task_01]", &["_tasks.md:6: the needs go in a circle: `task_01`"]);
    refused(
        "needs: [task_01]",
        "needs: []",
        &["_tasks.md:3: the QA Task `task_02` does not need `task_01`, directly or not"],
    );
    refused("qa: task_02", "qa: task_01", &["_tasks.md:3: `qa` names `task_01`, which is not of type qa"]);
    refused("qa: task_02", "qa: task_09", &["_tasks.md:3: `qa` names the unknown Task `task_09`"]);
    refused("qa: task_02", "qa: [task_02]", &["_tasks.md:3: `qa` names no Task"]);
    refused(
        "qa: task_02",
        "qa: declined",
        &[
            "_tasks.md:3: `qa: declined`, but `task_02` is of type qa",
            "_tasks.md:3: `qa: declined` has no `qa_reason`",
        ],
    );
    refused(
        "qa: task_02",
        "qa: task_02\nrequires: [0042-sample, a/b, x, x]",
        &[
            "_tasks.md:4: `requires` names the Spec itself",
            "_tasks.md:4: `requires` holds `a/b`: a slug is one folder name, without `/` and `\\`",
            "_tasks.md:4: `requires` names `x` twice",
        ],
    );
    refused(
        "file: task_01.md",
        "file: ../task_01.md",
        &["_tasks.md:6: `../task_01.md` is no path inside the Spec"],
    );
    refused("file: task_01.md", "file: gone.md", &["gone.md: does not exist (named by `_tasks.md:6`)"]);
    refused("---\nschema", "schema", &["_tasks.md:1: no frontmatter: the first line must be `---`"]);
}

/// A circle is found whatever Tasks stand before it and behind it.
#[test]
fn circles() {
    let ring = "---\nschema: spec-tasks/v1\ngraph:\n  nodes:\n    - {id: a, file: a.md}\n    - {id: b, file: a.md, needs: [a]}\n    - {id: c, file: a.md, needs: [b, d]}\n    - {id: d, file: a.md, needs: [c]}\n    - {id: e, file: a.md, needs: [d]}\n---\n";
    let file = [("a.md", task("completed", "docs"))];
    assert_eq!(load(ring, &file).unwrap_err(), ["_tasks.md:7: the needs go in a circle: `c` needs `d`"]);
    assert!(load(&ring.replace("[b, d]", "[a, b]"), &file).is_ok());
}

#[test]
fn broken_files() {
    let with = |kind_one: &str, kind_two: &str| {
        let files = [("task_01.md", task("completed", kind_one)), ("task_02.md", task("pending", kind_two))];
        load(FRONT, &files).unwrap_err()
    };
    assert_eq!(with("qa", "qa"), ["_tasks.md:3: more than one Task is of type qa: `task_01`, `task_02`"]);
    assert_eq!(
        with("odd", "qa"),
        [
            "task_01.md:3: unknown type `odd`; one of `backend`, `frontend`, `data`, `infra`, `docs`, `test`, `chore`, `qa`"
        ]
    );
    assert_eq!(
        load("---\nschema: spec-tasks/v1\n---\n", &[]).unwrap_err(),
        [
            "_tasks.md: `graph.nodes` lists no Task; an entry is `- {id: task_01, file: task_01.md, needs: []}`"
        ]
    );
    let needed = "---\nschema: spec-tasks/v1\nqa: q\ngraph: {nodes: [{id: q, file: task_02.md}, {id: a, file: task_01.md, needs: [q]}]}\n---\n";
    assert_eq!(
        load(needed, &two()).unwrap_err(),
        [
            "_tasks.md:3: `a` needs the QA Task `q`",
            "_tasks.md:3: the QA Task `q` does not need `a`, directly or not",
        ]
    );
    let cause = |place: &str, entry: FolderEntry| {
        let mut spec = folder(&FRONT.replacen("task_01.md", "sub/a.md", 1), &two());
        spec.insert(RelativePath::new(place).unwrap(), entry);
        TaskGraph::load(&spec, &Slug::new("s").unwrap()).unwrap_err()[0].to_string()
    };
    assert_eq!(cause("sub", FolderEntry::Folder), "sub/a.md: does not exist (named by `_tasks.md:6`)");
    assert_eq!(
        cause("sub", FolderEntry::Link(b"elsewhere".to_vec())),
        "_tasks.md:6: `sub/a.md` is reached through a link"
    );
    let mut linked = folder(FRONT, &two());
    linked.insert(RelativePath::new("task_01.md").unwrap(), FolderEntry::Link(b"x".to_vec()));
    let slug = Slug::new("s").unwrap();
    let causes = TaskGraph::load(&linked, &slug).unwrap_err();
    assert_eq!(causes[0].to_string(), "task_01.md: is no regular file (named by `_tasks.md:6`)");
}
