import * as v from 'valibot';
import { entry } from '../browser/storage.ts';

/** What only the table editor stores in this browser. */
export const tableEntries = {
  /** By project: the schema that was chosen last. */
  schema: entry('last-schema', v.string()),
} as const;
