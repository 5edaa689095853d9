//! `bagh play`: two people at one terminal, or one against the computer.

mod advice;
mod command;
mod company;
mod keepsake;
mod store;
mod table;
mod talk;

use std::path::PathBuf;

use anyhow::{Result, bail};
use bagh::{Phase, Side};
use clap::Args;

use crate::context::Context;
use crate::failure::{self, Answer};
use crate::input::{Lines, Source};
use crate::position_args::PositionArgs;
use command::Command;
use company::{Company, CompanyArgs};
use keepsake::Keepsake;
use store::Store;
use table::{Table, Undone};
use talk::Talk;

/// The longest line that is read.
const MAX_LINE: usize = 4096;

const EXAMPLES: &str = "\
Type `help` during the game for what can be typed: moves, `hint`, `value`, `undo` and others.

With --level the computer plays the other side. Levels go from 1, a beginner, to 8, which thinks for
a second; `perfect` plays from the tables that `bagh solve` makes. Hints, and what your last move
was worth, come from the tables, too, where they are; else the engine estimates.

A game is never lost: with --record it is saved after every move, and a game that is not saved is
printed as a record when you stop. A file that is not a record, or that holds another game, is
never replaced.

Examples:
  $ printf 'C1\\nA1B1\\nundo\\nquit\\n' | bagh play
  $ printf 'B1\\nA1C1\\n' | bagh play --record game.bagh
  $ printf 'moves\\n' | bagh play --record game.bagh
  $ echo quit | bagh play --game aadu-puli
  $ printf 'C1\\nvalue\\nhint\\n' | bagh play --level 3 --side goat
  $ echo quit | bagh play --level 1 --side tiger --seed 7 --json
  $ printf 'hint\\nC1\\nvalue\\n' | bagh play --level perfect --game small.toml --tables .
  $ echo resign | bagh play 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' --json";

/// Play in the terminal: two people, or one against the computer
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// Save the game here after every move, and go on with the game that is there
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    #[command(flatten)]
    company: CompanyArgs,

    #[command(flatten)]
    position: PositionArgs,
}

impl Play {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let mut players = Players::sit_down(self, context)?;
        let played = players.converse();
        if played.is_err() {
            // The screen is gone, perhaps, but the game should not be.
            players.keepsake.hand_over();
        }
        played.map(|()| Answer::Yes)
    }
}

/// The players at the table: their game, where it is saved, and the talk about it.
struct Players<'c> {
    table: Table,
    wishes: CompanyArgs,
    company: Company,
    store: Store,
    keepsake: Keepsake,
    talk: Talk<'c>,
    lines: Lines,
}

impl<'c> Players<'c> {
    fn sit_down(args: Play, context: &'c mut Context) -> Result<Players<'c>> {
        let mut store = Store::new(args.record);
        let table = match store.resume(&context.game)? {
            Some(_) if args.position.is_given() => bail!(
                "--record: found a game in the file, and a position to begin another: name a file that is not there yet, or leave out the position"
            ),
            Some(table) => table,
            None => Table::new(context.game.clone(), &args.position.read(context)?),
        };
        // Before the opponent is started: who interrupts us ends it, too.
        let keepsake = Keepsake::new()?;
        // A record names its game, which may be another one.
        let company = args.company.invite(table.game())?;
        store.name_computer(company.computer());
        Ok(Players {
            table,
            wishes: args.company,
            company,
            store,
            keepsake,
            talk: Talk::new(context),
            lines: Lines::open(Source::Stdin, MAX_LINE)?,
        })
    }

    fn converse(&mut self) -> Result<()> {
        self.talk.say(format!("{} — type `help` for the commands", self.table.game().title()))?;
        if let Some(introduction) = &self.company.introduction {
            self.talk.say(introduction)?;
        }
        self.talk.show(&self.table)?;
        loop {
            if let Err(error) = self.answer()? {
                self.talk.trouble(failure::message(&error))?;
            }
            self.talk.prompt(&self.table)?;
            let line = match self.lines.next() {
                None => {
                    self.talk.end_prompt()?;
                    break;
                }
                Some(Err(error)) if self.lines.is_broken() => return Err(error),
                Some(Err(error)) => {
                    self.talk.trouble(failure::message(&error))?;
                    continue;
                }
                Some(Ok(line)) => line,
            };
            match Command::parse(&line) {
                Ok(Command::Quit) => break,
                Ok(command) => {
                    if let Err(error) = self.obey(command)? {
                        self.talk.trouble(failure::message(&error))?;
                    }
                }
                Err(message) => self.talk.trouble(message)?,
            }
        }
        self.give_record()
    }

    /// Does what was typed. The inner error is the players' mistake, the outer one ends the game.
    fn obey(&mut self, command: Command) -> Result<Result<()>> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Help => self.talk.say(command::HELP)?,
            Command::Show => self.talk.show(&self.table)?,
            Command::Moves => self.talk.moves(&self.table)?,
            Command::Hint => return self.hint(),
            Command::Value => return self.value(),
            Command::Move(text) => match self.table.play(&text) {
                Ok(_) => return self.changed(),
                Err(error) => return Ok(Err(error)),
            },
            Command::Undo => match self.table.undo(self.company.person()) {
                Undone::Nothing => return Ok(Err(anyhow::anyhow!("nothing to take back"))),
                Undone::Moves(texts) => {
                    self.talk.say(format!("taken back: {}", texts.join(", ")))?;
                    return self.changed();
                }
                Undone::Decision => {
                    self.talk.say("taken back: the game goes on")?;
                    return self.changed();
                }
            },
            Command::Resign => match self.table.resign() {
                Ok(()) => return self.changed(),
                Err(error) => return Ok(Err(error)),
            },
            Command::Draw => return self.draw(),
            Command::Save(path) => match self.store.save(&self.table, path) {
                Ok(path) => {
                    self.keepsake.drop_it();
                    self.talk.say(format!("saved to {}", path.display()))?;
                }
                Err(error) => return Ok(Err(error)),
            },
            Command::Load(path) => return self.load(path),
        }
        Ok(Ok(()))
    }

    /// Lets the computer move, if it is its turn. All before is safe: the program may be stopped
    /// while it thinks.
    fn answer(&mut self) -> Result<Result<()>> {
        if !self.company.is_to_move(&self.table) {
            return Ok(Ok(()));
        }
        let Some(opponent) = &mut self.company.opponent else { return Ok(Ok(())) };
        self.talk.flush()?;
        // A table that cannot be read ends the game; its record is kept.
        let mv = opponent.computer.choose(self.table.history())?;
        let text = self.table.game().move_text(self.table.position(), mv);
        self.table.play_move(mv)?;
        self.talk.answer(&text)?;
        self.changed()
    }

    fn hint(&mut self) -> Result<Result<()>> {
        if let Err(error) = self.table.check_not_over() {
            return Ok(Err(error));
        }
        match self.company.adviser.hint(self.table.history()) {
            Ok(hint) => self.talk.hint(&self.table, &hint).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Prints what the last move was worth: the person's, if the computer plays.
    fn value(&mut self) -> Result<Result<()>> {
        let Some((at, mv)) = self.table.last_move(self.company.person()) else {
            return Ok(Err(anyhow::anyhow!("value: no move of yours was played yet")));
        };
        let history = self.table.history();
        let (before, position) = (&history.before()[..at], history.before()[at]);
        match self.company.adviser.worth(before, &position, mv) {
            Ok(worth) => self.talk.worth(self.table.game(), &position, &worth).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Saves, if that is asked for, and shows what has changed.
    fn changed(&mut self) -> Result<Result<()>> {
        self.keepsake.hold(self.store.record(&self.table));
        let saved = self.store.autosave(&self.table);
        if let Ok(true) = saved {
            self.keepsake.drop_it();
        }
        // People see the board once the computer has answered.
        if self.talk.context().json || !self.company.is_to_move(&self.table) {
            self.talk.show(&self.table)?;
        }
        Ok(saved.map(|_| ()))
    }

    fn draw(&mut self) -> Result<Result<()>> {
        if let Err(error) = self.table.check_not_over() {
            return Ok(Err(error));
        }
        let other = self.table.position().turn().other();
        if self.company.opponent.is_some() {
            return self.offer_draw(other);
        }
        self.talk.ask(&format!("do the {other}s agree on a draw?"))?;
        let answer = match self.lines.next() {
            Some(Ok(line)) => line.trim().to_ascii_lowercase(),
            _ => String::new(),
        };
        if !["y", "yes"].contains(&answer.as_str()) {
            self.talk.say("no draw: the game goes on")?;
            return Ok(Ok(()));
        }
        match self.table.agree_on_draw() {
            Ok(()) => self.changed(),
            Err(error) => Ok(Err(error)),
        }
    }

    /// The computer agrees when it does not expect to win, and not before all goats are placed.
    fn offer_draw(&mut self, computer: Side) -> Result<Result<()>> {
        let placed = self.table.game().phase(self.table.position()) == Phase::Sliding;
        let agrees = match placed {
            true => self.company.adviser.is_content_with_draw(self.table.history(), computer),
            false => Ok(false),
        };
        match agrees {
            Ok(true) => self.table.agree_on_draw()?,
            Ok(false) => {
                let why = match placed {
                    true => "it hopes to win",
                    false => "not before all goats are placed",
                };
                return Ok(Err(anyhow::anyhow!("the computer does not agree on a draw: {why}")));
            }
            Err(error) => return Ok(Err(error)),
        }
        self.changed()
    }

    fn load(&mut self, path: PathBuf) -> Result<Result<()>> {
        let loaded = match self.store.load(&self.talk.context().game, &path) {
            Ok(loaded) => loaded,
            Err(error) => return Ok(Err(error)),
        };
        // It may be another game, for which others play and know.
        self.company = match self.wishes.invite(loaded.record.game()) {
            Ok(company) => company,
            Err(error) => return Ok(Err(error)),
        };
        self.store.name_computer(self.company.computer());
        self.give_record()?;
        self.table = self.store.adopt(loaded, path);
        self.talk.show(&self.table)?;
        Ok(Ok(()))
    }

    /// Prints the record of a game that is not saved.
    fn give_record(&mut self) -> Result<()> {
        self.keepsake.give(|record| self.talk.keep(record))
    }
}
