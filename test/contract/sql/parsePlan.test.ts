import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsePlan } from '../../../src/contract/sql/parsePlan.ts';
import { planMax, type QueryPlan } from '../../../src/contract/sql/queryPlan.ts';
import {
  gathered,
  joined,
  ofPartitionedUpdate,
  withCte,
  withLineBreak,
  withSettings,
  withSubplans,
  withTrigger,
} from '../../fixtures/plans.ts';

/** The tree, as deep as it is. */
const shapeOf = (plan: QueryPlan | null) =>
  plan?.nodes.map(
    ({ depth, subplan, operation, relation, index }) =>
      `${' '.repeat(depth)}${subplan === null ? '' : `${subplan}: `}${operation}${relation === null ? '' : ` on ${relation}`}${index === null ? '' : ` using ${index}`}`,
  );
const linesOf = (plan: QueryPlan | null, at: number) =>
  plan?.nodes[at]?.lines.map(
    ({ label, text, depth }) => `${' '.repeat(depth)}${label === null ? '' : `${label}: `}${text}`,
  );
const footOf = (plan: QueryPlan | null) =>
  plan?.foot.map(({ label, text, depth }) => `${' '.repeat(depth)}${label}: ${text}`);

describe('the text of a plan', () => {
  it('is read as its nodes, with their figures and conditions', () => {
    const plan = parsePlan(joined);
    expect(shapeOf(plan)).toEqual([
      'Limit',
      ' Sort',
      '  HashAggregate',
      '   Hash Join',
      '    Seq Scan on boats b',
      '    Hash',
      '     Seq Scan on harbors h',
    ]);
    expect(plan?.nodes[4]).toMatchObject({
      estimate: { startup: 0, total: 397, rows: 8332, width: 4 },
      actual: { time: 75.422, rows: 8332, loops: 1 },
    });
    expect(linesOf(plan, 4)).toEqual([
      'Filter: (berths > 6)',
      'Rows Removed by Filter: 11668',
      'Buffers: shared hit=147',
    ]);
    expect(footOf(plan)).toEqual([
      'Planning: ',
      ' Buffers: shared hit=121 read=4',
      'Planning Time: 0.781 ms',
      'Execution Time: 187.868 ms',
    ]);
  });

  it('has subplans and CTEs below the node that they belong to, by name', () => {
    expect(shapeOf(parsePlan(withCte))).toEqual([
      'Hash Join',
      ' CTE old: Seq Scan on boats',
      ' CTE Scan on old b',
      ' Hash',
      '  CTE Scan on old a',
    ]);
    expect(shapeOf(parsePlan(withSubplans))).toEqual([
      'Seq Scan on harbors h',
      ' SubPlan 1: Aggregate',
      '  Bitmap Heap Scan on boats b',
      '   Bitmap Index Scan using boats_harbor',
      ' SubPlan 2: Seq Scan on boats',
    ]);
  });

  it('has what is said of workers below the node', () => {
    expect(linesOf(parsePlan(gathered), 3)).toEqual([
      'Sort Key: boats.harbor_id',
      'Sort Method: quicksort  Memory: 26kB',
      'Worker 0: actual time=66.848..66.851 rows=20 loops=1',
      ' Sort Method: quicksort  Memory: 26kB',
      'Worker 1: actual time=64.481..64.483 rows=20 loops=1',
      ' Sort Method: quicksort  Memory: 26kB',
    ]);
  });

  it('has triggers, settings and times at its foot', () => {
    expect(footOf(parsePlan(withTrigger))).toContain('Trigger audit: 12.916 ms, 99 calls');
    expect(footOf(parsePlan(withSettings))).toEqual(
      expect.arrayContaining([
        "Settings: search_path = 'public', max_parallel_workers = '0', work_mem = '64kB'",
        ' Memory: used=9kB  allocated=16kB',
        'Serialization: time=62.218 ms  output=968kB  format=text',
      ]),
    );
  });

  it('takes no part of a literal for a node', () => {
    const plan = parsePlan(withLineBreak);
    expect(shapeOf(plan)).toEqual(['Seq Scan on boats']);
    expect(linesOf(plan, 0)?.[0]).toBe(
      "Filter: (name = 'a\n  ->  Seq Scan on harbors  (cost=0.00..1.00 rows=1 width=1)'::text)",
    );
  });

  it('keeps lines that are no label with a value', () => {
    expect(linesOf(parsePlan(ofPartitionedUpdate), 0)).toEqual([
      'Update on public.events_2024 events_1',
      'Update on public.events_rest events_2',
    ]);
  });

  it('needs no figures, and reads those that it has', () => {
    expect(shapeOf(parsePlan('Aggregate\n  ->  Index Only Scan Backward using "on it" on "a on b" x'))).toEqual([
      'Aggregate',
      ' Index Only Scan Backward on "a on b" x using "on it"',
    ]);
    const plan = parsePlan(
      'Nested Loop (actual rows=0.00 loops=1)\n  ->  Seq Scan on a (actual rows=0.00 loops=1)\n  ->  Seq Scan on b (never executed)',
    );
    expect(plan?.nodes.map(({ actual }) => actual)).toEqual([
      { time: null, rows: 0, loops: 1 },
      { time: null, rows: 0, loops: 1 },
      { time: null, rows: 0, loops: 0 },
    ]);
  });

  const scan = 'Seq Scan on a  (cost=0.00..1.00 rows=1 width=4)';
  it.each([
    ['YAML', '- Plan: \n    Node Type: "Result"\n    Parallel Aware: false'],
    ['XML', '<explain xmlns="http://www.postgresql.org/2009/explain">\n  <Query>\n  </Query>\n</explain>'],
    ['no plan', 'Utility statements have no plan structure'],
    ['no statement', 'Query rewrites to nothing'],
    ['two plans', `${scan}\n\n${scan}`],
    ['nothing', ''],
    ['an unknown column of a child', `Limit\n   ->  Seq Scan on a`],
    ['figures of one node only', `Limit\n  ->  ${scan}`],
    [
      'times of one node only',
      `Limit (actual rows=1 loops=1)\n  ->  Seq Scan on a (actual time=0.1..0.2 rows=1 loops=1)`,
    ],
    ['unknown figures', 'Seq Scan on a  (cost=0.00..1.00 rows=1 width=4) (guessed rows=1)'],
    ['a node after the foot', `${scan}\nPlanning Time: 1 ms\n  ->  ${scan}`],
    ['a condition after the children', `Limit\n  ->  Seq Scan on a\n  Filter: (a > 1)`],
    ['a name without its plan', `${scan}\n  CTE x`],
    ['a quotation mark that stays open', `${scan}\n  Filter: (a = 'b)`],
    ['a number that is none', scan.replace('rows=1', `rows=${'9'.repeat(400)}`)],
    [
      'too deep a tree',
      Array.from({ length: 200 }, (_, n) => `${' '.repeat(Math.max(0, n * 6 - 4))}${n > 0 ? '->  ' : ''}Limit`).join(
        '\n',
      ),
    ],
    ['too many nodes', `Append\n${'  ->  Seq Scan on a\n'.repeat(planMax.nodes).trimEnd()}`],
    ['too long a text', `Seq Scan on a\n  Filter: (${'x'.repeat(planMax.length)})`],
  ])('is no plan where it is %s', (_, text) => {
    expect(parsePlan(text)).toBeNull();
  });
});

describe('the JSON of a plan', () => {
  const node = { 'Node Type': 'Seq Scan', 'Relation Name': 'boats', Alias: 'b', Schema: 'public' };
  const plan = (fields: object, foot: object = {}) =>
    parsePlan(JSON.stringify([{ Plan: { ...node, ...fields }, ...foot }]));

  it.each([
    [{ 'Node Type': 'Aggregate', Strategy: 'Hashed', 'Partial Mode': 'Finalize' }, 'Finalize HashAggregate'],
    [{ 'Node Type': 'Aggregate', Strategy: 'Plain', 'Partial Mode': 'Simple' }, 'Aggregate'],
    [{ 'Node Type': 'Hash Join', 'Join Type': 'Right Anti' }, 'Hash Right Anti Join'],
    [{ 'Node Type': 'Nested Loop', 'Join Type': 'Left' }, 'Nested Loop Left Join'],
    [{ 'Node Type': 'Nested Loop', 'Join Type': 'Inner' }, 'Nested Loop'],
    [{ 'Node Type': 'SetOp', Strategy: 'Hashed', Command: 'Except All' }, 'HashSetOp Except All'],
    [{ 'Node Type': 'ModifyTable', Operation: 'Delete' }, 'Delete'],
    [{ 'Node Type': 'Foreign Scan', Operation: 'Update' }, 'Foreign Update'],
    [{ 'Node Type': 'Custom Scan', 'Custom Plan Provider': 'Columnar' }, 'Custom Scan (Columnar)'],
    [{ 'Node Type': 'Index Scan', 'Scan Direction': 'Backward' }, 'Index Scan Backward'],
    [{ 'Node Type': 'Seq Scan', 'Parallel Aware': true }, 'Parallel Seq Scan'],
  ])('names %o as the text does', (fields, operation) => {
    expect(plan(fields)?.nodes[0]?.operation).toBe(operation);
  });

  it('has what the text has: conditions, buffers, and the foot', () => {
    const read = plan(
      {
        Filter: '(berths > 6)',
        'Rows Removed by Filter': 0,
        'Sort Key': ['a', 'b DESC'],
        'Shared Hit Blocks': 152,
        'Shared Read Blocks': 0,
        'Temp Written Blocks': 3,
        'Sort Space Used': 25,
        Disabled: false,
        Workers: [{ 'Worker Number': 0, 'Sort Method': 'quicksort' }],
      },
      {
        'Planning Time': 0.5,
        Triggers: [{ 'Trigger Name': 'audit', Relation: 'boats', Time: 12.5, Calls: 1 }],
        Settings: { work_mem: '64kB' },
        Planning: { 'Shared Hit Blocks': 0 },
      },
    );
    expect(read?.nodes[0]).toMatchObject({ relation: 'public.boats b', estimate: null, actual: null });
    expect(linesOf(read, 0)).toEqual([
      'Filter: (berths > 6)',
      'Sort Key: a, b DESC',
      'Sort Space Used: 25kB',
      'Workers 1: ',
      ' Worker Number: 0',
      ' Sort Method: quicksort',
      'Buffers: shared hit=152, temp written=3',
    ]);
    expect(footOf(read)).toEqual([
      'Planning Time: 0.5 ms',
      'Trigger audit: 12.5 ms, 1 call',
      "Settings: work_mem = '64kB'",
    ]);
  });

  it.each([
    ['no list', '{"Plan": {"Node Type": "Result"}}'],
    ['two plans', '[{"Plan": {"Node Type": "Result"}}, {"Plan": {"Node Type": "Result"}}]'],
    ['a node without a type', '[{"Plan": {"Node Type": 1}}]'],
    ['a child that is no node', '[{"Plan": {"Node Type": "Limit", "Plans": [1]}}]'],
    ['children that are no list', '[{"Plan": {"Node Type": "Limit", "Plans": {}}}]'],
    ['a negative time', '[{"Plan": {"Node Type": "Result", "Actual Total Time": -1, "Actual Loops": 1}}]'],
    ['a number as a text', '[{"Plan": {"Node Type": "Result", "Total Cost": "1"}}]'],
    ['cut off', '[{"Plan": {"Node Type": "Result"'],
    ['values within values', `[{"Plan": {"Node Type": "Result", "A": ${'{"B":'.repeat(20)}1${'}'.repeat(20)}}}]`],
    ['too deep a tree', `[{"Plan": ${'{"Node Type": "Limit", "Plans": ['.repeat(5_000)}${']}'.repeat(5_000)}}]`],
  ])('is no plan where it is %s', (_, text) => {
    expect(parsePlan(text)).toBeNull();
  });
});

/** As Postgres writes a value into a condition. */
const quoted = (value: string) =>
  `${value.includes('\\') ? 'E' : ''}'${value.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

test('a plan has the same nodes whatever values are in its conditions', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\n',
          '  ->  ',
          "'",
          '"',
          'CTE x',
          'Seq Scan on a',
          '  (cost=0.00..1.00 rows=1 width=4)',
          ': ',
          '\\',
        ),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, fc.string({ unit: 'grapheme', minLength: 1 }), (value, name) => {
      const identifier = `"${name.replaceAll('"', '""')}"`;
      const text = `Limit\n  ->  Seq Scan on ${identifier}\n        Filter: (${identifier} = ${quoted(value)}::text)\nPlanning Time: 1 ms`;
      const plan = parsePlan(text);
      expect(shapeOf(plan)).toEqual(['Limit', ` Seq Scan on ${identifier}`]);
      expect(linesOf(plan, 1)).toEqual([`Filter: (${identifier} = ${quoted(value)}::text)`]);
      expect(plan?.foot).toHaveLength(1);
    }),
    { seed: 5, numRuns: 500 },
  );
});

test('any text is a plan of bounded size or none, in time that grows with its length', () => {
  const piece = fc.constantFrom(
    '\n',
    ' ',
    '  ',
    '->  ',
    'Limit',
    'Seq Scan on a',
    "'",
    '"',
    '(cost=',
    '0.00..1.00',
    ' rows=1',
    ' width=4)',
    ': ',
    '(actual time=',
    'Filter',
    'CTE x',
    'Trigger ',
    '[',
    '{',
    '}',
    ']',
    '"Plan":',
    '\\',
    '9',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const plan = parsePlan(pieces.join(''));
      expect(plan === null || plan.nodes.length > 0).toBe(true);
    }),
    { seed: 6, numRuns: 2_000 },
  );
  for (const repeated of ['""', ' (cost=', '9', "a'", '  ->  Limit\n', ' A', '.a', '{"Plan":', '[{"Plans":'])
    for (const start of ['', 'Limit\n', 'Seq Scan on ', 'Limit  (cost=', '  Filter: ', 'Trigger ', '['])
      parsePlan(start + repeated.repeat(planMax.length / repeated.length - 10));
});
