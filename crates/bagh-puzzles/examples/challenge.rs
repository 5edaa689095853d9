//! Lists the positions that fit.
use bagh::Game;
fn main() {
    let game = Game::bagh_chal();
    let tables = bagh_tables::Tables::open(game, std::path::Path::new("/tmp/tables")).unwrap();
    let all = bagh_puzzles::challenge::all(&tables).unwrap();
    println!("{}", all.len());
    for p in all {
        println!("{} {:?} {:?}", game.obx(&p), tables.probe(&p).unwrap(), bagh_puzzles::challenge::answers(&tables, &p).unwrap().iter().map(|(m, l)| format!("{} {:?}", game.move_text(&p, *m), l)).collect::<Vec<_>>());
    }
}
