import type { RowPage } from '../../../src/contract/tables/rows.ts';
import { openRowMachine } from '../../../src/machines/tables/openRow/openRow.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

/** The first boat alone. */
export const adaAlone: RowPage = { ...twoBoats, rows: twoBoats.rows.slice(0, 1), cut: [], next: null };

export const openRowModel: Model<typeof openRowMachine> = {
  machine: openRowMachine,
  input: () => ({ ref: 'abc', id: boats.id, viewAs: null, key: ['id'], values: ['1'] }),
  events: { 'row.reloaded': [{ type: 'row.reloaded' }] },
  answers: { row: [{ output: adaAlone }, { output: { ...adaAlone, rows: [] } }, { error: refusal }] },
  distinguish: ({ page }) => page === null,
  invariants: [
    {
      says: 'A row that is gone shows no values.',
      when: (snapshot) => snapshot.matches('gone'),
      holds: ({ context: { page } }) => page === null,
    },
  ],
};
