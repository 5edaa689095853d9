//! Where the points of a board go on a drawing made of characters.

use crate::board::Board;
use crate::point::Point;

/// A character is about twice as high as it is wide.
const ASPECT: f64 = 2.0;
/// Rows from one row of points to the next: one between for the lines.
const ROW_STEP: usize = 2;
/// Columns from one point to the next where coordinates are not to scale.
const COLUMN_STEP: usize = 4;
/// Columns that two points of a row are apart at least.
const LEAST_GAP: usize = 3;
/// The largest drawing that keeps to scale, so that it fits on a usual terminal.
const MOST_COLUMNS: usize = 61;
const MOST_ROWS: usize = 33;

/// The column and row of every point.
pub struct Layout {
    cells: Vec<(usize, usize)>,
}

impl Layout {
    /// The layout of a board: to scale if it fits, else with even steps between the coordinates,
    /// else (points on top of each other) row by row.
    pub fn of(board: &Board) -> Layout {
        let cells =
            to_scale(board).or_else(|| even_steps(board)).unwrap_or_else(|| row_by_row(board));
        Layout { cells }
    }

    /// Column and row of a point.
    pub fn cell(&self, point: Point) -> (usize, usize) {
        self.cells[point.index()]
    }

    /// The points on a row, from left to right.
    pub fn points_on(&self, row: usize) -> Vec<Point> {
        let mut points: Vec<Point> =
            (0..self.cells.len()).map(Point::new).filter(|&p| self.cell(p).1 == row).collect();
        points.sort_by_key(|&p| self.cell(p));
        points
    }

    /// How many columns the drawing has.
    pub fn width(&self) -> usize {
        self.cells.iter().map(|c| c.0 + 1).max().unwrap_or(0)
    }

    /// How many rows the drawing has.
    pub fn height(&self) -> usize {
        self.cells.iter().map(|c| c.1 + 1).max().unwrap_or(0)
    }
}

fn coordinates(board: &Board) -> Vec<(f64, f64)> {
    board.all().iter().map(|p| (board.info(p).x, board.info(p).y)).collect()
}

fn to_scale(board: &Board) -> Option<Vec<(usize, usize)>> {
    let points = coordinates(board);
    let (xs, ys) = (distinct(points.iter().map(|p| p.0)), distinct(points.iter().map(|p| p.1)));
    let rows_per_unit = ROW_STEP as f64 / least_step(&ys).or(least_step(&xs))?;
    // Wider than natural where points of a row would touch.
    [1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0].into_iter().find_map(|stretch| {
        let columns_per_unit = rows_per_unit * ASPECT * stretch;
        let cells: Vec<(usize, usize)> = points
            .iter()
            .map(|(x, y)| {
                let column = ((x - xs[0]) * columns_per_unit).round();
                let row = ((y - ys[0]) * rows_per_unit).round();
                (column as usize, row as usize)
            })
            .collect();
        let fits = cells.iter().all(|&(column, row)| column < MOST_COLUMNS && row < MOST_ROWS);
        (fits && apart(&cells)).then_some(cells)
    })
}

/// Whether the points of every row are far enough from each other.
fn apart(cells: &[(usize, usize)]) -> bool {
    cells
        .iter()
        .enumerate()
        .all(|(i, a)| cells[i + 1..].iter().all(|b| a.1 != b.1 || a.0.abs_diff(b.0) >= LEAST_GAP))
}

fn even_steps(board: &Board) -> Option<Vec<(usize, usize)>> {
    let points = coordinates(board);
    let (xs, ys) = (distinct(points.iter().map(|p| p.0)), distinct(points.iter().map(|p| p.1)));
    let rank = |values: &[f64], v: f64| values.iter().rposition(|&w| w <= v).unwrap_or(0);
    let cells: Vec<(usize, usize)> = points
        .iter()
        .map(|&(x, y)| (COLUMN_STEP * rank(&xs, x), ROW_STEP * rank(&ys, y)))
        .collect();
    apart(&cells).then_some(cells)
}

fn row_by_row(board: &Board) -> Vec<(usize, usize)> {
    board
        .rows()
        .iter()
        .enumerate()
        .flat_map(|(row, &len)| (0..len).map(move |i| (COLUMN_STEP * i, ROW_STEP * row)))
        .collect()
}

/// The different values, in order.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|b, a| *b - *a < 1e-9);
    values
}

/// The least difference between values that follow each other.
fn least_step(values: &[f64]) -> Option<f64> {
    values.windows(2).map(|w| w[1] - w[0]).min_by(f64::total_cmp)
}
