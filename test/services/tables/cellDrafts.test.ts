// @vitest-environment happy-dom
/** Values that were typed in the editor of a cell and not staged. */
import { beforeEach, expect, it, vi } from 'vitest';
import { recallCell, storeCell } from '../../../src/services/tables/cellDrafts.ts';

const cell = { ref: 'abc', id: 7, row: '{"id":"1"}', column: 'note' };

beforeEach(() => sessionStorage.clear());

it('come back to their cell alone, until they are removed', () => {
  storeCell(cell, { text: 'typed', from: 'stored' }, 1);
  storeCell({ ...cell, column: 'name' }, { text: null, from: 'stored' }, 2);
  expect([recallCell(cell), recallCell({ ...cell, column: 'name' })]).toEqual([
    { text: 'typed', from: 'stored' },
    { text: null, from: 'stored' },
  ]);
  expect([recallCell({ ...cell, id: 8 }), recallCell({ ...cell, row: '{"id":"2"}' })]).toEqual([null, null]);
  storeCell(cell, null, 3);
  expect(recallCell(cell)).toBeNull();
});

it('are bounded: the oldest makes room', () => {
  for (let row = 0; row < 60; row += 1)
    storeCell({ ...cell, row: String(row) }, { text: 'typed', from: 'stored' }, row);
  const kept = Array.from({ length: 60 }, (_, row) => recallCell({ ...cell, row: String(row) }) !== null);
  expect([kept.filter(Boolean).length, kept[9], kept[10], kept[59]]).toEqual([50, false, true, true]);
});

it('are left out where they are too long, rather than shown as they were before', () => {
  storeCell(cell, { text: 'short', from: 'stored' }, 1);
  storeCell(cell, { text: 'x'.repeat(1_000_001), from: 'stored' }, 2);
  expect(recallCell(cell)).toBeNull();
});

it('are not read at each key that is typed into one of them', () => {
  for (let row = 0; row < 60; row += 1)
    storeCell({ ...cell, row: String(row) }, { text: 'typed', from: 'stored' }, row);
  const parse = vi.spyOn(JSON, 'parse');
  storeCell({ ...cell, row: '59' }, { text: 'typed more', from: 'stored' }, 61);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
