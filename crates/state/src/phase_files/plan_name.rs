//! The names of plans and summaries, and the id inside a plan's name (9.4, S-19, S-20).

use crate::phase_id::PhaseId;

/// A file name that is a plan's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanName<'f> {
    file: &'f str,
    /// `plans/` or nothing.
    folder: &'f str,
    /// In front of the word `PLAN`, with its dash: `02-01-`, `09-`, nothing.
    front: &'f str,
    /// Behind the word `PLAN`, without `.md`: nothing, or `-04-walls`.
    back: &'f str,
    phase: &'f PhaseId,
}

/// Endings that look like a plan and are something about one.
const NO_PLANS: [&str; 3] = ["-OUTLINE.md", "-PLAN-REVIEW.md", ".pre-bounce.md"];

/// Whether a file of a phase folder is a plan by its name. Files of the subfolder are given as `plans/NAME`.
pub fn is_plan(file: &str) -> bool {
    let (folder, name) = split_folder(file);
    split_plan(folder, name).is_some()
}

/// Whether a file is a summary by its name: the shapes of plan names with `SUMMARY` for `PLAN`.
pub fn is_summary(file: &str) -> bool {
    let (folder, name) = split_folder(file);
    is_place(folder) && split_marker(name, "SUMMARY").is_some()
}

impl<'f> PlanName<'f> {
    /// Reads a file name within the folder of `phase`.
    pub fn read(file: &'f str, phase: &'f PhaseId) -> Option<Self> {
        let (folder, name) = split_folder(file);
        let (front, back) = split_plan(folder, name)?;
        Some(Self { file, folder, front, back, phase })
    }

    /// The name as it was given.
    pub fn file(&self) -> &'f str {
        self.file
    }

    /// `02-01` for `02-01-PLAN.md` and `02-01-walls-PLAN.md`, `09-04` for `09-PLAN-04.md`, the phase and the number for
    /// `PLAN-01-walls.md`; a plan without a number has its name in front of `PLAN` (`22-FIX`), else the phase.
    pub fn id(&self) -> String {
        let front = self.front.trim_end_matches('-');
        let numbers_in_phase = 1 + self.phase.as_str().matches('-').count();
        let behind = leading_numbers(self.back.trim_start_matches('-'), 1);
        let numbers = leading_numbers(front, numbers_in_phase + 1);
        match (behind, numbers) {
            (Some(number), _) if front.is_empty() => format!("{}-{number}", self.phase.padded()),
            (Some(number), _) => [front, "-", number].concat(),
            (None, Some(numbers)) if numbers.contains('-') => numbers.to_owned(),
            (None, _) if front.is_empty() => self.phase.padded(),
            (None, _) => front.to_owned(),
        }
    }

    /// The number of the plan within its phase as it is spelled, such as `01`; none for a plan without one.
    pub fn number(&self) -> Option<String> {
        let id = self.id();
        let (phase, number) = id.rsplit_once('-')?;
        (!phase.is_empty() && number.starts_with(|c: char| c.is_ascii_digit())).then(|| number.to_owned())
    }

    /// Every spelling under which another plan may name this one: its id, its file name with and without `.md` and `-PLAN`, and
    /// its number alone.
    pub(crate) fn names(&self) -> Vec<String> {
        let stem = self.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let front = stem.strip_suffix("-PLAN").unwrap_or(&stem).to_owned();
        [Some(self.id()), Some(format!("{stem}.md")), Some(stem), Some(front), self.number()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The summaries that may execute this plan, beside it. By name: `PLAN` read as `SUMMARY`, and the plan's name with
    /// `-SUMMARY` behind it. By id: the plan's id with `-SUMMARY` behind it.
    pub fn summary_names(&self, by_id: bool) -> Vec<String> {
        let Self { folder, front, back, .. } = self;
        if by_id {
            return vec![[*folder, &self.id(), "-SUMMARY.md"].concat()];
        }
        let with_word = [*folder, front, "SUMMARY", back, ".md"].concat();
        let with_name = [*folder, front, "PLAN", back, "-SUMMARY.md"].concat();
        vec![with_word, with_name]
    }
}

fn split_folder(file: &str) -> (&str, &str) {
    file.split_at(file.rfind('/').map_or(0, |slash| slash + 1))
}

fn is_place(folder: &str) -> bool {
    folder.is_empty() || folder == "plans/"
}

fn split_plan<'f>(folder: &str, name: &'f str) -> Option<(&'f str, &'f str)> {
    if !is_place(folder)
        || NO_PLANS.iter().any(|ending| name.ends_with(ending))
        || split_marker(name, "SUMMARY").is_some()
    {
        return None;
    }
    let (front, back) = split_marker(name, "PLAN")?;
    // In the subfolder only the numbered shapes are plans; the rest there is prose about them.
    (folder.is_empty() || !back.is_empty()).then_some((front, back))
}

/// Splits `*-WORD.md`, `WORD.md`, `WORD-NN*.md`, `*-WORD-NN*.md` at the word; `.md` is taken off.
fn split_marker<'f>(name: &'f str, word: &str) -> Option<(&'f str, &'f str)> {
    let stem = name.strip_suffix(".md")?;
    let mut found = None;
    let mut start = 0;
    for part in stem.split('-') {
        let (front, rest) = stem.split_at_checked(start)?;
        let back = rest.get(part.len()..)?;
        let ends = back.get(1..).is_none_or(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if part == word && ends {
            found = Some((front, back));
        }
        start += part.len() + 1;
    }
    found
}

/// At most `limit` dash-joined numbers at the start of a name: `01-01` of `01-01-2024-report` with a limit of two. Letters and
/// decimals belong to their number (`71-01b`, `02.1-03`), a letter in front to the first (`B7-01`), and a project code to it as well.
fn leading_numbers(text: &str, limit: usize) -> Option<&str> {
    let mut end = 0;
    let mut found = 0;
    for (index, part) in text.split('-').enumerate() {
        let start = end + usize::from(index > 0);
        if is_number(part, found == 0) {
            found += 1;
        } else if index > 0
            || !part.starts_with(|c: char| c.is_ascii_alphabetic())
            || !text.get(part.len() + 1..)?.starts_with(|c: char| c.is_ascii_digit())
        {
            break;
        }
        end = start + part.len();
        if found == limit {
            break;
        }
    }
    (found > 0).then(|| text.get(..end))?
}

fn is_number(part: &str, may_have_letter_in_front: bool) -> bool {
    let digits = match part.strip_prefix(|c: char| may_have_letter_in_front && c.is_ascii_alphabetic()) {
        Some(rest) => rest,
        None => part,
    };
    let digits = digits.strip_suffix(|c: char| c.is_ascii_alphabetic()).unwrap_or(digits);
    digits.split('.').all(|run| {
        let run = run.strip_suffix(|c: char| c.is_ascii_alphabetic()).unwrap_or(run);
        !run.is_empty() && run.len() <= 4 && run.bytes().all(|byte| byte.is_ascii_digit())
    })
}
