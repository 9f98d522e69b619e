use super::*;

fn parts(middle: &str) -> Parts {
    Parts {
        model: vec![Run::new(Style::Dim, "Opus")],
        middle: Some(Run::new(Style::Dim, middle)),
        folder: vec![Run::new(Style::Dim, "p")],
        git: vec![Run::new(Style::Dim, "main"), Run::new(Style::Green, "✓")],
        context: vec![Run::new(Style::Plain, " "), Run::new(Style::Green, "████░░░░░░ 48%")],
        last_command: vec![Run::new(Style::Dim, "last: /x")],
    }
}

const PLAIN: Layout = Layout { is_context_in_front: false, is_plain: true, columns: None };

/// D40: the two orders of the parts; a part that is absent takes its separator along.
#[test]
fn d40_order() {
    assert_eq!(parts("s").draw(PLAIN), "Opus │ s │ p │ main✓ ████░░░░░░ 48% │ last: /x");
    let front = Layout { is_context_in_front: true, ..PLAIN };
    assert_eq!(parts("s").draw(front), "Opus ████░░░░░░ 48% │ s │ p │ main✓ │ last: /x");
    assert_eq!(parts("").draw(PLAIN), "Opus │ p │ main✓ ████░░░░░░ 48% │ last: /x");
    let few = Parts { git: vec![], context: vec![], last_command: vec![], middle: None, ..parts("") };
    assert_eq!(few.draw(front), "Opus │ p");
}

/// D40, D41: every style and its sequence; none on a plain terminal.
#[test]
fn d41_sequences() {
    for (style, sequence) in [
        (Style::Plain, "x"),
        (Style::Dim, "\x1b[2mx\x1b[0m"),
        (Style::Bold, "\x1b[1mx\x1b[0m"),
        (Style::Green, "\x1b[32mx\x1b[0m"),
        (Style::Yellow, "\x1b[33mx\x1b[0m"),
        (Style::Orange, "\x1b[38;5;208mx\x1b[0m"),
        (Style::Red, "\x1b[31mx\x1b[0m"),
        (Style::BlinkingRed, "\x1b[5;31mx\x1b[0m"),
    ] {
        let parts = || Parts {
            model: vec![Run::new(style, "x")],
            folder: vec![Run::new(style, "y")],
            ..Parts::default()
        };
        let coloured = Layout { is_plain: false, ..PLAIN };
        assert_eq!(parts().draw(coloured), format!("{sequence} │ {}", sequence.replace('x', "y")));
        assert_eq!(parts().draw(PLAIN), "x │ y");
    }
}

/// D41, G9: no text drives the terminal.
#[test]
fn d41_cleaned() {
    let text = "Re\u{1b}[31md\u{7}\r\n\t \u{202e}Al\u{200b}ert\u{7f}\u{9b}2J\u{feff}\u{2066}";
    let parts = Parts { model: vec![Run::new(Style::Dim, text)], ..Parts::default() };
    assert_eq!(parts.draw(PLAIN), "Re[31md Alert2J");
    let hidden = Parts {
        folder: vec![Run::new(Style::Dim, "p")],
        middle: Some(Run::new(Style::Bold, "\u{200b}")),
        ..Parts::default()
    };
    assert_eq!(hidden.draw(PLAIN), " │ p");
}

fn check_width(middle: &str, columns: usize, expected: &str) {
    let parts = Parts { git: vec![], context: vec![], last_command: vec![], ..parts(middle) };
    assert_eq!(parts.draw(Layout { columns: Some(columns), ..PLAIN }), expected, "{middle:?} at {columns}");
}

/// D41: the middle part gives way at a grapheme cluster, no other part ever.
#[test]
fn d41_width() {
    // `Opus │ ` and ` │ p` take 11 columns.
    check_width("abcdef", 17, "Opus │ abcdef │ p");
    check_width("abcdef", 16, "Opus │ abcd… │ p");
    check_width("abcdef", 12, "Opus │ … │ p");
    check_width("abcdef", 11, "Opus │ p");
    check_width("abcdef", 1, "Opus │ p");
    check_width("a", 12, "Opus │ a │ p");
    // Two columns each.
    check_width("完了完了", 19, "Opus │ 完了完了 │ p");
    check_width("完了完了", 18, "Opus │ 完了完… │ p");
    check_width("完了完了", 17, "Opus │ 完了… │ p");
    check_width("💀💀💀", 16, "Opus │ 💀💀… │ p");
    check_width("💀💀💀", 15, "Opus │ 💀… │ p");
    // A letter and its mark stay together, and a mark takes no column.
    check_width("e\u{301}e\u{301}e\u{301}", 14, "Opus │ e\u{301}e\u{301}e\u{301} │ p");
    check_width("e\u{301}e\u{301}e\u{301}", 13, "Opus │ e\u{301}… │ p");
    check_width("│█…·", 15, "Opus │ │█…· │ p");
    check_width("🇯🇵🇯🇵", 14, "Opus │ 🇯🇵… │ p");
}

/// D41: the width of a coloured line is that of its text.
#[test]
fn d41_sequences_take_no_column() {
    let fits = Layout { is_plain: false, columns: Some(50), ..PLAIN };
    let text = "v2.0 Alphabetagammadeltaepsilonzeta · executing";
    let parts = Parts { git: vec![], last_command: vec![], ..parts(text) };
    assert_eq!(
        parts.draw(fits),
        "\x1b[2mOpus\x1b[0m │ \x1b[2mv2.0 Alphabetagammadelt…\x1b[0m │ \x1b[2mp\x1b[0m \x1b[32m████░░░░░░ 48%\x1b[0m"
    );
}

proptest::proptest! {
    /// D41, G9: whatever the text, a plain line holds no character that drives a terminal, and a narrow one is no wider than
    /// its other parts and its columns.
    #[test]
    fn d41_any_text(text in "(?s).*", columns in 1_usize..60) {
        let parts = || Parts { git: vec![], context: vec![], last_command: vec![], ..parts(&text) };
        let line = parts().draw(Layout { columns: Some(columns), ..PLAIN });
        proptest::prop_assert!(!line.contains(escape::is_unsafe));
        proptest::prop_assert!(line.width() <= columns.max("Opus │ p".width()), "{line:?} at {columns}");
        let coloured = parts().draw(Layout { is_plain: false, ..PLAIN });
        proptest::prop_assert!(!coloured.split('\x1b').any(|rest| rest.contains(escape::is_unsafe)));
    }
}
