import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import type { QueryEvent } from '../../../src/contract/sql/query.ts';
import {
  attachToRun,
  cancelQuery,
  isRefusal,
  readOutcome,
  runQuery,
  type AnswerPart,
} from '../../../src/services/sql/sqlRunner.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { orders } from '../../fixtures/screen.ts';

let server: Server;
let asked: { method: string | undefined; url: string | undefined; body: unknown }[];
let answer: (response: ServerResponse) => void;
let online: boolean;
const { ref } = orders;
const id = 'e58ed763-928c-4155-bee9-fdbaaadc15f3';
const signal = new AbortController().signal;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = ((await request.toArray()) as Buffer[]).join('');
    asked.push({ method: request.method, url: request.url, body: body === '' ? undefined : JSON.parse(body) });
    answer(response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  online = true;
  provideTestRuntime({
    config: { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` },
    accessToken: async () => 'token',
    isReachable: () => online,
  });
});

const lines =
  (...events: (QueryEvent | object)[]) =>
  (response: ServerResponse): void =>
    void response
      .writeHead(200, { 'content-type': 'application/x-ndjson' })
      .end(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
const refused =
  (status: number, body: object) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const run = async () => {
  const parts: AnswerPart[] = [];
  let accepted = 0;
  const ending = await runQuery(
    { ref, body: { id, sql: 'select 1' } },
    () => (accepted += 1),
    (part) => parts.push(part),
    signal,
  );
  expect(accepted).toBe(1);
  return { parts, ending };
};
const failing = async (): Promise<Record<string, unknown>> => {
  const error: unknown = await run().catch((thrown: unknown) => thrown);
  expect(isRefusal(error)).toBe((error as { beforeRun?: unknown }).beforeRun === true);
  return { ...failureOf(error), beforeRun: (error as { beforeRun?: unknown }).beforeRun === true };
};

const columns = { type: 'columns', result: 0, columns: [{ name: 'a', type: 'text', typeOid: 25 }] } as const;
const rows = { type: 'rows', result: 0, rows: [['1'], [null]] } as const;
const complete = { type: 'complete', result: 0, tag: 'SELECT 2', rowCount: 2, more: false } as const;
const end = { type: 'end', durationMs: 3, engineRestarted: false } as const;

describe('running a query', () => {
  it('hands on its answer part by part, and tells how it ended', async () => {
    const places = [2, null].map((ahead) => ({ type: 'queued', ahead }));
    answer = lines(...places, columns, rows, complete, end);
    expect(await run()).toEqual({
      parts: [...places, columns, rows, complete],
      ending: { error: null, durationMs: 3, engineRestarted: false },
    });
    expect(asked).toEqual([
      { method: 'POST', url: `/api/platform/projects/${ref}/database/query`, body: { id, sql: 'select 1' } },
    ]);
  });

  it('is come back to with its text and its whole answer', async () => {
    answer = lines({ type: 'run', sql: 'select 1' }, columns, rows, complete, end);
    const heard: unknown[] = [];
    const ending = await attachToRun(
      { ref, id },
      (sql) => heard.push(sql),
      (part) => heard.push(part),
      signal,
    );
    expect(heard).toEqual(['select 1', columns, rows, complete]);
    expect(ending).toEqual({ error: null, durationMs: 3, engineRestarted: false });
    expect(asked).toEqual([
      { method: 'GET', url: `/api/platform/projects/${ref}/database/query/${id}`, body: undefined },
    ]);
    answer = refused(404, { code: 'query_not_kept', message: 'The result of this query is no longer stored.' });
    const gone: unknown = await attachToRun(
      { ref, id },
      () => {},
      () => {},
      signal,
    ).catch((thrown: unknown) => thrown);
    expect(failureOf(gone).code).toBe(404);
  });

  it('ends with the database’s error, which is no part of the answer', async () => {
    const error = { message: 'relation "x" does not exist', code: '42P01', position: 15 };
    answer = lines({ type: 'error', error }, { ...end, engineRestarted: true });
    expect(await run()).toEqual({ parts: [], ending: { error, durationMs: 3, engineRestarted: true } });
  });

  it('tells that the end was a cancel', async () => {
    const error = { message: 'The query was canceled.', code: '57014' };
    answer = lines({ type: 'error', error }, { ...end, cancelled: true });
    expect(await run()).toEqual({
      parts: [],
      ending: { error, durationMs: 3, engineRestarted: false, cancelled: true },
    });
  });

  it('fails where the answer ends before the query did: it may have run', async () => {
    answer = lines(columns, rows);
    expect(await failing()).toMatchObject({ code: 'answer_cut_off', beforeRun: false });
  });

  it.each([
    ['a row that is no row', { type: 'rows', result: 0, rows: ['1'] }],
    ['a cell that is no text', { type: 'rows', result: 0, rows: [[1]] }],
    ['an unknown event', { type: 'surprise' }],
  ])('fails with words on %s', async (_, line) => {
    answer = lines(columns, line, end);
    expect(await failing()).toMatchObject({ code: 'unexpected_answer', beforeRun: false });
  });

  it('knows that nothing ran where the platform refuses', async () => {
    answer = refused(409, { code: 'project_not_usable', message: 'The project is paused.', request_id: 'r1' });
    expect(await failing()).toMatchObject({ code: 409, message: 'The project is paused.', beforeRun: true });
  });

  it.each([
    ['a gateway’s 502', 502],
    ['a gateway’s 504', 504],
    ['a 410: an earlier request began the run', 410],
  ])('does not know it of %s', async (_, status) => {
    answer = refused(status, {});
    expect(await failing()).toMatchObject({ code: status, beforeRun: false });
  });

  it('does not know it of a connection that breaks before the first line', async () => {
    answer = (response) => response.destroy();
    expect(await failing()).toMatchObject({ code: 500, beforeRun: false });
  });

  it('does not wait for the network: what runs later might run where nobody wants it any more', async () => {
    online = false;
    expect(await failing()).toMatchObject({
      code: 500,
      message: 'An error has occurred: the server is unreachable.',
      beforeRun: true,
    });
    expect(asked).toEqual([]);
  });
});

describe('a run', () => {
  it('is stopped by its id', async () => {
    answer = (response) => void response.writeHead(202).end();
    await cancelQuery({ ref, id }, signal);
    expect(asked).toEqual([
      { method: 'DELETE', url: `/api/platform/projects/${ref}/database/query/${id}`, body: undefined },
    ]);
  });

  it('is found in the history by its id, or is not there', async () => {
    const entry = {
      id,
      sql: 'select 1',
      started_at: '2026-11-21T03:04:05Z',
      duration_ms: 3,
      outcome: 'succeeded',
      error: null,
    };
    answer = refused(200, [{ ...entry, id: 'another' }, entry]);
    expect(await readOutcome({ ref, id }, signal)).toEqual(entry);
    expect(await readOutcome({ ref, id: 'third' }, signal)).toBeNull();
  });
});
