//! What the reference pages say about the checks.

use super::*;

/// The reference pages list the checks of the table, each one in its order.
#[test]
fn pages_list_every_check() {
    let wanted: Vec<&str> = ARCHIVE.iter().map(|check| check.name).collect();
    for page in [
        include_str!("../../../../../docs/reference/archive.md"),
        include_str!("../../../../../docs/ja-JP/reference/archive.md"),
    ] {
        let (_, table) = page.split_once("\n| `committed` ").unwrap();
        let (table, _) = table.split_once("\n\n").unwrap();
        let rest = table.lines().skip(1).map(|row| row.split('`').nth(1).unwrap());
        let listed: Vec<&str> = ["committed"].into_iter().chain(rest).collect();
        assert_eq!(listed, wanted);
    }
}
