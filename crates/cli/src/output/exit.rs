//! The one table of exit statuses (D1). Every binary ends through [`Exit`].

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: done, or nothing to do.
    Done,
    /// 1: the operation failed, the state of the files refuses it, or there are findings.
    NotDone,
    /// 2: wrong command, flag, argument or value, or a refusal before anything was written (`roundfix`).
    Usage,
    /// 4: another process held the lock longer than the limit.
    Locked,
    /// 70: a fault of ours.
    Internal,
    /// 129: the merge driver failed; git's driver protocol wants more than 128 (D2).
    DriverFailure,
    /// 130: Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Every status with the word that the documentation uses for it.
    pub const TABLE: [(Exit, &'static str); 7] = [
        (Exit::Done, "done, or nothing to do"),
        (Exit::NotDone, "not done: failed, refused by the state of the files, or findings"),
        (Exit::Usage, "usage error, or a refusal before anything was written"),
        (Exit::Locked, "another process held the lock longer than the limit"),
        (Exit::Internal, "internal fault"),
        (Exit::DriverFailure, "the merge driver failed and left our side as it was; git gives the merge up"),
        (Exit::Interrupted, "interrupted"),
    ];

    /// The status with this number; anything unknown is a fault of ours.
    pub fn of_code(code: u8) -> Exit {
        Exit::TABLE
            .into_iter()
            .map(|(exit, _)| exit)
            .find(|exit| exit.code() == code)
            .unwrap_or(Exit::Internal)
    }

    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::NotDone => 1,
            Exit::Usage => 2,
            Exit::Locked => 4,
            Exit::Internal => 70,
            Exit::DriverFailure => 129,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
