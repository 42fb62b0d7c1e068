/** What the panel says without a model. */
import { describe, expect, it } from 'vitest';
import { errorHelp } from '../../../src/views/assistant/errorHelp.ts';
import { messageOf } from '../../../src/views/assistant/logMessage.ts';
import { worstNode } from '../../../src/views/assistant/planCost.ts';

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
    const plan = { 'Node Type': 'Limit', 'Total Cost': 10, Plans: [{ 'Node Type': 'Seq Scan', 'Total Cost': 9 }] };
    expect(worstNode(JSON.stringify([{ Plan: plan }]))).toMatchObject({ name: 'Seq Scan', share: 0.9 });
  });

  it.each([
    ['Parallel Seq Scan on boats', 'Seq Scan'],
    ['Incremental Sort', 'Sort'],
    ['Nested Loop Left Join', 'Nested Loop'],
    ['Hash Left Join', 'Hash Join'],
    ['Parallel Hash Right Anti Join', 'Hash Join'],
    ['HashAggregate', 'Aggregate'],
    ['GroupAggregate', 'Aggregate'],
    ['Partial HashAggregate', 'Aggregate'],
  ])('gets the advice for a %s of a text that JSON has for a %s', (written, type) => {
    const inJson = worstNode(JSON.stringify([{ Plan: { 'Node Type': type, 'Total Cost': 9 } }]))!.advice;
    expect(worstNode(`${written}  (cost=0.00..9.00 rows=1 width=4)`)!.advice).toBe(inJson);
    expect(inJson).not.toContain('Look at its conditions');
  });

  it('is not guessed in another text', () => {
    expect(worstNode('select 1')).toBeNull();
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
