//! Charts of an evolution: results through the generations, and marks by tables.

use anyhow::Result;
use bagh::{Phase, Side};
use bagh_evolve::{Evolution, Row};
use plotters::prelude::*;

use super::mark::Marked;
use crate::commands::stats::charts::{
    Area, FAINT, FONT, INK, SCALE, TEXT, TITLE, drawing, failed, write,
};

/// The number of bars to aim at.
const BARS: usize = 100;

/// Shares of games won by either side and drawn, through the generations.
pub fn curve(evolution: &Evolution) -> Result<String> {
    let rows = evolution.rows();
    let setup = evolution.setup();
    drawing((960, 460), |area| {
        let title = format!(
            "Co-evolution: results of games, tigers looking {} and goats {} plies ahead",
            setup.tiger_depth, setup.goat_depth
        );
        write(area, &title, (20, 14), TITLE)?;
        let (_, below) = area.split_vertically(44);
        let (left, legend) = below.split_horizontally(820);
        bars(&left, rows)?;
        for (line, (colour, text)) in
            [(SCALE[6], "tigers win"), (SCALE[3], "draw"), (SCALE[0], "goats win")]
                .iter()
                .enumerate()
        {
            let y = 30 + 24 * line as i32;
            legend
                .draw(&Rectangle::new([(0, y), (16, y + 16)], colour.filled()))
                .map_err(failed)?;
            write(&legend, text, (24, y + 1), TEXT)?;
        }
        Ok(())
    })
}

fn bars(area: &Area<'_>, rows: &[Row]) -> Result<()> {
    let last = rows.len().max(1) as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, 0.0..100.0)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .bold_line_style(FAINT)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_labels(6)
        .y_label_formatter(&|share| format!("{share:.0} %"))
        .x_desc("generation")
        .y_desc("games")
        .axis_style(INK)
        .label_style((FONT, TEXT - 2).into_font().color(&INK))
        .axis_desc_style((FONT, TEXT).into_font().color(&INK))
        .draw()
        .map_err(failed)?;
    let width = rows.len().div_ceil(BARS).max(1);
    for (number, group) in rows.chunks(width).enumerate() {
        let sum = |of: fn(&Row) -> u32| f64::from(group.iter().map(of).sum::<u32>());
        let parts = [sum(|row| row.goat_wins), sum(|row| row.draws), sum(|row| row.tiger_wins)];
        let all: f64 = parts.iter().sum();
        let (left, right) = ((number * width) as f64, (number * width + group.len()) as f64);
        let mut below = 0.0;
        for (part, colour) in parts.into_iter().zip([SCALE[0], SCALE[3], SCALE[6]]) {
            let (low, high) = (100.0 * below / all, 100.0 * (below + part) / all);
            below += part;
            let bar = Rectangle::new([(left, low), (right, high)], colour.filled());
            chart.draw_series([bar]).map_err(failed)?;
        }
    }
    Ok(())
}

/// How often the best of each generation throws away value, and what others do on the same
/// positions.
pub fn marks(all: &[Marked]) -> Result<String> {
    drawing((960, 760), |area| {
        write(area, "Co-evolution: positions in which value is thrown away", (20, 14), TITLE)?;
        let (_, below) = area.split_vertically(44);
        let panels = below.split_evenly((2, 2));
        let groups = [Side::Tiger, Side::Goat]
            .into_iter()
            .flat_map(|side| [Phase::Placement, Phase::Sliding].map(|phase| (side, phase)));
        for (panel, (side, phase)) in panels.iter().zip(groups) {
            panel_of_marks(panel, all, side, phase)?;
        }
        Ok(())
    })
}

fn panel_of_marks(area: &Area<'_>, all: &[Marked], side: Side, phase: Phase) -> Result<()> {
    let of = |marked: &Marked| {
        let mut marks = marked.marks.iter().filter(|m| (m.side, m.phase) == (side, phase));
        marks.next().map(|mark| 100.0 * mark.lost_value)
    };
    let evolved: Vec<(f64, f64)> = all
        .iter()
        .filter_map(|marked| Some((f64::from(marked.generation?), of(marked)?)))
        .collect();
    let others: Vec<(&str, f64)> = all
        .iter()
        .filter(|marked| marked.generation.is_none())
        .filter_map(|marked| Some((marked.player.as_str(), of(marked)?)))
        .collect();
    let last = evolved.iter().map(|point| point.0).fold(1.0, f64::max);
    let shares = evolved.iter().map(|point| point.1).chain(others.iter().map(|other| other.1));
    let top = shares.fold(1.0, f64::max) * 1.15;
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("{side}, {} phase", phase.word()),
            (FONT, TEXT + 2).into_font().color(&INK),
        )
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..last, 0.0..top)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .bold_line_style(FAINT)
        .x_labels(6)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_labels(6)
        .y_label_formatter(&|share| format!("{share:.0} %"))
        .x_desc("generation")
        .axis_style(INK)
        .label_style((FONT, TEXT - 2).into_font().color(&INK))
        .draw()
        .map_err(failed)?;
    for (player, share) in others {
        let line = PathElement::new([(0.0, share), (last, share)], INK.stroke_width(1));
        chart.draw_series([line]).map_err(failed)?;
        let style = (FONT, TEXT - 2).into_font().color(&INK);
        let text = Text::new(player.to_owned(), (last * 0.02, share + top * 0.045), style);
        chart.draw_series([text]).map_err(failed)?;
    }
    let colour = if side == Side::Tiger { SCALE[6] } else { SCALE[0] };
    chart.draw_series([PathElement::new(evolved, colour.stroke_width(2))]).map_err(failed)?;
    Ok(())
}
