//! The rule about ticked and open boxes of plans and phases.

use super::subject::{Place, Subject};
use crate::phase_files::Plan;
use crate::planning::PhaseView;
use crate::roadmap::{MentionKind, PlanBox, Roadmap, RoadmapPhase, Window};

/// A box that says something else than the summaries on disk. A box of a plan that is nowhere says nothing.
pub(super) fn drift(subject: &Subject<'_>) -> Vec<Place> {
    let Some((roadmap, window)) = subject.window().filter(|_| subject.view.scope.is_trusted()) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for phase in &subject.view.phases {
        let Some(planned) = &phase.roadmap else { continue };
        places.extend(of_phase(subject, roadmap, phase, planned));
        places.extend(of_plans(subject, roadmap, window, phase, planned));
    }
    places
}

fn of_phase(
    subject: &Subject<'_>,
    roadmap: &Roadmap<'_>,
    phase: &PhaseView,
    planned: &RoadmapPhase,
) -> Vec<Place> {
    let bullets = planned.bullets.iter().filter_map(|&index| roadmap.mentions().get(index));
    let judged = bullets.filter_map(|mention| {
        let MentionKind::Bullet(checkbox) = mention.kind else { return None };
        let id = planned.id.as_str();
        let message = match (checkbox.ticked, phase.plans.is_complete()) {
            (true, false) => format!("phase {id} is ticked, but not every plan of it has a summary"),
            (false, true) => format!("phase {id} is finished, but its box is open"),
            _ => return None,
        };
        Some(subject.in_roadmap(mention.line.content.trim(roadmap.source()), message))
    });
    judged.collect()
}

fn of_plans(
    subject: &Subject<'_>,
    roadmap: &Roadmap<'_>,
    window: &Window,
    phase: &PhaseView,
    planned: &RoadmapPhase,
) -> Vec<Place> {
    let judged = roadmap.plan_boxes_of(window, planned).into_iter().filter_map(|plan_box| {
        let plan = phase.plans.plans.iter().find(|plan| plan_box.is_of(&plan.file, &plan.id))?;
        let message = judge(plan_box, plan)?;
        Some(subject.in_roadmap(plan_box.line.content.trim(roadmap.source()), message))
    });
    judged.collect()
}

fn judge(plan_box: &PlanBox, plan: &Plan) -> Option<String> {
    match (plan_box.checkbox.ticked, &plan.summary) {
        (true, None) => Some(format!("plan `{}` is ticked, but has no summary", plan.id)),
        (false, Some(summary)) => {
            Some(format!("plan `{}` is finished (`{summary}`), but its box is open", plan.id))
        }
        _ => None,
    }
}
