/**
 * What the rules refuse, in English. The keys are the words of `crates/bagh-wasm/src/codes.rs`, the
 * numbers in braces the places of their values.
 */

export const en = {
  'wrong.other': 'This is not allowed here.',
  'wrong.move-shape': 'Write one point, such as C1, or two, such as A1B1.',
  'wrong.no-point': 'This board has no point {0}.',
  'wrong.over': 'The game is already over.',
  'wrong.occupied': '{0} is occupied.',
  'wrong.all-placed': 'All pieces are on the board: name two points, such as A1B1.',
  'wrong.still-to-place': 'There are pieces left to place: name one point, such as C1.',
  'wrong.nothing-there': 'There is no piece on {0}.',
  'wrong.not-yours': "The piece on {0} is the opponent's.",
  'wrong.not-adjacent': 'No line leads from {0} to {1}.',
  'wrong.no-jump': 'There is no jump from {0} to {1}.',
  'wrong.nothing-to-capture': 'There is nothing to capture on {0}.',
  'wrong.not-between': 'The jump from {0} to {1} does not pass over {2}.',
  'wrong.cannot-jump': 'Only tigers can jump.',
  'wrong.cannot-jump.kaooa': 'Only the vulture can jump.',
  'wrong.which-capture': 'Two captures are possible: say which, as in {0}.',

  'wrong.off-board': 'A piece is off the board, which has {0} points.',
  'wrong.two-pieces': 'A tiger and a goat are both on {0}.',
  'wrong.two-pieces.kaooa': 'The vulture and a crow are both on {0}.',
  'wrong.tigers': 'Tigers on the board: {0}. There must be {1}.',
  'wrong.tigers.kaooa': 'Vultures on the board: {0}. There must be {1}.',
  'wrong.tigers-at-most': 'Tigers on the board: {0}. There can be at most {1}.',
  'wrong.tigers-at-most.kaooa': 'Vultures on the board: {0}. There can be at most {1}.',
  'wrong.captured': 'Goats captured: {0}. The game ends at {1}.',
  'wrong.captured.kaooa': 'Crows captured: {0}. The game ends at {1}.',
  'wrong.goats':
    'The goats do not add up: {0} on the board, {1} in hand and {2} captured make {3}, but the herd has {4}.',
  'wrong.goats.kaooa':
    'The crows do not add up: {0} on the board, {1} in hand and {2} captured make {3}, but the flock has {4}.',

  'wrong.text-long': 'The text is too long for a position. It can have {0} characters.',
  'wrong.text-empty': 'There is no text.',
  'wrong.ambiguous-notation':
    'This FEN can be read in two ways. Choose “{0}” or “{1}” as the notation.',
  'wrong.tigers-placed':
    'This notation cannot describe a game in which tigers are placed. Use “obx”.',
  'wrong.text-length': 'The text has {0} characters. It must have {1}.',
  'wrong.spaces': 'There is more than one space between two parts.',
  'wrong.extra-field': '“{0}” is one part too many.',
  'wrong.rows': 'Rows found: {0}. The board has {1}, separated by “/”.',
  'wrong.row-short': 'Points in row {0}: {1}. There must be {2}.',
  'wrong.row-long': 'Row {0} has too many points. There must be {1}.',
  'wrong.row-zero': 'Row {0} has the number 0. Leave it out.',
  'wrong.letter': '“{0}” in row {1} means nothing in this notation.',
  'wrong.letter-on-point': '“{0}” on {1} means nothing in this notation.',
  'wrong.turn': 'It does not say who moves next: “{0}” for the goats or “{1}” for the tigers.',
  'wrong.turn.kaooa':
    'It does not say who moves next: “{0}” for the crows or “{1}” for the vulture.',
  'wrong.count-in-hand': 'The goats in hand are missing or wrong. Expected: {0} to {1}.',
  'wrong.count-in-hand.kaooa': 'The crows in hand are missing or wrong. Expected: {0} to {1}.',
  'wrong.count-captured': 'The captured goats are missing or wrong. Expected: {0} to {1}.',
  'wrong.count-captured.kaooa': 'The captured crows are missing or wrong. Expected: {0} to {1}.',
  'wrong.too-many-goats':
    'Too many goats: {0} on the board and {1} captured, but the herd has {2}.',
  'wrong.too-many-goats.kaooa':
    'Too many crows: {0} on the board and {1} captured, but the flock has {2}.',
  'wrong.goat-moves': 'The number of goat moves at the end is missing or wrong.',
  'wrong.few-goat-moves':
    'The last number says {0} goat moves, but {1} goats are on the board. If it counts captured goats, choose “captured-fen” as the notation.',
  'wrong.last-move': 'The last move “{0}” does not fit the board. Correct it, or write “-”.',
  'wrong.move-number': '“{0}” is not a move number. Correct it, or write “-”.',

  'wrong.captures': 'The number of captures to win must be between 1 and {0}.',
  'wrong.record-result': 'The result does not fit the final position.',
  'wrong.record-tag': 'The value of this tag is not valid.',

  'wrong.at.line': 'Line {line}: {why}',
  'wrong.at.place': 'Line {line}, column {column}: {why}',
  'wrong.file-toml': 'This is not valid TOML: {0}.',
  'wrong.file-key': 'There is no key “{0}”. Expected: {1}.',
  'wrong.file-missing': '“{0}” is missing. Add {1}.',
  'wrong.file-kind': '“{0}” has the wrong kind of value.',
  'wrong.file-name': 'A name has up to {1} lower-case letters, digits and hyphens.',
  'wrong.file-count': '“{0}” must be a whole number from {2} to {3}, not {1}.',
  'wrong.file-pieces':
    '{0} tigers and {1} goats make {2} pieces, but the board has only {3} points.',
  'wrong.file-no-rows': 'The board has no points. Add [[rows]].',
  'wrong.file-empty-row': 'This row has no points. Remove it, or name its points.',
  'wrong.file-points': 'A board can have at most {0} points.',
  'wrong.file-named-twice': 'Two points are called {0}. Rename one.',
  'wrong.file-point-name': '{0} cannot be a point. Points are called A1, B12 and so on.',
  'wrong.file-numbers': '“{0}” needs one number for each point. Numbers: {1}, points: {2}.',
  'wrong.file-number': '“{0}” must be a number, not {1}.',
  'wrong.file-no-point': '“{0}” names the point {1}, but no row has it.',
  'wrong.file-line-twice': 'The line “{0}” passes {1} twice. Split it into two lines.',
  'wrong.file-line-short': 'The line “{0}” needs at least two points.',
  'wrong.file-lonely': '{0} is on no line. Add it to a line, or remove it.',
  'wrong.file-opening': '“opening” must be "placed" or a list of points, one for each tiger ({0}).',
  'wrong.file-two-tigers': 'Two tigers start on {0}. Give each its own point.',
  'wrong.file-places': '“opening” has {0} points, but there are {1} tigers.',
  'wrong.file-symmetries': 'The board is too complicated. Use fewer points or fewer lines.',
};

export type RulesTexts = Record<keyof typeof en, string>;
