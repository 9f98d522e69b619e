//! MIDDLE, a task: what the agent's session is doing, from its todo files.

use crate::json::Json;
use crate::line::{Run, Style};
use crate::plain_file::{Disk, Visit};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The task in progress of the session, from its newest todo file below the agent's folder.
pub fn task(agent_folder: &Path, session: &str, disk: Disk) -> Option<Run> {
    let folder = agent_folder.join("todos");
    let newest = newest_list(&folder, session, disk)?;
    let list = disk.read(&folder.join(newest))?;
    let task =
        disk.deadline.finish(list.len(), move || Some(Run::new(Style::Bold, &task_in_progress(&list)?)));
    task.flatten().filter(|task| !task.is_empty())
}

/// The name of the session's plain file that was changed last; of several at one time the last by name.
fn newest_list(folder: &Path, session: &str, disk: Disk) -> Option<OsString> {
    let mut newest = None;
    disk.visit_entries(folder, |name| {
        if is_list_of(name, session)
            && let Some(changed_at) = disk.changed_at(&folder.join(name))
        {
            newest = newest.take().max(Some((changed_at, name.to_owned())));
        }
        Visit::GoOn
    })?;
    newest.map(|(_, name)| name)
}

fn is_list_of(name: &OsStr, session: &str) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(session) && name.contains("-agent-") && name.ends_with(".json")
}

/// `activeForm` of the first item whose `status` is `in_progress`.
fn task_in_progress(list: &[u8]) -> Option<String> {
    let is_in_progress = |item: &Json<'_>| {
        item.get("status").and_then(Json::text).is_some_and(|status| status == "in_progress")
    };
    let item = Json::parse(list)?.items().find(is_in_progress)?;
    item.get("activeForm").and_then(Json::text).map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, expected: Option<&str>) {
        assert_eq!(task_in_progress(list.as_bytes()).as_deref(), expected, "{list}");
    }

    /// D40: the first item in progress decides, whatever it holds.
    #[test]
    fn d40_task_in_progress() {
        check(
            r#"[{"status":"completed","activeForm":"A"},{"status":"in_progress","activeForm":"B"}]"#,
            Some("B"),
        );
        check(
            r#"[null,5,{"status":"in_progress","activeForm":"A"},{"status":"in_progress","activeForm":"B"}]"#,
            Some("A"),
        );
        check(r#"[{"status":"in_progress"},{"status":"in_progress","activeForm":"B"}]"#, None);
        check(r#"[{"status":"in_progress","activeForm":5}]"#, None);
        check(r#"{"todos":[{"status":"in_progress","activeForm":"A"}]}"#, None);
        check("[]", None);
        check("[{", None);
    }

    /// D40: which files are the session's.
    #[test]
    fn d40_names() {
        for (name, expected) in [
            ("s1-agent-s1.json", true),
            ("s10-agent-x.json", true),
            ("s1-x.json", false),
            ("s1-agent-x.json~", false),
            ("xs1-agent-x.json", false),
        ] {
            assert_eq!(is_list_of(OsStr::new(name), "s1"), expected, "{name}");
        }
    }
}
