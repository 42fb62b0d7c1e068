/** What the panel says without a model. */
import { describe, expect, it } from 'vitest';
import { parsePlan } from '../../../src/contract/sql/parsePlan.ts';
import { planFigures } from '../../../src/contract/sql/planFigures.ts';
import { errorHelp } from '../../../src/views/assistant/errorHelp.ts';
import { messageOf } from '../../../src/views/assistant/logMessage.ts';
import { worstNode } from '../../../src/views/assistant/planCost.ts';
import { gathered } from '../../fixtures/plans.ts';

const text = `Sort  (cost=131.45..134.06 rows=1045 width=12)
  Sort Key: berths
  ->  Hash Join  (cost=25.00..79.06 rows=1045 width=12)
        Hash Cond: (b.harbor = h.id)
        ->  Seq Scan on boats b  (cost=0.00..34.00 rows=2400 width=8)
        ->  Hash  (cost=15.00..15.00 rows=800 width=8)
              ->  Seq Scan on harbors h  (cost=0.00..15.00 rows=800 width=8)`;

const measured = `Nested Loop  (cost=0.00..10.00 rows=1 width=4) (actual time=0.010..9.000 rows=1 loops=1)
  ->  Seq Scan on boats  (cost=0.00..5.00 rows=1 width=4) (actual time=0.010..1.000 rows=3 loops=1)
  ->  Index Scan using harbors_pkey on harbors  (cost=0.00..5.00 rows=1 width=4) (actual time=0.100..2.500 rows=1 loops=3)`;

describe('the most expensive part of a plan', () => {
  it('is found in the text of EXPLAIN, without the cost of what is below it', () => {
    expect(worstNode(text)).toMatchObject({ name: 'Sort', isMeasured: false, share: (134.06 - 79.06) / 134.06 });
  });

  it('is found by time where the plan was measured, with all turns of a loop', () => {
    expect(worstNode(measured)).toMatchObject({ name: 'Index Scan on harbors', isMeasured: true, share: 7.5 / 9 });
  });

  it('is found in the JSON of EXPLAIN', () => {
    const node = (type: string, cost: number) => ({
      'Node Type': type,
      'Startup Cost': 0,
      'Total Cost': cost,
      'Plan Rows': 1,
      'Plan Width': 4,
    });
    const plan = { ...node('Limit', 10), Plans: [{ ...node('Seq Scan', 9), 'Relation Name': 'boats', Alias: 'b' }] };
    expect(worstNode(JSON.stringify([{ Plan: plan }]))).toMatchObject({ name: 'Seq Scan on boats b', share: 0.9 });
  });

  it('is the one that the plan beside a result marks, also where processes share the work', () => {
    const { nodes } = parsePlan(gathered)!;
    const { slowest } = planFigures(nodes);
    expect(worstNode(gathered)!.name).toContain(nodes[slowest!]!.operation);
  });

  it.each([
    ['Parallel Seq Scan on boats', 'reads the whole table'],
    ['Incremental Sort', 'sorts its input'],
    ['Nested Loop Left Join', 'repeats its inner side'],
    ['Hash Left Join', 'builds a hash table'],
    ['Parallel Hash Right Anti Join', 'builds a hash table'],
    ['HashAggregate', 'reads all its input'],
    ['GroupAggregate', 'reads all its input'],
    ['Partial HashAggregate', 'reads all its input'],
    ['Function Scan on generate_series', 'Look at its conditions'],
  ])('has advice for a %s: %s', (written, advice) => {
    expect(worstNode(`${written}  (cost=0.00..9.00 rows=1 width=4)`)!.advice).toContain(advice);
  });

  it('is not guessed in another text', () => {
    expect(worstNode('select 1')).toBeNull();
    expect(worstNode('Seq Scan on boats')).toBeNull();
  });
});

describe('the help with an error', () => {
  it('comes from its SQLSTATE, with the line and the column', () => {
    const sql = 'select 1;\nselect nothing from boats';
    const help = errorHelp({ code: '42703', message: 'column "nothing" does not exist', position: 18 }, sql);
    expect(help.text).toContain('No table of the query has a column of this name');
    expect(help.place).toEqual({ line: 2, column: 8, text: 'select nothing from boats' });
  });

  it('says of a session that ended what ended it, and what became of its changes', () => {
    expect(errorHelp({ code: '57P01', message: '' }, '').text).toMatch(/restarted, was paused.*rolled back/);
  });

  it('comes from the class of a rarer one', () => {
    expect(errorHelp({ code: '22999', message: '' }, '').text).toContain('A value is not valid');
  });
});

it('the docs are searched for what a log line says, whatever its form', () => {
  expect(messageOf('{"time": "2026-01-01", "message": "deadlock detected"}')).toBe('deadlock detected');
  expect(messageOf('WARNING there is no transaction in progress')).toBe('WARNING there is no transaction in progress');
  expect(messageOf('"quoted"')).toBe('"quoted"');
});
