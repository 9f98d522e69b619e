//! The map of this repository holds, and the scan finds what it should.

use super::*;

/// Every requirement is proven or openly not; once nothing is open, the page is up to date too.
#[test]
fn map_holds() {
    let root = checkout::root();
    let requirements = Requirements::read(&root).unwrap();
    let map = map(&root).unwrap();
    assert_eq!(faults(&requirements, &map), Vec::<String>::new());
    if requirements.open.is_empty() {
        let page = fs::read_to_string(root.join(PAGE)).unwrap();
        assert!(
            page == page::render(&requirements, &map),
            "{PAGE} is out of date: `cargo xtask conformance`"
        );
    }
}

#[test]
fn names_are_found_in_comments_and_names_alone() {
    // Attributes and comments are put together here, so that the scan does not take this text for tests.
    let source = "@/ S-10: first.\n@/ And A-14, not S-999 or XS-11.\n#!\nfn one() {\n    let text = \"S-20\";\n    @ S-21\n}\n\n\
        @ S-30\n\nmod tests {\n    #!\n    #[expect(x)]\n    fn s_40_and_a41_but_not_as_42() {\n    }\n    @ S-43\n}\n\
        #!\nfn none() {\n}\n";
    let source = source.replace('@', "//").replace("#!", "#[test]");
    let found = rust_tests::read("x.rs", &source);
    let found: Vec<_> = found.iter().map(|test| (test.name.as_str(), test.ids.join(" "))).collect();
    assert_eq!(
        found,
        [("one", "A-14 S-10 S-21".to_owned()), ("s_40_and_a41_but_not_as_42", "A-41 S-40".to_owned())]
    );
}

#[test]
fn missing_and_unknown_ids_are_faults() {
    let text = "open = [\"S-03\"]\nrequirement = [{id = \"S-01\", title = \"a\"}, {id = \"S-02\", title = \"b\"}, {id = \"S-03\", title = \"c\"}]";
    let requirements: Requirements = toml::from_str(text).unwrap();
    let mut map = Map::new();
    map.entry("S-01".to_owned()).or_default().cases.insert("state-001".to_owned());
    map.entry("S-99".to_owned()).or_default().tests.insert("x.rs::y".to_owned());
    assert_eq!(
        faults(&requirements, &map),
        ["S-02 has no test", "S-99 is no requirement, but is named by x.rs::y"]
    );
}
