import { metadataOf } from '../../../src/machines/auth/userMetadata/metadataText.ts';
import {
  userMetadataMachine,
  type MetadataSaved,
} from '../../../src/machines/auth/userMetadata/userMetadata.machine.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { grace } from './newUser.model.ts';

export const userMetadataModel: Model<typeof userMetadataMachine> = {
  machine: userMetadataMachine,
  input: (_, port) => ({
    ref: 'abc',
    id: grace.id,
    user_metadata: { name: 'Grace' },
    app_metadata: { provider: 'email' },
    parent: port as unknown as Port<MetadataSaved | { type: 'form.cancelled' }>,
  }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'user_metadata', value: '{"name": "Ada"}' },
      { type: 'field.changed', field: 'app_metadata', value: 'gold' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.left': [{ type: 'form.left' }],
    'edits.discarded': [{ type: 'edits.discarded' }],
  },
  answers: {
    draft: [
      { output: null },
      { output: { from: { user_metadata: {}, app_metadata: {} }, values: { user_metadata: '{', app_metadata: '' } } },
      { error: refusal },
    ],
    keeping: [{ output: undefined }, { error: refusal }],
    leaving: [{ output: undefined }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    discarding: [{ output: undefined }, { error: refusal }],
    save: [{ output: grace }, { error: refusal }],
  },
  distinguish: ({ values }) => [metadataOf(values.user_metadata) === null, metadataOf(values.app_metadata) === null],
  invariants: [
    {
      says: 'Only JSON objects are sent.',
      when: (snapshot) => snapshot.matches('saving'),
      holds: ({ context: { values } }) =>
        metadataOf(values.user_metadata) !== null && metadataOf(values.app_metadata) !== null,
    },
  ],
};
