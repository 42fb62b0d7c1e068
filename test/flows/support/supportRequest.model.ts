import { FailureError } from '../../../src/contract/common/failureError.ts';
import { hasFieldErrors, fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import { supportRequestSchema, type SupportRequest } from '../../../src/contract/support/support.ts';
import { supportRequestMachine } from '../../../src/machines/support/supportRequest/supportRequest.machine.ts';
import { requestOf } from '../../../src/machines/support/supportRequest/supportValues.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

const missing = new FailureError({ code: 404, message: 'This project does not exist', requestId: 'req-2' });

export const supportRequestModel: Model<typeof supportRequestMachine> = {
  machine: supportRequestMachine,
  input: (_, port) =>
    screenInput({ port, query: { category: 'dashboard_bug', subject: 'Fault', project_ref: 'gone' } }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'message', value: 'Nothing came.' },
      { type: 'field.changed', field: 'message', value: ' ' },
    ],
    'trace.requested': [{ type: 'trace.requested' }],
    'trace.attached': [{ type: 'trace.attached' }],
    'trace.detached': [{ type: 'trace.detached' }],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: {
    draft: [{ output: null }, { error: new Error('no storage') }],
    keeping: [{ output: undefined }, { error: new Error('no room') }],
    request: [
      { output: { id: '7d1c', delivery: 'mailed' } },
      { output: { id: '7d1c', delivery: 'kept' } },
      { error: refusal },
      { error: missing },
    ],
    forgetting: [{ output: undefined }, { error: new Error('no storage') }],
    found: [{ output: { text: '{"events":[]}', events: 3 } }, { error: new Error('No events recorded.') }],
  },
  distinguish: (context) => hasFieldErrors(fieldErrorsOf(supportRequestSchema, requestOf(context))),
  invariants: [
    {
      says: 'Nothing of a trace goes along that has not been shown.',
      when: ({ context }) => context.attachment !== null,
      holds: ({ context: { attachment, trace } }) => attachment === trace?.text,
    },
    {
      says: 'Nothing is sent that cannot be right.',
      when: (_, { given }) => given('request') !== undefined,
      holds: (_, { given }) => !hasFieldErrors(fieldErrorsOf(supportRequestSchema, given('request') as SupportRequest)),
    },
    {
      says: 'What was typed stays when it is refused.',
      when: (snapshot, { before }) =>
        before?.matches({ writing: { form: 'sending' } }) === true &&
        snapshot.matches({ writing: { form: 'editing' } }),
      holds: ({ context }, { before }) =>
        context.values === before?.context.values &&
        (context.failure !== null || context.fieldErrors.project_ref !== undefined),
    },
  ],
};
