//! What to do about an error, in the words of this command line. Libraries say what is wrong; here
//! the command is named that puts it right, with the game, the captures and the folder of this call.

use std::error::Error;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::OnceLock;

use bagh::Game;
use bagh::notation::NotationError;
use bagh_bot::BotError;
use bagh_engine::evaluation::network::NetworkError;
use bagh_proof::{ProofError, ProofFile};
use bagh_remote::Address;
use bagh_service::StartError;
use bagh_tables::{ProbeError, SolveError, TableError, Tables, default_folder, folder_name};

/// The game of this call, as it was typed.
struct Call {
    /// The name of the folder of its tables.
    folder_name: String,
    /// The options that name it.
    options: String,
}

static CALL: OnceLock<Call> = OnceLock::new();

/// Remembers how the game was named.
pub fn remember_game(game: &Game, typed: &str, captures: Option<u8>) {
    let mut options = String::new();
    if typed != Game::bagh_chal().name() {
        options += &format!(" --game {}", quoted(typed));
    }
    if let Some(captures) = captures {
        options += &format!(" --captures {captures}");
    }
    // There is one game in a call.
    let _ = CALL.set(Call { folder_name: folder_name(game), options });
}

/// The command that makes the tables of a game in a folder of all tables, in backquotes.
pub fn solve_command(tables: &Path, game: &Game) -> String {
    solve_command_for(&tables.join(folder_name(game)), "")
}

/// The command that finishes these tables, in backquotes.
pub fn finish_command(tables: &Tables) -> String {
    let kind = if tables.manifest().compact { " --compact" } else { "" };
    solve_command_for(tables.store().directory(), kind)
}

/// The command that adds plies to these tables, in backquotes.
pub fn plies_command(tables: &Tables) -> String {
    solve_command_for(tables.store().directory(), " --plies")
}

/// The command that makes the pocket edition of a game in a folder of editions, in backquotes.
pub fn pocket_command(folder: &Path, game: &Game) -> String {
    let options = options_of(&folder_name(game));
    format!("`bagh pocket make{options} --out {}`", quoted(&folder.to_string_lossy()))
}

/// The options that name the game of a folder of tables.
fn options_of(folder_name: &str) -> String {
    if let Some(call) = CALL.get().filter(|call| call.folder_name == folder_name) {
        return call.options.clone();
    }
    let mut options = String::new();
    if let Some((name, captures)) = folder_name.rsplit_once('-')
        && let Some(game) = Game::by_name(name)
    {
        if name != Game::bagh_chal().name() {
            options += &format!(" --game {name}");
        }
        if game.captures().to_string() != captures {
            options += &format!(" --captures {captures}");
        }
    }
    options
}

/// The command that makes the tables that a path belongs to, in backquotes. `kind` has the options
/// that say which tables, such as ` --plies`.
fn solve_command_for(path: &Path, kind: &str) -> String {
    let is_of_game = |path: &&Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.rsplit_once('-')).map(|(_, number)| number);
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let Some(directory) = path.ancestors().take(2).find(is_of_game) else {
        return format!("`bagh solve{kind}`");
    };
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    let mut command = format!("bagh solve{}{kind}", options_of(&name));
    let tables = directory.parent().filter(|folder| Some(*folder) != default_folder().as_deref());
    if let Some(tables) = tables {
        let shown = match tables.as_os_str().is_empty() {
            true => ".".into(),
            false => tables.to_string_lossy(),
        };
        command += &format!(" --tables {}", quoted(&shown));
    }
    format!("`{command}`")
}

/// A word as a shell reads it back.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,@+".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// What to do about an error, to be put behind its message.
pub fn remedy(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref::<NotationError>() {
        let words: Vec<String> =
            error.choices().iter().map(|format| format!("--from {}", format.word())).collect();
        return (!words.is_empty()).then(|| format!(": add {}", words.join(" or ")));
    }
    if let Some(SolveError::OtherKind { .. }) = error.downcast_ref() {
        let text =
            "; solve with or without --compact as before, or choose another folder with --tables";
        return Some(text.to_owned());
    }
    if let Some(remedy) = other_remedy(error) {
        return Some(remedy);
    }
    table_remedy(table_error(error)?)
}

/// What to do about an error that no table has to do with.
fn other_remedy(error: &(dyn Error + 'static)) -> Option<String> {
    if error.is::<bagh_puzzles::ReadError>() {
        return Some(": `bagh puzzles --out FILE` writes one".to_owned());
    }
    if let Some(NetworkError::Damaged) = error.downcast_ref() {
        return Some(": `bagh train` makes it again".to_owned());
    }
    if let Some(error) = error.downcast_ref::<ProofError>() {
        return proof_remedy(error).map(str::to_owned);
    }
    if let Some(BotError::Token | BotError::UnknownToken | BotError::NotABot { .. }) =
        error.downcast_ref()
    {
        let text = ": the operator of the service makes one with `bagh admin token NAME --bot`";
        return Some(text.to_owned());
    }
    Some(match error.downcast_ref()? {
        StartError::InUse { address } => {
            let next = address.port().checked_add(1).unwrap_or(8080);
            let ip = address.ip();
            let shown = if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
            format!(
                ", perhaps by another `bagh serve`: stop it, or choose another port, as in --address {shown}:{next}"
            )
        }
        StartError::Listen { .. } => "; choose another with --address".to_owned(),
        StartError::Pocket(_) => "; make it again with `bagh pocket make`".to_owned(),
        StartError::NoPocket { .. } => ": `bagh pocket make --out DIR` writes one".to_owned(),
        StartError::Store(_) => "; choose another place with --database".to_owned(),
        _ => return None,
    })
}

/// What to do about the files of a proof.
fn proof_remedy(error: &ProofError) -> Option<&'static str> {
    Some(match error {
        ProofError::Damaged { file, .. } => match file {
            ProofFile::Certificate => "; get another copy, or make it again with `bagh prove`",
            ProofFile::Checkpoint => "; delete it: the work is done again",
            _ => "; delete it: it is made again",
        },
        ProofError::Foreign { file: ProofFile::Certificate, .. } => {
            "; check it with the --game and --captures that it names"
        }
        ProofError::Foreign { .. } => "; delete it, or choose another file with --out",
        ProofError::Stopped => "; the same command goes on from here",
        _ => return None,
    })
}

/// The table that an error is about, which other errors may hold.
fn table_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e TableError> {
    if let Some(error) = error.downcast_ref::<TableError>() {
        return Some(error);
    }
    match error.downcast_ref() {
        Some(ProbeError::Table(error)) => return Some(error),
        Some(_) => return None,
        None => {}
    }
    match error.downcast_ref() {
        Some(SolveError::Table(error)) => return Some(error),
        Some(_) => return None,
        None => {}
    }
    match error.downcast_ref() {
        Some(ProofError::Table(error) | ProofError::Probe(ProbeError::Table(error))) => Some(error),
        _ => None,
    }
}

fn table_remedy(error: &TableError) -> Option<String> {
    Some(match error {
        TableError::Missing { path, .. } if Address::is_meant(&path.to_string_lossy()) => {
            ": put the tables of this game there, as `bagh solve` writes them".to_owned()
        }
        TableError::Missing { path, .. } => format!(": run {}", solve_command_for(path, "")),
        TableError::Damaged { path, .. } => {
            format!("; delete it and run {} again", solve_command_for(path, ""))
        }
        TableError::Misnamed { path, .. } => {
            format!("; rename it, or delete it and run {} again", solve_command_for(path, ""))
        }
        TableError::Foreign { .. } => ": choose another folder with --tables".to_owned(),
        TableError::Locked { .. } => {
            ": wait for it, or choose another folder with --tables".to_owned()
        }
        TableError::Newer { .. } => ": use a newer version of bagh".to_owned(),
        TableError::Memory { .. } => ": close other programs, or use a larger machine".to_owned(),
        TableError::Io { source, .. } => match source.kind() {
            ErrorKind::StorageFull => {
                "; what was finished is kept: make room, or choose another folder with --tables, and run the command again"
            }
            ErrorKind::PermissionDenied => "; choose a folder that you may write to with --tables",
            _ => return None,
        }
        .to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(path: &str) -> String {
        remedy(&TableError::Missing { path: path.into(), part: None }).unwrap()
    }

    #[test]
    fn the_command_is_that_of_the_game_and_the_folder() {
        assert_eq!(
            missing("my tables/aadu-puli-3/manifest.json"),
            ": run `bagh solve --game aadu-puli --captures 3 --tables 'my tables'`"
        );
        assert_eq!(missing("t/bagh-chal-5/manifest.json"), ": run `bagh solve --tables t`");
        assert_eq!(missing("t/bagh-chal-5"), ": run `bagh solve --tables t`");
        assert_eq!(missing("bagh-chal-3/x"), ": run `bagh solve --captures 3 --tables .`");
        let game = Game::bagh_chal().clone().with_captures(2).unwrap();
        let solve = solve_command("a b".as_ref(), &game);
        assert_eq!(solve, "`bagh solve --captures 2 --tables 'a b'`");
        let default = solve_command(&default_folder().unwrap_or_default(), &game);
        assert_eq!(default, "`bagh solve --captures 2`");
        let pocket = pocket_command("p".as_ref(), &game);
        assert_eq!(pocket, "`bagh pocket make --captures 2 --out p`");
    }

    #[test]
    fn errors_are_found_inside_others() {
        let table = || TableError::Locked { path: "t".into() };
        let expected = remedy(&table());
        assert!(expected.is_some());
        assert_eq!(remedy(&SolveError::Table(table())), expected);
        assert_eq!(remedy(&ProbeError::Table(table())), expected);
        assert_eq!(remedy(&ProofError::Probe(ProbeError::Table(table()))), expected);
    }

    #[test]
    fn files_of_proofs_are_told_apart() {
        let damaged = |file| ProofError::Damaged { path: "p".into(), what: "x".into(), file };
        let told = |error: ProofError| remedy(&error).unwrap_or_default();
        assert!(told(damaged(ProofFile::Certificate)).contains("`bagh prove`"));
        assert!(told(damaged(ProofFile::Checkpoint)).contains("delete it"));
        assert!(told(damaged(ProofFile::Database)).contains("delete it"));
        assert!(told(ProofError::Stopped).contains("the same command goes on"));
        assert_eq!(remedy(&ProofError::NeedsTables), None);
    }

    #[test]
    fn services_bots_and_files_have_remedies_of_their_own() {
        let told = |error: &(dyn Error + 'static)| remedy(error).unwrap_or_default();
        let in_use = |address: &str| StartError::InUse { address: address.parse().unwrap() };
        assert!(told(&in_use("127.0.0.1:8080")).ends_with("--address 127.0.0.1:8081"));
        assert!(told(&in_use("[::1]:65535")).ends_with("--address [::1]:8080"));
        assert!(told(&BotError::UnknownToken).contains("bagh admin token NAME --bot"));
        assert_eq!(remedy(&BotError::Protocol(String::new())), None);
        assert!(told(&NetworkError::Damaged).contains("bagh train"));
        let puzzles = bagh_puzzles::Collection::parse("x").unwrap_err();
        assert!(told(&puzzles).contains("bagh puzzles --out"));
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a/b-c.toml"), "a/b-c.toml");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
