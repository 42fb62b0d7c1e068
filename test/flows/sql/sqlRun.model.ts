import { FailureError } from '../../../src/contract/common/failureError.ts';
import { destructiveStatementsIn } from '../../../src/contract/sql/destructiveStatements.ts';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { outcomeAttempts } from '../../../src/contract/sql/sqlEditor.ts';
import {
  sqlRunMachine,
  type RecalledRun,
  type RunEnd,
  type RunRequest,
} from '../../../src/machines/sql/sqlRun/sqlRun.machine.ts';
import type { Model } from '../../support/paths.ts';

export const harmless: RunRequest = { sql: 'select 1', from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 };
export const destructive: RunRequest = { sql: 'drop table t', from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 };

const oneRow = { tag: 'SELECT 1', rows: 1, columns: 1, rowCount: 1, more: false };
export const partly = { results: [{ ...oneRow, tag: null, rowCount: null }], notices: 0 };

export const clean: RunEnd = { results: [oneRow], notices: 0, error: null, durationMs: 12, engineRestarted: false };
export const broken: RunEnd = {
  ...clean,
  results: [],
  error: { message: 'relation "t" does not exist', code: '42P01', position: 15 },
};
export const stopped: RunEnd = {
  ...clean,
  results: [],
  error: { message: 'canceling statement due to user request', code: '57014' },
  engineRestarted: true,
};

/** As a server says it that was asked to cancel. */
export const cancelled: RunEnd = { ...stopped, cancelled: true };

export const recalled: RecalledRun = {
  id: 'run-0',
  startedAt: 0,
  from: 0,
  line: 1,
  rowLimit: 100,
  timeLimitMs: 60_000,
  ended: false,
};

/** As the service marks what the platform refused. */
export const refusal = Object.assign(new FailureError({ code: 503, message: 'The project is not up.' }), {
  beforeRun: true,
});
export const notRunning = new FailureError({ code: 404, message: 'This query is not running.' });
export const gone = new FailureError({ code: 404, message: 'The result of this query is no longer stored.' });
export const networkLoss = new FailureError({ code: 500, message: 'An error has occurred: Failed to fetch' });

const entry: QueryHistoryEntry = {
  id: 'run-1',
  sql: 'select 1',
  started_at: '2026-01-01T00:00:00Z',
  duration_ms: null,
  outcome: 'running',
  error: null,
};
export const stillRunning = entry;
export const finished: QueryHistoryEntry = { ...entry, outcome: 'succeeded', duration_ms: 5 };

export const sqlRunModel: Model<typeof sqlRunMachine> = {
  machine: sqlRunMachine,
  input: (now, port) => ({ ref: 'abc', query: 'query-1', port, now }),
  events: {
    'run.requested': [
      { type: 'run.requested', request: harmless },
      { type: 'run.requested', request: destructive },
    ],
    'blankRun.requested': [{ type: 'blankRun.requested' }],
    'text.edited': [{ type: 'text.edited' }],
    'run.confirmed': [{ type: 'run.confirmed' }],
    'run.declined': [{ type: 'run.declined' }],
    'cancel.requested': [{ type: 'cancel.requested' }],
    'outcome.requested': [{ type: 'outcome.requested' }],
    'stream.opened': [],
    'stream.accepted': [],
    'stream.queued': [],
    'stream.attached': [],
    'stream.progressed': [],
  },
  answers: {
    recall: [{ output: null }, { output: recalled }, { output: { ...recalled, ended: true } }, { error: networkLoss }],
    stream: [
      { sends: { type: 'stream.opened', id: 'run-1' } },
      { sends: { type: 'stream.accepted' } },
      { sends: { type: 'stream.queued', ahead: 2 } },
      { sends: { type: 'stream.progressed', progress: partly } },
      { output: clean },
      { output: broken },
      { output: stopped },
      { output: cancelled },
      { error: refusal },
      { error: networkLoss },
    ],
    attachment: [
      { sends: { type: 'stream.attached', sql: 'select 1' } },
      { sends: { type: 'stream.progressed', progress: partly } },
      { output: clean },
      { output: broken },
      { output: stopped },
      { output: cancelled },
      { error: networkLoss },
      { error: gone },
    ],
    cancel: [{ output: undefined }, { error: notRunning }, { error: networkLoss }],
    outcome: [{ output: finished }, { output: stillRunning }, { output: null }, { error: networkLoss }],
  },
  distinguish: ({ attempt, failure, isCancelWanted }) => [attempt, failure !== null, isCancelWanted],
  invariants: [
    {
      says: 'There is one run at a time, and its answer is read exactly while it says so, or restores an earlier one.',
      holds: (snapshot, { awaited }) =>
        awaited.filter((id) => id === 'stream' || id === 'attachment').length ===
        (snapshot.hasTag('running') || snapshot.matches({ run: { resting: 'restoring' } }) ? 1 : 0),
    },
    {
      says: 'What would take something away never runs without having been asked about.',
      when: (snapshot, { before }) =>
        before !== null &&
        !before.hasTag('running') &&
        snapshot.matches({ run: { running: { answer: 'begun' } } }) &&
        destructiveStatementsIn(snapshot.context.request?.sql ?? '').length > 0,
      holds: ({ context }, { before }) =>
        before?.matches({ confirmation: 'open' }) === true && before.context.pending === context.request,
    },
    {
      says: 'A run can be cancelled only once it has an id.',
      when: (snapshot) =>
        snapshot.hasTag('cancellable') || snapshot.matches({ run: { running: { phase: 'cancelling' } } }),
      holds: ({ context }) => context.id !== null,
    },
    {
      says: 'A cancel never overtakes its run.',
      when: (snapshot) =>
        snapshot.matches({ run: { running: { phase: 'sent' } } }) ||
        snapshot.matches({ run: { running: { phase: 'withdrawn' } } }),
      holds: (_, { awaited }) => !awaited.includes('cancel'),
    },
    {
      says: 'The answer of the last run stays until the next one has begun, is known to be gone, or was dismissed.',
      when: (snapshot, { before }) =>
        before?.matches({ run: 'resting' }) === true &&
        !before.matches({ run: { resting: 'restoring' } }) &&
        !(before.matches({ run: { resting: 'failed' } }) && snapshot.matches({ run: { resting: 'idle' } })) &&
        snapshot.matches({ run: 'resting' }),
      holds: ({ context }, { before }) =>
        context.end === before?.context.end && context.progress === before?.context.progress,
    },
    {
      says: 'What became of a lost run is not asked for ever.',
      holds: ({ context }) => context.attempt <= outcomeAttempts,
    },
  ],
};
