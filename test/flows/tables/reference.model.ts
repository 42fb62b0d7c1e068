import type { Port } from '../../../src/machines/parts/port.ts';
import type { CellAccepted, OpenedCell } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { referenceMachine } from '../../../src/machines/tables/reference/reference.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats, column, twoBoats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

/** The cell of a trip that points to a boat. */
export const boatOfTrip: OpenedCell = {
  row: '{"id":"7"}',
  stored: { key: { id: '7' }, values: { id: '7', boat: '1' } },
  column: column('boat', 'integer', {
    reference: { id: boats.id, schema: 'public', table: 'boats', column: 'id', others: [] },
  }),
  text: '1',
  isCut: false,
  readOnly: false,
  pointsAt: [{ column: 'id', operator: '=', value: '1' }],
};

export const referenceModel: Model<typeof referenceMachine> = {
  machine: referenceMachine,
  input: (_, port) => ({
    ref: 'abc',
    viewAs: null,
    cell: boatOfTrip,
    computed: [],
    parent: port as unknown as Port<CellAccepted>,
  }),
  events: {
    'search.changed': [{ type: 'search.changed', search: 'gra' }],
    'reading.retried': [{ type: 'reading.retried' }],
    'row.chosen': [{ type: 'row.chosen', cells: { boat: '2' } }],
  },
  answers: {
    table: [{ output: boats }, { error: refusal }],
    row: [{ output: twoBoats }, { error: refusal }],
    found: [{ output: twoBoats }, { error: refusal }],
  },
  distinguish: ({ search, found }) => [search, found === null],
  invariants: [
    {
      says: 'A row is chosen among those that are shown.',
      when: (_, { sent }) => sent.length > 0,
      holds: ({ context: { found } }) => found !== null,
    },
  ],
};
