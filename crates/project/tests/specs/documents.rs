//! What is searched, and what is not.

use std::fs;
use std::os::unix::fs::symlink;

use cairn_project::specs::{Nobody, SpecRepository};
use cairn_spec::warning::Warning;

use crate::scene::{Scene, slug};

/// A-15, roundfix 8.1: untracked files are searched and never changed; ignored, binary, huge and linked ones are not read; what
/// git tracks and ignores is tracked.
#[test]
fn what_is_searched() {
    let scene = Scene::finished();
    let cites = "docs/specs/0042-sample/_prd.md\n";
    scene.repository.write("binary.dat", format!("{cites}\0"));
    scene.repository.write("huge.txt", format!("{}{cites}", "x".repeat(8 << 20)));
    scene.repository.write("forced.md", cites);
    scene.repository.git(&["add", "forced.md"]);
    scene.commit(&[(".gitignore", "forced.md\nignored.md\n"), ("code.rs", cites)]);
    symlink("code.rs", scene.path("link.rs")).unwrap();
    symlink("forced.md", scene.path("link.md")).unwrap();
    scene.commit(&[]);
    scene.repository.write("ignored.md", cites);
    scene.repository.write("notes.md", cites);
    fs::create_dir(scene.path("nested")).unwrap();
    scene.repository.git(&["init", "--quiet", "nested"]);
    scene.repository.write("nested/own.md", cites);
    let context = scene.context();
    let plan = SpecRepository::open(&context).unwrap().plan(&slug(), &Nobody).unwrap();
    let relinks: Vec<_> = plan.relinks.iter().map(|one| one.file.as_str()).collect();
    assert_eq!(relinks, ["forced.md"]);
    let warned: Vec<_> = plan.warnings.iter().map(Warning::line).collect();
    let target = "1: docs/specs/0042-sample/_prd.md: still cites the Spec";
    assert_eq!(warned, [format!("code.rs:{target}"), format!("notes.md:{target}")]);
}

/// many documents in many folders, found by several threads, in the order of their paths.
#[test]
fn many_documents() {
    let scene = Scene::finished();
    let mut expected = Vec::new();
    for number in 0..400 {
        let path = format!("docs/d{:02}/n{number:04}.md", number % 20);
        let cites = number % 9 == 0;
        let text = if cites { "[l](../specs/0042-sample/measurement/list.md)\n" } else { "nothing\n" };
        scene.repository.write(&path, text);
        expected.extend(cites.then_some(path));
    }
    scene.commit(&[]);
    expected.sort();
    let report = scene.archive().unwrap().report;
    assert_eq!(report.relinked, expected);
    assert_eq!(scene.text("docs/d00/n0180.md"), "[l](../references/list.md)\n");
}
