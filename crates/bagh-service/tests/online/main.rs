//! Online play as clients see it: a real server on a free port, with a database of its own.

mod bad_input;
mod bots;
mod client;
mod documented;
mod people;
mod play;
mod restart;
