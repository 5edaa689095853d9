//! Saving games, and going on with them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use bagh::record::{NodeId, Record};
use bagh::{Game, Side};

use super::table::Table;
use crate::commands::convert::MAX_RECORD;
use crate::describe::Ending;
use crate::input::{self, Source};
use crate::safe_file;

/// Where the game is saved, and what was there.
pub struct Store {
    /// The file that this game came from or went to.
    file: Option<PathBuf>,
    /// What that file held when it was last read or written, if it was there.
    held: Option<String>,
    /// Whether to save after every move.
    auto: bool,
    /// The record that was loaded, for its tags, comments and variations.
    loaded: Option<Record>,
    /// The side that the computer plays, and what it is called.
    computer: Option<(Side, String)>,
}

/// A game as it was read from a file.
pub struct Saved {
    /// The game.
    pub record: Record,
    /// The text of the file.
    text: String,
}

impl Store {
    /// A store that saves to this file after every move, if there is one.
    pub fn new(file: Option<PathBuf>) -> Store {
        Store { auto: file.is_some(), file, held: None, loaded: None, computer: None }
    }

    /// Names the computer in records from now on.
    pub fn name_computer(&mut self, computer: Option<(Side, String)>) {
        self.computer = computer;
    }

    /// The game in the file that is saved to, if there is one already.
    pub fn resume(&mut self, game: &Game) -> Result<Option<Table>> {
        match self.file.clone() {
            Some(path) if path.exists() => {
                let saved = self.load(game, &path)?;
                Ok(Some(self.adopt(saved, path)))
            }
            _ => Ok(None),
        }
    }

    /// Reads a saved game.
    pub fn load(&self, game: &Game, path: &Path) -> Result<Saved> {
        let source = Source::File(path.to_owned());
        let text = input::read(&source, MAX_RECORD)?;
        let record =
            Record::parse(game, &text).with_context(|| format!("{source} is not a record"))?;
        Ok(Saved { record, text })
    }

    /// Goes on with a game that was loaded from a file, which is its file from now on.
    pub fn adopt(&mut self, saved: Saved, path: PathBuf) -> Table {
        let Saved { record, text } = saved;
        let decided = record.outcome().map(|outcome| Ending { outcome, reason: record.reason() });
        let table = Table::resume(record.history(), decided);
        self.file = Some(path);
        self.held = Some(text);
        self.loaded = Some(record);
        table
    }

    /// Saves after a move, if that is asked for, and tells whether it did.
    pub fn autosave(&mut self, table: &Table) -> Result<bool> {
        if self.auto {
            self.save(table, None)?;
        }
        Ok(self.auto)
    }

    /// Saves to a file, or to the one that this game has already.
    pub fn save(&mut self, table: &Table, path: Option<PathBuf>) -> Result<PathBuf> {
        let Some(path) = path.or_else(|| self.file.clone()) else {
            bail!("save: expected the name of a file, as in `save game.bagh`");
        };
        // Until the file is replaced, so that two programs do not both find it unchanged.
        let _lock = bagh_files::lock_folder_of(&path);
        if path.exists() {
            match self.file.as_ref() == Some(&path) {
                true => self.check_unchanged(&path)?,
                false => self.check_replaceable(table, &path)?,
            }
        }
        let text = self.record(table);
        safe_file::write(&path, &text)?;
        self.file = Some(path.clone());
        self.held = Some(text);
        Ok(path)
    }

    /// Makes sure that a game which another program saved to the same file is not lost.
    fn check_unchanged(&self, path: &Path) -> Result<()> {
        let now = input::read(&Source::File(path.to_owned()), MAX_RECORD);
        let now = now.with_context(|| format!("not saved: cannot look into {}", path.display()))?;
        ensure!(
            self.held.as_ref() == Some(&now),
            "not saved: another program has written to {} in the meantime: save under another name, as in `save other.bagh`, or `load` what is there",
            path.display()
        );
        Ok(())
    }

    /// Makes sure that a file which this game has nothing to do with is not lost.
    fn check_replaceable(&self, table: &Table, path: &Path) -> Result<()> {
        let remedy = "choose another name, or remove the file first";
        let there = self
            .load(table.game(), path)
            .map(|saved| saved.record)
            .with_context(|| format!("not saved: {} is there already: {remedy}", path.display()))?;
        let ours = table.history();
        let same_game = there.game().name() == ours.game().name() && there.start() == ours.start();
        let moves: Vec<_> = there.main_line().collect();
        // Only what the new record says again may go.
        let mut bare = Record::from_history(&there.history());
        let bare = bare.to_text() == there.to_text()
            || (self.sign(&mut bare) && bare.to_text() == there.to_text());
        ensure!(
            same_game && bare && ours.moves().starts_with(&moves),
            "not saved: {} holds another game: {remedy}",
            path.display()
        );
        Ok(())
    }

    /// The record of the game, with the tags, comments and variations of the one that was loaded
    /// as far as the game is still the same.
    pub fn record(&self, table: &Table) -> String {
        let mut record = Record::from_history(table.history());
        if let Some(loaded) = &self.loaded {
            keep_notes(loaded, &mut record);
        }
        self.sign(&mut record);
        if let Some(decision) = table.decided() {
            // The table decides only what the rules leave open, so that this is never refused.
            let _ = record.declare(Some(decision.outcome), decision.reason);
        }
        record.to_text()
    }

    /// Enters the computer's name, if it plays and no other name is given.
    fn sign(&self, record: &mut Record) -> bool {
        let Some((side, name)) = &self.computer else { return false };
        let tag = match side {
            Side::Tiger => "Tigers",
            Side::Goat => "Goats",
        };
        record.tag(tag).is_none() && record.set_tag(tag, name.as_str()).is_ok()
    }
}

/// Copies what was said of the moves that two records share.
fn keep_notes(from: &Record, to: &mut Record) {
    for (name, value) in from.tags() {
        // Names that a record has are names that a record may have.
        let _ = to.set_tag(name, value);
    }
    if from.start() != to.start() {
        return;
    }
    let mut pair = (NodeId::ROOT, NodeId::ROOT);
    loop {
        for comment in from.node(pair.0).comments() {
            to.comment(pair.1, comment.as_str());
        }
        let old = from.node(pair.0).children();
        let Some(&next) = to.node(pair.1).children().first() else { return };
        for &variation in old.iter().skip(1) {
            copy_variation(from, variation, to, pair.1);
        }
        match old.first() {
            Some(&first) if from.node(first).played() == to.node(next).played() => {
                pair = (first, next);
            }
            _ => return,
        }
    }
}

/// Copies a move and all that follows it. A list of what is still to do, and no recursion, since
/// a record may be deep.
fn copy_variation(from: &Record, variation: NodeId, to: &mut Record, after: NodeId) {
    let mut todo = vec![(variation, after)];
    while let Some((old, parent)) = todo.pop() {
        let node = from.node(old);
        let Some(Ok(new)) = node.played().map(|mv| to.add(parent, mv)) else { continue };
        for comment in node.comments_before() {
            to.comment_before(new, comment.as_str());
        }
        for comment in node.comments() {
            to.comment(new, comment.as_str());
        }
        // The last on the list is copied first, and the first child is the main move.
        todo.extend(node.children().iter().rev().map(|&child| (child, new)));
    }
}
