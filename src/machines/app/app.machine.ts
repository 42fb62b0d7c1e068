import { assign, sendTo, type ActorRefFrom } from 'xstate';
import type { SignOutScope } from '../../contract/accounts/session.ts';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import type { PageChanged, RouteChanged } from '../../router/route.ts';
import { sessionMachine } from '../accounts/session/session.machine.ts';
import { consentMachine, type ConsentChanged } from '../ambient/consent/consent.machine.ts';
import { deferredServicesMachine, type ModalRequest } from '../ambient/deferredServices/deferredServices.machine.ts';
import { cacheMachine } from '../cache/cache/cache.machine.ts';
import { resourcePortOf } from '../cache/createResourcePort.ts';
import { isServerReachable, reachabilityActors, whenCodeIsMissing } from '../parts/codeLoading.ts';
import { clearFailure, keepFailure, onFailure } from '../parts/failure.ts';
import { flowSetup } from '../parts/flowSetup.ts';
import { forwardingTransitions, passTo, type Forwarding } from '../parts/forwarding.ts';
import { lazyLogic } from '../parts/lazyLogic.ts';
import type { AppCommand, ResourcePort } from '../parts/port.ts';
import type { SessionFact } from '../parts/sessionFacts.ts';
import { unprovided } from '../parts/unprovided.ts';
import { accessMachine, type AccessDecision } from '../shell/access/access.machine.ts';
import { clipboardMachine } from '../shell/clipboard/clipboard.machine.ts';
import { connectionMachine } from '../shell/connection/connection.machine.ts';
import { navigationMachine } from '../shell/navigation/navigation.machine.ts';
import { screenMachine } from '../shell/screen/screen.machine.ts';
import { themeMachine } from '../shell/theme/theme.machine.ts';
import { toastsMachine } from '../shell/toasts/toasts.machine.ts';
import type { WorkspaceInput } from './workspace/workspace.machine.ts';

export interface AppInput {
  config: RuntimeConfig;
  now: () => number;
}

interface AppContext extends AppInput {
  /** Id of the user whose data the cache holds. */
  userId: string | null;
  /** Why the workspace could not be loaded. */
  failure: Failure | null;
  /** Why the application cannot continue. */
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
  | { type: 'workspace.retried' }
  | { type: 'signOut.requested'; scope: SignOutScope };

/** The running children, by id. */
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
  workspaceChunk: 'loadWorkspace';
  reach: 'checkReachability';
  return: 'awaitReachability';
  workspace: 'workspace';
};

const childrenOf = (self: { getSnapshot(): unknown }) =>
  (self.getSnapshot() as { children: { cache?: ActorRefFrom<typeof cacheMachine> } }).children;

const resourcesOf = (self: { getSnapshot(): unknown }): ResourcePort => resourcePortOf(() => childrenOf(self).cache);

/** A machine with a defect stops the application: half of an application would only hide it. */
const breaking = {
  target: '#app.broken',
  actions: {
    type: 'keepFault' as const,
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
  description: 'A defect in the program: continuing without this machine could only be wrong.',
};

/** The receivers of each event, as a table: a new child is a row here and one among the invokes. */
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
  'screen.opened': { to: ['screen'], why: 'Access has let the user in.' },
  'screen.closed': { to: ['screen'], why: 'Access redirects, or has not decided yet.' },
  'navigation.requested': { to: ['navigation'], why: 'One machine owns the address.' },
  'route.changed': { to: ['access', 'deferredServices'], why: 'Access decides at every address; telemetry counts it.' },
  'consent.changed': { to: ['deferredServices'], why: 'Telemetry begins or ends with it.' },
  'choice.made': { to: ['consent'], why: 'The privacy settings and the question are about the same consent.' },
  'event.recorded': { to: ['deferredServices'], why: 'For telemetry.' },
  'privacy.opened': { to: ['deferredServices'], why: 'It opens over any page.' },
  'previews.opened': { to: ['deferredServices'], why: 'It opens over any page.' },
  'session.refused': { to: ['session'], why: 'The server refused the token: the session finds out why.' },
  'session.retried': { to: ['session'], why: 'The user asks for another try.' },
  'signOut.requested': { to: ['session'], why: 'From the menu, or from a flow that needs another user.' },
} as const satisfies Partial<Record<AppEvent['type'], Forwarding<keyof Children>>>;

/** The same while the workspace runs. */
const forwardingInWorkspace = {
  'route.changed': {
    to: [...forwarding['route.changed'].to, 'workspace'],
    why: 'It closes what was open for the last address.',
  },
  'page.changed': { to: ['workspace'], why: 'It closes what was open over the last page.' },
} as const satisfies Partial<Record<AppEvent['type'], Forwarding<keyof Children>>>;

const pass = passTo<AppContext, AppEvent>;

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
    loadWorkspace: unprovided<void>('loadWorkspace'),
    /** Runs the chart that `loadWorkspace` loaded. */
    workspace: lazyLogic<WorkspaceInput>(() => {
      throw new Error('"workspace" was not provided.');
    }),
    ...reachabilityActors,
  },
  guards: { isServerReachable },
  actions: {
    keepUser: assign((_, { userId }: { userId: string }) => ({ userId })),
    clearUser: assign({ userId: null }),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    keepFault: assign((_, { error }: { error: unknown }) => ({ fault: failureOf(error) })),
    emptyCache: sendTo('cache', { type: 'cache.emptied' }),
  },
}).createMachine({
  id: 'app',
  description: 'The application: the machines that live as long as the page, and which of them receives which event.',
  context: ({ input }) => ({ ...input, userId: null, failure: null, fault: null }),
  initial: 'running',
  states: {
    running: {
      // Start listeners before publishers.
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
        ...forwardingTransitions<AppContext, AppEvent, keyof typeof forwarding>(forwarding),
        'session.began': {
          target: '.signedIn',
          actions: [
            'emptyCache',
            { type: 'keepUser', params: ({ event }) => event },
            ...pass(['access', 'deferredServices']),
          ],
          description: 'Clear cached data when the user changes.',
        },
        'session.ended': {
          target: '.signedOut',
          actions: ['emptyCache', 'clearUser', ...pass(['access', 'deferredServices'])],
          description: 'Cached data is cleared at the end of the session.',
        },
      },
      initial: 'starting',
      states: {
        starting: { description: 'It is not known yet whether there is a session.' },
        signedOut: {},
        signedIn: {
          description: 'The workspace is loaded beside the first page, and runs until the session ends.',
          initial: 'loading',
          entry: 'clearFailure',
          states: {
            loading: {
              invoke: {
                id: 'workspaceChunk',
                src: 'loadWorkspace',
                onDone: { target: 'working', actions: 'clearFailure' },
                onError: onFailure('checkingServer'),
              },
            },
            ...whenCodeIsMissing('missing'),
            missing: {
              description: 'Pages work without the workspace. The user is told what is missing, and can load it again.',
              on: {
                'workspace.retried': { target: 'loading' },
                'route.changed': {
                  target: 'loading',
                  actions: pass(forwarding['route.changed'].to),
                  description: 'It may load where the user goes next.',
                },
              },
            },
            working: {
              invoke: {
                id: 'workspace',
                src: 'workspace',
                input: ({ self }) => ({
                  name: 'workspace',
                  input: { port: self, resources: resourcesOf(self) },
                }),
                onDone: {
                  target: '#app.broken',
                  actions: { type: 'keepFault', params: ({ event }) => ({ error: event.output }) },
                  description: 'It ends only with a defect of one of its machines.',
                },
                onError: breaking,
              },
              on: forwardingTransitions<AppContext, AppEvent, keyof typeof forwardingInWorkspace>(
                forwardingInWorkspace,
              ),
            },
          },
        },
      },
    },
    broken: { description: 'A machine has a defect. Everything stops, and the error screen shows it.' },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
