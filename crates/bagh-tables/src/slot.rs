//! A table that is opened when it is first needed.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::error::TableError;
use crate::file::reader::TableFile;

/// A table, or the place for one.
#[derive(Default)]
pub(crate) struct Slot {
    file: OnceLock<TableFile>,
    /// Held while the table is opened, where others are to wait for that.
    opens: Mutex<()>,
}

impl Slot {
    /// The table, or what `open` makes. With `once`, others who need this table wait meanwhile;
    /// without, two threads may both open it, and one of the two is kept.
    pub(crate) fn get_or_open(
        &self,
        once: bool,
        open: impl FnOnce() -> Result<TableFile, TableError>,
    ) -> Result<&TableFile, TableError> {
        if let Some(file) = self.file.get() {
            return Ok(file);
        }
        let _held = once.then(|| self.opens.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(file) = self.file.get() {
            return Ok(file);
        }
        let file = open()?;
        Ok(self.file.get_or_init(|| file))
    }
}
