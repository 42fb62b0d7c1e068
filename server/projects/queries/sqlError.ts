import type { DatabaseError } from 'pg';
import type { SqlError } from '../../../src/contract/sql/query.ts';

/** Postgres's own words, without the position, which counts within one statement. */
export const sqlErrorFrom = ({ message, code, severity, detail, hint, where }: DatabaseError): SqlError => ({
  message,
  code: code ?? 'XX000',
  ...(severity && { severity }),
  ...(detail && { detail }),
  ...(hint && { hint }),
  ...(where && { where }),
});
