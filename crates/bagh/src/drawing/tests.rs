use super::*;

fn drawn(game: &Game, obx: &str) -> String {
    game.draw(&game.parse_obx(obx).unwrap())
}

/// A game on a board of these rows and lines.
fn game(rows: &str, lines: &str) -> Game {
    let head = "name = \"t\"\ntigers = 1\ngoats = 1\ncaptures = 1\nopening = \"placed\"\n";
    Game::from_toml(&format!("{head}lines = {lines}\n{rows}")).unwrap()
}

#[test]
fn bagh_chal_has_its_diagonals() {
    let text = drawn(Game::bagh_chal(), "T1G1T/5/2T2/5/4T g g17 c2 - 6");
    let expected = "
     A   B   C   D   E
  1  T───·───G───·───T
     │ ╲ │ ╱ │ ╲ │ ╱ │
  2  ·───·───·───·───·
     │ ╱ │ ╲ │ ╱ │ ╲ │
  3  ·───·───T───·───·
     │ ╲ │ ╱ │ ╲ │ ╱ │
  4  ·───·───·───·───·
     │ ╱ │ ╲ │ ╱ │ ╲ │
  5  ·───·───·───·───T
";
    assert_eq!(format!("\n{text}"), expected);
}

#[test]
fn aadu_puli_is_a_triangle() {
    let text = drawn(Game::aadu_puli(), "T/2TT2/5G/6/3G g g13 c0 - 4");
    let expected = "
                 T                  B0
               ╱╱ ╲╲
              ╱ ╱ ╲ ╲
            ╱  ╱   ╲  ╲
  ·────────·───T───T───·────────·   B1  B2  B3  B4  B5  B6
  │      ╱    ╱     ╲    ╲      │
  ·─────·─────·─────·─────·─────G   B7  B8  B9  B10 B11 B12
  │   ╱      ╱       ╲      ╲   │
  ·──·───────·───────·───────·──·   B13 B14 B15 B16 B17 B18
   ╱        ╱         ╲        ╲
  ·─────────·─────────·─────────G   B19 B20 B21 B22
";
    assert_eq!(format!("\n{text}"), expected);
}

#[test]
fn crossing_lines_make_crosses() {
    let rows = "
        [[rows]]\npoints = [\"A1\", \"B1\"]\nx = [0, 1]\ny = 0
        [[rows]]\npoints = [\"A2\", \"B2\"]\nx = [0, 1]\ny = 1";
    let game = game(rows, "[\"A1 B1\", \"A2 B2\", \"A1 A2\", \"B1 B2\", \"A1 B2\", \"B1 A2\"]");
    let expected = "
     A   B
  1  ·───·
     │ ╳ │
  2  ·───·
";
    assert_eq!(format!("\n{}", game.draw(&game.start())), expected);
}

#[test]
fn a_board_on_one_line_is_drawn() {
    let game =
        game("[[rows]]\npoints = [\"A1\", \"A2\", \"A3\"]\nx = [0, 1, 2]\ny = 0", "[\"A1 A2 A3\"]");
    assert_eq!(game.draw(&game.start()), "  ·───·───·   A1 A2 A3\n");
}

#[test]
fn coordinates_out_of_all_proportion_are_drawn_in_even_steps() {
    let rows = "
        [[rows]]\npoints = [\"A1\", \"B1\"]\nx = [0, 0.0001]\ny = 0
        [[rows]]\npoints = [\"A2\", \"B2\"]\nx = [0, 1000000]\ny = [-1000000, 1000000]";
    let game = game(rows, "[\"A1 B1\", \"A1 A2\", \"B1 B2\"]");
    let text = game.draw(&game.start());
    assert_eq!(text.matches('·').count(), 4, "{text}");
    assert_eq!(text.lines().count(), 5, "{text}");
}

#[test]
fn points_on_top_of_each_other_are_drawn_row_by_row() {
    let rows = "
        [[rows]]\npoints = [\"A1\", \"B1\", \"C1\"]\nx = 0\ny = 0
        [[rows]]\npoints = [\"A2\", \"B2\"]\nx = [0, 0]\ny = 0";
    let game = game(rows, "[\"A1 B1 C1\", \"A1 A2\", \"C1 B2\"]");
    let text = game.draw(&game.start());
    assert_eq!(text.matches('·').count(), 5, "{text}");
}
