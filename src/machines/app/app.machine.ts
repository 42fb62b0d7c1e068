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
import { childTable } from '../parts/childTable.ts';
import { isServerReachable, reachabilityActors, whenCodeIsMissing } from '../parts/codeLoading.ts';
import { clearFailure, keepFailure, onFailure } from '../parts/failure.ts';
import { flowSetup } from '../parts/flowSetup.ts';
import { lazyLogic } from '../parts/lazyLogic.ts';
import type { AppCommand, ResourcePort } from '../parts/port.ts';
import type { SessionFact, SessionUnverified } from '../parts/sessionFacts.ts';
import { unprovided } from '../parts/unprovided.ts';
import { accessMachine, type AccessDecision } from '../shell/access/access.machine.ts';
import { appearanceMachine } from '../shell/appearance/appearance.machine.ts';
import { clipboardMachine } from '../shell/clipboard/clipboard.machine.ts';
import { connectionMachine } from '../shell/connection/connection.machine.ts';
import { navigationMachine } from '../shell/navigation/navigation.machine.ts';
import { screenMachine } from '../shell/screen/screen.machine.ts';
import { toastsMachine } from '../shell/toasts/toasts.machine.ts';
import type { WorkspaceInput } from './workspace/workspace.machine.ts';

interface AppInput {
  config: RuntimeConfig;
  now: () => number;
  /** Slug of the organization that this browser's user visited last. */
  organization?: string | null;
}

interface AppContext extends AppInput {
  /** Id of the user whose data the cache holds. */
  userId: string | null;
  /** Why the workspace could not be loaded. */
  failure: Failure | null;
  /** Why the application cannot continue. */
  fault: Failure | null;
}

type AppEvent =
  | AppCommand
  | AccessDecision
  | SessionFact
  | SessionUnverified
  | RouteChanged
  | PageChanged
  | ConsentChanged
  | ModalRequest
  | { type: 'workspace.retried' }
  | { type: 'signOut.requested'; scope: SignOutScope };

const cacheOf = (self: { getSnapshot(): unknown }) =>
  (self.getSnapshot() as { children: { cache?: ActorRefFrom<typeof cacheMachine> } }).children.cache;

const resourcesOf = (self: { getSnapshot(): unknown }): ResourcePort => resourcePortOf(() => cacheOf(self));

/** A machine with a defect stops the application: half of an application would only hide it. */
const breaking = {
  target: '#app.broken',
  actions: {
    type: 'keepFault' as const,
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
  description: 'A defect in the program: continuing without this machine could only be wrong.',
};

const { children, actors, invoke, forward, forwarding } = childTable<AppContext, AppEvent>()({
  appearance: { logic: appearanceMachine },
  toasts: {
    logic: toastsMachine,
    input: ({ context: { now } }) => ({ now }),
    receives: { 'toast.requested': 'Any flow may have something to say.' },
  },
  connection: { logic: connectionMachine },
  clipboard: { logic: clipboardMachine, input: ({ self }) => ({ port: self }) },
  cache: {
    logic: cacheMachine,
    input: ({ self }) => ({ port: self }),
    receives: {
      'resource.invalidated': 'What a flow changed on the server is read again.',
      'resource.overwritten': 'A flow has the new value: no need to read it again.',
      'resource.appended': 'The same for a list that has one more.',
      'resource.patched': 'The same for a part of a value.',
      'resource.changed': 'A flow changed it on the server: it is read again, in the other tabs too.',
    },
  },
  screen: {
    logic: screenMachine,
    input: ({ self, context: { config, now } }) => ({ config, now, port: self, resources: resourcesOf(self) }),
    receives: {
      'screen.opened': 'Access has let the user in.',
      'screen.closed': 'Access redirects, or has not decided yet.',
    },
  },
  deferredServices: {
    logic: deferredServicesMachine,
    input: ({ self, context: { config, now } }) => ({ config, now, port: self, resources: resourcesOf(self) }),
    receives: {
      'route.changed': 'Telemetry counts the address.',
      'consent.changed': 'Telemetry begins or ends with it.',
      'event.recorded': 'For telemetry.',
      'privacy.opened': 'It opens over any page.',
      'previews.opened': 'It opens over any page.',
      'session.began': 'Its parts are about one user.',
      'session.ended': 'Its parts are about one user.',
    },
  },
  consent: {
    logic: consentMachine,
    input: ({ self, context: { config } }) => ({ platformMode: config.platformMode, port: self }),
    receives: { 'choice.made': 'The privacy settings and the question are about the same consent.' },
  },
  access: {
    logic: accessMachine,
    input: ({ self, context: { config, organization = null } }) => ({
      organization,
      platformMode: config.platformMode,
      firstUser: config.auth.firstUser,
      port: self,
      resources: resourcesOf(self),
    }),
    receives: {
      'route.changed': 'Access decides at every address.',
      'session.began': 'Access lets the user in.',
      'session.unverified': 'Access sends the user to the second factor.',
      'session.ended': 'Access sends the user to sign in.',
    },
  },
  session: {
    logic: sessionMachine,
    input: ({ self, context: { now } }) => ({ now, port: self }),
    receives: {
      'session.refused': 'The server refused the token: the session finds out why.',
      'session.retried': 'The user asks for another try.',
      'signOut.requested': 'From the menu, or from a flow that needs another user.',
    },
  },
  navigation: {
    logic: navigationMachine,
    input: ({ self }) => ({ port: self }),
    receives: { 'navigation.requested': 'One machine owns the address.' },
  },
});

/** Runs while a user is signed in, once its code is there. */
const late = childTable<AppContext, AppEvent>()({
  workspace: {
    /** Runs the chart that `loadWorkspace` loaded. */
    logic: lazyLogic<WorkspaceInput>(),
    input: ({ self, context: { now } }) => ({
      name: 'workspace',
      input: { now, port: self, resources: resourcesOf(self) },
    }),
    receives: {
      'route.changed': 'It closes what was open for the last address.',
      'page.changed': 'It closes what was open over the last page.',
    },
  },
});

export const appMachine = flowSetup({
  types: {
    input: {} as AppInput,
    context: {} as AppContext,
    events: {} as AppEvent,
    children: { ...children, ...late.children },
  },
  actors: {
    ...actors,
    ...late.actors,
    loadWorkspace: unprovided<void>('loadWorkspace'),
    ...reachabilityActors,
  },
  guards: { isServerReachable },
  actions: {
    // A user is signed in, so an account exists.
    keepUser: assign(({ context: { config } }, { userId }: { userId: string }) => ({
      userId,
      config: { ...config, auth: { ...config.auth, firstUser: false } },
    })),
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
      invoke: invoke({ onError: breaking }),
      on: {
        ...forwarding,
        'session.began': {
          target: '.signedIn',
          actions: ['emptyCache', { type: 'keepUser', params: ({ event }) => event }, ...forward('session.began')],
          description: 'Clear cached data when the user changes.',
        },
        'session.unverified': {
          target: '.signedOut',
          actions: ['emptyCache', 'clearUser', ...forward('session.unverified')],
          description: 'Without the second factor, the server answers nothing that a signed-in user reads.',
        },
        'session.ended': {
          target: '.signedOut',
          actions: ['emptyCache', 'clearUser', ...forward('session.ended')],
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
                  actions: forward('route.changed'),
                  description: 'It may load where the user goes next.',
                },
              },
            },
            working: {
              invoke: late.invoke({
                onDone: {
                  target: '#app.broken',
                  actions: {
                    type: 'keepFault' as const,
                    params: ({ event }: { event: { output: unknown } }) => ({ error: event.output }),
                  },
                  description: 'It ends only with a defect of one of its machines.',
                },
                onError: breaking,
              }),
              on: {
                ...late.forwarding,
                'route.changed': {
                  actions: [...forward('route.changed'), ...late.forward('route.changed')],
                  description: 'The workspace hears it too.',
                },
              },
            },
          },
        },
      },
    },
    broken: { description: 'A machine has a defect. Everything stops, and the error screen shows it.' },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
