/** An organization's own model: who sets it, where its key goes, and which addresses it may have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModelFetch } from '../../../server/projects/assistant/modelFetch.ts';
import { ask, lastOf, textOf } from '../../support/assistant.ts';
import { modelKey, startModelServer, type ModelServer } from '../../support/modelServer.ts';
import { createOrganization, createProject } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let model: ModelServer;
let server: TestServer;
let ada: TestUser;
let slug: string;

beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer();
  ada = await server.signUp();
  slug = await createOrganization(ada);
});
afterAll(async () => {
  await server?.stop();
  await model?.close();
});

const path = () => `/api/platform/organizations/${slug}/assistant`;
/** Whether the user's organizations say that a model answers. */
async function areConfigured(user = ada): Promise<unknown[]> {
  const { json: listed } = await user.send('GET', '/api/platform/organizations');
  const { json: one } = await user.send('GET', `/api/platform/organizations/${slug}`);
  return [
    listed.find((organization: { slug: string }) => organization.slug === slug).assistant_configured,
    one.assistant_configured,
  ];
}

const put = (body: Record<string, unknown>, user = ada) =>
  user.send('PUT', path(), { json: { url: model.url, model: 'own-model', contextTokens: null, ...body } });

test('an owner sets a model, which answers with the stored key; removing it leaves none', async () => {
  expect((await ada.send('GET', path())).json).toEqual({ endpoint: null, deploymentConfigured: false });
  expect(await areConfigured()).toEqual([false, false]);
  const set = await put({ key: modelKey, contextTokens: 8_000 });
  expect(set.json.endpoint).toEqual({ url: model.url, model: 'own-model', hasKey: true, contextTokens: 8_000 });
  expect(set.text).not.toContain(modelKey);
  expect(await areConfigured()).toEqual([true, true]);
  const ref = await createProject(ada, slug);
  const events = await ask(ada, ref, '#say Hello');
  expect(textOf(events)).toBe('Hello');
  expect(model.requests.at(-1)).toMatchObject({ authorization: `Bearer ${modelKey}`, body: { model: 'own-model' } });
  const { json: status } = await ada.send('GET', `/api/platform/projects/${ref}/assistant`);
  expect(status).toMatchObject({ configured: true, configuredBy: 'organization', contextTokens: 8_000 });

  // Without a key in the request, the stored one stays, and only for the same server.
  expect((await put({ model: 'other-model' })).json.endpoint).toMatchObject({ model: 'other-model', hasKey: true });
  expect(textOf(await ask(ada, ref, '#say Again'))).toBe('Again');
  const elsewhere = await put({ url: 'http://127.0.0.1:9/v1' });
  expect([elsewhere.status, elsewhere.json.fields.key]).toEqual([400, expect.stringContaining('key again')]);
  await put({ key: null });
  expect(lastOf(await ask(ada, ref, 'Hello'))).toMatchObject({ code: 'key_refused' });
  expect((await ada.send('DELETE', path())).status).toBe(204);
  expect(await areConfigured()).toEqual([false, false]);
  expect((await ada.send('GET', `/api/platform/projects/${ref}/assistant`)).json.configured).toBe(false);
  expect(server.logLines.join('\n')).not.toContain(modelKey);
});

test('a model answers for its own organization only, and changing one leaves that of another', async () => {
  const [eve, others] = [await server.signUp(), await createOrganization(ada)];
  const organizations = [
    [eve, await createOrganization(eve)],
    [ada, others],
  ] as const;
  await put({ key: modelKey });
  const own = (await ada.send('GET', path())).json;
  for (const [user, other] of organizations) {
    const at = `/api/platform/organizations/${other}`;
    const describe = async () => (await user.send('GET', `${at}/assistant`)).json.endpoint;
    expect(await describe()).toBeNull();
    expect((await user.send('GET', at)).json.assistant_configured).toBe(false);
    const ref = await createProject(user, other);
    expect((await user.send('GET', `/api/platform/projects/${ref}/assistant`)).json.configured).toBe(false);
    // The own model has a key for the same server, which is not the other organization's to keep.
    const body = { url: model.url, model: 'theirs', contextTokens: null };
    await user.send('PUT', `${at}/assistant`, { json: body });
    expect(await describe()).toMatchObject({ model: 'theirs', hasKey: false });
    expect((await ada.send('GET', path())).json).toEqual(own);
    await user.send('DELETE', `${at}/assistant`);
    expect(await describe()).toBeNull();
    expect((await ada.send('GET', path())).json).toEqual(own);
  }
  await ada.send('DELETE', path());
});

test('a model is tested before it is stored: with the typed key, or with the stored one for the same server', async () => {
  const tested = (body: Record<string, unknown>, user = ada) =>
    user.send('POST', `${path()}/test`, { json: { url: model.url, model: 'tried', contextTokens: null, ...body } });
  expect((await tested({ key: modelKey })).json).toEqual({ answeredMs: expect.any(Number), failure: null });
  expect(model.requests.at(-1)?.body).toMatchObject({ model: 'tried' });
  expect(model.requests.at(-1)?.body.tools).toBeUndefined();
  const refused = await tested({ key: 'sk-wrong' });
  expect(refused.json).toMatchObject({ answeredMs: null, failure: { code: 'key_refused' } });
  expect(refused.text).not.toContain('sk-wrong');
  expect((await tested({ url: 'http://127.0.0.1:9/v1', key: 'k' })).json.failure.code).toBe('unreachable');
  expect((await ada.send('GET', path())).json.endpoint).toBeNull();
  await put({ key: modelKey });
  expect((await tested({})).json.failure).toBeNull();
  expect((await tested({ url: 'http://127.0.0.1:9/v1' })).json.fields.key).toContain('key again');
  await ada.send('DELETE', path());
  const bob = await server.signUp();
  expect((await tested({ key: modelKey }, bob)).status).toBe(404);
  const more = await Promise.all(Array.from({ length: 10 }, () => tested({ key: 'sk-wrong' })));
  expect(more.map(({ status }) => status)).toContain(429);
});

test.each([
  ['no URL', { url: '' }],
  ['another scheme', { url: 'file:///etc/passwd' }],
  ['a login in the URL', { url: 'https://user:pass@example.com' }],
  ['parameters in the URL', { url: 'https://example.com/v1?key=1' }],
  ['no model', { model: ' ' }],
  ['a key with a line break', { key: 'a\nb' }],
  ['too few tokens', { contextTokens: 10 }],
])('%s is refused', async (_, body) => {
  expect((await put(body)).status).toBe(400);
});

test('an access token can neither set nor test where conversations go', async () => {
  const made = await ada.send('POST', '/api/platform/profile/tokens', {
    json: { name: 'CI', scopes: ['organizations:read', 'organizations:write'], expires_in_days: 1 },
  });
  const { token } = made.json;
  const json = { url: model.url, model: 'stolen', contextTokens: null };
  expect((await server.send('PUT', path(), { token, json })).status).toBe(403);
  expect((await server.send('POST', `${path()}/test`, { token, json })).status).toBe(403);
});

test('a public server refuses models in its own network, when they are set and when they are asked', async () => {
  const open = await startTestServer({ env: { BASECHART_ASSISTANT_INNER: 'false' } });
  try {
    const user = await open.signUp();
    const other = await createOrganization(user);
    const at = `/api/platform/organizations/${other}/assistant`;
    const bodyOf = (url: string) => ({ json: { url, model: 'm', key: 'k', contextTokens: null } });
    for (const url of [
      model.url,
      'http://localhost:8080/v1',
      'http://[::1]/v1',
      'http://10.0.0.5/v1',
      'http://169.254.169.254/latest',
      'http://[::ffff:127.0.0.1]/v1',
      'http://0x7f.1/v1',
    ])
      expect([
        (await user.send('PUT', at, bodyOf(url))).status,
        (await user.send('POST', `${at}/test`, bodyOf(url))).status,
      ]).toEqual([400, 400]);
  } finally {
    await open.stop();
  }
});

test('a name that leads to the server’s own network is not connected to', async () => {
  const send = createModelFetch({ reachesInner: false, heard: () => {}, broke: () => {} });
  for (const url of ['http://localhost:1/v1', 'http://127.0.0.1:1/v1', 'http://[::1]:1/v1'])
    await expect(send(url)).rejects.toMatchObject({ reason: 'inner' });
});
