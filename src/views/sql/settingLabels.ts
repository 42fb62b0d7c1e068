import { countWords } from '../../contract/common/counts.ts';
import type { RowLimit, TimeLimit } from '../../contract/sql/sqlEditor.ts';
import { durationWords } from '../parts/quantities.ts';

export const rowLimitLabel = (limit: RowLimit): string =>
  limit === null ? 'No limit' : `Limit ${countWords(limit, 'row')}`;

export const timeLimitLabel = (limitMs: TimeLimit): string =>
  durationWords(limitMs).replace('.0 ', ' ').replace(' 0 s', '');

export const intellisenseLabel = 'Suggestions while typing';
