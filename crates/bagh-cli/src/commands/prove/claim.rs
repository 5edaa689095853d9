//! The claim on the command line.

use std::fmt;

use anyhow::{Context as _, Result, bail};
use bagh::{Game, Side};
use bagh_proof::{Claim, Goal};
use clap::{Args, ValueEnum};

use crate::whole::whole;

/// A claim and its numbers.
#[derive(Args, Debug)]
pub struct ClaimArgs {
    /// What is claimed
    #[arg(value_enum)]
    claim: Kind,

    /// Goats captured: at least this many (tiger), at most this many (goat-draws)
    #[arg(long, value_name = "K", value_parser = whole::<u8>(..))]
    goats: Option<u8>,

    /// For tiger-captures and tiger-wins: by this ply, counted from the position
    #[arg(long, value_name = "N", value_parser = whole::<u16>(..))]
    by: Option<u16>,

    /// For goat-holds: until this ply, counted from the position
    #[arg(long, value_name = "N", conflicts_with = "by", value_parser = whole::<u16>(..))]
    until: Option<u16>,
}

/// The kinds of claims.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The goats at least draw; with --goats K, so that at most K are captured
    GoatDraws,
    /// The tigers at least draw; with --goats K, so that at least K are captured
    TigerDraws,
    /// The goats win
    GoatWins,
    /// The tigers win; with --by N, by ply N
    TigerWins,
    /// The tigers capture --goats K by ply --by N
    TigerCaptures,
    /// The tigers do not capture --goats K until ply --until N
    GoatHolds,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Kind::GoatDraws => "goat-draws",
            Kind::TigerDraws => "tiger-draws",
            Kind::GoatWins => "goat-wins",
            Kind::TigerWins => "tiger-wins",
            Kind::TigerCaptures => "tiger-captures",
            Kind::GoatHolds => "goat-holds",
        }
    }

    /// Whether the claim takes --goats, --by and --until.
    const fn takes(self) -> [bool; 3] {
        match self {
            Kind::GoatDraws | Kind::TigerDraws => [true, false, false],
            Kind::GoatWins => [false, false, false],
            Kind::TigerWins => [false, true, false],
            Kind::TigerCaptures => [true, true, false],
            Kind::GoatHolds => [true, false, true],
        }
    }
}

impl fmt::Display for ClaimArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.claim.word())?;
        if let Some(goats) = self.goats {
            write!(f, "-{goats}")?;
        }
        if let Some(by) = self.by {
            write!(f, "-by-{by}")?;
        }
        if let Some(until) = self.until {
            write!(f, "-until-{until}")?;
        }
        Ok(())
    }
}

impl ClaimArgs {
    /// The claim, if the numbers that it needs are there, and no others.
    pub fn claim(&self, game: &Game) -> Result<Claim> {
        let word = self.claim.word();
        let given = [self.goats.is_some(), self.by.is_some(), self.until.is_some()];
        for ((given, takes), name) in
            given.into_iter().zip(self.claim.takes()).zip(["--goats", "--by", "--until"])
        {
            if given && !takes {
                bail!("{name}: found with {word}, which takes no such number: leave it out");
            }
        }
        let goats = || self.goats.with_context(|| format!("--goats: {word} needs a number"));
        let goal = match self.claim {
            Kind::GoatDraws => match self.goats {
                Some(most) if most + 1 < game.captures() => Goal::Draw { captured: most + 1 },
                Some(most) if most >= game.captures() => {
                    bail!("--goats: found {most}, expected 0 to {}", game.captures() - 1)
                }
                _ => Goal::Win { by: None },
            },
            Kind::TigerDraws => Goal::Draw { captured: self.goats.unwrap_or(0) },
            Kind::GoatWins => Goal::Draw { captured: 0 },
            Kind::TigerWins => Goal::Win { by: self.by },
            Kind::TigerCaptures => Goal::Captures {
                goats: goats()?,
                by: self.by.with_context(|| format!("--by: {word} needs the number of a ply"))?,
            },
            Kind::GoatHolds => Goal::Captures {
                goats: goats()?,
                by: self
                    .until
                    .with_context(|| format!("--until: {word} needs the number of a ply"))?,
            },
        };
        let side = match self.claim {
            Kind::GoatDraws | Kind::GoatWins | Kind::GoatHolds => Side::Goat,
            Kind::TigerDraws | Kind::TigerWins | Kind::TigerCaptures => Side::Tiger,
        };
        Ok(Claim { side, goal })
    }
}
