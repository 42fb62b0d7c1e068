import { createActor, fromCallback, fromPromise, waitFor, type ActorOptions } from 'xstate';
import type { Session } from '../contract/accounts/session.ts';
import type { ResourceMessage } from '../contract/cache/resources.ts';
import { FailureError } from '../contract/common/failureError.ts';
import type { RuntimeConfig } from '../contract/common/runtimeConfig.ts';
import { sessionMachine, type SessionReport } from '../machines/accounts/session/session.machine.ts';
import { tokenOf } from '../machines/accounts/session/session.selectors.ts';
import { appMachine, type AppActor } from '../machines/app/app.machine.ts';
import type { WorkspaceInput } from '../machines/app/workspace/workspace.machine.ts';
import { cacheMachine } from '../machines/cache/cache/cache.machine.ts';
import { resourceMachine } from '../machines/cache/resource/resource.machine.ts';
import { lazyLogic } from '../machines/parts/lazyLogic.ts';
import type { LayoutInput } from '../machines/parts/screen.input.ts';
import { accessMachine } from '../machines/shell/access/access.machine.ts';
import { selectIsReachable, selectIsSettled } from '../machines/shell/connection/connection.selectors.ts';
import { navigationMachine, type NavigationRequest } from '../machines/shell/navigation/navigation.machine.ts';
import { screenMachine } from '../machines/shell/screen/screen.machine.ts';
import { selectIsPageSettled } from '../machines/shell/screen/screen.selectors.ts';
import { goTo, watchLocation } from '../router/location.ts';
import { matchRoute } from '../router/matchRoute.ts';
import { pageOf } from '../router/pages.ts';
import { refreshSession, revokeSessions } from '../services/accounts/auth.ts';
import { watchClient } from '../services/accounts/clientSessions.ts';
import { clearSession, followSession, openSession, watchUnpersisted } from '../services/accounts/sessionStore.ts';
import { watchTabs } from '../services/accounts/sessionTabs.ts';
import { hasLocks } from '../services/browser/locks.ts';
import { clearSiteData, reloadPage, untilIdle, watchAttention } from '../services/browser/page.ts';
import { openResourceTabs } from '../services/browser/resourceTabs.ts';
import { provideRuntime } from '../services/browser/runtime.ts';
import { readStored, writeStored } from '../services/browser/storage.ts';
import { clearUserData } from '../services/browser/userData.ts';
import { consent } from './ambient/consent.actor.ts';
import { deferredServices } from './ambient/deferredServices.actor.ts';
import { lazyCharts } from './parts/lazyCharts.ts';
import type { ScreenLibrary } from './parts/screenLibrary.ts';
import { appearance } from './shell/appearance.actor.ts';
import { clipboard } from './shell/clipboard.actor.ts';
import { connection } from './shell/connection.actor.ts';

const session = sessionMachine.provide({
  actors: {
    readStored: fromPromise(async () => openSession()),
    watchTabs: fromCallback<SessionReport, undefined>(({ sendBack }) => {
      if (!hasLocks()) sendBack({ type: 'locks.unsupported' });
      const report = (changed: Session | null) =>
        sendBack(changed ? { type: 'session.changed', session: changed } : { type: 'session.removed' });
      const stops = [
        watchTabs((changed) => report(followSession(changed))),
        watchClient(report),
        watchUnpersisted(() => sendBack({ type: 'session.unpersisted' })),
      ];
      return () => stops.forEach((stop) => stop());
    }),
    refresh: fromPromise(({ input, signal }) => refreshSession(input, signal)),
    revoke: fromPromise(({ input }) => revokeSessions(input)),
    clearStored: fromPromise(({ input }) => clearSession(input)),
  },
});

const cache = cacheMachine.provide({
  actors: {
    resource: resourceMachine.provide({
      actors: {
        // Nothing is read before sign-in, so the code of requests is not part of the first page.
        read: fromPromise(async ({ input, signal }) =>
          (await import('../services/http/platform.ts')).readResource(input, signal),
        ),
      },
    }),
    watchAttention: fromCallback<{ type: 'attention.returned' }, undefined>(({ sendBack }) =>
      watchAttention(() => sendBack({ type: 'attention.returned' })),
    ),
    otherTabs: fromCallback<{ type: 'resource.outdated' | 'resource.changed' } & ResourceMessage, undefined>(
      ({ sendBack, receive }) => {
        const tabs = openResourceTabs((news) => sendBack({ type: 'resource.outdated', ...news }));
        receive((news) => tabs.tell(news));
        return tabs.close;
      },
    ),
  },
});

const access = accessMachine.provide({
  actors: {
    rememberOrganization: fromPromise(async ({ input }) => {
      writeStored('lastOrganization', input.slug);
    }),
    clearSiteData: fromPromise<void, undefined>(clearSiteData),
  },
});

const navigation = navigationMachine.provide({
  actors: {
    location: fromCallback<NavigationRequest, undefined>(({ sendBack, receive }) => {
      receive(({ to, replace }) => goTo(to, { replace }));
      return watchLocation((location) =>
        sendBack({ type: 'route.changed', location, route: matchRoute(location.path) }),
      );
    }),
  },
});

interface AppOptions {
  config: RuntimeConfig;
  screens: ScreenLibrary<unknown>;
  /** Observes every event of every actor from the first one on. */
  inspect?: ActorOptions<typeof appMachine>['inspect'];
}

/** Waits for a token that a request can use. */
async function accessToken(app: AppActor, signal?: AbortSignal): Promise<string | null> {
  const actor = app.getSnapshot().children.session;
  if (!actor) return null;
  actor.send({ type: 'token.needed' });
  const known = await waitFor(actor, (snapshot) => tokenOf(snapshot).state !== 'awaited', signal && { signal });
  const token = tokenOf(known);
  if (token.state === 'unreachable')
    throw new FailureError({
      code: 'session_unreachable',
      message: 'Could not refresh your session. Retrying…',
    });
  return token.state === 'usable' ? token.token : null;
}

function isReachable(app: AppActor): boolean {
  const actor = app.getSnapshot().children.connection;
  return !actor || selectIsReachable(actor.getSnapshot());
}

/** Resolves once requests may be sent; counts the waiting ones until then. */
async function reachable(app: AppActor, signal?: AbortSignal): Promise<void> {
  const actor = app.getSnapshot().children.connection;
  if (!actor || isReachable(app)) return;
  actor.send({ type: 'request.held' });
  try {
    await waitFor(actor, selectIsReachable, signal && { signal });
  } finally {
    actor.send({ type: 'request.released' });
  }
}

/** Whether the server is reachable, after a check that a failed load has triggered. */
async function checkReachability(app: AppActor, signal: AbortSignal): Promise<{ isServerReachable: boolean }> {
  const actor = app.getSnapshot().children.connection;
  if (!actor) return { isServerReachable: true };
  actor.send({ type: 'request.unanswered' });
  return { isServerReachable: selectIsReachable(await waitFor(actor, selectIsSettled, { signal })) };
}

/** Resolves once the workspace runs or cannot be loaded: the navigation would otherwise push the page aside. */
async function workspaceSettled(app: AppActor, signal: AbortSignal): Promise<void> {
  await waitFor(app, (snapshot) => !snapshot.matches({ running: { signedIn: 'loading' } }), { signal });
}

/** Resolves once the page of the address is shown, or the reason why it is not. */
async function pageSettled(app: AppActor, signal: AbortSignal): Promise<void> {
  const actor = app.getSnapshot().children.screen;
  if (actor) await waitFor(actor, selectIsPageSettled, { signal });
}

/** Creates the root actor with all services, and starts it. */
export function startApp({ config, screens, inspect }: AppOptions): AppActor {
  const reach = {
    checkReachability: fromPromise<{ isServerReachable: boolean }, undefined>(({ signal }) =>
      checkReachability(app, signal),
    ),
    awaitReachability: fromPromise<void, undefined>(({ signal }) => reachable(app, signal)),
  };
  const screen = screenMachine.provide({
    actors: {
      ...reach,
      load: fromPromise(async ({ input, signal }) => {
        const code = await screens.load(input.name);
        await workspaceSettled(app, signal);
        return code;
      }),
      preload: fromPromise(async ({ input, signal }) => {
        const { next } = pageOf(input.name);
        if (next === undefined) return;
        await untilIdle(signal);
        await screens.load(next);
      }),
      flow: lazyLogic(screens.flowOf),
      layout: lazyLogic<LayoutInput>(screens.layoutFlowOf),
      reload: fromPromise<void, undefined>(reloadPage),
    },
  });
  const signedIn = lazyCharts(async () => ({
    workspace: (await import('./workspace.flow.ts')).workspace(screens),
  }));
  const app: AppActor = createActor(
    appMachine.provide({
      actors: {
        ...reach,
        appearance,
        clipboard,
        connection,
        consent: consent((signal) => pageSettled(app, signal)),
        deferredServices: deferredServices(screens, (signal) => pageSettled(app, signal)),
        session,
        cache,
        access,
        navigation,
        screen,
        loadWorkspace: signedIn.load,
        workspace: signedIn.chart<WorkspaceInput>(),
      },
    }),
    {
      input: { config, now: Date.now, organization: readStored('lastOrganization') },
      ...(inspect && { inspect }),
    },
  );
  provideRuntime({
    config,
    accessToken: (signal) => accessToken(app, signal),
    tokenRefused: () => app.getSnapshot().children.session?.send({ type: 'session.refused' }),
    reachable: (signal) => reachable(app, signal),
    isReachable: () => isReachable(app),
    unanswered: () => app.getSnapshot().children.connection?.send({ type: 'request.unanswered' }),
  });
  let owner: string | null = null;
  app.subscribe({
    next: ({ context: { userId } }) => {
      if (userId !== owner) clearUserData();
      owner = userId;
    },
    // The error boundary shows the error; without an observer XState would also rethrow it globally.
    error: (error) => console.error('The application has broken.', error),
  });
  app.start();
  return app;
}
