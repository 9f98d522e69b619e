//! Check 14: every copy has a place of its own (roundfix 4.3, A-14, A-63).

use std::collections::BTreeMap;

use cairn_plan::{Reason, RelativePath};

use crate::presence::Presence;
use crate::relink::Promotion;
use crate::relink::promotion::FOLDER;
use crate::situation::Situation;

/// Everything that stands in the way of a promotion, requested or automatic.
pub(super) fn promote(situation: &Situation<'_>) -> Vec<Reason> {
    let mut reasons = situation.rejected.clone();
    let promotions = &situation.relink.promotions;
    if promotions.is_empty() {
        return reasons;
    }
    let repository = situation.snapshot.repository;
    if let Ok(folder) = RelativePath::new(FOLDER) {
        for folder in folder.ancestors().chain([folder.clone()]) {
            if matches!(repository.presence(&folder), Presence::Link | Presence::File | Presence::Other) {
                let message = format!("{folder}: is a link or a file, so no copy can be put below it");
                reasons.push(Reason::new("promote", "references_unsafe", message).at(folder));
            }
        }
    }
    for promotion in promotions {
        if repository.presence(&promotion.to).exists() {
            let message = format!("{}: exists, so `{}` cannot be promoted", promotion.to, promotion.from);
            reasons.push(Reason::new("promote", "promotion_exists", message).at(promotion.to.clone()));
        }
        if promotion.copy.is_none() {
            let path = situation.inside(&promotion.from);
            let message = format!("{path}: is too large to be copied");
            reasons.push(Reason::new("promote", "promote_invalid", message).at(path));
        }
    }
    reasons.extend(collisions(promotions));
    reasons
}

/// Promotions whose basenames are the same but for case.
fn collisions(promotions: &[Promotion]) -> Vec<Reason> {
    let mut by_name: BTreeMap<String, Vec<&Promotion>> = BTreeMap::new();
    for promotion in promotions {
        let name = String::from_utf8_lossy(promotion.to.file_name()).to_lowercase();
        by_name.entry(name).or_default().push(promotion);
    }
    let mut reasons = Vec::new();
    for same in by_name.values().filter(|same| same.len() > 1) {
        let names: Vec<String> = same.iter().map(|one| format!("`{}`", one.from)).collect();
        if let Some(first) = same.first() {
            let message = format!("{}: {} would become one file", first.to, names.join(" and "));
            reasons.push(Reason::new("promote", "promotion_collision", message).at(first.to.clone()));
        }
    }
    reasons
}
