import { assign, type EventObject } from 'xstate';
import type { AssistantStatus } from '../../../contract/assistant/assistantStatus.ts';
import type { AnswerFailure } from '../../../contract/assistant/conversation.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { maxPromptChars, type GenerationDraft, type GenerationLevel } from '../../../contract/sql/sqlGeneration.ts';
import { draftDelays, draftStates } from '../../parts/draft.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

export interface SqlGenerationInput {
  ref: string;
  /** The query that is open. */
  query: string;
}

export interface OpenedGeneration {
  draft: GenerationDraft | null;
  status: AssistantStatus | null;
  /** Why it is not known whether there is a model. */
  failure: Failure | null;
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
  | { type: 'status.requested' };

interface SqlGenerationContext extends SqlGenerationInput, Pick<GenerationDraft, 'prompt' | 'level' | 'generated'> {
  sql: string;
  /** A name for the query that the user has not taken yet. */
  name: string | null;
  /** Why there is no SQL, not all of it, or no name of the model. */
  failure: AnswerFailure | null;
  status: AssistantStatus | null;
  /** Why it is not known whether there is a model. */
  statusFailure: Failure | null;
}

const noSql: AnswerFailure = {
  code: 'no_sql',
  message: 'The model answered without SQL. Put your request into other words.',
};

const keepGrown = { type: 'keepGenerated', params: ({ event }: { event: { generated: string } }) => event } as const;

const begin = {
  target: 'generating',
  actions: { type: 'keepSql', params: ({ event }: { event: { sql: string } }) => event },
} as const;

const requested = [{ guard: 'isBlank', description: 'There is nothing to ask for.' }, begin] as const;

export const sqlGenerationMachine = flowSetup({
  types: {
    input: {} as SqlGenerationInput,
    context: {} as SqlGenerationContext,
    events: {} as SqlGenerationEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** What an earlier visit left, and which model answers. */
    openGeneration: unprovided<OpenedGeneration, { ref: string }>('openGeneration'),
    keepDraft: unprovided<void, { ref: string; draft: GenerationDraft }>('keepDraft'),
    generateSql: unprovidedSource<EventObject, SqlTarget>('generateSql'),
    suggestName: unprovided<{ name: string; failure: AnswerFailure | null }, { ref: string; sql: string }>(
      'suggestName',
    ),
  },
  delays: draftDelays,
  guards: {
    isBlank: ({ context }) => context.prompt.trim() === '',
    hasSql: ({ context }) => context.generated !== '',
    isEmpty: (_, { generated }: { generated: string }) => generated === '',
    isForThisQuery: ({ context }, { draft }: OpenedGeneration) =>
      context.prompt === '' && draft !== null && draft.generated !== '' && draft.query === context.query,
  },
  actions: {
    takeOpened: assign(({ context }, { draft, status, failure }: OpenedGeneration) => ({
      status,
      statusFailure: failure,
      ...(draft !== null &&
        context.prompt === '' && {
          level: draft.level,
          prompt: draft.prompt,
          generated: draft.query === context.query ? draft.generated : '',
        }),
    })),
    keepPrompt: assign((_, { prompt }: { prompt: string }) => ({ prompt: prompt.slice(0, maxPromptChars) })),
    keepLevel: assign((_, { level }: { level: GenerationLevel }) => ({ level })),
    keepSql: assign((_, { sql }: { sql: string }) => ({ sql, generated: '', failure: null, name: null })),
    keepGenerated: assign((_, { generated }: { generated: string }) => ({ generated })),
    keepFailure: assign((_, { failure }: { failure: AnswerFailure | null }) => ({ failure })),
    clearProposal: assign({ generated: '', failure: null }),
    clearPrompt: assign({ prompt: '' }),
    keepName: assign((_, { name }: { name: string }) => ({ name })),
    clearName: assign({ name: null }),
    keepStatusFailure: assign((_, { failure }: { failure: Failure }) => ({ statusFailure: failure })),
  },
}).createMachine({
  id: 'sqlGeneration',
  description: 'Has a model write or change the SQL of a query, or name it. The user reviews what comes.',
  context: ({ input }) => ({
    ...input,
    prompt: '',
    level: 'schema',
    generated: '',
    sql: '',
    name: null,
    failure: null,
    status: null,
    statusFailure: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        id: 'opening',
        src: 'openGeneration',
        input: ({ context: { ref } }) => ({ ref }),
        onDone: [
          {
            guard: { type: 'isForThisQuery', params: ({ event }) => event.output },
            target: '#sqlGeneration.open.work.reviewing',
            actions: { type: 'takeOpened', params: ({ event }) => event.output },
            description: 'The page was left before the user had decided about the SQL.',
          },
          { target: 'open', actions: { type: 'takeOpened', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'open',
          actions: { type: 'keepStatusFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
      on: {
        'prompt.changed': {
          actions: { type: 'keepPrompt', params: ({ event }) => event },
          description: 'What the user types meanwhile stays.',
        },
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
            'sql.finished': { target: '.keeping', description: 'The SQL survives a reload until the user decides.' },
            'proposal.accepted': { target: '.keeping' },
            'proposal.rejected': { target: '.keeping' },
          },
          states: draftStates(
            ({ query, prompt, level, generated }: SqlGenerationContext): GenerationDraft => ({
              query,
              prompt,
              level,
              generated,
            }),
            ({ ref }: SqlGenerationContext) => ({ ref }),
          ),
        },
        work: {
          initial: 'asking',
          states: {
            asking: {
              on: {
                'generation.requested': requested,
                'name.requested': {
                  target: 'naming',
                  actions: { type: 'keepSql', params: ({ event }) => event },
                },
                'name.settled': { actions: 'clearName' },
                'status.requested': {
                  target: '#sqlGeneration.opening',
                  description: 'An owner or the operator may have set a model meanwhile.',
                },
              },
            },
            generating: {
              tags: 'busy',
              invoke: {
                id: 'sql',
                src: 'generateSql',
                input: ({ context: { ref, prompt, sql, level } }) => ({ ref, prompt, sql, level }),
                onError: {
                  target: 'interrupted',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
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
                    actions: keepGrown,
                    description: 'The user decides about it.',
                  },
                ],
                'sql.failed': {
                  target: 'interrupted',
                  actions: [keepGrown, { type: 'keepFailure', params: ({ event }) => event }],
                },
                'generation.stopped': [
                  { guard: 'hasSql', target: 'interrupted', description: 'What has come stays for review.' },
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
                  description: 'The request stays, to be put into other words.',
                },
              },
            },
            interrupted: {
              description: 'The SQL is not whole: the user stopped it, or it failed.',
              on: {
                'generation.requested': requested,
                'name.requested': {
                  target: 'naming',
                  actions: { type: 'keepSql', params: ({ event }) => event },
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
                  actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
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
