import { emailRequestSchema } from '../../../src/contract/accounts/emailRequest.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { emailSignInMachine } from '../../../src/machines/accounts/emailSignIn/emailSignIn.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const emailSignInModel: Model<typeof emailSignInMachine> = {
  machine: emailSignInMachine,
  input: (_, port) => screenInput({ port, query: { code: 'c0de', returnTo: '/projects' } }),
  events: {
    'pendingCode.loaded': [],
    'link.retried': [{ type: 'link.retried' }],
    'field.changed': [{ type: 'field.changed', field: 'email', value: 'ada@example.com' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'code.accepted': [],
  },
  answers: {
    pending: [
      { sends: { type: 'pendingCode.loaded', pending: null } },
      { sends: { type: 'pendingCode.loaded', pending: { address: 'ada@example.com', sentAt: 0 } } },
    ],
    link: [
      { output: { session: true } },
      { output: { session: false, failure: null } },
      { output: { session: false, failure: failureOf(refusal) } },
      { error: refusal },
    ],
    request: [{ output: undefined }, { error: refusal }],
    code: [{ sends: { type: 'code.accepted' } }],
  },
  distinguish: ({ values }) => hasFieldErrors(fieldErrorsOf(emailRequestSchema, values)),
  invariants: [
    {
      says: 'No email is requested for what cannot be an address.',
      when: (snapshot) => snapshot.matches('requesting'),
      holds: ({ context }) => !hasFieldErrors(fieldErrorsOf(emailRequestSchema, context.values)),
    },
    {
      says: 'The code of a link leaves the address as soon as it is used; the page that the user wanted stays there.',
      when: (snapshot, { before }) => snapshot.matches('opening') && before?.matches('opening') !== true,
      holds: (_, { sent }) =>
        sent.some(
          ({ event }) =>
            event.type === 'navigation.requested' &&
            JSON.stringify(event).includes('/sign-in-email?returnTo=%2Fprojects"'),
        ),
    },
    {
      says: 'A link that leads nowhere says why.',
      when: (snapshot) => snapshot.matches('unopened'),
      holds: ({ context }) => context.failure !== null,
    },
  ],
};
