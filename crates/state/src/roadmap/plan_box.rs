//! The checklist rows of plans: `- [ ] 02-01-PLAN.md`, with a description or without (section 3).

use super::Checkbox;
use cairn_text::{Line, Span};

/// One plan's box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanBox {
    /// The box.
    pub checkbox: Checkbox,
    /// The plan as it is named there: a file name or an id.
    pub plan: String,
    /// The bytes of that name.
    pub plan_span: Span,
    /// The line.
    pub line: Line,
}

impl PlanBox {
    /// Reads what stands behind a box: the first word, without emphasis, code marks and brackets, when it holds a digit or
    /// names a plan file.
    pub(super) fn read(checkbox: Checkbox, text: &[u8], line: Line) -> Option<Self> {
        let is_mark = |byte: &u8| matches!(byte, b'*' | b'_' | b'`' | b'[' | b'~');
        let skipped = text.iter().take_while(|byte| is_mark(byte)).count();
        let word = text.get(skipped..)?.iter();
        let length = word
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
            .count();
        let word = text.get(skipped..skipped + length)?;
        let word = std::str::from_utf8(word).ok()?.trim_end_matches(['.', '_', '-']);
        let start = checkbox.text.start + skipped;
        let names_a_plan = word.ends_with(".md")
            || word.contains('-') && word.starts_with(|c: char| c.is_ascii_alphanumeric());
        (names_a_plan && word.contains(|c: char| c.is_ascii_digit())).then(|| Self {
            checkbox,
            plan: word.to_owned(),
            plan_span: Span::new(start, start + word.len()),
            line,
        })
    }

    /// Whether this is the box of the plan with the file name `file` and the id `id`; `02-010` is not `02-01`.
    pub fn is_of(&self, file: &str, id: &str) -> bool {
        let name = file.rsplit('/').next().unwrap_or(file);
        let stem = name.strip_suffix(".md").unwrap_or(name);
        let front = stem.strip_suffix("-PLAN").unwrap_or(stem);
        [name, stem, front, id].iter().any(|known| known.eq_ignore_ascii_case(&self.plan))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_text::lines;

    fn read(source: &str) -> Option<PlanBox> {
        let line = lines(source.as_bytes()).next()?;
        let checkbox = Checkbox::read(source.as_bytes(), 0)?;
        PlanBox::read(checkbox, checkbox.text.of(source.as_bytes()), line)
    }

    /// S-19, fault kind "fields and rows of others": exactly the plan of that name.
    #[test]
    fn plans_of_boxes() {
        for (source, plan) in [
            ("- [ ] 02-01-PLAN.md", Some("02-01-PLAN.md")),
            ("- [x] **02-01**: walls", Some("02-01")),
            ("- [ ] `02.1-03-PLAN.md` — walls", Some("02.1-03-PLAN.md")),
            ("- [ ] [02-01-PLAN.md](phases/02/02-01-PLAN.md)", Some("02-01-PLAN.md")),
            ("- [ ] 02-01: walls", Some("02-01")),
            ("- [ ] PLAN-01-a.md", Some("PLAN-01-a.md")),
            ("- [ ] well-known issue", None),
            ("- [ ] two words", None),
            ("- [ ] 3 things", None),
            ("- [ ] -1 degrees", None),
        ] {
            let found = read(source).map(|found| (found.plan_span.of(source.as_bytes()), found.plan));
            let expected = plan.map(|plan| (plan.as_bytes(), plan.to_owned()));
            assert_eq!(found, expected, "{source}");
        }
        for (source, is_of) in [
            ("- [ ] 02-01-PLAN.md", true),
            ("- [ ] 02-01", true),
            ("- [ ] 02-01-walls-PLAN.md", true),
            ("- [ ] 02-01-walls", true),
            ("- [ ] 02-010-PLAN.md", false),
            ("- [ ] 02-02-PLAN.md", false),
        ] {
            let found = read(source).unwrap();
            assert_eq!(
                found.is_of("02-01-walls-PLAN.md", "02-01") || found.is_of("02-01-PLAN.md", "02-01"),
                is_of,
                "{source}"
            );
        }
    }
}
