import { receiverMachine } from '../../../src/machines/inspector/receiver/receiver.machine.ts';
import { config } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const receiverModel: Model<typeof receiverMachine> = {
  machine: receiverMachine,
  input: () => ({ config: { ...config, inspector: true } }),
  events: { 'publisher.connected': [], 'publisher.disconnected': [], 'opener.missing': [], 'inspection.refused': [] },
  answers: {
    opener: [
      { sends: { type: 'publisher.connected', session: 'x:0', chart: 'gate' } },
      { sends: { type: 'publisher.disconnected' } },
      { sends: { type: 'opener.missing' } },
      { sends: { type: 'inspection.refused' } },
      { error: new Error('No messages here.') },
    ],
    inspector: [{ error: new Error('A mistake in the chart.') }],
  },
  distinguish: () => null,
  invariants: [
    {
      says: 'What was told can be looked at from its first word on, whatever becomes of who told it.',
      when: (_, { before }) => before?.matches({ open: 'watching' }) === true,
      holds: (snapshot, { awaited }) => snapshot.matches('broken') || awaited.includes('inspector'),
    },
    {
      says: 'The other window is listened to for as long as this page is there and has no fault.',
      holds: (snapshot, { awaited }) => awaited.includes('opener') === snapshot.matches('open'),
    },
  ],
};
