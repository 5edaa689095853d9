//! Certificates that were tampered with, checksums and all.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use bagh::plain::PlainPosition;
use bagh::{Game, Phase};
use bagh_proof::{Certificate, Claim, Goal, ProofError, ProveOptions, Quiet, check, ply_of, prove};
use bagh_tables::SlidingTables;
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
            blocks.push(zstd::bulk::decompress(&bytes[at..at + length], 1 << 20).unwrap());
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
        let blocks: Vec<Vec<u8>> =
            self.blocks.iter().map(|block| zstd::bulk::compress(block, 3).unwrap()).collect();
        let mut index = (blocks.len() as u32).to_le_bytes().to_vec();
        for block in &blocks {
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
    assert!(whole.blocks.len() > 1 && whole.blocks.iter().any(|b| b.len() > 3));
    proof.verdict(&whole).unwrap();
}

#[test]
fn a_removed_choice_is_noticed() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    for block in 0..whole.blocks.len() {
        for at in 0..whole.blocks[block].len() {
            let mut parts = whole.clone();
            parts.blocks[block].remove(at);
            // The header knows of it, or does not.
            assert!(proof.refused(&parts).contains("bytes"));
            parts.header["choices"][block]["positions"] = json!(parts.blocks[block].len());
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
fn a_choice_that_is_no_move_is_noticed() {
    let proof = Proof::small();
    let whole = Parts::read(&proof.out);
    for block in 0..whole.blocks.len() {
        for at in 0..whole.blocks[block].len() {
            let mut parts = whole.clone();
            parts.blocks[block][at] = 255;
            assert!(proof.refused(&parts).contains("found choice 255 of"));
        }
    }
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

#[test]
fn a_changed_choice_passes_only_if_it_holds_the_claim_too() {
    let mut random = Random::new(41);
    let (mut refused, mut passed) = (0, 0);
    for _ in 0..30 {
        let game = small_game(&mut random);
        let root = random_position(&game, &mut random);
        for goal in [Goal::Draw { captured: 0 }, Goal::Win { by: None }] {
            // Whoever is to move claims, so that the first choice is for one position.
            let claim = Claim { side: root.turn(), goal };
            let plain = PlainPosition::new(&game, &game.canonical(&root));
            let mut moves = plain.moves(&game);
            moves.sort_unstable();
            let Some(proof) = Proof::of(game.clone(), &root, claim) else { continue };
            let whole = Parts::read(&proof.out);
            if whole.blocks.first().is_none_or(|block| block.len() != 1) {
                continue;
            }
            for (choice, &mv) in moves.iter().enumerate() {
                if choice == usize::from(whole.blocks[0][0]) {
                    continue;
                }
                // The plies that follow are left to the checker.
                let mut parts = whole.clone();
                parts.blocks = vec![vec![choice as u8]];
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
