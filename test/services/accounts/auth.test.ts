// @vitest-environment happy-dom
import type { AuthChangeEvent, Session as LibrarySession } from '@supabase/auth-js';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../src/contract/accounts/session.ts';
import * as timing from '../../../src/contract/common/timing.ts';
import { ask as askService, refreshSession, revokeSessions, signIn } from '../../../src/services/accounts/auth.ts';
import { watchClient } from '../../../src/services/accounts/clientSessions.ts';
import { enrollFactor } from '../../../src/services/accounts/factors.ts';
import { deletePendingCodes, keepSentCode, readPendingCode } from '../../../src/services/accounts/pendingCodes.ts';
import { requestRecovery, requestSignIn, resendCode, verifyCode } from '../../../src/services/accounts/sentCode.ts';
import {
  byOwnClock,
  followSession,
  openSession,
  clearSession,
  heldSession,
  keepSession,
  watchUnpersisted,
} from '../../../src/services/accounts/sessionStore.ts';
import { announce, watchTabs } from '../../../src/services/accounts/sessionTabs.ts';
import { signUp } from '../../../src/services/accounts/signUp.ts';
import { readStored, storageEntries, writeStored } from '../../../src/services/browser/storage.ts';
import { sqlEntries } from '../../../src/services/sql/sqlEntries.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { lockManager, sessionUntil } from '../../fixtures/session.ts';

/** How often local storage refuses what is written into it. */
const storage = vi.hoisted(() => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  const state = { refusals: 0, restore: () => void Object.defineProperty(globalThis, 'localStorage', own) };
  const real = globalThis.localStorage;
  const setItem = (key: string, value: string) => {
    if (state.refusals > 0) {
      state.refusals -= 1;
      throw new DOMException('full', 'QuotaExceededError');
    }
    real.setItem(key, value);
  };
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      get length() {
        return real.length;
      },
      key: (index: number) => real.key(index),
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      clear: () => real.clear(),
      setItem,
    },
  });
  return state;
});

afterAll(() => storage.restore());

interface Call {
  url: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

/** Has the library tell its listeners of an event, as it does after its calls. */
const emit = (event: AuthChangeEvent, session: Session | null) =>
  askService(async (client) => {
    await client['_notifyAllSubscribers'](event, session as unknown as LibrarySession | null, false);
    return { data: {}, error: null };
  });

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const old = sessionUntil(inAnHour(), { refreshToken: 'old' });
const fresh = sessionUntil(inAnHour() + 3600, { refreshToken: 'fresh' });

let calls: Call[];
let answer: () => Response | Promise<Response>;
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-supabase-api-version': '2024-01-01' } });
const asAnswered = (session: Session) => ({ ...session, expires_in: 3600 });
const signal = () => new AbortController().signal;

beforeEach(() => {
  localStorage.clear();
  calls = [];
  answer = () => json(asAnswered(fresh));
  provideTestRuntime({ config: { authUrl: 'https://auth.test/auth/v1' } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    calls.push({
      url,
      method: init.method,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    });
    init.signal?.throwIfAborted();
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a request that the auth service does not answer in time', () => {
  const credentials = { email: 'ada@example.com', password: 'secret' };
  it.each([
    ['a sign-in', () => signIn(credentials)],
    ['a sign-up', () => signUp({ ...credentials, linkTo: '/confirm-email' })],
    ['a sign-out', () => revokeSessions({ session: old, scope: 'local' })],
    [
      'a refresh',
      () => {
        keepSession(old);
        return refreshSession({ session: old }, signal());
      },
    ],
  ])('is given up: %s', async (_name, ask) => {
    const limit = vi
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('too late', 'TimeoutError')));
    await expect(ask()).rejects.toThrow('too late');
    expect(limit.mock.calls).toEqual([[timing.httpTimeoutMs]]);
    limit.mockRestore();
  });
});

describe('signing in', () => {
  it('asks the auth service, keeps the session, and tells of it before it answers', async () => {
    const heard: (Session | null)[] = [];
    const stop = watchClient((session) => heard.push(session));
    await signIn({ email: 'ada@example.com', password: 'secret' });
    stop();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      url: 'https://auth.test/auth/v1/token?grant_type=password',
      method: 'POST',
      body: { email: 'ada@example.com', password: 'secret' },
    });
    expect(calls[0]?.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(heard).toMatchObject([{ refresh_token: 'fresh' }]);
    expect(readStored('session')).toEqual(heard[0]);
  });

  it('says what was wrong, and in which request', async () => {
    answer = () => {
      const refused = json({ code: 'invalid_credentials', message: 'Invalid login credentials' }, 400);
      refused.headers.set('x-request-id', 'req-7');
      return refused;
    };
    await expect(signIn({ email: 'ada@example.com', password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      requestId: 'req-7',
      guide: '/guides/errors/auth/invalid_credentials',
    });
    expect(readStored('session')).toBeNull();
  });

  it('tells that the server may be out of reach when nothing answered, and not when it was refused', async () => {
    let doubts = 0;
    provideTestRuntime({
      config: { authUrl: 'https://auth.test/auth/v1' },
      unanswered: () => {
        doubts += 1;
      },
    });
    answer = () =>
      Response.json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });
    await expect(signIn({ email: 'ada@example.com', password: 'secret' })).rejects.toThrow('Invalid login credentials');
    expect(doubts).toBe(0);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(signIn({ email: 'ada@example.com', password: 'secret' })).rejects.toThrow('Failed to fetch');
    expect(doubts).toBe(1);
  });

  it('says that the network failed', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(signIn({ email: 'ada@example.com', password: 'secret' })).rejects.toMatchObject({
      code: 500,
      message: 'An error has occurred: Failed to fetch',
    });
  });

  it('forgets what another user left in this browser', async () => {
    keepSession(sessionUntil(100, { user: 'bob' }));
    writeStored('lastOrganization', 'bobs');
    await clearSession({ everything: false });
    expect(readStored('lastOrganization')).toBe('bobs');
    await signIn({ email: 'ada@example.com', password: 'secret' });
    expect(readStored('lastOrganization')).toBeNull();
    expect(readStored('session')).toMatchObject({ refresh_token: 'fresh' });
  });

  it('keeps what the same user left there', async () => {
    keepSession(sessionUntil(100));
    writeStored('lastOrganization', 'acme');
    await clearSession({ everything: false });
    await signIn({ email: 'ada@example.com', password: 'secret' });
    expect(readStored('lastOrganization')).toBe('acme');
  });
});

describe('in a browser without room', () => {
  let told: number;
  let stop: () => void;

  beforeEach(() => {
    told = 0;
    stop = watchUnpersisted(() => {
      told += 1;
    });
  });
  afterEach(async () => {
    stop();
    storage.refusals = 0;
    await clearSession({ everything: true });
  });

  const fill = () => {
    storage.refusals = Infinity;
  };

  it('one is signed in for as long as the page lives, is told so once, and stays so over refreshes', async () => {
    fill();
    await signIn({ email: 'ada@example.com', password: 'secret' });
    expect([readStored('session'), heldSession()?.refresh_token, told]).toEqual([null, 'fresh', 1]);
    answer = () => json(asAnswered(sessionUntil(inAnHour() + 7200, { refreshToken: 'fresher' })));
    expect(await refreshSession({ session: fresh }, signal())).toMatchObject({ refresh_token: 'fresher' });
    expect([heldSession()?.refresh_token, told]).toEqual(['fresher', 1]);
  });

  it('no older session stands in its place, of nobody', async () => {
    keepSession(sessionUntil(100, { user: 'bob' }));
    fill();
    await signIn({ email: 'ada@example.com', password: 'secret' });
    expect(readStored('session')).toBeNull();
    expect(heldSession()?.user?.id).toBe('ada');
  });

  it('the older one makes room for the next', () => {
    keepSession(old);
    storage.refusals = 1;
    keepSession(fresh);
    expect([storage.refusals, readStored('session')?.refresh_token, told]).toEqual([0, 'fresh', 0]);
  });

  it('a sign-out ends it', async () => {
    fill();
    keepSession(fresh);
    await clearSession({ everything: false });
    expect(heldSession()).toBeNull();
  });

  it('another tab’s word of it counts, and of its end', () => {
    followSession(fresh);
    expect(heldSession()).toEqual(fresh);
    followSession(null);
    expect(heldSession()).toBeNull();
    keepSession(old);
    followSession(fresh);
    expect(heldSession()).toEqual(old);
  });
});

describe('whose data is here', () => {
  it('is told by the token where the answer names no user', () => {
    keepSession(sessionUntil(100, { user: 'bob' }));
    writeStored('lastOrganization', 'bobs');
    const { user: _, ...nameless } = sessionUntil(100);
    keepSession(nameless);
    expect([readStored('lastOrganization'), readStored('owner')]).toEqual([null, 'ada']);
  });
});

describe('what another tab leaves of this tab’s own storage', () => {
  beforeEach(() => {
    sessionStorage.clear();
    keepSession(fresh);
    writeStored(sqlEntries.cursors, [], 'abc');
  });

  it('nothing after a sign-out', () => {
    localStorage.clear();
    followSession(null);
    expect(sessionStorage.length).toBe(0);
  });

  it('nothing once another user has signed in there', () => {
    followSession(sessionUntil(100, { user: 'bob' }));
    expect(readStored(sqlEntries.cursors, 'abc')).toBeNull();
    expect(readStored('owner')).toBe('ada');
  });

  it('nothing of a former user where the tab is opened again', () => {
    localStorage.clear();
    writeStored('session', sessionUntil(100, { user: 'bob' }));
    expect(openSession()?.access_token).toBeDefined();
    expect(readStored(sqlEntries.cursors, 'abc')).toBeNull();
  });

  it('all of it after the end of the session: the user may go on after a sign-in', () => {
    followSession(null);
    expect(readStored(sqlEntries.cursors, 'abc')).toEqual([]);
  });

  it('all of it where the same user goes on', () => {
    followSession(fresh);
    expect(openSession()).toEqual(fresh);
    expect(readStored(sqlEntries.cursors, 'abc')).toEqual([]);
  });
});

describe('what the auth client reports', () => {
  it.each([
    ['SIGNED_IN', true],
    ['TOKEN_REFRESHED', true],
    ['USER_UPDATED', true],
    ['PASSWORD_RECOVERY', true],
    ['MFA_CHALLENGE_VERIFIED', true],
    ['SIGNED_OUT', false],
  ] as const)('becomes the session, or none: %s', async (event, hasSession) => {
    const session = hasSession ? sessionUntil(inAnHour()) : null;
    const reported: (Session | null)[] = [];
    const stop = watchClient((changed) => reported.push(changed));
    await emit(event, session);
    stop();
    expect(reported.map((one) => one?.access_token)).toEqual([session?.access_token]);
  });

  it('is read from the storage at the start (INITIAL_SESSION), and must be a session', async () => {
    const changed = vi.fn<(session: Session | null) => void>();
    const stop = watchClient(changed);
    await emit('INITIAL_SESSION', sessionUntil(inAnHour()));
    await emit('SIGNED_IN', { ...sessionUntil(inAnHour()), refresh_token: '' });
    stop();
    expect(changed).not.toHaveBeenCalled();
  });
});

describe('signing up', () => {
  it('is signed in where the server confirms at once', async () => {
    expect(await signUp({ email: 'ada@example.com', password: 'secret', linkTo: '/confirm-email' })).toBe('signedIn');
    const link = encodeURIComponent(new URL('/confirm-email', location.origin).href);
    expect(calls[0]).toMatchObject({ url: `https://auth.test/auth/v1/signup?redirect_to=${link}`, method: 'POST' });
    expect(readStored('session')).toMatchObject({ refresh_token: 'fresh' });
  });

  it('waits for the mail where it does not', async () => {
    answer = () => json({ id: 'ada', email: 'ada@example.com', identities: [] });
    expect(await signUp({ email: 'ada@example.com', password: 'secret', linkTo: '/confirm-email' })).toBe('mailSent');
    expect(readStored('session')).toBeNull();
  });
});

describe('a code that was asked for', () => {
  it('is kept by its address for a reload, without the code or a password, until a session begins', async () => {
    const begins = answer;
    answer = () => json({});
    await requestSignIn({ email: 'ada@example.com', linkTo: '/sign-in-email' });
    await requestRecovery({ email: 'bob@example.com', linkTo: '/reset-password' });
    answer = () => json({ id: 'eve', email: 'eve@example.com', identities: [] });
    await signUp({ email: 'eve@example.com', password: 'secret', linkTo: '/confirm-email' });
    for (const [kind, address] of [
      ['email', 'ada@example.com'],
      ['recovery', 'bob@example.com'],
      ['signup', 'eve@example.com'],
    ] as const)
      expect(readPendingCode(kind)).toEqual({ address, sentAt: expect.any(Number) });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
    answer = () => json({ message: 'Token has expired or is invalid', code: 'otp_expired' }, 403);
    const verify = () => verifyCode({ address: 'ada@example.com', kind: 'email', code: '123456' });
    await expect(verify()).rejects.toMatchObject({ code: 'otp_expired' });
    expect(readPendingCode('email')).not.toBeNull();
    answer = begins;
    expect(await verify()).toBe('accepted');
    expect([readPendingCode('email'), readPendingCode('recovery'), readPendingCode('signup')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is its user’s where it confirms a change, and is forgotten with that change alone', () => {
    const sessionOf = (id: string): Session => ({ ...old, user: { ...old.user!, id } });
    keepSession(sessionOf('ada'));
    keepSentCode('email_change', 'ada@new.example');
    keepSentCode('phone_change', '+4912345');
    deletePendingCodes('phone_change');
    expect([readPendingCode('email_change')?.address, readPendingCode('phone_change')]).toEqual([
      'ada@new.example',
      null,
    ]);
    deletePendingCodes('email');
    expect(readPendingCode('email_change')?.address).toBe('ada@new.example');
    // Another tab has signed out, and another user in.
    localStorage.clear();
    keepSession(sessionOf('bob'));
    expect(readPendingCode('email_change')).toBeNull();
  });

  it('stays as it was typed since, where the message that was asked for again comes after its step was left', async () => {
    for (const kind of ['email', 'recovery', 'signup', 'sms'] as const) {
      keepSentCode(kind, 'ada@other.example');
      const left = new AbortController();
      answer = () => {
        left.abort();
        return json({});
      };
      await resendCode({ address: 'ada@example.com', kind, linkTo: '/sign-in-email' }, left.signal);
      expect(readPendingCode(kind)?.address, kind).toBe('ada@other.example');
      answer = () => json({});
      await resendCode({ address: 'ada@example.com', kind, linkTo: '/sign-in-email' }, new AbortController().signal);
      expect(readPendingCode(kind)?.address, kind).toBe('ada@example.com');
    }
    sessionStorage.clear();
  });

  it('is not kept where no message could be sent', async () => {
    answer = () => json({ message: 'Error sending magic link mail', code: 'unexpected_failure' }, 500);
    await expect(requestSignIn({ email: 'ada@example.com', linkTo: '/sign-in-email' })).rejects.toBeDefined();
    expect(readPendingCode('email')).toBeNull();
  });
});

describe('an authenticator app', () => {
  it('takes the place of one of its name that a page was left with', async () => {
    keepSession(old);
    const begun = { id: 'begun', friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' };
    const others = [
      { ...begun, id: 'other', friendly_name: 'Tablet' },
      { ...begun, id: 'own', status: 'verified' },
    ];
    answer = () =>
      json(
        calls.at(-1)?.method === 'GET'
          ? { ...old.user, factors: [begun, ...others] }
          : { id: 'new', type: 'totp', friendly_name: 'Phone', totp: { secret: 'S', uri: '', qr_code: '<svg/>' } },
      );
    expect(await enrollFactor({ name: 'Phone' })).toMatchObject({ id: 'new', secret: 'S' });
    const asked = calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
    expect(asked.slice(1)).toEqual(['DELETE /auth/v1/factors/begun', 'POST /auth/v1/factors']);
  });
});

describe('a refresh', () => {
  beforeEach(() => keepSession(old));

  it('asks once with the refresh token, keeps the answer and tells other tabs', async () => {
    const heard = Promise.withResolvers<Session | null>();
    const stop = watchTabs(heard.resolve);
    expect(await refreshSession({ session: old }, signal())).toMatchObject({ refresh_token: 'fresh' });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      url: 'https://auth.test/auth/v1/token?grant_type=refresh_token',
      body: { refresh_token: 'old' },
    });
    expect(readStored('session')).toMatchObject({ refresh_token: 'fresh' });
    expect(await heard.promise).toMatchObject({ refresh_token: 'fresh' });
    stop();
  });

  it.each([502, 503, 504])('may be tried again after %i, and asks no second time by itself', async (status) => {
    answer = () => json({ message: 'Down' }, status);
    await expect(refreshSession({ session: old }, signal())).rejects.toMatchObject({ code: status, retryable: true });
    expect(calls).toHaveLength(1);
    expect(readStored('session')).toMatchObject({ refresh_token: 'old' });
  });

  it('may be tried again after the network failed', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(refreshSession({ session: old }, signal())).rejects.toMatchObject({
      code: 500,
      message: 'An error has occurred: Failed to fetch',
      retryable: true,
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    [
      400,
      { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
      'refresh_token_not_found',
    ],
    [429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }, 'over_request_rate_limit'],
    [500, { message: 'Unexpected failure' }, 500],
  ])('is over after %i', async (status, body, code) => {
    answer = () => json(body, status);
    await expect(refreshSession({ session: old }, signal())).rejects.toMatchObject({ code, retryable: false });
    expect(calls).toHaveLength(1);
  });

  it('takes what another tab has already fetched, without asking', async () => {
    keepSession(fresh);
    expect(await refreshSession({ session: old }, signal())).toMatchObject({ refresh_token: 'fresh' });
    expect(calls).toEqual([]);
  });

  it('takes what another tab fetched meanwhile when its own token was used', async () => {
    answer = () => {
      keepSession(fresh);
      return json({ code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' }, 400);
    };
    expect(await refreshSession({ session: old }, signal())).toMatchObject({ refresh_token: 'fresh' });
  });

  it('lets a sign-out of another tab stand, however late the answer comes', async () => {
    answer = async () => {
      await clearSession({ everything: true });
      return json(asAnswered(fresh));
    };
    await expect(refreshSession({ session: old }, signal())).rejects.toMatchObject({
      code: 'session_missing',
      retryable: false,
    });
    expect(readStored('session')).toBeNull();
  });

  it('asks one after the other: two at once make one request', async () => {
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(lockManager());
    const [one, other] = await Promise.all([
      refreshSession({ session: old }, signal()),
      refreshSession({ session: old }, signal()),
    ]);
    expect([one.refresh_token, other.refresh_token]).toEqual(['fresh', 'fresh']);
    expect(calls).toHaveLength(1);
  });
});

describe('a browser whose clock is not the server’s', () => {
  const hour = 3600;
  const serverNow = 1_900_000_000;
  const issued = sessionUntil(serverNow + hour, { refreshToken: 'fresh' });

  afterEach(() => vi.useRealTimers());

  describe.each([
    ['an hour ahead', hour],
    ['a day ahead', 24 * hour],
    ['an hour behind', -hour],
    ['a day behind', -24 * hour],
  ])('but %s', (_clock, skew) => {
    const browserNow = serverNow + skew;
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: browserNow * 1000 });
      answer = () => json(asAnswered(issued));
    });

    it('counts a token’s hour from its arrival, after a sign-in and after a refresh', async () => {
      await signIn({ email: 'ada@example.com', password: 'secret' });
      expect(readStored('session')?.expires_at).toBe(browserNow + hour);

      vi.setSystemTime((browserNow + 3500) * 1000);
      const next = sessionUntil(serverNow + 3500 + hour, { refreshToken: 'next' });
      answer = () => json(asAnswered(next));
      const refreshed = await refreshSession({ session: readStored('session') }, signal());
      expect(refreshed.expires_at).toBe(browserNow + 3500 + hour);
      expect(readStored('session')).toEqual(refreshed);
    });

    it('counts on where the same token is stored again with a changed user, here and in another tab', async () => {
      await signIn({ email: 'ada@example.com', password: 'secret' });
      vi.setSystemTime((browserNow + 600) * 1000);
      const heard: (Session | null)[] = [];
      const stop = watchClient((session) => heard.push(session));
      answer = () => json({ id: 'ada', email: 'ada@example.com', user_metadata: { name: 'Ada' } });
      await askService((client) => client.updateUser({ data: { name: 'Ada' } }));
      stop();
      expect(heard).toMatchObject([{ expires_at: browserNow + hour, user: { user_metadata: { name: 'Ada' } } }]);
      expect(readStored('session')).toEqual(heard[0]);
      // The auth client tells other tabs what it was told itself: an expiry that never comes.
      expect(followSession({ ...heard[0]!, expires_at: 8_640_000_000_000 })).toEqual(heard[0]);
    });

    it('counts what only another tab holds from when this one hears of it', () => {
      expect(followSession({ ...asAnswered(issued) })?.expires_at).toBe(browserNow + hour);
      followSession(null);
    });

    it('takes the server’s word where an answer does not say how long a token is valid', () => {
      expect(byOwnClock(issued)).toEqual(issued);
    });
  });
});

describe('ending sessions', () => {
  it.each(['global', 'others', 'local'] as const)('asks for the scope %s with the token', async (scope) => {
    answer = () => new Response(null, { status: 204 });
    await revokeSessions({ session: old, scope });
    expect(calls[0]).toMatchObject({ url: `https://auth.test/auth/v1/logout?scope=${scope}`, method: 'POST' });
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${old.access_token}`);
  });

  it.each([401, 403, 404])('ignores %i', async (status) => {
    answer = () => json({ code: 'session_not_found', message: 'gone' }, status);
    await expect(revokeSessions({ session: old, scope: 'global' })).resolves.toBeUndefined();
  });

  it('tells of any other refusal', async () => {
    answer = () => json({ message: 'Broken' }, 500);
    await expect(revokeSessions({ session: old, scope: 'global' })).rejects.toMatchObject({ message: 'Broken' });
  });

  it('has nothing to ask without a session', async () => {
    await revokeSessions({ session: null, scope: 'local' });
    expect(calls).toEqual([]);
  });

  it('clears this browser and tells other tabs', async () => {
    keepSession(old);
    writeStored('lastOrganization', 'acme');
    writeStored('theme', 'dark');
    const heard = Promise.withResolvers<Session | null>();
    const stop = watchTabs(heard.resolve);
    await clearSession({ everything: true });
    expect(await heard.promise).toBeNull();
    stop();
    expect([readStored('session'), readStored('lastOrganization'), readStored('theme')]).toEqual([null, null, 'dark']);
  });
});

describe('what tabs tell one another', () => {
  it('is ignored when it is not a session', async () => {
    const heard: unknown[] = [];
    const arrived = Promise.withResolvers<void>();
    const stop = watchTabs((session) => {
      heard.push(session);
      arrived.resolve();
    });
    const channel = new BroadcastChannel(storageEntries.session.key);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    channel.postMessage({ event: 'TOKEN_REFRESHED', session: { access_token: 'no' } });
    announce('SIGNED_OUT', null);
    await arrived.promise;
    expect(heard).toEqual([null]);
    channel.close();
    stop();
  });
});
