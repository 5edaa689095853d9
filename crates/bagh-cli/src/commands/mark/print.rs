//! What is printed of marked games.

use anyhow::Result;
use bagh::record::Record;
use bagh::{Move, Side};
use bagh_arena::{ForfeitKind, PlayerSpec};
use serde::Serialize;

use super::ply::{Choice, Ply, Tally};
use crate::context::Context;
use crate::failure::printable;
use crate::input::Source;
use crate::judgements::{JudgementSummary, better_moves, thrown, thrown_away};
use crate::numbers::count_of;
use crate::palette::paint;
use crate::scores::plural;
use crate::verdicts::heading;

/// A marked game for programs.
#[derive(Serialize)]
struct Marked<'a> {
    record: String,
    game: &'a str,
    captures_to_win: u8,
    /// Who was asked in place of those who played.
    player: Option<String>,
    goat: Tally,
    tiger: Tally,
    moves: Vec<MarkedMove>,
    /// Where the player gave no legal move.
    failed: Vec<FailedMove>,
}

/// A position in which a player gave no legal move, for programs.
#[derive(Serialize)]
struct FailedMove {
    ply: u32,
    position: String,
    side: Side,
    kind: ForfeitKind,
    message: String,
}

/// A marked move for programs.
#[derive(Serialize)]
struct MarkedMove {
    ply: u32,
    position: String,
    /// The move of the record, where a player was asked for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(flatten)]
    judged: JudgementSummary,
}

/// A record, and who is marked in it.
pub struct Sheet<'r> {
    pub source: &'r Source,
    pub record: &'r Record,
    pub player: Option<&'r PlayerSpec>,
}

/// Prints a marked game.
pub fn print(
    context: &mut Context,
    sheet: &Sheet<'_>,
    plies: &[Ply],
    tallies: [Tally; 2],
) -> Result<()> {
    let game = sheet.record.game();
    let [goat, tiger] = tallies;
    if context.json {
        let (mut moves, mut failed) = (Vec::new(), Vec::new());
        for ply in plies {
            let position = game.obx(&ply.before);
            match &ply.choice {
                Choice::Judged(judged) => moves.push(MarkedMove {
                    ply: ply.number,
                    position,
                    played: sheet.player.map(|_| game.move_text(&ply.before, ply.played)),
                    judged: JudgementSummary::new(game, &ply.before, judged),
                }),
                Choice::Failed { fault, .. } => failed.push(FailedMove {
                    ply: ply.number,
                    position,
                    side: ply.before.turn(),
                    kind: fault.kind,
                    message: fault.message.clone(),
                }),
            }
        }
        let record = match sheet.source {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => path.display().to_string(),
        };
        return context.out.json(&Marked {
            record,
            game: game.name(),
            captures_to_win: game.captures(),
            player: sheet.player.map(PlayerSpec::to_string),
            goat,
            tiger,
            moves,
            failed,
        });
    }
    let palette = context.out.palette;
    let name = printable(&sheet.source.to_string());
    let mut title = format!("{name}: {}", game.title());
    if let Some(player) = sheet.player {
        title += &format!("; what {} would have played", printable(&player.to_string()));
    }
    context.out.line(paint(palette.label, title))?;
    context.out.line("")?;
    for ply in plies {
        let text = |mv: Move| game.move_text(&ply.before, mv);
        let chosen = ply.judged().map(|judged| judged.played.mv);
        let shown = chosen.map_or("–".to_owned(), text);
        let mut line = format!("{:>4}. {:<6} {shown:<8}", ply.number, ply.before.turn());
        match &ply.choice {
            Choice::Judged(judged) => {
                let worth = heading(judged.played.after.value);
                if judged.keeps() {
                    line += &worth;
                } else {
                    let mistake = format!("{worth:<26}costs {}", thrown_away(judged));
                    line += &paint(palette.strong, mistake);
                    line += &format!("; better: {}", better_moves(game, &ply.before, judged));
                }
            }
            Choice::Failed { fault, .. } => {
                let failure = format!("{}: {}", fault.kind, fault.message);
                line += &paint(palette.strong, printable(&failure).to_string());
            }
        }
        if chosen != Some(ply.played) {
            line += &format!("; played: {}", text(ply.played));
        }
        context.out.line(line.trim_end())?;
    }
    if !plies.is_empty() {
        context.out.line("")?;
    }
    print_tallies(context, tallies, sheet.player.is_some())
}

/// Prints how many moves kept the value. A player is only asked where it could err.
pub fn print_tallies(context: &mut Context, tallies: [Tally; 2], has_player: bool) -> Result<()> {
    for (side, tally) in [Side::Goat, Side::Tiger].into_iter().zip(tallies) {
        let line = match tally.accuracy {
            None if has_player => "no mistake to make".to_owned(),
            None if tally.moves == 0 => "no moves".to_owned(),
            None => format!("{}, and no mistake to make", count_of(tally.moves, "move")),
            Some(accuracy) => format!(
                "{} of {} that could have lost value keep it ({:.1} %); mistakes cost {}",
                tally.keeping,
                count_of(tally.could_err, "move"),
                100.0 * accuracy,
                thrown(side, tally.thrown)
            ),
        };
        context.out.line(format!("{:<8}{line}", plural(side)))?;
    }
    Ok(())
}
