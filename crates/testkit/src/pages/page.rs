//! A page and what stands on it: stages, blocks, code spans, with their lines.

use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::Fault;
use super::stage::{Played, Stage};
use super::transcript::{Transcript, differs};

/// A Markdown page of the repository.
#[derive(Debug, Clone)]
pub struct Page {
    /// Where it lies, from the root of the repository.
    pub path: String,
    pub(super) text: String,
}

/// A part of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The comment that sets a stage: the sample's name, the lines that prepare it.
    Stage { line: usize, sample: String, preparation: String },
    /// A fenced block: its first word, whether `played` stands behind it, and where its content stands in the page.
    Block { line: usize, language: String, is_played: bool, content: Range<usize> },
    /// A code span.
    Span { line: usize, text: String },
}

impl Page {
    /// Reads the page at `path` below `root`.
    ///
    /// # Errors
    /// A page that cannot be read or is no UTF-8.
    pub fn read(root: &Path, path: &Path) -> std::io::Result<Self> {
        let text = std::fs::read_to_string(root.join(path))?;
        Ok(Self { path: path.display().to_string(), text })
    }

    /// The page as it is.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Plays every `console` block with the binaries in `binaries` and the samples below `root`.
    ///
    /// The answer is what does not hold, and the page as it would be with the outputs of today.
    #[must_use]
    pub fn play(&self, root: &Path, binaries: &Path) -> (Vec<Fault>, String) {
        let mut faults = Vec::new();
        let mut today = self.text.clone();
        let scenes = match self.scenes() {
            Ok(scenes) => scenes,
            Err(fault) => return (vec![fault], today),
        };
        // From the end, so that places in front of a replaced block stay right.
        for scene in scenes.into_iter().rev() {
            let commands: Vec<&str> = scene.commands().collect();
            let played = match scene.stage.play(root, binaries, &commands) {
                Ok(played) => played,
                Err(text) => {
                    faults.push(self.fault(scene.stage.line, text));
                    continue;
                }
            };
            self.judge(&scene, &played, &mut faults, &mut today);
        }
        faults.sort_by_key(|fault| fault.line);
        (faults, today)
    }

    fn judge(&self, scene: &Scene, played: &[Played], faults: &mut Vec<Fault>, today: &mut String) {
        let mut rest = played.iter();
        let mut written = Vec::new();
        for (content, transcript) in &scene.blocks {
            let mut fresh = transcript.clone();
            for entry in &mut fresh.entries {
                let Some(played) = rest.next() else {
                    faults.push(self.fault(entry.line, "the shell had ended before this command".to_owned()));
                    return;
                };
                if played.status != entry.status {
                    let text = format!(
                        "exit status {}, the page says {}; `# exit status N` behind a command says which one is meant\n{}",
                        played.status,
                        entry.status,
                        played.output.join("\n")
                    );
                    faults.push(self.fault(entry.line, text));
                }
                if let Some(text) = differs(&entry.output, &played.output) {
                    faults.push(Fault { mendable: true, ..self.fault(entry.line, text) });
                    entry.output.clone_from(&played.output);
                }
            }
            let text = fresh.written();
            if !fresh.is_shown_by(&text) {
                let line = transcript.entries.first().map_or(1, |entry| entry.line);
                faults.push(self.fault(line, "a block cannot show this output".to_owned()));
            }
            written.push((content.clone(), text));
        }
        for (content, text) in written.into_iter().rev() {
            today.replace_range(content, &text);
        }
    }

    /// The scenes in order: a stage and the blocks below it. Stages without blocks are left out.
    fn scenes(&self) -> Result<Vec<Scene>, Fault> {
        let mut scenes: Vec<Scene> = Vec::new();
        for part in self.parts() {
            match part {
                Part::Stage { line, sample, preparation } => {
                    scenes.push(Scene { stage: Stage { line, sample, preparation }, blocks: Vec::new() });
                }
                Part::Block { line, language, is_played, content } if is_played || language == "console" => {
                    let text = self.text.get(content.clone()).unwrap_or_default();
                    let transcript = if is_played {
                        Transcript::silent(text, line)
                    } else {
                        Transcript::read(text, line).ok_or_else(|| {
                            self.fault(line, "a `console` block begins with `$ COMMAND`".to_owned())
                        })?
                    };
                    let scene = scenes.last_mut().ok_or_else(|| {
                        self.fault(line, "no `<!-- sample: NAME -->` stands above this block".to_owned())
                    })?;
                    scene.blocks.push((content, transcript));
                }
                Part::Block { .. } | Part::Span { .. } => {}
            }
        }
        scenes.retain(|scene| !scene.blocks.is_empty());
        Ok(scenes)
    }

    /// What a translation of the page must share with it, in order: the levels of headings, blocks as they are, pictures, the
    /// number of rows of each table.
    #[must_use]
    pub fn skeleton(&self) -> Vec<String> {
        let mut skeleton = Vec::new();
        let mut rows = 0;
        for (event, range) in Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => skeleton.push(format!("heading {level}")),
                Event::Start(Tag::CodeBlock(_)) => {
                    skeleton.push(self.text.get(range).unwrap_or_default().to_owned());
                }
                Event::Start(Tag::Image { dest_url, .. }) => skeleton.push(format!("picture {dest_url}")),
                Event::Start(Tag::Table(_)) => rows = 0,
                Event::Start(Tag::TableRow) => rows += 1,
                Event::End(TagEnd::Table) => skeleton.push(format!("table of {rows} rows")),
                _ => {}
            }
        }
        skeleton
    }

    /// What stands on the page, in order.
    pub(super) fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut open = false;
        for (event, range) in Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(words))) => {
                    open = true;
                    let mut words = words.split([' ', ',']);
                    let language = words.next().unwrap_or_default().to_owned();
                    parts.push(Part::Block {
                        line: self.line(range.start),
                        language,
                        is_played: words.any(|word| word == "played"),
                        content: content(&self.text, range),
                    });
                }
                Event::End(TagEnd::CodeBlock) => open = false,
                Event::Html(_) if !open => parts.extend(self.stage(range)),
                Event::Code(text) => {
                    parts.push(Part::Span { line: self.line(range.start), text: text.into_string() });
                }
                _ => {}
            }
        }
        parts
    }

    /// The stage that a comment beginning at `range.start` sets. A comment of several lines comes as several events; the first
    /// one is looked at, up to the end of the comment.
    fn stage(&self, range: Range<usize>) -> Option<Part> {
        let rest = self.text.get(range.start..)?.strip_prefix("<!-- sample:")?;
        let (comment, _) = rest.split_once("-->")?;
        let (sample, preparation) = comment.split_once('\n').unwrap_or((comment, ""));
        Some(Part::Stage {
            line: self.line(range.start),
            sample: sample.trim().to_owned(),
            preparation: preparation.to_owned(),
        })
    }

    pub(super) fn line(&self, offset: usize) -> usize {
        self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
    }

    pub(super) fn fault(&self, line: usize, text: String) -> Fault {
        Fault { page: self.path.clone(), line, text, mendable: false }
    }
}

/// A stage with its blocks: where each stands in the page, and what it says.
struct Scene {
    stage: Stage,
    blocks: Vec<(Range<usize>, Transcript)>,
}

impl Scene {
    fn commands(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().flat_map(|(_, block)| block.entries.iter().map(|entry| entry.command.as_str()))
    }
}

/// The lines between the fences of the block at `range`.
fn content(text: &str, range: Range<usize>) -> Range<usize> {
    let block = text.get(range.clone()).unwrap_or_default();
    let begin = block.find('\n').map_or(block.len(), |at| at + 1);
    let end = block.trim_end_matches('\n').rfind('\n').map_or(begin, |at| (at + 1).max(begin));
    range.start + begin..range.start + end
}
