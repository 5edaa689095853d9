//! The files of a pocket edition on a site.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::layout::SitePocketFile;
use super::writer::write_file;
use crate::error::TableError;
use crate::pocket::PocketFiles;

/// Writes the files of a pocket edition into a folder, each cut into files of at most `largest`
/// bytes. They end in `.pack` like those of tables, so that hosts and caches treat them alike.
pub fn write_pocket(
    pocket: &PocketFiles,
    folder: &Path,
    largest: u64,
) -> Result<Vec<SitePocketFile>, TableError> {
    fs::create_dir_all(folder).map_err(TableError::io("make the folder", folder))?;
    pocket
        .files()
        .iter()
        .map(|info| {
            let mut file = pocket.open_file(info)?;
            let path = pocket.directory().join(&info.name);
            let (mut packs, mut left) = (Vec::new(), info.length);
            while left > 0 {
                let mut bytes = vec![0; left.min(largest) as usize];
                file.read_exact(&mut bytes).map_err(TableError::io("read", &path))?;
                left -= bytes.len() as u64;
                packs.push(write_file(folder, &bytes, "pack")?);
            }
            Ok(SitePocketFile { name: info.name.clone(), length: info.length, packs })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use bagh::Opening;

    use super::*;
    use crate::pocket;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, Tables, solve};

    #[test]
    fn packs_make_up_the_files_of_the_edition() {
        let game = small_games(20, 6..=8, 77)
            .into_iter()
            .find(|game| *game.opening() != Opening::Placed && game.goats() > 2)
            .unwrap();
        let (folder, site) = (Folder::new(), Folder::new());
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        pocket::make(&tables, folder.path(), &[1], &|_, _| true).unwrap();
        let edition = PocketFiles::find(&game, folder.path()).unwrap().unwrap();
        for largest in [100, 1 << 20] {
            let written = write_pocket(&edition, site.path(), largest).unwrap();
            assert_eq!(written.len(), edition.files().len());
            for (info, file) in edition.files().iter().zip(&written) {
                assert_eq!((&file.name, file.length), (&info.name, info.length));
                let mut bytes = Vec::new();
                for pack in &file.packs {
                    assert!(pack.is_well_named() && pack.length <= largest);
                    bytes.extend(fs::read(site.path().join(&pack.name)).unwrap());
                }
                assert_eq!(blake3::hash(&bytes).to_hex().as_str(), info.blake3);
            }
        }
    }
}
