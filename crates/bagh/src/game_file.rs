//! Board files: reading a game from TOML, with errors that name the line and the remedy.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::automorphisms::OutOfSteps;
use crate::board::{Board, PointInfo};
use crate::decimal::decimal;
use crate::game::{Game, Opening};
use crate::game_file_error::{GameFileError, GameFileProblem};
use crate::point::{MAX_POINTS, Point, Points};
use crate::text::shorten;

type Read<T> = Result<T, GameFileError>;

const KEYS: [&str; 9] =
    ["name", "title", "tigers", "goats", "captures", "opening", "lines", "diagonals", "rows"];
const ROW_KEYS: [&str; 3] = ["points", "x", "y"];
const MAX_NAME: usize = 64;

pub(crate) fn read(text: &str) -> Read<Game> {
    let file = File { text };
    let table = DeTable::parse(text).map_err(|e| {
        let problem = GameFileProblem::NotToml { why: e.message().to_owned() };
        file.error(e.span().unwrap_or(0..0), problem)
    })?;
    file.game(table.get_ref())
}

/// The text of the file, to find lines in.
struct File<'t> {
    text: &'t str,
}

impl File<'_> {
    /// The line in which a place is, counted from 1.
    fn line(&self, at: &Range<usize>) -> usize {
        1 + self.text.as_bytes().iter().take(at.start).filter(|&&b| b == b'\n').count()
    }

    fn error(&self, at: Range<usize>, problem: GameFileProblem) -> GameFileError {
        GameFileError { line: self.line(&at), problem }
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
                GameFileProblem::Name { found: name.to_owned(), most: MAX_NAME },
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
                GameFileProblem::Pieces { tigers, goats, points: points.len() },
            ));
        }
        let captures = self.count(table, "captures", 1, goats)?;
        let opening = self.opening(table, &names, tigers)?;
        let board = Board::new(points, rows, lines, diagonals)
            .map_err(|OutOfSteps| self.error(table["lines"].span(), GameFileProblem::Symmetries))?;
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
                    GameFileProblem::UnknownKey {
                        key: shorten(key.get_ref()),
                        expected: known.join(", "),
                    },
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
            self.error(0..0, GameFileProblem::MissingKey { key: key.to_owned(), example })
        })
    }

    fn text_of<'a>(&self, table: &'a DeTable<'_>, key: &str) -> Read<&'a str> {
        let value = self.required(table, key)?;
        value.get_ref().as_str().ok_or_else(|| self.kind(value, key, "text in quotes"))
    }

    /// An error about a value of another kind than its key has.
    fn kind(&self, value: &Spanned<DeValue<'_>>, key: &str, expected: &str) -> GameFileError {
        let problem = GameFileProblem::Kind {
            key: key.to_owned(),
            expected: expected.to_owned(),
            found: value.get_ref().type_str().to_owned(),
        };
        self.error(value.span(), problem)
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
                let found = shorten(&self.text[value.span()]);
                let key = key.to_owned();
                self.error(value.span(), GameFileProblem::Count { key, found, least, most })
            })
    }

    fn array<'a, 'i>(
        &self,
        value: &'a Spanned<DeValue<'i>>,
        key: &str,
        of: &str,
    ) -> Read<&'a [Spanned<DeValue<'i>>]> {
        value
            .get_ref()
            .as_array()
            .map(|a| a.as_ref())
            .ok_or_else(|| self.kind(value, key, &format!("a list of {of}")))
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
                return Err(self.kind(row, "rows", "tables, each under [[rows]]"));
            };
            self.only_known_keys(row_table, &ROW_KEYS)?;
            let missing = |mut e: GameFileError| {
                if e.line == 1 {
                    e.line = self.line(&row.span());
                }
                e
            };
            let value = self.required(row_table, "points").map_err(missing)?;
            let row_points = self.array(value, "points", "point names")?;
            if row_points.is_empty() {
                return Err(self.error(value.span(), GameFileProblem::EmptyRow));
            }
            let xs = self.numbers(row_table, "x", row_points.len()).map_err(missing)?;
            let ys = self.numbers(row_table, "y", row_points.len()).map_err(missing)?;
            lengths.push(row_points.len());
            for (i, point) in row_points.iter().enumerate() {
                let name = self.point_name(point)?;
                if points.len() == MAX_POINTS {
                    let problem = GameFileProblem::TooManyPoints { point: name.to_owned() };
                    return Err(self.error(point.span(), problem));
                }
                let upper = name.to_ascii_uppercase();
                if names.insert(upper, Point::new(points.len())).is_some() {
                    let problem = GameFileProblem::NamedTwice { point: name.to_owned() };
                    return Err(self.error(point.span(), problem));
                }
                points.push(PointInfo { name: name.to_owned(), x: xs[i], y: ys[i] });
            }
        }
        if points.is_empty() {
            return Err(self.error(rows.span(), GameFileProblem::NoRows));
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
        let found = shorten(&self.text[value.span()]);
        Err(self.error(value.span(), GameFileProblem::PointName { found }))
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
            let (key, found) = (key.to_owned(), list.len());
            let problem = GameFileProblem::Numbers { key, found, points: len };
            return Err(self.error(value.span(), problem));
        }
        list.iter()
            .map(|v| {
                self.number(v).ok_or_else(|| {
                    let found = shorten(&self.text[v.span()]);
                    self.error(v.span(), GameFileProblem::Number { key: key.to_owned(), found })
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
            let (key, point) = (key.to_owned(), shorten(name));
            self.error(at, GameFileProblem::UnknownPoint { key, point })
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
                let expected = "a text of point names, such as \"A1 B1 C1\"";
                return Err(self.kind(line, key, expected));
            };
            let mut points: Vec<Point> = Vec::new();
            for name in text.split_whitespace() {
                let point = self.find(names, name, key, line.span())?;
                if points.contains(&point) {
                    let problem = GameFileProblem::LineTwice {
                        key: key.to_owned(),
                        line: shorten(text),
                        point: name.to_owned(),
                    };
                    return Err(self.error(line.span(), problem));
                }
                points.push(point);
            }
            if points.len() < 2 {
                let (key, found) = (key.to_owned(), points.len());
                let problem = GameFileProblem::ShortLine { key, line: shorten(text), found };
                return Err(self.error(line.span(), problem));
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
        Err(self.error(at, GameFileProblem::LonelyPoint { point: name.clone() }))
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
            let found = shorten(&format!("{text:?}"));
            return Err(self.error(value.span(), GameFileProblem::Opening { found, tigers }));
        }
        let list = self.array(value, "opening", "points, or \"placed\"")?;
        let mut stands = Points::EMPTY;
        for item in list {
            let name = self.point_name(item)?;
            let point = self.find(names, name, "opening", item.span())?;
            if stands.contains(point) {
                let problem = GameFileProblem::TwoTigers { point: name.to_owned() };
                return Err(self.error(item.span(), problem));
            }
            stands |= point.set();
        }
        if stands.len() != tigers {
            let problem = GameFileProblem::Places { found: stands.len(), tigers };
            return Err(self.error(value.span(), problem));
        }
        Ok(Opening::Fixed(stands))
    }
}
