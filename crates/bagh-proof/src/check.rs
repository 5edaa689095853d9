//! Checking a certificate, with the plain rules and the sliding tables only.
//!
//! The checker trusts nothing that the prover did. It begins with the position of the claim, lets
//! the selective side follow its choices and its opponent play every move, keeps the positions of
//! each ply as a set up to symmetry, and looks up where the sliding phase begins. If no line ends
//! against the claim, the claim is proved.

use std::collections::HashSet;

use bagh::plain::PlainPosition;
use bagh::{Game, Move, Outcome, Phase, Position, Side};
use bagh_tables::{SlidingTables, Space};
use rayon::prelude::*;
use serde::Serialize;

use crate::answers::Answers;
use crate::certificate::Certificate;
use crate::claim::Aim;
use crate::error::ProofError;
use crate::ground::Ground;
use crate::paths::Paths;
use crate::progress::Progress;
use crate::sets::{Ply, expanded, key_of};

/// One ply of a checked proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedPly {
    /// The ply, counted from the position of the claim.
    pub ply: u32,
    /// Who moves.
    pub turn: Side,
    /// Positions, up to symmetry.
    pub positions: u64,
    /// Bytes of the choices, where there are some.
    pub bytes: Option<u64>,
}

/// What checking found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// The plies.
    pub plies: Vec<CheckedPly>,
    /// Positions of all plies.
    pub positions: u64,
}

/// Checks a certificate of this game.
pub fn check(
    certificate: &Certificate,
    game: &Game,
    tables: Option<&SlidingTables>,
    progress: &dyn Progress,
) -> Result<Checked, ProofError> {
    let root = certificate.root(game)?;
    let aim = Aim::new(game, &root, certificate.header().claim)?;
    if aim.needs_tables() && tables.is_none() {
        return Err(ProofError::NeedsTables);
    }
    let checker = Checker { certificate, game, tables, aim, progress };
    checker.symmetries()?;
    checker.run(&root)
}

struct Checker<'a> {
    certificate: &'a Certificate,
    game: &'a Game,
    tables: Option<&'a SlidingTables>,
    aim: Aim,
    progress: &'a dyn Progress,
}

impl Checker<'_> {
    fn wrong(&self, what: impl Into<String>) -> ProofError {
        ProofError::Wrong { path: self.certificate.path().to_owned(), what: what.into() }
    }

    fn side(&self) -> Side {
        self.aim.claim.side
    }

    /// Symmetries are used to keep one position for all its images. They must keep what pieces
    /// can do: neighbours on a line, and three in a row.
    fn symmetries(&self) -> Result<(), ProofError> {
        let board = self.game.board();
        let mut rows: HashSet<Vec<usize>> = HashSet::new();
        for line in board.all_lines() {
            for length in [2, 3] {
                for row in line.windows(length) {
                    let row: Vec<usize> = row.iter().map(|p| p.index()).collect();
                    rows.insert(row.iter().rev().copied().collect());
                    rows.insert(row);
                }
            }
        }
        for symmetry in board.symmetries() {
            let image = |row: &Vec<usize>| -> Vec<usize> {
                row.iter().map(|&p| symmetry.point(bagh::Point::new(p)).index()).collect()
            };
            let images: HashSet<Vec<usize>> = rows.iter().map(image).collect();
            if images != rows {
                return Err(self.wrong("a symmetry of the board does not keep its lines"));
            }
        }
        Ok(())
    }

    fn run(&self, root: &Position) -> Result<Checked, ProofError> {
        let mut ply = Ply::of(self.game, root);
        let first = ply.number;
        let mut keys = vec![key_of(&self.game.canonical(root))];
        let header = self.certificate.header();
        // Only for unpacking: what comes of it is checked by the plain rules.
        let ground = Ground::new(Space::new(self.game)?);
        let mut answers = Answers::new(self.game, ground.space());
        let mut used = 0;
        let mut plies = Vec::new();
        if self.is_settled(&PlainPosition::new(self.game, root), ply)? {
            keys.clear();
        }
        while !keys.is_empty() {
            let from_root = (ply.number - first) as u32;
            let with_choices = ply.turn == self.side() && used < header.choices.len();
            self.progress.stage(&format!("ply {from_root}"), keys.len() as u64);
            let bytes = with_choices.then(|| self.certificate.bytes(used));
            let positions = keys.len() as u64;
            plies.push(CheckedPly { ply: from_root, turn: ply.turn, positions, bytes });
            keys = if with_choices {
                let info = header.choices[used];
                if (info.ply, info.positions) != (from_root, keys.len() as u64) {
                    return Err(self.wrong(format!(
                        "found {} choices for ply {}, expected {} for ply {from_root}",
                        info.positions,
                        info.ply,
                        keys.len()
                    )));
                }
                let paths = Paths { game: self.game, ground: &ground, aim: &self.aim, ply };
                let block = self.certificate.block(used)?;
                let choices = answers
                    .read(paths, &keys, block, &|_| ())
                    .map_err(|what| self.certificate.damaged(used, &what))?;
                used += 1;
                self.progress.choices(from_root, &choices);
                self.follow(&keys, ply, &choices)?
            } else if ply.turn == self.side() {
                self.close(&keys, ply)?;
                Vec::new()
            } else {
                self.exhaust(&keys, ply)?
            };
            ply = ply.next();
        }
        if used < header.choices.len() {
            return Err(self.wrong(format!(
                "it has choices for ply {}, which is never reached",
                header.choices[used].ply
            )));
        }
        let positions = plies.iter().map(|p| p.positions).sum();
        Ok(Checked { plies, positions })
    }

    /// The positions that the choices lead to.
    fn follow(&self, keys: &[u64], ply: Ply, choices: &[u8]) -> Result<Vec<u64>, ProofError> {
        let expand = |number: usize, key: u64, out: &mut Vec<u64>| {
            let plain = PlainPosition::new(self.game, &ply.position(self.game, key));
            let moves = sorted_moves(&plain, self.game);
            let choice = choices[number];
            let mv = moves.get(usize::from(choice)).ok_or_else(|| {
                self.wrong(format!(
                    "found choice {choice} of {} moves: {}",
                    moves.len(),
                    self.describe(&plain)
                ))
            })?;
            out.push(self.key(&plain.after(*mv)));
            Ok(())
        };
        self.unsettled(&self.expanded(keys, expand)?, ply.next())
    }

    /// The positions that all moves lead to.
    fn exhaust(&self, keys: &[u64], ply: Ply) -> Result<Vec<u64>, ProofError> {
        let expand = |_, key: u64, out: &mut Vec<u64>| {
            let plain = PlainPosition::new(self.game, &ply.position(self.game, key));
            out.extend(plain.moves(self.game).into_iter().map(|mv| self.key(&plain.after(mv))));
            Ok(())
        };
        self.unsettled(&self.expanded(keys, expand)?, ply.next())
    }

    fn expanded(
        &self,
        keys: &[u64],
        expand: impl Fn(usize, u64, &mut Vec<u64>) -> Result<(), ProofError> + Sync,
    ) -> Result<Vec<u64>, ProofError> {
        expanded(keys, expand, |n| self.progress.advance(n))
    }

    fn key(&self, plain: &PlainPosition) -> u64 {
        key_of(&self.game.canonical(&plain.position()))
    }

    /// The positions of a ply that are not settled for the claim; an error if one is settled
    /// against it. Each is looked at once, however many moves lead to it.
    fn unsettled(&self, keys: &[u64], ply: Ply) -> Result<Vec<u64>, ProofError> {
        let open = |keys: &[u64]| -> Result<Vec<u64>, ProofError> {
            let mut open = Vec::with_capacity(keys.len());
            for &key in keys {
                let plain = PlainPosition::new(self.game, &ply.position(self.game, key));
                if !self.is_settled(&plain, ply)? {
                    open.push(key);
                }
            }
            Ok(open)
        };
        let pieces: Vec<Vec<u64>> = keys.par_chunks(4096).map(open).collect::<Result<_, _>>()?;
        Ok(pieces.concat())
    }

    /// Positions after the last choices: some move must be there from which the claim holds.
    fn close(&self, keys: &[u64], ply: Ply) -> Result<(), ProofError> {
        keys.par_chunks(1024).try_for_each(|keys| {
            for &key in keys {
                let plain = PlainPosition::new(self.game, &ply.position(self.game, key));
                if !self.holds(&plain, ply)? {
                    return Err(self.wrong(format!(
                        "no move from here holds the claim: {}",
                        self.describe(&plain)
                    )));
                }
            }
            self.progress.advance(keys.len() as u64);
            Ok(())
        })
    }

    /// Whether the claim holds, by playing on to the end.
    fn holds(&self, plain: &PlainPosition, ply: Ply) -> Result<bool, ProofError> {
        if let Some(settled) = self.settled(plain, ply)? {
            return Ok(settled);
        }
        let own = plain.turn == self.side();
        for mv in plain.moves(self.game) {
            if self.holds(&plain.after(mv), ply.next())? == own {
                return Ok(own);
            }
        }
        Ok(!own)
    }

    /// Whether a position is settled for the claim; an error if it is settled against it.
    fn is_settled(&self, plain: &PlainPosition, ply: Ply) -> Result<bool, ProofError> {
        match self.settled(plain, ply)? {
            None => Ok(false),
            Some(true) => Ok(true),
            Some(false) => {
                Err(self.wrong(format!("this is reached, and lost: {}", self.describe(plain))))
            }
        }
    }

    /// Whether the claim holds in a position where that is known, by the end of the game, by the
    /// end of the claim, or by the tables.
    fn settled(&self, plain: &PlainPosition, ply: Ply) -> Result<Option<bool>, ProofError> {
        let of = |reached: bool| Ok(Some(reached == (self.side() == Side::Tiger)));
        if let Some(reached) = self.aim.settled(plain.captured as u8, ply.number) {
            return of(reached);
        }
        if plain.moves(self.game).is_empty() {
            let winner = plain.winner(self.game).and_then(Outcome::winner);
            let stuck = winner.map_or(plain.turn, Side::other);
            return of(self.aim.when_stuck(stuck));
        }
        let position = plain.position();
        if self.aim.needs_tables() && self.game.phase(&position) == Phase::Sliding {
            let tables = self.tables.ok_or(ProofError::NeedsTables)?;
            let verdict = tables.verdict(&position)?.ok_or(ProofError::NeedsTables)?;
            return of(self.aim.reached_by(verdict, ply.number));
        }
        Ok(None)
    }

    fn describe(&self, plain: &PlainPosition) -> String {
        let read = bagh::notation::ReadPosition::new(self.game, plain.position());
        bagh::notation::write(self.game, &read, bagh::notation::Format::Obx1)
            .unwrap_or_else(|_| format!("{:?}", plain.position()))
    }
}

/// Legal moves in the order in which certificates number them.
fn sorted_moves(plain: &PlainPosition, game: &Game) -> Vec<Move> {
    let mut moves = plain.moves(game);
    moves.sort_unstable();
    moves
}
