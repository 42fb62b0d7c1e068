import { fromPromise } from 'xstate';
import { assistantEndpointMachine } from '../../machines/organizations/assistantEndpoint/assistantEndpoint.machine.ts';
import {
  changeEndpoint,
  readEndpoint,
  removeEndpoint,
  testEndpoint,
} from '../../services/organizations/assistantEndpoint.ts';
import {
  deleteEndpointDraft,
  keepEndpointDraft,
  loadEndpointDraft,
} from '../../services/organizations/assistantEndpointDraft.ts';

export default assistantEndpointMachine.provide({
  actors: {
    loadDraft: fromPromise(async ({ input }) => loadEndpointDraft(input)),
    keepDraft: fromPromise(async ({ input }) => keepEndpointDraft(input)),
    deleteDraft: fromPromise(async ({ input }) => deleteEndpointDraft(input)),
    readEndpoint: fromPromise(({ input, signal }) => readEndpoint(input, signal)),
    changeEndpoint: fromPromise(({ input, signal }) => changeEndpoint(input, signal)),
    testEndpoint: fromPromise(({ input, signal }) => testEndpoint(input, signal)),
    removeEndpoint: fromPromise(({ input, signal }) => removeEndpoint(input, signal)),
  },
});
