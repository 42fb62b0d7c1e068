import * as v from 'valibot';
import { withoutNul } from '../common/withoutNul.ts';

/** Longest name, in bytes of UTF-8: Postgres cuts what is longer (NAMEDATALEN). */
export const nameMaxBytes = 63;

/** A name of something in a database. */
export const nameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  withoutNul,
  v.check((name) => new TextEncoder().encode(name).length <= nameMaxBytes, `Use at most ${nameMaxBytes} bytes.`),
);
