//! What is running text and what is not, and which destinations there are, byte for byte (8.3).

use crate::links::{Context, Kind, scan};

/// The regions of `document`, with their text.
fn check(document: &str, expected: &[(Context, &str)]) {
    let bytes = document.as_bytes();
    let regions = scan(bytes).regions;
    let found: Vec<_> = regions
        .iter()
        .map(|region| (region.context, std::str::from_utf8(region.span.of(bytes)).unwrap()))
        .collect();
    assert_eq!(found, expected, "{document:?}");
}

/// The destinations of `document`.
fn check_destinations(document: &str, expected: &[(Kind, &str)]) {
    let bytes = document.as_bytes();
    let destinations = scan(bytes).destinations;
    let found: Vec<_> = destinations
        .iter()
        .map(|destination| (destination.kind, std::str::from_utf8(destination.span.of(bytes)).unwrap()))
        .collect();
    assert_eq!(found, expected, "{document:?}");
}

/// Comments and the rarer kinds of HTML end with their own mark, the first behind their opening.
#[test]
fn a_15_markup_in_text() {
    use Context::{Comment, Html};
    check(
        "a <!--> b <!---> c --> d <!-- e --> f -->",
        &[(Comment, "<!-->"), (Comment, "<!--->"), (Comment, "<!-- e -->")],
    );
    check("123456789 ?> <?b?><?c?> ?>", &[(Html, "<?b?>"), (Html, "<?c?>")]);
    check("1234567 > <!B c> d >", &[(Html, "<!B c>")]);
    check("a ]]> <![CDATA[<b>]]> c ]]>", &[(Html, "<![CDATA[<b>]]>")]);
    check("a <!-- b <? c <!D e <![CDATA[ f", &[]);
}

/// In a block of HTML the content of some elements is no text, what stands behind them is; a `<` that begins nothing is as it is.
#[test]
fn a_15_blocks_of_html() {
    use Context::Html;
    check(
        "<pre>a < b <c>d</c></pre> e < f\n",
        &[
            (Html, "<pre>"),
            (Html, "a <"),
            (Html, " b "),
            (Html, "<c>"),
            (Html, "d"),
            (Html, "</c>"),
            (Html, "</pre>"),
        ],
    );
    check(
        "<script>a</b></script> c <style>d</style> e\n",
        &[
            (Html, "<script>"),
            (Html, "a</b>"),
            (Html, "</script>"),
            (Html, "<style>"),
            (Html, "d"),
            (Html, "</style>"),
        ],
    );
}

/// Wiki links hold something, no backtick, and end with both brackets.
#[test]
fn a_15_wiki_links() {
    use Context::{CodeSpan, WikiLink};
    check("[[a]] [[]] [[b] [[c`]]` [[d\n]]", &[(WikiLink, "[[a]]"), (CodeSpan, "]]")]);
}

/// References of all three forms find their definition by one label; what is longer than a label, or has none, is no reference.
#[test]
fn a_15_references() {
    use Context::{Destination, Label};
    let definitions = [(Label, "a"), (Destination, "x"), (Label, "b"), (Destination, "y")];
    for (text, label) in
        [("[a][b]", Some("b")), ("[b][]", Some("b")), ("[b]", Some("b")), ("[a b]", None), ("[][]", None)]
    {
        let label = label.map(|label| (Label, label));
        let expected: Vec<_> = label.into_iter().chain(definitions).collect();
        check(&format!("{text}\n\n[a]: x\n[b]: y"), &expected);
    }
    let definition = [(Label, "a b"), (Destination, "x")];
    let longest = format!("a{}b", " ".repeat(997));
    check(&format!("[{longest}]\n\n[a b]: x"), &[&[(Label, longest.as_str())], &definition[..]].concat());
    check(&format!("[{longest} ]\n\n[a b]: x"), &definition);
}

/// The title of a definition is a part of it, on the next line too.
#[test]
fn a_15_titles_of_definitions() {
    use Context::{Destination, Label, Title};
    check("[a]: <x>\n 'y'\nz", &[(Label, "a"), (Destination, "x"), (Title, "'y'")]);
    check("[a]: x\n'y' z", &[(Label, "a"), (Destination, "x")]);
}

/// A reference ends behind its last bracket: an image around it goes on, and no link begins in it.
#[test]
fn a_10_ends_of_references() {
    use Kind::{Definition, Image, Link};
    for reference in ["[b]", "[b][]", "[a][b]"] {
        check_destinations(&format!("![a {reference} c](d)\n\n[b]: e"), &[(Image, "d"), (Definition, "e")]);
    }
    check_destinations("[b][](c)\n\n[b]: e", &[(Definition, "e")]);
    check_destinations("\\![a](b) ![c](d)", &[(Link, "b"), (Image, "d")]);
}

/// Mail addresses in autolinks are those that CommonMark takes for some.
#[test]
fn a_10_mail_addresses() {
    let longest = "e".repeat(63);
    for (address, is_mail) in [
        ("a.b+c_d@e-f.org", true),
        ("a@e", true),
        (&format!("a@{longest}.org"), true),
        (&format!("a@e{longest}.org"), false),
        ("@e.org", false),
        ("a\"b@e.org", false),
        ("a@", false),
        ("a@e..org", false),
        ("a@e_f.org", false),
        ("a@-e.org", false),
        ("a@e-.org", false),
        ("a@b@e.org", false),
    ] {
        let expected: &[_] = if is_mail { &[(Kind::Autolink, address)] } else { &[] };
        check_destinations(&format!("<{address}>"), expected);
    }
}
