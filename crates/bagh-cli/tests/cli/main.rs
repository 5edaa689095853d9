//! The command line from outside: what is typed, what is printed, and the exit code.

mod bad_input;
mod best;
mod completions;
mod computer;
mod convert;
mod count;
mod documented;
mod evolve;
mod games;
mod line;
mod lines;
mod mark;
mod moves;
mod papers;
mod perft;
mod play;
mod probe;
mod prove;
mod records;
mod run;
mod serve;
mod show;
mod small;
mod solve;
mod stats;
mod verify;
