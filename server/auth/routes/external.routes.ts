import type { Context } from 'hono';
import { Hono } from 'hono';
import { getCookie, setCookie, deleteCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { chooseRedirect } from '../../../src/contract/auth/redirectRules.ts';
import { mailNotice } from '../accountNotices.ts';
import { AuthError } from '../auth.errors.ts';
import {
  audienceOf,
  clientOf,
  fiveMinuteLimit,
  pathId,
  readPkce,
  requireSession,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { isUuid } from '../authenticate.ts';
import {
  externalFlowLifetimeMs,
  findFlow,
  secretsOf,
  startFlow,
  useFlow,
  type ExternalFlow,
  type Link,
} from '../externalFlows.ts';
import { findOrCreateUser } from '../externalSignIn.ts';
import { createAuthCode } from '../flowState.ts';
import { methodName, requireLinkingAllowed, unlinkIdentity } from '../identities.ts';
import { limitMail, mailToken } from '../mailTokens.ts';
import type { Pkce } from '../oneTimeTokens.ts';
import { sessionFields, withOutcome } from '../redirects.ts';
import { beginSession, describeSession } from '../sessions.ts';

const atExternalUrl = 'at_external_url';

/** Parameters of the request that this service sets itself, or that are meant for it. */
const ownParameters = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'scope',
  'skip_http_redirect',
  'invite_token',
  'state',
  'redirect_uri',
  'client_id',
  'client_secret',
  'response_type',
  'response_mode',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  atExternalUrl,
]);
/** What a provider answers with. */
const answerParameters = new Set(['state', 'code', 'iss', 'error', 'error_description']);
const answerMaxLength = 2_048;

const valueMaxLength = 512;

const callbackOf = ({ settings }: AuthContext): string => `${settings.externalUrl}/callback`;
const cookieName = (state: string): string => `basechart-flow-${state}`;

/** Sign-in with other providers, and the ways to sign in that a user adds and removes. */
export function externalRoutes(context: AuthContext) {
  const { settings } = context;
  const limited = createMiddleware<AuthEnv>(async (c, next) => {
    await takeFromBucket(c, context, 'external', fiveMinuteLimit(settings.tokenRateLimit));
    await next();
  });
  const requireLinking = createMiddleware<AuthEnv>(async (c, next) => {
    await requireLinkingAllowed(context, c.var.live);
    await next();
  });
  const session = requireSession(context);
  return new Hono<AuthEnv>()
    .get('/authorize', limited, async (c) =>
      c.redirect(addressOfCookies(c, context) ?? (await begin(c, context, null)), 302),
    )
    .get('/callback', limited, async (c) => c.redirect(await finish(c, context), 303))
    .post('/callback', limited, async (c) => {
      // Browsers send the cookie of the flow only with a request of the page itself.
      const form = new URLSearchParams(await c.req.text());
      const known = [...form].filter(([name, value]) => answerParameters.has(name) && value.length <= answerMaxLength);
      return c.redirect(`${callbackOf(context)}?${new URLSearchParams(known).toString()}`, 303);
    })
    .get('/user/identities/authorize', session, requireLinking, limited, async (c) => {
      requireHostOfCookies(c, context);
      const url = await begin(c, context, { userId: c.var.live.user.id, sessionId: c.var.live.session.id });
      return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
    })
    .delete('/user/identities/:identityId', session, requireLinking, async (c) => {
      const id = pathId(c, 'identityId', 'identity_id');
      const { user, provider } = await unlinkIdentity(context, c.var.live.user, id, clientOf(c));
      const change = provider === 'phone' ? 'phone removed' : 'sign-in method removed';
      void mailNotice(context, { user, change, method: methodName(context, provider), log: c.var.log });
      return c.json({});
    });
}

/** Whether the cookie of a flow that is begun at the address comes back from the provider. */
const keepsCookies = ({ host }: URL, { externalUrl }: AuthContext['settings']): boolean =>
  host === new URL(externalUrl).host;

/**
 * Where the browser should ask again, because the cookie of a flow has to be set where the provider leads back to; null
 * if it asks there. A browser asks again only once: a proxy may change the host that it names.
 */
function addressOfCookies(c: Context<AuthEnv>, { settings }: AuthContext): string | null {
  const asked = new URL(c.req.url);
  if (asked.searchParams.has(atExternalUrl) || keepsCookies(asked, settings)) return null;
  asked.searchParams.set(atExternalUrl, '1');
  return `${settings.externalUrl}/authorize${asked.search}`;
}

/**
 * Refuses to add an account from an address to which the cookie of the flow would not return. The request is one of the
 * page's script, which no redirect can send elsewhere.
 */
function requireHostOfCookies(c: Context<AuthEnv>, { settings, guardsAccounts }: AuthContext): void {
  if (!guardsAccounts || keepsCookies(new URL(c.req.url), settings)) return;
  throw new AuthError(
    400,
    'validation_failed',
    `Open ${new URL(settings.externalUrl).origin} to add a sign-in method.`,
  );
}

/** Starts a flow; returns where the browser goes. */
async function begin(c: Context<AuthEnv>, context: AuthContext, link: Link | null): Promise<string> {
  const { settings, externalProviders } = context;
  const query = c.req.query();
  const provider = externalProviders.find(query['provider'] ?? '');
  if (provider === undefined) {
    throw new AuthError(
      400,
      'validation_failed',
      query['provider'] === undefined
        ? 'Unsupported provider: missing provider'
        : 'Unsupported provider: provider is not enabled',
    );
  }
  const pkce = readPkce({
    code_challenge: query['code_challenge'] ?? '',
    code_challenge_method: query['code_challenge_method'] ?? '',
  });
  const { state, browserToken } = await startFlow(context, {
    provider: provider.id,
    redirectTo: chooseRedirect(settings, query['redirect_to']),
    pkce,
    link,
  });
  if (browserToken !== null) setCookie(c, cookieName(state), browserToken, cookieOptions(context));
  const extra = Object.entries(query).filter(
    ([name, value]) => !ownParameters.has(name) && value.length <= valueMaxLength,
  );
  return await externalProviders
    .authorizeUrl(provider, {
      ...secretsOf(context, state),
      redirectUri: callbackOf(context),
      scopes: (query['scopes'] ?? '')
        .slice(0, valueMaxLength)
        .split(/[\s,]+/)
        .filter(Boolean),
      extra: Object.fromEntries(extra),
    })
    .catch((error: unknown) => {
      c.var.log.warn({ err: error, provider: provider.id }, 'a sign-in provider cannot be reached');
      throw new AuthError(503, 'unexpected_failure', 'The provider cannot be reached. Try again later.');
    });
}

const cookieOptions = (context: AuthContext) => {
  const callback = new URL(callbackOf(context));
  return {
    path: callback.pathname,
    httpOnly: true,
    // The provider's page leads back here.
    sameSite: 'Lax',
    secure: callback.protocol === 'https:',
    maxAge: externalFlowLifetimeMs / 1000,
  } as const;
};

/** Where the browser goes that came back from the provider: to the app with a session, a code, or a refusal. */
async function finish(c: Context<AuthEnv>, context: AuthContext): Promise<string> {
  const { settings } = context;
  const state = c.req.query('state') ?? '';
  const flow = await findFlow(context, state);
  // Checked again, because the settings may have changed.
  const target = flow === undefined ? settings.siteUrl : chooseRedirect(settings, flow.redirect_to);
  try {
    if (state === '') throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
    const browserToken = isUuid(state) ? getCookie(c, cookieName(state)) : undefined;
    if (browserToken !== undefined) deleteCookie(c, cookieName(state), cookieOptions(context));
    const used = await useFlow(context, flow, browserToken);
    return await signIn(c, context, used, target);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const outcome = {
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: error.code,
      error_description: error.message,
    };
    return withOutcome(target, { query: outcome, fragment: outcome });
  }
}

async function signIn(c: Context<AuthEnv>, context: AuthContext, flow: ExternalFlow, target: string): Promise<string> {
  const { db, now } = context;
  const client = clientOf(c);
  const { identity, tokens } = await exchange(c, context, flow);
  const { provider } = flow;
  const aud = audienceOf(c, context);
  const found = await findOrCreateUser(context, { provider, identity, aud, client, link: linkOf(flow) });
  if (found.outcome === 'signedIn' && found.isAdded)
    void mailNotice(context, {
      user: found.user,
      change: 'sign-in method added',
      method: methodName(context, provider),
      log: c.var.log,
    });
  const pkce = pkceOf(flow);
  if (found.outcome === 'unconfirmed') {
    const { user, email } = found;
    await limitMail(context, 'confirmation', email);
    await mailToken(context, {
      mail: 'confirmation',
      kind: 'confirmation',
      sentTo: email,
      user,
      redirectTo: target,
      pkce,
      client,
    });
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
    );
  }
  if (pkce !== null) {
    const authCode = await db
      .transaction()
      .execute((tx) => createAuthCode(context, tx, found.user, { pkce, amr: 'oauth', tokens }, now()));
    return withOutcome(target, { query: { code: authCode } });
  }
  const begun = await db.transaction().execute((tx) => beginSession(tx, found.user, 'oauth', client, now()));
  const session = await describeSession(context, { ...begun, providerTokens: tokens });
  return withOutcome(target, { fragment: sessionFields(session) });
}

const linkOf = ({ link_user_id: userId, link_session_id: sessionId }: ExternalFlow): Link | null =>
  userId === null || sessionId === null ? null : { userId, sessionId };

const pkceOf = ({ code_challenge: challenge, code_challenge_method: method }: ExternalFlow): Pkce | null =>
  challenge === null || method === null ? null : { challenge, method };

/** What the provider says about the user; its own refusals and failures become errors of this service. */
async function exchange(c: Context<AuthEnv>, context: AuthContext, flow: ExternalFlow) {
  const { externalProviders } = context;
  const provider = externalProviders.find(flow.provider);
  if (provider === undefined) throw new AuthError(400, 'validation_failed', 'Unsupported provider');
  const { error, error_description: description } = c.req.query();
  if (error !== undefined) {
    const words = (description ?? error).slice(0, valueMaxLength);
    throw new AuthError(400, 'bad_oauth_callback', words);
  }
  const callback = new URL(callbackOf(context));
  callback.search = new URL(c.req.url).search;
  try {
    return await externalProviders.exchange(provider, callback, secretsOf(context, flow.id));
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    c.var.log.warn({ provider: provider.id, reason: reasonOf(cause) }, 'a sign-in provider refused the request');
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code', { cause });
  }
}

/** The kind of failure, without the request: it holds the code and the secret. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${'code' in error ? String(error.code) : ''}` : 'unknown';
