import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import { keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { inspectorMachine } from '../inspector/inspector.machine.ts';

/** How it stands with the window that opened this one. */
export type OpenerReport =
  /** It tells of its actors, from this one on. */
  | { type: 'publisher.connected'; session: string; chart: string }
  /** It is loaded anew or shows something else; it is asked again and again. */
  | { type: 'publisher.disconnected' }
  /** There is none, or there is none any more. */
  | { type: 'opener.missing' }
  /** This deployment looks at nothing. */
  | { type: 'inspection.refused' };

export const receiverMachine = flowSetup({
  types: {
    input: {} as Pick<ScreenInput, 'config'>,
    context: {} as { isOffered: boolean; failure: Failure | null },
    events: {} as OpenerReport,
    children: {} as { opener: 'watchOpener'; inspector: 'inspector' },
  },
  actors: {
    watchOpener: unprovidedSource<OpenerReport, { isOffered: boolean }>('watchOpener'),
    inspector: inspectorMachine,
  },
  delays: { answerTimeout: timing.inspectorWindowTimeoutMs },
  actions: { keepFailure: keepFailure() },
}).createMachine({
  id: 'receiver',
  description:
    'The flow inspector in a window of its own: it looks at the actors of the window that opened it, which tells of them.',
  context: ({ input }) => ({ isOffered: input.config.inspector, failure: null }),
  initial: 'open',
  states: {
    switchedOff: { description: 'Where the deployment has no flow inspector, it has none in another window either.' },
    open: {
      invoke: {
        id: 'opener',
        src: 'watchOpener',
        input: ({ context: { isOffered } }) => ({ isOffered }),
        onError: onFailure('broken'),
      },
      initial: 'connecting',
      states: {
        connecting: {
          after: { answerTimeout: { target: 'unanswered' } },
          on: {
            'publisher.connected': { target: 'watching' },
            'opener.missing': { target: 'withoutOpener' },
            'inspection.refused': { target: '#receiver.switchedOff' },
          },
        },
        unanswered: {
          description: 'It is asked on and on: the other window may be slow, or show something else for a while.',
          on: {
            'publisher.connected': { target: 'watching' },
            'opener.missing': { target: 'withoutOpener' },
          },
        },
        withoutOpener: {
          description: 'The address was opened by hand, or the other window was closed before it told anything.',
        },
        watching: {
          invoke: {
            id: 'inspector',
            src: 'inspector',
            input: ({ event }) =>
              event.type === 'publisher.connected'
                ? { session: event.session, chart: event.chart }
                : { session: '', chart: 'app' },
            onError: onFailure('#receiver.broken'),
          },
          on: {
            'opener.missing': {
              target: '.closed',
              description: 'What it told last can still be looked at, stepped through and saved.',
            },
          },
          initial: 'live',
          states: {
            live: { on: { 'publisher.disconnected': { target: 'disconnected' } } },
            disconnected: {
              on: {
                'publisher.connected': {
                  target: 'live',
                  description: 'The other window was loaded anew. What was looked at is looked at again.',
                },
              },
            },
            closed: {},
          },
        },
      },
    },
    broken: { description: 'A mistake in the inspector. The other window goes on without it.' },
  },
});
