//! The computed lines of the section: `- Total plans completed: 3` and its neighbours (contract 14.4). Written where they
//! stand, in the form they have; none is added.

use cairn_text::outline::{LineClass, Section, list_marker};
use cairn_text::{Edit, Span};

use crate::document::StateDocument;
use crate::draft::Draft;
use crate::durations::{PlanDuration, Trend};

const TOTAL_PLANS: &str = "total plans completed";
const AVERAGE_DURATION: &str = "average duration";
const TOTAL_TIME: &str = "total execution time";
const LAST_PLANS: &str = "last 5 plans";
const TREND: &str = "trend";

/// Whether a label, in lower case, is that of a computed line.
pub(crate) fn is_computed_label(label: &str) -> bool {
    [TOTAL_PLANS, AVERAGE_DURATION, TOTAL_TIME, LAST_PLANS, TREND].contains(&label)
}

/// How many durations the line of the last plans shows.
const LAST: usize = 5;

/// Writes every line of which the value is known.
pub(super) fn write(
    document: &StateDocument<'_>,
    draft: &mut Draft<'_, '_>,
    section: &Section,
    total_plans: u64,
    durations: &[PlanDuration],
) {
    let mut values = vec![(TOTAL_PLANS, total_plans.to_string())];
    if let Some(mean) = PlanDuration::mean(durations) {
        let last = durations.get(durations.len().saturating_sub(LAST)..).unwrap_or_default();
        let shown: Vec<String> = last.iter().map(|duration| duration.display()).collect();
        values.push((AVERAGE_DURATION, mean.display_spaced()));
        values.push((TOTAL_TIME, durations.iter().copied().sum::<PlanDuration>().display_hours()));
        values.push((LAST_PLANS, shown.join(", ")));
        values.push((TREND, Trend::of(durations).as_str().to_owned()));
    }
    let source = document.source();
    for line in document.outline().lines(source, section.content).filter(|line| line.class == LineClass::Text)
    {
        let text = line.masked();
        let Some((label, value)) = labelled(&text) else { continue };
        let place = values.iter().position(|(known, _)| *known == label);
        let Some((_, new)) = place.map(|place| values.remove(place)) else { continue };
        let start = line.line.content.start;
        let span = Span::new(start + value.start, start + value.end);
        if span.is_empty() {
            draft.push(Edit::insert(span.start, format!(" {new}")));
        } else if span.of(source) != new.as_bytes() {
            draft.push(Edit::replace(span, new));
        }
    }
}

/// The label of a line in lower case, and the place of its value behind one blank: `- Trend: x`, `**Trend:** x`, `Trend: x`.
fn labelled(text: &[u8]) -> Option<(String, Span)> {
    let whole = Span::whole(text).trim(text);
    let marker = list_marker(whole.of(text)).unwrap_or_default();
    let inner = Span::new(whole.start + marker, whole.end).trim(text);
    let colon = inner.start + inner.of(text).iter().position(|byte| *byte == b':')?;
    let label = String::from_utf8_lossy(Span::new(inner.start, colon).of(text))
        .replace("**", "")
        .trim()
        .to_lowercase();
    let behind = Span::new(colon + 1, text.len());
    let marks = if behind.of(text).starts_with(b"**") { 2 } else { 0 };
    let rest = Span::new(behind.start + marks, behind.end);
    let value = rest.trim(text);
    // A label without a value gets one behind a blank.
    Some((label, if value.is_empty() { Span::at(rest.start) } else { value }))
}
