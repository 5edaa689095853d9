//! Numbers and found texts in messages, for this library and those that stand on it.

/// A number with a comma before every three digits.
///
/// ```
/// assert_eq!(bagh::text::grouped(18_592_000u32), "18,592,000");
/// ```
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: 1 of them, or more.
///
/// ```
/// use bagh::text::count_of;
///
/// assert_eq!(count_of(1u8, "goat"), "1 goat");
/// assert_eq!(count_of(2_000u16, "ply"), "2,000 plies");
/// ```
pub fn count_of(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    if number == 1 {
        return format!("1 {thing}");
    }
    let many = match thing.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if thing.ends_with('s') => format!("{thing}es"),
        None => format!("{thing}s"),
    };
    format!("{} {many}", grouped(number))
}

/// The beginning of a text that came from outside and may be long, for a message.
///
/// ```
/// assert_eq!(bagh::text::shorten("T3T/5/5/5/T3T"), "T3T/5/5/5/T3T");
/// assert_eq!(bagh::text::shorten(&"x".repeat(1_000)).chars().count(), 61);
/// ```
pub fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let texts = [0u32, 999, 1_000, 18_592_000].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "18,592,000"]);
    }

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!(count_of(0u8, "goat"), "0 goats");
        assert_eq!(count_of(1u64, "class"), "1 class");
        assert_eq!(count_of(7u64, "class"), "7 classes");
    }
}
