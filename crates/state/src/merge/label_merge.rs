//! The merge of one line that is known by its label (contract 6.6, 6.10).

use std::borrow::Cow;
use std::cmp::Ordering;

use bstr::ByteSlice;

use super::choice::{Choice, Side, Three};
use super::content::Surroundings;
use super::label::last_updated;
use super::markers::{ConflictKind, Open, Piece};
use super::merger::Merger;
use super::plan_count::{PlanCount, counted};
use super::stamp::moment;
use super::token::{KeyedLine, LabelRule};

/// The label of the line that counts plans.
const PLANS: &str = "plans";

impl Merger<'_> {
    /// What becomes of a label line.
    pub(super) fn label_line<'t>(
        &self,
        versions: Three<Option<&KeyedLine<'t>>>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        let lines = versions.map(|version| version.map(|keyed| keyed.line));
        let Some(first) = versions.ours.or(versions.theirs) else { return Vec::new() };
        let counts = first.rule == LabelRule::Roadmap && first.label == PLANS;
        if counts && let Three { base, ours: Some(ours), theirs: Some(theirs) } = lines {
            let both_changed = base.is_none_or(|base| base != ours && base != theirs);
            if both_changed && let Some(line) = self.plans_line(ours, theirs, around) {
                return vec![Piece::Line(line)];
            }
        }
        let line = match (lines.choose(), first.rule) {
            (Choice::Ours, _) => lines.ours,
            (Choice::Theirs, _) => lines.theirs,
            (Choice::Conflict, LabelRule::Leading) => *lines.of(self.rules.leading),
            (Choice::Conflict, rule) => match (lines.ours, lines.theirs) {
                (Some(ours), Some(theirs)) if rule == LabelRule::LastUpdated => {
                    Some(self.later(ours, theirs))
                }
                (Some(ours), Some(theirs)) => return vec![conflict(&first.label, lines.base, ours, theirs)],
                // Gone on one side, changed on the other: the changed one stays.
                (left, right) => left.or(right),
            },
        };
        line.into_iter().map(Piece::line).collect()
    }

    fn later<'t>(&self, ours: &'t [u8], theirs: &'t [u8]) -> &'t [u8] {
        let date = |line: &[u8]| last_updated(line).and_then(moment);
        match date(ours).cmp(&date(theirs)) {
            Ordering::Greater => ours,
            Ordering::Less => theirs,
            Ordering::Equal if self.rules.leading == Side::Ours => ours,
            Ordering::Equal => theirs,
        }
    }

    /// `**Plans:** n/m …` that both sides changed: the one that says more, counted from the boxes. `None` when both say as much
    /// in other words.
    fn plans_line<'t>(
        &self,
        ours: &'t [u8],
        theirs: &'t [u8],
        around: Surroundings<'_>,
    ) -> Option<Cow<'t, [u8]>> {
        let (our_count, their_count) = (count_of(ours), count_of(theirs));
        if our_count == their_count && ours != theirs {
            return None;
        }
        let line = if their_count > our_count { theirs } else { ours };
        let start = value_start(line);
        let value = line.get(start..).unwrap_or_default().to_str_lossy();
        let boxes = around.phase.and_then(|phase| self.rules.plans.get(phase));
        Some(match boxes.and_then(|boxes| counted(value.trim_end(), *boxes, true)) {
            Some(value) => {
                let front = line.get(..start).unwrap_or_default();
                Cow::Owned([front, value.as_bytes()].concat())
            }
            None => Cow::Borrowed(line),
        })
    }
}

fn count_of(line: &[u8]) -> Option<PlanCount> {
    PlanCount::read(&line.get(value_start(line)..)?.to_str_lossy())
}

/// Where the value begins: behind the colon, closing marks and blanks.
fn value_start(line: &[u8]) -> usize {
    let colon = line.find_byte(b':').map_or(line.len(), |colon| colon + 1);
    let rest = line.get(colon..).unwrap_or_default();
    colon + rest.iter().take_while(|byte| matches!(byte, b'*' | b'_' | b' ' | b'\t')).count()
}

fn conflict<'t>(label: &str, base: Option<&'t [u8]>, ours: &'t [u8], theirs: &'t [u8]) -> Piece<'t> {
    Piece::Conflict(Open {
        kind: ConflictKind::Item,
        what: label.to_owned(),
        base: base.map(Cow::Borrowed).into_iter().collect(),
        ours: vec![Cow::Borrowed(ours)],
        theirs: vec![Cow::Borrowed(theirs)],
    })
}
