//! How an engine thinks: limits and evaluation, for every command that has one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::{Game, Side};
use bagh_arena::Budget;
use bagh_engine::evaluation::best_for;
use bagh_engine::{Evaluation, HandWritten, Limits, Network};
use bagh_evolve::{Evolved, SavedNetwork};
use clap::Args;

use crate::input::{self, Source};
use crate::numbers::count_of;
use crate::whole::whole;

/// How long a search takes by default.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// A file that is larger is no network.
pub const MAX_NETWORK: usize = 64 << 20;

/// What ends a search.
#[derive(Args, Debug, Default)]
pub struct LimitsArgs {
    /// Time for each search, such as 1s or 500ms: by default 1s, if there is no other limit
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Nodes for each search: the same answer each time
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,

    /// Plies to search: the same answer each time
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=60))]
    depth: Option<u32>,
}

impl LimitsArgs {
    /// The limits that were asked for, if any.
    pub fn given(&self) -> Option<Limits> {
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: self.time };
        (limits != Limits::default()).then_some(limits)
    }

    /// What a player may use for each move.
    pub fn budget(&self) -> Budget {
        let (move_time, nodes, depth) = (self.time, self.nodes, self.depth);
        Budget { move_time, nodes, depth, ..Budget::default() }
    }

    /// The limits that were asked for, or the usual time.
    pub fn limits(&self) -> Limits {
        self.given().unwrap_or(Limits::time(USUAL_TIME))
    }
}

/// What positions look like to the engine.
#[derive(Args, Debug, Default)]
pub struct EvaluationArgs {
    /// How positions are judged: hand-written, network, evolved-tiger, evolved-goat, or the file
    /// of a network, trained or evolved; by default the best for the game
    #[arg(long, value_name = "NAME|FILE")]
    evaluation: Option<PathBuf>,
}

impl EvaluationArgs {
    /// The evaluation that was asked for.
    pub fn evaluation(&self, game: &Game) -> Result<Arc<dyn Evaluation>> {
        let Some(name) = &self.evaluation else { return Ok(best_for(game)) };
        match name.to_str() {
            Some("hand-written") => Ok(Arc::new(HandWritten::new(game))),
            Some("network") => {
                let best = best_for(game);
                ensure!(
                    best.name() != HandWritten::new(game).name(),
                    "--evaluation: found network, but {} with {} to win has none built in: expected hand-written, or the file of a network",
                    game.name(),
                    count_of(game.captures(), "capture")
                );
                Ok(best)
            }
            Some("evolved-tiger") => {
                evolved(game, &SavedNetwork::shipped(Side::Tiger), name).context("--evaluation")
            }
            Some("evolved-goat") => {
                evolved(game, &SavedNetwork::shipped(Side::Goat), name).context("--evaluation")
            }
            _ if !name.exists() => bail!(
                "--evaluation: found `{}`, expected hand-written, network, evolved-tiger, evolved-goat, or the file of a network",
                name.display()
            ),
            _ => read_network(game, name).context("--evaluation"),
        }
    }
}

/// Reads the file of a network, trained or evolved.
pub fn read_network(game: &Game, path: &Path) -> Result<Arc<dyn Evaluation>> {
    let shown = path.display();
    let bytes = input::read_bytes(&Source::File(path.to_owned()), MAX_NETWORK)?;
    if bytes.starts_with(b"bagh-evolved ") {
        let text = String::from_utf8_lossy(&bytes);
        let saved = SavedNetwork::from_text(&text, path)?;
        return evolved(game, &saved, path);
    }
    let network = Network::from_bytes(game, &bytes).with_context(|| format!("file {shown}"))?;
    Ok(Arc::new(network))
}

/// A network of `bagh evolve`, for both sides. The name is for messages.
fn evolved(game: &Game, saved: &SavedNetwork, name: &Path) -> Result<Arc<dyn Evaluation>> {
    let setup = &saved.setup;
    ensure!(
        (setup.game.as_str(), setup.captures) == (game.name(), game.captures()),
        "{} plays {} with {} to win, expected {} with {}",
        name.display(),
        setup.game,
        count_of(setup.captures, "capture"),
        game.name(),
        game.captures()
    );
    Ok(Arc::new(Evolved::new(game, saved)))
}

/// A time such as 1s or 500ms.
pub fn time(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a time such as 1s, 500ms or 2m";
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err(format!("found 0, {EXPECTED}")),
        Ok(time) => Ok(time),
        Err(_) => Err(EXPECTED.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("1s"), Ok(Duration::from_secs(1)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        for text in ["", "1", "0s", "-1s", "soon", "1 parsec"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn without_any_limit_there_is_a_time() {
        assert_eq!(LimitsArgs::default().limits(), Limits::time(USUAL_TIME));
        let nodes = LimitsArgs { nodes: Some(5), ..LimitsArgs::default() };
        assert_eq!(nodes.limits(), Limits::nodes(5));
    }
}
