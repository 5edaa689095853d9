//! A line of best play from the files of a site: one inquiry after the other.

use bagh::Position;

use super::reader::{Fetch, Inquiry, SiteError, SiteTables};
use crate::tables::is_settled;
use crate::verdict::{MoveVerdict, Verdict};

/// A line of best play that is being looked up, to the end of the game or to where a draw settles.
pub struct LineInquiry {
    at: Position,
    inquiry: Inquiry,
    verdict: Option<Verdict>,
    line: Vec<MoveVerdict>,
    is_over: bool,
}

impl LineInquiry {
    /// Begins a line.
    pub fn new(tables: &SiteTables, position: &Position) -> LineInquiry {
        let inquiry = tables.inquire(&[*position], true);
        LineInquiry { at: *position, inquiry, verdict: None, line: Vec::new(), is_over: false }
    }

    /// What is needed now; the line goes on as far as what is there tells. Nothing is left when it
    /// is over.
    pub fn needs(&mut self, tables: &SiteTables) -> Result<Vec<Fetch>, SiteError> {
        while !self.is_over {
            let needs = self.inquiry.needs(tables);
            if !needs.is_empty() {
                return Ok(needs);
            }
            let probed = self.inquiry.answers(tables).remove(0)?;
            self.verdict.get_or_insert(probed.verdict);
            match probed.moves.first() {
                Some(best) if !is_settled(tables.game(), &self.at, probed.verdict.value) => {
                    self.line.push(*best);
                    tables.game().play_unchecked(&mut self.at, best.mv);
                    self.inquiry = tables.inquire(&[self.at], true);
                }
                _ => self.is_over = true,
            }
        }
        Ok(Vec::new())
    }

    /// The verdict on the position where it began, and the moves, once nothing is needed any more.
    pub fn line(&self) -> Option<(Verdict, &[MoveVerdict])> {
        let verdict = self.verdict.filter(|_| self.is_over)?;
        Some((verdict, &self.line))
    }
}
