//! The features: their number, their names, and where each stands.

/// How many features there are.
pub const FEATURES: usize = 26;

/// How many of them go straight to the output of a network: the last ones.
pub const DIRECT: usize = 2;

/// The names of the features, in order.
pub const NAMES: [&str; FEATURES] = [
    "tiger moves",
    "tiger jumps",
    "goat moves that avoid an immediate capture",
    "distance of each pair of tigers, together",
    "least distance of two tigers",
    "goats in hand",
    "goats on corners",
    "goats on the rest of the rim",
    "goats inside",
    "goats that can be captured now",
    "goats next to a tiger",
    "goats next to no other goat",
    "pairs of goats side by side",
    "slides of the goats on the board",
    "jumps that another goat blocks",
    "empty points next to no tiger",
    "empty points that no tiger can slide to, however long",
    "tigers on corners",
    "tigers on the rim",
    "tigers on crossings",
    "moves of the least mobile tiger",
    "moves of the most mobile tiger",
    "tigers with one move left",
    "tigers that can capture",
    "goats captured",
    "trapped tigers",
];

// Where each stands in that order, as the names say.
pub const TIGER_MOVES: usize = 0;
pub const JUMPS: usize = 1;
pub const SAFE: usize = 2;
pub const APART: usize = 3;
pub const NEAREST: usize = 4;
pub const IN_HAND: usize = 5;
pub const GOATS_CORNERS: usize = 6;
pub const GOATS_RIM: usize = 7;
pub const GOATS_INSIDE: usize = 8;
pub const HANGING: usize = 9;
pub const TOUCHED: usize = 10;
pub const STRAYS: usize = 11;
pub const SIDE_BY_SIDE: usize = 12;
pub const GOAT_SLIDES: usize = 13;
pub const BLOCKED_JUMPS: usize = 14;
pub const CALM: usize = 15;
pub const CLOSED: usize = 16;
pub const TIGERS_CORNERS: usize = 17;
pub const TIGERS_RIM: usize = 18;
pub const TIGERS_CROSSINGS: usize = 19;
pub const LEAST_MOBILE: usize = 20;
pub const MOST_MOBILE: usize = 21;
pub const ONE_LEFT: usize = 22;
pub const HUNTERS: usize = 23;
pub const CAPTURED: usize = 24;
pub const TRAPPED: usize = 25;
