import type { Failure } from '../../../contract/common/apiError.ts';
import { inspectorTiming } from '../../../contract/inspector/inspectorTiming.ts';
import { keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { inspectorMachine } from '../inspector/inspector.machine.ts';

/** Status of the window that opened this one. */
export type OpenerReport =
  /** It now sends the events of its actors. */
  | { type: 'publisher.connected'; session: string; chart: string }
  /** It was reloaded or shows another page; requests are repeated. */
  | { type: 'publisher.disconnected' }
  /** There is no opener, or it was closed. */
  | { type: 'opener.missing' }
  /** This deployment has no flow inspector. */
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
  delays: { answerTimeout: inspectorTiming.inspectorWindowTimeoutMs },
  actions: { keepFailure: keepFailure() },
}).createMachine({
  id: 'receiver',
  description: 'The flow inspector in its own window: it shows the actors of the window that opened it.',
  context: ({ input }) => ({ isOffered: input.config.inspector, failure: null }),
  initial: 'open',
  states: {
    switchedOff: { description: 'A deployment without the flow inspector has none in another window either.' },
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
          description: 'Requests continue: the other window may be slow, or show another page for a while.',
          on: {
            'publisher.connected': { target: 'watching' },
            'opener.missing': { target: 'withoutOpener' },
          },
        },
        withoutOpener: {
          description: 'The user opened the address directly, or the other window was closed before it connected.',
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
              description: 'The received events can still be inspected, stepped through and saved.',
            },
          },
          initial: 'live',
          states: {
            live: { on: { 'publisher.disconnected': { target: 'disconnected' } } },
            disconnected: {
              on: {
                'publisher.connected': {
                  target: 'live',
                  description: 'The other window was reloaded. The selection is restored.',
                },
              },
            },
            closed: {},
          },
        },
      },
    },
    broken: { description: 'A defect in the inspector. The other window continues without it.' },
  },
});
