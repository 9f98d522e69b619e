//! Every rule has its page, and every page its rule.

use std::collections::BTreeSet;

use super::*;

/// D25: each code of the tables has a page with the right severity and mark, and four parts that say something.
#[test]
fn every_rule_has_its_page() {
    for rule in rules() {
        let (_, text) = PAGES
            .iter()
            .find(|(code, _)| *code == rule.code)
            .unwrap_or_else(|| panic!("`{}` has no page; run `cargo xtask rules`", rule.code));
        let mark = if rule.fixable { "yes" } else { "no" };
        let row = format!("| {} | {mark} |", rule.severity.word());
        assert!(text.starts_with(&format!("# {}\n", rule.code)), "{}: title", rule.code);
        assert!(text.contains(&row), "{}: no row `{row}`", rule.code);
        let page = Page::read(text);
        for part in [page.what, page.why, page.example, page.fix] {
            assert!(part.len() > 10, "{}: a part is missing", rule.code);
        }
    }
}

/// D25: no page is orphaned, no code stands twice.
#[test]
fn every_page_has_its_rule() {
    let rules = rules();
    let codes: BTreeSet<&str> = rules.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), rules.len(), "a code stands twice");
    let pages: BTreeSet<&str> = PAGES.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, pages);
}
