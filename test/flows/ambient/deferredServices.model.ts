import { deferredServicesMachine } from '../../../src/machines/ambient/deferredServices/deferredServices.machine.ts';
import type { LazyLogicInput } from '../../../src/machines/parts/lazyLogic.ts';
import { config } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { atProjects } from './telemetry.model.ts';

export const deferredServicesModel: Model<typeof deferredServicesMachine> = {
  machine: deferredServicesMachine,
  input: (now, port) => ({ config, now, port, resources: { watch: () => () => {} } }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'consent.changed': [
      { type: 'consent.changed', consent: true, here: true },
      { type: 'consent.changed', consent: false, here: false },
    ],
    'route.changed': [atProjects],
    'event.recorded': [{ type: 'event.recorded', action: 'saved' }],
    'privacy.opened': [{ type: 'privacy.opened' }],
    'previews.opened': [{ type: 'previews.opened' }],
  },
  answers: {
    chunk: [{ output: undefined }, { error: new Error('The chunk did not come.') }],
    ambientServices: [{ error: new Error('A machine has a fault.') }],
  },
  distinguish: ({ facts }) => facts.wanted,
  invariants: [
    {
      says: 'What it fetched runs exactly while it says so, and is fetched once at a time.',
      holds: (snapshot, { awaited }) =>
        awaited.includes('ambientServices') === snapshot.matches('running') &&
        awaited.includes('chunk') === snapshot.matches('loading'),
    },
    {
      says: 'Whoever waits for it is told when it cannot come.',
      when: (snapshot, { before }) =>
        before?.matches('loading') === true && before.context.facts.wanted !== null && snapshot.matches('missing'),
      holds: ({ context }, { sent }) =>
        sent.some(({ event }) => event.type === 'toast.requested') && context.facts.wanted === null,
    },
    {
      says: 'What it fetched begins with all that was heard before.',
      when: (snapshot, { before }) => before?.matches('running') === false && snapshot.matches('running'),
      holds: ({ context: { facts } }, { given }) =>
        Object.entries(facts).every(
          ([name, value]) =>
            (given('ambientServices') as LazyLogicInput<Record<string, unknown>>).input[name] === value,
        ),
    },
  ],
};
