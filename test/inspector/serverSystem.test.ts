import { expect, test } from 'vitest';
/** The server's charts beside those of the page: in the tree, in the log and in a saved trace. */
import { createActor } from 'xstate';
import { ChartFeed } from '../../server/operator/chartFeed.ts';
import { replayTrace } from '../../src/inspector/trace/replay.ts';
import { createServerSystem } from '../../src/inspector/trace/serverSystem.ts';
import { parseTrace } from '../../src/inspector/trace/trace.ts';
import { groupedRows } from '../../src/views/inspector/actorGroups.ts';
import { gateMachine, inspected } from '../fixtures/inspected.ts';

/** A page with a gate, and a server with another one, which is followed. */
async function together() {
  const page = inspected();
  const feed = new ChartFeed({ version: '1.2.3' });
  const gate = createActor(gateMachine, { id: 'gate of the server', inspect: feed.observe }).start();
  const server = createServerSystem({ now: () => 0 });
  const source = server.beside(page.source);
  const left = new AbortController();
  const messages = feed.open({ requireSession: () => Promise.resolve(), signal: left.signal });
  const receive = async (count: number) => {
    for (let index = 0; index < count; index += 1) server.receive((await messages.next()).value);
  };
  // The version, the gate and its start.
  await receive(3);
  return { page, gate, server, source, receive, end: () => (left.abort(), messages.return()) };
}

test('the server’s actors have a group of their own in the tree, and their states change there', async () => {
  const { gate, source, receive, end } = await together();
  const rows = () => groupedRows(source.actors());
  const [, ...below] = rows().slice(rows().findIndex(({ session }) => session === 'group:server'));
  expect(rows().find(({ session }) => session === 'group:server')).toMatchObject({ id: 'Server', actor: null });
  expect(below.map(({ depth, actor }) => ({ depth, chart: actor?.chart, state: actor?.stateText }))).toEqual([
    { depth: 1, chart: 'gate', state: 'closed' },
  ]);

  gate.send({ type: 'password.said', password: 'a secret' });
  // The gate, and its keeper.
  await receive(2);
  expect(rows().find(({ actor }) => actor?.session === below[0]!.session)?.actor?.stateText).toBe('asking');
  const look = source.view().look(below[0]!.session)!;
  expect(look.context()).toEqual({ knocks: 0, password: '«redacted»' });
  await end();
});

test('its events come in the log after those of the page that were before them, with their own payloads', async () => {
  const { page, gate, source, receive, end } = await together();
  const before = source.count();
  gate.send({ type: 'gate.knocked' });
  await receive(1);
  expect(source.count()).toBe(before + 1);
  page.root.send({ type: 'gate.shut' });
  const { events, payload } = source.view();
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['gate.knocked', 'gate.shut']);
  expect(payload(events.at(-2)!.seq)).toEqual({ type: 'gate.knocked' });
  expect(payload(events.at(-1)!.seq)).toEqual({ type: 'gate.shut' });
  await end();
});

test('a saved trace has both, in the order of time, and replays', async () => {
  const { gate, source, receive, end } = await together();
  gate.send({ type: 'gate.knocked' });
  await receive(1);
  const trace = parseTrace(JSON.stringify(source.take()));
  const seqs = trace.events.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
  expect(trace.events.map(({ at }) => at)).toEqual(trace.events.map(({ at }) => at).toSorted((a, b) => a - b));
  const ofServer = trace.actors.filter(({ session }) => session.startsWith('server:'));
  expect(ofServer.map(({ id, machine }) => [id, machine])).toEqual([['gate of the server', 'gate']]);
  const report = replayTrace(trace, new Map([['gate', gateMachine]]));
  expect(report.differences).toEqual([]);
  expect(
    report.steps.filter(({ event }) => event.actor === ofServer[0]!.session).map(({ event }) => event.event.type),
  ).toContain('gate.knocked');
  await end();
});

test('nothing of the server stays after its user has signed out', async () => {
  const { page, server, source, end } = await together();
  const before = source.count();
  server.clear();
  expect(source.count()).toBeGreaterThan(before);
  expect(source.actors()).toEqual(page.source.actors());
  expect(source.view().events).toEqual(page.source.view().events);
  expect(source.take().actors).toEqual(page.source.take().actors);
  await end();
});

test('without a server that shows its charts, there is nothing but the page', () => {
  const page = inspected();
  const source = createServerSystem({ now: () => 0 }).beside(page.source);
  expect(source.actors()).toEqual(page.source.actors());
  expect(source.take()).toEqual({ ...page.source.take(), takenAt: expect.any(Number) });
  expect(groupedRows(source.actors()).some(({ session }) => session === 'group:server')).toBe(false);
});

test.each([null, 'text', {}, { event: { seq: 'x' } }, { actor: 7 }])('a line such as %j has no effect', (line) => {
  const page = inspected();
  const server = createServerSystem({ now: () => 0 });
  const source = server.beside(page.source);
  server.receive(line);
  expect(source.actors()).toEqual(page.source.actors());
});
