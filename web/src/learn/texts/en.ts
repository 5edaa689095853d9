/** The page Learn, in English. */

export const en = {
  'learn.title': 'Learn',
  'learn.lead': 'Two minutes for the rules, then puzzles for as long as you like.',
  'learn.lessons': 'The rules, step by step',
  'learn.lesson.begin': 'Begin',
  'learn.lesson.continue': 'Continue',
  'learn.lesson.again': 'Repeat',
  'learn.lesson.step': 'Step {step} of {of}',
  'learn.lesson.learnt': 'Completed',
  'learn.next': 'Next',
  'learn.back': 'Back',
  'learn.again': 'Try again',
  'learn.all': 'All of Learn',

  'lesson.bagh-chal.board.title': 'The board',
  'lesson.bagh-chal.board.task':
    'Four tigers stand on the corners. Twenty goats wait beside the board. Pieces stand where lines meet, and move along the lines.',
  'lesson.bagh-chal.place.title': 'Place a goat',
  'lesson.bagh-chal.place.task':
    'The goats begin. Each turn, one goat is placed on an empty point. Place one now, wherever you like.',
  'lesson.bagh-chal.place.done':
    'The goats do not move until all twenty are placed. After each goat a tiger moves.',
  'lesson.bagh-chal.slide.title': 'Move a tiger',
  'lesson.bagh-chal.slide.task':
    'A tiger goes along a line to the next point, if it is empty. Choose a tiger, then where it goes.',
  'lesson.bagh-chal.slide.done':
    'Not every point has diagonal lines: check where they are drawn before you plan a route.',
  'lesson.bagh-chal.capture.title': 'Capture a goat',
  'lesson.bagh-chal.capture.task':
    'The goat on B1 stands beside a tiger, and the point behind it is empty. Jump over it!',
  'lesson.bagh-chal.capture.try':
    'That move is fine, but there is a goat to take: choose the tiger on A1 and jump straight over it to C1.',
  'lesson.bagh-chal.capture.done':
    'One capture per turn, and capturing is optional. With five captures the tigers win.',
  'lesson.bagh-chal.guard.title': 'Guard a goat',
  'lesson.bagh-chal.guard.task':
    'Now you are the goats. The goat on B1 is about to be taken. Place a goat so that no tiger can jump.',
  'lesson.bagh-chal.guard.try':
    'The tiger on A1 can still jump to C1. What if something stood there?',
  'lesson.bagh-chal.guard.done':
    'A goat with its back covered is safe. Goats at the edge and goats in a row guard each other.',
  'lesson.bagh-chal.herd.title': 'Move a goat',
  'lesson.bagh-chal.herd.task':
    'All goats are placed, and three were captured. From now on a goat moves each turn, along a line like a tiger. Move one.',
  'lesson.bagh-chal.herd.done': 'Goats go one step, in any direction, and never jump.',
  'lesson.bagh-chal.trap.title': 'Trap the tigers',
  'lesson.bagh-chal.trap.task':
    'The goats win when no tiger can move. One move does it here. Tigers that are stuck already look pale.',
  'lesson.bagh-chal.trap.try': 'Some tiger can still move. Which point is its way out?',
  'lesson.bagh-chal.trap.done': 'No tiger can move: the goats have won.',
  'lesson.bagh-chal.repeat.title': 'Repetition',
  'lesson.bagh-chal.repeat.task':
    'The same position has occurred twice. Move the tiger on B1 back to A1, and it occurs a third time.',
  'lesson.bagh-chal.repeat.try': 'That is a new position. Move the tiger on B1 back to A1.',
  'lesson.bagh-chal.repeat.done':
    'The third time is a draw. This applies once all goats are placed, with the same side to move.',
  'lesson.bagh-chal.dandee.title': 'A grand win: Dandee',
  'lesson.bagh-chal.dandee.task':
    'All four tigers stand in a row on a diagonal. Close the last gap: a win like this counts for twelve games.',
  'lesson.bagh-chal.dandee.try': 'The tiger in the middle can still jump to E1. Fill that point.',
  'lesson.bagh-chal.dandee.done': 'Dandee, a straight, strong stick! Few players ever see one.',
  'lesson.bagh-chal.locked.title': 'A grand win: Locked Goats',
  'lesson.bagh-chal.locked.task':
    'The tigers have a grand win, too: a herd that cannot move. Move the tiger on E5 so that only its corner is empty.',
  'lesson.bagh-chal.locked.try': 'Goats can still move. Close the corner: from E5 to D5.',
  'lesson.bagh-chal.locked.done':
    'Only tigers stand beside the empty corner, so no goat has a move. This is rare: the goats have to help.',
  'lesson.bagh-chal.end.title': 'You know Bagh Chal',
  'lesson.bagh-chal.end.task':
    'That is all. Tigers stay apart and wait; goats keep to the edge and close in together. Now play, or try a puzzle.',

  'lesson.aadu-puli.board.title': 'The board of goats and tigers',
  'lesson.aadu-puli.board.task':
    'Twenty-three points on a hill: the apex above, four rows below. Three tigers and fifteen goats wait beside it.',
  'lesson.aadu-puli.tiger.title': 'Place a tiger',
  'lesson.aadu-puli.tiger.task':
    'The tigers begin. They, too, are placed one by one, with a goat after each. Place a tiger on any point.',
  'lesson.aadu-puli.tiger.done':
    'Only on B7 and B12, the middles of the two sides, would the first tiger lose by force. Everywhere else it is a draw.',
  'lesson.aadu-puli.goat.title': 'Place a goat',
  'lesson.aadu-puli.goat.task': 'The goats answer. Place one where no tiger can jump over it.',
  'lesson.aadu-puli.goat.try':
    'There a tiger could jump over it at once. Is there a quieter place?',
  'lesson.aadu-puli.goat.done':
    'Good. When all three tigers stand, they move, while the goats go on being placed.',
  'lesson.aadu-puli.capture.title': 'Jump along a line',
  'lesson.aadu-puli.capture.task':
    'A tiger jumps straight along one drawn line. The goat on B9 is on the line down from B3, and B15 is empty.',
  'lesson.aadu-puli.capture.try':
    'That is allowed. But from B3 you can jump over B9 and land on B15.',
  'lesson.aadu-puli.capture.done':
    'Here the tigers need ten captures to win, and the goats have fifteen.',
  'lesson.aadu-puli.trap.title': 'Trap the tigers',
  'lesson.aadu-puli.trap.task': 'The goats win when no tiger can move. One move does it.',
  'lesson.aadu-puli.trap.try': 'Some tiger can still move. Look for its way out.',
  'lesson.aadu-puli.trap.done': 'All three are trapped: the goats have won.',
  'lesson.aadu-puli.end.title': 'You know Aadu Puli Attam',
  'lesson.aadu-puli.end.task':
    'The rest is as in Bagh Chal: goats move once all are placed, and the same position for the third time is a draw. Here the herd can never be locked.',
  'lesson.play': 'Play',
  'lesson.puzzles': 'Try a puzzle',

  'puzzles.title': 'Puzzles',
  'puzzles.lead':
    'Positions from real games, checked against the complete solution: in each, exactly one move is right.',
  'puzzles.done': '{done} of {of} solved',
  'puzzles.done.helped': '{done} of {of} solved, {helped} with help',
  'puzzles.open': 'Puzzles of {game}',
  'puzzles.kind': 'Kind',
  'puzzles.grade': 'Difficulty',
  'puzzles.any': 'All',
  'puzzles.kind.hold': 'Keep the draw',
  'puzzles.kind.trap': 'Trap them all',
  'puzzles.kind.eat': 'Win a goat',
  'puzzles.kind.win': 'Win as tigers',
  'puzzles.grade.1': 'Easy',
  'puzzles.grade.2': 'Fairly easy',
  'puzzles.grade.3': 'Medium',
  'puzzles.grade.4': 'Hard',
  'puzzles.grade.5': 'Very hard',
  'puzzles.stars': 'Difficulty {grade} of 5',
  'puzzles.number': 'Puzzle {number}',
  'puzzles.list': 'Choose a puzzle',
  'puzzles.none': 'There is no puzzle of this kind and difficulty. Choose another.',
  'puzzles.state.solved': 'solved',
  'puzzles.state.helped': 'solved with help',
  'puzzles.state.open': 'not solved yet',
  'puzzles.task.hold.tiger': 'Tigers to move. One move keeps the draw; every other one loses.',
  'puzzles.task.hold.goat': 'Goats to move. One move keeps the draw; every other one loses.',
  'puzzles.task.trap': 'Goats to move. Trap all tigers by force.',
  'puzzles.task.eat': 'Tigers to move. Win a goat by force.',
  'puzzles.task.win': 'Tigers to move. One move wins; every other one throws the win away.',
  'puzzles.in': 'It takes {moves} moves.',
  'puzzles.challenge': 'The challenge of 2004',
  'puzzles.challenge.about':
    'Lim and Nievergelt set it under Figure 1b of “Computing Tigers and Goats”: the tigers can capture a goat, “but thereafter the goats suffocate the tigers with a forcing sequence of 5 plies (challenge: find it)”. The tiger has just taken. Their drawing is not in the texts that we have; this position fits the caption word by word.',
  'puzzles.right': 'Right! Keep going.',
  'puzzles.also': 'That is right, too. The line goes on with {move}.',
  'puzzles.wrong.hold': 'Not this one: now the other side wins. Try again.',
  'puzzles.wrong.trap': 'Not this one: the tigers slip away. Try again.',
  'puzzles.wrong.eat': 'Not this one: the goat gets away. Try again.',
  'puzzles.wrong.win': 'Not this one: the win is gone. Try again.',
  'puzzles.finish': 'You can finish now. Try again.',
  'puzzles.answering': 'The other side answers.',
  'puzzles.solved': 'Solved!',
  'puzzles.solved.helped': 'Solved with help.',
  'puzzles.solved.hold': 'The draw is safe.',
  'puzzles.solved.trap': 'No tiger can move.',
  'puzzles.solved.eat': 'The goat is yours.',
  'puzzles.solved.win': 'The tigers win.',
  'puzzles.solved.win-far': 'From here the tigers win, though it takes a while.',
  'puzzles.shown': 'This was the solution: {line}',
  'puzzles.hint': 'Hint',
  'puzzles.hint.piece': 'Look at the marked piece.',
  'puzzles.hint.place': 'Look around the marked point.',
  'puzzles.hint.move': 'Play the marked move.',
  'puzzles.solution': 'Show the solution',
  'puzzles.next': 'Next puzzle',
  'puzzles.previous': 'Previous puzzle',
  'puzzles.analyse': 'Analyse',

  'mistakes.title': 'Your mistakes',
  'mistakes.none':
    'Nothing here yet. Play a game and review it: your mistakes will wait here to be tried again.',
  'mistakes.count.one': '{count} position to try again',
  'mistakes.count.other': '{count} positions to try again',
  'mistakes.begin': 'Try them again',
  'mistakes.task': 'In your game you played {move}. Find a better move.',
  'mistakes.same': 'That is what you played. There is something better.',
  'mistakes.wrong': 'That is not the best move. Try another.',
  'mistakes.refuted': 'This is how it goes on: {line}.',
  'mistakes.solved': 'That is it!',
  'mistakes.helped': 'That is it, with help. Try it alone another time.',
  'mistakes.all-done': 'All corrected. Well done!',
  'puzzles.state.shown': 'solution shown',
  'daily.about': 'One puzzle a day, the same for everyone.',
  'daily.again': 'Look at it again',
  'puzzles.refuted': 'It is refuted by {line}.',
  'history.title': 'Your games',
  'history.none': 'Games you finish are listed here, with their accuracy.',
  'history.open': 'Statistics and history',
  'history.games.one': '{count} game',
  'history.games.other': '{count} games',
  'history.export': 'Export records',
  'history.export.json': 'Export JSON',
  'history.delete': 'Delete all',
  'history.delete.sure': 'Delete the history of all your games? This cannot be undone.',
  'history.all': 'Show all',
  'history.online': 'Online · {name}',
  'history.won': 'Won',
  'history.lost': 'Lost',
  'history.drawn': 'Draw',
  'history.figures': 'Statistics',
  'history.wins': 'wins',
  'history.draws': 'draws',
  'history.losses': 'losses',
  'history.accuracy': 'average accuracy',
  'history.chart.range': 'Accuracy over time: {from} to {to}, from {begin} to {end}',
};

export type LearnTexts = Record<keyof typeof en, string>;
