//! What a match prints.

use std::time::Duration;

use anyhow::Result;
use bagh::{Game, Outcome};
use bagh_arena::matches::{MatchGame, PlayerSummary, Summary, Usage};
use bagh_arena::stats::SprtVerdict;
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::printable;
use crate::numbers::count_of;

/// Prints a game as it ends.
pub fn game(context: &mut Context, played: &MatchGame) -> Result<()> {
    if context.json {
        let mut row = json!(played);
        if let Value::Object(row) = &mut row {
            // Which of the two players is the first one is said by the names.
            row.remove("first_is_goat");
        }
        context.out.json(&row)?;
        return context.out.flush();
    }
    context.out.line(printable(&game_line(played)))?;
    context.out.flush()
}

/// What came of a game, and what lost it.
fn game_line(played: &MatchGame) -> String {
    let mut line =
        format!("game {}: {} (goats), {} (tigers): ", played.game + 1, played.goat, played.tiger);
    if let Some(forfeit) = &played.forfeit {
        line += &format!("{} forfeits by {}: {}", forfeit.player, forfeit.kind, forfeit.message);
        if !forfeit.said.is_empty() {
            line += &format!("; its last output: {}", forfeit.said.replace('\n', " | "));
        }
        return line;
    }
    let outcome = match played.outcome {
        Outcome::GoatWin => "goats win",
        Outcome::TigerWin => "tigers win",
        Outcome::Draw => "draw",
    };
    line += &format!(
        "{outcome} ({}), {} captured, {}",
        played.reason.word(),
        played.captures,
        count_of(played.plies as u64, "ply")
    );
    if let Some(lost) = &played.losing_move {
        line += &format!("; lost by {} of {} at ply {}", lost.r#move, lost.player, lost.ply);
    }
    line
}

/// Prints the summary.
pub fn summary(
    context: &mut Context,
    game: &Game,
    summary: &Summary,
    margin: Duration,
) -> Result<()> {
    if context.json {
        return context.out.json(&json!({ "summary": summary }));
    }
    let out = &mut context.out;
    out.line(format!("{}, {} played", game.title(), count_of(summary.games as u64, "game")))?;
    for player in &summary.players {
        out.line("")?;
        out.line(printable(&player.name))?;
        for line in player_lines(player) {
            out.line(format!("  {line}"))?;
        }
    }
    out.line("")?;
    if summary.pairs.pairs() > 0 {
        let counts: Vec<String> = summary.pairs.0.iter().map(u64::to_string).collect();
        out.line(format!("pairs by points of A (0, ½, 1, 1½, 2): {}", counts.join(", ")))?;
    }
    if let Some(elo) = summary.elo {
        out.line(format!(
            "Elo of A against B: {:+.0} ({:+.0} to {:+.0})",
            elo.difference, elo.low, elo.high
        ))?;
    }
    if let Some(sprt) = summary.sprt {
        let verdict = match sprt.verdict {
            SprtVerdict::Continue => "no verdict yet",
            SprtVerdict::AcceptElo0 => "ELO0 is accepted",
            SprtVerdict::AcceptElo1 => "ELO1 is accepted",
        };
        out.line(format!(
            "SPRT: log-likelihood ratio {:.2} ({:.2} to {:.2}), {verdict}",
            sprt.llr, sprt.lower, sprt.upper
        ))?;
    }
    if let Some(usage) = &summary.usage {
        out.line(usage_line(usage))?;
    }
    if let Some(busy) = busy(summary.timer_delay_ms, margin) {
        out.line(format!("{busy}, or a larger --margin."))?;
    }
    Ok(())
}

/// That the machine was busy, if a timer was so late that losses on time may be its fault.
pub fn busy(timer_delay_ms: u64, margin: Duration) -> Option<String> {
    (u128::from(timer_delay_ms) > margin.as_millis() / 2).then(|| {
        format!(
            "The machine was busy: a timer was up to {timer_delay_ms} ms late. Losses on time may be its fault; use a smaller --concurrency"
        )
    })
}

/// How the time of the match was used.
fn usage_line(usage: &Usage) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut line = format!(
        "{:.1} s, {} at a time: players {}, referee {}, without a game {}",
        usage.seconds,
        count_of(usage.concurrency as u64, "game"),
        percent(usage.thinking),
        percent(usage.referee),
        percent(usage.idle)
    );
    // Systems count processor time in hundredths of a second.
    if let Some(processors) = usage.processors
        && usage.seconds >= 1.0
    {
        line += &format!("; {processors:.2} processors busy");
    }
    line
}

fn player_lines(player: &PlayerSummary) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, side) in [("goats", player.goat), ("tigers", player.tiger)] {
        if side.wins + side.draws + side.losses > 0 {
            lines.push(format!(
                "as {name:<7} won {}, drawn {}, lost {}; {:.2} goats captured on average",
                side.wins, side.draws, side.losses, side.captures
            ));
        }
    }
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    if let Some(regret) = &player.regret {
        let (low, high) = regret.share_interval;
        lines.push(format!(
            "lost value in {} of {} that could ({}, 95 % interval {} to {})",
            regret.errors,
            count_of(regret.could_err, "move"),
            percent(regret.share),
            percent(low),
            percent(high)
        ));
        let (low, high) = regret.mean_lost_interval;
        lines.push(format!(
            "mean value lost {:.3} goats (95 % interval {low:.3} to {high:.3})",
            regret.mean_lost
        ));
        for kind in &player.regret_by_kind {
            let ((low, high), mean) = (kind.regret.share_interval, kind.regret.mean_lost_interval);
            lines.push(format!(
                "  {:<17} {} of {}, {} ({} to {}), mean {:.3} ({:.3} to {:.3})",
                format!("{}, {}", kind.phase.word(), kind.side),
                kind.regret.errors,
                kind.regret.could_err,
                percent(kind.regret.share),
                percent(low),
                percent(high),
                kind.regret.mean_lost,
                mean.0,
                mean.1
            ));
        }
    }
    if !player.forfeits.is_empty() {
        let kinds: Vec<String> =
            player.forfeits.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        lines.push(format!("forfeits: {}", kinds.join(", ")));
    }
    lines
}
