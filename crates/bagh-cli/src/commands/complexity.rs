//! `bagh complexity`: how large the tree of all play is.

use std::io::{self, IsTerminal};

use anyhow::Result;
use bagh_evolve::{End, Estimate, Estimator, Successors, Tree};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::grouped;
use crate::tables_args::ThreadsArgs;

const BAR: &str = "  {bar:20} {percent:>3} %  {elapsed} gone, {eta} left";

const EXAMPLES: &str = "\
The size of the tree of the placement phase is estimated from random paths (Knuth, 1975), as in Table
3 of the papers by Lim and Nievergelt. The same seed gives the same, whatever the threads.

Which moves count:
  inequivalent       of moves to equivalent positions one
  symmetry-avoiding  moves that the symmetries of a position itself do not make the same
  all                every legal move

What ends a line, besides its last ply:
  game               the end of the game
  win-at-hand        a position in which the tigers can win with their next move

Examples:
  $ bagh complexity --samples 2000
  $ bagh complexity --captures 1 --samples 2000 --successors all --seed 2
  $ bagh complexity --captures 3 --samples 2000 --end win-at-hand --plies 40
  $ bagh complexity --samples 2000 --game aadu-puli --json";

/// Estimate the size of the game tree
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Complexity {
    /// How many random paths
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    samples: u64,

    /// The seed of all random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Which moves count
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    successors: Which,

    /// What ends a line
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    end: Ends,

    /// Plies after which every line ends: by default when all pieces are placed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: Option<u32>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Which {
    #[default]
    Inequivalent,
    SymmetryAvoiding,
    All,
}

impl Which {
    fn successors(self) -> Successors {
        match self {
            Which::Inequivalent => Successors::Inequivalent,
            Which::SymmetryAvoiding => Successors::SymmetryAvoiding,
            Which::All => Successors::All,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Ends {
    #[default]
    Game,
    WinAtHand,
}

impl Ends {
    fn end(self) -> End {
        match self {
            Ends::Game => End::Game,
            Ends::WinAtHand => End::WinAtHand,
        }
    }
}

/// An estimate for programs.
#[derive(Serialize)]
struct Summary<'a> {
    game: &'a str,
    captures: u8,
    #[serde(flatten)]
    tree: Tree,
    seed: u64,
    #[serde(flatten)]
    estimate: Estimate,
}

impl Complexity {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = &context.game;
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(self.samples);
            if let Ok(style) = ProgressStyle::with_template(BAR) {
                bar.set_style(style.progress_chars("██░"));
            }
            bar
        });
        let usual = Tree::of_placement(game);
        let tree = Tree {
            successors: self.successors.successors(),
            end: self.end.end(),
            plies: self.plies.unwrap_or(usual.plies),
        };
        let estimator = Estimator::new(game, tree, self.seed);
        let estimate = self.threads.with_threads(|| {
            estimator.estimate(self.samples, |paths| {
                if let Some(bar) = &bar {
                    bar.inc(paths);
                }
            })
        })?;
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        let captures = game.captures();
        if context.json {
            let seed = self.seed;
            let game = context.game.name();
            context.out.json(&Summary { game, captures, tree, seed, estimate })?;
        } else {
            context.out.line(format!(
                "{}, {captures} to capture: {:.3e} nodes, standard error {:.1e} ({} paths)",
                context.game.title(),
                estimate.mean,
                estimate.error,
                grouped(estimate.paths)
            ))?;
        }
        Ok(Answer::Yes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(ProgressStyle::with_template(BAR).is_ok());
    }
}
