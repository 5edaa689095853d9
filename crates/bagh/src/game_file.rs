//! Board files: reading a game from TOML, with errors that name the line and the remedy.

use std::collections::HashMap;
use std::ops::Range;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::automorphisms::{MAX_STEPS, OutOfSteps};
use crate::board::{Board, PointInfo};
use crate::decimal::decimal;
use crate::game::{Game, Opening};
use crate::point::{MAX_POINTS, Point, Points};

/// What is wrong with a board file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct GameFileError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What was found, what was expected, and how to fix it.
    pub message: String,
}

type Read<T> = Result<T, GameFileError>;

const KEYS: [&str; 9] =
    ["name", "title", "tigers", "goats", "captures", "opening", "lines", "diagonals", "rows"];
const ROW_KEYS: [&str; 3] = ["points", "x", "y"];
const MAX_NAME: usize = 64;

pub(crate) fn read(text: &str) -> Read<Game> {
    let file = File { text };
    let table = DeTable::parse(text).map_err(|e| {
        file.error(e.span().unwrap_or(0..0), format!("this is not TOML: {}", e.message()))
    })?;
    file.game(table.get_ref())
}

/// The text of the file, to find lines in.
struct File<'t> {
    text: &'t str,
}

impl File<'_> {
    fn error(&self, at: Range<usize>, message: impl Into<String>) -> GameFileError {
        let upto = self.text.as_bytes().iter().take(at.start);
        GameFileError { line: 1 + upto.filter(|&&b| b == b'\n').count(), message: message.into() }
    }

    fn game(&self, table: &DeTable<'_>) -> Read<Game> {
        self.only_known_keys(table, &KEYS)?;
        let name = self.text_of(table, "name")?;
        if name.is_empty()
            || name.len() > MAX_NAME
            || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        {
            return Err(self.error(
                table["name"].span(),
                format!(
                    "name: found {name:?}, expected up to {MAX_NAME} lower-case letters, digits and hyphens, such as \"my-board\""
                ),
            ));
        }
        let title = if table.contains_key("title") {
            self.text_of(table, "title")?.to_owned()
        } else {
            name.to_owned()
        };
        let (points, rows, names) = self.points(table)?;
        let lines = self.lines(table, "lines", &names, true)?;
        let diagonals = self.lines(table, "diagonals", &names, false)?;
        self.every_point_on_a_line(table, &points, &lines, &diagonals)?;

        let tigers = self.count(table, "tigers", 1, MAX_POINTS)?;
        let goats = self.count(table, "goats", 1, MAX_POINTS)?;
        if tigers + goats > points.len() {
            return Err(self.error(
                table["goats"].span(),
                format!(
                    "{tigers} tigers and {goats} goats are {} pieces, more than the {} points of the board: lower one of the numbers",
                    tigers + goats,
                    points.len()
                ),
            ));
        }
        let captures = self.count(table, "captures", 1, goats)?;
        let opening = self.opening(table, &names, tigers)?;
        let board = Board::new(points, rows, lines, diagonals).map_err(|OutOfSteps| {
            self.error(
                table["lines"].span(),
                format!(
                    "lines: finding the symmetries of this board takes more than {MAX_STEPS} steps: take fewer points or fewer lines"
                ),
            )
        })?;
        Ok(Game::new(
            name.to_owned(),
            title,
            board,
            tigers as u8,
            goats as u8,
            captures as u8,
            opening,
        ))
    }

    fn only_known_keys(&self, table: &DeTable<'_>, known: &[&str]) -> Read<()> {
        for key in table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                return Err(self.error(
                    key.span(),
                    format!(
                        "unknown key `{}`, expected one of {}",
                        key.get_ref(),
                        known.join(", ")
                    ),
                ));
            }
        }
        Ok(())
    }

    fn required<'a, 'i>(
        &self,
        table: &'a DeTable<'i>,
        key: &str,
    ) -> Read<&'a Spanned<DeValue<'i>>> {
        table.get(key).ok_or_else(|| {
            let example = match key {
                "name" => "name = \"my-board\"",
                "tigers" => "tigers = 4",
                "goats" => "goats = 20",
                "captures" => "captures = 5",
                "opening" => "opening = \"placed\", or opening = [\"A1\", \"E1\"] for tigers that stand on points",
                "lines" => "lines = [\"A1 B1 C1\"]",
                "points" => "points = [\"A1\", \"B1\"]",
                "x" => "x = [0, 1], one number for each point of the row",
                "y" => "y = 0",
                _ => "[[rows]]",
            };
            self.error(0..0, format!("`{key}` is missing: add {example}"))
        })
    }

    fn text_of<'a>(&self, table: &'a DeTable<'_>, key: &str) -> Read<&'a str> {
        let value = self.required(table, key)?;
        value.get_ref().as_str().ok_or_else(|| {
            self.error(
                value.span(),
                format!("{key}: expected text in quotes, found {}", value.get_ref().type_str()),
            )
        })
    }

    fn count(&self, table: &DeTable<'_>, key: &str, least: usize, most: usize) -> Read<usize> {
        let value = self.required(table, key)?;
        let number = match value.get_ref() {
            DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix()).ok(),
            _ => None,
        };
        number
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| {
                let found = &self.text[value.span()];
                self.error(
                    value.span(),
                    format!("{key}: found {found}, expected a whole number from {least} to {most}"),
                )
            })
    }

    fn array<'a, 'i>(
        &self,
        value: &'a Spanned<DeValue<'i>>,
        key: &str,
        of: &str,
    ) -> Read<&'a [Spanned<DeValue<'i>>]> {
        value.get_ref().as_array().map(|a| a.as_ref()).ok_or_else(|| {
            self.error(
                value.span(),
                format!("{key}: expected a list of {of}, found {}", value.get_ref().type_str()),
            )
        })
    }

    /// The points in reading order, the lengths of the rows, and the points by name.
    #[allow(clippy::type_complexity)]
    fn points(
        &self,
        table: &DeTable<'_>,
    ) -> Read<(Vec<PointInfo>, Vec<usize>, HashMap<String, Point>)> {
        let rows = self.required(table, "rows")?;
        let (mut points, mut lengths, mut names) = (Vec::new(), Vec::new(), HashMap::new());
        for row in self.array(rows, "rows", "tables ([[rows]])")? {
            let DeValue::Table(row_table) = row.get_ref() else {
                return Err(self.error(row.span(), "rows: expected tables, each under [[rows]]"));
            };
            self.only_known_keys(row_table, &ROW_KEYS)?;
            let missing = |mut e: GameFileError| {
                if e.line == 1 {
                    e.line = self.error(row.span(), "").line;
                }
                e
            };
            let value = self.required(row_table, "points").map_err(missing)?;
            let row_points = self.array(value, "points", "point names")?;
            if row_points.is_empty() {
                return Err(self.error(
                    value.span(),
                    "points: this row is empty: remove it or name its points",
                ));
            }
            let xs = self.numbers(row_table, "x", row_points.len()).map_err(missing)?;
            let ys = self.numbers(row_table, "y", row_points.len()).map_err(missing)?;
            lengths.push(row_points.len());
            for (i, point) in row_points.iter().enumerate() {
                let name = self.point_name(point)?;
                if points.len() == MAX_POINTS {
                    return Err(self.error(
                        point.span(),
                        format!("{name} is point {}, more than the {MAX_POINTS} that a board may have: remove points", MAX_POINTS + 1),
                    ));
                }
                let upper = name.to_ascii_uppercase();
                if names.insert(upper, Point::new(points.len())).is_some() {
                    return Err(self.error(
                        point.span(),
                        format!("{name} is the name of two points: rename one"),
                    ));
                }
                points.push(PointInfo { name: name.to_owned(), x: xs[i], y: ys[i] });
            }
        }
        if points.is_empty() {
            return Err(self.error(rows.span(), "rows: the board has no points: add [[rows]]"));
        }
        Ok((points, lengths, names))
    }

    /// A point's name: letters and then digits, so that two names in a row can be told apart.
    fn point_name<'a>(&self, value: &'a Spanned<DeValue<'_>>) -> Read<&'a str> {
        let name = value.get_ref().as_str().unwrap_or("");
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = name.len() - digits.len();
        if (1..=3).contains(&letters)
            && (1..=3).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
        {
            return Ok(name);
        }
        Err(self.error(
            value.span(),
            format!(
                "points: found {}, expected a name of one to three letters and then one to three digits, such as \"A1\"",
                shorten(&self.text[value.span()])
            ),
        ))
    }

    /// One number for each point of a row, or one for all of them.
    fn numbers(&self, table: &DeTable<'_>, key: &str, len: usize) -> Read<Vec<f64>> {
        let value = self.required(table, key)?;
        let single = self.number(value);
        if let Some(number) = single {
            return Ok(vec![number; len]);
        }
        let list = self.array(value, key, "numbers")?;
        if list.len() != len {
            return Err(self.error(
                value.span(),
                format!("{key}: found {} numbers for {len} points, expected as many", list.len()),
            ));
        }
        list.iter()
            .map(|v| {
                self.number(v).ok_or_else(|| {
                    self.error(
                        v.span(),
                        format!(
                            "{key}: found {}, expected a number",
                            shorten(&self.text[v.span()])
                        ),
                    )
                })
            })
            .collect()
    }

    fn number(&self, value: &Spanned<DeValue<'_>>) -> Option<f64> {
        let number = match value.get_ref() {
            DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix()).ok()? as f64,
            DeValue::Float(f) => decimal(f.as_str())?,
            _ => return None,
        };
        (number.is_finite() && number.abs() <= 1e6).then_some(number)
    }

    fn find(
        &self,
        names: &HashMap<String, Point>,
        name: &str,
        key: &str,
        at: Range<usize>,
    ) -> Read<Point> {
        names.get(&name.to_ascii_uppercase()).copied().ok_or_else(|| {
            self.error(
                at,
                format!(
                    "{key}: no point is called {}: name it in [[rows]] or correct it",
                    shorten(name)
                ),
            )
        })
    }

    fn lines(
        &self,
        table: &DeTable<'_>,
        key: &str,
        names: &HashMap<String, Point>,
        required: bool,
    ) -> Read<Vec<Vec<Point>>> {
        if !required && !table.contains_key(key) {
            return Ok(Vec::new());
        }
        let value = self.required(table, key)?;
        let mut lines = Vec::new();
        for line in self.array(value, key, "lines, each a text of point names")? {
            let Some(text) = line.get_ref().as_str() else {
                return Err(self.error(
                    line.span(),
                    format!("{key}: expected a text of point names, such as \"A1 B1 C1\""),
                ));
            };
            let mut points: Vec<Point> = Vec::new();
            for name in text.split_whitespace() {
                let point = self.find(names, name, key, line.span())?;
                if points.contains(&point) {
                    return Err(self.error(
                        line.span(),
                        format!(
                            "{key}: the line {text:?} visits {name} twice: split it into two lines"
                        ),
                    ));
                }
                points.push(point);
            }
            if points.len() < 2 {
                return Err(self.error(
                    line.span(),
                    format!("{key}: the line {text:?} has {} points, expected at least 2: extend or remove it", points.len()),
                ));
            }
            lines.push(points);
        }
        Ok(lines)
    }

    fn every_point_on_a_line(
        &self,
        table: &DeTable<'_>,
        points: &[PointInfo],
        lines: &[Vec<Point>],
        diagonals: &[Vec<Point>],
    ) -> Read<()> {
        let reached: Points = lines.iter().chain(diagonals).flatten().copied().collect();
        let Some(lonely) = Points::first(points.len()).without(reached).iter().next() else {
            return Ok(());
        };
        let name = &points[lonely.index()].name;
        // The place to point at is where the name stands in its row.
        let at = table["rows"].get_ref().as_array().into_iter().flat_map(|rows| rows.iter());
        let at = at
            .filter_map(|row| row.get_ref().get("points")?.get_ref().as_array())
            .flat_map(|names| names.iter())
            .find(|v| v.get_ref().as_str() == Some(name))
            .map_or(0..0, |v| v.span());
        Err(self.error(at, format!("{name} is on no line: add it to a line or remove the point")))
    }

    fn opening(
        &self,
        table: &DeTable<'_>,
        names: &HashMap<String, Point>,
        tigers: usize,
    ) -> Read<Opening> {
        let value = self.required(table, "opening")?;
        if let Some(text) = value.get_ref().as_str() {
            if text == "placed" {
                return Ok(Opening::Placed);
            }
            return Err(self.error(
                value.span(),
                format!(
                    "opening: found {}, expected \"placed\" or a list of {tigers} points",
                    shorten(&format!("{text:?}"))
                ),
            ));
        }
        let list = self.array(value, "opening", "points, or \"placed\"")?;
        let mut stands = Points::EMPTY;
        for item in list {
            let name = self.point_name(item)?;
            let point = self.find(names, name, "opening", item.span())?;
            if stands.contains(point) {
                return Err(self.error(
                    item.span(),
                    format!("opening: two tigers stand on {name}: give each its own point"),
                ));
            }
            stands |= point.set();
        }
        if stands.len() != tigers {
            return Err(self.error(
                value.span(),
                format!(
                    "opening: found a list of length {}, expected {tigers}: a point for each tiger",
                    stands.len()
                ),
            ));
        }
        Ok(Opening::Fixed(stands))
    }
}

/// The beginning of a text that may be long, for an error message.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}
