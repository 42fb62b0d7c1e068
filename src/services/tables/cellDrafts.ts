import * as v from 'valibot';
import { entry, readStored, removeStored, storedMembers, writeStored } from '../browser/storage.ts';
import type { ById } from './tablePaths.ts';

const cellDraftSchema = v.object({
  text: v.nullable(v.string()),
  /** The stored value when it was typed. */
  from: v.nullable(v.string()),
  /** Unix time in milliseconds. */
  typedAt: v.number(),
});

type CellDraft = Omit<v.InferOutput<typeof cellDraftSchema>, 'typedAt'>;

/** By project, table, row and column: values that were typed in this tab and not staged. */
const cellDrafts = entry('cell-drafts', cellDraftSchema, { ofTab: true });

/** Drafts of a tab at most: the oldest makes room. */
const draftsMax = 50;

/** Longer texts would hold up each key that is pressed, and find no room in the tab's storage. */
const draftMaxLength = 1_000_000;

export interface CellOf extends ById {
  /** Id of the row. */
  row: string;
  column: string;
}

const memberOf = ({ ref, id, row, column }: CellOf): string => JSON.stringify([ref, id, row, column]);

/** What was typed for a cell and not staged; null where nothing was. */
export function recallCell(cell: CellOf): CellDraft | null {
  const draft = readStored(cellDrafts, memberOf(cell));
  return draft && { text: draft.text, from: draft.from };
}

/** Drafts are parsed only where one has to go: this runs at each key that is pressed. */
function makeRoom(): void {
  const members = storedMembers(cellDrafts);
  if (members.length < draftsMax) return;
  const newestFirst = members
    .map((member) => ({ member, typedAt: readStored(cellDrafts, member)?.typedAt ?? 0 }))
    .toSorted((one, other) => other.typedAt - one.typedAt);
  for (const { member } of newestFirst.slice(draftsMax - 1)) removeStored(cellDrafts, member);
}

/** Where the browser refuses to store a draft, only closing its editor loses it. Null removes it. */
export function storeCell(cell: CellOf, draft: CellDraft | null, now: number): void {
  const member = memberOf(cell);
  removeStored(cellDrafts, member);
  if (draft === null || (draft.text?.length ?? 0) + (draft.from?.length ?? 0) > draftMaxLength) return;
  makeRoom();
  writeStored(cellDrafts, { ...draft, typedAt: now }, member);
}
