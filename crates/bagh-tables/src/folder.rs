//! Where tables are kept by default.

use std::path::PathBuf;

use directories::BaseDirs;

/// The environment variable that names the folder of all tables.
pub const FOLDER_VARIABLE: &str = "BAGH_TABLES";

/// The folder of all tables, unless another one is named: that of the variable
/// [`BAGH_TABLES`](FOLDER_VARIABLE), or `bagh/tables` in the user's data folder. `None` where the
/// variable is not set and the account has no data folder.
///
/// ```no_run
/// use bagh::Game;
/// use bagh_tables::{Tables, default_folder};
///
/// let folder = default_folder().ok_or("no data folder: set BAGH_TABLES")?;
/// let tables = Tables::open(Game::bagh_chal(), &folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn default_folder() -> Option<PathBuf> {
    // An empty variable is as good as none.
    match std::env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(BaseDirs::new()?.data_dir().join("bagh").join("tables")),
    }
}
