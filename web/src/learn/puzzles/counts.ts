/** How many puzzles each file holds; a test compares. */
export const COUNTS = { 'bagh-chal': 0, 'aadu-puli': 0 };
