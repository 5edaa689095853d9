//! Charts as SVG: outcomes through the placement phase, and how long wins take.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use bagh::{Game, Outcome, Side};
use bagh_tables::stats::{self, ClassRow, Distances};
use bagh_tables::{Tables, Value};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::numbers::grouped;
use crate::safe_file;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// From the goats' win to the tigers' win: purple to orange, which the colour-blind can tell
/// apart, light between them (ColorBrewer's PuOr).
pub const SCALE: [RGBColor; 7] = [
    RGBColor(0x54, 0x27, 0x88),
    RGBColor(0x99, 0x8e, 0xc3),
    RGBColor(0xc9, 0xc5, 0xe2),
    RGBColor(0xe6, 0xe6, 0xe6),
    RGBColor(0xfe, 0xe0, 0xb6),
    RGBColor(0xf1, 0xa3, 0x40),
    RGBColor(0xb3, 0x58, 0x06),
];
pub const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
pub const FAINT: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

pub const FONT: &str = "sans-serif";
pub const TITLE: i32 = 20;
pub const TEXT: i32 = 14;

/// Draws all charts into a folder, which is made if it is not there. Returns the files.
pub fn draw(tables: &Tables, folder: &Path) -> Result<Vec<PathBuf>> {
    let game = tables.space().game();
    std::fs::create_dir_all(folder)
        .with_context(|| format!("--charts: cannot make the folder {}", folder.display()))?;
    let outcomes = outcomes(game, &stats::rows(game, tables.manifest()))?;
    let distances = distances(game, &stats::distances(tables)?)?;
    let mut files = Vec::new();
    for (name, svg) in [("outcomes", outcomes), ("distances", distances)] {
        let path = folder.join(format!("{}-{}-{name}.svg", game.name(), game.captures()));
        safe_file::write(&path, &svg)?;
        files.push(path);
    }
    Ok(files)
}

/// An error of the drawing library: it draws into memory, where nothing fails but text layout.
pub fn failed(error: impl Display) -> anyhow::Error {
    anyhow!("cannot draw the chart: {error}")
}

/// A drawing of this size, on white.
pub fn drawing(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        draw(&area)?;
        area.present().map_err(failed)?;
    }
    Ok(svg)
}

pub fn write(area: &Area<'_>, text: &str, at: (i32, i32), size: i32) -> Result<()> {
    let style = (FONT, size).into_font().color(&INK);
    area.draw(&Text::new(text.to_owned(), at, style)).map_err(failed)
}

/// The colour of a value: the middle of the scale is spread over the draws.
fn colour(value: Value, captures: u8) -> RGBColor {
    let last = SCALE.len() - 1;
    match value {
        Value::GoatWin => SCALE[0],
        Value::TigerWin => SCALE[last],
        Value::Draw(captured) => {
            let steps = usize::from(captures.max(2) - 1);
            let at = usize::from(captured) * (last - 2);
            let (low, part) = (1 + at / steps, (at % steps) as f64 / steps as f64);
            let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as u8;
            let (from, to) = (SCALE[low], SCALE[(low + 1).min(last - 1)]);
            RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
        }
    }
}

fn words(value: Value) -> String {
    match value {
        Value::GoatWin => "goats win".to_owned(),
        Value::Draw(captured) => format!("draw, {captured} captured"),
        Value::TigerWin => "tigers win".to_owned(),
    }
}

/// Positions of a row with this value.
fn count(row: &ClassRow, value: Value) -> u64 {
    match value {
        Value::GoatWin => row.goat_wins,
        Value::Draw(captured) => row.draws.get(&captured).copied().unwrap_or(0),
        Value::TigerWin => row.tiger_wins,
    }
}

/// Shares of the values after each number of goats placed, for either side to move.
fn outcomes(game: &Game, rows: &[ClassRow]) -> Result<String> {
    const LEGEND: i32 = 170;
    drawing((960, 760), |area| {
        let title = format!("{}: outcomes through the placement phase", game.title());
        write(area, &title, (20, 14), TITLE)?;
        let (_, below) = area.split_vertically(44);
        let (charts, legend) = below.split_horizontally(960 - LEGEND);
        let panels = charts.split_evenly((2, 1));
        for (panel, turn) in panels.iter().zip([Side::Tiger, Side::Goat]) {
            let rows: Vec<&ClassRow> = rows.iter().filter(|row| row.turn == turn).collect();
            outcome_panel(panel, game, &rows, turn)?;
        }
        // In the order in which the values are stacked.
        let values: Vec<Value> = Value::all(game).collect();
        for (line, &value) in (0..).zip(values.iter().rev()) {
            let y = 40 + 24 * line;
            let style = colour(value, game.captures()).filled();
            legend.draw(&Rectangle::new([(0, y), (16, y + 16)], style)).map_err(failed)?;
            write(&legend, &words(value), (24, y + 1), TEXT)?;
        }
        Ok(())
    })
}

fn outcome_panel(area: &Area<'_>, game: &Game, rows: &[&ClassRow], turn: Side) -> Result<()> {
    let goats = i32::from(game.goats());
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{turn} to move"), (FONT, TEXT + 2).into_font().color(&INK))
        .margin(10)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(-0.5..f64::from(goats) + 0.5, 0.0..100.0)
        .map_err(failed)?;
    let place = |x: &f64| match x.round() as i32 {
        placed if placed == goats => "sliding".to_owned(),
        placed => placed.to_string(),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .bold_line_style(FAINT)
        .x_labels(game.goats().into())
        .x_label_formatter(&place)
        .y_labels(6)
        .y_label_formatter(&|share| format!("{share:.0} %"))
        .x_desc("goats placed")
        .y_desc("positions")
        .axis_style(INK)
        .label_style((FONT, TEXT - 2).into_font().color(&INK))
        .axis_desc_style((FONT, TEXT).into_font().color(&INK))
        .draw()
        .map_err(failed)?;
    for placed in 0..=game.goats() {
        let here: Vec<&&ClassRow> = rows.iter().filter(|row| row.placed == placed).collect();
        let all: u64 = here.iter().map(|row| row.positions).sum();
        if all == 0 {
            continue;
        }
        let mut below = 0;
        let bars = Value::all(game).filter_map(|value| {
            let number: u64 = here.iter().map(|row| count(row, value)).sum();
            let share = |number: u64| 100.0 * number as f64 / all as f64;
            let (low, high) = (share(below), share(below + number));
            below += number;
            let (left, right) = (f64::from(placed) - 0.42, f64::from(placed) + 0.42);
            let style = colour(value, game.captures()).filled();
            // What is thinner than a line is not drawn.
            (high - low > 0.4).then(|| Rectangle::new([(left, low), (right, high)], style))
        });
        chart.draw_series(bars.collect::<Vec<_>>()).map_err(failed)?;
    }
    Ok(())
}

/// Won positions of the sliding phase by plies to the end, for each number of captures.
fn distances(game: &Game, all: &[Distances]) -> Result<String> {
    const PANEL: u32 = 190;
    let longest = all.iter().map(|row| row.positions.len()).max().unwrap_or(1);
    let panels = u32::from(game.captures());
    drawing((960, 110 + PANEL * panels), |area| {
        let title = format!("{}: how long wins take in the sliding phase", game.title());
        write(area, &title, (20, 14), TITLE)?;
        let about = "positions up to symmetry, both sides to move, by plies to the end of the game (two plies a step; logarithmic)";
        write(area, about, (20, 42), TEXT)?;
        for (line, outcome) in (0..).zip([Outcome::TigerWin, Outcome::GoatWin]) {
            let x = 20 + 160 * line;
            let style = win_colour(outcome).stroke_width(3);
            area.draw(&PathElement::new([(x, 76), (x + 24, 76)], style)).map_err(failed)?;
            let text = if outcome == Outcome::TigerWin { "tigers win" } else { "goats win" };
            write(area, text, (x + 32, 69), TEXT)?;
        }
        let (_, below) = area.split_vertically(92);
        for (panel, captured) in below.split_evenly((panels as usize, 1)).iter().zip(0..) {
            let rows: Vec<&Distances> = all.iter().filter(|row| row.captured == captured).collect();
            distance_panel(panel, &rows, captured, longest)?;
        }
        Ok(())
    })
}

fn win_colour(outcome: Outcome) -> RGBColor {
    match outcome {
        Outcome::GoatWin => SCALE[0],
        _ => SCALE[SCALE.len() - 1],
    }
}

fn distance_panel(
    area: &Area<'_>,
    rows: &[&Distances],
    captured: u8,
    longest: usize,
) -> Result<()> {
    // A win ends with the winner's move: an odd or an even number of plies, by who moves first.
    // Two plies together count both sides to move.
    let steps = |outcome: Outcome| -> Vec<u64> {
        let mut steps = vec![0; longest / 2 + 1];
        for row in rows.iter().filter(|row| row.outcome == outcome) {
            for (plies, number) in row.positions.iter().enumerate() {
                steps[plies / 2] += number;
            }
        }
        steps
    };
    let wins = [Outcome::TigerWin, Outcome::GoatWin].map(|outcome| (outcome, steps(outcome)));
    let most = wins.iter().flat_map(|(_, steps)| steps).copied().max().unwrap_or(1).max(10);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{captured} captured"), (FONT, TEXT + 2).into_font().color(&INK))
        .margin(6)
        .margin_right(20)
        .x_label_area_size(26)
        .y_label_area_size(86)
        .build_cartesian_2d(0.0..longest as f64, (0.7..1.2 * most as f64).log_scale())
        .map_err(failed)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(FAINT)
        .x_labels((longest + 1).min(16))
        .x_label_formatter(&|plies| format!("{plies:.0}"))
        .y_labels(5)
        .y_label_formatter(&|number| grouped(number.round() as u64))
        .axis_style(INK)
        .label_style((FONT, TEXT - 2).into_font().color(&INK))
        .draw()
        .map_err(failed)?;
    for (outcome, steps) in &wins {
        let style = win_colour(*outcome).stroke_width(2);
        // A line breaks where there is nothing: a logarithm has no zero.
        let mut run: Vec<(f64, f64)> = Vec::new();
        for (step, &number) in steps.iter().chain([&0]).enumerate() {
            if number > 0 {
                let left = 2.0 * step as f64;
                let number = number as f64;
                run.extend([(left, number), (left + 2.0, number)]);
            } else if !run.is_empty() {
                let path = PathElement::new(std::mem::take(&mut run), style);
                chart.draw_series([path]).map_err(failed)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_colour_of_its_own() {
        for captures in 1..=12 {
            let game = Game::bagh_chal().clone().with_captures(captures).unwrap();
            let mut colours: Vec<_> =
                Value::all(&game).map(|value| colour(value, captures)).collect();
            colours.dedup();
            assert_eq!(colours.len(), Value::count(&game));
        }
        assert_eq!(colour(Value::Draw(4), 5), SCALE[5]);
        assert_eq!(colour(Value::Draw(0), 5), SCALE[1]);
    }
}
