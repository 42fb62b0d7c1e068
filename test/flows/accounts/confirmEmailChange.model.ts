import { FailureError } from '../../../src/contract/common/failureError.ts';
import { confirmEmailChangeMachine } from '../../../src/machines/accounts/confirmEmailChange/confirmEmailChange.machine.ts';
import { screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

const expired = new FailureError({ code: 'otp_expired', message: 'Email link is invalid or has expired' });

export const confirmEmailChangeModel: Model<typeof confirmEmailChangeMachine> = {
  machine: confirmEmailChangeMachine,
  input: (_, port) => screenInput({ port, query: { code: 'c0de' } }),
  events: {},
  answers: { link: [{ output: 'changed' }, { output: 'half' }, { output: 'none' }, { error: expired }] },
  invariants: [
    {
      says: 'The code of a link leaves the address as soon as it is used.',
      when: (snapshot, { before }) => snapshot.matches('opening') && before?.matches('opening') !== true,
      holds: (_, { sent }) =>
        sent.some(
          ({ event }) =>
            event.type === 'navigation.requested' && JSON.stringify(event).includes('"/confirm-email-change"'),
        ),
    },
    {
      says: 'All tabs show the new address.',
      when: (snapshot, { before }) => snapshot.matches('changed') && before?.matches('changed') !== true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'resource.changed'),
    },
  ],
};
