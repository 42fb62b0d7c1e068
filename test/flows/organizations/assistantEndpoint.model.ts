import type { StoredEndpoint } from '../../../src/contract/assistant/assistantEndpoint.ts';
import { assistantEndpointMachine } from '../../../src/machines/organizations/assistantEndpoint/assistantEndpoint.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const stored: StoredEndpoint = {
  isSet: true,
  hasKey: true,
  baseUrl: 'https://api.example.com/v1',
  modelName: 'large',
  contextTokens: '8000',
  deploymentConfigured: false,
};
const none: StoredEndpoint = {
  isSet: false,
  hasKey: false,
  baseUrl: '',
  modelName: '',
  contextTokens: '',
  deploymentConfigured: true,
};

export const input = (port = screenInput().port) => ({ ...screenInput({ port }), params: { slug: 'acme' } });

export const assistantEndpointModel: Model<typeof assistantEndpointMachine> = {
  machine: assistantEndpointMachine,
  input: (_, port) => input(port),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'modelName', value: 'larger' },
      { type: 'field.changed', field: 'modelName', value: '' },
      { type: 'field.changed', field: 'apiKey', value: 'sk-123' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'test.requested': [{ type: 'test.requested' }],
    'removal.requested': [{ type: 'removal.requested' }],
    'edits.discarded': [{ type: 'edits.discarded' }],
    'reading.retried': [{ type: 'reading.retried' }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: {
    draft: [
      { output: null },
      { output: { baseUrl: 'https://api.example.com/v1', modelName: 'typed', contextTokens: '' } },
      { error: refusal },
    ],
    endpoint: [{ output: stored }, { output: none }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    test: [
      { output: { answeredMs: 340, failure: null } },
      { output: { answeredMs: null, failure: { code: 'key_refused', message: 'The model refuses its key.' } } },
      { error: refusal },
    ],
    change: [{ output: stored }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    discarding: [{ output: undefined }, { error: refusal }],
    removal: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ values: { baseUrl, modelName, apiKey }, stored: known, tested, failure, confirmFailure }) => [
    baseUrl !== '',
    modelName !== '',
    apiKey !== '',
    known?.isSet,
    tested && tested.failure !== null,
    failure !== null,
    confirmFailure !== null,
  ],
  limit: 4_000,
  invariants: [
    {
      says: 'Edits are never taken for stored ones.',
      when: (snapshot, { before }) => snapshot.matches({ editing: 'saved' }) && before?.matches('editing') !== true,
      holds: ({ context: { values, stored: known } }) => values.modelName === known?.modelName,
    },
    {
      says: 'The key is in no draft.',
      when: (_, { awaited }) => awaited.includes('keeping'),
      holds: (_, { given }) => !JSON.stringify(given('keeping')).includes('sk-123'),
    },
    {
      says: 'The typed key is forgotten once it is stored.',
      when: (snapshot) => snapshot.matches('forgettingDraft'),
      holds: ({ context }) => context.values.apiKey === '',
    },
    {
      says: 'A result of a test is of the form as it is.',
      when: (_, { event }) => event?.type === 'field.changed',
      holds: (snapshot, { before }) => before?.matches('editing') !== true || snapshot.context.tested === null,
    },
  ],
};
