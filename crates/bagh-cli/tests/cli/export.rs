//! `bagh export`.

use std::fs::File;

use bagh::{Game, Points, Position, Side};
use bagh_tables::Tables;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use crate::small::{FIXED, small, solved};

#[test]
fn a_class_is_written_with_the_values_of_the_tables() {
    let folder = solved(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let tables = Tables::open(&game, folder.path()).unwrap();
    for (placed, captured, turn) in [(5, 1, Side::Goat), (5, 0, Side::Tiger), (3, 1, Side::Tiger)] {
        let numbers = [placed, captured].map(|number: u8| number.to_string());
        let words = ["export", "class.parquet", "--placed", &numbers[0], "--captured", &numbers[1]];
        let words = [&words[..], &["--turn", turn.word()]].concat();
        let told = small(folder.path(), &words, "").fine();
        let file = File::open(folder.path().join("class.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let metadata = reader.metadata().file_metadata();
        let turn_there = metadata.key_value_metadata().unwrap().iter().find(|m| m.key == "turn");
        assert_eq!(turn_there.unwrap().value.as_deref(), Some(turn.word()));
        let mut rows = 0;
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let points = |column| Points::from_bits(row.get_uint(column).unwrap());
            let in_hand = game.goats() - placed;
            let position = Position::from_parts(points(0), points(1), turn, in_hand, captured);
            let value = tables.probe(&position).unwrap().value.code(game.captures());
            assert_eq!(row.get_byte(2).unwrap(), value as i8 - 1, "{}", game.obx(&position));
            rows += 1;
        }
        assert!(rows > 50 && told.starts_with(&format!("{rows} positions in class.parquet")));
        assert_eq!(rows, metadata.num_rows());
    }
}

#[test]
fn numbers_that_games_do_not_come_to_are_refused() {
    let folder = solved(FIXED);
    for words in [["--placed", "6"], ["--captured", "2"], ["--turn", "sheep"]] {
        let words = [&["export", "class.parquet"], &words[..]].concat();
        let run = small(folder.path(), &words, "");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(words[3]), "{run:?}");
        assert!(!folder.path().join("class.parquet").exists());
    }
}
