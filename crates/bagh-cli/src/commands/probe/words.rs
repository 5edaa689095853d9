//! From words on the command line to positions.

/// The positions that the words make up. A position has spaces in it, but need not be quoted: its
/// first field, with the board, tells where it begins.
pub fn positions(words: &[String]) -> Vec<String> {
    let mut positions: Vec<String> = Vec::new();
    // Whether the last position may go on with the next word.
    let mut open = false;
    for word in words {
        let begins = word.contains(['/', '_']) || word.contains(char::is_whitespace);
        match positions.last_mut() {
            Some(position) if open && !begins => {
                position.push(' ');
                position.push_str(word);
            }
            _ => {
                positions.push(word.clone());
                // What was quoted is whole, and so is standard input.
                open = !word.contains(char::is_whitespace) && word != "-";
            }
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::positions;

    fn of(words: &[&str]) -> Vec<String> {
        positions(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn positions_are_told_apart() {
        assert_eq!(of(&[]), Vec::<String>::new());
        assert_eq!(of(&["-"]), ["-"]);
        assert_eq!(
            of(&["T3T/5 g g20 c0 - 0", "T3T/5 g g20"]),
            ["T3T/5 g g20 c0 - 0", "T3T/5 g g20"]
        );
        assert_eq!(of(&["T3T/5", "g", "g20", "c0", "-", "0"]), ["T3T/5 g g20 c0 - 0"]);
        assert_eq!(of(&["T3T/5", "g", "-", "T/4", "t"]), ["T3T/5 g -", "T/4 t"]);
        assert_eq!(of(&["1_T---", "2_T---"]), ["1_T---", "2_T---"]);
        assert_eq!(of(&["T3T/5 g", "-"]), ["T3T/5 g", "-"]);
        assert_eq!(of(&["-", "T3T/5 g"]), ["-", "T3T/5 g"]);
        assert_eq!(of(&["x", "y"]), ["x y"]);
    }
}
