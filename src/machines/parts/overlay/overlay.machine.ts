import { sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { PageChanged } from '../../../router/route.ts';
import { flowSetup } from '../flowSetup.ts';
import type { AppPort } from '../port.ts';
import { failureToast } from '../toasts.ts';
import { unprovided } from '../unprovided.ts';

export interface OverlayInput {
  /** Which view is shown, by its name among the screens. */
  name: string;
  /** Names it for the user, at the beginning of a sentence. */
  title: string;
  port: AppPort;
}

export const overlayMachine = flowSetup({
  types: {
    input: {} as OverlayInput,
    context: {} as OverlayInput,
    events: {} as
      | { type: 'overlay.opened' }
      /** By its key, which knows nothing of what is on screen by now. */
      | { type: 'overlay.toggled' }
      | { type: 'overlay.closed' }
      | PageChanged,
  },
  actors: { load: unprovided<void, { name: string }>('load') },
  actions: {
    reportFailure: sendTo(
      ({ context }) => context.port,
      ({ context }, { failure }: { failure: Failure }) => failureToast(`${context.title} could not be loaded`, failure),
    ),
  },
}).createMachine({
  id: 'overlay',
  description: 'Something that opens over any page, and is fetched when it is asked for.',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: { on: { 'overlay.opened': { target: 'loading' }, 'overlay.toggled': { target: 'loading' } } },
    loading: {
      invoke: {
        id: 'chunk',
        src: 'load',
        input: ({ context }) => ({ name: context.name }),
        onDone: { target: 'open' },
        onError: {
          target: 'closed',
          actions: { type: 'reportFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
      on: {
        'overlay.toggled': {
          target: 'closed',
          description: 'Each press counts, also before there is something to see.',
        },
        'page.changed': { target: 'closed', description: 'Whoever asked has gone on.' },
      },
    },
    open: {
      on: {
        'overlay.closed': { target: 'closed' },
        'overlay.toggled': { target: 'closed' },
        'page.changed': { target: 'closed', description: 'The page it stood over is no longer there.' },
      },
    },
  },
});
