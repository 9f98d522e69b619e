//! A `console` block: commands, and what each prints.

/// What a block says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Transcript {
    pub(super) entries: Vec<Entry>,
    /// Whether commands stand behind prompts; else the block is one script, to be copied as it is, that prints nothing.
    has_prompts: bool,
}

/// A command and its output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The line of the page.
    pub(super) line: usize,
    /// The command, as `sh` reads it.
    pub(super) command: String,
    /// What the block says about its end.
    pub(super) status: i32,
    /// The lines it prints, without blank ones at the end.
    pub(super) output: Vec<String>,
    /// Blank lines that follow in the block, for the eye.
    gap: usize,
}

impl Transcript {
    /// Reads the content of a block whose opening fence stands in `fence_line`; none when it does not begin with a command.
    pub(super) fn read(text: &str, fence_line: usize) -> Option<Self> {
        let mut entries: Vec<Entry> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if let Some(command) = line.strip_prefix("$ ") {
                let status = status(command);
                let command = command.to_owned();
                entries.push(Entry {
                    line: fence_line + 1 + index,
                    command,
                    status,
                    output: Vec::new(),
                    gap: 0,
                });
                continue;
            }
            let entry = entries.last_mut()?;
            match line.strip_prefix("> ").or_else(|| (line == ">").then_some("")) {
                Some(more) if entry.output.is_empty() => {
                    entry.command.push('\n');
                    entry.command.push_str(more);
                }
                _ => entry.output.push(line.to_owned()),
            }
        }
        for entry in &mut entries {
            while entry.output.last().is_some_and(|line| line.trim().is_empty()) {
                entry.output.pop();
                entry.gap += 1;
            }
        }
        (!entries.is_empty()).then_some(Self { entries, has_prompts: true })
    }

    /// The content of a block without prompts.
    pub(super) fn silent(text: &str, fence_line: usize) -> Self {
        let command = text.strip_suffix('\n').unwrap_or(text).to_owned();
        let entry = Entry { line: fence_line + 1, command, status: 0, output: Vec::new(), gap: 0 };
        Self { entries: vec![entry], has_prompts: false }
    }

    /// Whether `text` in a block says what this does.
    pub(super) fn is_shown_by(&self, text: &str) -> bool {
        let outputs = |transcript: &Self| -> Vec<Vec<String>> {
            transcript.entries.iter().map(|entry| entry.output.clone()).collect()
        };
        if self.has_prompts {
            Self::read(text, 0).is_some_and(|again| outputs(&again) == outputs(self))
        } else {
            self.entries.iter().all(|entry| entry.output.is_empty())
        }
    }

    /// The content of the block again.
    pub(super) fn written(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            if !self.has_prompts {
                text.push_str(&entry.command);
                text.push('\n');
                continue;
            }
            for (index, line) in entry.command.split('\n').enumerate() {
                text.push_str(if index == 0 { "$ " } else { "> " });
                text.push_str(line);
                let kept = text.trim_end_matches(' ').len();
                text.truncate(kept);
                text.push('\n');
            }
            for line in &entry.output {
                text.push_str(line);
                text.push('\n');
            }
            text.push_str(&"\n".repeat(entry.gap));
        }
        text
    }
}

/// The exit status that a command's comment names, or 0.
fn status(command: &str) -> i32 {
    let named = command.rsplit_once("# exit status ").map(|(_, number)| number.trim().parse());
    named.and_then(Result::ok).unwrap_or_default()
}

/// What to say when the output is not what the page prints.
pub(super) fn differs(printed: &[String], output: &[String]) -> Option<String> {
    if lines_match(printed, output) {
        return None;
    }
    let mut text = "the output differs; `cargo xtask docs` writes that of today\n".to_owned();
    for line in printed {
        text.push_str(&format!("-{line}\n"));
    }
    for line in output {
        text.push_str(&format!("+{line}\n"));
    }
    Some(text)
}

/// Whether `lines` are those of `pattern`, in which a line `...` stands for any number of lines.
pub(super) fn lines_match(pattern: &[String], lines: &[String]) -> bool {
    let mut pieces = pattern.split(|line| line == "...");
    let first = pieces.next().unwrap_or_default();
    let Some((head, mut rest)) = lines.split_at_checked(first.len()) else { return false };
    if !same(first, head) {
        return false;
    }
    let mut pieces: Vec<&[String]> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        let Some(at) =
            (0..rest.len()).find(|at| rest.get(*at..at + piece.len()).is_some_and(|part| same(piece, part)))
        else {
            return piece.is_empty() && rest.is_empty();
        };
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    rest.len().checked_sub(last.len()).is_some_and(|at| same(last, rest.get(at..).unwrap_or_default()))
}

fn same(pattern: &[String], lines: &[String]) -> bool {
    pattern.len() == lines.len() && pattern.iter().zip(lines).all(|(one, other)| line_matches(one, other))
}

/// Whether `line` is `pattern`, in which `[..]` stands for any text.
fn line_matches(pattern: &str, line: &str) -> bool {
    let mut pieces = pattern.split("[..]");
    let Some(mut rest) = pieces.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        let Some((_, behind)) = rest.split_once(piece) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}
