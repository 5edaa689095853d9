//! `bagh perft`.

use crate::run::bagh;

#[test]
fn six_plies_equal_table_5_of_the_paper() {
    let text = bagh(["perft", "6", "--json"]).fine();
    let expected = [
        (21, 5, 5),
        (252, 36, 33),
        (5_052, 695, 354),
        (68_204, 9_245, 2_709),
        (1_304_788, 173_356, 18_906),
        (18_592_000, 2_441_126, 93_812),
    ];
    let lines: Vec<String> = (1..)
        .zip(expected)
        .map(|(ply, (naive, avoiding, distinct))| {
            format!(
                r#"{{"ply":{ply},"naive":{naive},"symmetry_avoiding":{avoiding},"distinct":{distinct}}}"#
            )
        })
        .collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_table_is_for_people() {
    let text = bagh(["perft", "2"]).fine();
    let expected = "
ply                naive    symmetry-avoiding         distinct
  1                   21                    5                5
  2                  252                   36               33
";
    assert_eq!(format!("\n{text}"), expected);
}

#[test]
fn absurd_depths_are_refused() {
    for depth in ["0", "13", "99999999999999999999", "six"] {
        let error = bagh(["perft", depth]).refused();
        assert!(error.contains("expected a whole number of plies from 1 to 12"), "{error}");
    }
}
