//! STATE.md behind `phase add`, `insert` and `remove`: counters, the total of the position, and its number (section 15).

use crate::answer::Answer;
use crate::body_field::BodyField;
use crate::draft::Draft;
use crate::facts::PhaseFacts;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::position::{read_phase, with_total, write_phase};
use crate::roadmap::edit::Renumbering;
use crate::schema::Key;
use crate::writing::{Reading, write};
use cairn_text::frontmatter::{NewValue, Value};

/// The edit; the facts of `input` are those behind the change of the phases.
pub(crate) fn follow_phases(
    input: &StateInput<'_>,
    description: &str,
    renumbering: Option<&Renumbering>,
) -> Result<VerbOutcome, Failure> {
    write(input, description, |reading, draft| {
        draft.always_synchronises = true;
        if let Some(renumbering) = renumbering {
            renumber(reading, draft, renumbering)?;
        } else {
            follow_total(reading, draft)?;
        }
        Ok(Answer::new())
    })
}

/// `Phase: X of Y`: Y follows; a text without a total keeps its form.
fn follow_total(reading: &Reading<'_>, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
    let Some(text) = reading.document.text(BodyField::Phase) else { return Ok(()) };
    let changed = reading.facts.phase_total().and_then(|total| with_total(text.as_bytes(), total));
    if let Some(changed) = changed.filter(|changed| changed != text.as_bytes()) {
        draft.set(BodyField::Phase, &String::from_utf8_lossy(&changed))?;
    }
    Ok(())
}

/// The position keeps its phase under the new number. Of a removed phase it moves to the one that has its number now, else to the last.
fn renumber(
    reading: &Reading<'_>,
    draft: &mut Draft<'_, '_>,
    renumbering: &Renumbering,
) -> Result<(), Failure> {
    let document = &reading.document;
    if document.current_phase().is_some_and(|current| current == *renumbering.removed()) {
        leave_removed(reading, draft, renumbering)?;
    } else {
        for field in [BodyField::Phase, BodyField::CurrentPhase, BodyField::CurrentFocus] {
            let Some(text) = document.text(field) else { continue };
            let moved = moved_text(&text, renumbering).unwrap_or_else(|| text.clone());
            let total = reading.facts.phase_total().filter(|_| field == BodyField::Phase);
            let followed = total.and_then(|total| with_total(moved.as_bytes(), total));
            let followed = followed.map_or(moved, |followed| String::from_utf8_lossy(&followed).into_owned());
            if followed != text {
                draft.set(field, &followed)?;
            }
        }
    }
    renumber_keys(reading, draft, renumbering);
    Ok(())
}

fn leave_removed(
    reading: &Reading<'_>,
    draft: &mut Draft<'_, '_>,
    renumbering: &Renumbering,
) -> Result<(), Failure> {
    let phases = &reading.facts.phases;
    let Some(heir) = phases.iter().find(|phase| phase.id >= *renumbering.removed()).or(phases.last()) else {
        return follow_total(reading, draft);
    };
    let PhaseFacts { id, name, .. } = heir;
    draft.set(BodyField::Phase, &write_phase(id, reading.facts.phase_total(), name.as_deref()))?;
    draft.set(BodyField::Plan, "Not started")?;
    draft.set(BodyField::CurrentPhase, id.as_str())?;
    draft.set(BodyField::CurrentPhaseName, name.as_deref().unwrap_or("—"))?;
    draft.set(BodyField::CurrentPlan, "Not started")?;
    let focus = name.as_ref().map_or_else(|| format!("Phase {id}"), |name| format!("Phase {id} — {name}"));
    draft.set(BodyField::CurrentFocus, &focus)?;
    draft.given.phase_name.clone_from(name);
    Ok(())
}

/// A text that begins with a phase, with the new number of that phase.
fn moved_text(text: &str, renumbering: &Renumbering) -> Option<String> {
    let id = read_phase(text.as_bytes())?.id;
    let moved = renumbering.moved(&id, false)?;
    let start = text.find(id.spelled())?;
    Some(format!("{}{}{}", text.get(..start)?, moved.spelled(), text.get(start + id.spelled().len()..)?))
}

/// `active_phase` and `next_phases` name phases too.
fn renumber_keys(reading: &Reading<'_>, draft: &mut Draft<'_, '_>, renumbering: &Renumbering) {
    let moved = |text: &str| {
        PhaseId::parse(text.trim())
            .and_then(|id| renumbering.moved(&id, false))
            .map(|id| id.spelled().to_owned())
    };
    if let Some(active) = reading.document.key_text(Key::ActivePhase).and_then(moved) {
        draft.set_key(Key::ActivePhase, NewValue::Quoted(active));
    }
    let Some(Value::List(items)) = reading.document.entry(Key::NextPhases).map(|entry| entry.value()) else {
        return;
    };
    let texts: Vec<&str> = items.iter().filter_map(Value::as_text).collect();
    if texts.len() == items.len() && texts.iter().any(|text| moved(text).is_some()) {
        let renumbered =
            texts.iter().map(|text| NewValue::Quoted(moved(text).unwrap_or_else(|| (*text).to_owned())));
        draft.set_key(Key::NextPhases, NewValue::List(renumbered.collect()));
    }
}
