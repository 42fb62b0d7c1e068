import { sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { PageChanged } from '../../../router/route.ts';
import { failureIn } from '../failure.ts';
import { flowSetup } from '../flowSetup.ts';
import type { AppPort } from '../port.ts';
import { failureToast } from '../toasts.ts';
import { unprovided } from '../unprovided.ts';

interface OverlayInput {
  /** Name of the view, from the list of screens. */
  name: string;
  /** Its name for the user, as it ends a sentence, such as "the list of shortcuts". */
  title: string;
  port: AppPort;
}

export const overlayMachine = flowSetup({
  types: {
    input: {} as OverlayInput,
    context: {} as OverlayInput,
    events: {} as
      | { type: 'overlay.opened' }
      /** The user pressed its shortcut, which works on every page. */
      | { type: 'overlay.toggled' }
      | { type: 'overlay.closed' }
      | PageChanged,
  },
  actors: { load: unprovided<void, { name: string }>('load') },
  actions: {
    reportFailure: sendTo(
      ({ context }) => context.port,
      ({ context }, { failure }: { failure: Failure }) => failureToast(`Could not load ${context.title}`, failure),
    ),
  },
}).createMachine({
  id: 'overlay',
  description: 'Content that opens over any page and loads on request.',
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
          actions: { type: 'reportFailure', params: failureIn },
        },
      },
      on: {
        'overlay.toggled': {
          target: 'closed',
          description: 'Each press toggles, even before the content has loaded.',
        },
        'page.changed': { target: 'closed', description: 'The user has navigated away.' },
      },
    },
    open: {
      on: {
        'overlay.closed': { target: 'closed' },
        'overlay.toggled': { target: 'closed' },
        'page.changed': { target: 'closed', description: 'The page below it has changed.' },
      },
    },
  },
});
