/** Everything that needs the auth client library: no page needs the two before its first request. */
import { AuthClient, type AuthError, type GoTrueClient } from '@supabase/auth-js';
import * as v from 'valibot';
import type { LimitFacts } from '../../contract/accounts/oneTimeCode.ts';
import { sessionSchema, type Session, type SignOutScope } from '../../contract/accounts/session.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import * as timing from '../../contract/common/timing.ts';
import { errorGuide } from '../../contract/docs/errorGuide.ts';
import { inTurn } from '../browser/locks.ts';
import { runtime } from '../browser/runtime.ts';
import { storage, storageEntries } from '../browser/storage.ts';
import { networkFailure } from '../http/apiFailure.ts';
import { reportSession } from './clientSessions.ts';
import { RefreshError } from './refreshError.ts';
import { byOwnClock, dropSession, heldSession, keepSession } from './sessionStore.ts';
import { announce } from './sessionTabs.ts';

/** A date in the far future: what the client is told, so that it never refreshes on its own. */
const never = 8_640_000_000_000;

/**
 * The client's storage: the session that the chart reads, but the client is never shown that it expires. And what
 * proves that this browser requested an email: its link opens in another tab (RFC 7636).
 */
const clientStorage = {
  getItem(key: string): string | null {
    if (key !== storageEntries.session.key) return storage.getItem(key);
    const session = heldSession();
    return session && JSON.stringify({ ...session, expires_at: never });
  },
  setItem(key: string, value: string): void {
    if (key === storageEntries.session.key) keepSession(byOwnClock(v.parse(sessionSchema, JSON.parse(value))));
    else storage.setItem(key, value);
  },
  removeItem(key: string): void {
    if (key === storageEntries.session.key) dropSession();
    else storage.removeItem(key);
  },
};

type ClientOptions = Omit<
  NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>,
  'url' | 'autoRefreshToken' | 'detectSessionInUrl' | 'skipAutoInitialize'
>;

/** The client itself would wait forever. */
const inTime = (signal: AbortSignal | null | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(timing.httpTimeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

const fetchInTime: typeof fetch = async (url, init) => {
  try {
    return await fetch(url, { ...init, signal: inTime(init?.signal) });
  } catch (error) {
    if (!init?.signal?.aborted) runtime().unanswered();
    throw error;
  }
};

function createClient(options: ClientOptions): GoTrueClient {
  // The chart reads the stored session, ticks, backs off and follows other tabs; the client only sends requests.
  return new AuthClient({
    url: runtime().config.authUrl,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    fetch: fetchInTime,
    ...options,
  });
}

/** Of the last request that the auth service refused: the client's errors carry no headers. */
let refused: Pick<Failure, 'requestId'> & LimitFacts = {};

function factsOf({ headers }: Response): typeof refused {
  const requestId = headers.get('x-request-id');
  const seconds = Number(headers.get('retry-after'));
  return { ...(requestId !== null && { requestId }), ...(seconds > 0 && { retryAt: Date.now() + seconds * 1_000 }) };
}

async function fetchNoting(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  refused = {};
  const response = await fetchInTime(input, init);
  if (!response.ok) refused = factsOf(response);
  return response;
}

function createSharedClient(): GoTrueClient {
  const client = createClient({
    fetch: fetchNoting,
    flowType: 'pkce',
    storageKey: storageEntries.session.key,
    storage: clientStorage,
  });
  client.onAuthStateChange((event, session) => {
    // The chart reads the stored session at the start.
    if (event === 'INITIAL_SESSION') return;
    const parsed = v.safeParse(v.nullable(sessionSchema), session);
    if (parsed.success) reportSession(parsed.output && byOwnClock(parsed.output));
  });
  return client;
}

let shared: GoTrueClient | undefined;

/** The page's only client, created on first use. */
const sharedClient = (): GoTrueClient => (shared ??= createSharedClient());

/** What the auth service answered, with the id of the request. */
function failureOfAuth(error: AuthError): FailureError & LimitFacts {
  const { requestId, ...limit } = refused;
  const failure: Failure =
    error.name === 'AuthRetryableFetchError' && !error.status
      ? networkFailure(error.message)
      : {
          code: error.code ?? error.status ?? 'auth',
          message:
            error.code === 'captcha_failed'
              ? 'The captcha was not accepted. Solve it again, then try again.'
              : error.message,
          ...(requestId !== undefined && { requestId }),
          ...(error.code !== undefined && { guide: errorGuide(error.code, 'auth') }),
        };
  return Object.assign(new FailureError(failure, { cause: error }), limit);
}

interface Answer {
  data: unknown;
  error: AuthError | null;
}

/** Options of the requests that the auth service takes only with a solved captcha, where it wants one. */
interface SolvedCaptcha {
  captchaToken?: string;
}

async function solveCaptcha(): Promise<SolvedCaptcha> {
  if (!runtime().config.auth.captcha) return {};
  const { takeCaptchaToken } = await import('./captcha.ts');
  return { captchaToken: await takeCaptchaToken() };
}

type AuthRequest<Given extends Answer> = (
  client: GoTrueClient,
  solveCaptcha: () => Promise<SolvedCaptcha>,
) => Promise<Given>;
type AuthData<Given extends Answer> = Extract<Given, { error: null }>['data'];

/** Sends a request with the page's client; throws what the auth service refused. */
export async function ask<Given extends Answer>(request: AuthRequest<Given>): Promise<AuthData<Given>> {
  const { data, error } = await request(sharedClient(), solveCaptcha);
  if (error) throw failureOfAuth(error);
  return data as AuthData<Given>;
}

/** Sign-out errors that mean the session is already gone (specification, section 8). */
const alreadyGone: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

/** Ends sessions on the server; this browser's storage stays unchanged. */
export async function revokeSessions({
  session,
  scope,
}: {
  session: Session | null;
  scope: SignOutScope;
}): Promise<void> {
  if (!session) return;
  const client = sharedClient();
  const { error } = await client.admin.signOut(session.access_token, scope);
  if (error && !alreadyGone.has(error.status) && error.name !== 'AuthSessionMissingError') throw failureOfAuth(error);
}

/**
 * One attempt at a new token. The client's own retries would take half a minute, so every attempt uses its own client
 * with an in-memory storage, whose request fails immediately when the server or the network fails.
 */
async function attemptRefresh(refreshToken: string, signal: AbortSignal): Promise<Session> {
  let outage: RefreshError | null = null;
  const client = createClient({
    storageKey: `refresh-${crypto.randomUUID()}`,
    persistSession: false,
    fetch: async (url, init) => {
      try {
        const response = await fetchInTime(url, { ...init, signal });
        if (response.status < 500) return response;
        outage = new RefreshError(
          { code: response.status, message: `An error has occurred: ${response.status}` },
          { status: response.status },
        );
      } catch (cause) {
        outage = new RefreshError(networkFailure(cause instanceof Error ? cause.message : String(cause)), {
          status: 0,
          cause,
        });
      }
      return new Response('{}', { status: 400 });
    },
  });
  const { data, error } = await client.refreshSession({ refresh_token: refreshToken });
  if (outage) throw outage;
  if (error)
    throw new RefreshError(
      { code: error.code ?? error.status ?? 'auth', message: error.message },
      { status: error.status ?? 400, cause: error },
    );
  return byOwnClock(v.parse(sessionSchema, data.session));
}

const sessionMissing = () =>
  new RefreshError({ code: 'session_missing', message: 'Auth session missing!' }, { status: 400 });

/** A newer session than the given one: from this call, or from another tab. */
export function refreshSession({ session }: { session: Session | null }, signal: AbortSignal): Promise<Session> {
  // Only one tab of a browser refreshes at a time; the others find its result when they get the lock.
  return inTurn(`${storageEntries.session.key}-refresh`, signal, async () => {
    /** The session that another tab has stored in the meantime, if there is one. */
    const replacement = (): Session | null => {
      const held = heldSession();
      if (!session || !held) throw sessionMissing();
      return held.refresh_token === session.refresh_token ? null : held;
    };
    const found = replacement();
    if (found || !session) return found ?? Promise.reject(sessionMissing());
    try {
      const refreshed = await attemptRefresh(session.refresh_token, signal);
      // A sign-out or a new sign-in in another tab during the request takes precedence.
      const newer = replacement();
      if (newer) return newer;
      keepSession(refreshed);
      announce('TOKEN_REFRESHED', refreshed);
      return refreshed;
    } catch (error) {
      // Without locks, another tab may have used the token first.
      const newer = error instanceof RefreshError && !error.retryable ? replacement() : null;
      if (newer) return newer;
      throw error;
    }
  });
}
