//! Boards drawn with characters, any board, from its coordinates and lines.

mod canvas;
mod layout;

use canvas::Canvas;
use layout::Layout;

use crate::board::Board;
use crate::game::Game;
use crate::point::Point;
use crate::position::Position;

/// What a part of a drawing is, for colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A tiger.
    Tiger,
    /// A goat.
    Goat,
    /// The lines and the empty points.
    Line,
    /// The names of points.
    Label,
}

/// Puts a text into the colour of its ink, or leaves it as it is.
pub type Paint<'p> = &'p dyn Fn(Ink, &str) -> String;

impl Game {
    /// The board with the pieces of a position, and the names of the points, without colours.
    ///
    /// ```
    /// use bagh::Game;
    ///
    /// let game = Game::bagh_chal();
    /// assert!(game.draw(&game.start()).contains("1  T───·───·───·───T"));
    /// ```
    pub fn draw(&self, position: &Position) -> String {
        draw(self, position, &|_, text| text.to_owned())
    }
}

/// How far the board stands from the left edge.
const MARGIN: usize = 2;

/// The board with the pieces of a position, and the names of the points.
///
/// Where the names are letters for columns and numbers for rows, they stand at the edges;
/// elsewhere each row of points is followed by their names, from left to right.
pub fn draw(game: &Game, position: &Position, paint: Paint<'_>) -> String {
    let board = game.board();
    let layout = Layout::of(board);
    let mut canvas = Canvas::new(layout.width(), layout.height());
    for line in board.all_lines() {
        for pair in line.windows(2) {
            canvas.join(layout.cell(pair[0]), layout.cell(pair[1]));
        }
    }
    let grid = GridNames::of(board, &layout);
    let mut text = String::new();
    if let Some(grid) = &grid {
        text += &grid.header(paint);
    }
    for row in 0..layout.height() {
        let mut line = match &grid {
            Some(grid) => grid.label(row, paint),
            None => " ".repeat(MARGIN),
        };
        let on_row = layout.points_on(row);
        for column in 0..layout.width() {
            match on_row.iter().find(|&&p| layout.cell(p).0 == column) {
                Some(&point) => line += &piece(position, point, paint),
                None => match canvas.stroke(column, row) {
                    Some(stroke) => line += &paint(Ink::Line, stroke.encode_utf8(&mut [0; 4])),
                    None => line.push(' '),
                },
            }
        }
        if grid.is_none() && !on_row.is_empty() {
            line += &" ".repeat(3);
            line += &names(board, &on_row, paint);
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn piece(position: &Position, point: Point, paint: Paint<'_>) -> String {
    if position.tigers().contains(point) {
        paint(Ink::Tiger, "T")
    } else if position.goats().contains(point) {
        paint(Ink::Goat, "G")
    } else {
        paint(Ink::Line, "·")
    }
}

/// The names of the points of a row, under each other with those of other rows.
fn names(board: &Board, points: &[Point], paint: Paint<'_>) -> String {
    let widest = board.all().iter().map(|p| board.name(p).len()).max().unwrap_or(0);
    let names: Vec<String> =
        points.iter().map(|&p| format!("{:<widest$}", board.name(p))).collect();
    paint(Ink::Label, names.join(" ").trim_end())
}

/// Names of a grid: letters say the column of the drawing, numbers its row.
struct GridNames {
    /// Column of the drawing and its letters.
    columns: Vec<(usize, String)>,
    /// Row of the drawing and its number.
    rows: Vec<(usize, String)>,
}

impl GridNames {
    /// The names, if all points agree with them.
    fn of(board: &Board, layout: &Layout) -> Option<GridNames> {
        let mut grid = GridNames { columns: Vec::new(), rows: Vec::new() };
        for point in board.all() {
            let name = board.name(point);
            let (letters, digits) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
            let (column, row) = layout.cell(point);
            for (seen, place, text) in
                [(&mut grid.columns, column, letters), (&mut grid.rows, row, digits)]
            {
                match seen.iter().find(|(p, t)| *p == place || t == text) {
                    Some((p, t)) if *p == place && t == text => {}
                    Some(_) => return None,
                    None => seen.push((place, text.to_owned())),
                }
            }
        }
        grid.columns.sort();
        // One long line has a letter for every point, or a number: naming the points is plainer.
        (grid.columns.len() > 1 && grid.rows.len() > 1).then_some(grid)
    }

    /// The width of the numbers at the left, with the space around them.
    fn indent(&self) -> usize {
        MARGIN + self.rows.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0) + 2
    }

    fn header(&self, paint: Paint<'_>) -> String {
        let mut line = " ".repeat(self.indent());
        for (column, letters) in &self.columns {
            let end = self.indent() + column;
            line += &" ".repeat(end.saturating_sub(line.len()));
            line += letters;
        }
        format!("{}\n", paint(Ink::Label, &line))
    }

    fn label(&self, row: usize, paint: Paint<'_>) -> String {
        let width = self.indent() - MARGIN;
        match self.rows.iter().find(|(r, _)| *r == row) {
            Some((_, digits)) => {
                format!("{:MARGIN$}{}", "", paint(Ink::Label, &format!("{digits:<width$}")))
            }
            None => " ".repeat(self.indent()),
        }
    }
}

#[cfg(test)]
mod tests;
