import { backgroundMachine } from '../../src/machines/background/background.machine.ts';
import { config } from '../fixtures/screen.ts';
import type { Model } from '../support/paths.ts';
import { atProjects } from './telemetry.model.ts';

export const backgroundModel: Model<typeof backgroundMachine> = {
  machine: backgroundMachine,
  input: (now, parent) => ({ config, now, parent, resources: { watch: () => () => {} } }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'consent.changed': [{ type: 'consent.changed', consent: true, here: true }, { type: 'consent.changed', consent: false, here: false }],
    'route.changed': [atProjects],
    'event.recorded': [{ type: 'event.recorded', action: 'saved' }],
    'privacy.opened': [{ type: 'privacy.opened' }],
    'previews.opened': [{ type: 'previews.opened' }],
  },
  answers: {
    chunk: [{ output: undefined }, { error: new Error('The chunk did not come.') }],
    notices: [{ error: new Error('A machine has a fault.') }],
  },
  distinguish: ({ facts }) => facts.wanted,
};
