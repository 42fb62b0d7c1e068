import { FailureError } from '../../../src/contract/common/failureError.ts';
import { sqlRemedyMachine, type Remedy } from '../../../src/machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import type { Model } from '../../support/paths.ts';

export const closing: Remedy = {
  run: 'run-1',
  sql: 'close products',
  text: 'Row level security is on for products',
  timeLimitMs: 60_000,
};
/** Beside the result of a run that another one has followed. */
export const closingBefore: Remedy = { ...closing, run: 'run-0', sql: 'close orders', text: 'It is on for orders' };

export const denied = new FailureError({ code: '42501', message: 'must be owner of table products' });
export const stopped = new FailureError({ code: '57014', message: 'canceling statement due to user request' });
export const offline = new FailureError({ code: 'network', message: 'The server is unreachable.' });
export const unknown = new FailureError({ code: 404, message: 'This query is not running.' });

export const sqlRemedyModel: Model<typeof sqlRemedyMachine> = {
  machine: sqlRemedyMachine,
  input: (_, port) => ({ ref: 'abc', remedy: closing, port }),
  events: {
    'remedy.requested': [
      { type: 'remedy.requested', remedy: closing },
      { type: 'remedy.requested', remedy: closingBefore },
    ],
    'remedy.cancelled': [{ type: 'remedy.cancelled' }],
    'failure.dismissed': [{ type: 'failure.dismissed' }],
    'application.accepted': [],
  },
  answers: {
    application: [
      { sends: { type: 'application.accepted', id: 'run-9' } },
      { output: undefined },
      { error: denied },
      { error: stopped },
    ],
    cancel: [{ output: undefined }, { error: unknown }, { error: offline }],
  },
  distinguish: ({ remedy, failure }) => [remedy.run, failure !== null],
  invariants: [
    {
      says: 'One remedy is applied at a time.',
      holds: (snapshot, { awaited }) => awaited.includes('application') === snapshot.matches('applying'),
    },
    {
      says: 'What is shown of the database is read again at each end, also where the connection to it was lost.',
      when: (snapshot, { before }) => before?.matches('applying') === true && !snapshot.matches('applying'),
      holds: (_, { sent }) => sent.some(({ to }) => to === 'port'),
    },
    {
      says: 'A statement is cancelled by its id, which the server has told.',
      when: (_, { awaited }) => awaited.includes('cancel'),
      holds: ({ context }) => context.id !== null,
    },
    {
      says: 'Where it failed there is a reason to show.',
      when: (snapshot) => snapshot.matches('failed'),
      holds: ({ context }) => context.failure !== null,
    },
  ],
};
