//! Colours. No meaning is carried by colour alone: every piece is also a letter.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// The styles of everything that is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Palette {
    /// Tigers.
    pub tiger: Style,
    /// Goats.
    pub goat: Style,
    /// The lines and empty points of the board.
    pub line: Style,
    /// Names of points and fields.
    pub label: Style,
    /// Headings and results.
    pub strong: Style,
}

impl Palette {
    /// No colours at all.
    pub fn plain() -> Palette {
        Palette::default()
    }

    /// Colours that the colour-blind can tell apart, too.
    pub fn coloured() -> Palette {
        let of = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        Palette {
            tiger: of(AnsiColor::Yellow).bold(),
            goat: of(AnsiColor::BrightBlue).bold(),
            line: Style::new().dimmed(),
            label: Style::new().dimmed(),
            strong: Style::new().bold(),
        }
    }
}

/// The text in a style.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
