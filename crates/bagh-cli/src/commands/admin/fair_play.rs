//! `bagh admin fair-play`: who finds only moves more often than others do.

use std::collections::HashMap;

use anyhow::{Context as _, Result, bail};
use bagh_online::{GameId, PlayerId};
use bagh_service::fair_play::{Count, DIFFICULTIES, JudgeError, Report, Row, TIMES, judge_game};
use bagh_store::{GameRow, Store};
use bagh_tables::{ProbeError, TableError, Tables};
use serde_json::json;

use crate::context::Context;
use crate::failure::{Answer, warn};
use crate::numbers::count_of;
use crate::tables_args::FolderArgs;

/// Games that are read at a time.
const PAGE: u32 = 200;

/// Judges all rated games that are over, and prints the players.
pub async fn run(
    store: &Store,
    folder: &FolderArgs,
    least: u64,
    context: &mut Context,
) -> Result<Answer> {
    let mut report = Report::default();
    let (mut judged, mut unknown) = (0_u64, 0_u64);
    let mut opened = Opened::default();
    let mut people = People::default();
    let mut after: Option<GameId> = None;
    loop {
        let page = store.games_after(after.as_ref(), PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id.clone());
        for row in page.iter().filter(|row| row.setup.rated && row.outcome.is_some()) {
            match opened.tables(row, folder)? {
                Some(tables) if add(store, &mut report, row, tables, &mut people).await? => {
                    judged += 1
                }
                _ => unknown += 1,
            }
        }
    }
    if unknown > 0 {
        let games = count_of(unknown, "rated game");
        warn(&format!("{games} left out, without tables: `bagh solve` makes them"));
    }
    if judged == 0 && unknown > 0 {
        bail!("no game could be judged: --tables has none of their tables");
    }
    let rows: Vec<Row> = report.rows().into_iter().filter(|row| row.count.faced >= least).collect();
    let mut names = Vec::new();
    for row in &rows {
        let account = store.account(&row.player).await?;
        names.push(account.and_then(|account| account.name).unwrap_or_else(|| "(deleted)".into()));
    }
    print(context, judged, unknown, &rows, &names)?;
    Ok(Answer::Yes)
}

/// The tables that were opened last: games of one kind often follow each other.
#[derive(Default)]
struct Opened(Vec<((String, u8), Option<Tables>)>);

impl Opened {
    fn tables(&mut self, row: &GameRow, folder: &FolderArgs) -> Result<Option<&Tables>> {
        let game = row.setup.check().with_context(|| format!("game {}", row.id))?;
        let key = (game.name().to_owned(), game.captures());
        let index = match self.0.iter().position(|(opened, _)| *opened == key) {
            Some(index) => index,
            None => {
                let tables = match Tables::open(&game, &folder.folder()?) {
                    Ok(tables) => Some(tables),
                    Err(TableError::Missing { .. }) => None,
                    Err(error) => {
                        return Err(error).with_context(|| format!("tables of {}", key.0));
                    }
                };
                self.0.push((key, tables));
                self.0.len() - 1
            }
        };
        Ok(self.0[index].1.as_ref())
    }
}

/// Which players are people. Bots find what they find by calculation: they are neither suspects
/// nor what people of their rating are compared with.
#[derive(Default)]
struct People(HashMap<PlayerId, bool>);

impl People {
    async fn has(&mut self, store: &Store, player: &PlayerId) -> Result<bool> {
        if let Some(&is_person) = self.0.get(player) {
            return Ok(is_person);
        }
        let account = store.account(player).await?;
        let is_person = account.is_none_or(|account| !account.bot);
        self.0.insert(player.clone(), is_person);
        Ok(is_person)
    }
}

/// Adds a game. False if the tables do not tell.
async fn add(
    store: &Store,
    report: &mut Report,
    row: &GameRow,
    tables: &Tables,
    people: &mut People,
) -> Result<bool> {
    let log = store.events(&row.id, 0).await?;
    let moves = match judge_game(tables, &log) {
        Ok(moves) => moves,
        Err(JudgeError::Tables(ProbeError::Table(TableError::Missing { .. }))) => return Ok(false),
        Err(error) => return Err(error).with_context(|| format!("game {}", row.id)),
    };
    for (player, side) in [(&row.tiger, bagh::Side::Tiger), (&row.goat, bagh::Side::Goat)] {
        if let Some(player) = player
            && people.has(store, player).await?
        {
            let rating = store.rating_after(player, &row.id).await?;
            let own = moves.iter().filter(|mv| mv.side == side);
            report.add(&row.id, player, rating, row.updated, own);
        }
    }
    Ok(true)
}

fn print(
    context: &mut Context,
    judged: u64,
    unknown: u64,
    rows: &[Row],
    names: &[String],
) -> Result<()> {
    if context.json {
        let players: Vec<_> =
            rows.iter().zip(names).map(|(row, name)| json!({ "name": name, "row": row })).collect();
        return context.out.json(&json!({
            "games": judged, "left_out": unknown, "difficulties": DIFFICULTIES, "times": TIMES,
            "players": players,
        }));
    }
    context
        .out
        .line(format!("{}; positions with one right move", count_of(judged, "rated game")))?;
    context.out.line(format!(
        "{:<20} {:>6} {:>5} {:>6} {:>6} {:>8} {:>10}   found with {}; in {}",
        "player",
        "rating",
        "games",
        "faced",
        "found",
        "expected",
        "deviations",
        DIFFICULTIES.join(", "),
        TIMES.join(", ")
    ))?;
    for (row, name) in rows.iter().zip(names) {
        let shares = |counts: &[Count; 3]| {
            counts.map(|count| format!("{}/{}", count.found, count.faced)).join(" ")
        };
        context.out.line(format!(
            "{name:<20} {:>6.0} {:>5} {:>6} {:>6} {:>8.1} {:>10.1}   {}; {}",
            row.rating,
            row.games,
            row.count.faced,
            row.count.found,
            row.expected,
            row.deviations,
            shares(&row.by_difficulty),
            shares(&row.by_time)
        ))?;
    }
    Ok(())
}
