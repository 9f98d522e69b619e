//! What must hold for any bytes in the place of standard input, configuration and STATE.md.

use cairn_statusline::compact::compact;
use cairn_statusline::deadline::Deadline;
use cairn_statusline::input::Input;
use cairn_statusline::line::{Layout, Parts, Run, Style};
use cairn_statusline::scene::full;
use cairn_statusline::segment::model::model;
use cairn_statusline::settings::Settings;
use cairn_statusline::state::State;
use cairn_text::escape::is_unsafe;
use std::time::Duration;

/// G9: the line is drawn, is one line, fits where it must, and drives no terminal.
pub(crate) fn line(source: &[u8]) {
    let settings = Settings::read(source);
    let name = Input::read(source).map(|input| input.model).unwrap_or_default();
    let state = State::read(source.to_vec(), Deadline::in_time(Duration::from_secs(600)));
    for text in [full(&state), compact(&state)] {
        for columns in [None, Some(40)] {
            let parts =
                Parts { model: model(&name), middle: Some(Run::new(Style::Dim, &text)), ..Parts::default() };
            let layout =
                Layout { is_context_in_front: settings.is_context_in_front, is_plain: true, columns };
            assert!(!parts.draw(layout).contains(is_unsafe));
        }
    }
}
