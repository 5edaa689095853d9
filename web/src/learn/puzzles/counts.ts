/** How many puzzles each file holds; a test compares. */
export const COUNTS = { 'bagh-chal': 220, 'aadu-puli': 120 };
