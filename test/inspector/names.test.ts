import { describe, expect, it } from 'vitest';
import { createNameReplacement } from '../../src/inspector/trace/names.ts';
import type { Json } from '../../src/inspector/trace/redact.ts';
import type { Trace } from '../../src/inspector/trace/trace.ts';

const replaceNames = createNameReplacement(new Set(['projects', 'organizations', 'Untitled query', 'public']));

/** A trace of one chart whose context changed like this, one event each. */
const traceOf = (...changes: readonly Record<string, Json>[]): Trace => ({
  format: 'basechart-trace-1',
  version: '1.2.3',
  takenAt: 0,
  actors: [{ session: 'x:1', id: 'flow', parent: null, machine: 'flow', start: null }],
  events: changes.map((changed, seq) => ({
    seq,
    at: seq,
    actor: 'x:1',
    from: null,
    event: { type: 'value.changed' },
    after: { status: 'active', value: 'shown' },
    transitions: [],
    changed,
  })),
});

const changesIn = (trace: Trace) => trace.events.map(({ changed }) => changed!);

describe('names in a trace', () => {
  const trace = traceOf(
    {
      data: [{ id: 1, slug: 'uzgyoffrdpawxvgdhkhu', name: 'Northwind Roasters' }],
      toast: { title: 'Northwind Roasters was created' },
    },
    { data: [{ id: 1, ref: 'jfyejgaawgczoypkbaey', name: 'Web shop', inserted_at: '2026-11-23T02:58:09Z' }] },
    { data: [{ id: 'a', name: 'Best customers', statement: '', version: 1 }] },
    {
      data: {
        tables: [{ schema: 'public', name: 'order_items', rows: 12 }],
        schemas: [
          {
            name: 'sales',
            relations: [{ name: 'order_items', kind: 'table', columns: [{ name: 'margin', type: 'integer' }] }],
            functions: [{ name: 'total_margin', arguments: 'of_order bigint', returns: 'order_money' }],
          },
        ],
        searchPath: ['public', 'sales'],
      },
    },
    { values: { name: 'Web shop' }, profile: { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Lovelace' } },
    {
      location: { href: '/new?name=Web+shop&plan=pro', query: { name: 'Web shop' } },
      page_title: 'Web shop · Basechart',
    },
  );
  const text = JSON.stringify(replaceNames(trace));

  it.each([
    'Northwind Roasters',
    'Web shop',
    'Web+shop',
    'Best customers',
    'order_items',
    'sales',
    'margin',
    'of_order',
    'order_money',
    'ada',
    'Ada',
    'Lovelace',
  ])('%s is not in it', (name) => {
    expect(JSON.stringify(trace)).toContain(`${name}`);
    expect(text).not.toMatch(new RegExp(`\\b${name.replace('+', '\\+')}\\b`));
  });

  it('stand for the same thing wherever they are, also in the next trace', () => {
    const again = changesIn(replaceNames(traceOf({ values: { name: 'Web shop' } })))[0]!['values'];
    const [, project, , , form, address] = changesIn(replaceNames(trace));
    const { name } = (project!['data'] as { name: string }[])[0]!;
    expect(name).toMatch(/^project-\d+$/);
    expect(form!['values']).toEqual({ name });
    expect(again).toEqual({ name });
    expect(address).toEqual({
      location: { href: `/new?name=${name}&plan=pro`, query: { name } },
      page_title: `${name} · Basechart`,
    });
  });

  it('are replaced once', () => {
    const once = replaceNames(trace);
    expect(replaceNames(once)).toEqual(once);
  });

  it('are replaced in data that leaves piece by piece, as they are in a trace', () => {
    const { data } = replaceNames.inData({ data: [{ id: 7, slug: 'abc', name: 'Harbor Office' }] });
    const [{ name }] = data as unknown as [{ name: string }];
    expect(name).toMatch(/^organization-\d+$/);
    expect(replaceNames.inData({ type: 'toast.shown', title: 'Harbor Office was created' })).toEqual({
      type: 'toast.shown',
      title: `${name} was created`,
    });
    const [changed] = changesIn(replaceNames(traceOf({ data: [{ id: 7, slug: 'abc', name: 'Harbor Office' }] })));
    expect(changed).toMatchObject({ data: [{ name }] });
  });

  it('of the application, its words and its events stay', () => {
    const own = traceOf({
      route: { name: 'projects', access: 'user', params: {} },
      ref: { name: 'organizations', params: {} },
      overlay: { name: 'shortcutSheet', title: 'Keyboard shortcuts' },
      draft: { name: 'Untitled query', sql: '' },
      failure: { '«error»': { name: 'TypeError', message: 'x is undefined' } },
      // A user may call a project like a word of the application.
      data: [{ id: 1, ref: 'abc', name: 'active' }],
      status: 'active',
    });
    const [changed] = changesIn(replaceNames(own));
    expect(changed).toEqual({
      ...changesIn(own)[0],
      data: [{ id: 1, ref: 'abc', name: expect.stringMatching(/^name-/) }],
    });
  });
});
