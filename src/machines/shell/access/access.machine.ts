import { assign, enqueueActions, sendTo } from 'xstate';
import * as timing from '../../../contract/common/timing.ts';
import type { Toast } from '../../../contract/common/toast.ts';
import { firstProjectSlug, landingAddress, returnTargetOf } from '../../../router/addresses.ts';
import { href } from '../../../router/href.ts';
import type { AppLocation, RouteChanged, RouteMatch, ScreenOpened } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand, Port, ResourcePort } from '../../parts/port.ts';
import type { SessionEnd, SessionFact, SessionUnverified } from '../../parts/sessionFacts.ts';
import { unknownOrganization } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { watchLists, type Lists } from './watchLists.ts';

/** The decisions that the rules lead to. */
export type AccessDecision =
  | Extract<AppCommand, { type: 'navigation.requested' | 'toast.requested' }>
  | ScreenOpened
  | { type: 'screen.closed' }
  | { type: 'signOut.requested'; scope: 'local' }
  | { type: 'session.retried' };

interface AccessInput {
  platformMode: boolean;
  /** No account existed when the page was loaded. */
  firstUser?: boolean | undefined;
  /** Slug of the organization that this browser's user visited last. */
  organization: string | null;
  resources: ResourcePort;
  port: Port<AccessDecision>;
}

interface AccessContext extends AccessInput {
  location: AppLocation | null;
  route: RouteMatch | null;
  /** The session began on the sign-up page. */
  hasJustSignedUp: boolean;
  /** The user's organizations and projects; null until both lists have been read, and while one is read again. */
  lists: Lists | null;
}

type AccessEvent =
  | RouteChanged
  | SessionFact
  | SessionUnverified
  | { type: 'lists.changed'; lists: Lists | null }
  | { type: 'guard.retried' }
  | { type: 'clearing.requested' }
  | { type: 'clearing.confirmed' }
  | { type: 'clearing.declined' }
  | { type: 'signIn.chosen' };

/** Keeps the shell around the user, who needs it to get somewhere else. */
const unknownAddress: RouteMatch = { name: 'notFound', access: 'user', checked: false, params: {} };

const unknownProject: Toast = { tone: 'danger', title: 'This project does not exist' };
const stillHere: Toast = { tone: 'danger', title: 'Could not clear the site data' };
const signOutToasts: Readonly<Record<Exclude<SessionEnd, 'absent'>, Toast>> = {
  signedOut: { tone: 'success', title: 'Signed out' },
  elsewhere: { tone: 'neutral', title: 'Signed out in another tab' },
  refused: { tone: 'warning', title: 'Your session expired', description: 'Sign in to continue where you left off.' },
};

const hasProject = ({ projects }: Lists, ref: string): boolean => projects.some((project) => project.ref === ref);
const hasBranch = ({ projects }: Lists, ref: string): boolean =>
  projects.some(({ branchRefs }) => branchRefs.includes(ref));

/** The user's organization that an address belongs to, by its slug or by its project. */
function visitedSlug({ route, lists }: AccessContext): string | undefined {
  const { slug, ref } = route?.params ?? {};
  return ref === undefined
    ? lists?.slugs.find((known) => known === slug)
    : lists?.projects.find((project) => project.ref === ref)?.slug;
}

type Destination =
  | 'landing'
  | 'returnTarget'
  | 'signIn'
  | 'signInAndBack'
  | 'signInAgain'
  | 'factor'
  | 'factorAndBack'
  | 'projects';

/** Before the first account exists, a visitor can only create it. */
const entrance = ({ firstUser }: AccessContext): 'signUp' | 'signIn' => (firstUser === true ? 'signUp' : 'signIn');

function addressOf(to: Destination, context: AccessContext): string {
  const { location, hasJustSignedUp, platformMode } = context;
  switch (to) {
    case 'landing':
      return landingAddress(platformMode);
    case 'returnTarget':
      return (
        returnTargetOf(location?.query ?? {}) ??
        // A new user continues with a first project.
        (platformMode && hasJustSignedUp
          ? href('newProject', { slug: firstProjectSlug })
          : landingAddress(platformMode))
      );
    case 'signIn':
      return href(entrance(context));
    case 'signInAndBack':
      return href(entrance(context), {}, { returnTo: location?.href ?? href('landing') });
    case 'signInAgain':
      return href('signIn', {}, location?.query);
    case 'factor':
      return href('secondFactor', {}, location?.query);
    case 'factorAndBack':
      return href('secondFactor', {}, { returnTo: location?.href ?? href('landing') });
    case 'projects':
      return href('projects');
  }
}

export const accessMachine = flowSetup({
  types: {
    input: {} as AccessInput,
    context: {} as AccessContext,
    events: {} as AccessEvent,
  },
  actors: {
    watchLists,
    /** Stores the organization for the next visit. */
    rememberOrganization: unprovided<void, { slug: string }>('rememberOrganization'),
    /** Clears everything that this site stored and reloads the page. */
    clearSiteData: unprovided<void>('clearSiteData'),
  },
  delays: { overdueDelay: timing.sessionGuardMs },
  guards: {
    hasLocation: ({ context }) => context.location !== null,
    isFor: ({ context }, { access }: { access: readonly RouteMatch['access'][] }) =>
      context.route !== null && access.includes(context.route.access),
    isUserSignOut: (_, { reason }: { reason: SessionEnd }) => reason === 'signedOut',
    namesUnknownOrganization: ({ context: { route, lists } }) => {
      const slug = route?.params['slug'];
      return route !== null && route.checked && lists !== null && slug !== undefined && !lists.slugs.includes(slug);
    },
    namesUnknownProject: ({ context: { route, lists, platformMode } }) => {
      const ref = route?.params['ref'];
      return (
        route !== null &&
        route.checked &&
        lists !== null &&
        ref !== undefined &&
        !hasProject(lists, ref) &&
        !(platformMode && hasBranch(lists, ref))
      );
    },
    isOfOrganization: ({ context }) => visitedSlug(context) !== undefined,
  },
  actions: {
    keepRoute: assign((_, { location, route }: Omit<RouteChanged, 'type'>) => ({
      location,
      route,
      hasJustSignedUp: false,
    })),
    noteArrival: assign({ hasJustSignedUp: ({ context: { route } }) => route?.name === 'signUp' }),
    keepLists: assign((_, { lists }: { lists: Lists | null }) => ({ lists })),
    clearLists: assign({ lists: null, organization: null }),
    keepOrganization: assign({ organization: ({ context }) => visitedSlug(context) ?? null }),
    keepAccount: assign({ firstUser: false }),
    openScreen: enqueueActions(
      ({ context: { port, location, route }, enqueue }, { otherwise }: { otherwise: RouteMatch | null }) => {
        if (location) enqueue.sendTo(port, { type: 'screen.opened', target: { location, route: route ?? otherwise } });
      },
    ),
    closeScreen: sendTo(({ context }) => context.port, { type: 'screen.closed' }),
    goTo: sendTo(
      ({ context }) => context.port,
      ({ context }, { to }: { to: Destination }) => ({
        type: 'navigation.requested' as const,
        to: addressOf(to, context),
        replace: to !== 'projects',
      }),
    ),
    endSession: sendTo(({ context }) => context.port, { type: 'signOut.requested', scope: 'local' }),
    retrySession: sendTo(({ context }) => context.port, { type: 'session.retried' }),
    toast: sendTo(
      ({ context }) => context.port,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.requested' as const, toast }),
    ),
    signOutToast: enqueueActions(({ context, enqueue }, { reason }: { reason: SessionEnd }) => {
      if (reason !== 'absent') enqueue.sendTo(context.port, { type: 'toast.requested', toast: signOutToasts[reason] });
    }),
  },
}).createMachine({
  id: 'access',
  description: 'Decides which screen an address shows, and where to redirect.',
  context: ({ input }) => ({ ...input, location: null, route: null, hasJustSignedUp: false, lists: null }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'It is not known yet whether there is a session.',
      initial: 'patient',
      on: {
        'route.changed': { actions: { type: 'keepRoute', params: ({ event }) => event } },
        'session.began': { target: 'inside' },
        'session.unverified': { target: 'verifying' },
        'session.ended': { target: 'outside' },
      },
      states: {
        patient: { after: { overdueDelay: { target: 'overdue' } } },
        overdue: {
          on: {
            'guard.retried': { target: 'patient', actions: 'retrySession' },
            'clearing.requested': { target: 'confirmingClear' },
            'signIn.chosen': { target: 'patient', actions: 'endSession' },
          },
        },
        confirmingClear: {
          on: {
            'clearing.confirmed': { target: 'clearing' },
            'clearing.declined': { target: 'overdue' },
          },
        },
        clearing: {
          invoke: {
            id: 'clearing',
            src: 'clearSiteData',
            onDone: { target: 'patient' },
            onError: { target: 'overdue', actions: { type: 'toast', params: { toast: stillHere } } },
          },
        },
      },
    },
    inside: {
      initial: 'deciding',
      entry: 'keepAccount',
      invoke: {
        id: 'lists',
        src: 'watchLists',
        input: ({ context }) => ({ resources: context.resources }),
        onError: { description: 'Without the lists no address can be refused: the screens report what is missing.' },
      },
      on: {
        'route.changed': { target: '.deciding', actions: { type: 'keepRoute', params: ({ event }) => event } },
        'lists.changed': { actions: { type: 'keepLists', params: ({ event }) => ({ lists: event.lists }) } },
        'session.began': {
          target: 'inside',
          reenter: true,
          actions: ['closeScreen', 'clearLists'],
          description: 'Another user has signed in.',
        },
        'session.unverified': { target: 'verifying', actions: ['closeScreen', 'clearLists'] },
        'session.ended': [
          {
            guard: { type: 'isUserSignOut', params: ({ event }) => ({ reason: event.reason }) },
            target: 'outside.moving',
            actions: [
              'closeScreen',
              'clearLists',
              { type: 'signOutToast', params: ({ event }) => ({ reason: event.reason }) },
              { type: 'goTo', params: { to: 'signIn' } },
            ],
            description: 'A user who signs out on purpose is done: the address is not kept for the next sign-in.',
          },
          {
            target: 'outside',
            actions: [
              'closeScreen',
              'clearLists',
              { type: 'signOutToast', params: ({ event }) => ({ reason: event.reason }) },
            ],
          },
        ],
      },
      states: {
        deciding: {
          always: [
            {
              guard: { type: 'isFor', params: { access: ['exit'] } },
              target: 'leaving',
              actions: ['closeScreen', 'endSession'],
            },
            {
              guard: { type: 'isFor', params: { access: ['landing'] } },
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'landing' } },
            },
            {
              guard: { type: 'isFor', params: { access: ['guest', 'factor'] } },
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'returnTarget' } },
              description: 'After signing in, the user is redirected to the requested page.',
            },
            {
              guard: 'hasLocation',
              target: 'shown',
              actions: { type: 'openScreen', params: { otherwise: unknownAddress } },
            },
          ],
        },
        moving: { description: 'A redirect was requested; the current screen stays until it has happened.' },
        shown: {
          initial: 'unattributed',
          always: [
            {
              guard: 'namesUnknownOrganization',
              target: 'moving',
              actions: [
                { type: 'toast', params: { toast: unknownOrganization } },
                { type: 'goTo', params: { to: 'projects' } },
              ],
            },
            {
              guard: 'namesUnknownProject',
              target: 'moving',
              actions: [
                { type: 'toast', params: { toast: unknownProject } },
                { type: 'goTo', params: { to: 'projects' } },
              ],
            },
          ],
          states: {
            unattributed: { always: { guard: 'isOfOrganization', target: 'remembering' } },
            remembering: {
              entry: 'keepOrganization',
              invoke: {
                id: 'memory',
                src: 'rememberOrganization',
                input: ({ context }) => ({ slug: visitedSlug(context) ?? '' }),
                onDone: { target: 'attributed' },
                onError: { target: 'attributed', description: 'The next visit does not start with this organization.' },
              },
            },
            attributed: {},
          },
        },
        leaving: { description: 'The session is ending.' },
      },
    },
    verifying: {
      description: 'The user must enter the code of the second factor before any other page opens.',
      initial: 'deciding',
      entry: 'keepAccount',
      on: {
        'route.changed': { target: '.deciding', actions: { type: 'keepRoute', params: ({ event }) => event } },
        'session.began': { target: 'inside', actions: 'closeScreen' },
        'session.ended': {
          target: 'outside',
          actions: ['closeScreen', { type: 'signOutToast', params: ({ event }) => ({ reason: event.reason }) }],
        },
      },
      states: {
        deciding: {
          always: [
            {
              guard: { type: 'isFor', params: { access: ['exit'] } },
              target: 'leaving',
              actions: ['closeScreen', 'endSession'],
            },
            {
              guard: { type: 'isFor', params: { access: ['factor'] } },
              target: 'shown',
              actions: { type: 'openScreen', params: { otherwise: null } },
            },
            {
              guard: { type: 'isFor', params: { access: ['guest'] } },
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'factor' } },
              description: 'The page that the user wanted stays in the address.',
            },
            {
              guard: 'hasLocation',
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'factorAndBack' } },
            },
          ],
        },
        shown: {},
        moving: {},
        leaving: { description: 'The session is ending.' },
      },
    },
    outside: {
      initial: 'deciding',
      on: {
        'route.changed': { target: '.deciding', actions: { type: 'keepRoute', params: ({ event }) => event } },
        'session.began': { target: 'inside', actions: 'noteArrival' },
        'session.unverified': { target: 'verifying', actions: 'closeScreen' },
      },
      states: {
        deciding: {
          always: [
            {
              guard: { type: 'isFor', params: { access: ['exit', 'landing'] } },
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'signIn' } },
            },
            {
              guard: { type: 'isFor', params: { access: ['user'] } },
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'signInAndBack' } },
            },
            {
              guard: { type: 'isFor', params: { access: ['factor'] } },
              target: 'moving',
              actions: { type: 'goTo', params: { to: 'signInAgain' } },
            },
            {
              guard: 'hasLocation',
              target: 'shown',
              actions: { type: 'openScreen', params: { otherwise: null } },
            },
          ],
        },
        moving: {},
        shown: {},
      },
    },
  },
});
