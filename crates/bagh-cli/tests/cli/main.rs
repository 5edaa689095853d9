//! The command line from outside: what is typed, what is printed, and the exit code.

mod bad_input;
mod completions;
mod convert;
mod documented;
mod games;
mod moves;
mod perft;
mod play;
mod run;
mod show;
