//! Boards as SVG.

use bagh::{Game, Point, Position};

/// Pixels between the closest points.
const STEP: f64 = 48.0;
/// Pixels around the board.
const MARGIN: f64 = 28.0;

/// The board with the pieces of a position.
pub fn draw(game: &Game, position: &Position) -> String {
    let board = game.board();
    let raw: Vec<(f64, f64)> =
        board.all().iter().map(|point| (board.info(point).x, board.info(point).y)).collect();
    let least = |of: fn(&(f64, f64)) -> f64| raw.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|p| p.0), least(|p| p.1));
    let distance = |a: Point, b: Point| {
        let (a, b) = (raw[a.index()], raw[b.index()]);
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    let pairs = || board.all_lines().flat_map(|line| line.windows(2));
    let closest = pairs().map(|pair| distance(pair[0], pair[1])).filter(|&d| d > 1e-9);
    let scale = STEP / closest.fold(f64::INFINITY, f64::min).clamp(1e-3, 1e6);
    let places: Vec<(f64, f64)> = raw
        .iter()
        .map(|(x, y)| (MARGIN + (x - left) * scale, MARGIN + (y - top) * scale))
        .collect();
    let at = |point: Point| places[point.index()];
    let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(0.0, f64::max) + MARGIN;
    let (width, height) = (most(|p| p.0), most(|p| p.1));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{:.0}\" height=\"{:.0}\" role=\"img\" aria-label=\"{}\">",
        width.min(640.0),
        (height * (640.0 / width).min(1.0)),
        game.obx(position)
    );
    svg += "<g stroke=\"#8a6d3b\" stroke-width=\"1.5\" stroke-linecap=\"round\">";
    for pair in pairs() {
        let ((x1, y1), (x2, y2)) = (at(pair[0]), at(pair[1]));
        svg += &format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
    }
    svg += "</g><g font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\" \
            font-size=\"15\">";
    for point in board.all() {
        let (x, y) = at(point);
        let name = board.name(point);
        let piece = if position.tigers().contains(point) {
            Some(("T", "#e08a00", "#000"))
        } else if position.goats().contains(point) {
            Some(("G", "#fff", "#000"))
        } else {
            None
        };
        svg += &match piece {
            Some((letter, fill, ink)) => format!(
                "<g><title>{name}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"15\" \
                 fill=\"{fill}\" stroke=\"#333\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                 fill=\"{ink}\">{letter}</text></g>",
                y + 5.0
            ),
            None => format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#8a6d3b\">\
                 <title>{name}</title></circle>"
            ),
        };
    }
    svg + "</g></svg>"
}
