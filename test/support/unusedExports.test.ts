import { expect, it } from 'vitest';
import { unusedExports } from './unusedExports.ts';

/** The entry of a bundle: the script of the guides imports it from the address of the chunk. */
const entries = new Set(['src/guidesSearch.tsx']);

it('exports only what another file uses', () => {
  expect(unusedExports().filter(({ file }) => !entries.has(file))).toEqual([]);
});
