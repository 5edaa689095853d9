//! Boards drawn in the terminal, in colour.

use bagh::drawing::{self, Ink};
use bagh::{Game, Position};

use crate::palette::{Palette, paint};

/// The board with the pieces of a position, and the names of the points.
pub fn draw(game: &Game, position: &Position, palette: &Palette) -> String {
    drawing::draw(game, position, &|ink, text| {
        let style = match ink {
            Ink::Tiger => palette.tiger,
            Ink::Goat => palette.goat,
            Ink::Line => palette.line,
            Ink::Label => palette.label,
        };
        paint(style, text)
    })
}

#[cfg(test)]
mod tests {
    use bagh::Side;

    use super::*;

    #[test]
    fn colours_add_nothing_that_letters_do_not_say() {
        let game = Game::bagh_chal();
        let position = game.start().with_turn(Side::Tiger);
        let coloured = draw(game, &position, &Palette::coloured());
        let stripped = anstream::adapter::strip_str(&coloured).to_string();
        assert_ne!(coloured, stripped);
        assert_eq!(stripped, game.draw(&position));
        assert_eq!(stripped, draw(game, &position, &Palette::plain()));
    }
}
