import type { Port } from '../../../src/machines/parts/port.ts';
import {
  dropTableMachine,
  type DropCancelled,
  type TableDropped,
} from '../../../src/machines/tables/dropTable/dropTable.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const dropTableModel: Model<typeof dropTableMachine> = {
  machine: dropTableMachine,
  input: (_, port) => ({
    ref: 'abc',
    id: boats.id,
    name: 'boats',
    kind: 'table',
    parent: port as unknown as Port<TableDropped | DropCancelled>,
  }),
  events: {
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'dependants.reloaded': [{ type: 'dependants.reloaded' }],
  },
  answers: {
    dependants: [
      { output: { names: [], total: 0 } },
      { output: { names: ['view calm_boats'], total: 3 } },
      { error: refusal },
    ],
    drop: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ dependants, failure, confirmFailure }) => [
    dependants?.total,
    failure !== null,
    confirmFailure !== null,
  ],
  invariants: [
    {
      says: 'Nothing is dropped that others are known to depend on, or that the user was not asked about.',
      when: (_, { awaited }) => awaited.includes('drop'),
      holds: ({ context: { dependants } }, { before }) =>
        (before?.matches('confirming') === true || before?.matches('dropping') === true) &&
        (dependants === null || dependants.total === 0),
    },
  ],
};
