//! `bagh admin`: what an operator does with accounts and online games.

mod fair_play;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use bagh_files::Durability;
use bagh_online::{Names, OnlineGame};
use bagh_store::{Account, DumpLine, Key, KeyKind, Name, Store, secret};
use clap::{Args, Subcommand};
use serde_json::json;
use tokio::sync::mpsc;

use crate::context::Context;
use crate::database_args::DatabaseArgs;
use crate::failure::Answer;
use crate::numbers::count_of;
use crate::tables_args::FolderArgs;
use crate::whole::whole;

const EXAMPLES: &str = "\
The service may run meanwhile. A backup holds one consistent state, and can be restored into either
kind of database: SQLite or PostgreSQL.

Examples:
  $ bagh admin backup games.backup --database sqlite://online.db
  $ bagh admin restore games.backup --database sqlite://copy.db
  $ bagh admin export --database sqlite://online.db
  $ bagh admin fair-play --database sqlite://online.db
  $ bagh admin ban maya --reason 'uses an engine'
  $ bagh admin token maya --label 'my bot'
  $ bagh admin token hunter --bot --database sqlite://online.db";

/// The longest line of a backup: a row holds an event or an account.
const LINE: u64 = 1 << 20;
/// Lines on their way between the file and the database.
const LINES: usize = 256;

/// Look after online games and accounts: backups, exports, bans, fair play, tokens
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Admin {
    #[command(subcommand)]
    task: Task,

    #[command(flatten)]
    database: DatabaseArgs,

    /// The folder of all tables, and of online.db unless --database is given: by default `bagh/tables` in your data folder [env: BAGH_TABLES]
    // The same as elsewhere, except that it may follow the task.
    #[arg(long, global = true, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// What to do.
#[derive(Subcommand, Debug)]
enum Task {
    /// Write everything to a file
    Backup {
        /// The file; one that exists is not overwritten
        file: PathBuf,
    },
    /// Read a backup into an empty database
    Restore {
        /// The file
        file: PathBuf,
    },
    /// Print the records of all games
    Export,
    /// Show an account
    Account {
        /// Its name or identifier
        player: String,
    },
    /// Ban an account, and end its sessions
    Ban {
        /// Its name or identifier
        player: String,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Let an account play again
    Unban {
        /// Its name or identifier
        player: String,
    },
    /// Give an account another name
    Rename {
        /// Its name or identifier
        player: String,
        /// The new name
        name: String,
    },
    /// Delete an account and everything about it; its games stay without a name
    Delete {
        /// Its name or identifier
        player: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Compare how often players of rated games found the only right move
    ///
    /// Positions in which one move among several keeps the value, judged by the tables: how often
    /// each player found it, and how often other players of about that rating would have, with as
    /// many legal moves and as much time. Players who found most beyond that come first. This is a
    /// reason to look at games, not a verdict.
    FairPlay {
        /// Leave out players with fewer such positions
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u64>(..))]
        least: u64,
    },
    /// Make a token with which a program can act for an account
    Token {
        /// Its name or identifier
        player: String,
        /// What the token is for
        #[arg(long, default_value = "made by the operator")]
        label: String,
        /// The account is a bot's; one that does not exist is made
        #[arg(long)]
        bot: bool,
    },
}

impl Admin {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let folder = FolderArgs::named(self.tables);
        let address = self.database.address(&folder)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .context("cannot start a thread")?;
        runtime.block_on(async {
            // A restore begins a database, and a bot may be there before people are; all else
            // would work on an empty one by mistake.
            let store = match &self.task {
                Task::Restore { .. } => Store::open(&address).await.context("--database")?,
                Task::Token { bot: true, player, .. } => match Name::new(player) {
                    Ok(_) => Store::open(&address).await.context("--database")?,
                    // What cannot be a name may be the identifier of a bot that exists.
                    Err(error) => Store::open_existing(&address).await.map_err(|_| error)?,
                },
                _ => Store::open_existing(&address).await.context("--database")?,
            };
            self.task.run(&store, &folder, context).await
        })
    }
}

impl Task {
    async fn run(
        self,
        store: &Store,
        folder: &FolderArgs,
        context: &mut Context,
    ) -> Result<Answer> {
        match self {
            Task::Backup { file } => {
                let rows = backup(store, &file).await?;
                said(
                    context,
                    &format!("{} written", count_of(rows, "row")),
                    json!({ "rows": rows }),
                )
            }
            Task::Restore { file } => {
                let rows = restore(store, &file).await?;
                said(
                    context,
                    &format!("{} restored", count_of(rows, "row")),
                    json!({ "rows": rows }),
                )
            }
            Task::Export => export(store, context).await,
            Task::Account { player } => {
                let account = find(store, &player).await?;
                let games = store.games_of(&account.id, u64::MAX, 1_000_000).await?.len();
                let name = account.name.as_deref().unwrap_or("(a guest)");
                let banned = account.banned.as_deref().unwrap_or("no");
                let counted = count_of(games as u64, "game");
                let text = format!("{name}, id {}, {counted}, banned: {banned}", account.id);
                let json = json!({
                    "id": account.id, "name": account.name, "created": account.created,
                    "seen": account.seen, "banned": account.banned, "games": games,
                });
                said(context, &text, json)
            }
            Task::Ban { player, reason } => {
                let account = find(store, &player).await?;
                store.ban(&account.id, Some(reason)).await?;
                said(context, &format!("{player} is banned"), json!({ "banned": account.id }))
            }
            Task::Unban { player } => {
                let account = find(store, &player).await?;
                store.ban(&account.id, None).await?;
                said(context, &format!("{player} may play"), json!({ "unbanned": account.id }))
            }
            Task::Rename { player, name } => {
                let account = find(store, &player).await?;
                let name = Name::new(&name)?;
                store.rename(&account.id, &name).await?;
                said(context, &format!("{player} is now {name}"), json!({ "name": name.as_str() }))
            }
            Task::Delete { player, yes } => {
                let account = find(store, &player).await?;
                if !yes {
                    bail!("--yes: expected, since a deleted account cannot be brought back");
                }
                store.delete_account(&account.id, now()).await?;
                said(context, &format!("{player} is deleted"), json!({ "deleted": account.id }))
            }
            Task::FairPlay { least } => fair_play::run(store, folder, least, context).await,
            Task::Token { player, label, bot } => {
                let account = match bot {
                    true => find_or_make_bot(store, &player).await?,
                    false => find(store, &player).await?,
                };
                let token = secret::new_key()?;
                let created = now();
                store
                    .add_key(Key {
                        hash: secret::key_hash(&token),
                        account: account.id.clone(),
                        kind: KeyKind::Token,
                        label,
                        created,
                        expires: None,
                    })
                    .await?;
                let json = json!({ "token": token, "id": account.id, "bot": account.bot });
                said(context, &token, json)
            }
        }
    }
}

fn said(context: &mut Context, text: &str, json: serde_json::Value) -> Result<Answer> {
    if context.json {
        context.out.json(&json)?;
    } else {
        context.out.line(text)?;
    }
    Ok(Answer::Yes)
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

async fn find(store: &Store, player: &str) -> Result<Account> {
    let Some(account) = store.account_by_id_or_name(player).await? else {
        bail!("player: found {player:?}, expected the name or identifier of an account");
    };
    Ok(account)
}

/// The account of a bot, made if the name is free. People's accounts stay people's.
async fn find_or_make_bot(store: &Store, player: &str) -> Result<Account> {
    if let Ok(account) = find(store, player).await {
        if account.bot {
            return Ok(account);
        }
        bail!("player: found {player:?}, a person's account, expected a new name or a bot's");
    }
    let name = Name::new(player)?;
    let id = bagh_online::PlayerId::new(secret::random_text(12)?)?;
    store.create_bot(&id, &name, now()).await?;
    find(store, id.as_str()).await
}

/// Writes a backup. The file is there once it is complete.
async fn backup(store: &Store, path: &Path) -> Result<u64> {
    if path.exists() {
        bail!("{}: this file exists; choose another name", path.display());
    }
    let (sender, mut lines) = mpsc::channel::<DumpLine>(LINES);
    let target = path.to_owned();
    let write = tokio::task::spawn_blocking(move || {
        // A backup holds hashes of passwords and sessions.
        bagh_files::replace(&target, Durability::Private, |out| {
            let mut is_whole = false;
            while let Some(line) = lines.blocking_recv() {
                is_whole = matches!(line, DumpLine::End { .. });
                serde_json::to_writer(&mut *out, &line)?;
                out.write_all(b"\n")?;
            }
            // The database has failed, and says why.
            if is_whole { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
        })
    });
    let (dumped, written) = tokio::join!(store.dump(sender), write);
    let done: Result<u64> = match (dumped, written?) {
        (Ok(rows), Ok(_)) => Ok(rows),
        (Err(error), Err(cut)) if cut.kind() == io::ErrorKind::UnexpectedEof => Err(error.into()),
        (_, Err(error)) => Err(error.into()),
        (Err(error), Ok(_)) => Err(error.into()),
    };
    done.with_context(|| format!("cannot write {}", path.display()))
}

async fn restore(store: &Store, path: &Path) -> Result<u64> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (sender, lines) = mpsc::channel::<DumpLine>(LINES);
    let read = tokio::task::spawn_blocking(move || -> Result<()> {
        let mut reader = BufReader::new(file);
        for number in 1.. {
            let mut line = String::new();
            std::io::Read::take(&mut reader, LINE).read_line(&mut line)?;
            if line.is_empty() {
                break;
            }
            let line = serde_json::from_str(&line).with_context(|| format!("line {number}"))?;
            if sender.blocking_send(line).is_err() {
                break; // The database has refused what came before, and says why.
            }
        }
        Ok(())
    });
    let (restored, read) = tokio::join!(store.restore(lines), read);
    let reading = || path.display().to_string();
    read?.with_context(reading)?;
    restored.with_context(reading)
}

/// Prints each game as a record, with a blank line in between; or, with `--json`, its events.
async fn export(store: &Store, context: &mut Context) -> Result<Answer> {
    let mut after = None;
    loop {
        let page = store.games_after(after.as_ref(), 200).await?;
        let Some(last) = page.last() else { return Ok(Answer::Yes) };
        after = Some(last.id.clone());
        for row in &page {
            let log = store.events(&row.id, 0).await?;
            if context.json {
                context.out.json(&json!({ "game": row.id, "events": log }))?;
                continue;
            }
            let game = OnlineGame::replay(&log).with_context(|| format!("game {}", row.id))?;
            let mut names = [None, None];
            for (name, id) in names.iter_mut().zip([&row.tiger, &row.goat]) {
                if let Some(id) = id {
                    *name = store.account(id).await?.and_then(|account| account.name);
                }
            }
            let [tiger, goat] = &names;
            let names = Names { tiger: tiger.as_deref(), goat: goat.as_deref() };
            context.out.line(game.record(names).to_text())?;
        }
    }
}
