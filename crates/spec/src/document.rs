//! The body of a Spec document: its sections and lines, without fenced code and comments.
//!
//! A thin view on the one outline scanner of `cairn_text`; it adds what Spec files mean by a section (a level-2 heading with an
//! exact text, up to the next level-1 or level-2 heading) and by a paragraph (roundfix 14.2).

use bstr::ByteSlice;
use cairn_text::outline::{LineClass, Section};
use cairn_text::{LineIndex, Outline, Span};

use crate::frontmatter;

/// A document that was read once.
#[derive(Debug)]
pub struct Document<'a> {
    source: &'a [u8],
    outline: Outline,
    index: LineIndex<'a>,
}

/// One line of text, comments blanked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLine {
    /// 1-based.
    pub number: usize,
    /// Offset of its first byte.
    pub start: usize,
    /// The content without its line end; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// Whether the line is fenced code or nothing but comment; `text` is then empty.
    pub hidden: bool,
}

impl<'a> Document<'a> {
    /// Reads a file. Never fails.
    pub fn new(source: &'a [u8]) -> Self {
        let body = Span::new(frontmatter::body_start(source), source.len());
        Self { source, outline: Outline::parse_body(source, body), index: LineIndex::new(source) }
    }

    /// The bytes that were read.
    pub fn source(&self) -> &'a [u8] {
        self.source
    }

    /// Everything behind the frontmatter.
    pub fn body(&self) -> Span {
        self.outline.body()
    }

    /// The outline, for readers that need more than sections.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The 1-based line of an offset.
    pub fn line(&self, offset: usize) -> usize {
        self.index.line(offset)
    }

    /// Every level-2 section with exactly this heading.
    pub fn sections<'s>(&'s self, heading: &'s str) -> impl Iterator<Item = Section> + 's {
        self.outline.find_all(self.source, move |level, text| level == 2 && text == heading.as_bytes())
    }

    /// The lines of a span, hidden ones included so that readers see where text is interrupted.
    pub fn lines(&self, span: Span) -> impl Iterator<Item = TextLine> + '_ {
        self.outline.lines(self.source, span).map(|line| {
            let hidden = line.class != LineClass::Text;
            let start = line.line.content.start;
            let text = if hidden { String::new() } else { line.masked().to_str_lossy().into_owned() };
            TextLine { number: self.index.line(start), start, text, hidden }
        })
    }

    /// The first paragraph of a span on one line (roundfix 14.2): it ends at a blank line or at a line that starts with `#`;
    /// headings before it, code and comments are skipped; runs of white space become one blank.
    pub fn first_paragraph(&self, span: Span) -> Option<String> {
        let mut words: Vec<String> = Vec::new();
        for line in self.lines(span) {
            let ends = line.hidden || line.text.trim().is_empty() || line.text.starts_with('#');
            if !ends {
                words.extend(line.text.split_whitespace().map(str::to_owned));
            } else if !words.is_empty() {
                break;
            }
        }
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// A text on one line: runs of white space become one blank, none at the ends.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(text: &str, expected: Option<&str>) {
        let document = Document::new(text.as_bytes());
        assert_eq!(document.first_paragraph(document.body()).as_deref(), expected, "{text:?}");
    }

    /// Roundfix 14.2: the shape of the outcome.
    #[test]
    fn paragraphs() {
        paragraph(
            "One  reads\nthe index\n\tand no more.\n\nSecond.\n",
            Some("One reads the index and no more."),
        );
        paragraph("---\na: 1\n---\n\n# T\n\n## S\n\ntext\n# next\n", Some("text"));
        paragraph("<!-- remark\n\nmore -->\n```\ncode\n```\ntext <!-- x --> end\n", Some("text end"));
        paragraph("a\r\nb\r\n\r\nc", Some("a b"));
        paragraph("# only\n", None);
        paragraph("", None);
    }

    #[test]
    fn sections_end_at_level_two() {
        let text = b"# A\n\n## S\none\n### deeper\ntwo\n## T\nthree\n## S\nfour\n# B\nfive\n";
        let document = Document::new(text);
        let lines =
            |section: Section| document.lines(section.content).map(|line| line.number).collect::<Vec<_>>();
        let found: Vec<_> = document.sections("S").map(lines).collect();
        assert_eq!(found, [vec![4, 5, 6], vec![10]]);
        assert_eq!(document.sections("s").count(), 0);
    }
}
