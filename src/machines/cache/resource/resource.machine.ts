import { and, assign, not, sendTo } from 'xstate';
import { resources, type AnyResourceRef, type ResourceDefinition } from '../../../contract/cache/resources.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import * as timing from '../../../contract/common/timing.ts';
import { failureIn, keepFailure, keepThrown } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { appendedTo, patchedIn, type Fields } from './cachedValue.ts';

/** What a resource reports to the cache. */
export type ResourceReport =
  | { type: 'resource.abandoned'; ref: AnyResourceRef }
  | { type: 'session.refused'; failure: Failure };

interface ResourceInput {
  ref: AnyResourceRef;
  port: Port<ResourceReport>;
}

interface ResourceContext {
  ref: AnyResourceRef;
  port: ResourceInput['port'];
  /** Undefined until the first value. */
  data: unknown;
  /** Why the last read failed; null once one has succeeded. */
  failure: Failure | null;
  /** Failed reads since the last success. */
  attempt: number;
  observers: number;
}

/** Codes for which a retry gets the same response. */
const definiteCodes: ReadonlySet<Failure['code']> = new Set([401, 403, 404]);

export const resourceMachine = flowSetup({
  types: {
    input: {} as ResourceInput,
    context: {} as ResourceContext,
    events: {} as
      | { type: 'resource.observed' }
      | { type: 'resource.released' }
      | { type: 'resource.invalidated' }
      | { type: 'resource.overwritten'; data: unknown }
      | { type: 'resource.patched'; where: Fields; patch: Fields; keepsPending?: boolean }
      | { type: 'resource.appended'; entry: unknown }
      | { type: 'resource.retried' }
      | { type: 'attention.returned' },
    tags: {} as 'reading',
  },
  actors: { read: unprovided<unknown, { ref: AnyResourceRef }>('read') },
  delays: {
    staleness: ({ context }) => resources[context.ref.name].staleMs,
    backoff: ({ context }) => Math.min(timing.readBackoffBaseMs * 2 ** (context.attempt - 1), timing.readBackoffMaxMs),
    unsettledPoll: timing.unsettledPollMs,
    abandonment: timing.resourceKeepMs,
  },
  guards: {
    isObserved: ({ context }) => context.observers > 0,
    isUnsettled: ({ context: { ref, data } }) => {
      const definition: ResourceDefinition = resources[ref.name];
      return definition.isUnsettled?.(data) === true;
    },
    isKnownMissing: ({ context }) => context.observers > 0 && context.failure?.code === 404,
    mayBeNewer: (_, { keepsPending = false }: { keepsPending?: boolean }) => !keepsPending,
    isLastObserver: ({ context }) => context.observers === 1,
    mayRetry: ({ context }, { failure }: { failure: Failure }) =>
      context.attempt < timing.readRetries && !definiteCodes.has(failure.code),
    isFirstRefusal: ({ context }, { failure }: { failure: Failure }) => failure.code === 401 && context.attempt === 0,
    isRefusal: (_, { failure }: { failure: Failure }) => failure.code === 401,
  },
  actions: {
    countObserver: assign({ observers: ({ context }) => context.observers + 1 }),
    discountObserver: assign({ observers: ({ context }) => context.observers - 1 }),
    keepData: assign((_, { data }: { data: unknown }) => ({ data, failure: null, attempt: 0 })),
    patchData: assign(({ context }, { where, patch }: { where: Fields; patch: Fields }) => ({
      data: patchedIn(context.data, where, patch),
    })),
    appendEntry: assign(({ context }, { entry }: { entry: unknown }) => ({ data: appendedTo(context.data, entry) })),
    keepFailure: keepFailure(),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    startOver: assign({ attempt: 0 }),
    reportRefusal: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => ({ type: 'session.refused' as const, failure }),
    ),
    reportAbandonment: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({ type: 'resource.abandoned' as const, ref: context.ref }),
    ),
  },
}).createMachine({
  id: 'resource',
  description: 'One response of the platform API, shared by all observers.',
  context: ({ input }) => ({
    ref: input.ref,
    port: input.port,
    data: undefined,
    failure: null,
    attempt: 0,
    observers: 0,
  }),
  type: 'parallel',
  states: {
    value: {
      initial: 'unread',
      on: {
        'resource.overwritten': {
          target: '.fresh',
          actions: { type: 'keepData', params: ({ event }) => ({ data: event.data }) },
          description: 'A pending response may be older than this value, so it is discarded.',
        },
        'resource.patched': {
          actions: { type: 'patchData', params: ({ event }) => event },
        },
        'resource.appended': { actions: { type: 'appendEntry', params: ({ event }) => ({ entry: event.entry }) } },
      },
      states: {
        unread: {
          on: { 'resource.observed': { target: 'refreshing' } },
        },
        fresh: {
          after: {
            staleness: { target: 'stale' },
            unsettledPoll: {
              guard: and(['isObserved', 'isUnsettled']),
              target: 'refreshing',
              description: 'A query in it is running, and its end is known only by asking.',
            },
          },
          on: {
            'resource.observed': {
              guard: and([not('isObserved'), 'isUnsettled']),
              target: 'refreshing',
              description: 'What was running may have ended while it was not observed.',
            },
            'resource.invalidated': [
              { guard: 'isObserved', target: 'refreshing' },
              { target: 'stale', description: 'Without observers, it is read when the next one subscribes.' },
            ],
          },
        },
        stale: {
          on: {
            'resource.observed': { target: 'refreshing' },
            'resource.invalidated': { guard: 'isObserved', target: 'refreshing' },
            'attention.returned': {
              guard: 'isObserved',
              target: 'refreshing',
              description: 'The user returned to the tab, or the network came back.',
            },
          },
        },
        refreshing: {
          tags: 'reading',
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ ref: context.ref }),
            onDone: { target: 'fresh', actions: { type: 'keepData', params: ({ event }) => ({ data: event.output }) } },
            onError: [
              {
                guard: { type: 'isFirstRefusal', params: failureIn },
                target: 'retrying',
                actions: ['countAttempt', { type: 'reportRefusal', params: failureIn }],
                description: 'The session gets another token, or ends. The retry uses the new token.',
              },
              {
                guard: { type: 'isRefusal', params: failureIn },
                target: 'failed',
                actions: [keepThrown, 'startOver', { type: 'reportRefusal', params: failureIn }],
              },
              {
                guard: { type: 'mayRetry', params: failureIn },
                target: 'retrying',
                actions: 'countAttempt',
              },
              {
                target: 'failed',
                actions: [keepThrown, 'startOver'],
              },
            ],
          },
          on: {
            'resource.invalidated': {
              target: 'refreshing',
              reenter: true,
              description: 'The pending response may predate the change.',
            },
            'resource.patched': {
              guard: { type: 'mayBeNewer', params: ({ event }) => event },
              target: 'refreshing',
              reenter: true,
              actions: { type: 'patchData', params: ({ event }) => event },
              description: 'Unless the patch was read as well, the pending response may predate it.',
            },
            'resource.appended': {
              target: 'refreshing',
              reenter: true,
              actions: { type: 'appendEntry', params: ({ event }) => ({ entry: event.entry }) },
            },
          },
        },
        retrying: {
          tags: 'reading',
          after: { backoff: { target: 'refreshing' } },
          on: {
            'resource.invalidated': { target: 'refreshing', actions: 'startOver' },
            'attention.returned': {
              target: 'refreshing',
              description: 'The network may be back, so the backoff is cut short.',
            },
          },
        },
        failed: {
          on: {
            'resource.retried': { target: 'refreshing' },
            'resource.observed': [
              {
                guard: 'isKnownMissing',
                description:
                  'It does not exist, which another observer shows already: a new user’s profile, for example.',
              },
              { target: 'refreshing' },
            ],
            'resource.invalidated': { guard: 'isObserved', target: 'refreshing' },
            'attention.returned': { guard: 'isObserved', target: 'refreshing' },
          },
        },
      },
    },
    interest: {
      initial: 'unobserved',
      states: {
        unobserved: {
          after: { abandonment: { target: 'abandoned' } },
          on: { 'resource.observed': { target: 'observed', actions: 'countObserver' } },
        },
        observed: {
          on: {
            'resource.observed': { actions: 'countObserver' },
            'resource.released': [
              { guard: 'isLastObserver', target: 'unobserved', actions: 'discountObserver' },
              { actions: 'discountObserver' },
            ],
          },
        },
        abandoned: { entry: 'reportAbandonment' },
      },
    },
  },
});
