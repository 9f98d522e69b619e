//! `list-todos`: the pending todos (section 16, S-68).

use super::Report;
use crate::answer::{Answer, Value};
use bstr::ByteSlice;
use cairn_text::lines;

/// Where pending todos stand, from the root.
pub const PENDING_FOLDER: &str = ".planning/todos/pending";

/// One file of the pending folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodoFile {
    /// Its name, `NAME.md`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The todos by file name, all or those of one area; raw is their number.
pub fn run(files: &[TodoFile], area: Option<&str>) -> Report {
    let mut files: Vec<&TodoFile> = files.iter().filter(|file| file.name.ends_with(".md")).collect();
    files.sort_by(|left, right| left.name.cmp(&right.name));
    let todos = files.into_iter().map(Todo::read);
    let wanted = todos.filter(|todo| area.is_none_or(|area| todo.area.to_lowercase() == area.to_lowercase()));
    let todos: Vec<Value> = wanted.map(Todo::answer).collect();
    let count = todos.len();
    Report {
        answer: Answer::new().with("count", count).with("todos", Value::List(todos)),
        raw: Some(count.to_string()),
        ..Report::default()
    }
}

struct Todo {
    file: String,
    created: Option<String>,
    title: String,
    area: String,
    severity: Option<String>,
}

impl Todo {
    /// Lines `title:`, `area:`, `created:`, `severity:` anywhere; the first of each counts. Without a title the first heading is it, else
    /// the file's name; without an area it is `general`.
    fn read(file: &TodoFile) -> Self {
        let (mut title, mut area, mut created, mut severity, mut heading) = (None, None, None, None, None);
        for line in lines(&file.bytes) {
            let text = line.content.of(&file.bytes).to_str_lossy();
            let slot = match text.split_once(':') {
                Some((label, value)) => match label.trim() {
                    "title" => Some((&mut title, value)),
                    "area" => Some((&mut area, value)),
                    "created" => Some((&mut created, value)),
                    "severity" => Some((&mut severity, value)),
                    _ => None,
                },
                None => None,
            };
            match slot {
                Some((slot, value)) if slot.is_none() => {
                    *slot = Some(unquoted(value)).filter(|value| !value.is_empty())
                }
                Some(_) => {}
                None if heading.is_none() && text.starts_with("# ") => {
                    heading = Some(text.trim_start_matches('#').trim().to_owned())
                }
                None => {}
            }
        }
        let stem = file.name.trim_end_matches(".md").to_owned();
        Self {
            file: file.name.clone(),
            created,
            title: title.or(heading).unwrap_or(stem),
            area: area.unwrap_or_else(|| "general".to_owned()),
            severity,
        }
    }

    fn answer(self) -> Value {
        let path = format!("{PENDING_FOLDER}/{}", self.file);
        let mut answer = Answer::new()
            .with("file", self.file)
            .with("created", Value::from(self.created))
            .with("title", self.title)
            .with("area", self.area)
            .with("path", path);
        if let Some(severity) = self.severity {
            answer.push("severity", severity);
        }
        answer.into_map()
    }
}

/// A value without blanks and one pair of quotes around it.
fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.unwrap_or(value).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-68: lines anywhere, filtered by area.
    #[test]
    fn lists() {
        let file =
            |name: &str, text: &str| TodoFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
        let files = [
            file("b.md", "---\r\ntitle: \"Ship it\"\r\narea: ui\r\nseverity: high\r\n---\r\n"),
            file("a.md", "title: Fix it\narea: core\ncreated: 2026-01-01\ntitle: later\n"),
            file("c.md", "# Heading\n\ntext: more\n"),
            file("d.txt", "title: no todo\n"),
        ];
        for (text, title) in
            [("Prose\n# First\n# Second\n", "First"), ("# Named\ntitle: Said\n", "Said"), ("Prose\n", "e")]
        {
            assert_eq!(Todo::read(&file("e.md", text)).title, title, "{text}");
        }
        let report = run(&files, None);
        assert_eq!(report.raw.as_deref(), Some("3"));
        let first = Answer::new()
            .with("file", "a.md")
            .with("created", "2026-01-01")
            .with("title", "Fix it")
            .with("area", "core")
            .with("path", ".planning/todos/pending/a.md");
        assert_eq!(
            run(&files, Some("Core")).answer,
            Answer::new().with("count", 1_u32).with("todos", Value::List(vec![first.into_map()]))
        );
        let Some(Value::List(todos)) = report.answer.get("todos") else { panic!("no list") };
        let Value::Map(second) = &todos[1] else { panic!("no map") };
        assert_eq!(second.last(), Some(&("severity".to_owned(), Value::from("high"))));
        let Value::Map(third) = &todos[2] else { panic!("no map") };
        assert_eq!(
            (&third[1].1, &third[2].1, &third[3].1),
            (&Value::Null, &Value::from("Heading"), &Value::from("general"))
        );
    }
}
