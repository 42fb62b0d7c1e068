// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createMachine, type AnyActorRef, type AnyStateMachine, type InspectionEvent } from 'xstate';
import { screenLibrary } from '../../../src/app/parts/screenLibrary.ts';
import { startApp } from '../../../src/app/startApp.ts';
import type { ApiErrorBody } from '../../../src/contract/common/apiError.ts';
import { selectUser } from '../../../src/machines/accounts/session/session.selectors.ts';
import { appMachine, type AppActor } from '../../../src/machines/app/app.machine.ts';
import {
  selectCache,
  selectFault,
  selectScreen,
  selectSession,
  selectToaster,
  selectUserId,
  selectWorkspace,
  selectWorkspaceFailure,
} from '../../../src/machines/app/app.selectors.ts';
import { selectProfileActor } from '../../../src/machines/app/workspace/workspace.selectors.ts';
import { selectEntry } from '../../../src/machines/cache/cache/cache.selectors.ts';
import type { AppCommand } from '../../../src/machines/parts/port.ts';
import { selectName, selectScreenState } from '../../../src/machines/shell/screen/screen.selectors.ts';
import { selectToasts } from '../../../src/machines/shell/toasts/toasts.selectors.ts';
import { signIn } from '../../../src/services/accounts/auth.ts';
import { keepSession } from '../../../src/services/accounts/sessionStore.ts';
import { readStored, storageEntries, writeStored } from '../../../src/services/browser/storage.ts';
import { clearWithUser } from '../../../src/services/browser/userData.ts';
import { acme, config, orders } from '../../fixtures/screen.ts';
import { lockManager, sessionUntil } from '../../fixtures/session.ts';
import { coverChart } from '../../support/cover.ts';
import { FakeWorld } from '../../support/fakeWorld.ts';
import { ada } from '../accounts/profile.model.ts';
import { movedTo } from '../shell/access.model.ts';
import { appModel } from './app.model.ts';

coverChart(appModel);

interface Call {
  method: string;
  path: string;
  authorization: string | null;
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, message: string) =>
  json({ code: 'refused', message, request_id: 'req-1' } satisfies ApiErrorBody, status);

/** The application with every real machine and service, on a network that a test answers. */
describe('the application', () => {
  let app: AppActor;
  let calls: Call[];
  let answers: Record<string, () => Response | Promise<Response>>;
  let fetched: string[];
  const flow: AnyStateMachine = createMachine({ id: 'flow' });

  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(lockManager());
    calls = [];
    fetched = [];
    answers = {
      'GET /api/platform/profile': () => json(ada),
      'GET /api/platform/organizations': () => json([acme]),
      'GET /api/platform/projects': () => json([orders]),
      'POST /auth/v1/token': () => json({ ...sessionUntil(inAnHour(), { refreshToken: 'fresh' }), expires_in: 3600 }),
      'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    };
    vi.stubGlobal('fetch', async (input: Request | string, init: RequestInit = {}) => {
      const request =
        typeof input === 'string'
          ? { url: input, method: init.method ?? 'GET', headers: new Headers(init.headers) }
          : input;
      const { pathname } = new URL(request.url, location.href);
      calls.push({ method: request.method, path: pathname, authorization: request.headers.get('authorization') });
      return (
        answers[`${request.method} ${pathname}`]?.() ?? refusal(404, `There is no ${request.method} ${pathname} here.`)
      );
    });
  });

  afterEach(() => {
    app.stop();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function start(href: string, inspect?: (event: InspectionEvent) => void): void {
    history.replaceState(null, '', href);
    const screen = (name: string) => async () => {
      fetched.push(name);
      return { View: null, layouts: [], flow };
    };
    const screens = screenLibrary(
      Object.fromEntries(['signIn', 'signUp', 'projects', 'project', 'newProject'].map((name) => [name, screen(name)])),
    );
    app = startApp({
      config: { ...config, apiUrl: `${location.origin}/api`, authUrl: `${location.origin}/auth/v1` },
      screens,
      ...(inspect && { inspect }),
    });
  }

  const child = <Snapshot>(actor: { getSnapshot(): Snapshot } | undefined): Snapshot => {
    if (!actor) throw new Error('That machine does not live now.');
    return actor.getSnapshot();
  };
  const shown = () => {
    const snapshot = child(selectScreen(app.getSnapshot()));
    return selectScreenState(snapshot) === 'screen' ? selectName(snapshot) : null;
  };
  const toasts = () => selectToasts(child(selectToaster(app.getSnapshot()))).map(({ title }) => title);
  const profile = () => child(selectProfileActor(child(selectWorkspace(app.getSnapshot())))).context.profile;
  const address = () => location.pathname + location.search;
  const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 15_000 });

  it('leads a visitor without a session to signing in, and then to where they wanted to be', async () => {
    start(`/project/${orders.ref}?tab=a`);
    await eventually(() => expect(shown()).toBe('signIn'));
    expect(address()).toBe(`/sign-in?returnTo=%2Fproject%2F${orders.ref}%3Ftab%3Da`);
    expect(calls).toEqual([]);
    await signIn({ email: 'ada@example.com', password: 'secret' });
    await eventually(() => expect(shown()).toBe('project'));
    expect(address()).toBe(`/project/${orders.ref}?tab=a`);
  });

  it('asks for profile, organizations and projects as soon as the session is known, with its token, all at once', async () => {
    const session = sessionUntil(inAnHour());
    writeStored('session', session);
    const held = Promise.withResolvers<Response>();
    for (const key of Object.keys(answers)) if (key.startsWith('GET')) answers[key] = () => held.promise;
    start('/projects');
    await eventually(() =>
      expect(calls.map(({ path }) => path).toSorted()).toEqual([
        '/api/platform/organizations',
        '/api/platform/profile',
        '/api/platform/projects',
      ]),
    );
    expect(calls.map(({ authorization }) => authorization)).toEqual(Array(3).fill(`Bearer ${session.access_token}`));
    await eventually(() => expect(profile()).toBeNull());
    expect(fetched).toEqual(['projects']);
  });

  it('makes the profile of a new user, and reads everything anew', async () => {
    writeStored('session', sessionUntil(inAnHour()));
    let made = false;
    answers['GET /api/platform/profile'] = () => (made ? json(ada) : refusal(404, 'No profile'));
    answers['POST /api/profile'] = () => {
      made = true;
      return json(ada, 201);
    };
    start('/projects');
    await eventually(() => expect(profile()).toEqual(ada));
    await eventually(() => {
      const count = (path: string) => calls.filter((call) => call.path === `/api/platform/${path}`).length;
      expect([count('profile'), count('organizations'), count('projects')]).toEqual([2, 2, 2]);
    });
    expect(toasts()).toEqual([]);
  });

  it('says that a project does not exist, and pushes to the projects', async () => {
    writeStored('session', sessionUntil(inAnHour()));
    start('/project/nothing');
    await eventually(() => expect([address(), shown()]).toEqual(['/projects', 'projects']));
    expect(toasts()).toEqual(['This project does not exist']);
  });

  it('refreshes a token on demand before a call', async () => {
    const old = sessionUntil(Math.floor(Date.now() / 1000) + 20, { refreshToken: 'old' });
    writeStored('session', old);
    start('/projects');
    await eventually(() => expect(calls.filter(({ path }) => path.startsWith('/api'))).toHaveLength(3));
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/auth/v1/token' });
    expect(calls.slice(1).map(({ authorization }) => authorization)).not.toContain(`Bearer ${old.access_token}`);
    expect(readStored('session')).toMatchObject({ refresh_token: 'fresh' });
  });

  it('clears what modules keep of a user when the session ends', async () => {
    const clear = vi.fn<() => void>();
    clearWithUser(clear);
    writeStored('session', sessionUntil(inAnHour()));
    start('/projects');
    await eventually(() => expect(shown()).toBe('projects'));
    clear.mockClear();
    app.send({ type: 'signOut.requested', scope: 'local' });
    await eventually(() => expect(shown()).toBe('signIn'));
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('signs out: storage cleared but for the kept list, caches cleared, to signing in, with a word', async () => {
    writeStored('session', sessionUntil(inAnHour()));
    writeStored('theme', 'dark');
    writeStored('lastOrganization', 'acme');
    start('/projects');
    await eventually(() =>
      expect(
        selectEntry(child(selectCache(app.getSnapshot())), { name: 'projects', params: {} })?.getSnapshot().context
          .data,
      ).toEqual([orders]),
    );
    app.send({ type: 'navigation.requested', to: '/logout' });
    await eventually(() => expect([address(), shown()]).toEqual(['/sign-in', 'signIn']));
    expect(calls).toContainEqual(expect.objectContaining({ path: '/auth/v1/logout' }));
    expect(child(selectCache(app.getSnapshot())).context.entries).toEqual({});
    expect([readStored('session'), readStored('lastOrganization'), readStored('theme')]).toEqual([null, null, 'dark']);
    expect([selectUserId(app.getSnapshot()), toasts()]).toEqual([null, ['Signed out']]);
  });

  it('keeps drafts and settings when the server ends the session, and says so', async () => {
    keepSession(sessionUntil(5, { refreshToken: 'old' }));
    writeStored('lastOrganization', 'acme');
    answers['POST /auth/v1/token'] = () => refusal(400, 'Invalid Refresh Token');
    start('/projects');
    await eventually(() => expect([address(), shown()]).toEqual(['/sign-in?returnTo=%2Fprojects', 'signIn']));
    expect([readStored('session'), readStored('lastOrganization')]).toEqual([null, 'acme']);
  });

  it('hears of a sign-out in another tab', async () => {
    writeStored('session', sessionUntil(inAnHour()));
    start('/projects');
    await eventually(() => expect(shown()).toBe('projects'));
    const otherTab = new BroadcastChannel(storageEntries.session.key);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    otherTab.postMessage({ event: 'SIGNED_OUT', session: null });
    await eventually(() => expect(shown()).toBe('signIn'));
    otherTab.close();
    expect(toasts()).toEqual(['Signed out in another tab']);
  });

  it('shows nothing of one user to another who signs in in another tab', async () => {
    writeStored('session', sessionUntil(inAnHour()));
    start('/projects');
    await eventually(() => expect(selectUserId(app.getSnapshot())).toBe('ada'));
    await eventually(() => expect(shown()).toBe('projects'));
    const before = calls.length;
    const bob = sessionUntil(inAnHour(), { user: 'bob' });
    writeStored('session', bob);
    const otherTab = new BroadcastChannel(storageEntries.session.key);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    otherTab.postMessage({ event: 'SIGNED_IN', session: bob });
    await eventually(() => expect(selectUserId(app.getSnapshot())).toBe('bob'));
    otherTab.close();
    await eventually(() => expect(calls.length).toBe(before + 3));
    expect(calls.slice(before).map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(`Bearer ${bob.access_token}`),
    );
    expect(selectUser(child(selectSession(app.getSnapshot())))?.id).toBe('bob');
  });

  it('asks the server once more when a call is refused, and ends a session that is no longer good', async () => {
    writeStored('session', sessionUntil(inAnHour(), { refreshToken: 'old' }));
    answers['GET /api/platform/projects'] = () => refusal(401, 'Who are you?');
    answers['POST /auth/v1/token'] = () => refusal(400, 'Invalid Refresh Token');
    start('/projects');
    await eventually(() => expect(shown()).toBe('signIn'));
    expect(toasts()).toEqual(['Your session expired']);
  });

  it('lets an inspector see every actor from its birth', async () => {
    const born: string[] = [];
    start('/sign-in', (event) => {
      if (event.type === '@xstate.actor') born.push((event.actorRef as AnyActorRef).id);
    });
    await eventually(() => expect(shown()).toBe('signIn'));
    expect(born).toEqual(
      expect.arrayContaining(['toasts', 'cache', 'screen', 'access', 'session', 'navigation', 'flow']),
    );
    expect(selectFault(app.getSnapshot())).toBeNull();
  });
});

describe('commands from flows', () => {
  const all = { name: 'projects', params: {} } as const;
  it.each<AppCommand & { receiver: string }>([
    { receiver: 'toasts', type: 'toast.requested', toast: { tone: 'neutral', title: 'Saved' } },
    { receiver: 'navigation', type: 'navigation.requested', to: '/projects' },
    { receiver: 'cache', type: 'resource.invalidated', names: ['projects'] },
    { receiver: 'cache', type: 'resource.overwritten', ref: all, data: [] },
    { receiver: 'cache', type: 'resource.appended', ref: all, entry: orders },
    {
      receiver: 'cache',
      type: 'resource.patched',
      names: ['projects'],
      where: { ref: orders.ref },
      patch: { name: 'Sales' },
    },
    { receiver: 'cache', type: 'resource.changed', names: ['projects'] },
    { receiver: 'deferredServices', type: 'event.recorded', action: 'project_created' },
    { receiver: 'consent', type: 'choice.made', choice: true },
  ])('$type is forwarded to $receiver only', ({ receiver, ...command }) => {
    const world = new FakeWorld();
    const root = createActor(world.withStubs(appMachine), {
      clock: world.clock,
      input: { config, now: () => world.clock.now() },
    }).start();
    world.takeEffects();
    root.send(command);
    expect(world.takeEffects()).toEqual([{ to: receiver, event: command }]);
    root.stop();
  });
});

describe('the workspace', () => {
  function signedIn() {
    const world = new FakeWorld();
    const root = createActor(world.withStubs(appMachine), {
      clock: world.clock,
      input: { config, now: () => world.clock.now() },
    }).start();
    root.send({ type: 'session.began', userId: 'ada' });
    return { world, root };
  }

  it('loads when a session begins, and ends with it', () => {
    const { world, root } = signedIn();
    expect(world.awaited).toContain('workspaceChunk');
    world.answer('workspaceChunk', undefined);
    expect(world.awaited).toContain('workspace');
    root.send({ type: 'session.ended', reason: 'signedOut' });
    expect(world.awaited).not.toContain('workspace');
  });

  it('hears of later pages and addresses', () => {
    const { world, root } = signedIn();
    world.answer('workspaceChunk', undefined);
    world.takeEffects();
    const events = [movedTo('/projects', { name: 'projects', access: 'user' }), { type: 'page.changed' } as const];
    for (const event of events) root.send(event);
    expect(world.takeEffects().filter(({ to }) => to === 'workspace')).toEqual(
      events.map((event) => ({ to: 'workspace', event })),
    );
  });

  it('loads by itself when the server is back', () => {
    const { world } = signedIn();
    world.fail('workspaceChunk', new Error('The chunk did not arrive.'));
    world.answer('reach', { isServerReachable: false });
    world.answer('return', undefined);
    expect(world.awaited).toContain('workspaceChunk');
  });

  it('is offered again when only its code is gone', () => {
    const { world, root } = signedIn();
    world.fail('workspaceChunk', new Error('The chunk did not arrive.'));
    world.answer('reach', { isServerReachable: true });
    expect(selectWorkspaceFailure(root.getSnapshot())?.message).toBe('The chunk did not arrive.');
    root.send({ type: 'workspace.retried' });
    world.answer('workspaceChunk', undefined);
    expect(selectWorkspaceFailure(root.getSnapshot())).toBeNull();
  });

  it('takes the application with it when one of its machines has a fault', () => {
    const { world, root } = signedIn();
    world.answer('workspaceChunk', undefined);
    world.answer('workspace', { code: 500, message: 'A machine has a fault.' });
    expect(selectFault(root.getSnapshot())?.message).toBe('A machine has a fault.');
  });
});
