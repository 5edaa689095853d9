import type { en } from './en';

export const ta = {} as Record<keyof typeof en, string>;
