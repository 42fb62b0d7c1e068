import { assign, enqueueActions, setup, type ActorRefFrom } from 'xstate';
import type { Failure } from '../../contract/apiError.ts';
import { resourceKey, type ResourceRef } from '../../contract/resources.ts';
import type { AppCommand, AppPort } from '../app/app.port.ts';
import { resourceMachine, type ResourceReport } from '../resource/resource.machine.ts';
import { unprovidedSource } from '../unprovided.ts';
import { appendedTo, patchedIn } from './cachedValue.ts';

export type ResourceActor = ActorRefFrom<typeof resourceMachine>;

export interface CacheInput { parent: AppPort }

interface CacheContext {
  parent: AppPort;
  /** The actor of every resource that is held, by `resourceKey`. */
  entries: Readonly<Record<string, ResourceActor>>;
}

export type CacheEvent =
  | Extract<AppCommand, { type: `resource.${string}` }>
  | ResourceReport
  /** Somebody looks at the resource from now on; it is read unless it is fresh. Every `observed` is followed by one `released`. */
  | { type: 'resource.observed'; ref: ResourceRef }
  | { type: 'resource.released'; ref: ResourceRef }
  | { type: 'resource.retried'; ref: ResourceRef }
  /** The user came back to the tab, or the browser to the network. */
  | { type: 'attention.returned' }
  /** The user whose data this was has gone. */
  | { type: 'cache.emptied' };

const isNamed = (ref: ResourceRef, names: readonly ResourceRef['name'][], params: ResourceRef['params'] = {}): boolean =>
  names.includes(ref.name) && Object.entries(params).every(([name, value]) => ref.params[name] === value);

export const cacheMachine = setup({
  types: {
    input: {} as CacheInput,
    context: {} as CacheContext,
    events: {} as CacheEvent,
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    resource: resourceMachine,
    watchAttention: unprovidedSource<{ type: 'attention.returned' }>('watchAttention'),
  },
  guards: {
    isHeld: ({ context }, { ref }: { ref: ResourceRef }) => resourceKey(ref) in context.entries,
  },
  actions: {
    hold: assign(({ context, spawn, self }, { ref, data }: { ref: ResourceRef; data?: unknown }) => {
      const key = resourceKey(ref);
      return { entries: { ...context.entries, [key]: spawn('resource', { id: key, input: { ref, data, parent: self } }) } };
    }),
    drop: enqueueActions(({ context, enqueue }, { ref }: { ref: ResourceRef }) => {
      const { [resourceKey(ref)]: dropped, ...entries } = context.entries;
      if (!dropped) return;
      enqueue.stopChild(dropped);
      enqueue.assign({ entries });
    }),
    empty: enqueueActions(({ context, enqueue }) => {
      for (const entry of Object.values(context.entries)) enqueue.stopChild(entry);
      enqueue.assign({ entries: {} });
    }),
    pass: enqueueActions(({ context, enqueue }, { ref, type }: { ref: ResourceRef; type: 'resource.observed' | 'resource.released' | 'resource.retried' }) => {
      const entry = context.entries[resourceKey(ref)];
      if (entry) enqueue.sendTo(entry, { type });
    }),
    passToAll: enqueueActions(({ context, enqueue }) => {
      for (const entry of Object.values(context.entries)) enqueue.sendTo(entry, { type: 'attention.returned' });
    }),
    invalidate: enqueueActions(({ context, enqueue }, { names, params }: { names: readonly ResourceRef['name'][]; params: ResourceRef['params'] | undefined }) => {
      for (const entry of Object.values(context.entries)) {
        if (isNamed(entry.getSnapshot().context.ref, names, params)) enqueue.sendTo(entry, { type: 'resource.invalidated' });
      }
    }),
    overwrite: enqueueActions(({ context, enqueue }, { ref, data }: { ref: ResourceRef; data: unknown }) => {
      const entry = context.entries[resourceKey(ref)];
      if (entry) enqueue.sendTo(entry, { type: 'resource.overwritten', data });
    }),
    append: enqueueActions(({ context, enqueue }, { ref, entry }: { ref: ResourceRef; entry: unknown }) => {
      const list = context.entries[resourceKey(ref)];
      const data = appendedTo(list?.getSnapshot().context.data, entry);
      if (list && data) enqueue.sendTo(list, { type: 'resource.overwritten', data });
    }),
    patch: enqueueActions(({ context, enqueue }, { names, where, patch }: Omit<Extract<AppCommand, { type: 'resource.patched' }>, 'type'>) => {
      for (const entry of Object.values(context.entries)) {
        const { ref, data } = entry.getSnapshot().context;
        const changed = patchedIn(data, where, patch);
        if (names.includes(ref.name) && changed !== data) enqueue.sendTo(entry, { type: 'resource.overwritten', data: changed });
      }
    }),
    reportRefusal: ({ context }, { failure }: { failure: Failure }) => context.parent.send({ type: 'session.refused', failure }),
  },
}).createMachine({
  id: 'cache',
  description: 'Every answer of the platform API that somebody looks at or looked at lately.',
  context: ({ input }) => ({ parent: input.parent, entries: {} }),
  initial: 'open',
  states: {
    open: {
      invoke: {
        id: 'attention', src: 'watchAttention',
        onError: { target: 'inattentive', description: 'Stale values are then read when they are next looked at.' },
      },
    },
    inattentive: {},
  },
  on: {
    'resource.observed': [
      { guard: { type: 'isHeld', params: ({ event }) => ({ ref: event.ref }) }, actions: { type: 'pass', params: ({ event }) => ({ ref: event.ref, type: event.type }) } },
      { actions: [{ type: 'hold', params: ({ event }) => ({ ref: event.ref }) }, { type: 'pass', params: ({ event }) => ({ ref: event.ref, type: event.type }) }] },
    ],
    'resource.released': { actions: { type: 'pass', params: ({ event }) => ({ ref: event.ref, type: event.type }) } },
    'resource.retried': { actions: { type: 'pass', params: ({ event }) => ({ ref: event.ref, type: event.type }) } },
    'resource.invalidated': { actions: { type: 'invalidate', params: ({ event }) => ({ names: event.names, params: event.params }) } },
    'resource.overwritten': [
      { guard: { type: 'isHeld', params: ({ event }) => ({ ref: event.ref }) }, actions: { type: 'overwrite', params: ({ event }) => ({ ref: event.ref, data: event.data }) } },
      { actions: { type: 'hold', params: ({ event }) => ({ ref: event.ref, data: event.data }) }, description: 'Whoever asks next has it at once.' },
    ],
    'resource.appended': { actions: { type: 'append', params: ({ event }) => ({ ref: event.ref, entry: event.entry }) } },
    'resource.patched': { actions: { type: 'patch', params: ({ event: { names, where, patch } }) => ({ names, where, patch }) } },
    'resource.abandoned': { actions: { type: 'drop', params: ({ event }) => ({ ref: event.ref }) } },
    'session.refused': { actions: { type: 'reportRefusal', params: ({ event }) => ({ failure: event.failure }) } },
    'attention.returned': { actions: 'passToAll' },
    'cache.emptied': { actions: 'empty' },
  },
});
