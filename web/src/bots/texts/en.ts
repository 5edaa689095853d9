/** Bots in English. */

export const en = {
  'bots.title': 'Bots',
  'bots.places': 'Bots',
  'bots.list': 'Rating list',
  'bots.workshop': 'Workshop',
  'bots.lead': 'Programs that play here: the levels of our engine, and bots that people connect.',
  'bots.write': 'Write your own bot',
  'bots.ratings': 'Ratings',
  'bots.none': 'No bot is here at the moment.',
  'bots.away': 'not here',
  'bots.absent': 'This site has no online play, so no bots are connected. The workshop works.',
  'bots.games': 'Latest games of bots',
  'bots.games.none': 'No finished games yet.',
  'bots.connect': 'Connect a bot',
  'bots.connect.text':
    'Any program in any language can play here. The operator of this site gives you a token; then this command connects your program:',
  'bots.connect.docs': 'How to write one in 30 lines is in {file}, which comes with the program.',
  'bots.connect.api': 'The API of this site',
} as const satisfies Record<string, string>;
