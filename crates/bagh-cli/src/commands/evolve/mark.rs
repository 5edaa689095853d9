//! `bagh evolve mark`: how often evolved networks lose value.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use bagh::{Phase, Side};
use bagh_arena::KindMark;
use bagh_engine::evaluation::best_for;
use bagh_engine::{Evaluation, HandWritten};
use bagh_evolve::{Evaluated, Eye, SavedNetwork, Seen, exam, mark};
use clap::Args;
use serde::Serialize;

use super::chart;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::count_of;
use crate::safe_file;
use crate::tables_args::TablesArgs;
use crate::whole::whole;

const EXAMPLES: &str = "\
All players are asked about the same positions, in each of which some move loses value. They search
as many plies deep as the networks did when they evolved. Random play is there for comparison, and
the engine's evaluations: the hand-written one and, where there is one, the trained network.

Examples:
  $ bagh evolve --generations 1 --game small.toml --tiger-depth 2 --out small-run
  $ bagh evolve mark small-run --positions 50 --game small.toml --tables .
  $ bagh evolve mark small-run --positions 50 --chart marks.svg --game small.toml --tables .";

/// Mark evolved networks by tables: how often they lose value
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MarkNetworks {
    /// The folder of the networks
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Positions to ask about, for each side and phase
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(1..=1_000_000))]
    positions: u32,

    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Draw a chart into this file
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,

    #[command(flatten)]
    tables: TablesArgs,
}

/// A player and its marks.
#[derive(Serialize)]
pub struct Marked {
    pub player: String,
    pub generation: Option<u32>,
    pub depth: Option<u32>,
    pub marks: Vec<KindMark>,
}

impl MarkNetworks {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        let networks = read(&self.folder, context)?;
        let game = &context.game;
        let eye = Eye::new(game);
        let hand_written = HandWritten::new(game);
        let best = best_for(game);
        // Without a trained network for the game the best is the hand-written one.
        let mut others: Vec<&dyn Evaluation> = vec![&hand_written];
        if best.name() != hand_written.name() {
            others.push(&*best);
        }
        let marked = self.tables.with_threads(|| -> Result<Vec<Marked>> {
            let exam = exam(&tables, self.seed, self.positions)?;
            let mut marked = Vec::new();
            for saved in &networks {
                let (network, depth) = (saved.network(), saved.depth());
                marked.push(Marked {
                    player: format!("{} {}", saved.side, saved.generation),
                    generation: Some(saved.generation),
                    depth: Some(depth),
                    marks: mark(&exam, game, saved.side, depth, || Seen::new(&eye, &network)),
                });
            }
            let sides = [Side::Tiger, Side::Goat];
            let depths = sides.map(|side| {
                networks.iter().find(|saved| saved.side == side).map(SavedNetwork::depth)
            });
            for &other in &others {
                let mut marks = Vec::new();
                for (side, depth) in sides.into_iter().zip(depths) {
                    let Some(depth) = depth else { continue };
                    marks.extend(mark(&exam, game, side, depth, || Evaluated::new(game, other)));
                }
                let player = other.name().to_owned();
                marked.push(Marked { player, generation: None, depth: None, marks });
            }
            marked.push(Marked {
                player: "random".to_owned(),
                generation: None,
                depth: None,
                marks: sides.iter().flat_map(|&side| exam.random_play(side)).collect(),
            });
            Ok(marked)
        })??;
        if let Some(path) = &self.chart {
            safe_file::write(path, &chart::marks(&marked)?)?;
        }
        print(context, &marked)?;
        Ok(Answer::Yes)
    }
}

/// All networks of a folder, by side and generation.
fn read(folder: &Path, context: &Context) -> Result<Vec<SavedNetwork>> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut networks = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "network") {
            continue;
        }
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let network = SavedNetwork::from_text(&text, &path)?;
        let game = &context.game;
        if (network.setup.game.as_str(), network.setup.captures) != (game.name(), game.captures()) {
            bail!(
                "{} plays {} with {} to win, and {} with {} was asked about: use --game and --captures",
                path.display(),
                network.setup.game,
                count_of(network.setup.captures, "capture"),
                game.name(),
                game.captures()
            );
        }
        networks.push(network);
    }
    if networks.is_empty() {
        bail!(
            "{} holds no file that ends in .network: expected the folder of a run of `bagh evolve`",
            folder.display()
        );
    }
    networks.sort_by_key(|network| (network.side, network.generation));
    Ok(networks)
}

fn print(context: &mut Context, marked: &[Marked]) -> Result<()> {
    if context.json {
        for marked in marked {
            context.out.json(marked)?;
        }
        return Ok(());
    }
    context.out.line(format!(
        "{:<14} {:>6} {:>10} {:>10} {:>10} {:>10}",
        "player", "side", "placement", "outcome", "sliding", "outcome"
    ))?;
    for marked in marked {
        for side in [Side::Tiger, Side::Goat] {
            let of = |phase| marked.marks.iter().find(|m| (m.side, m.phase) == (side, phase));
            let (Some(placing), Some(sliding)) = (of(Phase::Placement), of(Phase::Sliding)) else {
                continue;
            };
            let per_cent = |share: f64| format!("{:.1} %", 100.0 * share);
            context.out.line(format!(
                "{:<14} {:>6} {:>10} {:>10} {:>10} {:>10}",
                marked.player,
                side,
                per_cent(placing.lost_value),
                per_cent(placing.lost_outcome),
                per_cent(sliding.lost_value),
                per_cent(sliding.lost_outcome)
            ))?;
        }
    }
    context.out.line("")?;
    context.out.line(
        "How often a player loses value (a goat more or less in a draw included) and outcome.",
    )?;
    Ok(())
}
