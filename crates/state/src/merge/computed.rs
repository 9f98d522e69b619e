//! What is computed from a merged text: the lines of Performance Metrics, and how many plans the phases of ROADMAP.md have
//! (contract 6.7, 6.10).

use std::collections::HashMap;

use super::choice::Three;
use super::merger::PlanBoxes;
use super::section_tree::Section;
use super::side_text::SideText;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::performance_metrics::Metrics;
use crate::phase_id::PhaseId;
use crate::roadmap::Roadmap;

/// Whether both sides changed the metrics, each in its way.
pub(super) fn both_changed_metrics(sides: Three<Option<&SideText<'_>>>) -> bool {
    let lines = sides.map(|side| {
        let mut lines = Vec::new();
        if let Some(side) = side {
            side.root.walk(&mut |section: &Section<'_>| {
                if section.is_metrics {
                    lines.push(section.lines.clone());
                }
            });
        }
        lines
    });
    lines.ours != lines.theirs && lines.ours != lines.base && lines.theirs != lines.base
}

/// The text with its computed lines, and the rows of `phases`, computed again from the merged tables. As it is where no row of a
/// plan is left to compute from.
pub(super) fn with_metrics(text: Vec<u8>, phases: &[PhaseId]) -> Vec<u8> {
    let document = StateDocument::parse(&text);
    let metrics = Metrics::read(&document);
    if !metrics.has_plan_rows() {
        return text;
    }
    let mut draft = Draft::new(&document);
    let rows: Vec<(PhaseId, Option<u32>)> = phases.iter().map(|phase| (phase.clone(), None)).collect();
    metrics.write_summary(&mut draft, &rows);
    let changed = draft.apply().ok();
    changed.map_or(text, |(changed, _)| changed.into_vec())
}

/// The boxes of the plans in the section of each phase.
pub(super) fn plan_boxes(roadmap: &[u8]) -> HashMap<PhaseId, PlanBoxes> {
    let roadmap = Roadmap::parse(roadmap);
    let mut found: HashMap<PhaseId, PlanBoxes> = HashMap::new();
    for phase in roadmap.all_phases() {
        let Some(block) = roadmap.block(&phase) else { continue };
        let boxes = roadmap.plan_boxes();
        let first = boxes.partition_point(|plan| plan.line.content.start < block.span.start);
        let inside = boxes.iter().skip(first).take_while(|plan| plan.line.content.start < block.span.end);
        let mut count = PlanBoxes::default();
        for plan in inside {
            count.all += 1;
            count.ticked += usize::from(plan.checkbox.ticked);
        }
        found.insert(phase.id, count);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 6.10: the boxes of each phase are those of its own section.
    #[test]
    fn boxes_of_phases() {
        let text = b"# R\n\n### Phase 1: A\n\n- [x] 01-01-PLAN.md\n- [ ] 01-02-PLAN.md\n\n### Phase 2: B\n\n- [x] 02-01-PLAN.md\n\n### Phase 3: C\n\nwords\n";
        let found = plan_boxes(text);
        let of = |phase: &str| PhaseId::parse(phase).and_then(|phase| found.get(&phase)).copied();
        assert_eq!(of("1"), Some(PlanBoxes { ticked: 1, all: 2 }));
        assert_eq!(of("2"), Some(PlanBoxes { ticked: 1, all: 1 }));
        assert_eq!(of("3"), Some(PlanBoxes { ticked: 0, all: 0 }));
    }
}
