//! A player on a thread of its own: players may block, and need not be sent between threads.

use std::convert::Infallible;
use std::sync::{Arc, mpsc};

use bagh::{Game, History};
use bagh_arena::{Budget, Choice, Failure, Player};
use tokio::sync::oneshot;

/// Makes a player for a game, from a seed.
pub(crate) type Maker = dyn Fn(&Game, u64) -> Result<Box<dyn Player>, Failure> + Send + Sync;

struct Question {
    history: History,
    budget: Budget,
    answer: oneshot::Sender<Result<Choice, Failure>>,
}

/// Held by the thread of a player until the player has ended: who waits until all are gone leaves
/// no program behind.
pub(crate) type Presence = tokio::sync::mpsc::Sender<Infallible>;

/// A player that can be asked from a task. It ends when this is dropped.
pub(crate) struct Thinker {
    questions: mpsc::Sender<Question>,
}

impl Thinker {
    pub fn start(maker: Arc<Maker>, game: Game, seed: u64, presence: Presence) -> Thinker {
        let (questions, asked) = mpsc::channel::<Question>();
        std::thread::spawn(move || {
            let mut player: Option<Box<dyn Player>> = None;
            for question in asked {
                let answer = choose(&mut player, &*maker, &game, seed, &question);
                if answer.is_err() {
                    // It is started again for the next move.
                    player = None;
                }
                let _ = question.answer.send(answer);
            }
            drop(player);
            drop(presence);
        });
        Thinker { questions }
    }

    /// Asks for a move.
    pub async fn choose(&self, history: History, budget: Budget) -> Result<Choice, Failure> {
        let broken = || Failure::Broken("the player's thread has ended".to_owned());
        let (answer, answered) = oneshot::channel();
        self.questions.send(Question { history, budget, answer }).map_err(|_| broken())?;
        answered.await.map_err(|_| broken())?
    }
}

fn choose(
    player: &mut Option<Box<dyn Player>>,
    maker: &Maker,
    game: &Game,
    seed: u64,
    question: &Question,
) -> Result<Choice, Failure> {
    if player.is_none() {
        let mut new = maker(game, seed)?;
        new.new_game()?;
        *player = Some(new);
    }
    let player = player.as_mut().ok_or_else(|| Failure::Broken("no player".to_owned()))?;
    player.choose(&question.history, &question.budget)
}
