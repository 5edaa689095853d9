//! Columns of text, as wide as they need to be.

use anyhow::Result;

use crate::output::Output;
use crate::palette::paint;

/// A table for people: numbers and short words stand to the right of their columns.
pub struct Columns {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// Columns with these heads.
    pub fn new<S: Into<String>>(heads: impl IntoIterator<Item = S>) -> Columns {
        Columns { heads: heads.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Prints heads and rows.
    pub fn print(&self, out: &mut Output) -> Result<()> {
        let label = out.palette.label;
        let widths: Vec<usize> = (0..self.heads.len()).map(|column| self.width(column)).collect();
        out.line(paint(label, aligned(&self.heads, &widths)))?;
        for row in &self.rows {
            out.line(aligned(row, &widths))?;
        }
        Ok(())
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.chain(self.heads.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

fn aligned(cells: &[String], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths).map(|(cell, &width)| format!("{cell:>width$}"));
    cells.collect::<Vec<_>>().join("  ")
}
