/** What a pasted text or a file holds: positions, games, or a board. */

import { count, t } from '../i18n';
import {
  game as describeGame,
  readPosition,
  readRecord,
  state as stateOf,
  type GameRef,
  type Outcome,
  type Reason,
  type State,
} from '../rules';
import { explain } from '../ui/errors';
import { looksLikePosition, splitRecords } from './split';
import { Tree } from './tree';
import { keyOf } from './values';

/** Something that can be opened. */
export interface Item {
  /** The game, and the captures that win where they are not the usual ones. */
  game: string;
  captures?: number;
  /** The first position, if it is not the usual start. */
  start?: string;
  tree: Tree;
  /** What it is called in a list. */
  label: string;
  /** What was mended, as the library says it. */
  warnings: string[];
  /** The tags of a record that mean nothing to the rules, such as the names of the players. */
  tags: [string, string][];
  /** The result of a record. */
  declared?: { outcome: Outcome; reason: Reason | null };
}

export interface Opened {
  items: Item[];
  /** What could not be read, and why. */
  faults: { text: string; why: string }[];
}

/** The notations that a text can be in. `auto` tells them apart by their looks where that is safe. */
export const FORMATS = [
  'auto',
  'obx',
  'obx-1x',
  'obx-2-early',
  'obx-2',
  'gamescrafters',
  'baghchal-fen',
  'captured-fen',
  'baghchal-pgn',
  'baghchal-ids',
] as const;
export type Format = (typeof FORMATS)[number];

const RECORD_FORMATS: readonly Format[] = ['baghchal-pgn', 'baghchal-ids'];
/** Tags that the rules look at, or that this page writes itself. */
const MEANT = ['Game', 'Captures', 'Position', 'Reason'];
/** The largest text that is read, in characters. */
export const MOST_TEXT = 2_000_000;

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** Whether a text looks like a board file. */
export function isBoardFile(text: string): boolean {
  return /^\s*(lines|points|tigers|name|title)\s*=/m.test(text);
}

/** Reads a text. The game is that of positions, and of records that name none. */
export function readText(ref: GameRef, text: string, format: Format = 'auto'): Opened {
  const opened: Opened = { items: [], faults: [] };
  if (text.length > MOST_TEXT) {
    opened.faults.push({ text: '', why: t('analyse.open.large') });
    return opened;
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const full = lines.filter((line) => line !== '');
  if (full.length === 0) {
    opened.faults.push({ text: '', why: t('analyse.open.nothing') });
    return opened;
  }
  const positions =
    format === 'auto' ? full.every(looksLikePosition) : !RECORD_FORMATS.includes(format);
  if (positions) readPositions(ref, full, format, opened);
  else readRecords(ref, text, format, opened);
  return opened;
}

interface ReadLine {
  state: State;
  warnings: string[];
}

function readPositions(ref: GameRef, lines: string[], format: Format, opened: Opened): void {
  const { name, captures } = describeGame(ref);
  const usual = describeGame(ref.file ? { file: ref.file } : { name }).captures;
  const run: ReadLine[] = [];
  const tree = { moves: [] as string[] };
  const finish = () => {
    const first = run[0];
    if (!first) return;
    const made = new Tree();
    made.addLine(made.root, tree.moves);
    const start = first.state.position;
    opened.items.push({
      game: name,
      ...(captures === usual ? {} : { captures }),
      ...(keyOf(start) === keyOf(describeGame(ref).start) ? {} : { start }),
      tree: made,
      label: tree.moves.length
        ? count('analyse.item.linked', tree.moves.length, { position: keyOf(start) })
        : keyOf(start),
      warnings: run.flatMap((read) => read.warnings),
      tags: [],
    });
    run.length = 0;
    tree.moves = [];
  };
  for (const line of lines) {
    try {
      const options = { lenient: true, ...(format === 'auto' ? {} : { format }) };
      const { state, warnings } = readPosition(ref, line, options);
      const before = run.at(-1);
      const link = before ? linking(ref, before.state, state) : null;
      if (before && link === null) finish();
      if (link !== null) tree.moves.push(link);
      run.push({ state, warnings });
    } catch (error) {
      finish();
      opened.faults.push({ text: shorten(line), why: explain(error, describeGame(ref)) });
    }
  }
  finish();
}

/** The move that leads from one position to the other, if one does. */
function linking(ref: GameRef, before: State, after: State): string | null {
  const wanted = keyOf(after.position);
  for (const move of before.legal) {
    // Most moves leave other points occupied, which is seen without playing them.
    const there = after.turn === 'tiger' ? after.goats : after.tigers;
    if (!there.includes(move.to)) continue;
    if (keyOf(stateOf(ref, [move.text], before.position).position) === wanted) return move.text;
  }
  return null;
}

function readRecords(ref: GameRef, text: string, format: Format, opened: Opened): void {
  const dialect = RECORD_FORMATS.includes(format) ? format : undefined;
  const parts = dialect ? [text] : splitRecords(text);
  for (const part of parts) {
    try {
      opened.items.push(readOne(ref, part, dialect));
    } catch (error) {
      opened.faults.push({ text: shorten(part), why: explain(error) });
    }
  }
}

function readOne(ref: GameRef, text: string, dialect: string | undefined): Item {
  // Moves alone are a game that is not over.
  const whole =
    dialect || /(^|\s)(tiger-win|goat-win|draw|\*)\s*$/.test(text) ? text : `${text}\n*`;
  const record = readRecord(ref, whole, dialect);
  const own = describeGame(ref).name === record.game && ref.file ? { file: ref.file } : null;
  const usual = describeGame(own ?? { name: record.game });
  const tree = Tree.from(record.nodes);
  const tags = record.tags.filter(([name]) => !MEANT.includes(name));
  const named = (name: string) => tags.find(([tag]) => tag === name)?.[1];
  const moves = tree.all().length - 1;
  const goats = named('Goats');
  const tigers = named('Tigers');
  return {
    game: record.game,
    ...(record.captures === usual.captures ? {} : { captures: record.captures }),
    ...(keyOf(record.start) === keyOf(usual.start) ? {} : { start: record.start }),
    tree,
    label:
      goats || tigers
        ? t('analyse.item.players', { goats: goats ?? '?', tigers: tigers ?? '?' })
        : count('analyse.item.record', moves, { first: tree.root.children[0]?.move ?? '–' }),
    warnings: [],
    tags,
    ...(record.outcome ? { declared: { outcome: record.outcome, reason: record.reason } } : {}),
  };
}
