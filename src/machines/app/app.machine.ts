import { assign, sendTo, type ActorRefFrom, type AnyActorRef } from 'xstate';
import type { SignOutScope } from '../../contract/accounts/session.ts';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import type { PageChanged, RouteChanged } from '../../router/route.ts';
import { profileMachine } from '../accounts/profile/profile.machine.ts';
import { sessionMachine } from '../accounts/session/session.machine.ts';
import { consentMachine, type ConsentChanged } from '../ambient/consent/consent.machine.ts';
import { deferredServicesMachine, type ModalRequest } from '../ambient/deferredServices/deferredServices.machine.ts';
import { cacheMachine } from '../cache/cache/cache.machine.ts';
import { resourcePortOf } from '../cache/createResourcePort.ts';
import { flowSetup } from '../parts/flowSetup.ts';
import { overlayMachine } from '../parts/overlay/overlay.machine.ts';
import type { AppCommand, ResourcePort } from '../parts/port.ts';
import type { SessionFact } from '../parts/sessionFacts.ts';
import { projectStatusMachine } from '../projects/projectStatus/projectStatus.machine.ts';
import { accessMachine, type AccessDecision } from '../shell/access/access.machine.ts';
import { clipboardMachine } from '../shell/clipboard/clipboard.machine.ts';
import { connectionMachine } from '../shell/connection/connection.machine.ts';
import { navigationMachine } from '../shell/navigation/navigation.machine.ts';
import { navigationRailMachine } from '../shell/navigationRail/navigationRail.machine.ts';
import { paletteMachine } from '../shell/palette/palette.machine.ts';
import { screenMachine } from '../shell/screen/screen.machine.ts';
import { shortcutsMachine } from '../shell/shortcuts/shortcuts.machine.ts';
import { themeMachine } from '../shell/theme/theme.machine.ts';
import { toastsMachine } from '../shell/toasts/toasts.machine.ts';

export interface AppInput {
  config: RuntimeConfig;
  now: () => number;
}

interface AppContext extends AppInput {
  /** Whose data the cache holds. */
  userId: string | null;
  /** Why the application cannot go on. */
  fault: Failure | null;
}

export type AppEvent =
  | AppCommand
  | AccessDecision
  | SessionFact
  | RouteChanged
  | PageChanged
  | ConsentChanged
  | ModalRequest
  | { type: 'signOut.requested'; scope: SignOutScope };

/** By id, what runs there. */
type Children = {
  theme: 'theme';
  toasts: 'toasts';
  clipboard: 'clipboard';
  connection: 'connection';
  consent: 'consent';
  deferredServices: 'deferredServices';
  cache: 'cache';
  screen: 'screen';
  access: 'access';
  session: 'session';
  navigation: 'navigation';
  profile: 'profile';
  project: 'project';
  navigationRail: 'navigationRail';
  shortcuts: 'shortcuts';
  palette: 'palette';
  shortcutSheet: 'overlay';
};

const childrenOf = (self: { getSnapshot(): unknown }) =>
  (self.getSnapshot() as { children: { cache?: ActorRefFrom<typeof cacheMachine> } }).children;

const resourcesOf = (self: { getSnapshot(): unknown }): ResourcePort => resourcePortOf(() => childrenOf(self).cache);

/** A machine with a fault takes the application with it: half of one would only hide it. */
const breaking = {
  target: '#app.broken',
  actions: {
    type: 'keepFault' as const,
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
  description: 'A mistake in the program: whatever goes on without it could only be wrong.',
};

interface Forwarding {
  /** The children that get the event as it is. */
  to: readonly (keyof Children)[];
  why: string;
}

/** Who hears an event, as a table: a new child is a row here and one among the invokes. */
const forwarding = {
  'toast.requested': { to: ['toasts'], why: 'Any flow may have something to say.' },
  'resource.invalidated': { to: ['cache'], why: 'What a flow changed on the server is read again.' },
  'resource.overwritten': { to: ['cache'], why: 'A flow has the new value: no need to read it again.' },
  'resource.appended': { to: ['cache'], why: 'The same for a list that has one more.' },
  'resource.patched': { to: ['cache'], why: 'The same for a part of a value.' },
  'resource.changed': {
    to: ['cache'],
    why: 'A flow changed it on the server: it is read again, in the other tabs too.',
  },
  'navigation.requested': { to: ['navigation'], why: 'One machine owns the address.' },
  'route.changed': { to: ['access', 'deferredServices'], why: 'Access decides at every address; telemetry counts it.' },
  'consent.changed': { to: ['deferredServices'], why: 'Telemetry begins or ends with it.' },
  'choice.made': { to: ['consent'], why: 'The privacy settings and the question are about the same consent.' },
  'event.recorded': { to: ['deferredServices'], why: 'For telemetry.' },
  'privacy.opened': { to: ['deferredServices'], why: 'It opens over any page.' },
  'previews.opened': { to: ['deferredServices'], why: 'It opens over any page.' },
  'screen.opened': { to: ['screen'], why: 'Access has let the user in.' },
  'screen.closed': { to: ['screen'], why: 'Access leads elsewhere, or still asks.' },
  'session.refused': { to: ['session'], why: 'The server refused the token: the session finds out why.' },
  'session.retried': { to: ['session'], why: 'The user asks for another try.' },
  'signOut.requested': { to: ['session'], why: 'From the menu, or from a flow that needs another user.' },
} as const satisfies Partial<Record<AppEvent['type'], Forwarding>>;

/** The same while a user is signed in, for children that live only then. */
const forwardingSignedIn = {
  'route.changed': {
    to: [...forwarding['route.changed'].to, 'navigationRail'],
    why: 'A navigation that was opened for this closes.',
  },
  'page.changed': {
    to: ['palette', 'shortcutSheet', 'project'],
    why: 'What opened over the page before goes with it.',
  },
  'screen.opened': { to: [...forwarding['screen.opened'].to, 'project'], why: 'The project of the page is watched.' },
} as const satisfies Partial<Record<AppEvent['type'], Forwarding>>;

const passTo = (children: Forwarding['to']) =>
  children.map((child) =>
    sendTo<AppContext, AppEvent, undefined, AnyActorRef, AppEvent>(child, ({ event }: { event: AppEvent }) => event),
  );

/** The transitions of a table. */
const passedOn = <Type extends AppEvent['type']>(table: Readonly<Record<Type, Forwarding>>) =>
  Object.fromEntries(
    Object.entries<Forwarding>(table).map(([type, { to, why }]) => [type, { actions: passTo(to), description: why }]),
  ) as Record<Type, { actions: ReturnType<typeof passTo>; description: string }>;

export const appMachine = flowSetup({
  types: {
    input: {} as AppInput,
    context: {} as AppContext,
    events: {} as AppEvent,
    children: {} as Children,
  },
  actors: {
    connection: connectionMachine,
    consent: consentMachine,
    deferredServices: deferredServicesMachine,
    theme: themeMachine,
    toasts: toastsMachine,
    clipboard: clipboardMachine,
    cache: cacheMachine,
    screen: screenMachine,
    access: accessMachine,
    session: sessionMachine,
    navigation: navigationMachine,
    profile: profileMachine,
    navigationRail: navigationRailMachine,
    project: projectStatusMachine,
    shortcuts: shortcutsMachine,
    palette: paletteMachine,
    overlay: overlayMachine,
  },
  actions: {
    keepUser: assign((_, { userId }: { userId: string }) => ({ userId })),
    clearUser: assign({ userId: null }),
    keepFault: assign((_, { error }: { error: unknown }) => ({ fault: failureOf(error) })),
    emptyCache: sendTo('cache', { type: 'cache.emptied' }),
  },
}).createMachine({
  id: 'app',
  description: 'The application: the machines that live as long as the page, and who hears what.',
  context: ({ input }) => ({ ...input, userId: null, fault: null }),
  initial: 'running',
  states: {
    running: {
      // Whoever reports comes after those who are told.
      invoke: [
        { id: 'theme', src: 'theme', onError: breaking },
        { id: 'toasts', src: 'toasts', input: ({ context }) => ({ now: context.now }), onError: breaking },
        { id: 'connection', src: 'connection', onError: breaking },
        { id: 'clipboard', src: 'clipboard', input: ({ self }) => ({ port: self }), onError: breaking },
        { id: 'cache', src: 'cache', input: ({ self }) => ({ port: self }), onError: breaking },
        {
          id: 'screen',
          src: 'screen',
          input: ({ self, context: { config, now } }) => ({
            config,
            now,
            port: self,
            resources: resourcesOf(self),
          }),
          onError: breaking,
        },
        {
          id: 'deferredServices',
          src: 'deferredServices',
          input: ({ self, context: { config, now } }) => ({
            config,
            now,
            port: self,
            resources: resourcesOf(self),
          }),
          onError: breaking,
        },
        {
          id: 'consent',
          src: 'consent',
          input: ({ self, context }) => ({ platformMode: context.config.platformMode, port: self }),
          onError: breaking,
        },
        {
          id: 'access',
          src: 'access',
          input: ({ self, context }) => ({
            platformMode: context.config.platformMode,
            port: self,
            resources: resourcesOf(self),
          }),
          onError: breaking,
        },
        {
          id: 'session',
          src: 'session',
          input: ({ self, context }) => ({ now: context.now, port: self }),
          onError: breaking,
        },
        { id: 'navigation', src: 'navigation', input: ({ self }) => ({ port: self }), onError: breaking },
      ],
      on: {
        ...passedOn(forwarding),
        'session.began': {
          target: '.signedIn',
          actions: [
            'emptyCache',
            { type: 'keepUser', params: ({ event }) => event },
            ...passTo(['access', 'deferredServices']),
          ],
          description: 'Nothing of one user is shown to another.',
        },
        'session.ended': {
          target: '.signedOut',
          actions: ['emptyCache', 'clearUser', ...passTo(['access', 'deferredServices'])],
          description: 'Nothing of the user stays in the page.',
        },
      },
      initial: 'starting',
      states: {
        starting: { description: 'Nobody knows yet whether there is a session.' },
        signedOut: {},
        signedIn: {
          invoke: [
            {
              id: 'profile',
              src: 'profile',
              input: ({ self }) => ({ port: self, resources: resourcesOf(self) }),
              onError: breaking,
            },
            {
              id: 'project',
              src: 'project',
              input: ({ self }) => ({ port: self, resources: resourcesOf(self) }),
              onError: breaking,
            },
            { id: 'navigationRail', src: 'navigationRail', onError: breaking },
            { id: 'shortcuts', src: 'shortcuts', onError: breaking },
            { id: 'palette', src: 'palette', input: ({ self }) => ({ port: self }), onError: breaking },
            {
              id: 'shortcutSheet',
              src: 'overlay',
              input: ({ self }) => ({ name: 'shortcutSheet', title: 'The list of shortcuts', port: self }),
              onError: breaking,
            },
          ],
          on: {
            ...passedOn(forwardingSignedIn),
          },
        },
      },
    },
    broken: { description: 'A machine has a fault. Nothing goes on, and the error screen shows it.' },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
