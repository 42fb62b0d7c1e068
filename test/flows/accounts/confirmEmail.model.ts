import { failureOf } from '../../../src/contract/common/apiError.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { confirmEmailMachine } from '../../../src/machines/accounts/confirmEmail/confirmEmail.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

const expired = new FailureError({ code: 'otp_expired', message: 'Email link is invalid or has expired' });

export const confirmEmailModel: Model<typeof confirmEmailMachine> = {
  machine: confirmEmailMachine,
  input: (_, port) => screenInput({ port, query: { code: 'c0de', returnTo: '/projects' } }),
  events: { 'link.retried': [{ type: 'link.retried' }] },
  answers: {
    link: [
      { output: { session: true } },
      { output: { session: false, failure: null } },
      { output: { session: false, failure: failureOf(refusal) } },
      { error: expired },
    ],
  },
  invariants: [
    {
      says: 'The code of a link leaves the address as soon as it is used; the page that the user wanted stays there.',
      when: (snapshot, { before }) => snapshot.matches('opening') && before?.matches('opening') !== true,
      holds: (_, { sent }) =>
        sent.some(
          ({ event }) =>
            event.type === 'navigation.requested' &&
            JSON.stringify(event).includes('/confirm-email?returnTo=%2Fprojects"'),
        ),
    },
  ],
};
