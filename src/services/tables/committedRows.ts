import * as v from 'valibot';
import { entry, readStored, writeStored } from '../browser/storage.ts';

/** Ids of new rows that a tab of this browser has committed, the newest last. They are unique over all tables. */
const committedRows = entry('committed-rows', v.array(v.string()));

/** As many as a tab may have staged in the steps that it had no time to write. */
const rowsMax = 5_000;

/** The ids of stored rows are their keys, as JSON: another commit of the same change is refused by its old values. */
const isNew = (row: string): boolean => !/^[[{]/.test(row);

/** Remembers the new rows among those that were committed, so that no tab stages them again after a reload. */
export function noteCommitted(rows: readonly string[]): void {
  const added = rows.filter(isNew);
  if (added.length > 0) writeStored(committedRows, [...(readStored(committedRows) ?? []), ...added].slice(-rowsMax));
}

export const readCommitted = (): ReadonlySet<string> => new Set(readStored(committedRows));
