import { noticesMachine } from '../../src/machines/notices/notices.machine.ts';
import { config } from '../fixtures/screen.ts';
import type { Model } from '../support/paths.ts';
import { atProjects } from './telemetry.model.ts';

const fault = { error: new Error('A machine has a fault.') };

export const noticesModel: Model<typeof noticesMachine> = {
  machine: noticesMachine,
  input: (now, parent) => ({ config, now, parent, resources: { watch: () => () => {} }, userId: null, consent: false, place: null, route: null, wanted: null }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'consent.changed': [{ type: 'consent.changed', consent: true, here: true }],
    'route.changed': [atProjects],
    'event.recorded': [{ type: 'event.recorded', action: 'saved' }],
    'privacy.opened': [{ type: 'privacy.opened' }],
    'previews.opened': [{ type: 'previews.opened' }],
  },
  answers: { flags: [fault], clock: [fault], smtpNotice: [fault], telemetry: [fault], privacy: [fault], previews: [fault] },
};
