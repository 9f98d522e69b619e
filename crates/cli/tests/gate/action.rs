//! The steps of `action.yml`, run as GitHub's runner runs them: inputs become the environment, bash runs the script.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use cairn_spec::yaml::{self, Map, Node};
use cairn_testkit::repository::TestRepository;

use super::project::{Ran, bash, broken, clean, doubtful, own_file};

struct Action {
    inputs: BTreeMap<String, String>,
    steps: Vec<Step>,
}

struct Step {
    condition: Option<String>,
    folder: Option<String>,
    environment: Vec<(String, String)>,
    script: String,
}

impl Action {
    fn read() -> Action {
        let read = yaml::read(&own_file("action.yml")).unwrap();
        let map = read.map().unwrap();
        for key in ["name", "description"] {
            assert!(map.text(key).is_some_and(|text| !text.is_empty()), "`{key}` is missing");
        }
        let inputs = entries(map.get("inputs").unwrap()).map(|(name, input)| {
            let input = input.map().unwrap();
            assert!(input.text("description").is_some(), "{name}");
            (name, input.text("default").unwrap_or_default().to_owned())
        });
        let inputs = inputs.collect();
        let runs = map.get("runs").and_then(Node::map).unwrap();
        assert_eq!(runs.text("using"), Some("composite"));
        let steps = runs.get("steps").and_then(Node::list).unwrap().iter();
        Action { inputs, steps: steps.map(|step| Step::read(step.map().unwrap())).collect() }
    }

    /// Runs every step with these inputs; the last one answers. `cargo` is a program that only copies.
    fn run(&self, repository: &TestRepository, given: &[(&str, &str)]) -> Ran {
        let mut inputs = self.inputs.clone();
        for (name, value) in given {
            assert!(inputs.insert((*name).to_owned(), (*value).to_owned()).is_some(), "no input `{name}`");
        }
        let temporary = repository.beside("runner temp");
        fs::create_dir_all(&temporary).unwrap();
        let mut last = None;
        for step in &self.steps {
            if !step.condition.as_ref().is_none_or(|condition| holds(condition, &inputs)) {
                continue;
            }
            let folder =
                step.folder.as_ref().map_or_else(|| ".".to_owned(), |folder| filled(folder, &inputs));
            let mut environment: Vec<(String, String)> =
                step.environment.iter().map(|(name, value)| (name.clone(), filled(value, &inputs))).collect();
            environment.push(("RUNNER_TEMP".to_owned(), temporary.display().to_string()));
            let ran = bash(&repository.root().join(folder), repository, &step.script, &environment);
            let is_done = ran.code == Some(0);
            last = Some(ran);
            if !is_done {
                break;
            }
        }
        last.unwrap()
    }
}

impl Step {
    fn read(step: &Map) -> Step {
        assert_eq!(step.text("shell"), Some("bash"), "a step of a composite action names its shell");
        let environment = step.get("env").into_iter().flat_map(entries);
        let script = step.text("run").unwrap().to_owned();
        // What stands in `${{ }}` inside a script is a part of the script: an input there could say anything.
        assert!(!script.contains("${{"), "{script}");
        Step {
            condition: step.text("if").map(str::to_owned),
            folder: step.text("working-directory").map(str::to_owned),
            environment: environment.map(|(name, value)| (name, value.text().unwrap().to_owned())).collect(),
            script,
        }
    }
}

fn entries(node: &Node) -> impl Iterator<Item = (String, &Node)> {
    let entries = &node.map().unwrap().entries;
    entries.iter().map(|entry| (entry.key.clone(), &entry.value))
}

/// `inputs.NAME == ''`, the one form of condition that the action has.
fn holds(condition: &str, inputs: &BTreeMap<String, String>) -> bool {
    let name = condition.strip_prefix("inputs.").and_then(|rest| rest.strip_suffix(" == ''"));
    inputs[name.unwrap_or_else(|| panic!("the test cannot read `{condition}`"))].is_empty()
}

/// A value with its `${{ inputs.NAME }}` and `${{ github.action_path }}` filled in.
fn filled(value: &str, inputs: &BTreeMap<String, String>) -> String {
    let Some(expression) = value.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}")) else {
        assert!(!value.contains("${{"), "the test cannot read `{value}`");
        return value.to_owned();
    };
    match expression.strip_prefix("inputs.") {
        Some(name) => inputs[name].clone(),
        None => {
            assert_eq!(expression, "github.action_path");
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").display().to_string()
        }
    }
}

fn check(repository: &TestRepository, inputs: &[(&str, &str)], code: i32, parts: &[&str]) -> Ran {
    let built = ("cairn", env!("CARGO_BIN_EXE_cairn"));
    let ran = Action::read().run(repository, &[&[built], inputs].concat());
    assert_eq!(ran.code, Some(code), "{inputs:?}: {}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stdout.contains(part), "{inputs:?}: {part:?} is missing in {}", ran.stdout);
    }
    ran
}

/// Issue 6: the action lets a clean project pass, and shows errors at their lines.
#[test]
fn action_passes_and_stops() {
    assert_eq!(check(&clean(), &[], 0, &[]).stdout, "");
    check(&broken(), &[], 1, &["::error file=.planning/STATE.md,line=16,col=1::"]);
    check(&doubtful(), &[], 0, &["::warning file=.planning/STATE.md,line=1,col=1::"]);
    check(&doubtful(), &[("strict", "true")], 1, &["::warning "]);
}

/// Issue 6: every input of the action does what it says.
#[test]
fn action_inputs() {
    let project = broken();
    check(&project, &[("paths", ".planning/ROADMAP.md")], 0, &[]);
    check(&project, &[("paths", ".planning/ROADMAP.md\n.planning/STATE.md\n")], 1, &["::error "]);
    check(&project, &[("format", "text")], 1, &[".planning/STATE.md:16:1: error: "]);
    let ran = check(&project, &[("format", "sarif"), ("output", "report.sarif")], 1, &[]);
    assert_eq!(ran.stdout, "");
    let report = fs::read(project.root().join("report.sarif")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["runs"][0]["results"][0]["ruleId"], "conflict-marker");
    let written = bash(project.root(), &project, "cairn check --baseline known.json --write-baseline", &[]);
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    check(&project, &[("baseline", "known.json")], 0, &[]);
    check(&project, &[("working-directory", ".planning")], 1, &["::error file=.planning/STATE.md"]);
}

/// Issue 6, G8: no input reaches the shell as a part of the script.
#[test]
fn action_inputs_are_words() {
    let project = clean();
    for hostile in ["$(touch pwned)", "`touch pwned`", "; touch pwned", "\"; touch pwned; \"", "--fix", "-x"]
    {
        let ran = check(&project, &[("paths", hostile)], 2, &[]);
        assert!(ran.stderr.contains("does not exist"), "{hostile}: {}", ran.stderr);
        check(&project, &[("baseline", hostile)], 1, &[]);
    }
    assert!(!project.root().join("pwned").exists());
}

/// Issue 6: without a program of the caller's the action builds the one of its own revision; the words that it gives to cargo name what
/// there is.
#[test]
fn action_builds_its_own_program() {
    let project = broken();
    let tools = project.beside("tools");
    fs::create_dir(&tools).unwrap();
    let cargo = tools.join("cargo");
    let script = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > '{}'\nwhile [ $# -gt 0 ]; do case $1 in --target-dir) target=$2 ;; --manifest-path) test -f \"$2\" || exit 9 ;; esac; shift; done\nmkdir -p \"$target/release\" && cp '{}' \"$target/release/cairn\"\n",
        project.beside("words").display(),
        env!("CARGO_BIN_EXE_cairn"),
    );
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut action = Action::read();
    assert_eq!(action.steps.len(), 2);
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    action.steps.iter_mut().for_each(|step| step.environment.push(("PATH".to_owned(), path.clone())));
    let ran = action.run(&project, &[]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("::error file=.planning/STATE.md"), "{}", ran.stdout);
    let words = fs::read_to_string(project.beside("words")).unwrap();
    let words: Vec<&str> = words.lines().collect();
    assert_eq!(words[..7], ["build", "--release", "--locked", "--package", "cairn-cli", "--bin", "cairn"]);
}
