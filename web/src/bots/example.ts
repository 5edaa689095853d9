/** The bot that the workshop begins with: it looks one move ahead. Its comments are translated. */

import { t } from '../i18n';

export function example(): string {
  const comment = (text: string) =>
    text
      .split('\n')
      .map((line) => `// ${line}`)
      .join('\n');
  return `${comment(t('bots.example.what'))}
//
// position.turn          'tiger', 'goat'
// position.phase         'placement', 'sliding'
// position.tigers        ['A1', 'E1', …]
// position.goats         ['C3', …]
// position.goatsInHand   20 … 0
// position.captured      0 … 5
// position.trapped       ['A1', …]
// position.winner        null, 'tiger', 'goat', 'draw'
// position.moves         [{ text: 'A1C1', from: 'A1', to: 'C1', captures: 'B1' }, …]
//
// after(move)            ${t('bots.example.after')}
// after(move, position)  ${t('bots.example.after.of')}
// log(…)                 ${t('bots.example.log')}
// board                  { points, lines, captures, goats }

function choose(position, moves, { after, log, board }) {
  let best = moves[0];
  let most = -Infinity;
  for (const move of moves) {
    const score = worth(after(move), position.turn) + Math.random() / 10;
    if (score > most) {
      most = score;
      best = move;
    }
  }
  log(best.text, most.toFixed(1));
  return best;
}

${comment(t('bots.example.worth'))}
function worth(position, me) {
  if (position.winner === 'draw') return 0;
  if (position.winner) return position.winner === me ? 100 : -100;
  const threats = position.moves.filter((move) => move.captures).length;
  const tigers = 10 * position.captured + 5 * Math.min(threats, 1) - 2 * position.trapped.length;
  return me === 'tiger' ? tigers : -tigers;
}
`;
}
