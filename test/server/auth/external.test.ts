import { createHash, randomUUID } from 'node:crypto';
/** Sign-in with other providers: what users do, and what others try. */
import { AuthClient } from '@supabase/auth-js';
import { generateKeyPair } from 'jose';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExternalProviders } from '../../../server/auth/externalProviders.ts';
import { oidcScopes } from '../../../server/auth/externalSettings.ts';
import { href } from '../../../src/router/href.ts';
import { createRealTimeTestAuth, openAuthStorage, type TestAuth } from '../../support/authService.ts';
import {
  clientId,
  clientSecret,
  startIdentityProvider,
  type IdentityProvider,
  type ProviderUser,
} from '../../support/identityProvider.ts';
import type { Answer } from '../../support/server.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let provider: IdentityProvider;
let settings: Readonly<Record<string, string>>;
/** Users may link identities, and addresses have to be confirmed. */
let auth: TestAuth;

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  provider = await startIdentityProvider();
  const client = { client_id: clientId, client_secret: clientSecret };
  settings = {
    GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: clientId,
    GOTRUE_EXTERNAL_GITHUB_SECRET: clientSecret,
    GOTRUE_EXTERNAL_GITHUB_URL: provider.issuer,
    BASECHART_OIDC_PROVIDERS: JSON.stringify([
      { id: 'acme', issuer: provider.issuer, ...client },
      { id: 'other', issuer: provider.issuer, ...client, client_id: 'another-client' },
    ]),
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_SMTP_MAX_FREQUENCY: '0',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '0',
    GOTRUE_RATE_LIMIT_VERIFY: '0',
    GOTRUE_URI_ALLOW_LIST: 'https://app.example.com/**',
    API_EXTERNAL_URL: 'http://localhost/auth/v1',
  };
  auth = await createRealTimeTestAuth(pool, settings);
});
afterAll(async () => {
  await provider?.close();
  await storage?.close();
});
beforeEach(() => {
  provider.tamper(null);
});

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;
let subjects = 0;
const newUser = (more: Partial<ProviderUser> = {}): ProviderUser => ({
  sub: String(++subjects),
  email: newEmail(),
  email_verified: true,
  name: 'Ada Lovelace',
  preferred_username: 'ada',
  ...more,
});
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const expectRefusal = ({ status, json }: Answer, expected: { status: number; code: string; message?: string }) =>
  expect({ status, ...json }).toMatchObject(expected);

interface Begun {
  url: string;
  cookie: string;
}

/** What a browser gets that asks to sign in with a provider. */
async function begin(query: Readonly<Record<string, string>> = {}, service = auth): Promise<Begun> {
  const { status, headers } = await service.send(
    'GET',
    `/authorize?${new URLSearchParams({ provider: 'acme', ...query }).toString()}`,
  );
  expect(status).toBe(302);
  return {
    url: headers.get('Location') ?? '',
    cookie: (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '',
  };
}

/** Where the browser is led that comes back from the provider. */
async function comeBack(back: URL, cookie: string, service = auth) {
  const { status, headers } = await service.send('GET', `/callback${back.search}`, { headers: { Cookie: cookie } });
  expect(status).toBe(303);
  const location = new URL(headers.get('Location') ?? '');
  return {
    page: location.origin + location.pathname,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
}

async function signIn(user: ProviderUser, query: Readonly<Record<string, string>> = {}, service = auth) {
  const { url, cookie } = await begin(query, service);
  return await comeBack(provider.approve(url, user), cookie, service);
}

/** The user of a session in a fragment. */
const userOf = async ({ fragment }: Awaited<ReturnType<typeof signIn>>, service = auth) =>
  (await service.send('GET', '/user', { token: fragment['access_token'] ?? '' })).json;

const verifier = 'v'.repeat(112);
const pkce = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
};
const confirm = async (email: string, service = auth) => {
  const mail = service.mails.sent.findLast(({ to }) => to === email);
  const link = /https?:\/\/\S+\/verify\?(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const { status } = await service.send('GET', `/verify?${link}`);
  expect(status).toBe(303);
};
/** A confirmed user with a password, and a session. */
const signUp = async (email = newEmail()) => {
  await auth.send('POST', '/signup', { json: { email, password } });
  await confirm(email);
  return (await auth.send('POST', '/token?grant_type=password', { json: { email, password } })).json;
};

describe('signing in', () => {
  test('a new user is led back with a session, the identity and the provider’s tokens', async () => {
    const person = newUser();
    const outcome = await signIn(person, { redirect_to: 'https://app.example.com/welcome' });
    expect(outcome.page).toBe('https://app.example.com/welcome');
    expect(outcome.fragment).toMatchObject({
      token_type: 'bearer',
      refresh_token: expect.any(String),
      provider_token: expect.any(String),
      provider_refresh_token: expect.stringMatching(/^refresh-/),
      sb: '',
    });
    const user = await userOf(outcome);
    expect(user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'acme', providers: ['acme'] },
      user_metadata: { full_name: 'Ada Lovelace', email: person.email, sub: person.sub },
      identities: [{ id: person.sub, provider: 'acme', email: person.email }],
    });
    expect(claimsOf(outcome.fragment['access_token'] ?? '').amr).toMatchObject([{ method: 'oauth' }]);
    // The next time it is the same user.
    expect((await userOf(await signIn({ ...person, email: newEmail() }))).id).toBe(user.id);
  });

  test('nothing is kept of what a provider says at excessive length', async () => {
    const user = await userOf(await signIn(newUser({ name: 'x'.repeat(1_025), preferred_username: '' })));
    expect(user.user_metadata).not.toHaveProperty('name');
    expect(user.user_metadata).not.toHaveProperty('user_name');
  });

  test('with a code exchange only the client with the verifier gets the session, once', async () => {
    const { query, fragment } = await signIn(newUser(), pkce);
    expect(fragment).toEqual({});
    const exchange = (codeVerifier: string) =>
      auth.send('POST', '/token?grant_type=pkce', { json: { auth_code: query['code'], code_verifier: codeVerifier } });
    expectRefusal(await exchange('w'.repeat(112)), { status: 400, code: 'bad_code_verifier' });
    const { rows } = await pool.query(`select provider_tokens from ${auth.schema}.flow_state`);
    expect(rows.at(-1).provider_tokens).toMatch(/^ey/);
    expect((await exchange(verifier)).json).toMatchObject({
      access_token: expect.any(String),
      provider_token: expect.any(String),
    });
    expect((await exchange(verifier)).status).toBe(404);
  });

  test('GitHub’s own API gives the primary address', async () => {
    const person = newUser();
    const user = await userOf(await signIn(person, { provider: 'github' }));
    expect(user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'github' },
      user_metadata: { user_name: 'ada', name: 'Ada Lovelace' },
    });
  });

  test('the request to the provider is this service’s, whatever the client adds', async () => {
    const { url, cookie } = await begin({
      scopes: 'calendar files',
      prompt: 'consent',
      state: 'mine',
      redirect_uri: 'https://evil.example',
      client_id: 'mine',
      nonce: 'mine',
    });
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: 'http://localhost/auth/v1/callback',
      response_type: 'code',
      scope: 'openid email profile calendar files',
      prompt: 'consent',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(searchParams.get('nonce')).not.toBe('mine');
    expect(cookie).toMatch(/^basechart-flow-[\da-f-]{36}=/);
  });

  test('a browser that asks elsewhere is sent to where the provider leads back to', async () => {
    const elsewhere = await createRealTimeTestAuth(pool, { ...settings, API_EXTERNAL_URL: 'http://127.0.0.1/auth/v1' });
    const { headers } = await elsewhere.send('GET', '/authorize?provider=acme');
    const location = new URL(headers.get('Location') ?? '');
    expect(location.origin + location.pathname).toBe('http://127.0.0.1/auth/v1/authorize');
    const again = await elsewhere.send('GET', `/authorize${location.search}`);
    expect(again.headers.get('Location')).toMatch(new RegExp(`^${provider.issuer}/authorize`));
  });

  test('the settings tell clients which providers there are', async () => {
    expect((await auth.send('GET', '/settings')).json.external).toMatchObject({
      github: true,
      google: false,
      acme: true,
    });
  });

  test.each([{ provider: 'google' }, { provider: 'nonsense' }, { provider: 'constructor' }, { provider: '' }])(
    'refuses %j',
    async (query) => {
      const answer = await auth.send('GET', `/authorize?${new URLSearchParams(query).toString()}`);
      expectRefusal(answer, { status: 400, code: 'validation_failed' });
    },
  );
});

describe('coming back', () => {
  const outcomeOf = async (back: URL, cookie: string) => {
    const { page, query, fragment } = await comeBack(back, cookie);
    expect(query).toMatchObject({ error: expect.any(String) });
    expect(fragment).toMatchObject(query);
    return { page, code: query['error_code'] };
  };
  const site = 'http://127.0.0.1:3000/';

  test('a state works once, in time, and for the browser that began', async () => {
    const { url, cookie } = await begin();
    const back = provider.approve(url, newUser());
    const stolen = new URL(back);
    expect(await outcomeOf(stolen, '')).toEqual({ page: site, code: 'bad_oauth_state' });
    expect(await outcomeOf(stolen, (await begin()).cookie)).toEqual({ page: site, code: 'bad_oauth_state' });
    expect((await comeBack(back, cookie)).fragment).toHaveProperty('access_token');
    expect(await outcomeOf(back, cookie)).toEqual({ page: site, code: 'flow_state_already_used' });

    const late = await begin();
    await pool.query(`update ${auth.schema}.external_flows set created_at = created_at - interval '301 seconds'`);
    expect(await outcomeOf(provider.approve(late.url, newUser()), late.cookie)).toEqual({
      page: site,
      code: 'bad_oauth_state',
    });
  });

  test.each([
    ['', 'bad_oauth_callback'],
    ['state=nonsense&code=a', 'bad_oauth_state'],
    [`state=${randomUUID()}&code=a`, 'bad_oauth_state'],
  ])('with %j it leads to the site', async (query, code) => {
    expect(await outcomeOf(new URL(`http://localhost/callback?${query}`), '')).toEqual({ page: site, code });
  });

  test('what the provider refuses, the app hears', async () => {
    const { url, cookie } = await begin({ redirect_to: 'https://app.example.com/a' });
    const { page, query } = await comeBack(provider.deny(url), cookie);
    expect(page).toBe('https://app.example.com/a');
    expect(query).toMatchObject({ error: 'access_denied', error_description: 'The user said no' });
  });

  test('a code of another flow, of another client or made up gives nothing, and tells nothing', async () => {
    const [mine, other] = [await begin(), await begin()];
    const back = provider.approve(other.url, newUser());
    back.searchParams.set('state', new URL(mine.url).searchParams.get('state') ?? '');
    expect(await outcomeOf(back, mine.cookie)).toEqual({ page: site, code: 'unexpected_failure' });
    const made = await begin();
    const invented = provider.approve(made.url, newUser());
    invented.searchParams.set('code', 'invented');
    expect((await outcomeOf(invented, made.cookie)).code).toBe('unexpected_failure');
    expect(auth.logLines.join('')).not.toContain(clientSecret);
    expect(auth.logLines.join('')).not.toContain(back.searchParams.get('code'));
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another-client' }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['an end in the past', { exp: 1 }],
    ['no subject', { sub: '' }],
  ])('a token with %s is refused', async (_name, change) => {
    const { url, cookie } = await begin();
    provider.tamper((claims) => JSON.parse(JSON.stringify({ ...claims, ...change })));
    const { fragment, query } = await comeBack(provider.approve(url, newUser()), cookie);
    expect(fragment).not.toHaveProperty('access_token');
    expect(query).toHaveProperty('error');
  });

  test('a posted answer is asked for again, so that the browser sends its cookie', async () => {
    const { status, headers } = await auth.send('POST', '/callback', {
      body: `state=a&code=b&more=c&iss=${'x'.repeat(3_000)}`,
    });
    expect([status, headers.get('Location')]).toEqual([303, 'http://localhost/auth/v1/callback?state=a&code=b']);
  });
});

describe('whose account it is', () => {
  test('a verified address leads to the user who has it, and who is told', async () => {
    const { user } = await signUp();
    auth.mails.sent.length = 0;
    const found = await userOf(await signIn(newUser({ email: user.email.toUpperCase() })));
    expect(found).toMatchObject({ id: user.id, app_metadata: { provider: 'email', providers: ['email', 'acme'] } });
    expect(found.identities).toHaveLength(2);
    await expect
      .poll(() => auth.mails.sent.map(({ to, subject }) => [to, subject]))
      .toEqual([[user.email, 'A sign-in method was added to your account']]);
  });

  test('an unverified one leads to no other user’s account', async () => {
    const { user } = await signUp();
    const { query, fragment } = await signIn(newUser({ email: user.email, email_verified: false }));
    expect(query['error_code']).toBe('provider_email_needs_verification');
    expect(fragment).not.toHaveProperty('access_token');
  });

  test('a new user with an unverified address confirms it first', async () => {
    const person = newUser({ email_verified: false });
    expect((await signIn(person)).query['error_code']).toBe('provider_email_needs_verification');
    await confirm(person.email ?? '');
    expect((await signIn(person)).fragment).toHaveProperty('access_token');
  });

  test('a password that another person set for the address before ends', async () => {
    const email = newEmail();
    await auth.send('POST', '/signup', { json: { email, password, data: { role: 'attacker' } } });
    const user = await userOf(await signIn(newUser({ email })));
    expect(user.identities.map(({ provider: name }: { provider: string }) => name)).toEqual(['acme']);
    expect(user.app_metadata.providers).toEqual(['acme']);
    expect(user.user_metadata).not.toHaveProperty('role');
    const attempt = await auth.send('POST', '/token?grant_type=password', { json: { email, password } });
    expectRefusal(attempt, { status: 400, code: 'invalid_credentials' });
  });

  test('without an address, or where sign-ups are closed, there is no new user; a banned one stays out', async () => {
    const { email: _none, ...nameless } = newUser();
    expect((await signIn(nameless)).query['error_code']).toBe('validation_failed');
    const closed = await createRealTimeTestAuth(pool, { ...settings, GOTRUE_DISABLE_SIGNUP: 'true' });
    expect((await signIn(newUser(), {}, closed)).query['error_code']).toBe('signup_disabled');
    const person = newUser();
    const { id } = await userOf(await signIn(person));
    await pool.query(`update ${auth.schema}.users set banned_until = now() + interval '1 hour' where id = $1`, [id]);
    expect((await signIn(person)).query['error_code']).toBe('user_banned');
  });

  test('two browsers of one new user at the same moment make one user', async () => {
    const person = newUser();
    const flows = await Promise.all([begin(), begin(), begin()]);
    const outcomes = await Promise.all(flows.map(({ url, cookie }) => comeBack(provider.approve(url, person), cookie)));
    const signedIn = outcomes.filter(({ fragment }) => 'access_token' in fragment);
    expect(signedIn.length).toBeGreaterThan(0);
    const { rows } = await pool.query(`select 1 from ${auth.schema}.users where email = $1`, [person.email]);
    expect(rows).toHaveLength(1);
  });
});

describe('adding and removing ways to sign in', () => {
  const authorize = (token: string, service = auth) =>
    service.send('GET', '/user/identities/authorize?provider=acme&skip_http_redirect=true', { token });
  const link = async (token: string, person: ProviderUser) => {
    const { status, json, headers } = await authorize(token);
    expect(status).toBe(200);
    return await comeBack(provider.approve(json.url, person), (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '');
  };

  test('a signed-in user adds one, even with another address, and removes it again', async () => {
    const { access_token: token, user } = await signUp();
    const person = newUser();
    expect((await userOf(await link(token, person))).id).toBe(user.id);
    const { identities } = (await auth.send('GET', '/user', { token })).json;
    const [own, added] = identities;
    expect(added).toMatchObject({ provider: 'acme', email: person.email });
    expect((await userOf(await signIn(person))).email).toBe(user.email);
    expect((await auth.send('DELETE', `/user/identities/${added.identity_id}`, { token })).json).toEqual({});
    expectRefusal(await auth.send('DELETE', `/user/identities/${own.identity_id}`, { token }), {
      status: 422,
      code: 'single_identity_not_deletable',
    });
    const after = (await auth.send('GET', '/user', { token })).json;
    expect(after.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect((await userOf(await signIn(person))).id).not.toBe(user.id);
    const events = await auth.service.listEvents(user.id);
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['identity_linked', 'identity_unlinked']),
    );
  });

  test('removing the one that carried the address promotes another, and ends the password', async () => {
    const { access_token: token, user } = await signUp();
    const person = newUser();
    await link(token, person);
    const own = user.identities[0].identity_id;
    expect((await auth.send('DELETE', `/user/identities/${own}`, { token })).status).toBe(200);
    const after = (await auth.send('GET', '/user', { token })).json;
    expect(after).toMatchObject({ email: person.email, app_metadata: { provider: 'acme', providers: ['acme'] } });
    for (const email of [user.email, person.email]) {
      const { status } = await auth.send('POST', '/token?grant_type=password', { json: { email, password } });
      expect(status).toBe(400);
    }
    const unlinked = (await auth.service.listEvents(user.id)).find(({ action }) => action === 'identity_unlinked');
    expect(unlinked?.details).toEqual({ provider: 'email', password_removed: true });
    expect((await userOf(await signIn(person))).id).toBe(user.id);
  });

  test('a mail that is under way ends with the address that it was sent to, and with no other', async () => {
    const { access_token: token, user } = await signUp();
    await link(token, newUser());
    const { identities } = (await auth.send('GET', '/user', { token })).json;
    const added = identities.find(({ provider: name }: { provider: string }) => name === 'acme');
    const mailed = async () => {
      expect((await auth.send('POST', '/recover', { json: { email: user.email } })).status).toBe(200);
      const mail = auth.mails.sent.findLast(({ to }) => to === user.email);
      return { type: 'recovery', email: user.email, token: /code: (\d+)/.exec(mail?.text ?? '')?.[1] };
    };
    const kept = await mailed();
    expect((await auth.send('DELETE', `/user/identities/${added.identity_id}`, { token })).status).toBe(200);
    expect((await auth.send('POST', '/verify', { json: kept })).status).toBe(200);

    await link(token, newUser());
    const ended = await mailed();
    expect((await auth.send('DELETE', `/user/identities/${user.identities[0].identity_id}`, { token })).status).toBe(
      200,
    );
    expectRefusal(await auth.send('POST', '/verify', { json: ended }), { status: 403, code: 'otp_expired' });
  });

  test('only in the browser that began it, so that nobody is made to add an account to a stranger’s', async () => {
    const { access_token: token } = await signUp();
    const { json } = await authorize(token);
    const person = newUser();
    expect((await comeBack(provider.approve(json.url, person), '')).query['error_code']).toBe('bad_oauth_state');
    expect((await auth.send('GET', '/user', { token })).json.identities).toHaveLength(1);
    expect((await userOf(await signIn(person))).email).toBe(person.email);
  });

  test('only while the session lasts in which it began', async () => {
    const { access_token: token, user } = await signUp();
    const { json, headers } = await authorize(token);
    const other = (await auth.send('POST', '/token?grant_type=password', { json: { email: user.email, password } }))
      .json;
    await auth.send('POST', '/logout?scope=local', { token });
    const person = newUser();
    const cookie = (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    const outcome = await comeBack(provider.approve(json.url, person), cookie);
    expect(outcome.query['error_code']).toBe('session_not_found');
    expect(outcome.fragment).not.toHaveProperty('access_token');
    expect((await auth.send('GET', '/user', { token: other.access_token })).json.identities).toHaveLength(1);
    expect((await userOf(await signIn(person))).id).not.toBe(user.id);
  });

  test('only at the address to which the provider leads back, where the cookie of the browser is', async () => {
    const { access_token: token } = await signUp();
    const response = await auth.fetch('http://127.0.0.1/auth/v1/user/identities/authorize?provider=acme', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Open http://localhost to add a sign-in method.');
  });

  test('a project’s app does so from its own origin, where no cookie arrives', async () => {
    const project = await createRealTimeTestAuth(
      pool,
      { ...settings, GOTRUE_MAILER_AUTOCONFIRM: 'true' },
      { guardsAccounts: false },
    );
    const email = newEmail();
    const { access_token: token } = (await project.send('POST', '/signup', { json: { email, password } })).json;
    const { json, headers } = await authorize(token, project);
    expect(headers.get('Set-Cookie')).toBeNull();
    await comeBack(provider.approve(json.url, newUser()), '', project);
    expect((await project.send('GET', '/user', { token })).json.identities).toHaveLength(2);
    expect(project.mails.sent).toEqual([]);
  });

  test('asks who the user is where the sign-in is old, and tells them by email', async () => {
    const { access_token: token, user } = await signUp();
    auth.mails.sent.length = 0;
    await link(token, newUser());
    const [, added] = (await auth.send('GET', '/user', { token })).json.identities;
    await pool.query(
      `update ${auth.schema}.mfa_amr_claims set updated_at = now() - interval '16 minutes'
       where session_id in (select id from ${auth.schema}.sessions where user_id = $1)`,
      [user.id],
    );
    const needsProof = { status: 422, code: 'verification_needed' };
    expectRefusal(await authorize(token), needsProof);
    const path = `/user/identities/${added.identity_id}`;
    expectRefusal(await auth.send('DELETE', path, { token }), needsProof);
    const json = { provider: 'acme', id_token: await provider.idToken({ sub: 'new' }), link_identity: true };
    expectRefusal(await auth.send('POST', '/token?grant_type=id_token', { token, json }), needsProof);
    const claims = claimsOf(token);
    await auth.service.proofs.accept({
      userId: user.id,
      sessionId: claims.session_id,
      proof: { method: 'password', password },
      client: { ip: '127.0.0.1', userAgent: undefined },
    });
    expect((await auth.send('DELETE', path, { token })).status).toBe(200);
    await expect
      .poll(() => auth.mails.sent.map(({ to, subject }) => [to, subject]))
      .toEqual([
        [user.email, 'A sign-in method was added to your account'],
        [user.email, 'A sign-in method was removed from your account'],
      ]);
    const { text } = auth.mails.sent[0]!;
    expect(text).toContain('The sign-in method: Acme.');
    expect(/check your sign-in methods at (\S+) at once/.exec(text)?.[1]).toMatch(
      new RegExp(String.raw`^https?://[^/]+${href('accountSignInMethods')}$`),
    );
  });

  test('an identity of another user stays with that user', async () => {
    const person = newUser();
    const owner = await userOf(await signIn(person));
    const { access_token: token } = await signUp();
    expect((await link(token, person)).query['error_code']).toBe('identity_already_exists');
    expect((await userOf(await signIn(person))).id).toBe(owner.id);
    expectRefusal(await auth.send('DELETE', `/user/identities/${owner.identities[0].identity_id}`, { token }), {
      status: 422,
      code: 'identity_not_found',
    });
    expect((await auth.send('DELETE', '/user/identities/no-uuid', { token })).status).toBe(404);
  });

  test('needs a session, and a server that allows it', async () => {
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=acme'],
      ['DELETE', `/user/identities/${randomUUID()}`],
    ] as const)
      expectRefusal(await auth.send(method, path), { status: 401, code: 'no_authorization' });
    const plain = await createRealTimeTestAuth(pool);
    const { json } = await plain.send('POST', '/signup', { json: { email: newEmail(), password } });
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=acme'],
      ['DELETE', `/user/identities/${randomUUID()}`],
    ] as const)
      expectRefusal(await plain.send(method, path, { token: json.access_token }), {
        status: 404,
        code: 'manual_linking_disabled',
      });
  });
});

describe('an identity token', () => {
  const grant = (json: object) => auth.send('POST', '/token?grant_type=id_token', { json });
  const person = () => ({ sub: String(++subjects), email: newEmail(), email_verified: true });

  test('signs in, named by provider or by issuer, with the nonce that only the client knows', async () => {
    const someone = person();
    const token = await provider.idToken(someone);
    const first = await grant({ provider: 'acme', id_token: token });
    expect(first.json).toMatchObject({ user: { email: someone.email, app_metadata: { provider: 'acme' } } });
    const nonce = 'the nonce of the client';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const second = await grant({
      issuer: provider.issuer,
      client_id: clientId,
      id_token: await provider.idToken({ ...someone, nonce: hashed }),
      nonce,
    });
    expect(second.json).toMatchObject({ user: { id: first.json.user.id } });
  });

  test('is refused if it is not for this service, or not from the provider', async () => {
    const someone = person();
    const { privateKey } = await generateKeyPair('RS256');
    const bad = [
      await provider.idToken({ ...someone, aud: 'another-client' }),
      await provider.idToken({ ...someone, iss: 'https://evil.example' }),
      await provider.idToken({ ...someone, exp: 1 }),
      await provider.idToken(someone, privateKey),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(someone)).toString('base64url')}.`,
      'nonsense',
    ];
    for (const token of bad) {
      const { status, json } = await grant({ provider: 'acme', id_token: token });
      expect({ status, json }).toEqual({
        status: 400,
        json: { error: 'invalid request', error_description: 'Bad ID token' },
      });
    }
    const noncePairs = [
      [{ ...someone, nonce: 'a' }, ''],
      [someone, 'a'],
      [{ ...someone, nonce: 'a' }, 'a'],
    ] as const;
    for (const [claims, nonce] of noncePairs) {
      const { status, json } = await grant({ provider: 'acme', id_token: await provider.idToken(claims), nonce });
      expect([status, json.error]).toEqual([400, expect.stringContaining('invalid')]);
    }
  });

  test('is checked against what the provider publishes, which is read again after an hour', async () => {
    const acme = { id: 'acme', name: 'Acme', kind: 'oidc', clientId, clientSecret, scopes: oidcScopes } as const;
    const asked: string[] = [];
    const { verifyIdToken } = createExternalProviders([], (to, init) => {
      asked.push(new URL(to).pathname);
      return fetch(to, init);
    });
    const verify = async () =>
      await verifyIdToken({ ...acme, issuer: provider.issuer }, await provider.idToken(person()), new Date());
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    const since = performance.now();
    for (const ms of [0, 3_599_000, 3_601_000]) {
      now.mockReturnValue(since + ms);
      await verify();
    }
    expect(asked.filter((path) => path.endsWith('/openid-configuration'))).toHaveLength(2);
  });

  test('needs a provider that is enabled and issues them', async () => {
    const token = await provider.idToken(person());
    expect((await grant({ provider: 'acme' })).json.error_description).toBe('id_token required');
    expect((await grant({ id_token: token })).json.error_description).toBe('provider or client_id and issuer required');
    expectRefusal(await grant({ id_token: token, provider: 'google' }), { status: 400, code: 'provider_disabled' });
    expectRefusal(await grant({ id_token: token, issuer: 'https://accounts.google.com', client_id: 'a' }), {
      status: 400,
      code: 'provider_disabled',
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    });
    expectRefusal(await grant({ id_token: token, provider: 'github' }), { status: 400, code: 'validation_failed' });
    expectRefusal(await auth.send('POST', '/token?grant_type=web3', { json: {} }), {
      status: 422,
      code: 'web3_provider_disabled',
    });
  });

  test('of an unverified address leads to no account', async () => {
    const { user } = await signUp();
    const token = await provider.idToken({ ...person(), email: user.email, email_verified: false });
    expectRefusal(await grant({ provider: 'acme', id_token: token }), {
      status: 422,
      code: 'provider_email_needs_verification',
    });
  });

  test('is added to a signed-in user', async () => {
    const { access_token: token, user } = await signUp();
    const json = { provider: 'acme', id_token: await provider.idToken(person()), link_identity: true };
    const { json: linked } = await auth.send('POST', '/token?grant_type=id_token', { token, json });
    expect(linked.user).toMatchObject({ id: user.id, identities: [{ provider: 'email' }, { provider: 'acme' }] });
    expectRefusal(await grant(json), { status: 401, code: 'no_authorization' });
  });
});

test('the client library signs in, links and unlinks', async () => {
  const client = new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch: auth.fetch,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    storage: new (class {
      readonly kept = new Map<string, string>();
      getItem = (key: string) => this.kept.get(key) ?? null;
      setItem = (key: string, value: string) => void this.kept.set(key, value);
      removeItem = (key: string) => void this.kept.delete(key);
    })(),
  });
  const person = newUser();
  const { data } = await client.signInWithOAuth({
    provider: 'github',
    options: { redirectTo: 'https://app.example.com/', skipBrowserRedirect: true },
  });
  const begun = await auth.fetch(data.url ?? '', { redirect: 'manual' });
  const cookie = begun.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const { query } = await comeBack(provider.approve(begun.headers.get('Location') ?? '', person), cookie);
  const exchanged = await client.exchangeCodeForSession(query['code'] ?? '');
  expect(exchanged.data.session).toMatchObject({ provider_token: expect.any(String), user: { email: person.email } });
  const idToken = await provider.idToken({ sub: '4711', email: newEmail(), email_verified: true });
  expect((await client.linkIdentity({ provider: 'acme' as 'google', token: idToken })).error).toBeNull();
  const identities = (await client.getUserIdentities()).data?.identities ?? [];
  expect(identities.map(({ provider: name }) => name)).toEqual(['github', 'acme']);
  const [first] = identities;
  if (first === undefined) throw new Error('There is no identity.');
  expect((await client.unlinkIdentity(first)).error).toBeNull();
  expect((await client.getUserIdentities()).data?.identities).toHaveLength(1);
});
