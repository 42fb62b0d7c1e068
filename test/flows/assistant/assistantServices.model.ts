import type { AssistantStatus } from '../../../src/contract/assistant/assistantStatus.ts';
import {
  assistantServicesMachine,
  type SqlExplanation,
} from '../../../src/machines/assistant/assistantServices/assistantServices.machine.ts';
import type { Model } from '../../support/paths.ts';

export const status: AssistantStatus = {
  configured: true,
  model: 'a-model',
  host: 'models.example',
  contextTokens: 128_000,
  configuredBy: 'deployment',
  organization: 'acme',
  canConfigure: true,
  settings: ['BASECHART_ASSISTANT_URL'],
};

export const explanation: SqlExplanation = {
  statements: [
    {
      command: 'SELECT',
      effect: 'reads',
      tables: ['orders'],
      plan: JSON.stringify([
        {
          Plan: {
            'Node Type': 'Seq Scan',
            'Relation Name': 'orders',
            Alias: 'orders',
            'Startup Cost': 0,
            'Total Cost': 9,
            'Plan Rows': 400,
            'Plan Width': 8,
          },
        },
      ]),
      problem: null,
    },
  ],
  callsWrite: false,
};

export const assistantServicesModel: Model<typeof assistantServicesMachine> = {
  machine: assistantServicesMachine,
  input: (_, port) => ({ ref: 'abc', keeps: false, port, project: port }),
  events: {
    'status.requested': [{ type: 'status.requested' }],
    'keeping.chosen': [
      { type: 'keeping.chosen', keeps: true },
      { type: 'keeping.chosen', keeps: false },
    ],
    'format.requested': [{ type: 'format.requested', sql: 'select 1' }],
    'explanation.requested': [{ type: 'explanation.requested', sql: 'select 1' }],
  },
  answers: {
    status: [{ output: status }, { error: new Error('offline') }],
    keeping: [{ output: undefined }, { error: new Error('full') }],
    format: [{ output: 'select\n  1' }, { error: new Error('It cannot be parsed.') }],
    explanation: [{ output: explanation }, { error: new Error('It has a syntax error.') }],
  },
  distinguish: ({ status: known, keeps }) => ({ known: known !== null, keeps }),
  invariants: [
    {
      says: 'A choice that the browser does not store is not shown as made.',
      when: (snapshot, { before, sent }) =>
        before?.matches({ keeping: 'storing' }) === true &&
        snapshot.matches({ keeping: 'settled' }) &&
        sent.some(({ event }) => event.type === 'toast.requested'),
      holds: ({ context }, { before }) => context.keeps !== before?.context.keeps,
    },
    {
      says: 'SQL that was laid out goes to the editor as a proposal.',
      when: (snapshot, { before, sent }) =>
        before?.matches({ layout: 'formatting' }) === true && snapshot.matches({ layout: 'idle' }) && sent.length === 1,
      holds: (_, { sent }) =>
        sent.every(({ event }) => event.type === 'sql.inserted' || event.type === 'toast.requested'),
    },
  ],
};
