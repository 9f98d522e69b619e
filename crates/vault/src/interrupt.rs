//! Ctrl-C as a value.

use crate::VaultError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set from outside (a signal handler), looked at between steps: whoever sees it takes back what it began and ends with
/// [`VaultError::Interrupted`], so that no lock and no temporary file stays behind.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Never set by itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// The flag to hand to a signal handler.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Ask for the end.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// [`VaultError::Interrupted`] once it is set.
    pub fn check(&self) -> Result<(), VaultError> {
        if self.0.load(Ordering::SeqCst) { Err(VaultError::Interrupted) } else { Ok(()) }
    }
}
