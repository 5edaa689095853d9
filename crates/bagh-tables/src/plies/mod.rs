//! Plies to the end of won positions in the placement phase.
//!
//! Tables of the placement phase hold values. Plies are solved on request, by
//! [`solve_plies`](solve::solve_plies), into tables of their own beside the others: then look-ups
//! tell them. Without those tables, [`plies_to_end`](search::plies_to_end) finds them for one
//! position at a time.
//!
//! Both rest on the same observation. Order all ends of the game from the worst for the tigers to
//! the best: the goats win soon, the goats win late, a draw, the tigers win late, the tigers win
//! soon. If an end is named by the ply *of the game* at which it comes, not by the plies from
//! here, then Tiger's choice is a maximum and Goat's a minimum, with nothing to be added on the
//! way: the steps that solve values solve plies, too, with more planes.

pub(crate) mod block;
pub(crate) mod ends;
pub(crate) mod extent;
mod insert;
mod layers;
pub(crate) mod lookup;
mod opening;
pub(crate) mod search;
pub(crate) mod solve;
mod spill;
#[cfg(test)]
mod tests;
