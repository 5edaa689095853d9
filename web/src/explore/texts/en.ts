/** The page Explore, in English. */

export const en = {
  'explore.title': 'Explore',
  'explore.lead': 'Every position of these games has been worked out. This is what came of it.',
  'explore.result.bagh-chal':
    'Bagh Chal is a draw. With best play by both sides the tigers eat three goats, and no more; the goats cannot trap them.',
  'explore.result.aadu-puli':
    'Aadu Puli Attam is a draw, and no goat falls: with best play the goats keep the tigers from every one, and the tigers keep from being trapped.',
  'explore.positions': '{count} positions, up to symmetry',
  'explore.source.live': 'Read from the tables of this service.',
  'explore.source.stored': 'From a stored copy: no tables are at hand here.',
  'explore.game': 'Game',
  'explore.turn': 'To move',
  'explore.table': 'The numbers',
  'explore.share': 'Share of positions',
  'explore.placed': 'Goats placed',
  'explore.captured': 'Captured',
  'explore.all': 'All',
  'explore.position.count': 'Positions',
  'explore.draw': 'Draw',
  'explore.draw-with': 'Draw, {captures} captured',
  'explore.loading': 'Loading',
  'explore.failed': 'This could not be loaded: {reason}',

  'explore.outcomes': 'Through the placement phase',
  'explore.outcomes.about':
    'Of all positions after so many goats were placed: how many the tigers win, how many are drawn, how many the goats win.',
  'explore.outcomes.label': 'Shares of outcomes by goats placed, {side} to move',
  'explore.sliding': 'In the sliding phase',
  'explore.sliding.about':
    'All goats are placed. Each goat that was captured counts for the tigers.',
  'explore.sliding.label': 'Shares of outcomes by goats captured, {side} to move',

  'explore.distances': 'How long wins take',
  'explore.distances.about':
    'Wins of the sliding phase by plies to the end, the winner hurrying and the loser delaying. The scale goes up by tens: most wins are short, and a few are very long.',
  'explore.distances.tiger-win': 'Wins of the tigers',
  'explore.distances.goat-win': 'Wins of the goats',
  'explore.distances.label': '{what}: positions by plies, a line for each number of captured goats',
  'explore.plies': 'Plies',
  'explore.plies.range': '{from} to {to}',
  'explore.longest': 'Longest',

  'explore.games': 'The longest wins, and the best games',
  'explore.games.about': 'Both sides play their best. Step through them.',
  'explore.record.start': 'Best play from the start',
  'explore.record.longest-tiger-win': 'Longest win of the tigers, {captured} captured',
  'explore.record.longest-goat-win': 'Longest win of the goats, {captured} captured',
  'explore.record.first-tiger-on-b7': 'The goats punish a first tiger on B7',
  'explore.record.choose': 'Game to step through',
  'explore.record.at': 'Ply {ply} of {of}',
  'explore.record.ply': 'Ply',
  'explore.record.first': 'To the beginning',
  'explore.record.back': 'One move back',
  'explore.record.next': 'One move on',
  'explore.record.last': 'To the end',
  'explore.record.analyse': 'Look it up',
  'explore.record.settled': 'Here the draw settles: nobody can get any further.',

  'explore.papers': 'The papers beside ours',
  'explore.papers.about':
    'Lim Yew Jin and Jürg Nievergelt published counts of Bagh Chal in 2004 and 2009. Every one that tables can answer is compared.',
  'explore.papers.none': 'No numbers of Aadu Puli Attam have been published, as far as we know.',
  'explore.papers.sum': '{equal} of {all} are equal to the digit.',
  'explore.papers.what': 'What',
  'explore.papers.printed': 'Printed',
  'explore.papers.ours': 'Ours',
  'explore.papers.agreement': 'Agreement',
  'explore.agreement.equal': 'equal',
  'explore.agreement.misprint': 'misprint',
  'explore.agreement.estimate': 'estimate',
  'explore.agreement.part': 'a part',
  'explore.agreement.differs': 'differs',

  'explore.files': 'The tables themselves',
  'explore.files.about':
    'Download them and ask your own questions; the format is described in docs/FORMAT.md. Hashes are BLAKE3.',
  'explore.files.state.ready': 'Solved completely: {size}.',
  'explore.files.state.solving': 'Being solved: {percent} % done.',
  'explore.files.state.waiting': 'Waiting to be solved.',
  'explore.files.state.unsolved': 'Not solved here.',
  'explore.files.state.failed': 'Solving failed: {reason}',
  'explore.files.state.none':
    'No service is at hand to download from; these are the files it would have: {size}.',
  'explore.files.left': 'About {time} left.',
  'explore.files.minutes.one': '{count} minute',
  'explore.files.minutes.other': '{count} minutes',
  'explore.files.name': 'File',
  'explore.files.size': 'Size',
  'explore.files.hash': 'Hash',
  'explore.files.list.one': '{count} file',
  'explore.files.list.other': '{count} files',
};

export type ExploreTexts = Record<keyof typeof en, string>;
