//! Resolving a destination and writing a new one (8.4), row by row.

use super::sample::{path, relink};
use crate::links::resolve::resolve_text;
use crate::links::scan::Form;
use crate::links::{RepositoryPath, Resolved};

/// Where `destination` of a file in `docs/a` leads; `None`: nowhere in the repository.
fn check(destination: &str, form: Form, expected: Option<(&str, &str)>) {
    let found = match resolve_text(destination.as_bytes(), form, &path("docs/a")) {
        Resolved::Path(reference) => Some((reference.path, reference.suffix)),
        _ => None,
    };
    let expected = expected.map(|(target, suffix)| (path(target), suffix.as_bytes().to_vec()));
    assert_eq!(found, expected, "{destination:?}");
}

fn check_other(destination: &str, expected: &Resolved) {
    assert_eq!(
        resolve_text(destination.as_bytes(), Form::Bare, &path("docs/a")),
        *expected,
        "{destination:?}"
    );
}

/// 8.4, step 1.
#[test]
fn a_11_not_a_path() {
    for destination in
        ["", "#top", "?plain=1", "https://example.org/x", "mailto:a@b.org", "a+b.c-1:x", "//host/x", "C:\\x"]
    {
        check_other(destination, &Resolved::NotAPath);
    }
    check("1a:x", Form::Bare, Some(("docs/a/1a:x", "")));
    check("./a:x", Form::Bare, Some(("docs/a/a:x", "")));
}

/// 8.4, step 2.
#[test]
fn a_11_suffix_and_encoding() {
    check("b.md#c?d", Form::Bare, Some(("docs/a/b.md", "#c?d")));
    check("b.md?c#d", Form::Bare, Some(("docs/a/b.md", "?c#d")));
    check("b%20c%2Fd.md#%zz", Form::Bare, Some(("docs/a/b c/d.md", "#%zz")));
    check("b%23c", Form::Bare, Some(("docs/a/b#c", "")));
    check("b\\#c", Form::Bare, Some(("docs/a/b", "\\#c")));
    check("b\\_c\\d", Form::Bare, Some(("docs/a/b_c\\d", "")));
    check("b&amp;c&#45;d&#x2D;e&copy;", Form::Bare, Some(("docs/a/b&c-d-e&copy;", "")));
    check("b\\_c&amp;d", Form::DoubleQuoted, Some(("docs/a/b\\_c&d", "")));
    check("%E8%A8%88.md", Form::Bare, Some(("docs/a/計.md", "")));
    for destination in ["b%", "b%2", "b%zz", "b%+1", "b%00"] {
        check_other(destination, &Resolved::InvalidEncoding(Some(path("docs/a").join(destination).unwrap())));
    }
}

/// 8.4, steps 3 and 4.
#[test]
fn a_11_base_and_normalising() {
    check("b", Form::Bare, Some(("docs/a/b", "")));
    check("./b/./c//d/", Form::Bare, Some(("docs/a/b/c/d", "")));
    check("../b", Form::Bare, Some(("docs/b", "")));
    check("../../b/../c", Form::Bare, Some(("c", "")));
    check("../..", Form::Bare, Some(("", "")));
    check("/b", Form::Bare, Some(("b", "")));
    check("b/%2e%2e/c", Form::Bare, Some(("docs/a/c", "")));
    check_other("../../../b", &Resolved::Outside);
    check_other("/../b", &Resolved::Outside);
}

/// a locator is none of these.
#[test]
fn a_13_locators_resolve_to_nothing() {
    check_other(&format!("docs/x.md@{}", super::sample::COMMIT), &Resolved::Locator);
    check_other("docs/my%20notes.md@pull/7", &Resolved::Locator);
}

/// 8.4, step 4: by components, case-sensitive, byte for byte.
#[test]
fn a_11_compared_by_components() {
    let folder = path("docs/specs/0042-sample");
    for (other, below) in [
        ("docs/specs/0042-sample", Some("")),
        ("docs/specs/0042-sample/a/b", Some("a/b")),
        ("docs/specs/0042-sample-two/a", None),
        ("docs/specs/0042-Sample/a", None),
        ("docs/specs", None),
        ("x/docs/specs/0042-sample", None),
    ] {
        assert_eq!(path(other).below(&folder), below.map(str::as_bytes), "{other}");
    }
    assert_eq!(path("a/b").below(&RepositoryPath::root()), Some(b"a/b".as_slice()));
}

fn check_new(place: &str, document: &str, expected: &str) {
    assert_eq!(relink(place, document).0, expected, "{place}: {document:?}");
}

/// 8.4, step 5: the style stays.
#[test]
fn a_11_style() {
    check_new("README.md", "[a](docs/specs/0042-sample/_prd.md)", "[a](docs/history/specs/0042-sample.md)");
    check_new(
        "docs/guide.md",
        "[a](/docs/specs/0042-sample/measurement/list.md)",
        "[a](/docs/references/list.md)",
    );
    check_new(
        "docs/guide.md",
        "[a](./specs/0042-sample/measurement/list.md#cold)",
        "[a](./references/list.md#cold)",
    );
    // Not as a bare path, though one stands there.
    check_new(
        "README.md",
        "[a](docs/specs/0042-sample/measurement/list.md?raw=1#cold)",
        "[a](docs/references/list.md?raw=1#cold)",
    );
    check_new("docs/specs/x.md", "[a](./0042-sample/_prd.md)", "[a](../history/specs/0042-sample.md)");
    check_new(
        "docs/specs/0043-next/_prd.md",
        "[a](../0042-sample/measurement/list.md) [b](../0042-sample/)",
        "[a](../../references/list.md) [b](../../history/specs/0042-sample.md)",
    );
    check_new("docs/references/a.md", "[a](../specs/0042-sample/measurement/list.md)", "[a](list.md)");
    check_new(
        "docs/references/a.md",
        "[a](../specs/0042-sample/./measurement/../measurement/list.md)",
        "[a](list.md)",
    );
}

/// 8.4, step 5: percent-encoding is resolved, and kept where it stood.
#[test]
fn a_11_encoding_of_what_is_written() {
    check_new(
        "docs/g.md",
        "[c](specs/0042-sample/my%20notes.md?raw=1#x)",
        "[c](references/my%20notes.md?raw=1#x)",
    );
    check_new("docs/g.md", "[c](<specs/0042-sample/my notes.md>)", "[c](<references/my notes.md>)");
    check_new("docs/g.md", "[c](<specs/0042-sample/my%20notes.md>)", "[c](<references/my%20notes.md>)");
    check_new(
        "docs/g.md",
        "[c](specs/0042-sample/measurement/%E8%A8%88%E6%B8%AC.md)",
        "[c](references/%E8%A8%88%E6%B8%AC.md)",
    );
    check_new("docs/g.md", "[c](specs/0042-sample/measurement/計測.md)", "[c](references/計測.md)");
    check_new("docs/g.md", "[c](specs/0042-sample/measurement/100%25.md)", "[c](references/100%25.md)");
    check_new(
        "docs/g.md",
        "[c](specs/0042-sample/measurement/a_%281%29.txt)",
        "[c](references/a_%281%29.txt)",
    );
    check_new("docs/g.md", "[c](specs/0042-sample/measurement/b%28.txt)", "[c](references/b%28.txt)");
    check_new("docs/g.md", "[c](specs/0042-sample%2Fmeasurement%2Fb%28.txt)", "[c](references/b%28.txt)");
    check_new("docs/g.md", "[c](<specs/0042-sample%2Fmy notes.md>)", "[c](<references/my notes.md>)");
    check_new("docs/g.md", "[c](specs/0042-sample%2Fmy%20notes.md)", "[c](references/my%20notes.md)");
    check_new("docs/g.md", "[c](specs/0042-sample%2Fmeasurement%2F100%25.md)", "[c](references/100%25.md)");
    check_new("docs/g.md", "[c](specs/0042-sample/measurement/R&amp;D.md)", "[c](references/R&amp;D.md)");
}

/// 8.4, step 2: invalid encoding is not rewritten; when it would lead into the folder it is reported.
#[test]
fn a_15_invalid_encoding() {
    let document = "[a](specs/0042-sample/measurement/100%.md) [b](specs/other/100%.md)";
    let (text, left) = relink("docs/guide.md", document);
    assert_eq!(
        (text.as_str(), left),
        (document, vec![(1, "specs/0042-sample/measurement/100%.md".to_owned())])
    );
}

/// 8.4, step 6.
#[test]
fn a_11_suffix_of_the_record_goes() {
    check_new(
        "docs/guide.md",
        "[a](specs/0042-sample/_prd.md#goals) [b](specs/0042-sample/qa?x#y)",
        "[a](history/specs/0042-sample.md) [b](history/specs/0042-sample.md)",
    );
}
