// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import type { GenerationDraft } from '../../../src/contract/sql/sqlGeneration.ts';
import {
  generateSql,
  keepGeneration,
  loadGeneration,
  suggestName,
  type GenerationReport,
} from '../../../src/services/sql/generateSql.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let reason: string;
let requests: number;
let sent: string;

const line = (event: object): string => `${JSON.stringify(event)}\n`;

beforeEach(() => {
  localStorage.clear();
  provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
  requests = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    requests += 1;
    sent = await request.text();
    const text = line({ type: 'text', text: 'select count(' });
    return new Response(text + line({ type: 'finish', reason, usage: { inputTokens: null, outputTokens: null } }));
  });
  return () => vi.unstubAllGlobals();
});

/** What is told at the end. */
const ended = (sql: string) =>
  new Promise<GenerationReport>((resolve) => {
    generateSql({ ref: 'abc', prompt: 'Count', sql, level: 'none' }, (fact) => {
      if (fact.type !== 'sql.grown') resolve(fact);
    });
  });

describe('generating SQL', () => {
  it('offers what the model ended as complete', async () => {
    reason = 'stop';
    expect(await ended('')).toEqual({ type: 'sql.finished', generated: 'select count(' });
  });

  it.each(['length', 'filtered'])('says that SQL is not complete where the answer ended by %s', async (cut) => {
    reason = cut;
    expect(await ended('')).toMatchObject({
      type: 'sql.failed',
      generated: 'select count(',
      failure: { code: 'incomplete_sql', message: expect.stringContaining('before the SQL was complete') },
    });
  });

  it('shows SQL as it grows, ten times a second at most', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const model = writable.getWriter();
    vi.stubGlobal('fetch', async () => new Response(readable));
    const grown: string[] = [];
    const stop = generateSql({ ref: 'abc', prompt: 'Count', sql: '', level: 'none' }, (fact) => {
      if (fact.type === 'sql.grown') grown.push(fact.generated);
    });
    for (const text of ['select ', '1, ', '2, ', '3']) {
      await model.write(new TextEncoder().encode(line({ type: 'text', text })));
      await vi.advanceTimersByTimeAsync(60);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(grown.map((sql) => sql.trim())).toEqual(['select 1,', 'select 1, 2, 3']);
    stop();
  });

  it('sends no query that is too long for the model', async () => {
    const answer = await ended('x'.repeat(assistantLimits.messageChars + 1));
    expect(answer).toMatchObject({ type: 'sql.failed', failure: { code: 'query_too_long' } });
    expect(requests).toBe(0);
  });
});

describe('a name for a query', () => {
  const suggested = () => suggestName({ ref: 'abc', sql: 'select * from orders' }, new AbortController().signal);

  it('is asked for with one request', async () => {
    reason = 'stop';
    expect(await suggested()).toEqual({ name: 'select count(', failure: null });
    expect([requests, JSON.parse(sent).messages]).toEqual([
      1,
      [expect.objectContaining({ text: 'select * from orders' })],
    ]);
  });

  it('says what the query does where the model gives none, and why it gives none', async () => {
    const refusal = { code: 'assistant_not_configured', message: 'No model is configured.' };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 503 }));
    const { name, failure } = await suggested();
    expect(name).toContain('orders');
    expect(failure?.message).toBe(refusal.message);
  });
});

describe('a request for SQL', () => {
  const draft: GenerationDraft = { prompt: 'Count', level: 'none', generated: '', isWhole: false };

  it('is kept for its query, and what is shared for all queries of the project', () => {
    keepGeneration({ ref: 'abc', query: 'q1', draft });
    expect(loadGeneration({ ref: 'abc', query: 'q1' })).toEqual(draft);
    expect(loadGeneration({ ref: 'abc', query: 'q2' })).toEqual({ ...draft, prompt: '' });
    expect(loadGeneration({ ref: 'def', query: 'q1' })).toBeNull();
  });

  it('leaves nothing of itself once it is empty', () => {
    keepGeneration({ ref: 'abc', query: 'q1', draft });
    keepGeneration({ ref: 'abc', query: 'q1', draft: { ...draft, prompt: '' } });
    expect(Object.keys(localStorage)).toEqual(['basechart-sql-generation-level:abc']);
  });
});
