//! Names of new phase folders (section 15): letters and digits of any script.

/// The longest slug, in characters.
const LONGEST: usize = 60;

/// The slug of a title: letters and digits of any script in lower case, everything else one `-`, at most 60 characters, no dash
/// at an end; `phase` when nothing is left.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for character in title.chars().flat_map(char::to_lowercase) {
        if belongs_to_a_word(character) {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let cut: String = slug.chars().take(LONGEST).collect();
    let cut = cut.trim_matches('-');
    if cut.is_empty() { "phase".to_owned() } else { cut.to_owned() }
}

/// Letters and digits, and the marks that belong to a letter: lower-casing and decomposed text make them characters of their own.
fn belongs_to_a_word(character: char) -> bool {
    character.is_alphanumeric() || is_mark(character)
}

/// The combining marks of the blocks in common use; vowel signs of Indic scripts are alphabetic already.
fn is_mark(character: char) -> bool {
    matches!(u32::from(character), 0x0300..=0x036F | 0x0483..=0x0487 | 0x0591..=0x05BD | 0x064B..=0x065F | 0x094D | 0x09CD
        | 0x0A4D | 0x0ACD | 0x0B4D | 0x0BCD | 0x0C4D | 0x0CCD | 0x0D4D | 0x0E47..=0x0E4E | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF
        | 0x3099 | 0x309A | 0xFE20..=0xFE2F)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 15, fault kind "new ids and names": every title gives a usable name.
    #[test]
    fn slugs() {
        for (title, expected) in [
            ("New Thing", "new-thing"),
            ("  Hot -- fix! ", "hot-fix"),
            ("潮汐の表", "潮汐の表"),
            ("Список огней", "список-огней"),
            ("Café №5", "café-5"),
            ("हिन्दी पाठ", "हिन्दी-पाठ"),
            ("İstanbul", "i\u{307}stanbul"),
            ("../../etc", "etc"),
            ("!!!", "phase"),
            ("", "phase"),
            ("🚧", "phase"),
        ] {
            assert_eq!(slug(title), expected, "{title}");
        }
        let long = slug(&"ab ".repeat(40));
        assert!(long.chars().count() <= 60 && !long.ends_with('-'));
    }
}
