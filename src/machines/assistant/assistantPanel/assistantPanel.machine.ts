import { assign, sendTo } from 'xstate';
import type { AssistantRequest, SqlProposal } from '../../../contract/assistant/conversation.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { RouteChanged } from '../../../router/route.ts';
import { cannotFail, failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { AppPort, ResourcePort } from '../../parts/port.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { watchModel } from './watchModel.ts';

interface AssistantPanelInput {
  port: AppPort;
  now: () => number;
  resources: ResourcePort;
}

/** At the start: the project of the address, and what opens the panel there, if anything. */
export type OpennessLoaded = {
  type: 'openness.loaded';
  opens: 'byAddress' | 'asBefore' | null;
  ref: string | null;
  /** This browser may hold conversations of the user. */
  hasHistory: boolean;
};
/** Sent to storage. */
export type OpennessChanged = { type: 'openness.changed'; open: boolean };

type AssistantPanelEvent =
  /** By the button or the shortcut. */
  | { type: 'panel.toggled' }
  | { type: 'panel.closed' }
  /** A screen has something to ask. */
  | { type: 'request.made'; request: AssistantRequest }
  /** An answer's SQL is to be put into the editor, which shows the difference. */
  | { type: 'proposal.made'; proposal: SqlProposal }
  | { type: 'proposal.settled' }
  /** A model answers in the project of the address. */
  | { type: 'model.found' }
  | OpennessLoaded
  | RouteChanged;

/** What the conversations of a project start with. */
export interface ProjectInput {
  name: 'assistantProject';
  input: Omit<AssistantPanelInput, 'resources'> & { ref: string; request: AssistantRequest | null; panel: unknown };
}

interface AssistantPanelContext extends AssistantPanelInput {
  /** The project of the address. */
  ref: string | null;
  /** A screen's question that no conversation has yet. */
  request: AssistantRequest | null;
  proposal: SqlProposal | null;
  /** The user has opened it: it takes the focus. */
  isCalled: boolean;
  /** There may be conversations, which stay reachable without a model. */
  hasHistory: boolean;
}

const refOf = ({ route }: RouteChanged): string | null => route?.params['ref'] ?? null;

/** Opens or closes the panel for an address with the parameter (specification, section 2). */
const parameterOf = ({ location }: RouteChanged): string | undefined => location.query['aiAssistantPanelOpen'];

const keepLoaded = {
  type: 'keepLoaded',
  params: ({ event }: { event: OpennessLoaded }) => event,
} as const;
const keepRef = {
  type: 'keepRef',
  params: ({ event }: { event: RouteChanged }) => ({ ref: refOf(event) }),
} as const;
const keepRequest = {
  type: 'keepRequest',
  params: ({ event }: { event: { request: AssistantRequest } }) => event,
} as const;
const parameter = { params: ({ event }: { event: RouteChanged }) => ({ value: parameterOf(event) }) };

export const assistantPanelMachine = flowSetup({
  types: {
    input: {} as AssistantPanelInput,
    context: {} as AssistantPanelContext,
    events: {} as AssistantPanelEvent,
    children: {} as { storage: 'storage'; model: 'watchModel'; chunk: 'load'; project: 'assistantProject' },
  },
  actors: {
    storage: unprovidedSource<OpennessChanged>('storage'),
    watchModel,
    /** Loads the panel's code. */
    load: unprovided<void>('load'),
    /** Runs the chart that `load` fetched. */
    assistantProject: lazyLogic<ProjectInput['input']>(),
  },
  guards: {
    isByAddress: (_, { opens }: OpennessLoaded) => opens === 'byAddress',
    isAsBefore: (_, { opens }: OpennessLoaded) => opens === 'asBefore',
    isTrue: (_, { value }: { value: string | undefined }) => value === 'true',
    isFalse: (_, { value }: { value: string | undefined }) => value === 'false',
    isOtherProject: ({ context }, { ref }: { ref: string | null }) => ref !== context.ref,
    /** In another project, whose address does not open it. */
    waitsElsewhere: ({ context }, { ref, value }: { ref: string | null; value: string | undefined }) =>
      ref !== context.ref && value !== 'true',
    hasProject: ({ context }) => context.ref !== null,
  },
  actions: {
    keepLoaded: assign((_, { ref, hasHistory }: OpennessLoaded) => ({ ref, hasHistory })),
    noteUse: assign({ hasHistory: true }),
    keepRef: assign((_, { ref }: { ref: string | null }) => ({ ref })),
    keepRequest: assign((_, { request }: { request: AssistantRequest }) => ({ request })),
    clearRequest: assign({ request: null }),
    noteCall: assign(({ event: { type } }) => ({ isCalled: type === 'panel.toggled' || type === 'request.made' })),
    keepProposal: assign((_, { proposal }: { proposal: SqlProposal }) => ({ proposal })),
    clearProposal: assign({ proposal: null }),
    storeOpenness: sendTo('storage', (_, { open }: { open: boolean }) => ({ type: 'openness.changed' as const, open })),
    sendRequest: sendTo('project', (_, { request }: { request: AssistantRequest }) => ({
      type: 'request.received',
      request,
    })),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => failureToast('Could not load the assistant', failure),
    ),
  },
}).createMachine({
  id: 'assistantPanel',
  description: 'Whether the assistant panel is open. Its conversations and their code load when it first opens.',
  context: ({ input }) => ({ ...input, ref: null, request: null, proposal: null, isCalled: false, hasHistory: false }),
  invoke: {
    id: 'storage',
    src: 'storage',
    onError: { description: 'Whether it is open is forgotten with the page.' },
  },
  on: {
    'route.changed': { actions: keepRef },
    'proposal.settled': { actions: 'clearProposal' },
  },
  initial: 'unused',
  states: {
    unused: {
      initial: 'closed',
      exit: 'noteCall',
      states: {
        closed: {},
        remembered: {
          description: 'It was open before the reload. Where no model answers, nothing offers the assistant: it waits.',
          invoke: {
            id: 'model',
            src: 'watchModel',
            input: ({ context: { resources, ref } }) => ({ resources, ref }),
            onError: cannotFail.watching,
          },
          on: {
            'model.found': { target: '#assistantPanel.loading' },
            'route.changed': [
              {
                guard: { type: 'isFalse', ...parameter },
                target: 'closed',
                actions: [keepRef, { type: 'storeOpenness', params: { open: false } }],
              },
              {
                guard: {
                  type: 'waitsElsewhere',
                  params: ({ event }) => ({ ref: refOf(event), value: parameterOf(event) }),
                },
                target: 'remembered',
                reenter: true,
                actions: keepRef,
                description: 'Another project may have a model.',
              },
            ],
          },
        },
      },
      on: {
        'openness.loaded': [
          {
            guard: { type: 'isByAddress', params: ({ event }) => event },
            target: 'loading',
            actions: keepLoaded,
            description: 'The address opens it, whatever is stored.',
          },
          {
            guard: { type: 'isAsBefore', params: ({ event }) => event },
            target: '.remembered',
            actions: keepLoaded,
          },
          { actions: keepLoaded },
        ],
        'panel.toggled': { target: 'loading' },
        'request.made': { target: 'loading', actions: keepRequest },
        'route.changed': [
          {
            guard: { type: 'isTrue', ...parameter },
            target: 'loading',
            actions: keepRef,
            description: 'The address opens it, whatever is stored.',
          },
          { actions: keepRef },
        ],
      },
    },
    loading: {
      invoke: {
        id: 'chunk',
        src: 'load',
        onDone: { target: 'used' },
        onError: {
          target: 'unused',
          actions: [{ type: 'reportFailure', params: failureIn }, 'clearRequest'],
        },
      },
      on: {
        'panel.toggled': {
          target: 'unused',
          actions: 'clearRequest',
          description: 'Each press toggles, even before the panel has loaded.',
        },
        'request.made': { actions: keepRequest },
      },
    },
    used: {
      type: 'parallel',
      entry: 'noteUse',
      states: {
        visibility: {
          initial: 'open',
          on: { 'request.made': { target: '.open' } },
          states: {
            open: {
              entry: { type: 'storeOpenness', params: { open: true } },
              on: {
                'panel.toggled': { target: 'closed' },
                'panel.closed': { target: 'closed' },
                'route.changed': { guard: { type: 'isFalse', ...parameter }, target: 'closed' },
              },
            },
            closed: {
              entry: { type: 'storeOpenness', params: { open: false } },
              exit: 'noteCall',
              description: 'A closed panel keeps its conversation, and an answer continues.',
              on: {
                'panel.toggled': { target: 'open' },
                'route.changed': { guard: { type: 'isTrue', ...parameter }, target: 'open' },
              },
            },
          },
        },
        project: {
          initial: 'choosing',
          on: {
            'route.changed': [
              {
                guard: { type: 'isOtherProject', params: ({ event }) => ({ ref: refOf(event) }) },
                target: '.choosing',
                actions: keepRef,
                description: 'Each project has its own conversations.',
              },
              { description: 'Another page of the same project: the conversation continues.' },
            ],
          },
          states: {
            choosing: { always: [{ guard: 'hasProject', target: 'running' }, { target: 'none' }] },
            none: {
              description: 'The page belongs to no project.',
              on: { 'request.made': { actions: keepRequest } },
            },
            running: {
              invoke: {
                id: 'project',
                src: 'assistantProject',
                input: ({ context: { port, now, ref, request }, self }) => ({
                  name: 'assistantProject',
                  input: { port, now, ref: ref ?? '', request, panel: self },
                }),
                onError: cannotFail.chart,
              },
              exit: 'clearRequest',
              on: {
                'request.made': { actions: { type: 'sendRequest', params: ({ event }) => event } },
                'proposal.made': {
                  actions: { type: 'keepProposal', params: ({ event }) => event },
                  description: 'The editor shows what it would change.',
                },
              },
            },
          },
        },
      },
    },
  },
});
