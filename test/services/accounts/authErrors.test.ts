// @vitest-environment happy-dom
/** The specification's section 8 about auth, error by error: what the service answers, and what the dashboard says. */
import { AuthClient } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInSchema } from '../../../src/contract/accounts/credentials.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import { refreshSession, revokeSessions, signIn } from '../../../src/services/accounts/auth.ts';
import { changePassword } from '../../../src/services/accounts/password.ts';
import { RefreshError } from '../../../src/services/accounts/refreshError.ts';
import { openLink } from '../../../src/services/accounts/sentCode.ts';
import { clearSession, keepSession } from '../../../src/services/accounts/sessionStore.ts';
import { signUp } from '../../../src/services/accounts/signUp.ts';
import { accountsFailureTitle } from '../../../src/views/accounts/accountsFailure.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { sessionUntil } from '../../fixtures/session.ts';

const credentials = { email: 'ada@example.com', password: 'secret' };
const held = sessionUntil(Math.floor(Date.now() / 1000) + 3_600, { refreshToken: 'held' });
const signal = () => new AbortController().signal;

let answer: () => Response;
let requests: number;
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

beforeEach(async () => {
  localStorage.clear();
  await clearSession({ everything: true });
  requests = 0;
  provideTestRuntime({ config: { authUrl: 'https://auth.test/auth/v1' } });
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a user is told: the title of the form's error, and the sentence below it. */
async function toldBy(action: () => Promise<unknown>): Promise<{ code: unknown; message: string; title: string }> {
  const failure = failureOf(
    await action().then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  return { code: failure.code, message: failure.message, title: accountsFailureTitle(failure, 'Could not do it') };
}

interface Row {
  error: string;
  answer?: () => Response;
  action: () => Promise<unknown>;
  told: { code?: unknown; message?: string; title?: string };
}

const rows: readonly Row[] = [
  {
    error: 'session missing (“Auth session missing!”, 400)',
    action: () => changePassword({ password: 'another one' }),
    told: { code: 400, message: 'Auth session missing!' },
  },
  {
    error: 'session missing, where the service ended it',
    answer: () => json(403, { code: 'session_not_found', message: 'Session from session_id claim does not exist' }),
    action: () => {
      keepSession(held);
      return changePassword({ password: 'another one' });
    },
    told: { message: 'Auth session missing!' },
  },
  {
    error: 'invalid credentials (400)',
    answer: () => json(400, { code: 'invalid_credentials', message: 'Invalid login credentials' }),
    action: () => signIn(credentials),
    told: {
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      title: 'Incorrect email or password',
    },
  },
  {
    error: 'weak password (weak_password, with reasons)',
    answer: () =>
      json(422, {
        code: 'weak_password',
        message: 'Password should be at least 6 characters.',
        weak_password: { reasons: ['length'] },
      }),
    action: () => signUp({ ...credentials, linkTo: '/confirm-email' }),
    told: {
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      title: 'This password is too weak',
    },
  },
  {
    error: 'the link of an email that was refused (implicit-grant redirect error)',
    action: () =>
      openLink({
        query: {
          error: 'access_denied',
          error_code: 'otp_expired',
          error_description: 'Email link is invalid or has expired',
        },
      }),
    told: {
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
      title: 'This code or link is invalid or has expired',
    },
  },
  ...[502, 503, 504].map((status): Row => ({
    error: `retryable fetch error (${status})`,
    answer: () => json(status, {}),
    action: () => signIn(credentials),
    told: { code: status },
  })),
  {
    error: 'retryable fetch error (0: the network)',
    answer: () => {
      throw new TypeError('Failed to fetch');
    },
    action: () => signIn(credentials),
    told: { code: 500, message: 'An error has occurred: Failed to fetch' },
  },
  {
    error: 'unknown error (an answer that is no JSON)',
    answer: () => new Response('<html>', { status: 400 }),
    action: () => signIn(credentials),
    told: { title: 'Could not do it' },
  },
  ...(['msg', 'message', 'error_description', 'error'] as const).map((field): Row => ({
    error: `the message, taken from ${field}`,
    answer: () => json(400, { [field]: 'What went wrong.' }),
    action: () => signIn(credentials),
    told: { message: 'What went wrong.' },
  })),
];

describe('an error of the auth service', () => {
  it.each(rows)('$error', async ({ answer: given, action, told }) => {
    answer = given ?? (() => json(500, {}));
    expect(await toldBy(action)).toMatchObject(told);
  });

  it('session or user missing (500): an answer without a session is not taken for one', async () => {
    answer = () => json(200, {});
    expect((await toldBy(() => signIn(credentials))).code).not.toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it('a call without an address is “You must provide either an email or phone number and a password”, and sends nothing', async () => {
    const { error } = await new AuthClient({ url: 'http://127.0.0.1:1' }).signInWithPassword({
      password: 'x',
    } as never);
    expect(error?.message).toBe('You must provide either an email or phone number and a password');
  });

  it('a form without an address names the field it has, and nothing is sent', () => {
    expect(fieldErrorsOf(signInSchema, { email: '', password: '' })).toEqual({
      email: 'Enter your email address.',
      password: 'Enter your password.',
    });
  });

  it.each([0, 502, 503, 504])('a refresh that failed with %i keeps the session; other refusals end it', (status) => {
    expect(new RefreshError({ code: 1, message: '' }, { status }).retryable).toBe(true);
    expect(new RefreshError({ code: 1, message: '' }, { status: status + 400 }).retryable).toBe(false);
  });

  it('a refresh without a session is “Auth session missing!”, and asks nothing', async () => {
    await expect(refreshSession({ session: held }, signal())).rejects.toThrow('Auth session missing!');
    expect(requests).toBe(0);
  });

  it.each([401, 403, 404])('a sign-out ignores %i', async (status) => {
    answer = () => json(status, { code: 'any', message: 'Gone.' });
    expect(await revokeSessions({ session: held, scope: 'global' })).toBeUndefined();
  });

  it('an address without a code is no link: the form is shown, and nothing is said (“No code detected.”)', async () => {
    expect(await openLink({ query: {} })).toEqual({ session: false, failure: null });
    expect(requests).toBe(0);
  });
});

/** The client library where it looks for a session in the address, as it does in apps of others. */
const clientAt = (flowType: 'implicit' | 'pkce') =>
  new AuthClient({
    url: 'https://auth.test/auth/v1',
    flowType,
    storageKey: flowType,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: true,
    skipAutoInitialize: true,
  });

describe('the client library, at an address with a session', () => {
  it('warns of one that is older than 120 s', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    answer = () => json(200, { id: 'ada' });
    for (const [ageSeconds, warnings] of [
      [100, 0],
      [130, 1],
    ] as const) {
      warn.mockClear();
      const expiresAt = Math.round(Date.now() / 1000) + 3600 - ageSeconds;
      const { access_token } = sessionUntil(expiresAt);
      const fields = {
        access_token,
        refresh_token: 'r',
        expires_in: '3600',
        expires_at: String(expiresAt),
        token_type: 'bearer',
      };
      history.replaceState(null, '', `/#${new URLSearchParams(fields).toString()}`);
      await clientAt('implicit').initialize();
      expect(warn.mock.calls.filter(([text]) => String(text).includes('120s'))).toHaveLength(warnings);
    }
    warn.mockRestore();
    history.replaceState(null, '', '/');
  });

  it.each([
    ['implicit', 'No session defined in URL'],
    ['pkce', 'Not a valid PKCE flow url.'],
  ] as const)('says of half a session in the %s flow: %s', async (flowType, message) => {
    history.replaceState(null, '', '/#access_token=half');
    const client = clientAt(flowType);
    expect((await client.initialize()).error?.message).toBe(message);
    history.replaceState(null, '', '/');
  });
});
