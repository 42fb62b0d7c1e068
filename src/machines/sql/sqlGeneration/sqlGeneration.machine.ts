import { assign, not, type EventObject } from 'xstate';
import type { AnswerFailure } from '../../../contract/assistant/conversation.ts';
import { maxPromptChars, type GenerationDraft, type GenerationLevel } from '../../../contract/sql/sqlGeneration.ts';
import { draftDelays, draftStates } from '../../parts/draft.ts';
import { failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import {
  modelStatusActions,
  modelStatusActors,
  modelStatusRegion,
  type ModelStatusContext,
  type ModelStatusEvent,
} from '../../parts/modelStatus.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

export interface SqlGenerationInput {
  ref: string;
  /** The query that is open. */
  query: string;
}

interface SqlTarget {
  ref: string;
  prompt: string;
  sql: string;
  level: GenerationLevel;
}

/** What the stream of the model's SQL reports; `generated` is always all of it so far. */
export type GenerationReport =
  | { type: 'sql.grown'; generated: string }
  | { type: 'sql.finished'; generated: string }
  | { type: 'sql.failed'; generated: string; failure: AnswerFailure };

type SqlGenerationEvent =
  | GenerationReport
  | { type: 'prompt.changed'; prompt: string }
  | { type: 'level.chosen'; level: GenerationLevel }
  /** With the query as it is, which the model changes. */
  | { type: 'generation.requested'; sql: string }
  | { type: 'generation.stopped' }
  | { type: 'proposal.accepted' }
  | { type: 'proposal.rejected' }
  | { type: 'name.requested'; sql: string }
  | { type: 'name.settled' }
  | ModelStatusEvent
  /** Sent by the screen, right before it stops this chart. */
  | { type: 'generator.closed' };

interface SqlGenerationContext extends SqlGenerationInput, GenerationDraft, ModelStatusContext {
  sql: string;
  /** A name for the query that the user has not taken yet. */
  name: string | null;
  /** Why there is no SQL, not all of it, or no name of the model. */
  failure: AnswerFailure | null;
}

const noSql: AnswerFailure = {
  code: 'no_sql',
  message: 'The model answered without SQL. Rephrase your request.',
};

const keepGrown = { type: 'keepGenerated', params: ({ event }: { event: { generated: string } }) => event } as const;

const ofQuery = ({ ref, query }: SqlGenerationContext): SqlGenerationInput => ({ ref, query });

const begin = {
  target: 'generating',
  actions: { type: 'keepSql', params: ({ event }: { event: { sql: string } }) => event },
} as const;

const nameFor = { type: 'keepNamed', params: ({ event }: { event: { sql: string } }) => event } as const;

const requested = [
  { guard: 'isBlank', description: 'There is nothing to ask for.' },
  { ...begin, guard: 'hasModel' },
  {
    ...begin,
    guard: 'isModelUnknown',
    target: 'awaitingModel',
    description: 'The request is sent once it is known which model answers.',
  },
] as const;

export const sqlGenerationMachine = flowSetup({
  types: {
    input: {} as SqlGenerationInput,
    context: {} as SqlGenerationContext,
    events: {} as SqlGenerationEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** What an earlier visit left. */
    loadDraft: unprovided<GenerationDraft | null, SqlGenerationInput>('loadDraft'),
    keepDraft: unprovided<void, SqlGenerationInput & { draft: GenerationDraft }>('keepDraft'),
    ...modelStatusActors,
    generateSql: unprovidedSource<EventObject, SqlTarget>('generateSql'),
    suggestName: unprovided<{ name: string; failure: AnswerFailure | null }, { ref: string; sql: string }>(
      'suggestName',
    ),
  },
  delays: draftDelays,
  guards: {
    isBlank: ({ context }) => context.prompt.trim() === '',
    hasModel: ({ context }) => context.status?.configured === true,
    isModelUnknown: ({ context }) => context.status === null && context.statusFailure === null,
    hasSql: ({ context }) => context.generated !== '',
    isEmpty: (_, { generated }: { generated: string }) => generated === '',
    isToReview: (_, { draft }: { draft: GenerationDraft | null }) => draft?.isWhole === true && draft.generated !== '',
    isPartial: (_, { draft }: { draft: GenerationDraft | null }) => draft !== null && draft.generated !== '',
  },
  actions: {
    takeDraft: assign((_, { draft }: { draft: GenerationDraft | null }) => ({ ...draft })),
    ...modelStatusActions<SqlGenerationContext, SqlGenerationEvent>(),
    keepPrompt: assign((_, { prompt }: { prompt: string }) => ({ prompt: prompt.slice(0, maxPromptChars) })),
    keepLevel: assign((_, { level }: { level: GenerationLevel }) => ({ level })),
    keepSql: assign((_, { sql }: { sql: string }) => ({
      sql,
      generated: '',
      isWhole: false,
      failure: null,
      name: null,
    })),
    /** The SQL that is to be named. */
    keepNamed: assign((_, { sql }: { sql: string }) => ({ sql, failure: null, name: null })),
    keepGenerated: assign((_, { generated }: { generated: string }) => ({ generated })),
    keepWhole: assign((_, { generated }: { generated: string }) => ({ generated, isWhole: true })),
    keepFailure: assign((_, { failure }: { failure: AnswerFailure | null }) => ({ failure })),
    clearProposal: assign({ generated: '', isWhole: false, failure: null }),
    clearPrompt: assign({ prompt: '' }),
    keepName: assign((_, { name }: { name: string }) => ({ name })),
    clearName: assign({ name: null }),
  },
}).createMachine({
  id: 'sqlGeneration',
  description: 'Has a model write or change the SQL of a query, or name it. The user reviews the result.',
  context: ({ input }) => ({
    ...input,
    prompt: '',
    level: 'schema',
    generated: '',
    isWhole: false,
    sql: '',
    name: null,
    failure: null,
    status: null,
    statusFailure: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: {
      invoke: {
        id: 'draft',
        src: 'loadDraft',
        input: ({ context }) => ofQuery(context),
        onDone: [
          {
            guard: { type: 'isToReview', params: ({ event }) => ({ draft: event.output }) },
            target: '#sqlGeneration.open.work.reviewing',
            actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
            description: 'The page was left before the user had decided about the SQL.',
          },
          {
            guard: { type: 'isPartial', params: ({ event }) => ({ draft: event.output }) },
            target: '#sqlGeneration.open.work.interrupted',
            actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
            description: 'The SQL from an earlier visit is incomplete.',
          },
          { target: 'open', actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) } },
        ],
        onError: { target: 'open', description: 'Without a draft, the request starts empty.' },
      },
    },
    open: {
      type: 'parallel',
      states: {
        draft: {
          initial: 'saved',
          on: {
            'prompt.changed': {
              target: '.unsaved',
              actions: { type: 'keepPrompt', params: ({ event }) => event },
              description: 'Every change restarts the delay.',
            },
            'level.chosen': { target: '.unsaved', actions: { type: 'keepLevel', params: ({ event }) => event } },
            'generation.requested': { target: '.keeping', description: 'The previous SQL is discarded.' },
            'sql.finished': { target: '.keeping', description: 'The SQL survives a reload until the user decides.' },
            'sql.failed': { target: '.keeping', description: 'So does a part of it.' },
            'generation.stopped': { target: '.keeping' },
            'proposal.accepted': { target: '.keeping' },
            'proposal.rejected': { target: '.keeping' },
            'generator.closed': { target: '.keeping', description: 'What was just typed is stored at once.' },
          },
          states: draftStates(
            ({ prompt, level, generated, isWhole }: SqlGenerationContext): GenerationDraft => ({
              prompt,
              level,
              generated,
              isWhole,
            }),
            ofQuery,
          ),
        },
        status: modelStatusRegion,
        work: {
          initial: 'asking',
          states: {
            asking: {
              on: {
                'generation.requested': requested,
                'name.requested': { target: 'naming', actions: nameFor },
                'name.settled': { actions: 'clearName' },
                'proposal.rejected': {
                  actions: 'clearProposal',
                  description: 'The user has read why the model gave no name.',
                },
              },
            },
            awaitingModel: {
              tags: 'busy',
              always: [
                { guard: 'hasModel', target: 'generating' },
                {
                  guard: not('isModelUnknown'),
                  target: 'asking',
                  description: 'The screen says why there is no model. The request stays.',
                },
              ],
              on: { 'generation.stopped': { target: 'asking' } },
            },
            generating: {
              tags: 'busy',
              invoke: {
                id: 'sql',
                src: 'generateSql',
                input: ({ context: { ref, prompt, sql, level } }) => ({ ref, prompt, sql, level }),
                onError: {
                  target: 'interrupted',
                  actions: { type: 'keepFailure', params: failureIn },
                },
              },
              on: {
                'sql.grown': { actions: keepGrown },
                'sql.finished': [
                  {
                    guard: { type: 'isEmpty', params: ({ event }) => event },
                    target: 'interrupted',
                    actions: { type: 'keepFailure', params: { failure: noSql } },
                    description: 'There is nothing to review.',
                  },
                  {
                    target: 'reviewing',
                    actions: { type: 'keepWhole', params: ({ event }) => event },
                    description: 'The user decides about it.',
                  },
                ],
                'sql.failed': {
                  target: 'interrupted',
                  actions: [keepGrown, { type: 'keepFailure', params: ({ event }) => event }],
                },
                'generation.stopped': [
                  { guard: 'hasSql', target: 'interrupted', description: 'The part that arrived stays for review.' },
                  { target: 'asking' },
                ],
              },
            },
            reviewing: {
              on: {
                'generation.requested': requested,
                'proposal.accepted': {
                  target: 'asking',
                  actions: ['clearProposal', 'clearPrompt'],
                },
                'proposal.rejected': {
                  target: 'asking',
                  actions: 'clearProposal',
                  description: 'The request stays, so that the user can rephrase it.',
                },
              },
            },
            interrupted: {
              description: 'The SQL is incomplete: the user stopped it, or it failed.',
              on: {
                'generation.requested': requested,
                'name.requested': {
                  guard: not('hasSql'),
                  target: 'naming',
                  actions: nameFor,
                  description: 'The user decides about SQL first.',
                },
                'proposal.accepted': { target: 'asking', actions: 'clearProposal' },
                'proposal.rejected': { target: 'asking', actions: 'clearProposal' },
              },
            },
            naming: {
              tags: 'busy',
              invoke: {
                id: 'name',
                src: 'suggestName',
                input: ({ context: { ref, sql } }) => ({ ref, sql }),
                onDone: {
                  target: 'asking',
                  actions: [
                    { type: 'keepName', params: ({ event }) => event.output },
                    { type: 'keepFailure', params: ({ event }) => event.output },
                  ],
                },
                onError: {
                  target: 'asking',
                  actions: { type: 'keepFailure', params: failureIn },
                },
              },
              on: { 'generation.stopped': { target: 'asking' } },
            },
          },
        },
      },
    },
  },
});
