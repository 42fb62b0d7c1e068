// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { assistantTiming } from '../../../src/contract/assistant/assistantTiming.ts';
import {
  checkStatement,
  explainSql,
  followAnswer,
  runTool,
  type StreamReport,
} from '../../../src/services/assistant/answers.ts';
import { runBlock } from '../../../src/services/assistant/runBlock.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let respond: (url: string, body: string) => Response;

const lines = (...events: object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');
const { signal } = new AbortController();

beforeEach(() => {
  provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
  vi.stubGlobal('fetch', async (request: Request) => respond(request.url, await request.text()));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

describe('an answer of the model', () => {
  it('is reported with the tools that it asks for, what they are given, and what it cost', async () => {
    const reports: StreamReport[] = [];
    const shown: string[] = [];
    respond = () =>
      new Response(
        lines(
          { type: 'text', text: 'Let me ' },
          { type: 'text', text: 'look.' },
          { type: 'toolCall', id: 'c1', name: 'runReadOnlyQuery', input: { sql: 'select 1' } },
          { type: 'toolCall', id: 'c2', name: 'dropAll', input: null, problem: 'There is no tool of this name.' },
          { type: 'usage', inputTokens: 40, outputTokens: 7 },
          { type: 'finish', reason: 'toolCalls' },
        ),
      );
    const answer = followAnswer({
      ref: 'abc',
      messages: [{ role: 'user', id: 'q', text: 'How many?', attachments: [], createdAt: 0 }],
      level: 'none',
      screen: { tables: [], queries: [] },
      show: (text) => shown.push(text),
      report: (fact) => reports.push(fact),
    });
    await vi.waitFor(() => expect(reports.at(-1)?.type).toBe('answer.finished'));
    answer.stop();
    expect(shown).toEqual(['Let me ', 'Let me look.']);
    expect(reports).toEqual([
      { type: 'answer.grown', text: 'Let me ' },
      {
        type: 'tool.called',
        call: { id: 'c1', name: 'runReadOnlyQuery', arguments: { sql: 'select 1' }, problem: null },
      },
      {
        type: 'tool.called',
        call: { id: 'c2', name: 'dropAll', arguments: null, problem: 'There is no tool of this name.' },
      },
      { type: 'usage.counted', usage: { inputTokens: 40, outputTokens: 7 } },
      { type: 'answer.finished', text: 'Let me look.', reason: 'calls' },
    ]);
  });
});

describe('an answer whose connection the browser ends', () => {
  /** Follows an answer that begins, and ends it as a browser does with the streams of a page that goes. */
  async function begun() {
    vi.useFakeTimers();
    const reports: StreamReport[] = [];
    const ending = Promise.withResolvers<void>();
    respond = () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode(lines({ type: 'text', text: 'There are' })));
            await ending.promise;
            controller.error(new TypeError('network error'));
          },
        }),
      );
    const answer = followAnswer({
      ref: 'abc',
      messages: [{ role: 'user', id: 'q', text: 'How many?', attachments: [], createdAt: 0 }],
      level: 'none',
      screen: { tables: [], queries: [] },
      show: () => undefined,
      report: (fact) => reports.push(fact),
    });
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'answer.grown', text: 'There are' }]));
    return { reports, answer, fail: () => ending.resolve() };
  }

  it('has not failed while the page is going, so that a reload finds it interrupted', async () => {
    const { reports, answer, fail } = await begun();
    dispatchEvent(new Event('beforeunload'));
    fail();
    await vi.advanceTimersByTimeAsync(assistantTiming.leavingMs - 1);
    expect(reports.length).toBe(1);
    answer.stop();
    await vi.advanceTimersByTimeAsync(assistantTiming.leavingMs);
    expect(reports.length).toBe(1);
  });

  it('has failed where the page stays', async () => {
    const { reports, fail } = await begun();
    dispatchEvent(new Event('beforeunload'));
    fail();
    await vi.advanceTimersByTimeAsync(assistantTiming.leavingMs + 1);
    expect(reports.at(-1)).toMatchObject({ type: 'answer.failed', text: 'There are' });
  });
});

describe('a tool that has run', () => {
  it.each([
    ['done', { type: 'result', result: { tables: [] } }],
    ['failed', { type: 'error', error: { code: '42P01', message: 'There is no table.' } }],
    ['rejected', { type: 'error', error: { code: '25006', message: 'DELETE cannot run here.' } }],
  ])('is known as %s by what the server answers, and the model reads all of it', async (outcome, answer) => {
    respond = () => Response.json(answer);
    const call = { name: 'runReadOnlyQuery', arguments: { sql: 'select 1' } };
    const ended = await runTool({ ref: 'abc', level: 'data', call }, signal);
    expect([ended.outcome, JSON.parse(ended.text)]).toEqual([outcome, answer]);
  });
});

describe('a block of SQL with several statements', () => {
  const sql = 'select * from orders; insert into orders values (1); select 1';
  const statements = [
    { command: 'SELECT', effect: 'reads', tables: ['orders'], from: 0, to: 20 },
    { command: 'INSERT', effect: 'writes', tables: ['orders'], from: 22, to: 51 },
    { command: 'SELECT', effect: 'reads', tables: [], from: 53, to: 61 },
  ];

  it('has a title for each, and is confirmed for those that write', async () => {
    respond = () => Response.json({ effect: 'writes', statements, error: null });
    expect(await checkStatement({ ref: 'abc', sql }, signal)).toEqual({
      writes: true,
      reason: 'It changes the database (INSERT).',
      titles: ['orders: select', 'orders: insert', 'select 1'],
    });
  });

  it('keeps the command and the end of a long name in a title', async () => {
    const table = 'accounting.invoices_of_customers_of_the_last_year';
    const [read, write] = statements;
    respond = () =>
      Response.json({
        effect: 'writes',
        statements: [
          { ...read, tables: [table] },
          { ...write, tables: [table] },
        ],
        error: null,
      });
    const { titles } = await checkStatement({ ref: 'abc', sql }, signal);
    expect(titles).toEqual(['…s_of_customers_of_the_last_year: select', '…s_of_customers_of_the_last_year: insert']);
  });

  it('has a result for each', async () => {
    const columns = [{ name: 'id', type: 'integer', typeOid: 23 }];
    respond = () =>
      new Response(
        lines(
          { type: 'columns', result: 0, columns },
          { type: 'rows', result: 0, rows: [['1'], ['2']] },
          { type: 'complete', result: 0, tag: 'SELECT 2', rowCount: 2, more: false },
          { type: 'complete', result: 1, tag: 'INSERT 0 1', rowCount: 1, more: false },
          { type: 'end', durationMs: 4, engineRestarted: false },
        ),
      );
    expect(await runBlock({ ref: 'abc', sql, readOnly: false, statements: 2 }, signal)).toEqual({
      results: [
        { columns, rows: [['1'], ['2']], tag: 'SELECT 2', count: 2, more: false },
        { columns: [], rows: [], tag: 'INSERT 0 1', count: 1, more: false },
      ],
      durationMs: 4,
    });
  });

  it('names the statement that failed', async () => {
    respond = () =>
      new Response(
        lines(
          { type: 'complete', result: 0, tag: 'INSERT 0 1', rowCount: 1, more: false },
          { type: 'error', error: { code: '42P01', message: 'There is no table.' } },
          { type: 'end', durationMs: 4, engineRestarted: false },
        ),
      );
    await expect(runBlock({ ref: 'abc', sql, readOnly: false, statements: 2 }, signal)).rejects.toThrow(
      'Statement 2: There is no table.',
    );
    // What a transaction refuses at its end is none of the statements'.
    await expect(runBlock({ ref: 'abc', sql, readOnly: false, statements: 1 }, signal)).rejects.toThrow(
      /^There is no table\.$/,
    );
  });

  it('is explained statement by statement, with the plans that Postgres makes', async () => {
    const planned: string[] = [];
    const inspected: unknown[] = [];
    respond = (url, body) => {
      if (url.endsWith('/statement')) {
        inspected.push(JSON.parse(body));
        return Response.json({ effect: 'writes', statements, error: null });
      }
      planned.push((JSON.parse(body) as { sql: string }).sql);
      return planned.length === 2
        ? Response.json({ type: 'error', error: { code: '42P01', message: 'There is no table.' } })
        : Response.json({ type: 'result', result: { plan: [{ Plan: {} }] } });
    };
    const { statements: explained, callsWrite } = await explainSql({ ref: 'abc', sql }, signal);
    expect(planned).toEqual(['select * from orders', 'insert into orders values (1)', 'select 1']);
    expect(explained.map(({ command, plan, problem }) => [command, plan, problem])).toEqual([
      ['SELECT', '[{"Plan":{}}]', null],
      ['INSERT', null, 'Postgres cannot plan it: There is no table.'],
      ['SELECT', '[{"Plan":{}}]', null],
    ]);
    expect(callsWrite).toBe(false);
    // An explanation runs nothing.
    expect(inspected).toEqual([{ sql, tries: false }]);
  });

  it('is explained without a plan that is too long, took too long or could not be read, in plain words', async () => {
    const answers = [
      () => Response.json({ type: 'error', error: { code: '54000', message: 'The plan is too long.' } }),
      () => Response.json({ code: 'query_too_slow', message: 'Too slow.', request_id: 'r' }, { status: 504 }),
      () => Response.json({ code: 'internal', message: 'The server failed.', request_id: 'r' }, { status: 500 }),
    ];
    respond = (url) =>
      url.endsWith('/statement') ? Response.json({ effect: 'writes', statements, error: null }) : answers.shift()!();
    const { statements: explained } = await explainSql({ ref: 'abc', sql }, signal);
    expect(explained.map(({ command, plan, problem }) => [command, plan, problem])).toEqual([
      ['SELECT', null, 'Its plan is too long to be shown here.'],
      ['INSERT', null, 'Reading its plan took too long.'],
      ['SELECT', null, expect.stringMatching(/^Could not read its plan\. The server failed\./)],
    ]);
  });
});
