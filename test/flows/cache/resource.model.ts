import { FailureError } from '../../../src/contract/common/failureError.ts';
import { readRetries } from '../../../src/contract/common/timing.ts';
import { resourceMachine } from '../../../src/machines/cache/resource/resource.machine.ts';
import type { Model } from '../../support/paths.ts';

const failed = (code: number) => ({ error: new FailureError({ code, message: `It was ${code}.` }) });

const running = {
  id: 'a',
  sql: 'select 1',
  started_at: '2026-11-02T09:00:00Z',
  duration_ms: null,
  outcome: 'running',
  error: null,
};
const ended = { ...running, duration_ms: 5, outcome: 'succeeded' };

const isRunning = (data: unknown) => Array.isArray(data) && data.some(({ outcome }) => outcome === 'running');

/** The history of queries, which changes automatically while one of them is running. */
export const resourceModel: Model<typeof resourceMachine> = {
  machine: resourceMachine,
  input: (_, port) => ({ ref: { name: 'queryHistory', params: { ref: 'abc' } }, port }),
  events: {
    'resource.observed': [{ type: 'resource.observed' }],
    'resource.released': [{ type: 'resource.released' }],
    'resource.invalidated': [{ type: 'resource.invalidated' }],
    'resource.overwritten': [{ type: 'resource.overwritten', data: [ended] }],
    'resource.patched': [
      { type: 'resource.patched', where: { id: running.id }, patch: { outcome: 'succeeded' } },
      { type: 'resource.patched', where: { id: running.id }, patch: { outcome: 'succeeded' }, keepsPending: true },
    ],
    'resource.appended': [{ type: 'resource.appended', entry: ended }],
    'resource.retried': [{ type: 'resource.retried' }],
    'attention.returned': [{ type: 'attention.returned' }],
  },
  answers: { read: [{ output: [running] }, { output: [ended] }, failed(500), failed(404), failed(401)] },
  distinguish: ({ data, attempt, observers }) => [
    data !== undefined,
    isRunning(data),
    Math.min(attempt, 3),
    Math.min(observers, 2),
  ],
  invariants: [
    {
      says: 'There is one read at a time, and one exactly while it says so.',
      holds: (snapshot, { awaited }) => awaited.length === (snapshot.matches({ value: 'refreshing' }) ? 1 : 0),
    },
    {
      says: 'A value that was once known stays until there is a newer one: no failure takes it away.',
      when: (_, { before }) => before?.context.data !== undefined,
      holds: ({ context }) => context.data !== undefined,
    },
    {
      says: 'A fresh value has no failure beside it.',
      when: (snapshot) => snapshot.matches({ value: 'fresh' }),
      holds: ({ context }) => context.failure === null && context.data !== undefined,
    },
    {
      says: 'Nobody who looks is forgotten, and nobody is counted who does not.',
      holds: (snapshot) =>
        snapshot.context.observers >= 0 &&
        snapshot.context.observers > 0 === snapshot.matches({ interest: 'observed' }),
    },
    {
      says: 'A read is not repeated for ever.',
      holds: ({ context }) => context.attempt <= readRetries,
    },
  ],
};
