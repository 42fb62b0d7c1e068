import type { Profile } from '../../../src/contract/accounts/profile.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { profileMachine } from '../../../src/machines/accounts/profile/profile.machine.ts';
import type { Model } from '../../support/paths.ts';

export const ada: Profile = {
  id: 1,
  gotrue_id: 'ada',
  username: 'ada',
  primary_email: 'ada@example.com',
  first_name: null,
  last_name: null,
  disabled_features: [],
};

const failed = (code: number) => ({
  error: new FailureError({ code, message: `It was ${code}.`, requestId: 'req-1' }),
});

export const profileModel: Model<typeof profileMachine> = {
  machine: profileMachine,
  input: (_, port) => ({ port, resources: { watch: () => () => {} } }),
  events: {
    'profile.loaded': [],
    'profile.missing': [],
    'profile.refused': [],
    'profile.failed': [],
    'profile.created': [],
    'profile.retried': [{ type: 'profile.retried' }],
  },
  answers: {
    news: [
      { sends: { type: 'profile.loaded', profile: ada } },
      { sends: { type: 'profile.missing', failure: { code: 404, message: 'Not found' } } },
      { sends: { type: 'profile.refused' } },
      { sends: { type: 'profile.failed', failure: { code: 500, message: 'Broken' } } },
      { error: new Error('no cache') },
    ],
    creation: [{ output: undefined }, failed(409), failed(401), failed(500)],
    announcement: [{ output: undefined }, failed(500)],
  },
  distinguish: ({ profile }) => profile !== null,
  invariants: [
    {
      says: 'That somebody has signed up is told once.',
      when: (_, { before }) => before?.matches({ conversion: 'reported' }) === true,
      holds: (snapshot) => snapshot.matches({ conversion: 'reported' }),
    },
    {
      says: 'Where there is no profile to show there is a reason to show.',
      when: (snapshot) => snapshot.matches({ profile: 'failed' }),
      holds: ({ context }) => context.failure !== null,
    },
    {
      says: 'A profile is ready only when it has been read.',
      when: (snapshot) => snapshot.matches({ profile: 'ready' }),
      holds: ({ context }) => context.profile !== null && context.failure === null,
    },
  ],
};
