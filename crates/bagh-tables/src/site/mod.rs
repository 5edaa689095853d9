//! Tables for any static web host: files of limited size, named by their contents, from which a
//! page reads the few kilobytes that a lookup needs.
//!
//! A *directory* lists the tables of a game. The blocks of a table are cut into pieces, compressed
//! and put one after the other into *packs*; *pages* of an index say where each piece begins and
//! what its checksum is, and the directory has the checksums of the pages. So a lookup takes two
//! steps, a page and then a piece, each a range of a file, and nothing is believed that was not
//! named by something that was checked before.
//!
//! [`write()`] makes such files from tables on disk, and [`write_pocket()`] those of a pocket edition; [`SiteTables`] answers from them without input
//! or output of its own. `docs/FORMAT.md` describes the files.

pub(crate) mod layout;
mod line;
mod pocket;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

pub use layout::{SiteFile, SiteGame, SiteIndex, SitePocketFile, is_file_name};
pub use line::LineInquiry;
pub use pocket::write_pocket;
pub use reader::{Fetch, Inquiry, SiteError, SiteTables};
pub use writer::{WriteError, Written, bytes_to_read, write};
