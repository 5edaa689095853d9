//! Published numbers beside ours.
//!
//! Two papers by Lim Yew Jin and Jürg Nievergelt count positions of Bagh Chal: *Computing Tigers
//! and Goats* (ICGA Journal 27, 2004) and *Tigers and Goats is a Draw* (Games of No Chance 3,
//! 2009). Every count of theirs that tables can answer stands here as printed. Where ours differs,
//! the reason stands beside it; anything else is an error.

use bagh::{Game, Outcome, Phase, Side};
use bagh_tables::stats::{ClassRow, CrossTable, rows};
use bagh_tables::{ProbeError, Tables, burnside};
use serde::Serialize;

const PAPER_2004: &str = "Lim and Nievergelt 2004";
const PAPER_2009: &str = "Lim and Nievergelt 2009";

/// How a published number compares with ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// To the digit.
    Equal,
    /// A known misprint or mistake: ours is what it should be.
    Misprint,
    /// The paper gives an estimate, and ours is near.
    Estimate,
    /// The paper looked at a part of the positions, and ours counts all.
    Part,
    /// Ours is another, for an unknown reason.
    Differs,
    /// Ours takes tables, and there are none.
    NeedsTables,
}

impl Agreement {
    /// All of them.
    pub const ALL: [Agreement; 6] = [
        Agreement::Equal,
        Agreement::Misprint,
        Agreement::Estimate,
        Agreement::Part,
        Agreement::Differs,
        Agreement::NeedsTables,
    ];

    /// The word for this.
    pub const fn word(self) -> &'static str {
        match self {
            Agreement::Equal => "equal",
            Agreement::Misprint => "misprint",
            Agreement::Estimate => "estimate",
            Agreement::Part => "part",
            Agreement::Differs => "differs",
            Agreement::NeedsTables => "needs-tables",
        }
    }
}

/// A published number beside ours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PublishedNumber {
    /// Where it is printed.
    pub source: String,
    /// What it counts.
    pub what: String,
    /// The number as printed, with commas left out.
    pub printed: String,
    /// Ours; empty where it takes tables that are not there.
    pub ours: String,
    /// How they compare.
    pub agreement: Agreement,
    /// Why they differ, where they do.
    pub note: Option<&'static str>,
}

impl PublishedNumber {
    /// Whether the numbers are equal, or it is known why not.
    pub fn is_explained(&self) -> bool {
        self.agreement != Agreement::Differs
    }
}

/// What is known of a printed number beforehand.
#[derive(Clone, Copy)]
enum Known {
    Right,
    Misprint { ours: u64, note: &'static str },
    Estimate { note: &'static str },
    Part { note: &'static str },
}

/// Table 1: board images and positions of S₁ … S₅, with 20 … 16 goats.
const TABLE_1: [(u64, u64); 5] = [
    (33_481, 66_962),
    (333_175, 666_350),
    (2_105_695, 4_211_390),
    (9_469_965, 18_939_930),
    (32_188_170, 64_376_340),
];

/// Table 2: wins, draws and losses of the side to move and their per cent, for 4, 3, … 0 captured;
/// first with goat to move, then with tiger to move.
const TABLE_2: [[[(u64, &str); 3]; 2]; 5] = [
    [
        [(913_153, "2.8"), (8_045_787, "25.0"), (23_229_230, "72.2")],
        [(30_469_634, "94.7"), (1_569_409, "4.9"), (149_127, "0.5")],
    ],
    [
        [(1_315_111, "13.9"), (6_226_358, "65.7"), (1_928_496, "20.4")],
        [(6_260_219, "66.1"), (2_918_104, "30.8"), (291_642, "3.1")],
    ],
    [
        [(882_523, "41.9"), (1_199_231, "57.0"), (23_941, "1.1")],
        [(465_721, "22.1"), (1_353_969, "64.3"), (286_005, "13.6")],
    ],
    [
        [(252_381, "75.8"), (80_706, "24.2"), (88, "0.03")],
        [(6_452, "1.9"), (197_537, "59.3"), (129_186, "38.8")],
    ],
    [
        [(30_609, "91.4"), (2_812, "8.4"), (60, "0.2")],
        [(146, "0.4"), (9_468, "28.3"), (23_867, "71.3")],
    ],
];

/// Tables 5 to 9, for 4, 3, … 0 captured: rows by the outcome with goat to move, columns by the
/// outcome with tiger to move, each a tigers' win, a draw, a goats' win, and the total.
const TABLES_5_TO_9: [[[u64; 4]; 4]; 5] = [
    [
        [23_217_329, 11_249, 652, 23_229_230],
        [6_584_426, 1_459_852, 1_509, 8_045_787],
        [667_879, 98_308, 146_966, 913_153],
        [30_469_634, 159_409, 149_127, 0],
    ],
    [
        [1_923_410, 4_954, 132, 1_928_496],
        [3_879_335, 2_342_280, 4_743, 6_226_358],
        [457_474, 570_870, 286_767, 1_315_111],
        [6_260_219, 2_918_104, 291_642, 9_469_965],
    ],
    [
        [23_355, 575, 11, 23_941],
        [354_808, 838_197, 6_226, 1_199_231],
        [87_558, 515_197, 279_768, 882_523],
        [465_721, 1_353_969, 286_005, 0],
    ],
    [
        [63, 25, 0, 88],
        [3_541, 73_551, 3_614, 80_706],
        [2_848, 123_961, 125_572, 252_381],
        [6_452, 197_537, 129_186, 0],
    ],
    [
        [35, 21, 4, 60],
        [59, 1_505, 1_248, 2_812],
        [52, 7_942, 22_615, 30_609],
        [146, 9_468, 23_867, 0],
    ],
];

/// Table 4 of 2009, for 4, 3, … 0 captured: positions after 10 goats, tiger to move, that are not
/// lost; lost; and the estimated number of all.
const TABLE_4_OF_2009: [[u64; 3]; 5] = [
    [17_902_335, 0, 85_804_950],
    [33_152_214, 0, 183_867_750],
    [64_336_692, 17_944, 321_768_563],
    [84_832_697, 329_183, 464_776_813],
    [15_857_243, 91_676, 557_732_175],
];

/// Goats placed halfway through the placement phase.
pub(crate) const HALFWAY: u8 = 10;

const OUTCOMES: [Outcome; 3] = CrossTable::OUTCOMES;

/// Compares every published number. There are none for games other than Bagh Chal with five
/// captures to win.
pub fn compare(tables: &Tables, cross: &[CrossTable]) -> Result<Vec<PublishedNumber>, ProbeError> {
    let game = tables.game();
    let standard = Game::bagh_chal();
    if game.name() != standard.name() || game.captures() != standard.captures() {
        return Ok(Vec::new());
    }
    let value = tables.probe(&game.start())?.value.outcome();
    Ok(List::made(game, Some(&rows(game, tables.manifest())), Some(cross), Some(value)))
}

/// Every published number, as far as we know ours without tables.
pub fn without_tables() -> Vec<PublishedNumber> {
    List::made(Game::bagh_chal(), None, None, None)
}

struct List {
    numbers: Vec<PublishedNumber>,
}

impl List {
    /// All numbers, one after the other.
    fn made(
        game: &Game,
        rows: Option<&[ClassRow]>,
        cross: Option<&[CrossTable]>,
        value: Option<Outcome>,
    ) -> Vec<PublishedNumber> {
        let mut list = List { numbers: Vec::new() };
        list.counts(game, rows);
        list.sliding(cross);
        list.halfway(rows);
        let ours = value.map(Outcome::word);
        let what = "value of the start position";
        list.add(PAPER_2009, "title", what, Known::Right, "draw", ours);
        list.numbers
    }

    /// Table 1, and the numbers of the text.
    fn counts(&mut self, game: &Game, rows: Option<&[ClassRow]>) {
        let board = game.board();
        let placements = burnside::tiger_placements(game) as u64;
        self.number(PAPER_2004, "text", "tiger placements", Known::Right, 1_666, placements);
        let sum = |wanted: &dyn Fn(&ClassRow) -> bool| -> Option<u64> {
            Some(rows?.iter().filter(|row| wanted(row)).map(|row| row.positions).sum())
        };
        let sliding = sum(&|row| row.phase == Phase::Sliding);
        self.number(PAPER_2004, "text", "sliding positions", Known::Right, 88_260_972, sliding);
        for paper in [PAPER_2004, PAPER_2009] {
            let images = burnside::placement_images(game) as u64;
            self.number(paper, "Table 1", "S0, board images", Known::Right, 3_316_529_500, images);
            for (empty, &(images, positions)) in (1..).zip(&TABLE_1) {
                let ours = burnside::images(board, 4, 21 - empty) as u64;
                let what = format!("S{empty}, board images");
                self.number(paper, "Table 1", &what, Known::Right, images, ours);
                let captured = (empty - 1) as u8;
                let ours = sum(&|row| row.phase == Phase::Sliding && row.captured == captured);
                let what = format!("S{empty}, positions");
                self.number(paper, "Table 1", &what, Known::Right, positions, ours);
            }
        }
        let placement = sum(&|row| row.phase == Phase::Placement);
        let twice = Known::Misprint {
            ours: 33_047_412_750,
            note: "twice the board images: the same board comes with several numbers of captures, as the paper of 2009 says",
        };
        self.number(PAPER_2004, "Table 1", "S0, positions", twice, 6_633_059_000, placement);
        let about = Known::Estimate { note: "given as about 33 billion" };
        self.number(PAPER_2009, "Table 1", "S0, positions", about, 33_000_000_000, placement);
    }

    /// Tables 2 and 5 to 9.
    fn sliding(&mut self, cross: Option<&[CrossTable]>) {
        let find = |captured| cross?.iter().find(|table| table.captured == captured);
        for (captured, sides) in (0..5u8).rev().zip(&TABLE_2) {
            let table = find(captured);
            for (turn, printed) in [Side::Goat, Side::Tiger].into_iter().zip(sides) {
                let of_mover = [Outcome::win(turn), Outcome::Draw, Outcome::win(turn.other())];
                for (outcome, &(count, share)) in of_mover.into_iter().zip(printed) {
                    let ours = table.map(|table| table.total(turn, outcome));
                    let what = format!("{captured} captured, {turn} to move, {outcome}");
                    let digits = share.split('.').nth(1).map_or(0, str::len);
                    let per_cent = table.map(|table| {
                        let share = table.total(turn, outcome) as f64 / table.all() as f64;
                        format!("{:.digits$} %", 100.0 * share)
                    });
                    for paper in [PAPER_2004, PAPER_2009] {
                        self.number(paper, "Table 2", &what, Known::Right, count, ours);
                        let share = format!("{share} %");
                        let ours = per_cent.as_deref();
                        self.add(paper, "Table 2", &what, Known::Right, &share, ours);
                    }
                }
                let what = format!("{captured} captured, {turn} to move, total");
                let total = TABLE_1[usize::from(captured)].0;
                let ours = table.map(CrossTable::all);
                self.number(PAPER_2004, "Table 2", &what, Known::Right, total, ours);
            }
        }
        for (number, (captured, printed)) in (5..).zip((0..5u8).rev().zip(&TABLES_5_TO_9)) {
            let table = find(captured);
            let place = format!("Table {number}");
            for (row, numbers) in printed.iter().enumerate() {
                for (column, &count) in numbers.iter().enumerate() {
                    let (goat, tiger) = (OUTCOMES.get(row), OUTCOMES.get(column));
                    let (what, ours) = match (goat, tiger) {
                        (Some(&goat), Some(&tiger)) => (
                            format!("goat to move {goat}, tiger to move {tiger}"),
                            table.map(|table| table.get(goat, tiger)),
                        ),
                        (Some(&goat), None) => (
                            format!("goat to move {goat}"),
                            table.map(|table| table.total(Side::Goat, goat)),
                        ),
                        (None, Some(&tiger)) => (
                            format!("tiger to move {tiger}"),
                            table.map(|table| table.total(Side::Tiger, tiger)),
                        ),
                        // Only Table 6 prints its total.
                        (None, None) if count == 0 => continue,
                        (None, None) => ("total".to_owned(), table.map(CrossTable::all)),
                    };
                    let known = if (number, count) == (5, 159_409) {
                        Known::Misprint {
                            ours: 1_569_409,
                            note: "a digit was lost: its column adds up to 1,569,409, and Table 2 prints that",
                        }
                    } else {
                        Known::Right
                    };
                    self.number(PAPER_2004, &place, &what, known, count, ours);
                }
            }
        }
    }

    /// Table 4 of 2009.
    fn halfway(&mut self, rows: Option<&[ClassRow]>) {
        for (captured, &[held, lost, size]) in (0..5u8).rev().zip(&TABLE_4_OF_2009) {
            let class = |row: &&ClassRow| {
                (row.placed, row.captured, row.turn) == (HALFWAY, captured, Side::Tiger)
            };
            let row = rows.and_then(|rows| rows.iter().find(class));
            let part = Known::Part {
                note: "the paper counts what its search came to; ours is all there is",
            };
            let near =
                Known::Estimate { note: "an eighth of all, as if no position were symmetric" };
            let mut add = |what: &str, known, printed, ours| {
                let what = format!("10 goats placed, {captured} captured, tiger to move, {what}");
                self.number(PAPER_2009, "Table 4", &what, known, printed, ours);
            };
            add("not lost", part, held, row.map(|row| row.positions - row.goat_wins));
            add("lost", part, lost, row.map(|row| row.goat_wins));
            add("all", near, size, row.map(|row| row.positions));
        }
    }

    fn number(
        &mut self,
        paper: &str,
        place: &str,
        what: &str,
        known: Known,
        printed: u64,
        ours: impl Into<Option<u64>>,
    ) {
        let ours = ours.into();
        let known = match (known, ours) {
            // A part is no larger than the whole, and an estimate is near what it estimates.
            (Known::Part { .. }, Some(ours)) if printed > ours => Known::Right,
            (Known::Estimate { .. }, Some(ours)) if printed.abs_diff(ours) > ours / 100 => {
                Known::Right
            }
            _ => known,
        };
        let ours = ours.map(|ours| ours.to_string());
        self.add(paper, place, what, known, &printed.to_string(), ours.as_deref());
    }

    fn add(
        &mut self,
        paper: &str,
        place: &str,
        what: &str,
        known: Known,
        printed: &str,
        ours: Option<&str>,
    ) {
        let (agreement, note) = match (known, ours) {
            (_, None) => (Agreement::NeedsTables, None),
            (_, Some(ours)) if printed == ours => (Agreement::Equal, None),
            (Known::Misprint { ours: right, note }, Some(ours)) if right.to_string() == ours => {
                (Agreement::Misprint, Some(note))
            }
            (Known::Estimate { note }, _) => (Agreement::Estimate, Some(note)),
            (Known::Part { note }, _) => (Agreement::Part, Some(note)),
            (Known::Misprint { .. } | Known::Right, _) => (Agreement::Differs, None),
        };
        self.numbers.push(PublishedNumber {
            source: format!("{paper}, {place}"),
            what: what.to_owned(),
            printed: printed.to_owned(),
            ours: ours.unwrap_or_default().to_owned(),
            agreement,
            note,
        });
    }
}

#[cfg(test)]
mod tests {
    use bagh_tables::benchmarks::sliding_cross;

    use super::*;

    #[test]
    fn every_number_is_listed_without_tables_too() {
        let numbers = without_tables();
        assert_eq!(numbers.len(), 248);
        let known = numbers.iter().filter(|number| number.agreement == Agreement::Equal).count();
        // What the lemma of Burnside counts: six spaces in each paper, and the tiger placements.
        assert_eq!(known, 13);
        for number in &numbers {
            assert_eq!(number.ours.is_empty(), number.agreement == Agreement::NeedsTables);
        }
    }

    /// Tables 2 and 5 to 9 of 2004 to the digit, from nothing.
    #[test]
    fn the_sliding_phase_is_that_of_the_papers() {
        let cross = sliding_cross(Game::bagh_chal());
        let mut list = List { numbers: Vec::new() };
        list.sliding(Some(&cross));
        // 30 counts and shares in both papers, 10 totals, 15 numbers in each of five tables and
        // one more total.
        assert_eq!(list.numbers.len(), 4 * 30 + 10 + 5 * 15 + 1);
        for number in &list.numbers {
            let expected = match number.printed.as_str() {
                "159409" => Agreement::Misprint,
                _ => Agreement::Equal,
            };
            assert_eq!(number.agreement, expected, "{number:?}");
        }
    }
}
