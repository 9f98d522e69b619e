//! Generated Specs in generated repositories: archive and unarchive give the same tree; relinking twice changes nothing more.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use cairn_project::specs::{Nobody, SpecRepository};
use cairn_spec::request::ArchiveRequest;
use cairn_testkit::repository::TestRepository;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use crate::scene::{SPEC, Scene, archive, slug};

/// One thing in a Spec folder.
#[derive(Debug, Clone)]
enum Thing {
    File { bytes: Vec<u8>, executable: bool },
    Link(String),
}

/// A repository with a Spec and documents that may cite it.
#[derive(Debug, Clone)]
struct Generated {
    things: std::collections::BTreeMap<(String, Vec<u8>), Thing>,
    documents: std::collections::BTreeMap<String, String>,
    /// Whether the built-in root is used.
    built_in: bool,
    sha256: bool,
    crlf: bool,
}

fn name() -> impl Strategy<Value = Vec<u8>> {
    let plain = "[a-c]{1,2}(\\.md|\\.txt|\\.MD|)".prop_map(String::into_bytes);
    let odd = prop_oneof![
        Just("日本 語.md".as_bytes().to_vec()),
        Just(b"it's (a) [b] #1?.md".to_vec()),
        Just(b"-dash".to_vec()),
        Just(b"tab\there\nline".to_vec()),
        Just(b"latin\xe9.bin".to_vec()),
        Just(b"100%20.md".to_vec()),
    ];
    prop_oneof![3 => plain, 1 => odd]
}

fn thing() -> impl Strategy<Value = Thing> {
    let bytes = prop_oneof![
        3 => text().prop_map(String::into_bytes),
        1 => vec(any::<u8>(), 0..40),
    ];
    prop_oneof![
        6 => (bytes, any::<bool>()).prop_map(|(bytes, executable)| Thing::File { bytes, executable }),
        1 => prop_oneof![Just("a.md"), Just("../../.."), Just("/nowhere"), Just("measurement")]
            .prop_map(|target| Thing::Link(target.to_owned())),
    ]
}

/// Text that may cite the Spec in every form.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("[l](specs/0042-sample/measurement/list.md#x)"),
        Just("[p](<specs/0042-sample/_prd.md>)"),
        Just("docs/specs/0042-sample/measurement/list.md"),
        Just("`docs/specs/0042-sample`"),
        Just("plans/0042-sample/measurement/a.md"),
        Just("[r]: /docs/specs/0042-sample/b.md 'title'\n"),
        Just("<a href=\"specs/0042-sample/task_01.md\">"),
        Just("![i](../measurement/list.md)"),
        Just("[t](../task_01.md)"),
        Just("https://x.org/docs/specs/0042-sample/_prd.md"),
        Just("\n\n```\ndocs/specs/0042-sample/_prd.md\n```\n"),
        Just("    docs/specs/0042-sample\n"),
        Just("| docs/specs/0042-sample/ |"),
        Just("日本語の文"),
        Just("\n"),
        Just(" "),
        Just("\r\n"),
        Just("word "),
    ];
    vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

fn generated() -> impl Strategy<Value = Generated> {
    let folder = prop_oneof![Just(""), Just("measurement/"), Just("qa/evidence/run 1/"), Just("deep/er/")];
    let place = (folder.prop_map(str::to_owned), name());
    let document = prop_oneof![
        Just("README.md"),
        Just("docs/guide.md"),
        Just("docs/a b/日本.markdown"),
        Just("notes.txt"),
        Just("docs/history/old.md"),
        Just("docs/backlog/x.md"),
    ];
    (
        btree_map(place, thing(), 0..8),
        btree_map(document.prop_map(str::to_owned), text(), 0..5),
        any::<bool>(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(things, documents, built_in, sha256, crlf)| Generated {
            things,
            documents,
            built_in,
            sha256,
            crlf,
        })
}

fn scene(generated: &Generated) -> Scene {
    let format: &[&str] = if generated.sha256 { &["--object-format=sha256"] } else { &[] };
    let scene = Scene { repository: TestRepository::with(format) };
    let spec = if generated.built_in { SPEC } else { "plans/0042-sample" };
    scene.write_spec(spec);
    for ((folder, name), thing) in &generated.things {
        let folder = scene.path(&format!("{spec}/{folder}"));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(OsStr::from_bytes(name));
        match thing {
            Thing::Link(target) => symlink(target, path).unwrap(),
            Thing::File { bytes, executable } => {
                fs::write(&path, bytes).unwrap();
                let mode = if *executable { 0o755 } else { 0o644 };
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            }
        }
    }
    for (path, text) in &generated.documents {
        scene.repository.write(path, text);
    }
    if !generated.built_in {
        scene.repository.write(".roundfixrc.yml", "specs: {root: plans}\n");
    }
    if generated.crlf {
        scene.repository.git(&["config", "core.autocrlf", "true"]);
    }
    scene.repository.commit_all(0, "base");
    if generated.crlf {
        scene.repository.git(&["rm", "-r", "--quiet", "--cached", "."]);
        scene.repository.git(&["reset", "--quiet", "--hard"]);
    }
    scene
}

fn check(generated: &Generated) -> Result<(), TestCaseError> {
    let scene = scene(generated);
    let before = scene.tree();
    let head = scene.repository.git(&["rev-parse", "HEAD"]);
    let archived = archive(&scene.context(), &ArchiveRequest::default());
    let report = match archived {
        Ok(done) => done.report,
        // Two files of one name that are both cited: refused, and then nothing was written.
        Err(failure) => {
            prop_assert!(failure.to_string().contains("promote"), "{failure}");
            prop_assert_eq!(scene.tree(), before);
            return Ok(());
        }
    };
    let after = scene.tree();
    let spec = format!("{}/", report.source);
    prop_assert!(!after.keys().any(|path| path.starts_with(&spec)));
    // Nothing is changed but what the report says.
    let made = [vec![report.record.clone()], report.promoted.clone()].concat();
    for (path, content) in &after {
        let told = made.contains(path) || report.relinked.contains(path);
        prop_assert!(told || before.get(path) == Some(content), "{path} changed");
    }
    // Relinking again finds nothing: the folder is put back for a moment, and a plan rewrites no document.
    scene.repository.git(&["checkout", "--quiet", &head, "--", &report.source]);
    let context = scene.context();
    let plan = SpecRepository::open(&context).unwrap().plan(&slug(), &Nobody);
    // The record beside the folder is an unfinished deletion, so it has to go out of the way.
    prop_assert!(plan.is_err());
    fs::rename(scene.path(&report.record), scene.repository.beside("record")).unwrap();
    let again = SpecRepository::open(&context).unwrap().plan(&slug(), &Nobody).unwrap();
    prop_assert!(again.relinks.is_empty(), "{:?}", again.relinks);
    fs::rename(scene.repository.beside("record"), scene.path(&report.record)).unwrap();
    fs::remove_dir_all(scene.path(&report.source)).unwrap();
    scene.repository.git(&["reset", "--quiet", &head]);
    // And back: with `--relink` every file of the work tree is as it was.
    let back = scene.unarchive(true).unwrap();
    prop_assert_eq!(&back.relinked_back, &report.relinked);
    prop_assert_eq!(scene.tree(), before, "{:?}", back.warnings);
    Ok(())
}

proptest! {
    // A case is a repository of its own and some forty processes; `PROPTEST_CASES` sets the long form.
    #![proptest_config(ProptestConfig { cases: (ProptestConfig::default().cases / 16).max(1), ..ProptestConfig::default() })]

    /// A-70, D65, A-10: there and back is the identity, on trees and on documents; relinking is idempotent.
    #[test]
    fn there_and_back(generated in generated()) {
        check(&generated)?;
    }
}
