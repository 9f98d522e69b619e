//! The judge of pages, judged.

use super::named::commands;
use super::transcript::{Transcript, lines_match};
use super::{Page, broken_links, contents_faults, named};

fn page(path: &str, text: &str) -> Page {
    Page { path: path.to_owned(), text: text.to_owned() }
}

/// Plays a page without our binaries; what is said, and what the page becomes.
fn play(text: &str) -> (Vec<String>, String) {
    let root = tempfile::tempdir().unwrap();
    let (faults, today) = page("p.md", text).play(root.path(), root.path());
    (faults.iter().map(ToString::to_string).collect(), today)
}

#[test]
fn a_page_that_holds() {
    let text = "# A\n\n<!-- sample: empty\nprintf 'one\\ntwo\\n' > f\n-->\n\n```console\n$ cat f\none\ntwo\n\n$ mkdir d; cd d\n\
                $ cat <<E  # read\n> a  b\n> E\na  b\n```\n\ntext\n\n```console\n$ pwd\n/projects/project/d\n$ false # exit status 1\n\
                $ echo $?\n1\n$ cat ../f\n...\ntwo\n$ echo 12:30\n1[..]0\n```\n";
    assert_eq!(play(text), (vec![], text.to_owned()));
}

/// A script without prompts is part of the session, stays as it is, and must print nothing and end well.
#[test]
fn a_script_to_be_copied() {
    let text = |script: &str| {
        format!(
            "<!-- sample: empty -->\n```sh played\n{script}\n```\n\n```console\n$ cat f; pwd\na\n/projects/project/d\n```\n"
        )
    };
    let script = "cat > f <<E\na\nE\nmkdir d && cp f d && cd d";
    assert_eq!(play(&text(script)), (vec![], text(script)));
    let (faults, today) = play(&text(&format!("{script}\necho b")));
    assert!(faults.iter().any(|fault| fault.contains("a block cannot show this output")), "{faults:?}");
    assert_eq!(today, text(&format!("{script}\necho b")));
    let (faults, _) = play(&text(&format!("{script}\nfalse")));
    assert!(faults.iter().any(|fault| fault.contains("exit status 1, the page says 0")), "{faults:?}");
}

#[test]
fn outputs_are_written_anew() {
    let (faults, today) = play("<!-- sample: empty -->\n```console\n$ echo a\nb\n\n$ echo c\nc\n```\nend\n");
    assert_eq!(faults, ["p.md:3: the output differs; `cargo xtask docs` writes that of today\n-b\n+a\n"]);
    assert_eq!(today, "<!-- sample: empty -->\n```console\n$ echo a\na\n\n$ echo c\nc\n```\nend\n");
}

#[test]
fn faults_name_the_line() {
    for (text, wanted) in [
        ("```console\n$ true\n```\n", "p.md:1: no `<!-- sample: NAME -->` stands above this block"),
        (
            "<!-- sample: empty -->\n```console\nout\n```\n",
            "p.md:2: a `console` block begins with `$ COMMAND`",
        ),
        ("<!-- sample: nowhere -->\n```console\n$ true\n```\n", "p.md:1: the stage `nowhere` cannot be set"),
        (
            "<!-- sample: empty\nfalse\n-->\n```console\n$ true\n```\n",
            "p.md:1: the preparation of the stage fails",
        ),
        ("<!-- sample: empty -->\n```console\n$ false\n```\n", "p.md:3: exit status 1, the page says 0"),
        (
            "<!-- sample: empty -->\n```console\n$ exit\n$ true\n```\n",
            "p.md:3: the shell had ended before this command",
        ),
        (
            "<!-- sample: empty -->\n```console\n$ echo '$ a'\n```\n",
            "p.md:3: the output differs; `cargo xtask docs` writes that of today\n+$ a\n",
        ),
    ] {
        let (faults, _) = play(text);
        assert!(faults.first().is_some_and(|fault| fault.starts_with(wanted)), "{text}\n{faults:?}");
    }
}

#[test]
fn wildcards() {
    let lines = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
    for (pattern, output, wanted) in [
        ("a,b", "a,b", true),
        ("a", "a,b", false),
        ("...", "a,b", true),
        ("a,...", "a", true),
        ("...,b", "a,b", true),
        ("...,b", "b,a", false),
        ("a,...,c,...,e", "a,b,c,d,e", true),
        ("a,...,x,...,e", "a,b,c,d,e", false),
        ("a,...,a", "a", false),
        ("x[..]y[..]z", "x1y2z", true),
        ("x[..]y", "x1z", false),
        ("[..]", "", true),
    ] {
        assert_eq!(lines_match(&lines(pattern), &lines(output)), wanted, "{pattern} | {output}");
    }
}

#[test]
fn a_block_is_written_as_it_was_read() {
    for text in ["$ a\n", "$ a\n> b\n>\n> c\nout\n\nmore\n\n\n$ d # exit status 2\n"] {
        assert_eq!(Transcript::read(text, 1).unwrap().written(), text);
    }
    assert_eq!(Transcript::read("$ d # exit status 2\n", 1).unwrap().entries[0].status, 2);
    assert!(Transcript::read("", 1).is_none());
}

#[test]
fn a_translation_shares_the_skeleton() {
    let english = page("a.md", "# A\n\n```sh\nb\n```\n\n![c](d.svg)\n\n| e |\n|---|\n| f |\n\n## G\n");
    let japanese = page("b.md", "# 甲\n\n```sh\nb\n```\n\n![乙](d.svg)\n\n| 丙 |\n|---|\n| 丁 |\n\n## 戊\n");
    assert_eq!(english.skeleton(), japanese.skeleton());
    let wanted = ["heading h1", "```sh\nb\n```", "picture d.svg", "table of 1 rows", "heading h2"];
    assert_eq!(english.skeleton(), wanted);
}

#[test]
fn commands_of_a_line() {
    for (line, wanted) in [
        ("a -b 'c d' \"e\"f", vec![vec!["a", "-b", "c d", "ef"]]),
        ("a && b | c; d # e", vec![vec!["a"], vec!["b"], vec!["c"], vec!["d"]]),
        ("a > b", vec![vec!["a"]]),
        ("a <b> 2>/dev/null && c … d", vec![vec!["a", "<b>"], vec!["c"]]),
        ("# a", vec![]),
        ("a ''", vec![vec!["a", ""]]),
    ] {
        assert_eq!(commands(line), wanted, "{line}");
    }
    let found = named(&page("p.md", "`a b` and `c`\n\n```sh\nd \\\n  e\n```\n"));
    let found: Vec<_> = found.iter().map(|one| (one.line, one.words.join(" "), one.whole)).collect();
    assert_eq!(found, [(1, "a b".to_owned(), false), (4, "d e".to_owned(), true)]);
}

#[test]
fn links_lead_somewhere() {
    let root = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(root.path().join("docs/b")).unwrap();
    let contents = page("docs/SUMMARY.md", "- [A](a.md)\n- [C](b/c.md)\n- [C](b/c.md)\n");
    let a = page(
        "docs/a.md",
        "# `A` b: c!\n\n# Ü 日本\n\n## Twice\n\n## Twice\n\n[1](b/c.md#x) [2](#a-b-c) [3](#ü-日本) [4](#twice-1) [5](#twice-2)\n\
         [6](gone.md) ![7](../out.md) [8](https://example.org/x) `[9](no.md)`\n`crates/none` `docs/none` `crates/ none`\n",
    );
    let c = page("docs/b/c.md", "# x\n\n[1](../a.md#x)\n");
    let other = page("docs/other.md", "x\n");
    for page in [&contents, &a, &c, &other] {
        std::fs::write(root.path().join(&page.path), &page.text).unwrap();
    }
    std::fs::write(root.path().join("out.md"), "").unwrap();
    let pages = [contents, a, c, other];
    let said = |faults: Vec<super::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        said(broken_links(root.path(), &pages)),
        [
            "docs/a.md:9: `#twice-2`: no heading of that page gives `#twice-2`",
            "docs/a.md:10: `gone.md` leads to no file",
            "docs/a.md:11: `crates/none` is no file of the repository",
            "docs/b/c.md:3: `../a.md#x`: no heading of that page gives `#x`",
        ]
    );
    assert_eq!(
        said(contents_faults(&pages)),
        [
            "docs/a.md:10: `../out.md` leads out of the book; name the file in words",
            "docs/b/c.md:1: docs/SUMMARY.md lists this page twice",
            "docs/other.md:1: docs/SUMMARY.md does not list this page",
        ]
    );
}
