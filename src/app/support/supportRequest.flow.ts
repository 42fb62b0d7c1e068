import { fromPromise } from 'xstate';
import { supportRequestMachine } from '../../machines/support/supportRequest/supportRequest.machine.ts';
import { deleteTrace } from '../../services/browser/traceStore.ts';
import { findTrace } from '../../services/support/findTrace.ts';
import {
  deleteSupportDraft,
  saveSupportDraft,
  loadSupportDraft,
  sendSupportRequest,
} from '../../services/support/support.ts';

export default supportRequestMachine.provide({
  actors: {
    loadDraft: fromPromise(async () => loadSupportDraft()),
    keepDraft: fromPromise(async ({ input }) => saveSupportDraft(input)),
    deleteDraft: fromPromise(async () => {
      deleteSupportDraft();
      deleteTrace();
    }),
    findTrace: fromPromise(findTrace),
    sendRequest: fromPromise(({ input, signal }) => sendSupportRequest(input, signal)),
  },
});
