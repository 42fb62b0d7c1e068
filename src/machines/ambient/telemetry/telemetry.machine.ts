import { assign, sendTo } from 'xstate';
import { ambientTiming } from '../../../contract/ambient/ambientTiming.ts';
import type { AppLocation, RouteChanged, RouteMatch } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand, ResourcePort } from '../../parts/port.ts';
import type { SessionFact } from '../../parts/sessionFacts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import type { ConsentChanged } from '../consent/consent.machine.ts';
import { groupsAt, messagesBetween, type Groups, type TelemetryMessage } from './messages.ts';
import { organizationOf } from './organizationOf.ts';
import { telemetryLocation, type TelemetryLocation } from './telemetryLocation.ts';

/** The page is being left: there is no time for a queue. */
export type PageLeft = { type: 'page.left' };
/** Sent while the page unloads. */
export type LeaveDue = { type: 'leave.due'; location: TelemetryLocation };

export interface TelemetryInput {
  consent: boolean;
  /** The user consented on this page. */
  agreedHere: boolean;
  userId: string | null;
  location: AppLocation | null;
  route: RouteMatch | null;
  resources: ResourcePort;
}

type Recorded = Extract<AppCommand, { type: 'event.recorded' }>;

interface TelemetryContext {
  /** There is consent from the start that has not been handled yet. */
  consent: boolean;
  agreedHere: boolean;
  userId: string | null;
  location: TelemetryLocation | null;
  resources: ResourcePort;
  groups: Groups;
  /** The last reported page, by its path, and its groups. */
  reportedPath: string | null;
  reportedGroups: Groups;
  /** The oldest first; that one is being sent. */
  queue: readonly TelemetryMessage[];
}

/** Limit of the queue while the network is unavailable. */
const queueLimit = 50;

export const telemetryMachine = flowSetup({
  types: {
    input: {} as TelemetryInput,
    context: {} as TelemetryContext,
    events: {} as SessionFact | ConsentChanged | RouteChanged | Recorded | PageLeft,
  },
  actors: {
    organizationOf,
    /** Never fails: errors go to the console. */
    send: unprovided<void, { message: TelemetryMessage }>('send'),
    /** Reports that the page is being left, and then sends what `leave.due` says. */
    watchLeaving: unprovidedSource<PageLeft | LeaveDue>('watchLeaving'),
  },
  delays: { pageSeen: ambientTiming.pageSeenMs },
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
      location: telemetryLocation(location, route),
      groups: groupsAt(route),
    })),
    keepAddress: assign((_, { location, route }: Pick<RouteChanged, 'location' | 'route'>) => ({
      location: telemetryLocation(location, route),
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
      location: context.location ?? telemetryLocation({ path: '/', query: {}, href: '/' }, null),
    })),
  },
}).createMachine({
  id: 'telemetry',
  description: 'Telemetry messages, sent one at a time while the user consents. Nothing waits for them.',
  context: ({ input: { consent, agreedHere, userId, location, route, resources } }) => ({
    consent,
    agreedHere,
    userId,
    resources,
    location: location && telemetryLocation(location, route),
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
          description: 'The user consented while this chunk was loading.',
          meta: { waiver: 'The input decides it before the first event; scenarios start in this state.' },
        },
        {
          guard: 'isConsented',
          target: 'active',
          actions: ['consumeConsent', 'queueIdentity'],
          description: 'The user consented on an earlier visit.',
          meta: { waiver: 'The input decides it before the first event; scenarios start in this state.' },
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
            description: 'The page that was open when the user consented is reported as viewed.',
          },
          {
            guard: { type: 'isGiven', params: ({ event }) => event },
            target: 'active',
            actions: 'queueIdentity',
            description: 'The user consented in another tab, which reports its own page.',
          },
        ],
      },
    },
    active: {
      type: 'parallel',
      invoke: {
        id: 'leaving',
        src: 'watchLeaving',
        onError: {
          description: 'Without the watcher, leaving the page is not reported.',
        },
      },
      on: {
        'consent.changed': [
          {
            guard: { type: 'isGivenHere', params: ({ event }) => event },
            actions: 'queueConsentPage',
            description: 'Consenting again reports the page again.',
          },
          { guard: { type: 'isGiven', params: ({ event }) => event } },
          { target: 'inactive', description: 'A refusal also discards queued messages.' },
        ],
        'session.began': { actions: [{ type: 'keepUser', params: ({ event }) => event }, 'queueIdentity'] },
        'session.ended': {
          guard: 'isSignedIn',
          actions: ['clearUser', 'queueReset'],
          description: 'The next user is a different person.',
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
                  description: 'The page was reported when the user consented.',
                },
                { guard: 'isSeen', target: 'seen', actions: 'queueGroups' },
              ],
              after: {
                pageSeen: [
                  {
                    guard: 'isAtProject',
                    target: 'attributing',
                    actions: 'queuePage',
                    description: 'A page that only redirects is not reported.',
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
              description: 'The address names only the project; its organization comes from the list of projects.',
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
                  description: 'Without an organization, only the project is reported.',
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
                onError: { target: 'empty', actions: 'dropFirst', description: 'Telemetry is not worth a retry.' },
              },
            },
          },
        },
      },
    },
  },
});

const isSeen = ({ location, reportedPath }: TelemetryContext): boolean =>
  location === null || location.path === reportedPath;

/** While the network is down for long, the newest messages are dropped, so that the queue stays bounded. */
function queued(
  { queue }: TelemetryContext,
  messages: readonly TelemetryMessage[],
  told: Partial<TelemetryContext> = {},
): Partial<TelemetryContext> {
  return { ...told, queue: [...queue, ...messages].slice(0, queueLimit) };
}
