//! A base and two sides that were edited apart.

use super::dice::Dice;
use super::roadmap_file::RoadmapFile;
use super::state_file::StateFile;
use cairn_state::merge::Kind;

/// Three texts, and what each side added.
pub(crate) struct Triple {
    pub(crate) kind: Kind,
    pub(crate) base: Vec<u8>,
    pub(crate) sides: [Vec<u8>; 2],
}

impl Triple {
    /// The triple of a seed. One in eight has no base.
    pub(crate) fn of(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
        let is_state = dice.hits(2, 3);
        let has_base = !dice.hits(1, 8);
        let counts = [1 + dice.below(6), 1 + dice.below(6)];
        let token = |side: usize, count: usize| format!("t{seed}{}{count}", ["o", "u"][side]);
        let (kind, base, sides) = if is_state {
            let base = StateFile::base(&mut dice);
            let sides = [0, 1].map(|side| {
                let mut file = base.clone();
                (0..counts[side]).for_each(|count| file.edit(&mut dice, &token(side, count)));
                file.text()
            });
            (Kind::State, base.text(), sides)
        } else {
            let base = RoadmapFile::base(&mut dice);
            let sides = [0, 1].map(|side| {
                let mut file = base.clone();
                (0..counts[side]).for_each(|count| file.edit(&mut dice, &token(side, count), side));
                file.text()
            });
            (Kind::Roadmap, base.text(), sides)
        };
        let base = if has_base { base.into_bytes() } else { Vec::new() };
        Self { kind, base, sides: sides.map(String::into_bytes) }
    }
}

/// The words of a text that some edit gave a name: `t17o3`. Those that end in `x` are of the position, which is one side's.
pub(crate) fn tokens(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_token = |word: &&str| {
        let rest = word.trim_start_matches('t').trim_start_matches(|c: char| c.is_ascii_digit());
        word.starts_with('t')
            && rest.starts_with(['o', 'u'])
            && rest.len() > 1
            && !word.ends_with('x')
            && rest[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let mut found: Vec<String> = words.filter(is_token).map(str::to_owned).collect();
    found.sort();
    found.dedup();
    found
}
