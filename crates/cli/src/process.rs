//! What every binary does around its command: signals, faults, exit status. `main` is three lines because of this.

use std::ffi::OsString;
use std::process::ExitCode;

use cairn_project::context::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

use crate::output::exit::Exit;
use crate::output::streams::Streams;

/// A command line as a function: the words behind the program's name, the world, the streams.
pub type Program = fn(Vec<OsString>, Context, &mut Streams) -> Exit;

/// Runs a program as the process.
pub fn run(program: Program) -> ExitCode {
    report_faults();
    let words: Vec<OsString> = std::env::args_os().collect();
    let shown = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut streams = Streams::of_process();
    let context = match Context::of_process(shown) {
        Ok(context) => context,
        Err(error) => {
            streams.say(&format!("error: the current folder cannot be told: {error}"));
            streams.say("  hint: change to a folder that exists");
            return Exit::NotDone.into();
        }
    };
    obey_signals(&context);
    let exit = program(words.into_iter().skip(1).collect(), context, &mut streams);
    streams.exit(exit).into()
}

/// Ctrl-C asks for the end between two steps, so that no lock and no temporary file stays behind; the second one ends at
/// once. A file size limit becomes an ordinary write error.
fn obey_signals(context: &Context) {
    let flag = context.interrupt.flag();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let code = i32::from(Exit::Interrupted.code());
        // Registered first, so that the flag it looks at is still unset at the first signal.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, code, flag.clone());
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    let ignored = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(SIGXFSZ, ignored);
}

/// A fault of ours ends with exit status 70 and says how to report it.
#[allow(
    clippy::disallowed_methods,
    reason = "a fault ends the process here, before `panic = abort` raises a signal"
)]
fn report_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let place = fault.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        let payload = fault.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let cause =
            text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown cause");
        eprintln!("error: internal fault{}: {cause}", place.unwrap_or_default());
        eprintln!("  hint: please report this with the command that led here; no file was left half written");
        std::process::exit(i32::from(Exit::Internal.code()));
    }));
}
