//! The project's own tasks: `cargo xtask test`.

fn main() {}
