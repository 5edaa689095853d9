//! The command line: what can be said, and its help.

use std::num::IntErrorKind;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::commands;

/// The tiger-hunt games of South Asia: look at positions, count them, convert them, play, and know what every position is worth.
#[derive(Parser, Debug)]
#[command(name = "bagh", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(flatten)]
    pub options: Options,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  $ bagh show
  $ bagh moves 'T1G1T/5/5/5/T3T t g19 c0 mC1 1'
  $ bagh perft 4 --game aadu-puli
  $ bagh solve --dry-run
  $ bagh show --help

Exit codes: 0 fine, 1 the answer is no, 2 bad input.";

/// Reads the command line. Prints help, or what is wrong, and exits where there is nothing to run.
pub fn parse() -> Cli {
    let matches = reflowed(Cli::command()).get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// A command whose longer texts fit any terminal: each paragraph is one line, which clap wraps.
fn reflowed(mut command: clap::Command) -> clap::Command {
    if let Some(text) = command.get_after_help() {
        let text = paragraphs(&text.to_string());
        command = command.after_help(text);
    }
    command.mut_subcommands(reflowed)
}

/// The text with the lines of each paragraph joined. Indented lines stay as they are.
fn paragraphs(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut is_open = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if is_open && is_prose { ' ' } else { '\n' });
        }
        joined += line;
        is_open = is_prose;
    }
    joined
}

/// Options of every command.
#[derive(Args, Debug)]
pub struct Options {
    /// A built-in game, or a board file (.toml); `bagh games` lists and shows them [default: bagh-chal]
    // Without clap's default value: commands that are about no single game refuse one.
    #[arg(long, global = true, value_name = "NAME|FILE.toml")]
    pub game: Option<String>,

    /// Captures that win the game for the tigers: by default those of the game
    #[arg(long, global = true, value_name = "K", value_parser = captures)]
    pub captures: Option<u8>,

    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,

    /// Accept input with small mistakes: fix them, with a warning
    #[arg(long, global = true)]
    pub lenient: bool,

    /// Colours: by default on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColourWhen,
}

/// When to print colours.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum ColourWhen {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands. Each has a file in `commands`.
#[derive(Subcommand, Debug)]
pub enum Command {
    Show(commands::show::Show),
    Moves(commands::moves::Moves),
    Perft(commands::perft::Perft),
    Convert(commands::convert::Convert),
    Play(commands::play::Play),
    Best(commands::best::Best),
    Mark(commands::mark::Mark),
    Games(commands::games::Games),
    Count(commands::count::Count),
    Solve(commands::solve::Solve),
    Probe(commands::probe::Probe),
    Line(commands::line::Line),
    Plies(commands::plies::Plies),
    Stats(commands::stats::Stats),
    Export(commands::export::Export),
    Verify(commands::verify::Verify),
    Puzzles(commands::puzzles::Puzzles),
    Serve(commands::serve::Serve),
    Site(commands::site::Site),
    Pocket(commands::pocket::PocketCommand),
    Admin(commands::admin::Admin),
    Exam(commands::exam::Exam),
    #[command(alias = "contest")]
    Match(commands::matches::Match),
    Arena(commands::arena::Arena),
    Ugi(commands::ugi::Ugi),
    Bot(commands::bot::Bot),
    BotCheck(commands::bot_check::BotCheck),
    Train(commands::train::Train),
    Bench(commands::bench::Bench),
    Complexity(commands::complexity::Complexity),
    Papers(commands::papers::Papers),
    Evolve(commands::evolve::Evolve),
    Prove(commands::prove::Prove),
    CheckProof(commands::check_proof::CheckProof),
    Completions(commands::completions::Completions),
}

impl Command {
    /// Where the games come from, for a command that cannot be given one.
    fn source_of_games(&self) -> Option<&'static str> {
        match self {
            Command::Admin(_) => Some("`bagh admin` works on online games of all kinds"),
            Command::Arena(_) => Some("the arena file names the games"),
            Command::Completions(_) => Some("completions are the same for all games"),
            Command::Games(_) => Some("games are named without it: `bagh games NAME`"),
            Command::Papers(_) => Some("the papers are about Bagh Chal"),
            Command::Site(_) => Some("games are named without it: `bagh site --out DIR GAME`"),
            _ => None,
        }
    }

    /// Refuses the global options that would be ignored.
    pub fn check(&self, options: &Options) -> anyhow::Result<()> {
        if let Some(source) = self.source_of_games() {
            anyhow::ensure!(options.game.is_none(), "--game: cannot be used here: {source}");
            anyhow::ensure!(
                options.captures.is_none(),
                "--captures: cannot be used here: {source}"
            );
        }
        Ok(())
    }
}

fn captures(text: &str) -> Result<u8, String> {
    const EXPECTED: &str = "expected a whole number from 1 to the size of the herd";
    text.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => format!("too large, {EXPECTED}"),
        _ => EXPECTED.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that Rust and clap have for numbers that they cannot read.
    const RAW: [&str; 4] = ["invalid digit", "invalid float", " is not in ", "number too "];

    /// Gives every option of a command a text, and refuses raw words in the answers.
    fn try_options(command: &clap::Command, path: &[String]) -> usize {
        let mut tried = 0;
        for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
            let Some(name) = arg.get_long() else { continue };
            for value in ["x", "99999999999999999999999", "-1"] {
                let words = path.iter().cloned().chain([format!("--{name}={value}")]);
                let Err(error) = Cli::command().try_get_matches_from(words) else { continue };
                let text = error.to_string();
                assert!(!RAW.iter().any(|raw| text.contains(raw)), "{path:?}: {text}");
                tried += 1;
            }
        }
        let subcommands = command.get_subcommands();
        tried
            + subcommands
                .map(|sub| try_options(sub, &[path, &[sub.get_name().to_owned()]].concat()))
                .sum::<usize>()
    }

    #[test]
    fn paragraphs_are_joined_and_lists_are_not() {
        let text = "One\nand two.\n\nThree:\n  a  b\n     c\nFour\nfive.";
        assert_eq!(paragraphs(text), "One and two.\n\nThree:\n  a  b\n     c\nFour five.");
    }

    #[test]
    fn numbers_are_refused_in_our_words() {
        assert!(try_options(&Cli::command(), &["bagh".to_owned()]) > 300);
    }
}
