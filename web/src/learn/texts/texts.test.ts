import { expect, it } from 'vitest';
import { LESSON_GAMES, LESSONS } from '../lessons';
import { en } from './en';

it('every step of a lesson has its texts', () => {
  for (const game of LESSON_GAMES) {
    for (const step of LESSONS[game]) {
      const parts = step.wants ? ['title', 'task', 'done'] : ['title', 'task'];
      for (const part of parts) expect(en).toHaveProperty([`lesson.${game}.${step.id}.${part}`]);
    }
  }
});
