import { privacyMachine } from '../../../src/machines/ambient/privacy/privacy.machine.ts';
import type { Model } from '../../support/paths.ts';

export const privacyModel: Model<typeof privacyMachine> = {
  machine: privacyMachine,
  input: (_, port) => ({ port, opened: false }),
  events: {
    'privacy.opened': [{ type: 'privacy.opened' }],
    'telemetry.toggled': [{ type: 'telemetry.toggled' }],
    'privacy.cancelled': [{ type: 'privacy.cancelled' }],
    'privacy.confirmed': [{ type: 'privacy.confirmed' }],
  },
  answers: { consent: [{ output: true }, { output: false }, { error: new Error('no storage here') }] },
  invariants: [
    {
      says: 'Nothing changes for whoever cancels.',
      when: (_, { event }) => event?.type === 'privacy.cancelled',
      holds: (snapshot, { sent }) => snapshot.matches('closed') && sent.length === 0,
    },
    {
      says: 'A choice is made only by confirming it, and is the one that was shown.',
      when: (_, { sent }) => sent.length > 0,
      holds: ({ context }, { before, event, sent }) =>
        before?.matches('open') === true &&
        event?.type === 'privacy.confirmed' &&
        sent.every((message) => message.event['choice'] === context.telemetry),
    },
    {
      says: 'It shows what is stored now, not what was.',
      when: (snapshot, { before }) => before?.matches('open') === false && snapshot.matches('open'),
      holds: (_, { before }) => before?.matches('opening') === true,
    },
  ],
};
