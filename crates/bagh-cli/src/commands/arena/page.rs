//! The page of an arena: the list, charts, and every game to replay. One file, no network.

use bagh::Game;
use bagh::record::Record;
use bagh_arena::tournament::{Standing, TournamentGame};
use serde_json::json;

use super::List;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn page(title: &str, lists: &[List], results: &[TournamentGame]) -> String {
    let mut body = format!("<h1>{}</h1>\n", escape(title));
    for list in lists {
        body += &format!("<h2>{}</h2>\n{}\n", escape(list.game.title()), table(&list.standings));
        let elo = |s: &Standing| Some((s.rating.elo, s.rating.low, s.rating.high));
        body += &chart("Elo, with 95 % intervals", &list.standings, elo);
        let share = |s: &Standing| {
            let regret = s.regret.as_ref()?;
            let (low, high) = regret.share_interval;
            Some((100.0 * regret.share, 100.0 * low, 100.0 * high))
        };
        if list.standings.iter().any(|s| s.regret.is_some()) {
            let caption = "Share of moves that lose value where they could, in %";
            body += &chart(caption, &list.standings, share);
        }
    }
    body += "<h2>Games</h2>\n<p><select id=\"games\" aria-label=\"Game\"></select></p>\n\
        <div id=\"replay\"></div>\n";
    // `<` inside a script could end it.
    let data = games(lists, results).to_string().replace('<', "\\u003c");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n<main>\n{body}</main>\n<script>const GAMES = {data};\n{SCRIPT}</script>\n</html>\n",
        escape(title)
    )
}

fn table(standings: &[Standing]) -> String {
    let mut rows = String::new();
    for standing in standings {
        let rating = &standing.rating;
        let regret = match &standing.regret {
            Some(regret) => format!(
                "<td>{:.2} %</td><td>{:.2} to {:.2} %</td><td>{:.3}</td>",
                100.0 * regret.share,
                100.0 * regret.share_interval.0,
                100.0 * regret.share_interval.1,
                regret.mean_lost
            ),
            None => "<td></td><td></td><td></td>".to_owned(),
        };
        let forfeits: Vec<String> =
            standing.forfeits.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        rows += &format!(
            "<tr><th scope=\"row\">{}</th><td>{:.0}</td><td>{:.0} to {:.0}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>{regret}<td>{}</td></tr>\n",
            escape(&standing.player),
            rating.elo,
            rating.low,
            rating.high,
            standing.games,
            standing.wins,
            standing.draws,
            standing.losses,
            forfeits.join(", ")
        );
    }
    format!(
        "<table><thead><tr><th>player</th><th>Elo</th><th>95 % interval</th><th>games</th><th>won</th><th>drawn</th><th>lost</th><th>errors</th><th>95 % interval</th><th>mean lost</th><th>forfeits</th></tr></thead>\n<tbody>\n{rows}</tbody></table>"
    )
}

/// A chart of bars with intervals.
fn chart(
    caption: &str,
    standings: &[Standing],
    of: impl Fn(&Standing) -> Option<(f64, f64, f64)>,
) -> String {
    let values: Vec<_> = standings.iter().map(|s| (s, of(s))).collect();
    let ends = values.iter().filter_map(|(_, value)| *value).flat_map(|(_, low, high)| [low, high]);
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
    let span = (high - low).max(1e-9);
    let x = |value: f64| 180.0 + 420.0 * (value - low) / span;
    let mut shapes = String::new();
    for (row, (standing, value)) in values.iter().enumerate() {
        let y = 14 + 24 * row;
        let name: String = standing.player.chars().take(24).collect();
        shapes += &format!(
            "<text x=\"170\" y=\"{}\" text-anchor=\"end\">{}</text>",
            y + 5,
            escape(&name)
        );
        if let Some((value, low, high)) = *value {
            let (zero, end) = (x(0.0).min(x(value)), x(0.0).max(x(value)));
            shapes += &format!(
                "<rect x=\"{zero:.1}\" y=\"{}\" width=\"{:.1}\" height=\"12\"/><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/><text x=\"{:.1}\" y=\"{}\">{value:.1}</text>",
                y - 6,
                end - zero,
                x(low),
                x(high),
                x(high.max(value)) + 6.0,
                y + 5
            );
        }
    }
    format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 680 {}\" role=\"img\">{shapes}</svg></figure>\n",
        escape(caption),
        24 * values.len() + 8
    )
}

/// The games with all their positions, for the script.
fn games(lists: &[List], results: &[TournamentGame]) -> serde_json::Value {
    let game_of = |name: &str| lists.iter().map(|l| &l.game).find(|game| game.name() == name);
    let boards: serde_json::Map<String, serde_json::Value> =
        lists.iter().map(|list| (list.game.name().to_owned(), board(&list.game))).collect();
    let games: Vec<serde_json::Value> = results
        .iter()
        .filter_map(|result| {
            let rules = game_of(&result.rules)?;
            let record = Record::parse(rules, &result.game.record).ok()?;
            let mut plies =
                vec![json!({ "move": "", "note": "", "board": pieces(rules, record.start()) })];
            for id in record.main_nodes() {
                let node = record.node(id);
                let Some(mv) = node.played() else { continue };
                let before = node.parent().map(|parent| *record.node(parent).position());
                plies.push(json!({
                    "move": before.map(|before| rules.move_text(&before, mv)),
                    "note": node.comments().join("; "),
                    "board": pieces(rules, node.position()),
                }));
            }
            let end = match &result.game.forfeit {
                Some(forfeit) => format!("{} forfeits ({})", forfeit.player, forfeit.kind),
                None => result.game.reason.word().to_owned(),
            };
            Some(json!({
                "rules": result.rules,
                "title": format!(
                    "{}: {} (goats) against {} (tigers), {}, {end}",
                    rules.title(), result.game.goat, result.game.tiger, result.game.outcome
                ),
                "plies": plies,
            }))
        })
        .collect();
    json!({ "boards": boards, "games": games })
}

/// The points and lines of a board.
fn board(game: &Game) -> serde_json::Value {
    let board = game.board();
    let points: Vec<_> = board.all().iter().map(|p| (board.info(p).x, board.info(p).y)).collect();
    let lines: Vec<Vec<usize>> =
        board.all_lines().map(|line| line.iter().map(|point| point.index()).collect()).collect();
    json!({ "points": points, "lines": lines })
}

/// What stands on each point: `T`, `G` or `.`.
fn pieces(game: &Game, position: &bagh::Position) -> String {
    let on = |point| {
        if position.tigers().contains(point) {
            'T'
        } else if position.goats().contains(point) {
            'G'
        } else {
            '.'
        }
    };
    game.board().all().iter().map(on).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
