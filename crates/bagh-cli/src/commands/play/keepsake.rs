//! The record of a game that is not saved, kept for when the program is stopped.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};

use crate::interruption::leave;

/// What would be lost. When the program is interrupted, it is printed.
pub struct Keepsake {
    record: Arc<Mutex<Option<String>>>,
}

impl Keepsake {
    /// Nothing to lose yet.
    pub fn new() -> Result<Keepsake> {
        let keepsake = Keepsake { record: Arc::default() };
        let seen = Keepsake { record: Arc::clone(&keepsake.record) };
        ctrlc::set_handler(move || {
            seen.hand_over();
            leave();
        })
        .context("cannot watch for interrupts")?;
        Ok(keepsake)
    }

    /// Keeps this record.
    pub fn hold(&self, record: String) {
        self.set(Some(record));
    }

    /// The game is safe.
    pub fn drop_it(&self) {
        self.set(None);
    }

    /// Prints the record, if there is one. An interrupt waits until that is done, so that it
    /// cannot get lost in between.
    pub fn give(&self, to: impl FnOnce(&str) -> Result<()>) -> Result<()> {
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = record.as_deref() {
            to(text)?;
        }
        *record = None;
        Ok(())
    }

    /// Prints the record where it is most likely to be seen, whatever the state of the screen.
    pub fn hand_over(&self) {
        // Nothing more can be done if this fails, too.
        let _ = self.give(|record| {
            let text = format!("\nthis game is not saved; here is its record:\n\n{record}");
            Ok(io::stderr().write_all(text.as_bytes())?)
        });
    }

    fn set(&self, record: Option<String>) {
        *self.record.lock().unwrap_or_else(PoisonError::into_inner) = record;
    }
}
