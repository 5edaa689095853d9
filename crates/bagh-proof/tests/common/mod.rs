//! Small random games, solved, and claims about them answered the naive way.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use bagh::plain::PlainPosition;
use bagh::{Game, Phase, Position, Side};
use bagh_proof::{Aim, Claim, Goal, ply_of};
use bagh_tables::{Quiet, SlidingTables, SolveOptions, solve};

/// A small random number generator.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

/// A random game on a random board of 6 to 9 points.
pub fn small_game(random: &mut Random) -> Game {
    let n = 6 + random.below(4);
    let tigers = 1 + random.below(2);
    let goats = 2 + random.below(n - tigers - 2).min(4);
    let captures = 1 + random.below(goats.min(3));
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut lines: Vec<Vec<usize>> = order.windows(4).step_by(3).map(<[usize]>::to_vec).collect();
    lines.push(order[n - 4..].to_vec());
    for _ in 0..random.below(n) {
        let mut line = Vec::new();
        while line.len() < 3 {
            let point = random.below(n);
            if !line.contains(&point) {
                line.push(point);
            }
        }
        lines.push(line);
    }
    let list = |points: &[usize], mark: &str| {
        let names: Vec<String> = points.iter().map(|p| format!("{mark}P{p}{mark}")).collect();
        names.join(if mark.is_empty() { " " } else { ", " })
    };
    let all: Vec<usize> = (0..n).collect();
    let mut text =
        format!("name = \"random\"\ntigers = {tigers}\ngoats = {goats}\ncaptures = {captures}\n");
    match random.below(3) {
        0 => text += "opening = \"placed\"\n",
        _ => writeln!(text, "opening = [{}]", list(&all[..tigers], "\"")).unwrap(),
    }
    text += "lines = [\n";
    for line in &lines {
        writeln!(text, "    \"{}\",", list(line, "")).unwrap();
    }
    let xs: Vec<String> = (0..n).map(|p| p.to_string()).collect();
    write!(text, "]\n[[rows]]\npoints = [{}]\nx = [{}]\ny = 0\n", list(&all, "\""), xs.join(", "))
        .unwrap();
    Game::from_toml(&text).expect("random games are sound")
}

/// Solves a game into a folder and opens what a proof may see.
pub fn sliding(game: &Game, folder: &Path) -> SlidingTables {
    solve(game, folder, SolveOptions::default(), &Quiet).unwrap();
    SlidingTables::open(game, folder).unwrap()
}

/// Whether a claim holds, by looking at everything with the plain rules.
pub struct Naive<'a> {
    pub game: &'a Game,
    pub tables: &'a SlidingTables,
    pub aim: Aim,
    known: HashMap<(Position, i32), bool>,
}

impl<'a> Naive<'a> {
    pub fn holds(game: &Game, tables: &SlidingTables, root: &Position, claim: Claim) -> bool {
        let aim = Aim::new(game, root, claim).unwrap();
        let mut naive = Naive { game, tables, aim, known: HashMap::new() };
        naive.reached(root, ply_of(game, root)) == (claim.side == Side::Tiger)
    }

    fn reached(&mut self, position: &Position, ply: i32) -> bool {
        if position.captured() >= self.aim.enough {
            return true;
        }
        if self.aim.limit.is_some_and(|limit| ply >= limit) {
            return false;
        }
        let plain = PlainPosition::new(self.game, position);
        let moves = plain.moves(self.game);
        let captures = matches!(self.aim.claim.goal, Goal::Captures { .. });
        if moves.is_empty() {
            return position.turn() == Side::Goat && !captures;
        }
        if self.aim.limit.is_none() && self.game.phase(position) == Phase::Sliding {
            let verdict = self.tables.verdict(position).unwrap().unwrap();
            return self.aim.reached_by(verdict, ply);
        }
        if let Some(&known) = self.known.get(&(*position, ply)) {
            return known;
        }
        let mut next = moves.into_iter().map(|mv| plain.after(mv).position());
        let reached = match position.turn() {
            Side::Tiger => next.any(|after| self.reached(&after, ply + 1)),
            Side::Goat => next.all(|after| self.reached(&after, ply + 1)),
        };
        self.known.insert((*position, ply), reached);
        reached
    }
}

/// A position after some random moves of the placement phase.
pub fn random_position(game: &Game, random: &mut Random) -> Position {
    let mut position = game.start();
    for _ in 0..random.below(2 * usize::from(game.goats())) {
        let moves: Vec<_> = game.moves(&position).collect();
        let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
        let after = game.after(&position, mv);
        if game.phase(&after) == Phase::Sliding || game.result(&after).is_some() {
            break;
        }
        position = after;
    }
    position
}
