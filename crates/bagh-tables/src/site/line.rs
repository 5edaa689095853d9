//! A line of best play from the files of a site: one inquiry after the other.

use bagh::Position;

use super::reader::{Fetch, Inquiry, SiteError, SiteTables};
use crate::line::Course;
use crate::verdict::{MoveVerdict, Verdict};

/// A line of best play that is being looked up, to the end of the game or to where a draw settles.
pub struct LineInquiry {
    begin: Position,
    inquiry: Inquiry,
    /// The verdict on the first position, and how far the line is, once it is known.
    known: Option<(Verdict, Course)>,
    line: Vec<MoveVerdict>,
    is_over: bool,
}

impl LineInquiry {
    /// Begins a line.
    pub fn new(tables: &SiteTables, position: &Position) -> LineInquiry {
        let inquiry = tables.inquire(&[*position], true);
        LineInquiry { begin: *position, inquiry, known: None, line: Vec::new(), is_over: false }
    }

    /// What is needed now; the line goes on as far as what is there tells. Nothing is left when it
    /// is over.
    pub fn needs(&mut self, tables: &SiteTables) -> Result<Vec<Fetch>, SiteError> {
        let game = tables.game();
        while !self.is_over {
            let needs = self.inquiry.needs(tables);
            if !needs.is_empty() {
                return Ok(needs);
            }
            let probed = self.inquiry.answers(tables).remove(0)?;
            let verdict = probed.verdict;
            let begin = || (verdict, Course { at: self.begin, verdict });
            let (_, course) = self.known.get_or_insert_with(begin);
            match probed.moves.first() {
                Some(best) if !course.is_settled(game) => {
                    let file = course.file_name();
                    course
                        .play(game, best)
                        .map_err(|astray| SiteError::Damaged { file, what: astray.to_string() })?;
                    self.line.push(*best);
                    self.inquiry = tables.inquire(&[course.at], true);
                }
                _ => self.is_over = true,
            }
        }
        Ok(Vec::new())
    }

    /// The verdict on the position where it began, and the moves, once nothing is needed any more.
    pub fn line(&self) -> Option<(Verdict, &[MoveVerdict])> {
        let (verdict, _) = self.known.as_ref().filter(|_| self.is_over)?;
        Some((*verdict, &self.line))
    }
}
