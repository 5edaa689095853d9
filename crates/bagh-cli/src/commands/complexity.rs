//! `bagh complexity`: how large the tree of all play is.

use std::io::{self, IsTerminal};

use anyhow::{Result, ensure};
use bagh_papers::tree_size::{End, Estimate, Estimator, Successors, Tree, Walk};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::grouped;
use crate::tables_args::ThreadsArgs;
use crate::whole::whole;

const BAR: &str = "  {bar:20} {percent:>3} %  {elapsed} gone, {eta} left";

const EXAMPLES: &str = "\
The size of the tree of the placement phase is estimated from random paths (Knuth, 1975), as in Table
3 of the papers by Lim and Nievergelt. The same seed gives the same result for any number of threads.

Which moves count:
  inequivalent       one of each set of equivalent moves
  symmetry-avoiding  moves that the symmetries of a position itself do not make the same
  all                every legal move

What ends a line, besides its last ply:
  game               the end of the game
  win-at-hand        a position in which the tigers can win with their next move

Which child a path follows:
  any                any child, as in the papers
  alive              a child that has children itself: the same on average, and much nearer to the
                     truth where most lines end early

A few paths make up most of an estimate, so that its error is hard to tell from the paths themselves.
--group N reports the spread of estimates from N paths each.

Examples:
  $ bagh complexity --samples 2000
  $ bagh complexity --captures 1 --samples 2000 --successors all --seed 2
  $ bagh complexity --captures 3 --samples 2000 --end win-at-hand --captures-first
  $ bagh complexity --captures 1 --samples 2000 --end win-at-hand --walk alive
  $ bagh complexity --captures 2 --samples 8000 --end win-at-hand --group 1000
  $ bagh complexity --samples 2000 --game aadu-puli --json";

/// Estimate the size of the game tree
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Complexity {
    /// How many random paths
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole::<u64>(2..=1_000_000_000))]
    samples: u64,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Which moves count
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    successors: Which,

    /// What ends a line
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    end: Ends,

    /// Plies after which every line ends: by default when all pieces are placed
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=200))]
    plies: Option<u32>,

    /// Count captures twice, as a search does that tries captures first and then all moves
    #[arg(long)]
    captures_first: bool,

    /// Which child a path follows
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    walk: Walks,

    /// Also report the spread of estimates from this many paths: a multiple of 1000
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    group: Option<u64>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Walks {
    #[default]
    Any,
    Alive,
}

impl Walks {
    fn walk(self) -> Walk {
        match self {
            Walks::Any => Walk::Any,
            Walks::Alive => Walk::Alive,
        }
    }
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
    captures_to_win: u8,
    #[serde(flatten)]
    tree: Tree,
    walk: Walk,
    seed: u64,
    #[serde(flatten)]
    estimate: Estimate,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Groups>,
}

/// The spread of estimates from few paths.
#[derive(Serialize)]
struct Groups {
    /// Paths of a group.
    paths: u64,
    count: usize,
    lowest: f64,
    lower_quarter: f64,
    median: f64,
    upper_quarter: f64,
    highest: f64,
}

impl Groups {
    fn of(paths: u64, groups: &[Estimate]) -> Groups {
        let mut means: Vec<f64> = groups.iter().map(|group| group.mean).collect();
        means.sort_by(f64::total_cmp);
        let at = |quarters: usize| means[(means.len() - 1) * quarters / 4];
        let median = (means[(means.len() - 1) / 2] + means[means.len() / 2]) / 2.0;
        Groups {
            paths,
            count: means.len(),
            lowest: at(0),
            lower_quarter: at(1),
            median,
            upper_quarter: at(3),
            highest: at(4),
        }
    }
}

impl Complexity {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = &context.game;
        if let Some(group) = self.group {
            ensure!(
                group > 0 && group.is_multiple_of(Estimator::BATCH) && group <= self.samples,
                "--group: found {group}, expected a multiple of {} that is not above --samples, {}",
                Estimator::BATCH,
                self.samples
            );
        }
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
            captures_first: self.captures_first,
        };
        let walk = self.walk.walk();
        let estimator = Estimator::new(game, tree, walk, self.seed);
        let (estimate, groups) = self.threads.with_threads(|| {
            let group = self.group.unwrap_or(self.samples);
            estimator.estimate_in_groups(self.samples, group, |paths| {
                if let Some(bar) = &bar {
                    bar.inc(paths);
                }
            })
        })?;
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        let groups = self.group.map(|paths| Groups::of(paths, &groups));
        let captures_to_win = game.captures();
        if context.json {
            let seed = self.seed;
            let game = context.game.name();
            context.out.json(&Summary {
                game,
                captures_to_win,
                tree,
                walk,
                seed,
                estimate,
                groups,
            })?;
            return Ok(Answer::Yes);
        }
        context.out.line(format!(
            "{}, {captures_to_win} to capture: {:.3e} nodes, standard error {:.1e} ({} paths)",
            context.game.title(),
            estimate.mean,
            estimate.error,
            grouped(estimate.paths)
        ))?;
        if let Some(groups) = groups {
            context.out.line(format!(
                "{} estimates from {} paths each: half of them from {:.2e} to {:.2e}, median {:.2e}, all from {:.2e} to {:.2e}",
                groups.count,
                grouped(groups.paths),
                groups.lower_quarter,
                groups.upper_quarter,
                groups.median,
                groups.lowest,
                groups.highest
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
