/**
 * Writes what a service with complete tables says as a whole into `src/explore/snapshot`, so that the
 * page can show it without one: `node scripts/snapshot.mjs http://127.0.0.1:8080 verify.json`, where
 * the file holds what `bagh verify --json` printed for Bagh Chal.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const [service, verified] = process.argv.slice(2);
if (!service || !verified) {
  console.error('expected the address of a service, and the output of `bagh verify --json`');
  process.exit(2);
}

/** Counts are made once and then kept: the first request may take too long, a later one does not. */
async function ask(path, tries = 20) {
  const response = await fetch(`${service}/api/v1/${path}`);
  const answer = await response.json();
  if (response.ok && answer.known !== false && answer.complete !== false) return answer;
  if (tries === 0 || response.status < 500) {
    console.error(`${path}: ${JSON.stringify(answer.error ?? answer.unknown ?? answer)}`);
    process.exit(1);
  }
  await new Promise((resolve) => setTimeout(resolve, 5000));
  return ask(path, tries - 1);
}

const { published } = JSON.parse(readFileSync(verified, 'utf8'));
for (const game of ['bagh-chal', 'aadu-puli']) {
  const { classes, captures } = await ask(`${game}/stats`);
  const { rows: distances } = await ask(`${game}/stats/distances`);
  const { rows: longest } = await ask(`${game}/stats/longest`);
  const { bytes, rules, parts } = await ask(`${game}/tables`);
  const files = parts.flatMap((part) =>
    part.files.map(({ name, length, blake3 }) => ({ name, length, blake3 })),
  );
  const snapshot = {
    game,
    captures,
    classes,
    distances,
    longest,
    tables: { bytes, rules, files },
    published: game === 'bagh-chal' ? published : [],
  };
  const path = new URL(`../src/explore/snapshot/${game}.json`, import.meta.url);
  const part = new URL(`${path.href}.part`);
  writeFileSync(part, `${JSON.stringify(snapshot)}\n`);
  renameSync(part, path);
  console.log(path.pathname);
}
