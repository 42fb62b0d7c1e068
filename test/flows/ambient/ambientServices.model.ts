import { ambientServicesMachine } from '../../../src/machines/ambient/ambientServices/ambientServices.machine.ts';
import { config } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { atProjects } from './telemetry.model.ts';

const fault = { error: new Error('A machine has a fault.') };

export const ambientServicesModel: Model<typeof ambientServicesMachine> = {
  machine: ambientServicesMachine,
  input: (now, port) => ({
    config,
    now,
    port,
    resources: { watch: () => () => {} },
    userId: null,
    consent: false,
    agreedHere: false,
    location: null,
    route: null,
    wanted: null,
  }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'consent.changed': [{ type: 'consent.changed', consent: true, here: true }],
    'route.changed': [atProjects],
    'event.recorded': [{ type: 'event.recorded', action: 'saved' }],
    'privacy.opened': [{ type: 'privacy.opened' }],
    'previews.opened': [{ type: 'previews.opened' }],
  },
  answers: {
    flags: [fault],
    clock: [fault],
    smtpNotice: [fault],
    telemetry: [fault],
    privacy: [fault],
    previews: [fault],
  },
  invariants: [
    {
      says: 'A fault of one part takes no other along.',
      when: (_, { before }) => before !== null,
      holds: (snapshot, { before }) =>
        snapshot.status === 'active' &&
        Object.keys(snapshot.children).length >= Object.keys(before?.children ?? {}).length - 1,
    },
    {
      says: 'What is heard is passed on as it was.',
      when: (_, { event, sent }) => event !== null && sent.length > 0,
      holds: (_, { event, sent }) => sent.every((message) => message.event.type === event?.type),
    },
  ],
};
