//! What can be typed during a game.

use std::path::PathBuf;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Undo,
    Moves,
    Hint,
    Value,
    Show,
    Save(Option<PathBuf>),
    Load(PathBuf),
    Resign,
    Draw,
    Help,
    Quit,
    /// Anything else should be a move.
    Move(String),
    /// An empty line.
    Nothing,
}

/// What can be typed, for the help.
pub const HELP: &str = "\
  C3          place a piece on a point
  A1B2        move a piece from one point to another, over a goat to capture it
  moves       list the legal moves
  hint        name a good move: by the tables, where they are, or by looking ahead
  value       tell what your last move was worth, and what was better
  show        draw the board again
  undo        take back your last move, with the computer's answer; a resignation or a draw
  resign      give up
  draw        agree on a draw
  save FILE   save the game as a record; without FILE, where it was saved before
  load FILE   go on with a saved game
  help        show this help
  quit        stop; a game that is not saved is printed, so that it can be kept
";

impl Command {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let path = |rest: &str| (!rest.is_empty()).then(|| PathBuf::from(rest));
        let command = match word.to_ascii_lowercase().as_str() {
            "" => Command::Nothing,
            "save" => return Ok(Command::Save(path(rest))),
            "load" => {
                return path(rest).map(Command::Load).ok_or_else(|| {
                    "load: expected the name of a file, as in `load game.bagh`".into()
                });
            }
            "undo" | "u" => Command::Undo,
            "moves" => Command::Moves,
            "hint" => Command::Hint,
            "value" => Command::Value,
            "show" => Command::Show,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "help" | "h" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => return Ok(Command::Move(line.to_owned())),
        };
        if rest.is_empty() {
            Ok(command)
        } else {
            Err(format!("{word}: found `{rest}` after it, expected nothing"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let file = || PathBuf::from("my game.bagh");
        for (line, expected) in [
            ("", Command::Nothing),
            ("  UNDO ", Command::Undo),
            ("q", Command::Quit),
            ("hint", Command::Hint),
            ("Value", Command::Value),
            ("c3", Command::Move("c3".into())),
            ("save", Command::Save(None)),
            ("save my game.bagh", Command::Save(Some(file()))),
            ("load  my game.bagh", Command::Load(file())),
        ] {
            assert_eq!(Command::parse(line), Ok(expected), "{line}");
        }
        assert!(Command::parse("load").is_err());
        assert!(Command::parse("quit now").is_err());
    }
}
