import * as v from 'valibot';

/** Postgres has no text with the NUL character. */
export const withoutNul = v.check<string, string>(
  (text) => !text.includes('\0'),
  'Text cannot contain the NUL character.',
);
