//! The command line of Bagh.

fn main() {}
