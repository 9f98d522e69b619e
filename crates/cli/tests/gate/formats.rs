//! Reports in the formats of other programs, held against what those demand.

use std::process::Command;

use cairn_report::{Diagnostic, Format, Report, Rule, Severity, Tool};
use serde_json::Value;

use super::project::{broken, doubtful};
use super::schema::faults;

/// What a path or a message may hold.
const HOSTILE: [&str; 6] = [
    "docs/a b,c:d%e.md",
    "日本/ñ\"<&>'.md",
    "a]]>b.md",
    "line\nfeed\r\ttab.md",
    "esc\u{1b}[31m\u{202e}\u{0}.md",
    "\u{fffd}\u{feff}\u{fffe}.md",
];

fn assert_sarif(text: &str) -> Value {
    let schema: Value = serde_json::from_str(include_str!("sarif-2.1.0.schema.json")).unwrap();
    let report: Value = serde_json::from_str(text).unwrap();
    let faults = faults(&report, &schema, &schema, "");
    assert!(faults.is_empty(), "{faults:#?}");
    report
}

fn run(program: &str, folder: &std::path::Path, words: &[&str]) -> String {
    let output = Command::new(program).args(words).current_dir(folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Every rule of `cairn check`, as `cairn explain` lists them.
fn rules() -> Vec<(String, Severity, String)> {
    let listed = run(env!("CARGO_BIN_EXE_cairn"), &std::env::temp_dir(), &["explain", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let rules = listed["rules"].as_array().unwrap().iter().map(|rule| {
        let text = |key: &str| rule[key].as_str().unwrap().to_owned();
        let severity = match text("severity").as_str() {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            other => {
                assert_eq!(other, "info");
                Severity::Info
            }
        };
        (text("code"), severity, text("title"))
    });
    rules.collect()
}

/// A report with a finding of every rule at every hostile path.
fn rendered(format: Format) -> String {
    let rules = rules();
    assert!(rules.len() > 50, "{}", rules.len());
    let pages: Vec<String> = rules.iter().map(|(code, ..)| format!("docs/rules/{code}.md")).collect();
    let listed: Vec<Rule<'_>> = rules
        .iter()
        .zip(&pages)
        .map(|((code, severity, title), page)| Rule { code, severity: *severity, title, page })
        .collect();
    let mut findings = Vec::new();
    for (code, severity, _) in &rules {
        for path in HOSTILE {
            // The codes of findings live as long as the program.
            let code: &'static str = Box::leak(code.clone().into_boxed_str());
            findings.push(
                Diagnostic::new(code, *severity, path, format!("100% of `{path}`")).at(3, 2).help(path),
            );
        }
    }
    cairn_report::sort(&mut findings);
    let checked = ["clean.md".to_owned(), HOSTILE[1].to_owned()];
    let tool = Tool { name: "cairn", version: "0.1.0" };
    Report { tool, rules: &listed, checked: &checked, findings: &findings, strict: false }.render(format)
}

/// Issue 6, D25: every rule in SARIF 2.1.0, as its schema says, whatever paths and messages hold.
#[test]
fn sarif_of_every_rule() {
    let report = assert_sarif(&rendered(Format::Sarif));
    let run = &report["runs"][0];
    let (rules, results) = (&run["tool"]["driver"]["rules"], run["results"].as_array().unwrap());
    assert_eq!(results.len(), rules.as_array().unwrap().len() * HOSTILE.len());
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(result["ruleId"], rules[index]["id"]);
        assert_eq!(result["level"], rules[index]["defaultConfiguration"]["level"]);
    }
}

/// Issue 6: what the programs print is SARIF 2.1.0 too, with the rules listed.
#[test]
fn sarif_of_the_programs() {
    for (project, count) in [(broken(), 1), (doubtful(), 1), (super::project::clean(), 0)] {
        for (program, words) in [
            (env!("CARGO_BIN_EXE_cairn"), &["check", "--format", "sarif"][..]),
            (env!("CARGO_BIN_EXE_msd-tools"), &["state", "validate", "--format", "sarif"]),
        ] {
            let report = assert_sarif(&run(program, project.root(), words));
            let run = &report["runs"][0];
            assert_eq!(run["results"].as_array().unwrap().len(), count, "{words:?}: {report:#}");
            let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
            let ids: Vec<&Value> = rules.iter().map(|rule| &rule["id"]).collect();
            assert!(run["results"].as_array().unwrap().iter().all(|one| ids.contains(&&one["ruleId"])));
            if words[0] == "check" {
                assert_eq!(ids, self::rules().iter().map(|(code, ..)| code.as_str()).collect::<Vec<_>>());
            }
        }
    }
}

/// Issue 6: JUnit's report is well-formed XML that says the same, whatever paths and messages hold.
#[test]
fn junit_is_well_formed() {
    let text = rendered(Format::Junit);
    let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let suite = document.root_element();
    assert_eq!((suite.tag_name().name(), suite.attribute("name")), ("testsuite", Some("cairn")));
    let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
    let number = |name: &str| suite.attribute(name).unwrap().parse::<usize>().unwrap();
    // Each file once: those of the findings, and the one that is clean.
    assert_eq!((number("tests"), cases.len()), (HOSTILE.len() + 1, HOSTILE.len() + 1));
    let failures = cases.iter().flat_map(|case| case.children()).filter(|node| node.has_tag_name("failure"));
    assert_eq!(failures.count(), number("failures"));
    let errors = rules().iter().filter(|(_, severity, _)| *severity == Severity::Error).count();
    assert_eq!(number("failures"), errors * HOSTILE.len());
}

/// Issue 6: an annotation of GitHub is one line, and what it holds comes back as it was.
#[test]
fn annotations_of_github() {
    let text = rendered(Format::Github);
    let count = rules().len();
    assert_eq!(text.lines().count(), count * HOSTILE.len());
    let mut paths = HOSTILE;
    paths.sort_unstable();
    for (line, path) in text.lines().zip(paths.iter().flat_map(|path| std::iter::repeat_n(path, count))) {
        let (properties, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (level, properties) = properties.split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&level), "{line}");
        let values: Vec<&str> = properties.split(',').map(|one| one.split_once('=').unwrap().1).collect();
        let [file, found_line, column] = values[..] else { panic!("{line}") };
        assert_eq!((found_line, column), ("3", "2"));
        assert!(!file.contains(':') && message.starts_with("100%25 of `"), "{line}");
        assert!(!line.contains(|letter: char| letter.is_control()), "{line:?}");
        if !path.contains(char::is_control) && path.is_ascii() {
            let back = file.replace("%2C", ",").replace("%3A", ":").replace("%0A", "\n").replace("%25", "%");
            assert_eq!(back, *path);
        }
    }
}
