//! Any bytes in the place of standard input, configuration and STATE.md: the line is drawn and drives no terminal.

#![no_main]

use cairn_statusline::compact::compact;
use cairn_statusline::deadline::Deadline;
use cairn_statusline::input::Input;
use cairn_statusline::line::{Layout, Parts, Run, Style};
use cairn_statusline::scene::full;
use cairn_statusline::segment::model::model;
use cairn_statusline::settings::Settings;
use cairn_statusline::state::State;
use cairn_text::escape::is_unsafe;
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    let settings = Settings::read(bytes);
    let name = Input::read(bytes).map(|input| input.model).unwrap_or_default();
    let state = State::read(bytes.to_vec(), Deadline::in_time(Duration::from_secs(60)));
    for text in [full(&state), compact(&state)] {
        for columns in [None, Some(40)] {
            let parts = Parts { model: model(&name), middle: Some(Run::new(Style::Dim, &text)), ..Parts::default() };
            let layout = Layout { is_context_in_front: settings.is_context_in_front, is_plain: true, columns };
            assert!(!parts.draw(layout).contains(is_unsafe));
        }
    }
});
