//! G9 on a terminal: what every command prints about hostile text is fed to a terminal emulator, which must end up with
//! nothing but text in colours.

use std::fs::File;
use std::io::Read as _;
use std::process::Command;

use crate::commands::{READING, WRITING};
use crate::project::Project;

/// What a hostile text is made of: each would move, hide, rename, copy, ring, report or deceive.
const PIECES: &[&[u8]] = &[
    b"\x1b[2J",
    b"\x1b[H",
    b"\x1b[1;1H\x1b[K",
    b"\x1b[31m",
    b"\x1b[8m",
    b"\x1b[?1049h",
    b"\x1b[?25l",
    b"\x1b[?1000h",
    b"\x1b[?2004h",
    b"\x1b[6n",
    b"\x1b[c",
    b"\x1b[5i",
    b"\x1b]0;owned\x07",
    b"\x1b]2;owned\x1b\\",
    b"\x1b]8;;https://example.org\x1b\\click\x1b]8;;\x1b\\",
    b"\x1b]52;c;b3duZWQ=\x07",
    b"\x1bP$q\"p\x1b\\",
    b"\x1b_apc\x1b\\",
    b"\x1bc",
    b"\x1b7\x1b8",
    b"\x1b(0",
    b"\x1b",
    b"\xc2\x9b2J",
    b"\xc2\x9d0;owned\xc2\x9c",
    b"\xc2\x90q\xc2\x9c",
    b"\xc2\x85",
    b"\x07",
    b"\x08\x08\x08",
    b"\x0b",
    b"\x0c",
    b"\x0e",
    b"\x7f",
    "\u{202e}live\u{202c}".as_bytes(),
    "\u{2066}x\u{2069}".as_bytes(),
    "\u{200b}\u{200d}\u{2060}".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{061c}".as_bytes(),
    b"\xff\xfe",
    b"\x9b2J",
    b"%s%n",
    "\u{65e5}\u{672c}".as_bytes(),
    b"plain",
];

/// What a word of a command line cannot hold, and what ends a line.
const TAIL: &[&[u8]] = &[b"\r", b"\r\x1b[2K", b"\t", b""];

/// The same texts on every machine: a walk through the pieces whose step changes with the round.
struct Texts {
    next: usize,
    step: usize,
    utf8: bool,
}

impl Texts {
    fn of_round(round: usize) -> Texts {
        Texts { next: round * 7, step: 1 + round * 3, utf8: !round.is_multiple_of(4) }
    }

    fn piece(&mut self) -> &'static [u8] {
        loop {
            self.next += self.step;
            let piece = PIECES[self.next % PIECES.len()];
            if !self.utf8 || std::str::from_utf8(piece).is_ok() {
                return piece;
            }
            self.next += 1;
        }
    }

    fn word(&mut self) -> Vec<u8> {
        [self.piece(), b" ".as_slice(), self.piece()].concat()
    }

    fn line(&mut self) -> Vec<u8> {
        let tail = TAIL[self.next % TAIL.len()];
        [self.piece(), self.piece(), tail, b"x"].concat()
    }
}

/// What a terminal was asked to do besides showing text.
#[derive(Debug, Default)]
struct Watch {
    seen: Vec<String>,
}

impl vt100::Callbacks for Watch {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.seen.push("rings".into());
    }
    fn visual_bell(&mut self, _: &mut vt100::Screen) {
        self.seen.push("flashes".into());
    }
    fn resize(&mut self, _: &mut vt100::Screen, _: (u16, u16)) {
        self.seen.push("changes its size".into());
    }
    fn set_window_icon_name(&mut self, _: &mut vt100::Screen, _: &[u8]) {
        self.seen.push("renames its icon".into());
    }
    fn set_window_title(&mut self, _: &mut vt100::Screen, _: &[u8]) {
        self.seen.push("renames its window".into());
    }
    fn copy_to_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8], _: &[u8]) {
        self.seen.push("writes its clipboard".into());
    }
    fn paste_from_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8]) {
        self.seen.push("reads its clipboard".into());
    }
    fn unhandled_char(&mut self, _: &mut vt100::Screen, character: char) {
        // What stands for bytes that are no UTF-8 is shown like any other character.
        if character == char::REPLACEMENT_CHARACTER {
            return;
        }
        self.seen.push(format!("is sent {}", character.escape_unicode()));
    }
    fn unhandled_control(&mut self, _: &mut vt100::Screen, byte: u8) {
        self.seen.push(format!("is sent control {byte:#04x}"));
    }
    fn unhandled_escape(&mut self, _: &mut vt100::Screen, _: Option<u8>, _: Option<u8>, byte: u8) {
        self.seen.push(format!("is sent an escape sequence {byte:#04x}"));
    }
    fn unhandled_csi(
        &mut self,
        _: &mut vt100::Screen,
        _: Option<u8>,
        _: Option<u8>,
        _: &[&[u16]],
        letter: char,
    ) {
        self.seen.push(format!("is sent a control sequence {letter:?}"));
    }
    fn unhandled_osc(&mut self, _: &mut vt100::Screen, _: &[&[u8]]) {
        self.seen.push("is sent a system command".into());
    }
}

/// Why these bytes are no plain text in colours; nothing when they are.
fn complaint(bytes: &[u8]) -> Option<String> {
    let [rows, columns] = [50, 200].map(|size| std::num::NonZero::new(size).unwrap());
    let mut terminal = vt100::Parser::new_with_callbacks(rows, columns, 0, Watch::default());
    let before = modes(terminal.screen());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        terminal.process(line);
        if line.ends_with(b"\n") {
            terminal.process(b"\r");
        }
    }
    if let Some(seen) = terminal.callbacks().seen.first() {
        return Some(format!("the terminal {seen}"));
    }
    if modes(terminal.screen()) != before {
        return Some("the terminal is left in another mode".into());
    }
    // The emulator acts on most of what it knows without telling: so nothing that it would act on may be there at all.
    let text = String::from_utf8_lossy(bytes);
    if text.contains('\u{fffd}') && std::str::from_utf8(bytes).is_err() {
        return Some("it is no UTF-8".into());
    }
    for (number, piece) in text.split('\x1b').enumerate() {
        let rest = if number == 0 { Some(piece) } else { after_colour(piece) };
        let Some(rest) = rest else { return Some("it holds a sequence that is no colour".into()) };
        let odd = |character: &char| {
            cairn_text::escape::is_unsafe(*character) && !matches!(character, '\n' | '\r' | '\t')
        };
        if let Some(character) = rest.chars().find(odd) {
            return Some(format!("it holds {}", character.escape_unicode()));
        }
    }
    let alone = bytes.windows(2).any(|pair| pair[0] == b'\r' && !matches!(pair[1], b'\n' | b'\r'));
    alone.then(|| "a line is written over".into())
}

/// The rest behind a colour sequence whose ESC is already gone.
fn after_colour(piece: &str) -> Option<&str> {
    let (parameters, rest) = piece.strip_prefix('[')?.split_once('m')?;
    parameters.chars().all(|character| character.is_ascii_digit() || character == ';').then_some(rest)
}

fn modes(screen: &vt100::Screen) -> String {
    format!(
        "{:?}",
        (
            screen.alternate_screen(),
            screen.application_cursor(),
            screen.application_keypad(),
            screen.bracketed_paste(),
            screen.hide_cursor(),
            screen.mouse_protocol_mode(),
            screen.fgcolor(),
            screen.bgcolor(),
            (screen.bold(), screen.italic(), screen.inverse(), screen.underline()),
        )
    )
}

/// Runs it with a terminal for both its outputs; what it printed. The terminal's own line ends are undone.
fn on_a_terminal(mut command: Command) -> Vec<u8> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let slave = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let size = rustix::termios::Winsize { ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 };
    rustix::termios::tcsetwinsize(&slave, size).unwrap();
    command.stdin(std::process::Stdio::null()).stdout(slave.try_clone().unwrap()).stderr(slave);
    let mut child = command.spawn().unwrap();
    // The last handles of the other side that are ours: reading ends when the command's are closed.
    drop(command);
    let mut printed = Vec::new();
    let mut master = File::from(master);
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = master.read(&mut buffer) {
        printed.extend_from_slice(&buffer[..length]);
    }
    child.wait().unwrap();
    let lines = printed.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.collect::<Vec<_>>().join(&b'\n')
}

fn words(template: &[&str], texts: &mut Texts) -> Vec<Vec<u8>> {
    let word = |piece: &str, texts: &mut Texts| {
        let mut word = Vec::new();
        for (number, part) in piece.split('@').enumerate() {
            if number > 0 {
                word.extend(texts.word());
            }
            word.extend_from_slice(part.as_bytes());
        }
        word
    };
    template.iter().map(|piece| word(piece, texts)).collect()
}

fn judge(project: &Project, commands: &[(&str, &[&str])], texts: &mut Texts) -> usize {
    let mut judged = 0;
    for (program, template) in commands {
        let words = words(template, texts);
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        let printed = on_a_terminal(project.command(program, &words));
        assert_eq!(complaint(&printed), None, "{program} {template:?}:\n{}", printed.escape_ascii());
        judged += printed.len();
    }
    judged
}

/// G9, fault kind "escape codes": whatever stands in planning files, Specs, records, names and arguments, no output path
/// of any command lets it drive the terminal.
#[test]
fn g9_nothing_drives_the_terminal() {
    for round in 0..5 {
        let mut texts = Texts::of_round(round);
        let project = Project::new(|| texts.line());
        let mut texts = Texts::of_round(round + 100);
        let read = judge(&project, READING, &mut texts);
        let written = judge(&project, WRITING, &mut texts);
        let again = judge(&project, READING, &mut texts);
        assert!(
            read > 10_000 && written > 2_000 && again > 10_000,
            "{read} {written} {again}: too little was seen"
        );
    }
}

/// The judge itself: plain and coloured text passes, every piece of a hostile text is noticed.
#[test]
fn g9_the_judge_notices() {
    assert_eq!(complaint("plain \u{65e5}\u{672c}\n\x1b[1;31mred\x1b[0m\n".as_bytes()), None);
    let harmless = [b"%s%n".as_slice(), "\u{65e5}\u{672c}".as_bytes(), b"plain"];
    for piece in PIECES.iter().filter(|piece| !harmless.contains(piece)) {
        assert!(complaint(piece).is_some(), "{}", piece.escape_ascii());
    }
    assert!(complaint(b"over\rwritten").is_some());
}
