/** The page Explore, in English. */

export const en = {
  'explore.title': 'Explore',
  'explore.lead': 'We solved both games completely. Here are the results.',
  'explore.result.bagh-chal':
    'Bagh Chal is a draw. With best play by both sides, the tigers capture three goats and the goats cannot trap them.',
  'explore.result.aadu-puli':
    'Aadu Puli Attam is a draw. With best play by both sides, no goat is captured and the tigers cannot be trapped.',
  'explore.positions': '{count} positions up to symmetry, including ones that never arise in play',
  'explore.source.live': 'Read from the tables of this service.',
  'explore.source.stored': 'From a stored copy: this service has no tables.',
  'explore.game': 'Game',
  'explore.turn': 'To move',
  'explore.table': 'The numbers',
  'explore.placed': 'Goats placed',
  'explore.captured': 'Captured',
  'explore.position.count': 'Positions',
  'explore.draw': 'Draw',
  'explore.draw-with': 'Draw, {captures} captured',
  'explore.loading': 'Loading',
  'explore.failed': 'This could not be loaded: {reason}',

  'explore.outcomes': 'Through the placement phase',
  'explore.outcomes.about':
    'The share of positions that the tigers win, that are drawn, and that the goats win, by the number of goats placed.',
  'explore.outcomes.label': 'Shares of outcomes by goats placed, {side} to move',
  'explore.sliding': 'In the sliding phase',
  'explore.sliding.about': 'After all goats are placed, by the number of goats captured.',
  'explore.sliding.label': 'Shares of outcomes by goats captured, {side} to move',

  'explore.distances': 'How long wins take',
  'explore.distances.about':
    'Wins in the sliding phase by plies to the end; the winner hurries and the loser delays. The scale is logarithmic: most wins are short, and a few are very long.',
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
  'explore.record.next': 'One move forward',
  'explore.record.last': 'To the end',
  'explore.record.analyse': 'Analyse',
  'explore.record.settled': 'Here the draw is settled: neither side can make progress.',

  'explore.papers': 'Published numbers and ours',
  'explore.papers.about':
    'Lim Yew Jin and Jürg Nievergelt published counts for Bagh Chal in 2004 and 2009. We compare every number that our tables can answer.',
  'explore.papers.none': 'As far as we know, no numbers have been published for Aadu Puli Attam.',
  'explore.papers.sum': '{equal} of {all} match exactly.',
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
    'Download them and answer your own questions. The format is described in docs/FORMAT.md. Hashes are BLAKE3.',
  'explore.files.state.ready': 'Solved completely: {size}.',
  'explore.files.state.solving': 'Being solved: {percent} done.',
  'explore.files.state.waiting': 'Waiting to be solved.',
  'explore.files.state.unsolved': 'Not solved here.',
  'explore.files.state.failed': 'Solving failed.',
  'explore.files.state.none':
    'There is no service to download from. It would offer these files: {size}.',
  'explore.files.left': 'About {time} left.',
  'explore.files.minutes.one': '{count} minute',
  'explore.files.minutes.other': '{count} minutes',
  'explore.files.name': 'File',
  'explore.files.size': 'Size',
  'explore.files.hash': 'Hash',
  'explore.files.list.one': '{count} file',
  'explore.files.list.other': '{count} files',
  'explore.offline.title': 'Offline use',
  'explore.offline.about':
    'Keep the exact values of the sliding phase on this device ({size}). Analysis and review then use them offline.',
  'explore.offline.keep': 'Keep for offline',
  'explore.offline.all.about':
    'Or keep everything ({size}): the exact value of every position, from the first move to the last.',
  'explore.offline.all.more':
    'Keep the rest as well ({size}): the exact value of every position, from the first move to the last.',
  'explore.offline.all.keep': 'Keep everything',
  'explore.offline.all.kept': 'Kept on this device ({size}): all exact values work offline.',
  'explore.offline.cancel': 'Cancel',
  'explore.offline.busy': 'Downloading: {percent}',
  'explore.offline.kept':
    'Kept on this device ({size}): exact values of the sliding phase work offline.',
  'explore.offline.remove': 'Remove',
  'explore.offline.newer': 'These tables have been computed again since ({size} to download).',
  'explore.offline.renew': 'Update',
  'explore.offline.begun':
    'A download was not finished. What has arrived is kept for the next try.',
  'explore.offline.status': 'The server answered with error {status}.',
  'explore.offline.incomplete': 'A file did not arrive completely. Try again.',
  'explore.offline.full': 'There is not enough room on this device.',
  'explore.offline.failed': 'The download failed. {reason}',
};

export type ExploreTexts = Record<keyof typeof en, string>;
