//! Who else sits at the table: the computer as a player, and as an adviser.

use std::sync::Arc;

use anyhow::Result;
use bagh::{Game, Side};
use bagh_arena::PlayerSpec;
use bagh_engine::Strength;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::advice::Adviser;
use super::table::Table;
use crate::computer::{Computer, any_seed};
use crate::failure::printable;
use crate::scores::plural;
use crate::tables_args::FolderArgs;
use crate::whole::whole;

/// The opponent, and the tables that advice comes from.
#[derive(Args, Debug)]
pub struct CompanyArgs {
    /// Play against the computer: 1 (a beginner) to 8 (the strongest), or perfect
    #[arg(long, value_name = "N|perfect", group = "opponent")]
    level: Option<Strength>,

    /// Play against any player: 1 to 8, perfect, random, greedy, evolved, network:FILE,
    /// ugi:COMMAND LINE or obx:URL
    #[arg(long, value_name = "PLAYER", group = "opponent")]
    against: Option<PlayerSpec>,

    /// The side that you play against the computer
    #[arg(long, value_name = "SIDE", requires = "opponent", default_value = "goat",
          value_parser = side_parser())]
    side: Side,

    /// Seed for picking among equally good moves: by default, each game differs
    #[arg(long, value_name = "N", requires = "opponent", value_parser = whole::<u64>(..))]
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
    /// The opponent, if there is one.
    fn opponent(&self) -> Option<PlayerSpec> {
        self.against.clone().or(self.level.map(|level| match level {
            Strength::Level(level) => PlayerSpec::Level(level),
            Strength::Perfect => PlayerSpec::Perfect,
        }))
    }

    /// The opponent and the adviser for a game.
    pub fn invite(&self, game: &Game) -> Result<Company> {
        let tables = self.tables.open_if_there(game)?.map(Arc::new);
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut company = Company {
            opponent: None,
            adviser: Adviser::new(game, tables.clone(), seed),
            introduction: None,
        };
        if let Some(spec) = self.opponent() {
            let computer = Computer::new(game, &spec, seed, tables.as_ref())?;
            let (against, name) = match &spec {
                PlayerSpec::Level(level) => {
                    (format!("level {level}"), format!("Bagh, level {level}"))
                }
                PlayerSpec::Perfect => {
                    ("the perfect player".to_owned(), "Bagh, perfect".to_owned())
                }
                other => (printable(&other.to_string()), printable(&other.to_string())),
            };
            company.opponent = Some(Opponent { computer, side: self.side.other(), name });
            let you = plural(self.side);
            company.introduction =
                Some(format!("you play the {you} against {against}, seed {seed}"));
        }
        Ok(company)
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
