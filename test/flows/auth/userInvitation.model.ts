import {
  userInvitationMachine,
  type UserInvited,
} from '../../../src/machines/auth/userInvitation/userInvitation.machine.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { grace } from './newUser.model.ts';

export const userInvitationModel: Model<typeof userInvitationMachine> = {
  machine: userInvitationMachine,
  input: (_, port) => ({ ref: 'abc', parent: port as unknown as Port<UserInvited | { type: 'invitation.cancelled' }> }),
  events: {
    'field.changed': [{ type: 'field.changed', field: 'email', value: grace.email }],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.left': [{ type: 'form.left' }],
  },
  answers: {
    draft: [{ output: null }, { output: { email: grace.email } }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    leaving: [{ output: undefined }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    invitation: [{ output: grace }, { error: refusal }],
  },
  distinguish: ({ values }) => values.email !== '',
  invariants: [
    {
      says: 'The list hears of the invitation.',
      when: (snapshot, { before }) => snapshot.matches('invited') && before?.matches('invited') !== true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'user.invited'),
    },
  ],
};
