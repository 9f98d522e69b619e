//! Where, and by whose leave, to write.

use crate::fs::{Fs, Place, Root};
use crate::home::{Part, StateHome};
use crate::operations::OperationLog;
use crate::transaction::numbers;
use crate::{Exclusive, Interrupt, VaultError};

/// Everything a protocol of this crate needs to know; the protocols are its methods.
#[derive(Clone, Copy)]
pub struct Writer<'writer, F: Fs = crate::RealFs> {
    /// The project.
    pub root: &'writer Root<F>,
    /// Its log and journals; `None` when there is no place for them.
    pub home: Option<&'writer StateHome<F>>,
    /// The lock that covers what is written.
    pub lock: &'writer dyn Exclusive,
    /// The name of what the lock covers (a base folder, `specs`). A transaction that crashed is finished only by a writer
    /// of the same scope, since only that one excludes everyone who might be writing there.
    pub scope: &'writer str,
    /// Looked at between steps.
    pub interrupt: &'writer Interrupt,
}

impl<F: Fs> Writer<'_, F> {
    pub(crate) fn last_look(&self) -> Result<(), VaultError> {
        self.interrupt.check()?;
        self.lock.confirm()
    }

    /// The log, made when it is missing. One that cannot be had is no reason not to write.
    pub(crate) fn log(&self) -> Option<OperationLog<F>> {
        self.home.and_then(|home| OperationLog::make(home).ok())
    }

    /// The log, after what a dead process left beside the file was put in order.
    pub(crate) fn log_after_crashes(&self, place: &Place<F::Dir>) -> Option<OperationLog<F>> {
        let log = self.log()?;
        let _kept_for_the_doctor = crate::orphan::clear(self.root, place, &log);
        Some(log)
    }

    /// The numbers of the journals that are there.
    pub(crate) fn unfinished(&self) -> Result<Vec<u64>, VaultError> {
        match self.home.map(|home| home.part(Part::Transactions)).transpose()?.flatten() {
            Some(all) => numbers(&all),
            None => Ok(Vec::new()),
        }
    }
}
