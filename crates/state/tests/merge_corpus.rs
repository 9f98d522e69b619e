//! L7: the merge over everything that fuzzing found worth keeping.

#[path = "merge_laws/any_bytes.rs"]
mod any_bytes;

#[test]
fn the_corpus_holds() {
    cairn_testkit::corpus::play("merge", any_bytes::merge_of_any_bytes);
}
