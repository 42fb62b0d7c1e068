import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import * as timing from '../../../contract/common/timing.ts';
import type { RouteChanged } from '../../../router/route.ts';
import { failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { AppCommand } from '../../parts/port.ts';
import type { ScreenSurroundings } from '../../parts/screen.input.ts';
import type { SessionFact } from '../../parts/sessionFacts.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import type { ModalName, AmbientServicesInput } from '../ambientServices/ambientServices.input.ts';
import type { ConsentChanged } from '../consent/consent.machine.ts';

/** A request from a menu, the palette or a question. */
export type ModalRequest = { type: 'privacy.opened' } | { type: 'previews.opened' };

type DeferredServicesEvent =
  | SessionFact
  | ConsentChanged
  | RouteChanged
  | ModalRequest
  | Extract<AppCommand, { type: 'event.recorded' }>;

/** The page itself says that a banner is due: for an incident, or for a clock that is wrong. */
const hasNotice = ({ config: { incident, serverTime }, now }: ScreenSurroundings): boolean =>
  incident === true || Math.abs(now() - (serverTime ?? now())) > timing.clockSkewLimitMs;

type Facts = Omit<AmbientServicesInput, keyof ScreenSurroundings>;

export const deferredServicesMachine = flowSetup({
  types: {
    input: {} as ScreenSurroundings,
    context: {} as { surroundings: ScreenSurroundings; facts: Facts },
    events: {} as DeferredServicesEvent,
    children: {} as { ambientServices: 'ambientServices' },
  },
  actors: {
    load: unprovided<void>('load'),
    /** Runs the chart that `load` fetched. */
    ambientServices: lazyLogic<AmbientServicesInput>(),
  },
  delays: {
    startDelay: ({ context: { surroundings } }) => (hasNotice(surroundings) ? 0 : timing.deferredServicesDelayMs),
  },
  guards: {
    isGiven: (_, { consent }: { consent: boolean }) => consent,
    isWanted: ({ context }) => context.facts.wanted !== null,
  },
  actions: {
    keep: assign(({ context }, facts: Partial<Facts>) => ({ facts: { ...context.facts, ...facts } })),
    forward: sendTo('ambientServices', (_, { event }: { event: DeferredServicesEvent }) => event),
    reportFailure: sendTo(
      ({ context }) => context.surroundings.port,
      (_, { failure }: { failure: Failure }) => failureToast('Could not load this part of the dashboard', failure),
    ),
  },
}).createMachine({
  id: 'deferredServices',
  description:
    'Flags, banners, telemetry, privacy and previews: every screen uses them, but the first one does not need them, so they load once the first page is idle or when a flow requests one.',
  context: ({ input }) => ({
    surroundings: input,
    facts: { userId: null, consent: false, agreedHere: false, location: null, route: null, wanted: null },
  }),
  on: {
    'session.began': { actions: { type: 'keep', params: ({ event }) => ({ userId: event.userId }) } },
    'session.ended': { actions: { type: 'keep', params: { userId: null } } },
    'consent.changed': {
      actions: {
        type: 'keep',
        params: ({ event }) => ({ consent: event.consent, agreedHere: event.consent && event.here }),
      },
    },
    'route.changed': {
      actions: { type: 'keep', params: ({ event }) => ({ location: event.location, route: event.route }) },
    },
    'privacy.opened': { actions: { type: 'keep', params: { wanted: 'privacy' as ModalName } } },
    'previews.opened': { actions: { type: 'keep', params: { wanted: 'previews' as ModalName } } },
  },
  initial: 'idle',
  states: {
    idle: {
      after: { startDelay: { target: 'loading' } },
      on: {
        'session.began': {
          target: 'loading',
          actions: { type: 'keep', params: ({ event }) => ({ userId: event.userId }) },
          description: 'Banners and flags depend on the user.',
        },
        'consent.changed': [
          {
            guard: { type: 'isGiven', params: ({ event }) => event },
            target: 'loading',
            actions: { type: 'keep', params: ({ event }) => ({ consent: true, agreedHere: event.here }) },
            description: 'There is a page view to report.',
          },
          { actions: { type: 'keep', params: { consent: false, agreedHere: false } } },
        ],
        'privacy.opened': {
          target: 'loading',
          actions: { type: 'keep', params: { wanted: 'privacy' as ModalName } },
          description: 'The user waits for a dialog.',
        },
        'previews.opened': {
          target: 'loading',
          actions: { type: 'keep', params: { wanted: 'previews' as ModalName } },
          description: 'The user waits for a dialog.',
        },
      },
    },
    loading: {
      invoke: {
        id: 'chunk',
        src: 'load',
        onDone: { target: 'running' },
        onError: [
          {
            guard: 'isWanted',
            target: 'missing',
            actions: [
              { type: 'reportFailure', params: failureIn },
              { type: 'keep', params: { wanted: null } },
            ],
            description: 'The user waits for a dialog.',
          },
          { target: 'missing' },
        ],
      },
    },
    running: {
      invoke: {
        id: 'ambientServices',
        src: 'ambientServices',
        input: ({ context: { surroundings, facts } }) => ({
          name: 'ambientServices',
          input: { ...surroundings, ...facts },
        }),
        onError: { target: 'missing', description: 'The screens work without these services.' },
      },
      exit: { type: 'keep', params: { wanted: null, agreedHere: false } },
      on: {
        'session.began': {
          actions: [
            { type: 'keep', params: ({ event }) => ({ userId: event.userId }) },
            { type: 'forward', params: ({ event }) => ({ event }) },
          ],
        },
        'session.ended': {
          actions: [
            { type: 'keep', params: { userId: null } },
            { type: 'forward', params: ({ event }) => ({ event }) },
          ],
        },
        'consent.changed': {
          actions: [
            { type: 'keep', params: ({ event }) => ({ consent: event.consent }) },
            { type: 'forward', params: ({ event }) => ({ event }) },
          ],
        },
        'route.changed': {
          actions: [
            { type: 'keep', params: ({ event }) => ({ location: event.location, route: event.route }) },
            { type: 'forward', params: ({ event }) => ({ event }) },
          ],
        },
        'event.recorded': { actions: { type: 'forward', params: ({ event }) => ({ event }) } },
        'privacy.opened': { actions: { type: 'forward', params: ({ event }) => ({ event }) } },
        'previews.opened': { actions: { type: 'forward', params: ({ event }) => ({ event }) } },
      },
    },
    missing: {
      description:
        'The chunk did not load: the network failed, or a newer version was deployed. It is retried at the next navigation or request.',
      on: {
        'session.began': {
          target: 'loading',
          actions: { type: 'keep', params: ({ event }) => ({ userId: event.userId }) },
          description: 'Another user may have another network.',
        },
        'route.changed': {
          target: 'loading',
          actions: { type: 'keep', params: ({ event }) => ({ location: event.location, route: event.route }) },
          description: 'A navigation retries the load.',
        },
        'privacy.opened': {
          target: 'loading',
          actions: { type: 'keep', params: { wanted: 'privacy' as ModalName } },
          description: 'The user waits for a dialog.',
        },
        'previews.opened': {
          target: 'loading',
          actions: { type: 'keep', params: { wanted: 'previews' as ModalName } },
          description: 'The user waits for a dialog.',
        },
      },
    },
  },
});
