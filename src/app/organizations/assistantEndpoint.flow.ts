import { fromPromise } from 'xstate';
import { endpointDraftSchema } from '../../contract/assistant/assistantEndpoint.ts';
import { assistantEndpointMachine } from '../../machines/organizations/assistantEndpoint/assistantEndpoint.machine.ts';
import { entry } from '../../services/browser/storage.ts';
import {
  changeEndpoint,
  readEndpoint,
  removeEndpoint,
  testEndpoint,
} from '../../services/organizations/assistantEndpoint.ts';
import { storedDraftBy } from '../parts/storedDraft.ts';

export default assistantEndpointMachine.provide({
  actors: {
    ...storedDraftBy(entry('assistant-endpoint', endpointDraftSchema), ({ slug }: { slug: string }) => slug),
    readEndpoint: fromPromise(({ input, signal }) => readEndpoint(input, signal)),
    changeEndpoint: fromPromise(({ input, signal }) => changeEndpoint(input, signal)),
    testEndpoint: fromPromise(({ input, signal }) => testEndpoint(input, signal)),
    removeEndpoint: fromPromise(({ input, signal }) => removeEndpoint(input, signal)),
  },
});
