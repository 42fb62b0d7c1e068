import { describe, expect, it } from 'vitest';
import { parsePlan } from '../../../src/contract/sql/parsePlan.ts';
import { planFigures } from '../../../src/contract/sql/planFigures.ts';
import {
  gathered,
  joined,
  merging,
  ofLoops,
  ofPartitionedUpdate,
  ofPartitions,
  withCte,
  withInitPlan,
  withSubplans,
} from '../../fixtures/plans.ts';

const read = (text: string) => {
  const { nodes } = parsePlan(text)!;
  const figures = planFigures(nodes);
  const round = (value: number | null) => value && Math.round(value * 1_000) / 1_000;
  return {
    ...figures,
    totals: figures.nodes.map(({ total }) => round(total)),
    selves: figures.nodes.map(({ self }) => round(self)),
    wrong: figures.nodes.flatMap(({ isWrongEstimate }, at) => (isWrongEstimate ? [nodes[at]!.operation] : [])),
    slowestIs: figures.slowest === null ? null : nodes[figures.slowest]!.operation,
  };
};

describe('what a node took itself', () => {
  it('is its time without that of its children', () => {
    const { measure, selves, slowestIs } = read(joined);
    expect(measure).toBe('time');
    expect(selves).toEqual([0.006, 0.156, 84.375, 27.612, 75.422, 0.104, 0.101]);
    expect(slowestIs).toBe('HashAggregate');
  });

  it('is a share of the whole, and all shares are the whole', () => {
    for (const text of [joined, withCte, withSubplans, ofPartitions, gathered]) {
      const shares = read(text).nodes.map(({ share }) => share);
      expect(shares.every((share) => share >= 0)).toBe(true);
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 2);
    }
  });

  it('is the time of all its loops', () => {
    const { totals, selves } = read(ofLoops);
    expect(totals).toEqual([321.741, 82.807, 20, 0.2]);
    expect(selves).toEqual([218.934, 82.807, 19.8, 0.2]);
    expect(read(withSubplans).totals[1]).toBe(55.85);
  });

  it('is never less than nothing, where rounded loops are more than their parent', () => {
    const { selves } = read(
      'Nested Loop (actual time=0.010..9.000 rows=1 loops=1)\n  ->  Seq Scan on a (actual time=0.010..0.010 rows=1 loops=1000)',
    );
    expect(selves).toEqual([0, 10]);
  });

  it('counts what processes do at the same time once', () => {
    const { totals, slowestIs } = read(gathered);
    expect(totals).toEqual([114.057, 114.039, 114.019, 75.419, 75.381, 70.83]);
    expect(slowestIs).toBe('Parallel Seq Scan');
  });

  it('is without the CTE that it reads, which ran for the scan that waited for it', () => {
    // In the order of the plan: the join, the CTE, the scan that found its rows ready, the hash, the scan that waited.
    expect(read(withCte).selves).toEqual([0.773, 12.198, 7.532, 0.127, 18.186]);
  });

  it('is without the InitPlan that its condition reads', () => {
    expect(read(withInitPlan).selves).toEqual([0.005, 55.402, 40.776, 0.028]);
  });

  it('is its cost where nothing was measured, and no more than the plan spends', () => {
    const { measure, selves, slowestIs } = read(ofPartitionedUpdate);
    expect([measure, slowestIs]).toEqual(['cost', 'Seq Scan']);
    expect(selves).toEqual([0, 0.05, 48.27, 0]);
    // The merge stops long before it has read all of the index, which would cost 688.37.
    expect(read(merging).selves).toEqual([0, 0, 22.33, 8.14, 4]);
    expect(read(merging).totals[2]).toBe(688.37);
  });

  it('is unknown without costs and times', () => {
    expect(read('Limit\n  ->  Seq Scan on a')).toMatchObject({ measure: null, slowest: null, selves: [null, null] });
  });

  it('needs something to compare it with', () => {
    expect(read('Result  (cost=0.00..0.01 rows=1 width=4)').slowest).toBeNull();
  });
});

describe('an estimate is wrong', () => {
  const node = (operation: string, estimated: number, got: number, loops = 1) =>
    `${operation}  (cost=0.00..1.00 rows=${estimated} width=4) (actual time=0.010..0.020 rows=${got}.00 loops=${loops})`;

  it.each([
    [10, 100, true],
    [10, 99, false],
    [100, 10, true],
    [99, 10, false],
    [0, 9, false],
    [0, 10, true],
    [10, 0, true],
    [1, 0, false],
  ])('of %i rows where there were %i: %s', (estimated, got, isWrong) => {
    expect(read(node('Seq Scan on a', estimated, got)).wrong).toEqual(isWrong ? ['Seq Scan'] : []);
  });

  it('but not where a limit, a merge or an empty hash wanted no more rows', () => {
    const below = (parent: string, child = node('Seq Scan on a', 100_000, 3)) =>
      read(`${parent}\n  ->  ${child}`).wrong;
    expect(below(node('Limit', 3, 3))).toEqual([]);
    expect(below(node('Merge Join', 3, 3))).toEqual([]);
    expect(below(node('Nested Loop Semi Join', 3, 3))).toEqual([]);
    expect(below(node('Hash Join', 3, 3))).toEqual(['Seq Scan']);
    expect(below(node('Hash Join', 1, 0), `${node('Seq Scan on a', 100, 1)}\n  ->  ${node('Hash', 1, 0)}`)).toEqual([]);
    expect(below(node('Limit', 3, 3), node('Seq Scan on a', 3, 100_000))).toEqual(['Seq Scan']);
    // A sort reads everything before its first row.
    expect(
      below(node('Limit', 3, 3), `${node('Sort', 100_000, 3)}\n        ->  ${node('Seq Scan on a', 100_000, 3)}`),
    ).toEqual(['Seq Scan']);
  });

  it('nor where nothing was counted', () => {
    expect(read(node('BitmapAnd', 1_000, 0)).wrong).toEqual([]);
    expect(
      read(`${node('Append', 1, 1)}\n  ->  Seq Scan on b  (cost=0.00..1.00 rows=1000 width=4) (never executed)`).wrong,
    ).toEqual([]);
  });
});
