import type { GenerationDraft } from '../../../src/contract/sql/sqlGeneration.ts';
import { sqlGenerationMachine } from '../../../src/machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import type { Model } from '../../support/paths.ts';
import { status } from '../assistant/assistantServices.model.ts';

export const sql = 'select 1';
export const written = 'select count(*) from orders';
export const left: GenerationDraft = {
  prompt: 'Count the orders',
  level: 'none',
  generated: written,
  isWhole: true,
};
export const overloaded = { code: 'rate_limited', message: 'The model gets too many requests.', retryAfter: 7 };

export const sqlGenerationModel: Model<typeof sqlGenerationMachine> = {
  machine: sqlGenerationMachine,
  input: () => ({ ref: 'abc', query: 'q1' }),
  events: {
    'prompt.changed': [
      { type: 'prompt.changed', prompt: 'Count the orders' },
      { type: 'prompt.changed', prompt: ' ' },
    ],
    'level.chosen': [{ type: 'level.chosen', level: 'none' }],
    'generation.requested': [{ type: 'generation.requested', sql }],
    'generation.stopped': [{ type: 'generation.stopped' }],
    'proposal.accepted': [{ type: 'proposal.accepted' }],
    'proposal.rejected': [{ type: 'proposal.rejected' }],
    'name.requested': [{ type: 'name.requested', sql }],
    'name.settled': [{ type: 'name.settled' }],
    'status.requested': [{ type: 'status.requested' }],
    'generator.closed': [{ type: 'generator.closed' }],
    'sql.grown': [],
    'sql.finished': [],
    'sql.failed': [],
  },
  answers: {
    draft: [
      { output: null },
      { output: left },
      { output: { ...left, generated: 'select count', isWhole: false } },
      { error: new Error('The storage cannot be read.') },
    ],
    status: [
      { output: status },
      { output: { ...status, configured: false } },
      { error: new Error('The server is unreachable.') },
    ],
    keeping: [{ output: undefined }, { error: new Error('The storage is full.') }],
    sql: [
      { sends: { type: 'sql.grown', generated: 'select count' } },
      { sends: { type: 'sql.finished', generated: written } },
      { sends: { type: 'sql.finished', generated: '' } },
      { sends: { type: 'sql.failed', generated: 'select count', failure: overloaded } },
      { sends: { type: 'sql.failed', generated: '', failure: overloaded } },
      { error: new Error('The service has a defect.') },
    ],
    name: [
      { output: { name: 'Orders in all', failure: null } },
      { output: { name: 'orders: select', failure: overloaded } },
      { error: new Error('The service has a defect.') },
    ],
  },
  distinguish: ({ prompt, generated, name, failure }) => ({
    asked: prompt.trim() !== '',
    has: generated !== '',
    named: name !== null,
    failed: failure !== null,
  }),
  invariants: [
    {
      says: 'Nothing is sent to the model before the user asks for it.',
      when: (_, { before, event }) =>
        before !== null && !['generation.requested', 'name.requested'].includes(event?.type ?? ''),
      holds: (snapshot, { before }) => !before!.matches({ open: { work: 'asking' } }) || !snapshot.hasTag('busy'),
    },
    {
      says: 'What the user asked for stays until the SQL is accepted.',
      when: (_, { event, before }) =>
        before !== null && event !== null && !['prompt.changed', 'proposal.accepted'].includes(event.type),
      holds: ({ context }, { before }) => before!.context.prompt === '' || context.prompt === before!.context.prompt,
    },
    {
      says: 'SQL that is to be reviewed is there, and whole.',
      when: (snapshot) => snapshot.matches({ open: { work: 'reviewing' } }),
      holds: ({ context }) => context.generated !== '' && context.isWhole,
    },
    {
      says: 'SQL goes only when the user asks for other SQL or decides about it.',
      when: (_, { before, event }) =>
        before?.matches({ open: { work: 'generating' } }) === false &&
        !['generation.requested', 'proposal.accepted', 'proposal.rejected'].includes(event?.type ?? ''),
      holds: ({ context }, { before }) => before!.context.generated === '' || context.generated !== '',
    },
    {
      says: 'What is shared is what the user chose before.',
      when: (_, { before, event }) =>
        before !== null && !before.matches('loadingDraft') && event?.type !== 'level.chosen',
      holds: ({ context }, { before }) => context.level === before!.context.level,
    },
  ],
};
