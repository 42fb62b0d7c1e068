import { serverFlowsMachine } from '../../../src/machines/inspector/serverFlows/serverFlows.machine.ts';
import type { Model } from '../../support/paths.ts';

export const serverFlowsModel: Model<typeof serverFlowsMachine> = {
  machine: serverFlowsMachine,
  input: () => undefined,
  events: { 'follow.ended': [] },
  answers: {
    follow: [
      { sends: { type: 'follow.ended', failure: null } },
      { sends: { type: 'follow.ended', failure: { code: 500, message: 'Unreachable' } } },
      { sends: { type: 'follow.ended', failure: { code: 403, message: 'Only on the machine that runs it' } } },
      { error: new Error('No network here.') },
    ],
  },
  invariants: [
    {
      says: 'The server is followed once at a time, and neither while the page waits nor after a refusal.',
      holds: (snapshot, { awaited }) => awaited.includes('follow') === snapshot.matches('following'),
    },
  ],
};
