//! Phrases to choose from, instead of a chat.

use serde::{Deserialize, Serialize};

/// Something a player can say. Interfaces translate it, so two players need no common language
/// and no moderator is needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // The names are the phrases.
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    NiceMove,
    Oops,
    Thinking,
    BackSoon,
    BadConnection,
    Thanks,
    Sorry,
    GoodGame,
    PlayAgain,
    Goodbye,
}

impl Phrase {
    /// All phrases, in the order in which interfaces list them.
    pub const ALL: [Phrase; 13] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::NiceMove,
        Phrase::Oops,
        Phrase::Thinking,
        Phrase::BackSoon,
        Phrase::BadConnection,
        Phrase::Thanks,
        Phrase::Sorry,
        Phrase::GoodGame,
        Phrase::PlayAgain,
        Phrase::Goodbye,
    ];
}
