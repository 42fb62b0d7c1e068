import type { Profile } from '../../../src/contract/accounts/profile.ts';
import { profileNamesMachine } from '../../../src/machines/accounts/profileNames/profileNames.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const lovelace: Profile = {
  id: 1,
  gotrue_id: 'ada',
  username: 'ada@example.com',
  primary_email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  disabled_features: [],
};

export const profileNamesModel: Model<typeof profileNamesMachine> = {
  machine: profileNamesMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'last_name', value: 'Lovelace' },
      { type: 'field.changed', field: 'last_name', value: 'x'.repeat(101) },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'edits.discarded': [{ type: 'edits.discarded' }],
    'profile.loaded': [],
    'profile.missing': [],
    'profile.refused': [],
    'profile.failed': [],
  },
  answers: {
    profile: [{ sends: { type: 'profile.loaded', profile: lovelace } }],
    draft: [{ output: null }, { output: { first_name: 'Ada', last_name: 'King-No' } }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    save: [{ output: { ...lovelace, last_name: 'King' } }, { error: refusal }],
  },
  distinguish: ({ values }) => values.last_name,
  invariants: [
    {
      says: 'What the user types is not replaced by the profile that is read meanwhile.',
      when: (snapshot, { before }) => before?.matches('editing') === true && snapshot.matches('editing'),
      holds: ({ context }, { before }) => context.values.first_name === before?.context.values.first_name,
    },
    {
      says: 'The saved names are shown everywhere, without another request.',
      when: (snapshot, { before }) => before?.matches('saving') === true && snapshot.matches('forgettingDraft'),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'resource.overwritten'),
    },
  ],
};
