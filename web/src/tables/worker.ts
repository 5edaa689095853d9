/**
 * The worker of the tables: it asks the wasm module which ranges of which files a question needs,
 * fetches them from the static host, and hands them over until there is an answer. Questions to
 * what is kept on the device are answered from there.
 */

import url from '../wasm/tables.wasm?url';
import { loadWithBytes, RulesError, type CallWithBytes } from '../rules/module';
import type { GameRef } from '../rules/types';
import { forget, keep, recall } from './kept';
import { FILES } from './places';
import { askPocket, closePocket, reader } from './pocket';
import type { Answered, Answers, Asked, Dropped, Problem, Question, SiteGame } from './protocol';
import { fetchRange, fewAtATime, grouped, HostError, type Range } from './ranges';
import type { KeptFile } from './record';

const module = loadWithBytes(url, (memory) => ({ pocket_read: reader(memory) }));
/** The tables that are open, by what they are called. */
const opened = new Map<string, Promise<void>>();
let index: Promise<SiteGame[]> | undefined;
/** How often the site turned out to have other tables than those that were open. */
let renewals = 0;

/** A game that has no tables here. */
class NoTables extends HostError {
  constructor(name: string) {
    super(`${name}: its tables are not on this site`, 404);
  }
}

/** A file as a whole. */
async function whole(address: string, cache: RequestCache = 'default'): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(address, { cache });
  } catch (error) {
    throw new HostError(error instanceof Error ? error.message : String(error), 0);
  }
  const name = address.split('/').at(-1);
  if (!response.ok) {
    const { status, statusText } = response;
    throw new HostError(`${name}: the host answered ${status} ${statusText}`, status);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** The games whose tables are on the site. A failure is not remembered. */
function games(base: string): Promise<SiteGame[]> {
  index ??= whole(`${base}index.json`, 'no-cache')
    .then((bytes) => {
      const read = JSON.parse(new TextDecoder().decode(bytes)) as { games?: unknown };
      if (!Array.isArray(read.games)) {
        throw new HostError('index.json: it does not list games', 502);
      }
      return read.games as SiteGame[];
    })
    .catch((error: unknown) => {
      index = undefined;
      if (error instanceof SyntaxError) {
        throw new HostError(`index.json: ${error.message}`, 502);
      }
      throw error;
    });
  return index;
}

/** Opens the tables of a game, once. */
function open(
  call: CallWithBytes,
  base: string,
  game: GameRef,
  files: readonly KeptFile[] = [],
): Promise<void> {
  const named = call({ op: 'tables-name', game }) as { game: string; captures: number };
  const key = JSON.stringify([game.name, named.captures]);
  const opening =
    opened.get(key) ??
    (async () => {
      const { directory, bytes } = await (async () => {
        try {
          const found = (await games(base)).find(
            (listed) => listed.game === named.game && listed.captures === named.captures,
          );
          if (!found) throw new NoTables(game.name ?? 'this board');
          const { directory } = found;
          return { directory, bytes: await whole(`${base}${encodeURIComponent(directory.name)}`) };
        } catch (error) {
          // Out of reach: what is kept on the device will do.
          const kept = await keptDirectory(files);
          if (!kept || !(error instanceof HostError) || error.status !== 0) throw error;
          return kept;
        }
      })();
      call({ op: 'tables-open', game, directory }, bytes);
    })();
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

/** The directory of a game's tables, if it is among what is kept. */
async function keptDirectory(files: readonly KeptFile[]) {
  const directory = files.find(({ name }) => name.endsWith('.json'));
  if (!directory) return undefined;
  const found = await (await caches.open(FILES)).match(directory.url);
  const { name, length } = directory;
  return found && { directory: { name, length }, bytes: new Uint8Array(await found.arrayBuffer()) };
}

/** Brings ranges to the module: from the browser's storage, or else from the host. */
async function bring(
  call: CallWithBytes,
  base: string,
  game: GameRef,
  ranges: readonly Range[],
): Promise<void> {
  const give = (range: Range, bytes: Uint8Array) =>
    call({ op: 'tables-give', game, number: range.number }, bytes);
  const kept = await recall(base, ranges);
  for (const [range, bytes] of kept) {
    try {
      give(range, bytes);
    } catch (error) {
      // What was kept is damaged. The question is asked again, and then it is fetched.
      if (!(error instanceof RulesError)) throw error;
      await forget(base, range);
    }
  }
  const missing = ranges.filter((range) => !kept.has(range));
  await fewAtATime(grouped(missing), async (group) => {
    const address = `${base}${encodeURIComponent(group.file)}`;
    const bytes = await fetchRange(address, group.start, group.end);
    for (const range of group.ranges) {
      const from = range.start - group.start;
      const part = bytes.slice(from, from + range.length);
      give(range, part);
      keep(base, range, part);
    }
  });
}

interface Needed {
  needs?: Range[];
  probes?: Answers['probe'];
  line?: Answers['line'];
}

const added = new Map<string, Promise<void>>();

/** Hands the files of a game that are kept over to the module, once. */
function addKept(call: CallWithBytes, game: GameRef, files: readonly KeptFile[]): Promise<void> {
  const name = game.name ?? '';
  const adding =
    added.get(name) ??
    (async () => {
      const cache = await caches.open(FILES);
      for (const file of files) {
        const found = await cache.match(file.url);
        // The browser may have dropped it.
        if (!found) throw new HostError(`${file.name}: it is not kept any more`, 0);
        const bytes = new Uint8Array(await found.arrayBuffer());
        call({ op: 'kept-add', game, name: file.name }, bytes);
      }
    })();
  added.set(name, adding);
  adding.catch(() => added.delete(name));
  return adding;
}

/** Lets go of what is kept of a game. */
async function release(call: CallWithBytes, game: GameRef): Promise<null> {
  added.delete(game.name ?? '');
  call({ op: 'kept-close', game });
  await closePocket(call, game);
  return null;
}

/** Questions whose answers are not needed any more. */
const dropped = new Set<number>();

async function answer(base: string, question: Question, id: number): Promise<unknown> {
  if (question.op === 'games') return games(base);
  const call = await module;
  if (question.op === 'release') return release(call, question.game);
  if (question.op === 'pocket-probe') return askPocket(call, question, () => dropped.has(id));
  if (question.op === 'kept-probe' || question.op === 'kept-line') {
    const { op, game, files } = question;
    await addKept(call, game, files);
    const positions = op === 'kept-probe' ? question.positions : [question.position];
    return call({ op, game, positions, moves: true });
  }
  if (question.game.file !== undefined) throw new NoTables('this board');
  const before = renewals;
  try {
    return await look(call, base, question);
  } catch (error) {
    // Other questions may have found out already; then this one is only asked again.
    if (renewals === before) {
      if (!isGone(error)) throw error;
      renewals += 1;
      index = undefined;
      opened.clear();
    }
    return look(call, base, question);
  }
}

/**
 * Whether what a site's directory names is not there: the site has got other tables since, whose
 * files have other names.
 */
function isGone(error: unknown): boolean {
  const isHost = error instanceof HostError && !(error instanceof NoTables);
  return isHost && [404, 410, 416, 502].includes(error.status);
}

/** Looks positions up in the tables of the site. */
async function look(
  call: CallWithBytes,
  base: string,
  question: Extract<Question, { op: 'probe' | 'line' }>,
): Promise<unknown> {
  const { game } = question;
  await open(call, base, game, question.files);
  const request =
    question.op === 'probe'
      ? { op: 'tables-probe', game, positions: question.positions, moves: question.moves }
      : { op: 'tables-line', game, positions: [question.position] };
  const number = call(request) as number;
  try {
    for (;;) {
      const needed = call({ op: 'tables-needs', game, number }) as Needed;
      if (!needed.needs) return needed.probes ?? needed.line;
      await bring(call, base, game, needed.needs);
    }
  } catch (error) {
    try {
      call({ op: 'tables-needs', game, number, drop: true });
    } catch {
      // The module gave it up already.
    }
    throw error;
  }
}

function problem(error: unknown): Problem {
  if (error instanceof HostError) {
    // A game without tables is unknown here; a file that the host refuses is the fault of the host.
    const refused = error.status >= 400 && error.status < 500 && !(error instanceof NoTables);
    return { message: error.message, status: refused ? 502 : error.status };
  }
  const message = error instanceof Error ? error.message : String(error);
  // The module refuses what the host sent, or the question.
  if (error instanceof RulesError)
    return { message, status: error.fault.field === 'tables' ? 502 : 400 };
  return { message, status: 0 };
}

addEventListener('message', (event: MessageEvent<Asked | Dropped>) => {
  if ('drop' in event.data) {
    dropped.add(event.data.id);
    return;
  }
  const { id, base, question } = event.data;
  const reply = (answered: Answered) => {
    dropped.delete(id);
    postMessage(answered);
  };
  answer(base, question, id).then(
    (ok) => reply({ id, ok }),
    (error: unknown) => reply({ id, problem: problem(error) }),
  );
});
