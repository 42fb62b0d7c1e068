import * as v from 'valibot';
import { importChoicesSchema } from '../../contract/tables/importRows.ts';
import { entry } from '../browser/storage.ts';

const draftSchema = v.object({
  /** Name of the file, which has to be chosen again. */
  file: v.nullable(v.string()),
  /** What was typed or pasted. */
  text: v.string(),
  choices: v.nullable(importChoicesSchema),
});

/** By project and table: what was chosen for an import. */
export const importDraft = entry('import', draftSchema);
