/** All texts, for tests: those of the app, and those that come with parts of it. */

import { en as analyseEn } from '../analyse/texts/en';
import { ne as analyseNe } from '../analyse/texts/ne';
import { ta as analyseTa } from '../analyse/texts/ta';
import { en as botsEn } from '../bots/texts/en';
import { ne as botsNe } from '../bots/texts/ne';
import { ta as botsTa } from '../bots/texts/ta';
import { en as exploreEn } from '../explore/texts/en';
import { ne as exploreNe } from '../explore/texts/ne';
import { ta as exploreTa } from '../explore/texts/ta';
import { en as learnEn } from '../learn/texts/en';
import { ne as learnNe } from '../learn/texts/ne';
import { ta as learnTa } from '../learn/texts/ta';
import { en as onlineEn } from '../online/texts/en';
import { ne as onlineNe } from '../online/texts/ne';
import { ta as onlineTa } from '../online/texts/ta';
import { en as rulesEn } from '../rules/texts/en';
import { ne as rulesNe } from '../rules/texts/ne';
import { ta as rulesTa } from '../rules/texts/ta';
import { en } from './en';
import { ne } from './ne';
import { ta } from './ta';

export const PARTS: Record<string, Record<'en' | 'ne' | 'ta', Record<string, string>>> = {
  app: { en, ne, ta },
  analyse: { en: analyseEn, ne: analyseNe, ta: analyseTa },
  bots: { en: botsEn, ne: botsNe, ta: botsTa },
  explore: { en: exploreEn, ne: exploreNe, ta: exploreTa },
  learn: { en: learnEn, ne: learnNe, ta: learnTa },
  online: { en: onlineEn, ne: onlineNe, ta: onlineTa },
  rules: { en: rulesEn, ne: rulesNe, ta: rulesTa },
};
