import { assign, enqueueActions, sendTo, type ActorRefFrom, type EventFrom } from 'xstate';
import {
  resourceKey,
  type ResourceName,
  type ResourceMessage,
  type AnyResourceParams,
  type AnyResourceRef,
} from '../../../contract/cache/resources.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand, Port } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { resourceMachine, type ResourceReport } from '../resource/resource.machine.ts';

export type ResourceActor = ActorRefFrom<typeof resourceMachine>;
type ResourceEvent = EventFrom<typeof resourceMachine>;

interface CacheInput {
  port: Port<AppCommand>;
}

interface CacheEntry {
  ref: AnyResourceRef;
  actor: ResourceActor;
}

interface CacheContext extends CacheInput {
  /** Every cached resource, by `resourceKey`. */
  entries: Readonly<Record<string, CacheEntry>>;
}

type CacheEvent =
  | Extract<AppCommand, { type: `resource.${string}` }>
  | ResourceReport
  /**
   * An observer subscribes to the resource; it is read unless it is fresh. Every `observed` is followed by one
   * `released`.
   */
  | { type: 'resource.observed'; ref: AnyResourceRef }
  | { type: 'resource.released'; ref: AnyResourceRef }
  | { type: 'resource.retried'; ref: AnyResourceRef }
  /** Another tab has changed data on the server. */
  | ({ type: 'resource.outdated' } & ResourceMessage)
  /** The user returned to the tab, or the network came back. */
  | { type: 'attention.returned' }
  /** The user who owns the cached data has left. */
  | { type: 'cache.emptied' };

const isPartOf = (some: AnyResourceParams, all: AnyResourceParams): boolean =>
  Object.entries(some).every(([name, value]) => all[name] === value);

const invalidating = ({ names, params }: ResourceMessage) => ({
  names,
  params,
  event: { type: 'resource.invalidated' as const },
});

export const cacheMachine = flowSetup({
  types: {
    input: {} as CacheInput,
    context: {} as CacheContext,
    events: {} as CacheEvent,
  },
  actors: {
    resource: resourceMachine,
    watchAttention: unprovidedSource<{ type: 'attention.returned' }>('watchAttention'),
    /** Reports changes from other tabs, and sends `resource.changed` to them. */
    otherTabs: unprovidedSource<{ type: 'resource.outdated' | 'resource.changed' } & ResourceMessage>('otherTabs'),
  },
  guards: {
    isHeld: ({ context }, { ref }: { ref: AnyResourceRef }) => resourceKey(ref) in context.entries,
    isForThisTab: (_, { onlyElsewhere = false }: { onlyElsewhere?: boolean }) => !onlyElsewhere,
  },
  actions: {
    hold: assign(({ context, spawn, self }, { ref }: { ref: AnyResourceRef }) => {
      const key = resourceKey(ref);
      return {
        entries: {
          ...context.entries,
          [key]: { ref, actor: spawn('resource', { id: key, input: { ref, port: self } }) },
        },
      };
    }),
    drop: enqueueActions(({ context, enqueue }, { ref }: { ref: AnyResourceRef }) => {
      const { [resourceKey(ref)]: dropped, ...entries } = context.entries;
      if (!dropped) return;
      enqueue.stopChild(dropped.actor);
      enqueue.assign({ entries });
    }),
    empty: enqueueActions(({ context, enqueue }) => {
      for (const { actor } of Object.values(context.entries)) enqueue.stopChild(actor);
      enqueue.assign({ entries: {} });
    }),
    tell: enqueueActions(({ context, enqueue }, { ref, event }: { ref: AnyResourceRef; event: ResourceEvent }) => {
      const entry = context.entries[resourceKey(ref)];
      if (entry) enqueue.sendTo(entry.actor, event);
    }),
    notifyAll: enqueueActions(
      (
        { context, enqueue },
        {
          names,
          params = {},
          event,
        }: { names?: readonly ResourceName[]; params?: AnyResourceParams | undefined; event: ResourceEvent },
      ) => {
        for (const { ref, actor } of Object.values(context.entries)) {
          if ((names?.includes(ref.name) ?? true) && isPartOf(params, ref.params)) enqueue.sendTo(actor, event);
        }
      },
    ),
    notifyOtherTabs: sendTo('otherTabs', (_, { names, params }: ResourceMessage) => ({
      type: 'resource.changed' as const,
      names,
      params,
    })),
    reportRefusal: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => ({ type: 'session.refused' as const, failure }),
    ),
  },
}).createMachine({
  id: 'cache',
  description: 'Every response of the platform API that is observed or was observed recently.',
  context: ({ input }) => ({ port: input.port, entries: {} }),
  type: 'parallel',
  states: {
    attention: {
      initial: 'watched',
      states: {
        watched: {
          invoke: {
            id: 'attention',
            src: 'watchAttention',
            onError: {
              target: 'unavailable',
              description: 'Without these events, stale values are read when they are next observed.',
            },
          },
        },
        unavailable: {},
      },
    },
    otherTabs: {
      initial: 'connected',
      states: {
        connected: {
          invoke: {
            id: 'otherTabs',
            src: 'otherTabs',
            onError: {
              target: 'unavailable',
              description: 'Without the other tabs, each tab relies on the stale time.',
            },
          },
          on: {
            'resource.changed': [
              {
                guard: { type: 'isForThisTab', params: ({ event }) => event },
                actions: [
                  { type: 'notifyOtherTabs', params: ({ event }) => event },
                  { type: 'notifyAll', params: ({ event }) => invalidating(event) },
                ],
              },
              { actions: { type: 'notifyOtherTabs', params: ({ event }) => event } },
            ],
            'resource.outdated': { actions: { type: 'notifyAll', params: ({ event }) => invalidating(event) } },
          },
        },
        unavailable: {},
      },
    },
  },
  on: {
    'resource.observed': [
      {
        guard: { type: 'isHeld', params: ({ event }) => ({ ref: event.ref }) },
        actions: { type: 'tell', params: ({ event: { ref, type } }) => ({ ref, event: { type } }) },
      },
      {
        actions: [
          { type: 'hold', params: ({ event }) => ({ ref: event.ref }) },
          { type: 'tell', params: ({ event: { ref, type } }) => ({ ref, event: { type } }) },
        ],
        description: 'An observed resource is read immediately.',
      },
    ],
    'resource.released': {
      actions: { type: 'tell', params: ({ event: { ref, type } }) => ({ ref, event: { type } }) },
    },
    'resource.retried': { actions: { type: 'tell', params: ({ event: { ref, type } }) => ({ ref, event: { type } }) } },
    'resource.invalidated': { actions: { type: 'notifyAll', params: ({ event }) => invalidating(event) } },
    'resource.changed': {
      guard: { type: 'isForThisTab', params: ({ event }) => event },
      actions: { type: 'notifyAll', params: ({ event }) => invalidating(event) },
      description: 'The other tabs cannot be notified.',
    },
    'resource.overwritten': [
      {
        guard: { type: 'isHeld', params: ({ event }) => ({ ref: event.ref }) },
        actions: { type: 'tell', params: ({ event: { ref, data, type } }) => ({ ref, event: { type, data } }) },
      },
      {
        actions: [
          { type: 'hold', params: ({ event }) => ({ ref: event.ref }) },
          { type: 'tell', params: ({ event: { ref, data, type } }) => ({ ref, event: { type, data } }) },
        ],
        description: 'The next observer gets the value immediately.',
      },
    ],
    'resource.appended': {
      actions: { type: 'tell', params: ({ event: { ref, entry, type } }) => ({ ref, event: { type, entry } }) },
    },
    'resource.patched': {
      actions: {
        type: 'notifyAll',
        params: ({ event: { names, ...event } }) => ({ names, event }),
      },
    },
    'resource.abandoned': { actions: { type: 'drop', params: ({ event }) => ({ ref: event.ref }) } },
    'session.refused': { actions: { type: 'reportRefusal', params: ({ event }) => ({ failure: event.failure }) } },
    'attention.returned': { actions: { type: 'notifyAll', params: ({ event }) => ({ event }) } },
    'cache.emptied': { actions: 'empty' },
  },
});
