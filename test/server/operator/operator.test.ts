/** The server's charts, for the user at its own machine. */
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { ChartFeed } from '../../../server/operator/chartFeed.ts';
import type { InspectionMessage } from '../../../src/inspector/trace/remoteSystem.ts';
import { createOrganization, createProject } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const env = { BASECHART_INSPECTOR: 'true' };
const path = '/api/operator/flows';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ env });
  ada = await server.signUp();
});
afterAll(() => server?.stop());

/** The lines of the answer, until `isLast` is true for one. */
async function readUntil(isLast: (message: InspectionMessage) => boolean): Promise<InspectionMessage[]> {
  const response = await fetch(`${server.origin}${path}`, { headers: { Authorization: `Bearer ${ada.token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const messages: InspectionMessage[] = [];
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      messages.push(JSON.parse(line) as InspectionMessage);
      if (isLast(messages.at(-1)!)) return messages;
    }
  }
  throw new Error('The server ended its answer.');
}

test('shows the charts that run, and each transition of a project as it happens', async () => {
  const reading = readUntil(({ event }) => JSON.stringify(event?.after.value) === '{"activeHealthy":"idle"}');
  const ref = await createProject(ada, await createOrganization(ada), {
    name: 'Canary name',
    db_pass: 'canary secret',
  });
  const messages = await reading;
  expect(messages[0]).toMatchObject({ begins: expect.any(String) });
  const machines = messages.flatMap(({ actor }) => (actor?.machine ? [[actor.id, actor.machine]] : []));
  expect(machines).toContainEqual(['reconciler', 'reconciler']);
  expect(machines).toContainEqual([`lifecycle ${ref}`, 'lifecycle']);
  const states = messages.map(({ event }) => event?.after.value).filter((value) => typeof value === 'object' && value);
  expect(states).toEqual(
    expect.arrayContaining([{ comingUp: 'creating' }, { comingUp: 'starting' }, { comingUp: 'preparing' }]),
  );
  const text = JSON.stringify(messages);
  for (const secret of ['Canary name', 'canary secret', ada.email, ada.token]) expect(text).not.toContain(secret);
});

/** Node's own `fetch` does not send another Host. */
const answerTo = (origin: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
    request(`${origin}${path}`, { headers: { Authorization: `Bearer ${ada.token}`, ...headers } }, (response) => {
      if (response.statusCode === 200) {
        response.destroy();
        resolve({ status: 200, code: null });
        return;
      }
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, code: JSON.parse(text).code }));
    })
      .on('error', reject)
      .end();
  });

test.each([
  ['of another host', { Host: 'evil.example' }, 'host_not_allowed'],
  ['that a proxy forwards', { 'X-Forwarded-For': '203.0.113.9' }, 'flows_are_local'],
  ['that a proxy forwards from here', { Forwarded: 'for=127.0.0.1' }, 'flows_are_local'],
  ['of a page of another origin', { Origin: 'https://evil.example' }, 'other_origin'],
  ['of a page of another port', { Origin: 'http://127.0.0.1:1' }, 'other_origin'],
  ['of another site', { 'Sec-Fetch-Site': 'cross-site' }, 'other_origin'],
  ['of another origin on this machine', { 'Sec-Fetch-Site': 'same-site' }, 'other_origin'],
])('refuses a request %s', async (_, headers, code) => {
  expect(await answerTo(server.origin, headers)).toEqual({ status: 403, code });
});

test('takes a request of its own page', async () => {
  const own = { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' };
  expect(await answerTo(server.origin, own)).toMatchObject({ status: 200 });
});

test('refuses a visitor, and a HEAD, which would never end', async () => {
  expect(await server.send('GET', path)).toMatchObject({ status: 401, json: { code: 'no_authorization' } });
  expect((await ada.send('HEAD', path)).status).toBe(405);
});

test('refuses other machines where the server listens to them', async (context) => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  if (own === undefined) return context.skip('This machine has no network.');
  const open = await startTestServer({ env: { ...env, HOST: '0.0.0.0' } });
  onTestFinished(() => open.stop());
  const grace = await open.signUp();
  const { port } = new URL(open.origin);
  const answer = await answerTo(`http://${own.address}:${port}`, {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${grace.token}`,
  });
  expect(answer).toEqual({ status: 403, code: 'flows_are_local' });
});

test('there is no such route without the inspector', async () => {
  const plain = await startTestServer();
  onTestFinished(() => plain.stop());
  const grace = await plain.signUp();
  expect((await grace.send('GET', path)).status).toBe(404);
});

const lamp = setup({
  types: { context: {} as { reason: string }, events: {} as { type: 'lamp.broke'; reason: string } },
}).createMachine({
  id: 'lamp',
  context: { reason: 'table "Canary" is full' },
  on: { 'lamp.broke': { reenter: true } },
});

test('shows no sentence that is written for the users of a project', async () => {
  const feed = new ChartFeed({ version: '1' });
  const actor = createActor(lamp, { inspect: feed.observe }).start();
  const left = new AbortController();
  const messages = feed.open({ requireSession: () => Promise.resolve(), signal: left.signal });
  actor.send({ type: 'lamp.broke', reason: 'table "Canary" is broken' });
  const seen: unknown[] = [];
  for (let index = 0; index < 4; index += 1) seen.push((await messages.next()).value);
  left.abort();
  await messages.return();
  expect(JSON.stringify(seen)).toContain('lamp.broke');
  expect(JSON.stringify(seen)).not.toContain('Canary');
});

test('ends for a user who signs out, and at once with the server', async () => {
  const feed = new ChartFeed({ version: '1', checkMs: 1 });
  createActor(lamp, { inspect: feed.observe }).start();
  const signal = new AbortController().signal;
  const readAll = async (requireSession: () => Promise<void>) => {
    for await (const message of feed.open({ requireSession, signal })) void message;
  };
  await expect(readAll(() => Promise.reject(new Error('Signed out')))).rejects.toThrow('Signed out');
  const reading = readAll(() => Promise.resolve());
  feed.end();
  await expect(reading).resolves.toBeUndefined();
});

test('refuses a ninth reader, and takes another when one has left', async () => {
  const feed = new ChartFeed({ version: '1' });
  const open = () => feed.open({ requireSession: () => Promise.resolve(), signal: new AbortController().signal });
  const readers = Array.from({ length: 8 }, open);
  expect(open).toThrow(expect.objectContaining({ status: 429, retryAfter: expect.any(Number) }));
  await readers[0]!.next();
  await readers[0]!.return();
  expect(open).not.toThrow();
});
