// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { whereMaxLength, type FilterDraft } from '../../../src/contract/tables/rows.ts';
import { recallFilters, storeFilters } from '../../../src/services/tables/filterDrafts.ts';

const table = { ref: 'abc', id: 16_400 };
const draft: FilterDraft = {
  filters: [{ column: 'name', operator: '=', value: 'Ad' }],
  where: '',
  begunFrom: { filters: [], where: 'id > 1' },
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

/** How much of it a storage holds, whatever others have there. */
const heldBy = (storage: Storage) => Object.keys(storage).filter((key) => key.includes('row-filters')).length;

it('keeps what is typed for the tab, by table', () => {
  storeFilters(table, { isOpen: true, drafts: [draft] });
  expect([recallFilters(table), recallFilters({ ...table, id: 1 })]).toEqual([{ isOpen: true, drafts: [draft] }, null]);
  expect([heldBy(sessionStorage), heldBy(localStorage)]).toEqual([1, 0]);
  storeFilters(table, { isOpen: true, drafts: [] });
  expect([recallFilters(table), heldBy(sessionStorage)]).toEqual([null, 0]);
});

it('leaves out what is too long, and keeps the rest', () => {
  const long: FilterDraft = { ...draft, where: 'x'.repeat(whereMaxLength + 1), begunFrom: { filters: [], where: '' } };
  storeFilters(table, { isOpen: true, drafts: [long, draft] });
  expect(recallFilters(table)?.drafts).toEqual([draft]);
});

it('lets the user type on where the browser refuses to store it', async () => {
  vi.resetModules();
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse, removeItem: refuse, length: 0 });
  const full = await import('../../../src/services/tables/filterDrafts.ts');
  expect(() => full.storeFilters(table, { isOpen: true, drafts: [draft] })).not.toThrow();
  expect(() => full.storeFilters(table, { isOpen: true, drafts: [] })).not.toThrow();
  expect(full.recallFilters(table)).toBeNull();
});
