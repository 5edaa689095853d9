//! Who else sits at the table: the computer as a player, and as an adviser.

use std::sync::Arc;

use anyhow::Result;
use bagh::{Game, Side};
use bagh_engine::Strength;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::advice::Adviser;
use super::table::Table;
use crate::computer::{Computer, any_seed};
use crate::scores::plural;
use crate::tables_args::FolderArgs;

/// Whom to play against, and what advice is from.
#[derive(Args, Debug)]
pub struct CompanyArgs {
    /// Play against the computer: 1 (a beginner) to 8 (the strongest), or perfect
    #[arg(long, value_name = "N|perfect")]
    level: Option<Strength>,

    /// The side that you play against the computer
    #[arg(long, value_name = "SIDE", requires = "level", default_value = "goat",
          value_parser = side_parser())]
    side: Side,

    /// What the computer chooses by among moves it likes as well: by default, each game differs
    #[arg(long, value_name = "N", requires = "level")]
    seed: Option<u64>,

    #[command(flatten)]
    tables: FolderArgs,
}

/// Takes the word for a side.
fn side_parser() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new([Side::Goat.word(), Side::Tiger.word()])
        .map(|word| if word == Side::Tiger.word() { Side::Tiger } else { Side::Goat })
}

/// The computer as a player, if it plays, and as an adviser.
pub struct Company {
    pub opponent: Option<Opponent>,
    pub adviser: Adviser,
    /// Who plays, if the computer does.
    pub introduction: Option<String>,
}

/// The computer as a player, and the side it plays.
pub struct Opponent {
    pub computer: Computer,
    pub side: Side,
    /// What it is called in records.
    pub name: String,
}

impl CompanyArgs {
    /// The company for a game.
    pub fn invite(&self, game: &Game) -> Result<Company> {
        let tables = self.tables.open_if_there(game)?.map(Arc::new);
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut company = Company {
            opponent: None,
            adviser: Adviser::new(game, tables.clone(), seed),
            introduction: None,
        };
        if let Some(strength) = self.level {
            let computer = Computer::new(game, strength, seed, tables.as_ref())?;
            company.opponent =
                Some(Opponent { computer, side: self.side.other(), name: name(strength) });
            let against = match strength {
                Strength::Level(level) => format!("level {level}"),
                Strength::Perfect => "the perfect player".to_owned(),
            };
            let you = plural(self.side);
            company.introduction =
                Some(format!("you play the {you} against {against}, seed {seed}"));
        }
        Ok(company)
    }
}

/// The computer's name in records.
fn name(strength: Strength) -> String {
    match strength {
        Strength::Level(level) => format!("Bagh, level {level}"),
        Strength::Perfect => "Bagh, perfect".to_owned(),
    }
}

impl Company {
    /// The side that the computer plays, and its name.
    pub fn computer(&self) -> Option<(Side, String)> {
        self.opponent.as_ref().map(|opponent| (opponent.side, opponent.name.clone()))
    }

    /// The side of the one person, if the computer plays the other.
    pub fn person(&self) -> Option<Side> {
        self.opponent.as_ref().map(|opponent| opponent.side.other())
    }

    /// Whether the computer is to move.
    pub fn is_to_move(&self, table: &Table) -> bool {
        table.result().is_none()
            && self.opponent.as_ref().is_some_and(|o| o.side == table.position().turn())
    }
}
