//! Table 5 of 2009: positions created by different move generators.

use bagh::Game;

use crate::{Basis, Finding, PaperRow};

/// Naive, symmetry-avoiding, distinct, for plies 1 to 6.
const TABLE_5: [[u64; 3]; 6] = [
    [21, 5, 5],
    [252, 36, 33],
    [5_052, 695, 354],
    [68_204, 9_245, 2_709],
    [1_304_788, 173_356, 18_906],
    [18_592_000, 2_441_126, 93_812],
];

/// The 18 numbers, counted anew.
pub fn rows(game: &Game) -> Vec<PaperRow> {
    let start = game.start();
    let counted = game.perft_rows(&start).zip(TABLE_5);
    counted
        .flat_map(|(row, printed)| {
            let ours = [row.naive, row.symmetry_avoiding, row.distinct];
            let names = ["naive generator", "symmetry-avoiding generator", "distinct positions"];
            let cells = names.into_iter().zip(printed).zip(ours);
            cells.map(move |((name, printed), ours)| PaperRow {
                paper: "Lim and Nievergelt 2009".to_owned(),
                place: "Table 5".to_owned(),
                what: format!("ply {}, {name}", row.ply),
                printed: printed.to_string(),
                ours: Some(ours.to_string()),
                finding: if printed == ours { Finding::Equal } else { Finding::Differs },
                note: None,
                basis: Basis::Computed,
                command: "bagh perft 6".to_owned(),
            })
        })
        .collect()
}
