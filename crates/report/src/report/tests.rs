//! Each format with the same findings, and with none.

use super::*;
use crate::sort;

const RULES: [Rule<'static>; 2] = [
    Rule {
        code: "duplicate-field",
        title: "a field stands twice",
        severity: Severity::Warning,
        page: "# duplicate-field\n",
    },
    Rule { code: "not-utf8", title: "bytes are no UTF-8", severity: Severity::Error, page: "# not-utf8\n" },
];

fn findings() -> Vec<Diagnostic> {
    let mut findings = vec![
        Diagnostic::new("unlisted", Severity::Info, "docs/a b,c.md", "100% \u{1b}[31m\nnext: <&\">"),
        Diagnostic::new("not-utf8", Severity::Error, ".planning/STATE.md", "a byte is no UTF-8").at(40, 2),
        Diagnostic::new("duplicate-field", Severity::Warning, ".planning/STATE.md", "a second `Phase` line")
            .at(31, 1)
            .help("remove the line")
            .fix("Phase: 2 of 3", true),
    ];
    sort(&mut findings);
    findings
}

fn check(format: Format, expected: &str) {
    let (findings, checked) =
        (findings(), [".planning/ROADMAP.md".to_owned(), ".planning/STATE.md".to_owned()]);
    let tool = Tool { name: "cairn", version: "0.1.0" };
    let report = Report { tool, rules: &RULES, checked: &checked, findings: &findings, strict: false };
    assert_eq!(report.render(format), expected);
}

fn check_empty(format: Format, expected: &str) {
    let (tool, checked) = (Tool { name: "cairn", version: "0.1.0" }, ["a".to_owned()]);
    let report = Report { tool, rules: &[], checked: &checked, findings: &[], strict: true };
    assert!(!report.fails());
    assert_eq!(report.render(format), expected);
}

/// D25, G9: one line a finding, in the order of path, line and code; nothing in it drives a terminal.
#[test]
fn text_format() {
    check(
        Format::Text,
        ".planning/STATE.md:31:1: warning: a second `Phase` line [duplicate-field]\n  help: remove the line\n  fix: Phase: 2 of 3\n\
         .planning/STATE.md:40:2: error: a byte is no UTF-8 [not-utf8]\n\
         docs/a b,c.md:1:1: info: 100% \\u{1b}[31m\\u{a}next: <&\"> [unlisted]\n\
         1 error, 1 warning, 1 info\n",
    );
    check_empty(Format::Text, "no findings\n");
}

#[test]
fn colours_are_those_of_the_severity_alone() {
    let findings = findings();
    let tool = Tool { name: "cairn", version: "0.1.0" };
    let report = Report { tool, rules: &[], checked: &[], findings: &findings[..1], strict: false };
    let coloured = report.render_coloured();
    assert!(
        coloured.starts_with(".planning/STATE.md:31:1: \u{1b}[1m\u{1b}[33mwarning\u{1b}[0m: a second"),
        "{coloured:?}"
    );
}

/// D25: percent, carriage return and line feed as GitHub wants them, in properties also colon and comma.
#[test]
fn github_format() {
    check(
        Format::Github,
        "::warning file=.planning/STATE.md,line=31,col=1::a second `Phase` line [duplicate-field]\n\
         ::error file=.planning/STATE.md,line=40,col=2::a byte is no UTF-8 [not-utf8]\n\
         ::notice file=docs/a b%2Cc.md,line=1,col=1::100%25 \\u{1b}[31m%0Anext: <&\"> [unlisted]\n",
    );
    check_empty(Format::Github, "");
}

#[test]
fn junit_format() {
    check(
        Format::Junit,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuite name=\"cairn\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\">\n  \
         <testcase classname=\"cairn\" name=\".planning/ROADMAP.md\"/>\n  \
         <testcase classname=\"cairn\" name=\".planning/STATE.md\">\n    \
         <failure type=\"not-utf8\" message=\"a byte is no UTF-8\">.planning/STATE.md:40:2: error: a byte is no UTF-8 [not-utf8]</failure>\n    \
         <system-out>.planning/STATE.md:31:1: warning: a second `Phase` line [duplicate-field]</system-out>\n  \
         </testcase>\n  \
         <testcase classname=\"cairn\" name=\"docs/a b,c.md\">\n    \
         <system-out>docs/a b,c.md:1:1: info: 100% \\u{1b}[31m\\u{a}next: &lt;&amp;&quot;&gt; [unlisted]</system-out>\n  \
         </testcase>\n\
         </testsuite>\n",
    );
    check_empty(
        Format::Junit,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuite name=\"cairn\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n  \
         <testcase classname=\"cairn\" name=\"a\"/>\n\
         </testsuite>\n",
    );
}

/// XML 1.0 holds U+FFFE and U+FFFF in no form, so they are written out.
#[test]
fn junit_format_of_what_xml_cannot_hold() {
    let findings = [Diagnostic::new("x", Severity::Error, "a", "b\u{fffe}c\u{ffff}")];
    let tool = Tool { name: "cairn", version: "0.1.0" };
    let report = Report { tool, rules: &[], checked: &[], findings: &findings, strict: false };
    let text = report.render(Format::Junit);
    assert!(text.contains(r#"message="b\u{fffe}c\u{ffff}""#), "{text}");
    assert!(!text.contains(['\u{fffe}', '\u{ffff}']), "{text}");
}

#[test]
fn json_format() {
    check(
        Format::Json,
        r#"{
  "findings": [
    {
      "code": "duplicate-field",
      "severity": "warning",
      "path": ".planning/STATE.md",
      "line": 31,
      "column": 1,
      "message": "a second `Phase` line",
      "fix": "Phase: 2 of 3",
      "fixable": true
    },
    {
      "code": "not-utf8",
      "severity": "error",
      "path": ".planning/STATE.md",
      "line": 40,
      "column": 2,
      "message": "a byte is no UTF-8",
      "fixable": false
    },
    {
      "code": "unlisted",
      "severity": "info",
      "path": "docs/a b,c.md",
      "line": 1,
      "column": 1,
      "message": "100% \u001b[31m\nnext: <&\">",
      "fixable": false
    }
  ],
  "counts": {
    "error": 1,
    "warning": 1,
    "info": 1
  }
}
"#,
    );
}

/// The parts of a SARIF log that its readers need, by JSON pointer.
#[test]
fn sarif_format() {
    let (findings, tool) = (findings(), Tool { name: "cairn", version: "0.1.0" });
    let report = Report { tool, rules: &RULES, checked: &[], findings: &findings, strict: false };
    let text = report.render(Format::Sarif);
    assert!(text.ends_with("}\n") && !text.contains('\u{1b}'));
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let check = |pointer: &str, expected: &str| {
        assert_eq!(log.pointer(pointer).map(ToString::to_string).as_deref(), Some(expected), "{pointer}");
    };
    check("/version", "\"2.1.0\"");
    check("/runs/0/tool/driver/name", "\"cairn\"");
    check("/runs/0/tool/driver/rules/1/id", "\"not-utf8\"");
    check("/runs/0/tool/driver/rules/1/defaultConfiguration/level", "\"error\"");
    // A reader of another repository has no page of ours: its text goes along.
    check("/runs/0/tool/driver/rules/0/help/text", r##""# duplicate-field\n""##);
    check("/runs/0/tool/driver/rules/0/help/markdown", r##""# duplicate-field\n""##);
    check("/runs/0/results/0/ruleId", "\"duplicate-field\"");
    check("/runs/0/results/0/ruleIndex", "0");
    check("/runs/0/results/0/message/text", "\"a second `Phase` line; remove the line; Phase: 2 of 3\"");
    check("/runs/0/results/0/locations/0/physicalLocation/region/startLine", "31");
    check("/runs/0/results/1/level", "\"error\"");
    check("/runs/0/results/2/level", "\"note\"");
    check("/runs/0/results/2/locations/0/physicalLocation/artifactLocation/uri", "\"docs/a%20b%2Cc.md\"");
    assert_eq!(log.pointer("/runs/0/results/2/ruleIndex"), None);
}

/// D25: errors fail every run, warnings a strict one, infos none.
#[test]
fn severities_and_the_exit_status() {
    let failing = |strict| [Severity::Info, Severity::Warning, Severity::Error].map(|one| one.fails(strict));
    assert_eq!((failing(false), failing(true)), ([false, false, true], [false, true, true]));
    let fails = |severity, strict| {
        let findings =
            [Diagnostic::new("x", Severity::Info, "a", "b"), Diagnostic::new("x", severity, "a", "b")];
        let tool = Tool { name: "cairn", version: "0.1.0" };
        Report { tool, rules: &[], checked: &[], findings: &findings, strict }.fails()
    };
    assert!(fails(Severity::Error, false) && fails(Severity::Warning, true));
    assert!(!fails(Severity::Warning, false) && !fails(Severity::Info, true));
    assert_eq!(Format::of_word("sarif"), Some(Format::Sarif));
    assert_eq!(Format::of_word("xml"), None);
}
