import { assign, sendTo } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import type { AppLocation, RouteChanged, RouteMatch } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand, ResourcePort } from '../../parts/port.ts';
import type { SessionFact } from '../../parts/sessionFacts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import type { ConsentChanged } from '../consent/consent.machine.ts';
import { groupsAt, messagesBetween, type Groups, type TelemetryMessage, type TelemetryLocation } from './messages.ts';
import { organizationOf } from './organizationOf.ts';

/** The page is being left: there is no time for a queue. */
export type PageLeft = { type: 'page.left' };
/** What is told while the page goes. */
export type LeaveDue = { type: 'leave.due'; location: TelemetryLocation };

export interface TelemetryInput {
  consent: boolean;
  /** It was given on this page. */
  agreedHere: boolean;
  userId: string | null;
  location: AppLocation | null;
  route: RouteMatch | null;
  resources: ResourcePort;
}

type Recorded = Extract<AppCommand, { type: 'event.recorded' }>;

interface TelemetryContext {
  /** There is consent from the start, and that has not been taken up yet. */
  consent: boolean;
  agreedHere: boolean;
  userId: string | null;
  location: TelemetryLocation | null;
  resources: ResourcePort;
  groups: Groups;
  /** What was told last: the page by its path, and where that belongs. */
  reportedPath: string | null;
  reportedGroups: Groups;
  /** The oldest first; that one is on its way. */
  queue: readonly TelemetryMessage[];
}

/** More than this only waits where no network answers. */
const queueLimit = 50;

export const telemetryMachine = flowSetup({
  types: {
    input: {} as TelemetryInput,
    context: {} as TelemetryContext,
    events: {} as SessionFact | ConsentChanged | RouteChanged | Recorded | PageLeft,
  },
  actors: {
    organizationOf,
    /** Never fails: what goes wrong is for the console. */
    send: unprovided<void, { message: TelemetryMessage }>('send'),
    /** Reports that the page is being left, and tells of it what `leave.due` says. */
    watchLeaving: unprovidedSource<PageLeft | LeaveDue>('watchLeaving'),
  },
  delays: { pageSeen: timing.pageSeenMs },
  guards: {
    isConsented: ({ context }) => context.consent,
    isConsentedHere: ({ context }) => context.consent && context.agreedHere,
    isGiven: (_, { consent }: { consent: boolean }) => consent,
    isGivenHere: (_, { consent, here }: { consent: boolean; here: boolean }) => consent && here,
    hasQueued: ({ context }) => context.queue.length > 0,
    isSeen: ({ context }) => isSeen(context),
    isSeenAtProject: ({ context }) => isSeen(context) && context.groups.project_ref !== undefined,
    isAtProject: ({ context }) => context.groups.project_ref !== undefined,
    isOtherPage: ({ context }, { location }: { location: AppLocation }) => location.path !== context.location?.path,
    isSignedIn: ({ context }) => context.userId !== null,
    hasLocation: ({ context }) => context.location !== null,
  },
  actions: {
    consumeConsent: assign({ consent: false }),
    keepPage: assign((_, { location, route }: Pick<RouteChanged, 'location' | 'route'>) => ({
      location: locationOf(location, route),
      groups: groupsAt(route),
    })),
    keepAddress: assign((_, { location, route }: Pick<RouteChanged, 'location' | 'route'>) => ({
      location: locationOf(location, route),
    })),
    keepOrganization: assign(({ context }, { slug }: { slug: string | null }) => ({
      groups: { ...(slug !== null && { organization_slug: slug }), ...context.groups },
    })),
    keepUser: assign((_, { userId }: { userId: string }) => ({ userId })),
    clearUser: assign({ userId: null }),
    queueConsentPage: assign(({ context }) =>
      queued(context, context.location ? [{ kind: 'consentPage', location: context.location }] : [], {
        reportedPath: context.location?.path ?? null,
      }),
    ),
    queuePage: assign(({ context }) =>
      queued(context, context.location ? [{ kind: 'page', location: context.location }] : [], {
        reportedPath: context.location?.path ?? null,
      }),
    ),
    queueGroups: assign(({ context }) =>
      queued(context, messagesBetween(context.reportedGroups, context.groups), { reportedGroups: context.groups }),
    ),
    queueIdentity: assign(({ context }) =>
      queued(
        context,
        context.userId === null ? [] : [{ kind: 'identify', userId: context.userId, groups: context.groups }],
      ),
    ),
    queueReset: assign(({ context }) => queued(context, [{ kind: 'reset' }], { reportedGroups: {} })),
    queueEvent: assign(({ context }, { action, properties = {} }: Recorded) =>
      queued(context, context.location ? [{ kind: 'event', action, properties, location: context.location }] : []),
    ),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
    clearReported: assign({ queue: [], reportedPath: null, reportedGroups: {} }),
    sendPageLeave: sendTo('leaving', ({ context }) => ({
      type: 'leave.due' as const,
      location: context.location ?? { path: '/', query: {}, href: '/', page: null },
    })),
  },
}).createMachine({
  id: 'telemetry',
  description:
    'What is told of the dashboard’s use, one message after the other, as long as the user agrees. Nothing waits for it.',
  context: ({ input: { consent, agreedHere, userId, location, route, resources } }) => ({
    consent,
    agreedHere,
    userId,
    resources,
    location: location && locationOf(location, route),
    groups: groupsAt(route),
    reportedPath: null,
    reportedGroups: {},
    queue: [],
  }),
  initial: 'inactive',
  states: {
    inactive: {
      entry: 'clearReported',
      always: [
        {
          guard: 'isConsentedHere',
          target: 'active',
          actions: ['consumeConsent', 'queueConsentPage', 'queueIdentity'],
          description: 'The user agreed while this was being fetched.',
          meta: { waiver: 'What it is started with decides it before the first event; a scenario starts so.' },
        },
        {
          guard: 'isConsented',
          target: 'active',
          actions: ['consumeConsent', 'queueIdentity'],
          description: 'The user agreed on an earlier visit.',
          meta: { waiver: 'What it is started with decides it before the first event; a scenario starts so.' },
        },
      ],
      on: {
        'session.began': { actions: { type: 'keepUser', params: ({ event }) => event } },
        'session.ended': { actions: 'clearUser' },
        'route.changed': { actions: { type: 'keepPage', params: ({ event }) => event } },
        'consent.changed': [
          {
            guard: { type: 'isGivenHere', params: ({ event }) => event },
            target: 'active',
            actions: ['queueConsentPage', 'queueIdentity'],
            description: 'The page that was open when the user agreed counts as seen.',
          },
          {
            guard: { type: 'isGiven', params: ({ event }) => event },
            target: 'active',
            actions: 'queueIdentity',
            description: 'The user agreed in another tab, which has told of its own page.',
          },
        ],
      },
    },
    active: {
      type: 'parallel',
      invoke: {
        id: 'leaving',
        src: 'watchLeaving',
        onError: { description: 'Pages are told of when they are opened, if not when they are left.' },
      },
      on: {
        'consent.changed': [
          {
            guard: { type: 'isGivenHere', params: ({ event }) => event },
            actions: 'queueConsentPage',
            description: 'Confirming again tells of the page again.',
          },
          { guard: { type: 'isGiven', params: ({ event }) => event } },
          { target: 'inactive', description: 'Not even what waits is sent.' },
        ],
        'session.began': { actions: [{ type: 'keepUser', params: ({ event }) => event }, 'queueIdentity'] },
        'session.ended': {
          guard: 'isSignedIn',
          actions: ['clearUser', 'queueReset'],
          description: 'Whoever comes next is somebody else.',
        },
        'event.recorded': { actions: { type: 'queueEvent', params: ({ event }) => event } },
        'page.left': { guard: 'hasLocation', actions: 'sendPageLeave' },
      },
      states: {
        page: {
          initial: 'opened',
          states: {
            opened: {
              always: [
                {
                  guard: 'isSeenAtProject',
                  target: 'attributing',
                  description: 'It was told of when the user agreed.',
                },
                { guard: 'isSeen', target: 'seen', actions: 'queueGroups' },
              ],
              after: {
                pageSeen: [
                  {
                    guard: 'isAtProject',
                    target: 'attributing',
                    actions: 'queuePage',
                    description: 'A page that only leads on to another is not told of.',
                  },
                  { target: 'seen', actions: ['queuePage', 'queueGroups'] },
                ],
              },
              on: {
                'route.changed': [
                  {
                    guard: { type: 'isOtherPage', params: ({ event }) => event },
                    target: 'opened',
                    reenter: true,
                    actions: { type: 'keepPage', params: ({ event }) => event },
                  },
                  {
                    actions: { type: 'keepAddress', params: ({ event }) => event },
                    description: 'Another tab or filter of the same page.',
                  },
                ],
              },
            },
            attributing: {
              description: 'An address names the project and not its organization, to which it belongs all the same.',
              invoke: {
                id: 'organization',
                src: 'organizationOf',
                input: ({ context: { groups, resources } }) => ({ ref: groups.project_ref ?? '', resources }),
                onDone: {
                  target: 'seen',
                  actions: [
                    { type: 'keepOrganization', params: ({ event }) => ({ slug: event.output }) },
                    'queueGroups',
                  ],
                },
                onError: {
                  target: 'seen',
                  actions: 'queueGroups',
                  description: 'Without it the project is told alone.',
                },
              },
              on: {
                'route.changed': [
                  {
                    guard: { type: 'isOtherPage', params: ({ event }) => event },
                    target: 'opened',
                    actions: { type: 'keepPage', params: ({ event }) => event },
                  },
                  {
                    actions: { type: 'keepAddress', params: ({ event }) => event },
                    description: 'Another tab or filter of the same page.',
                  },
                ],
              },
            },
            seen: {
              on: {
                'route.changed': [
                  {
                    guard: { type: 'isOtherPage', params: ({ event }) => event },
                    target: 'opened',
                    actions: { type: 'keepPage', params: ({ event }) => event },
                  },
                  {
                    actions: { type: 'keepAddress', params: ({ event }) => event },
                    description: 'Another tab or filter of the same page.',
                  },
                ],
              },
            },
          },
        },
        outbox: {
          initial: 'empty',
          states: {
            empty: { always: { guard: 'hasQueued', target: 'sending' } },
            sending: {
              invoke: {
                id: 'message',
                src: 'send',
                input: ({ context }) => ({ message: context.queue[0]! }),
                onDone: { target: 'empty', actions: 'dropFirst' },
                onError: { target: 'empty', actions: 'dropFirst', description: 'It is not worth a second try.' },
              },
            },
          },
        },
      },
    },
  },
});

const locationOf = (location: AppLocation, route: RouteMatch | null): TelemetryLocation => ({
  ...location,
  page: route?.name ?? null,
});

const isSeen = ({ location, reportedPath }: TelemetryContext): boolean =>
  location === null || location.path === reportedPath;

/** Where nothing gets through for long, the newest are lost rather than the page slowed down. */
function queued(
  { queue }: TelemetryContext,
  messages: readonly TelemetryMessage[],
  told: Partial<TelemetryContext> = {},
): Partial<TelemetryContext> {
  return { ...told, queue: [...queue, ...messages].slice(0, queueLimit) };
}
