//! Lines made of characters.

type Cell = (usize, usize);

const HORIZONTAL: u8 = 1;
const VERTICAL: u8 = 2;
const RISING: u8 = 4;
const FALLING: u8 = 8;

/// Columns for each row from which on a slanted line needs help to be seen as one.
const SHALLOW: f64 = 4.0;

/// A drawing of lines.
pub struct Canvas {
    width: usize,
    strokes: Vec<u8>,
}

impl Canvas {
    /// An empty drawing.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, strokes: vec![0; width * height] }
    }

    /// The line character of a cell, if a line runs through it.
    pub fn stroke(&self, column: usize, row: usize) -> Option<char> {
        let strokes = self.strokes[row * self.width + column];
        let all = |mask: u8| strokes & mask == mask;
        match strokes {
            0 => None,
            _ if all(RISING | FALLING) => Some('╳'),
            _ if all(RISING) => Some('╱'),
            _ if all(FALLING) => Some('╲'),
            _ if all(HORIZONTAL | VERTICAL) => Some('┼'),
            _ if all(VERTICAL) => Some('│'),
            _ => Some('─'),
        }
    }

    /// Draws the line between two cells, which are themselves left free.
    pub fn join(&mut self, a: Cell, b: Cell) {
        // From the upper end to the lower, so that mirrored lines are mirrored when drawn.
        let (top, bottom) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let (left, right) = (a.0.min(b.0), a.0.max(b.0));
        if top.1 == bottom.1 {
            for column in left + 1..right {
                self.add(column, top.1, HORIZONTAL);
            }
            return;
        }
        let (height, width) = ((bottom.1 - top.1) as f64, right - left);
        let slope = width as f64 / height;
        let to_the_right = bottom.0 > top.0;
        for row in top.1 + 1..bottom.1 {
            // Half a column counts towards the lower end.
            let aside = (slope * (row - top.1) as f64 + 1e-9).round() as usize;
            let column = if to_the_right { top.0 + aside } else { top.0 - aside };
            let stroke = match (width, to_the_right) {
                (0, _) => VERTICAL,
                (_, true) => FALLING,
                (_, false) => RISING,
            };
            self.add(column, row, stroke);
            if slope > SHALLOW {
                let reach = (slope / 2.0) as usize - 1;
                for near in column.saturating_sub(reach)..=column + reach {
                    if near != column && (left + 1..right).contains(&near) {
                        self.add(near, row, HORIZONTAL);
                    }
                }
            }
        }
    }

    fn add(&mut self, column: usize, row: usize, stroke: u8) {
        self.strokes[row * self.width + column] |= stroke;
    }
}
