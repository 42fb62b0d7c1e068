import * as v from 'valibot';
import { importChoicesSchema } from '../../contract/tables/importRows.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

interface Target {
  ref: string;
  /** The table that the import was opened for; null for any. */
  tableId: number | null;
}

const draftSchema = v.object({
  /** Name of the file, which has to be chosen again. */
  file: v.nullable(v.string()),
  /** What was typed or pasted. */
  text: v.string(),
  choices: v.nullable(importChoicesSchema),
});
type ImportDraft = v.InferOutput<typeof draftSchema>;

/** By project and table: what was chosen for an import. */
const importDraft = entry('import', draftSchema);

const memberOf = ({ ref, tableId }: Target): string => `${ref}/${tableId ?? 'new'}`;

export const loadImportDraft = (target: Target): ImportDraft | null => readStored(importDraft, memberOf(target));

export function keepImportDraft({ draft, ...target }: Target & { draft: ImportDraft }): void {
  if (!writeStored(importDraft, draft, memberOf(target))) throw new Error(storageUnavailable);
}

export const deleteImportDraft = (target: Target): void => removeStored(importDraft, memberOf(target));
