//! Records that are written are read back the same, whatever their comments and variations.

mod common;

use bagh::record::baghchal::{self, Dialect};
use bagh::record::{NodeId, Record};
use bagh::{Game, Move, Outcome, Reason};
use common::games;
use proptest::prelude::*;
use proptest::sample::Index;

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[{}()\\\\\n\r\"*a-c 1.]{0,12}",
        Just("goat-win\n\n[Game \"x\"]".to_owned()),
        "\\PC{90,200}",
    ]
}

/// A step in the making of a record.
#[derive(Clone, Debug)]
enum Step {
    /// Plays on at the end of the main line.
    PlayOn(Index),
    /// Plays a move from any node.
    Vary(Index, Index),
    Comment(Index, String),
    CommentBefore(Index, String),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => any::<Index>().prop_map(Step::PlayOn),
        3 => any::<(Index, Index)>().prop_map(|(node, mv)| Step::Vary(node, mv)),
        1 => (any::<Index>(), any_text()).prop_map(|(node, text)| Step::Comment(node, text)),
        1 => (any::<Index>(), any_text()).prop_map(|(node, text)| Step::CommentBefore(node, text)),
    ];
    prop::collection::vec(step, 0..120)
}

fn build(game: &Game, steps: Vec<Step>) -> Record {
    let mut record = Record::new(game.clone());
    let mut nodes = vec![NodeId::ROOT];
    for step in steps {
        let pick = |index: Index| nodes[index.index(nodes.len())];
        match step {
            Step::PlayOn(mv) => {
                let end = record.end();
                add(&mut record, &mut nodes, end, mv);
            }
            Step::Vary(node, mv) => {
                let node = pick(node);
                add(&mut record, &mut nodes, node, mv);
            }
            Step::Comment(node, text) => record.comment(pick(node), text),
            Step::CommentBefore(node, text) => record.comment_before(pick(node), text),
        }
    }
    record
}

fn add(record: &mut Record, nodes: &mut Vec<NodeId>, node: NodeId, choice: Index) {
    let moves: Vec<Move> = record.game().moves(record.node(node).position()).collect();
    if !moves.is_empty()
        && let Ok(id) = record.add(node, moves[choice.index(moves.len())])
    {
        nodes.push(id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn records_survive(
        text in games(),
        steps in steps(),
        tags in prop::collection::vec(("[A-Z][a-z_0-9]{0,8}", any_text()), 0..4),
        declared in 0usize..6,
    ) {
        let game = Game::from_toml(&text).unwrap();
        let mut record = build(&game, steps);
        for (name, value) in tags {
            let _ = record.set_tag(&name, value);
        }
        let (outcome, reason) = [
            (None, None),
            (Some(Outcome::Draw), None),
            (Some(Outcome::Draw), Some(Reason::Agreement)),
            (Some(Outcome::TigerWin), Some(Reason::Resignation)),
            (Some(Outcome::GoatWin), Some(Reason::Resignation)),
            (Some(Outcome::GoatWin), None),
        ][declared];
        let _ = record.declare(outcome, reason);
        let text = record.to_text();
        let again = Record::parse(&game, &text);
        prop_assert_eq!(again.as_ref(), Ok(&record), "{}", text);
        prop_assert_eq!(again.unwrap().to_text(), text);
    }

    #[test]
    fn a_history_survives(text in games(), steps in steps()) {
        let game = Game::from_toml(&text).unwrap();
        let record = build(&game, steps);
        let history = record.history();
        prop_assert_eq!(history.len(), record.main_line().count());
        prop_assert_eq!(history.result(), record.over());
        let bare = Record::from_history(&history);
        prop_assert_eq!(Record::parse(&game, &bare.to_text()), Ok(bare.clone()));
        for dialect in Dialect::ALL {
            if let Ok(text) = baghchal::write(&bare, dialect) {
                prop_assert_eq!(baghchal::read(&game, &text, dialect), Ok(bare.clone()));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any_text()) {
        let game = Game::bagh_chal();
        if let Ok(record) = Record::parse(game, &text) {
            prop_assert_eq!(Record::parse(game, &record.to_text()), Ok(record));
        }
        for dialect in Dialect::ALL {
            let _ = baghchal::read(game, &text, dialect);
        }
    }

    #[test]
    fn nearly_right_text_is_read_or_refused(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "1.", "1...", "2.", "C1", "E1D1", "B1", "C2", "A1B1", "(", ")", "{x}", "{", "}",
                "*", "draw", "goat-win", "[Game \"bagh-chal\"]", "[Reason \"dandee\"]", "\n",
                "[Position \"T3T/5/5/5/T3T t g20 c0\"]", "A1C1(B1)", "\\", "#", "1-0", "G12", "B1112",
            ]),
            0..14,
        ),
    ) {
        let game = Game::bagh_chal();
        let text = parts.join(" ");
        if let Ok(record) = Record::parse(game, &text) {
            prop_assert_eq!(Record::parse(game, &record.to_text()), Ok(record));
        }
        for dialect in Dialect::ALL {
            if let Ok(record) = baghchal::read(game, &text, dialect) {
                let again = baghchal::write(&record, dialect).unwrap();
                prop_assert_eq!(baghchal::read(game, &again, dialect), Ok(record));
            }
        }
    }
}
