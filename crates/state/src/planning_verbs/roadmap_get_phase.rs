//! `roadmap get-phase N`: the block of one phase (section 15).

use super::{Report, phase_not_in, wanted_roadmap};
use crate::answer::{Answer, Value};
use crate::failure::Failure;
use crate::phase_id::PhaseId;
use crate::planning::{Focus, MilestoneView, PlanningSnapshot};
use crate::roadmap::{BlockField, Roadmap, RoadmapPhase};
use bstr::ByteSlice;
use cairn_text::Span;

/// What must be read for it: ROADMAP.md alone.
pub fn focus() -> Vec<Focus> {
    Vec::new()
}

/// The phase of the milestone's window, else of any other part of the document. A phase that only a bullet or row names has that line as
/// its section.
///
/// # Errors
/// `roadmap_not_found`, `phase_not_found`.
pub fn run(snapshot: &PlanningSnapshot, stored: Option<&str>, id: &PhaseId) -> Result<Report, Failure> {
    let source = wanted_roadmap(snapshot)?;
    let view = MilestoneView::new(snapshot, stored);
    let roadmap = Roadmap::parse(source);
    let phase = view.phase(id).and_then(|phase| phase.roadmap.clone());
    let Some(phase) = phase.or_else(|| roadmap.all_phases().into_iter().find(|phase| phase.id == *id)) else {
        let path = snapshot.from_root("ROADMAP.md");
        return Err(phase_not_in(&view, id, format!("`{path}` has no phase `{id}`")).with("found", false));
    };
    let block = roadmap.block(&phase);
    let span =
        block.as_ref().map(|block| block.span).or_else(|| line_of(&roadmap, &phase)).unwrap_or_default();
    let section = span.of(source).trim_end().to_str_lossy().into_owned();
    let text = |field: Option<&BlockField>| {
        Value::from(field.map(|field| field.value.of(source).to_str_lossy().into_owned()))
    };
    let answer = Answer::new()
        .with("found", true)
        .with("phase_number", phase.id.as_str())
        .with("phase_name", phase.name.as_str())
        .with("goal", text(block.as_ref().and_then(|block| block.goal.as_ref())))
        .with("depends_on", text(block.as_ref().and_then(|block| block.depends_on.as_ref())))
        .with("success_criteria", block.map(|block| block.success_criteria).unwrap_or_default())
        .with("section", section.as_str());
    Ok(Report { answer, raw: Some(section), warnings: Vec::new() })
}

fn line_of(roadmap: &Roadmap<'_>, phase: &RoadmapPhase) -> Option<Span> {
    let mut mentions = roadmap.mentions().iter();
    mentions.find(|mention| mention.id == phase.id).map(|mention| mention.line.content)
}
