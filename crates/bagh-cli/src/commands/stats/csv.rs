//! Comma-separated values.

use anyhow::Result;
use bagh_tables::stats::ClassRow;
use serde::Serialize;
use serde_json::Value;

/// The classes, with a column for each kind of draw.
pub fn classes(rows: &[ClassRow], captures: u8) -> String {
    let draws: String = (0..captures).map(|end| format!("draws_{end},")).collect();
    let mut text = format!(
        "phase,turn,placed,captured,positions,goat_wins,{draws}tiger_wins,longest_tiger_win,longest_goat_win\n"
    );
    for row in rows {
        let number = |end| row.draws.get(&end).copied().unwrap_or(0);
        let draws: String = (0..captures).map(|end| format!("{},", number(end))).collect();
        let plies = |plies: Option<u16>| plies.map_or(String::new(), |n| n.to_string());
        text += &format!(
            "{},{},{},{},{},{},{draws}{},{},{}\n",
            row.phase.word(),
            row.turn,
            row.placed,
            row.captured,
            row.positions,
            row.goat_wins,
            row.tiger_wins,
            plies(row.longest_tiger_win),
            plies(row.longest_goat_win)
        );
    }
    text
}

/// Rows that are flat objects with these keys.
pub fn rows<T: Serialize>(keys: &[&str], rows: &[T]) -> Result<String> {
    let mut text = keys.join(",") + "\n";
    for row in rows {
        let row = serde_json::to_value(row)?;
        let cells: Vec<String> = keys.iter().map(|key| cell(&row[key])).collect();
        text += &(cells.join(",") + "\n");
    }
    Ok(text)
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains([',', '"', '\n']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_quoted_where_needed() {
        assert_eq!(cell(&json!("a b")), "a b");
        assert_eq!(cell(&json!("a, \"b\"")), "\"a, \"\"b\"\"\"");
        assert_eq!(cell(&json!(null)), "");
        assert_eq!(cell(&json!(12)), "12");
    }
}
