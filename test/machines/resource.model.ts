import { resourceMachine } from '../../src/machines/resource/resource.machine.ts';
import { FailureError } from '../../src/services/failureError.ts';
import { orders } from '../fixtures/screen.ts';
import type { Model } from '../support/paths.ts';

const failed = (code: number) => ({ error: new FailureError({ code, message: `It was ${code}.` }) });

export const resourceModel: Model<typeof resourceMachine> = {
  machine: resourceMachine,
  input: (_, parent) => ({ ref: { name: 'projects', params: {} }, parent }),
  events: {
    'resource.observed': [{ type: 'resource.observed' }],
    'resource.released': [{ type: 'resource.released' }],
    'resource.invalidated': [{ type: 'resource.invalidated' }],
    'resource.overwritten': [{ type: 'resource.overwritten', data: [orders] }],
    'resource.patched': [{ type: 'resource.patched', where: { ref: orders.ref }, patch: { status: 'PAUSING' } }],
    'resource.appended': [{ type: 'resource.appended', entry: orders }],
    'resource.retried': [{ type: 'resource.retried' }],
    'attention.returned': [{ type: 'attention.returned' }],
  },
  answers: { read: [{ output: [orders] }, failed(500), failed(404), failed(401)] },
  distinguish: ({ data, attempt, observers }) => [data !== undefined, Math.min(attempt, 3), Math.min(observers, 2)],
};
