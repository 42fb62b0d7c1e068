import { fromPromise } from 'xstate';
import { supportRequestMachine } from '../../machines/support/supportRequest/supportRequest.machine.ts';
import { findTrace, forgetTrace } from '../../services/browser/traceShelf.ts';
import {
  forgetSupportDraft,
  keepSupportDraft,
  recallSupportDraft,
  sendSupportRequest,
} from '../../services/support/support.ts';

export default supportRequestMachine.provide({
  actors: {
    recallDraft: fromPromise(async () => recallSupportDraft()),
    keepDraft: fromPromise(async ({ input }) => keepSupportDraft(input)),
    forgetDraft: fromPromise(async () => {
      forgetSupportDraft();
      forgetTrace();
    }),
    findTrace: fromPromise(async () => findTrace()),
    sendRequest: fromPromise(({ input, signal }) => sendSupportRequest(input, signal)),
  },
});
