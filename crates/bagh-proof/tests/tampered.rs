//! Certificates that were tampered with, checksums and all.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use bagh::plain::PlainPosition;
use bagh::{Game, Phase, Points, Position, Side};
use bagh_proof::{Certificate, Claim, Goal, ProofError, ProveOptions, Quiet, check, ply_of, prove};
use bagh_tables::{SlidingTables, Space};
use common::{Naive, Random, random_position, sliding, small_game};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

/// The parts of a certificate, as docs/PROOFS.md describes them.
#[derive(Clone)]
struct Parts {
    start: Vec<u8>,
    header: Value,
    blocks: Vec<Vec<u8>>,
}

fn number(bytes: &[u8], at: usize, length: usize) -> usize {
    (0..length).rev().fold(0, |number, i| number << 8 | usize::from(bytes[at + i]))
}

impl Parts {
    fn read(path: &Path) -> Parts {
        let bytes = fs::read(path).unwrap();
        let length = number(&bytes, 12, 4);
        let header: Value = serde_json::from_slice(&bytes[16..16 + length]).unwrap();
        let index = 24 + length;
        let count = number(&bytes, index, 4);
        let mut at = index + 4 + 16 * count + 8;
        let mut blocks = Vec::new();
        for block in 0..count {
            let length = number(&bytes, index + 4 + 16 * block, 8);
            blocks.push(bytes[at..at + length].to_vec());
            at += length;
        }
        assert_eq!(at, bytes.len());
        Parts { start: bytes[..12].to_vec(), header, blocks }
    }

    fn write(&self, path: &Path) {
        let header = serde_json::to_vec(&self.header).unwrap();
        let mut bytes = self.start.clone();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(&header);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        let blocks = &self.blocks;
        let mut index = (blocks.len() as u32).to_le_bytes().to_vec();
        for block in blocks {
            index.extend((block.len() as u64).to_le_bytes());
            index.extend(xxh3_64(block).to_le_bytes());
        }
        index.extend(xxh3_64(&index).to_le_bytes());
        bytes.extend(index);
        bytes.extend(blocks.concat());
        fs::write(path, bytes).unwrap();
    }
}

/// A game with its tables and a certificate.
struct Proof {
    game: Game,
    tables: SlidingTables,
    out: PathBuf,
    _folder: tempfile::TempDir,
}

impl Proof {
    fn of(game: Game, root: &bagh::Position, claim: Claim) -> Option<Proof> {
        let folder = tempfile::tempdir().unwrap();
        let tables = sliding(&game, folder.path());
        let out = folder.path().join("a.proof");
        // All choices stand in the file.
        let options = ProveOptions { closing: 0, ..ProveOptions::default() };
        let proved = prove(&game, root, claim, Some(&tables), &out, options, &Quiet).unwrap();
        proved.holds.then_some(Proof { game, tables, out, _folder: folder })
    }

    fn small() -> Proof {
        let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
        let start = game.start();
        Proof::of(game, &start, Claim::TIGER_DRAWS).unwrap()
    }

    /// What the checker says of a certificate of these parts.
    fn verdict(&self, parts: &Parts) -> Result<(), ProofError> {
        parts.write(&self.out);
        let certificate = Certificate::open(&self.out)?;
        check(&certificate, &self.game, Some(&self.tables), &Quiet).map(|_| ())
    }

    #[track_caller]
    fn refused(&self, parts: &Parts) -> String {
        let error = self.verdict(parts).expect_err("a wrong certificate passed");
        assert!(matches!(error, ProofError::Wrong { .. } | ProofError::Damaged { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("a.proof"), "{text}");
        text
    }
}

#[test]
fn parts_that_are_put_together_again_are_as_good_as_before() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    assert!(whole.blocks.len() > 1 && whole.blocks.iter().any(|b| b.len() > 20));
    proof.verdict(&whole).unwrap();
}

#[test]
fn another_number_of_positions_is_noticed() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    for block in 0..whole.blocks.len() {
        let positions = whole.header["choices"][block]["positions"].as_u64().unwrap();
        for wrong in [0, positions - 1, positions + 1, 1 << 60] {
            let mut parts = whole.clone();
            parts.header["choices"][block]["positions"] = json!(wrong);
            assert!(proof.refused(&parts).contains("choices for ply"));
        }
    }
}

#[test]
fn a_removed_ply_is_noticed() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    // The checker can do without the last plies, but not without one in between.
    for block in 0..whole.blocks.len() - 1 {
        let mut parts = whole.clone();
        parts.blocks.remove(block);
        assert!(proof.refused(&parts).contains("blocks"));
        parts.header["choices"].as_array_mut().unwrap().remove(block);
        assert!(proof.refused(&parts).contains("choices for ply"));
    }
}

#[test]
fn blocks_that_cannot_be_are_refused() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    let with = |bytes: &dyn Fn(&mut Vec<u8>)| {
        let mut parts = whole.clone();
        bytes(parts.blocks.last_mut().unwrap());
        proof.refused(&parts)
    };
    assert!(with(&|block| block.truncate(8)).contains("front"));
    assert!(with(&|block| block[0] = 4).contains("found 4, expected 0 to 3"));
    assert!(with(&|block| block.clear()).contains("front"));
    // A list of four billion shapes is not made room for.
    assert!(with(&|block| block[1..5].fill(255)).contains("shapes for"));
    assert!(with(&|block| block[5..9].fill(255)).contains("list of shapes is cut off"));
    assert!(with(&|block| block[9] ^= 255).contains("cannot be unpacked"));
    assert!(with(&|block| block[1] -= 1).contains("list of shapes"));
    assert!(with(&|block| block.extend([1; 20])).contains("more answers"));
    assert!(with(&|block| *block = front(0, &[])).contains("no choice"));
}

/// The front of a block with this list of shapes.
fn front(captures: u8, shapes: &[u32]) -> Vec<u8> {
    let list: Vec<u8> = shapes.iter().flat_map(|shape| shape.to_le_bytes()).collect();
    let list = zstd::bulk::compress(&list, 3).unwrap();
    let mut block = vec![captures];
    block.extend((shapes.len() as u32).to_le_bytes());
    block.extend((list.len() as u32).to_le_bytes());
    block.extend(list);
    block
}

#[test]
fn no_bytes_prove_what_is_not_so() {
    let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
    let start = game.start();
    // The start of the small game is a draw: neither side wins. Tigers' blocks have a list of
    // shapes, goats' have none.
    let draw = json!({"draw": {"captured": 0}});
    let captures = json!({"captures": {"goats": 2, "by": 3}});
    for (claim, goals) in [
        (Claim::TIGER_DRAWS, [json!({"win": {"by": null}}), captures]),
        (Claim::GOAT_DRAWS, [draw.clone(), draw]),
    ] {
        let proof = Proof::of(game.clone(), &start, claim).unwrap();
        let whole = Parts::read(&proof.out);
        let mut random = Random::new(2027);
        let (mut wrong, mut damaged) = (0, 0);
        for round in 0..400 {
            let mut parts = whole.clone();
            parts.header["claim"]["goal"] = goals[round % 2].clone();
            for _ in 0..1 + random.below(3) {
                let block = random.below(parts.blocks.len());
                let bytes = &mut parts.blocks[block];
                // Any byte, or those after the list of shapes, which are answers.
                let before = &whole.blocks[block];
                let answers = if before[0] == 3 { 1 } else { 9 + number(before, 5, 4) };
                let start = if random.below(2) == 0 { 0 } else { answers };
                match bytes.len().checked_sub(start) {
                    Some(rest) if rest > 0 => {
                        bytes[start + random.below(rest)] = random.below(256) as u8;
                    }
                    _ => bytes.extend([random.below(256) as u8, 1]),
                }
            }
            match proof.verdict(&parts) {
                Err(ProofError::Wrong { .. }) => wrong += 1,
                Err(ProofError::Damaged { .. }) => damaged += 1,
                other => panic!("{claim}: {other:?}"),
            }
        }
        assert!(wrong > 50 && damaged > 50, "{claim}: {wrong} wrong, {damaged} damaged");
    }
}

#[test]
fn changed_answers_do_no_harm() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    let (mut passed, mut refused) = (0, 0);
    for block in 0..whole.blocks.len() {
        for at in 0..whole.blocks[block].len() {
            for bit in 0..8 {
                let mut parts = whole.clone();
                parts.blocks[block][at] ^= 1 << bit;
                // Other choices may be as good.
                match proof.verdict(&parts) {
                    Ok(()) => passed += 1,
                    Err(ProofError::Wrong { .. } | ProofError::Damaged { .. }) => refused += 1,
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(refused > 10 * passed, "{refused} refused, {passed} passed");
}

#[test]
fn the_first_version_is_refused_with_its_name() {
    let proof = Proof::small();
    let mut parts = Parts::read(&proof.out);
    parts.start[8] = 1;
    let error = proof.refused(&parts);
    assert!(error.contains("version is 1, this program reads 2"), "{error}");
}

#[test]
fn another_claim_is_not_proved_by_it() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    for claim in [
        // The start of the small game is a draw.
        json!({"side": "tiger", "goal": {"win": {"by": null}}}),
        json!({"side": "goat", "goal": {"draw": {"captured": 0}}}),
        json!({"side": "tiger", "goal": {"captures": {"goats": 2, "by": 3}}}),
    ] {
        let mut parts = whole.clone();
        assert_ne!(parts.header["claim"], claim);
        parts.header["claim"] = claim;
        proof.refused(&parts);
    }
}

/// The shape that a position has for a side, as docs/PROOFS.md describes it.
fn shape(game: &Game, position: &Position, side: Side) -> u32 {
    let images = |set: Points| game.board().symmetries().iter().map(move |s| s.points(set).bits());
    match side {
        Side::Tiger if game.tigers_in_hand(position) == 0 => {
            let (block, _) = Space::new(game).unwrap().locate(position);
            32 * block + position.goats().len() as u32
        }
        Side::Tiger => images(position.tigers()).min().unwrap(),
        Side::Goat => images(position.goats()).min().unwrap(),
    }
}

#[test]
fn a_changed_choice_passes_only_if_it_holds_the_claim_too() {
    let mut random = Random::new(41);
    let (mut refused, mut passed) = (0, 0);
    for _ in 0..30 {
        let game = small_game(&mut random);
        let root = random_position(&game, &mut random);
        for goal in [Goal::Draw { captured: 0 }, Goal::Win { by: None }] {
            // The side to move claims, so that the first choice is for one position.
            let claim = Claim { side: root.turn(), goal };
            let plain = PlainPosition::new(&game, &game.canonical(&root));
            let Some(proof) = Proof::of(game.clone(), &root, claim) else { continue };
            let whole = Parts::read(&proof.out);
            if whole.header["choices"][0]["positions"] != 1 {
                continue;
            }
            let moves = plain.moves(&game);
            // A move that ends the game is made without a question.
            if moves.iter().any(|&mv| game.result(&plain.after(mv).position()).is_some()) {
                continue;
            }
            let shape_of = |mv: &bagh::Move| shape(&game, &plain.after(*mv).position(), claim.side);
            for &mv in &moves {
                // Where this move alone leads to its shape, the shape is the choice.
                let own = shape_of(&mv);
                if moves.iter().filter(|other| shape_of(other) == own).count() > 1 {
                    continue;
                }
                // The plies that follow are left to the checker.
                let mut parts = whole.clone();
                parts.blocks = vec![front(0, &[own])];
                parts.header["choices"].as_array_mut().unwrap().truncate(1);
                let after = plain.after(mv).position();
                let over = game.result(&after).is_some() || game.phase(&after) == Phase::Sliding;
                if over {
                    continue;
                }
                assert_eq!(ply_of(&game, &after), ply_of(&game, &root) + 1);
                if Naive::holds(&proof.game, &proof.tables, &after, claim) {
                    proof.verdict(&parts).unwrap();
                    passed += 1;
                } else {
                    proof.refused(&parts);
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 10 && passed > 10, "{refused} refused, {passed} passed");
}
