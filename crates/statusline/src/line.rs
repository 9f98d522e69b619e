//! The line: its parts in order, coloured or plain, fitted to the terminal (contract 2 and 8).
//!
//! Text of files and of standard input reaches the terminal through [`Run`] alone, which removes what could drive it (G9).

use cairn_text::escape;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// What stands between the parts that are set apart.
static SEPARATOR: Run = Run { style: Style::Plain, text: Cow::Borrowed(" │ ") };

/// What stands where the middle part was cut.
const ELLIPSIS: &str = "…";

/// How a run of text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As the terminal has it.
    Plain,
    /// Faint.
    Dim,
    /// Bold.
    Bold,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Orange, of the 256 colours.
    Orange,
    /// Red.
    Red,
    /// Red, blinking.
    BlinkingRed,
}

impl Style {
    /// The parameters of its sequence `ESC[…m`.
    fn parameters(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Dim => Some("2"),
            Self::Bold => Some("1"),
            Self::Green => Some("32"),
            Self::Yellow => Some("33"),
            Self::Orange => Some("38;5;208"),
            Self::Red => Some("31"),
            Self::BlinkingRed => Some("5;31"),
        }
    }
}

/// A piece of the line in one style. Its text holds no control, bidirectional or zero-width character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    style: Style,
    text: Cow<'static, str>,
}

impl Run {
    /// `text`, cleaned, in `style`.
    pub fn new(style: Style, text: &str) -> Self {
        Self { style, text: Cow::Owned(escape::stripped(text).into_owned()) }
    }

    /// Whether nothing is left to draw.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn write(&self, is_plain: bool, line: &mut String) {
        match self.style.parameters().filter(|_| !is_plain) {
            Some(parameters) => {
                for part in ["\x1b[", parameters, "m", &self.text, "\x1b[0m"] {
                    line.push_str(part);
                }
            }
            None => line.push_str(&self.text),
        }
    }
}

/// The parts of the line; a part without runs is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// The model.
    pub model: Vec<Run>,
    /// The task or the state, one run: the only part that gives way to the width of the terminal.
    pub middle: Option<Run>,
    /// The folder.
    pub folder: Vec<Run>,
    /// The opt-in git segment.
    pub git: Vec<Run>,
    /// The context meter.
    pub context: Vec<Run>,
    /// The opt-in last command.
    pub last_command: Vec<Run>,
}

/// How the line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The context meter stands behind the model and not behind the folder.
    pub is_context_in_front: bool,
    /// No sequences.
    pub is_plain: bool,
    /// The width of the terminal, if it is known.
    pub columns: Option<usize>,
}

impl Parts {
    /// The line, without a line end.
    pub fn draw(mut self, layout: Layout) -> String {
        self.middle = self.middle.take().filter(|middle| !middle.is_empty());
        if let Some(columns) = layout.columns {
            self.fit(columns);
        }
        let mut line = String::new();
        for run in self.runs(layout.is_context_in_front) {
            run.write(layout.is_plain, &mut line);
        }
        line
    }

    /// Cuts the middle part, or leaves it out, when the line is wider than `columns`.
    fn fit(&mut self, columns: usize) {
        let Some(middle) = self.middle.take() else { return };
        // What stands beside the text: the line as it is with an empty one.
        self.middle = Some(Run { text: Cow::Borrowed(""), ..middle });
        let others = self.runs(false).map(|run| run.text.width()).sum();
        let room = columns.saturating_sub(others);
        self.middle = fitted(&middle.text, room).map(|text| Run { text: Cow::Owned(text), ..middle });
    }

    /// All runs, in the order of the line.
    fn runs(&self, is_context_in_front: bool) -> impl Iterator<Item = &Run> {
        let middle = self.middle.as_slice();
        let (in_front, behind) = if is_context_in_front {
            (self.context.as_slice(), [].as_slice())
        } else {
            ([].as_slice(), self.context.as_slice())
        };
        let parts = [
            (false, self.model.as_slice()),
            (false, in_front),
            (true, middle),
            (true, self.folder.as_slice()),
            (true, self.git.as_slice()),
            (false, behind),
            (true, self.last_command.as_slice()),
        ];
        parts.into_iter().flat_map(|(is_set_apart, part)| {
            (is_set_apart && !part.is_empty()).then_some(&SEPARATOR).into_iter().chain(part)
        })
    }
}

/// `text` when it fits `columns`, else its longest prefix of whole grapheme clusters that fits with `…` behind it; `None` when
/// not even that does.
fn fitted(text: &str, columns: usize) -> Option<String> {
    let room = columns.checked_sub(ELLIPSIS.width());
    let mut width = 0_usize;
    let mut prefix_length = 0;
    for (offset, cluster) in text.grapheme_indices(true) {
        width = width.saturating_add(cluster.width());
        if width > columns {
            let prefix = text.get(..prefix_length)?;
            return room.map(|_| format!("{prefix}{ELLIPSIS}"));
        }
        if room.is_some_and(|room| width <= room) {
            prefix_length = offset.saturating_add(cluster.len());
        }
    }
    Some(text.to_owned())
}

#[cfg(test)]
mod tests;
