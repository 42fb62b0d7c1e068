import { expect, it } from 'vitest';
import { createActor, sendTo } from 'xstate';
import type { Failure } from '../../../src/contract/common/apiError.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import type { AppPort } from '../../../src/machines/parts/port.ts';
import { failureToast, successToast } from '../../../src/machines/parts/toasts.ts';
import { recordingPort } from '../../fixtures/screen.ts';

const machine = flowSetup({
  types: {
    input: {} as { port: AppPort },
    context: {} as { port: AppPort },
    events: {} as { type: 'saved' } | { type: 'failed'; failure: Failure },
  },
  actions: {
    announce: sendTo(({ context }) => context.port, successToast('Project created')),
    complain: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => failureToast('Could not create the project', failure),
    ),
  },
}).createMachine({
  context: ({ input }) => input,
  on: {
    saved: { actions: 'announce' },
    failed: { actions: { type: 'complain', params: ({ event }) => event } },
  },
});

it('tell the user what happened, and what helps with a failure where that is known', () => {
  const port = recordingPort();
  const flow = createActor(machine, { input: { port } }).start();
  flow.send({ type: 'saved' });
  flow.send({ type: 'failed', failure: { code: 400, message: 'No space left.' } });
  flow.send({
    type: 'failed',
    failure: { code: 400, message: 'No space left.', requestId: 'req-1', guide: 'projects/limits' },
  });
  const failed = { tone: 'danger', title: 'Could not create the project', description: 'No space left.' };
  expect(port.commands).toEqual([
    { type: 'toast.requested', toast: { tone: 'success', title: 'Project created' } },
    { type: 'toast.requested', toast: failed },
    { type: 'toast.requested', toast: { ...failed, requestId: 'req-1', guide: 'projects/limits' } },
  ]);
});
