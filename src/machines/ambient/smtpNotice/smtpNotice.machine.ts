import { assign, sendTo } from 'xstate';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** Refs of the projects whose notice was dismissed, as stored by an earlier visit or another tab. */
export interface DismissalsFound {
  type: 'dismissals.loaded';
  refs: readonly string[];
}

/** Sent to storage. */
export interface DismissalsChanged {
  type: 'dismissals.changed';
  refs: readonly string[];
}

export const smtpNoticeMachine = flowSetup({
  types: {
    context: {} as { refs: readonly string[] },
    events: {} as DismissalsFound | { type: 'notice.dismissed'; ref: string },
  },
  actors: { storage: unprovidedSource<DismissalsFound | DismissalsChanged>('storage') },
  guards: { isShown: ({ context }, { ref }: { ref: string }) => !context.refs.includes(ref) },
  actions: {
    keepRefs: assign((_, { refs }: { refs: readonly string[] }) => ({ refs })),
    addRef: assign(({ context }, { ref }: { ref: string }) => ({ refs: [...context.refs, ref] })),
    store: sendTo('storage', ({ context }) => ({ type: 'dismissals.changed' as const, refs: context.refs })),
  },
}).createMachine({
  id: 'smtpNotice',
  description: 'Projects in which the user has dismissed the notice about a missing mail server.',
  context: { refs: [] },
  initial: 'watching',
  states: {
    watching: {
      invoke: { id: 'storage', src: 'storage', onError: { target: 'unavailable' } },
      on: {
        'dismissals.loaded': { actions: { type: 'keepRefs', params: ({ event }) => event } },
        'notice.dismissed': {
          guard: { type: 'isShown', params: ({ event }) => event },
          actions: [{ type: 'addRef', params: ({ event }) => event }, 'store'],
        },
      },
    },
    unavailable: {
      description: 'Storage is unavailable: a dismissal lasts until the page is closed.',
      on: {
        'notice.dismissed': {
          guard: { type: 'isShown', params: ({ event }) => event },
          actions: { type: 'addRef', params: ({ event }) => event },
        },
      },
    },
  },
});
