/** Sign-in with the identity provider of an organization, by SAML 2.0. */
import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createRealTimeTestAuth, openAuthStorage } from '../../support/authService.ts';
import { createSamlProvider, type AssertionFacts, type SamlUser } from '../../support/samlProvider.ts';
import { startTestServer, type Answer, type TestServer } from '../../support/server.ts';

const secret = 'a shared secret of the test, long enough';
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 's256' };
const ada: SamlUser = { nameId: 'ada-1', email: 'ada@acme.example' };

let server: TestServer;
let key: string;
const idp = createSamlProvider();

beforeAll(async () => {
  server = await startTestServer({
    env: {
      GOTRUE_SAML_ENABLED: 'true',
      GOTRUE_SAML_RATE_LIMIT_ASSERTION: '0',
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
      GOTRUE_JWT_SECRET: secret,
    },
  });
  key = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
  const added = await admin('POST', '/providers', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['ACME.example'],
  });
  if (added.status !== 201) throw new Error(added.text);
});
afterAll(() => server?.stop());

const admin = (method: string, path: string, json?: unknown) =>
  server.send(method, `/auth/v1/admin/sso${path}`, { token: key, json });
const begin = async (domain = 'acme.example'): Promise<string> => {
  const answer = await server.send('POST', '/auth/v1/sso', { json: { domain, skip_http_redirect: true, ...pkce } });
  expect(answer.status).toBe(200);
  return answer.json.url;
};
const post = (form: Record<string, string>) =>
  server.send('POST', '/auth/v1/sso/saml/acs', {
    body: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
const landed = ({ status, headers }: Answer) => {
  expect(status).toBe(303);
  return new URL(headers.get('Location')!, server.origin).searchParams;
};
const exchange = (code: string) =>
  server.send('POST', '/auth/v1/token?grant_type=pkce', { json: { auth_code: code, code_verifier: verifier } });
const signIn = async (user: SamlUser) => {
  const code = landed(await post(idp.answer(await begin(), user))).get('code');
  return (await exchange(code!)).json;
};
const refusal = async (form: { RelayState: string; SAMLResponse: string }) => {
  const outcome = landed(await post(form));
  expect(outcome.get('code')).toBeNull();
  return outcome.get('error_code');
};

describe('signing in by SAML', () => {
  test('begins a session for the same user each time, apart from a user with a password', async () => {
    const local = await server.signUp(ada.email);
    const [first, second] = [await signIn(ada), await signIn({ ...ada, email: 'ada@acme.example' })];
    expect(first.user).toMatchObject({
      email: ada.email,
      app_metadata: { provider: expect.stringMatching(/^sso:/) },
      user_metadata: { email_verified: true, phone_verified: false },
    });
    expect(second.user.id).toBe(first.user.id);
    expect(first.user.id).not.toBe(local.id);
    const claims = JSON.parse(Buffer.from(first.access_token.split('.')[1], 'base64url').toString());
    expect(claims.amr).toMatchObject([{ method: 'sso/saml' }]);
    const change = await server.send('PUT', '/auth/v1/user', {
      token: first.access_token,
      json: { email: 'eve@acme.example' },
    });
    expect([change.status, change.json.error_code]).toEqual([422, 'user_sso_managed']);
    // Another way in would outlive the decision of their organization.
    const link = await server.send('GET', '/auth/v1/user/identities/authorize?provider=github', {
      token: first.access_token,
    });
    expect([link.status, link.json.error_code]).toEqual([422, 'user_sso_managed']);
  });

  test('takes each response once, and only for the sign-in that it answers', async () => {
    const form = idp.answer(await begin(), ada);
    expect(landed(await post(form)).get('code')).not.toBeNull();
    expect(await refusal(form)).toBe('saml_relay_state_not_found');
    const other = new URL(await begin()).searchParams.get('RelayState')!;
    expect(await refusal({ ...form, RelayState: other })).toBe('saml_assertion_invalid');
  });

  test.each<[string, (facts: AssertionFacts) => AssertionFacts]>([
    ['another audience', (facts) => ({ ...facts, audience: 'https://other.example.com' })],
    ['another recipient', (facts) => ({ ...facts, recipient: 'https://other.example.com/acs' })],
    ['another request', (facts) => ({ ...facts, inResponseTo: '_other' })],
    ['another issuer', (facts) => ({ ...facts, issuer: 'https://other.example.com' })],
    ['a time that has passed', (facts) => ({ ...facts, lifetime: -120 })],
  ])('refuses an assertion for %s', async (_, change) => {
    expect(await refusal(idp.answer(await begin(), ada, change))).toBe('saml_assertion_invalid');
  });

  test('refuses a signature of another key, a changed assertion, one without a signature, and what is no XML', async () => {
    const impostor = createSamlProvider();
    expect(await refusal(impostor.answer(await begin(), ada))).toBe('saml_assertion_invalid');
    const change = async (edit: (xml: string) => string) => {
      const form = idp.answer(await begin(), ada);
      const xml = edit(Buffer.from(form.SAMLResponse, 'base64').toString());
      return await refusal({ ...form, SAMLResponse: Buffer.from(xml).toString('base64') });
    };
    expect(await change((xml) => xml.replace('ada-1', 'eve-1'))).toBe('saml_assertion_invalid');
    expect(await change((xml) => xml.replace(/<(?:ds:)?Signature.*<\/(?:ds:)?Signature>/, ''))).toBe(
      'saml_assertion_invalid',
    );
    expect(await change(() => 'no xml')).toBe('saml_assertion_invalid');
    expect(await change((xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`)).toBe('saml_assertion_invalid');
  });

  test('is not misled by a signed assertion that is wrapped in another one', async () => {
    const form = idp.answer(await begin(), ada);
    const xml = Buffer.from(form.SAMLResponse, 'base64').toString();
    const [signed] = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)!;
    const forged = signed
      .replace(/<(?:ds:)?Signature.*<\/(?:ds:)?Signature>/, '')
      .replace('ada-1', 'eve-1')
      .replace(/ID="_[^"]+"/, 'ID="_forged"');
    const wrappings = [
      xml.replace(signed, `${forged}${signed}`),
      xml.replace(signed, `${signed}${forged}`),
      xml.replace(signed, forged.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`)),
      xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`),
    ];
    for (const wrapped of wrappings) {
      const { RelayState } = idp.answer(await begin(), ada);
      const request = new URLSearchParams({ RelayState, SAMLResponse: Buffer.from(wrapped).toString('base64') });
      expect(landed(await post(Object.fromEntries(request))).get('error_code')).toBe('saml_assertion_invalid');
    }
  });

  test('takes a comment in the subject as part of nothing', async () => {
    const outcome = await signIn({ nameId: 'ada-1<!-- -->', email: ada.email! });
    expect(outcome.user.identities[0].id).toBe('ada-1');
  });

  test('lets a provider speak for its own domains only', async () => {
    expect(await refusal(idp.answer(await begin(), { nameId: 'x', email: 'boss@other.example' }))).toBe(
      'saml_domain_mismatch',
    );
    expect(await refusal(idp.answer(await begin(), { nameId: 'x' }))).toBe('saml_assertion_no_email');
  });

  test('names no unknown domain, and needs a code challenge', async () => {
    const ask = async (json: object) => {
      const answer = await server.send('POST', '/auth/v1/sso', { json });
      return [answer.status, answer.json.error_code];
    };
    expect(await ask({ domain: 'unknown.example', ...pkce })).toEqual([404, 'sso_provider_not_found']);
    expect(await ask({ provider_id: 'no-uuid', ...pkce })).toEqual([404, 'sso_provider_not_found']);
    expect(await ask({ domain: 'acme.example' })).toEqual([400, 'validation_failed']);
    expect(await ask({ ...pkce })).toEqual([400, 'validation_failed']);
  });

  test('leads only where the settings allow', async () => {
    const json = { domain: 'acme.example', redirect_to: 'https://evil.example/', skip_http_redirect: true, ...pkce };
    const { url } = (await server.send('POST', '/auth/v1/sso', { json })).json;
    const answer = await post(idp.answer(url, ada));
    expect(new URL(answer.headers.get('Location')!).origin).toBe(server.origin);
  });

  test('says what the service is', async () => {
    const { status, text } = await server.send('GET', '/auth/v1/sso/saml/metadata');
    expect(status).toBe(200);
    expect(text).toContain('/auth/v1/sso/saml/acs');
    expect((await server.send('GET', '/auth/v1/settings')).json.saml_enabled).toBe(true);
  });
});

describe('identity providers', () => {
  test('are listed, changed and deleted by administrators only', async () => {
    const other = createSamlProvider('https://second.example.com');
    const added = await admin('POST', '/providers', {
      type: 'saml',
      metadata_xml: other.metadata,
      domains: ['second.example'],
    });
    const path = `/providers/${added.json.id}`;
    expect((await admin('GET', path)).json).toMatchObject({ domains: [{ domain: 'second.example' }] });
    const changed = await admin('PUT', path, { domains: ['third.example'] });
    expect(changed.json).toMatchObject({ saml: { entity_id: other.entityId }, domains: [{ domain: 'third.example' }] });
    expect((await admin('PUT', path, { domains: ['acme.example'] })).status).toBe(422);
    const user = await server.signUp();
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await user.send(method, `/auth/v1/admin/sso${path}`, { json: undefined })).status).toBe(403);
    expect((await admin('DELETE', path)).status).toBe(200);
    expect((await admin('GET', path)).status).toBe(404);
    // The other one stays.
    expect((await admin('GET', '/providers')).json.items).toMatchObject([{ domains: [{ domain: 'acme.example' }] }]);
  });

  test.each([
    ['no XML', 'x'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['no provider', '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="a"/>'],
    ['an address that runs', idp.metadata.replace('https://idp.example.com/sso', 'javascript:alert(1)')],
    ['a broken certificate', idp.metadata.replace(/Certificate>[^<]{40}/, 'Certificate>')],
  ])('are refused whose metadata have %s', async (_, metadata) => {
    const answer = await admin('POST', '/providers', {
      type: 'saml',
      metadata_xml: metadata,
      domains: ['new.example'],
    });
    expect([answer.status, answer.json.error_code]).toEqual([400, 'validation_failed']);
  });
});

test('what nobody ended is purged, and no sign-in that is under way', async () => {
  const storage = await openAuthStorage();
  onTestFinished(() => storage.close());
  const auth = await createRealTimeTestAuth(storage.pool, { GOTRUE_SAML_ENABLED: 'true', GOTRUE_JWT_SECRET: secret });
  const provider = await auth.send('POST', '/admin/sso/providers', {
    token: key,
    json: { type: 'saml', metadata_xml: idp.metadata, domains: ['acme.example'] },
  });
  expect(provider.status).toBe(201);
  const ask = () => auth.send('POST', '/sso', { json: { domain: 'acme.example', skip_http_redirect: true, ...pkce } });
  const states = async () => {
    const { rows } = await storage.pool.query(`select id from ${auth.schema}.saml_relay_states order by created_at`);
    return rows.map(({ id }) => id);
  };
  await ask();
  await storage.pool.query(`update ${auth.schema}.saml_relay_states set created_at = created_at - interval '1 day'`);
  await ask();
  const [, underWay] = await states();
  await auth.service.purge();
  expect(await states()).toEqual([underWay]);
});

test('a service without SAML says so before it reads anything', async () => {
  const plain = await startTestServer();
  try {
    for (const [method, path] of [
      ['POST', '/auth/v1/sso'],
      ['POST', '/auth/v1/sso/saml/acs'],
      ['GET', '/auth/v1/sso/saml/metadata'],
    ] as const) {
      const answer = await plain.send(method, path, method === 'POST' ? { body: '{' } : {});
      expect([answer.status, answer.json.error_code]).toEqual([404, 'saml_provider_disabled']);
    }
  } finally {
    await plain.stop();
  }
});
