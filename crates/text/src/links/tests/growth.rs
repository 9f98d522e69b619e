//! Linear time: inputs on which a careless scanner takes the square of their length.

use super::sample::{archived, folder, path};
use crate::links::{Citations, find_locators, intake_links};
use std::sync::mpsc;
use std::time::Duration;

/// Long enough for a slow machine, far too short for the square of the length of these inputs.
const LIMIT: Duration = Duration::from_secs(30);

fn check(documents: Vec<Vec<u8>>) {
    let (done, waiting) = mpsc::channel();
    std::thread::spawn(move || {
        let folders = [folder()];
        for document in documents {
            let place = path("docs/guide.md");
            let citations = Citations::find(&document, place.clone(), &folders);
            citations.rewrite(&place, archived).patch().apply(&document);
            Citations::find_in_text(&document, &folders);
            intake_links(&document).count();
            find_locators(&document);
            done.send(document.get(..20).map(<[u8]>::to_vec)).unwrap();
        }
    });
    let mut last = None;
    loop {
        match waiting.recv_timeout(LIMIT) {
            Ok(document) => last = document,
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("too slow on what follows {last:?}"),
        }
    }
}

/// Runs of 100,000 of what opens something, or might close it.
#[test]
fn a_10_runs_of_marks() {
    let marks = [
        "[",
        "[[",
        "]",
        "](",
        "](<",
        "[](",
        "[a](b",
        "[a](b \"",
        "![",
        "![[a](b)",
        "[a](b)",
        "`",
        "` ``",
        "\\`",
        "\\",
        "!",
        "<",
        "<a ",
        "<a b=\"",
        "<!--",
        "<!-- -->",
        "<?",
        "<![CDATA[",
        "<!A",
        "<a:",
        "</",
        "<script>",
        "</style ",
        "(",
        ")",
        "&",
        "&#",
        "[[a]]",
        "[a][b]",
        "[a]: b\n",
        "[a]: b '\n",
        "[a]:\n",
        "> ",
        "- ",
        "1. ",
        "-\n",
        "\t",
        " ",
        "|",
        "a|b\n-|-\n",
        "-|",
        "```\n",
        "~~~ \n",
        "<div>\n",
        "<pre>",
        "---\n",
        "a\n===\n",
        "#",
        "a\n",
        "\n",
        "%",
        "_inbox/](",
        "](_inbox/",
        "[^a]: ",
        "@",
        "@pull/",
    ];
    check(marks.iter().map(|mark| mark.as_bytes().repeat(100_000 / mark.len() + 1)).collect());
}

/// The same with an opening that each of them might belong to, and text that ends none.
#[test]
fn a_10_runs_behind_an_opening() {
    let openings = [
        "[",
        "`",
        "[a](",
        "[a]: ",
        "<a b='",
        "<!-- ",
        "| a |\n|---|\n",
        "- - - - ",
        "> > > ",
        "[a](b '",
        "((",
    ];
    let marks = ["](", "` ``", "<!--", "[a](b '", "a\n", "\\", "](b) [", "x \n"];
    let documents = openings.iter().flat_map(|opening| {
        marks
            .iter()
            .map(move |mark| [opening.as_bytes(), &mark.as_bytes().repeat(30_000 / mark.len())].concat())
    });
    check(documents.collect());
}

/// Paths of the folder, one behind another.
#[test]
fn a_10_runs_of_paths() {
    let paths = [
        "docs/specs/0042-sample",
        "docs/specs/0042-sample/",
        "docs/specs/0042-sample/_prd.md",
        "docs/specs/0042-sample/x",
        "docs/specs/0042-sample@",
        " docs/specs/0042-sample/qa/",
        "docs/specs/0042-sample/_prd.md#",
        "://docs/specs/0042-sample",
        "`docs/specs/0042-sample`",
        "[a](specs/0042-sample)",
        "docs/specs/0042-sample/**",
        "docs/specs/0042-sample/..",
    ];
    check(paths.iter().map(|path| path.as_bytes().repeat(200_000 / path.len())).collect());
}

/// Containers nest to a cap: blank lines below thousands of open items are cheap.
#[test]
fn a_10_nested_containers() {
    check(vec![
        ["- ".repeat(50_000), "\n".repeat(50_000)].concat().into_bytes(),
        ["> ".repeat(50_000), "\n".to_owned(), "a\n".repeat(50_000)].concat().into_bytes(),
        ["> - ".repeat(20_000), "\n".to_owned(), "> \n".repeat(20_000)].concat().into_bytes(),
        [" - a\n".repeat(20_000), "\t\t\t\tb\n".repeat(20_000)].concat().into_bytes(),
    ]);
}
