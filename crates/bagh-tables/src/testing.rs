//! Small random games for tests.

use std::fmt::Write;
use std::ops::RangeInclusive;

use bagh::Game;

pub(crate) use crate::verify::random::Random;

/// Random games on random boards with this many points.
pub(crate) fn small_games(count: usize, points: RangeInclusive<usize>, seed: u64) -> Vec<Game> {
    games_with_few_goats(count, points, usize::MAX, seed)
}

/// The same, with this many goats at the most: on larger boards a naive solver takes too long
/// with more.
pub(crate) fn games_with_few_goats(
    count: usize,
    points: RangeInclusive<usize>,
    most_goats: usize,
    seed: u64,
) -> Vec<Game> {
    let mut random = Random::new(seed);
    (0..count).map(|_| small_game(&mut random, points.clone(), most_goats)).collect()
}

fn small_game(random: &mut Random, points: RangeInclusive<usize>, most_goats: usize) -> Game {
    let n = points.start() + random.below(points.end() - points.start() + 1);
    let tigers = 1 + random.below(3.min(n - 3));
    let goats = 2 + random.below((n - tigers - 2).min(most_goats - 1));
    let captures = 1 + random.below(goats.min(4));
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut shuffled: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        shuffled.swap(i, random.below(i + 1));
    }
    // One path through all points, cut into lines, so that every point is on one; then others.
    for chunk in shuffled.windows(4).step_by(3) {
        lines.push(chunk.to_vec());
    }
    lines.push(shuffled[n - 4..].to_vec());
    for _ in 0..random.below(n) {
        let length = 2 + random.below(3);
        let mut line = Vec::new();
        while line.len() < length {
            let p = random.below(n);
            if !line.contains(&p) {
                line.push(p);
            }
        }
        lines.push(line);
    }
    let mut text =
        format!("name = \"random\"\ntigers = {tigers}\ngoats = {goats}\ncaptures = {captures}\n");
    if random.below(2) == 0 {
        text += "opening = \"placed\"\n";
    } else {
        let names: Vec<String> = (0..tigers).map(|p| format!("\"P{p}\"")).collect();
        writeln!(text, "opening = [{}]", names.join(", ")).expect("text grows");
    }
    text += "lines = [\n";
    for line in &lines {
        let names: Vec<String> = line.iter().map(|p| format!("P{p}")).collect();
        writeln!(text, "    \"{}\",", names.join(" ")).expect("text grows");
    }
    let names: Vec<String> = (0..n).map(|p| format!("\"P{p}\"")).collect();
    let xs: Vec<String> = (0..n).map(|p| p.to_string()).collect();
    write!(text, "]\n[[rows]]\npoints = [{}]\nx = [{}]\ny = 0\n", names.join(", "), xs.join(", "))
        .expect("text grows");
    Game::from_toml(&text).expect("random games are sound")
}

/// A folder of its own for a test, removed afterwards.
pub(crate) struct Folder(std::path::PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bagh-tables-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("the temporary folder can be written to");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
