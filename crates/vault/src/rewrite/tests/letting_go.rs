//! When the lock goes on to the next writer.

use super::*;

/// A lock whose owner lets another writer in as soon as it may.
struct Polite<'project> {
    project: &'project Project,
    next: &'static str,
}

impl Exclusive for Polite<'_> {
    fn confirm(&self) -> Result<(), VaultError> {
        Ok(())
    }

    fn let_go(&self) {
        let whole = |bytes: &[u8]| put(&(String::from_utf8_lossy(bytes).into_owned() + self.next));
        self.project.rewrite("STATE.md", whole).unwrap();
    }
}

/// G3, G7: the lock is let go when the change is there, and with it all that the next writer needs: that one builds on it, both
/// are in the log, and nothing is left beside the file.
#[test]
fn the_next_writer_goes_on_before_the_clearing_up() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    let first = Polite { project: &project, next: "three\n" };
    let done = project.rewrite_under(&first, "STATE.md", |_| put("two\n")).unwrap();
    assert_eq!(project.text("STATE.md"), "two\nthree\n");
    assert_eq!(project.names("."), ["STATE.md"]);
    assert_eq!(done.operation, Some(1));
    assert_eq!(project.log().iter().map(|operation| operation.id).collect::<Vec<_>>(), [2, 1]);
}

/// Without a record the next writer could not tell what the temporary file is: the lock is kept to the end.
#[test]
fn without_a_record_nobody_goes_on_before() {
    let project = Project::new(&[("STATE.md", "one\n")]);
    fs::write(project.folder.path().join("home"), "a file where the folder should be").unwrap();
    let first = Polite { project: &project, next: "three\n" };
    project.rewrite_under(&first, "STATE.md", |_| put("two\n")).unwrap();
    assert_eq!(project.text("STATE.md"), "two\n");
}
