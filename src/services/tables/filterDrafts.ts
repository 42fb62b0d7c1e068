import * as v from 'valibot';
import { filterDraftSchema, keptFiltersSchema, type KeptFilters } from '../../contract/tables/rows.ts';
import { entry, readStored, removeStored, writeStored } from '../browser/storage.ts';
import type { ById } from './tablePaths.ts';

/** By project and table. */
const keptFilters = entry('row-filters', keptFiltersSchema, { ofTab: true });

const memberOf = ({ ref, id }: ById): string => `${ref}/${id}`;

/** The filters that were typed in this tab and not applied. */
export const recallFilters = (table: ById): KeptFilters | null => readStored(keptFilters, memberOf(table));

/** Where the browser refuses to store them, only a reload loses what is typed. */
export function storeFilters(table: ById, { isOpen, drafts }: KeptFilters): void {
  // One that is too long is not stored, and does not take the others with it.
  const storable = drafts.filter((draft) => v.is(filterDraftSchema, draft));
  if (storable.length === 0) removeStored(keptFilters, memberOf(table));
  else writeStored(keptFilters, { isOpen, drafts: storable }, memberOf(table));
}
