import type { en } from './en';

export const ne = {} as Record<keyof typeof en, string>;
