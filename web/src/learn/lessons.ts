/** The lessons: positions to act in, and what is wanted there. */

import { state as stateOf, type Move, type State } from '../rules';
import type { Key } from '../i18n';

export const LESSON_GAMES = ['bagh-chal', 'aadu-puli'] as const;
export type LessonGame = (typeof LESSON_GAMES)[number];

export interface Step {
  id: string;
  /** The first position; the start if left out. */
  position?: string;
  /** Moves that were played from there. */
  moves?: string[];
  /** Whether the move is what the step is about; a step without it is only read. */
  wants?: (after: State, move: Move) => boolean;
}

const anything = () => true;
const noCapture = (after: State) => after.legal.every((move) => move.over === null);

export const LESSONS: Record<LessonGame, Step[]> = {
  'bagh-chal': [
    { id: 'board' },
    { id: 'place', wants: anything },
    {
      id: 'slide',
      position: 'T3T/5/2G2/5/T3T t g19 c0',
      wants: (_, move) => move.over === null,
    },
    {
      id: 'capture',
      position: 'TG2T/5/5/5/T3T t g19 c0',
      wants: (_, move) => move.over !== null,
    },
    { id: 'guard', position: 'TG2T/5/5/5/T3T g g19 c0', wants: noCapture },
    { id: 'herd', position: 'T1GGT/GGGGG/GGGGG/GG2G/TGG1T g g0 c3', wants: anything },
    {
      id: 'trap',
      position: 'TGGGT/G2GG/GGGGG/GGGGG/TGGGT g g0 c1',
      wants: (after) => after.result?.outcome === 'goat-win',
    },
    {
      id: 'repeat',
      position: 'T1GGT/GGGGG/GGGGG/GG2G/TGG1T g g0 c3',
      moves: ['C5D5', 'A1B1', 'D5C5', 'B1A1', 'C5D5', 'A1B1', 'D5C5'],
      wants: (after) => after.result?.reason === 'repetition',
    },
    {
      id: 'dandee',
      position: 'TGGG1/GTGGG/GGTGG/GGGTG/GGGGG g g0 c0',
      wants: (after) => after.result?.reason === 'dandee',
    },
    {
      id: 'locked',
      position: 'TGGGG/GGGGG/GGGGG/GGGTT/GGG1T t g0 c0',
      wants: (after) => after.result?.reason === 'locked-goats',
    },
    { id: 'end' },
  ],
  'aadu-puli': [
    { id: 'board' },
    { id: 'tiger', wants: anything },
    { id: 'goat', position: 'T/2TT2/6/6/4 g g15 c0', wants: noCapture },
    {
      id: 'capture',
      position: 'T/2TT2/2G3/6/4 t g14 c0',
      wants: (_, move) => move.over !== null,
    },
    {
      id: 'trap',
      position: '1/TGG3/TGG3/T1G3/4 g g10 c0',
      wants: (after) => after.result?.outcome === 'goat-win',
    },
    { id: 'end' },
  ],
};

export function isLessonGame(name: string | undefined): name is LessonGame {
  return LESSON_GAMES.some((game) => game === name);
}

/** The text of a step: its title, its task, what to try instead, or what was learnt. */
export function stepText(
  game: LessonGame,
  step: Step,
  part: 'title' | 'task' | 'try' | 'done',
): Key {
  return `lesson.${game}.${step.id}.${part}` as Key;
}

/** A step that is being taken. */
export class Taking {
  state: State;
  done: boolean;
  /** A move that was made, but is not what the step is about. */
  other: Move | null = null;

  constructor(
    readonly game: LessonGame,
    readonly step: Step,
  ) {
    this.state = this.begin();
    this.done = step.wants === undefined;
  }

  private begin(): State {
    return stateOf({ name: this.game }, this.step.moves ?? [], this.step.position);
  }

  /** Makes a move; one that is not wanted is shown, and can be taken back by `again`. */
  play(move: Move): void {
    if (this.done || this.other) return;
    const moves = [...(this.step.moves ?? []), move.text];
    const after = stateOf({ name: this.game }, moves, this.step.position);
    this.state = after;
    if (this.step.wants?.(after, move)) this.done = true;
    else this.other = move;
  }

  /** Begins the step again. */
  again(): void {
    this.state = this.begin();
    this.other = null;
    this.done = this.step.wants === undefined;
  }
}
