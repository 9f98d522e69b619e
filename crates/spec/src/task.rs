//! A Task file: its status, its type, and what its Result leaves for later (roundfix 2.3, 4.5).

use std::fmt;

use crate::Cause;
use crate::frontmatter;

/// The status of a Task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskStatus {
    /// Not begun.
    Pending,
    /// Begun.
    InProgress,
    /// Done.
    Completed,
    /// Given up, or not passed.
    Failed,
}

impl TaskStatus {
    /// The status that a word means; synonyms of older files included.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "pending" => Some(Self::Pending),
            "in_progress" | "in-progress" | "in progress" => Some(Self::InProgress),
            "completed" | "done" => Some(Self::Completed),
            "failed" => Some(Self::Failed),
            _ => None,
        }
    }

    /// The canonical word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for TaskStatus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// The statuses of a Task, as [`TaskStatus`] writes them.
const STATUSES: [&str; 4] = ["pending", "in_progress", "completed", "failed"];

/// The types a Task can have; only `qa` means something to an archive.
pub const TYPES: [&str; 8] = ["backend", "frontend", "data", "infra", "docs", "test", "chore", "qa"];

/// What the frontmatter of a Task file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskFile {
    /// Its status.
    pub status: TaskStatus,
    /// 1-based line of `status`.
    pub status_line: usize,
    /// One of [`TYPES`].
    pub kind: String,
    /// 1-based line of `type`.
    pub kind_line: usize,
}

impl TaskFile {
    /// Reads a Task file.
    ///
    /// # Errors
    /// Every cause: no frontmatter, no YAML, a missing or unknown status, a missing or unknown type.
    pub fn read(path: &str, bytes: &[u8]) -> Result<Self, Vec<Cause>> {
        let (map, _) = frontmatter::read(path, bytes).map_err(|cause| vec![cause])?;
        let mut causes = Vec::new();
        let mut field = |key: &str, allowed: &[&str]| match map.entry(key) {
            None => {
                causes.push(Cause::whole(path, format!("has no `{key}`; one of {}", words(allowed))));
                None
            }
            Some(entry) => match entry.value.text() {
                Some(text) => Some((entry.line, text)),
                None => {
                    causes.push(Cause::at(
                        path,
                        entry.line,
                        format!("`{key}` is {}; one of {}", entry.value.described(), words(allowed)),
                    ));
                    None
                }
            },
        };
        let (status, kind) = (field("status", &STATUSES), field("type", &TYPES));
        let known = status.and_then(|(line, word)| {
            let status = TaskStatus::parse(word);
            if status.is_none() {
                causes.push(Cause::at(
                    path,
                    line,
                    format!("unknown status `{word}`; one of {}", words(&STATUSES)),
                ));
            }
            status.map(|status| (status, line))
        });
        let kind = kind.filter(|(line, word)| {
            let fits = TYPES.contains(word);
            if !fits {
                causes.push(Cause::at(
                    path,
                    *line,
                    format!("unknown type `{word}`; one of {}", words(&TYPES)),
                ));
            }
            fits
        });
        match (known, kind) {
            (Some((status, status_line)), Some((kind_line, kind))) => {
                Ok(Self { status, status_line, kind: kind.to_owned(), kind_line })
            }
            _ => Err(causes),
        }
    }
}

/// Words as a message lists them.
fn words(allowed: &[&str]) -> String {
    allowed.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: &str = "one of `pending`, `in_progress`, `completed`, `failed`";
    const TYPE: &str = "one of `backend`, `frontend`, `data`, `infra`, `docs`, `test`, `chore`, `qa`";

    fn read(text: &str) -> Result<TaskFile, Vec<String>> {
        TaskFile::read("task_01.md", text.as_bytes())
            .map_err(|causes| causes.iter().map(ToString::to_string).collect())
    }

    /// A-50, fault 012: values are YAML; synonyms count; the remark behind a word is a remark.
    #[test]
    fn statuses() {
        let check = |value: &str, expected: TaskStatus| {
            let text = format!("---\nstatus: {value}\ntype: backend\n---\n");
            assert_eq!(read(&text).unwrap().status, expected, "{value}");
        };
        check("completed", TaskStatus::Completed);
        check("done", TaskStatus::Completed);
        check("completed   # since Monday", TaskStatus::Completed);
        check("\"completed\"", TaskStatus::Completed);
        check("pending", TaskStatus::Pending);
        check("in progress", TaskStatus::InProgress);
        check("in-progress", TaskStatus::InProgress);
        check("in_progress", TaskStatus::InProgress);
        check("failed", TaskStatus::Failed);
    }

    #[test]
    fn causes_name_file_and_line() {
        let check = |text: &str, expected: &[&str]| assert_eq!(read(text).unwrap_err(), expected, "{text:?}");
        check("# Task\n", &["task_01.md:1: no frontmatter: the first line must be `---`"]);
        check(
            "---\nx: 1\n---\n",
            &[
                &format!("task_01.md: has no `status`; {STATUS}"),
                &format!("task_01.md: has no `type`; {TYPE}"),
            ],
        );
        check(
            "---\nstatus: nearly\ntype: odd\n---\n",
            &[
                &format!("task_01.md:2: unknown status `nearly`; {STATUS}"),
                &format!("task_01.md:3: unknown type `odd`; {TYPE}"),
            ],
        );
        check(
            "---\nstatus:\ntype: [qa]\n---\n",
            &[
                &format!("task_01.md:2: `status` is empty; {STATUS}"),
                &format!("task_01.md:3: `type` is a list; {TYPE}"),
            ],
        );
    }
}
