import type { FeatureFlags } from '../../../src/contract/ambient/featureFlags.ts';
import { flagsMachine } from '../../../src/machines/ambient/flags/flags.machine.ts';
import type { Model } from '../../support/paths.ts';
import { ada } from '../accounts/profile.model.ts';

export const incident: FeatureFlags = { ongoingIncident: true };

export const flagsModel: Model<typeof flagsMachine> = {
  machine: flagsMachine,
  input: () => ({ userId: null, resources: { watch: () => () => {} } }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'profile.loaded': [],
    'profile.missing': [],
    'profile.refused': [],
    'profile.failed': [],
    'configuration.loaded': [],
  },
  answers: {
    configuration: [{ output: incident }, { error: new Error('no flags today') }],
    profile: [{ sends: { type: 'profile.loaded', profile: ada } }, { error: new Error('no cache') }],
  },
  distinguish: ({ email }) => email,
  invariants: [
    {
      says: 'A configuration that was known is not lost to a failure.',
      when: (_, { before }) => Object.keys(before?.context.flags ?? {}).length > 0,
      holds: ({ context }) => Object.keys(context.flags).length > 0,
    },
    {
      says: 'No values are those of somebody who has gone.',
      when: ({ context }) => context.userId === null,
      holds: ({ context }) => context.email === null,
    },
    {
      says: 'Nobody waits for flags for ever.',
      when: (snapshot) => snapshot.hasTag('awaited'),
      holds: (_, { timers }) => timers > 0,
    },
  ],
};
