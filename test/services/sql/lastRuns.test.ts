import { describe, expect, it } from 'vitest';
import { forgetEnded, lastRun, noteEnd, rememberRun } from '../../../src/services/sql/lastRuns.ts';

const document = { length: 8, hash: 1 };
const run = { startedAt: 1, from: 0, line: 1, document, rowLimit: 100, timeLimitMs: 60_000 } as const;

describe('the last run of a query', () => {
  it('is remembered by query and by project, and is the latest', () => {
    rememberRun({ ref: 'abc', query: 'one' }, { ...run, id: 'first' });
    rememberRun({ ref: 'abc', query: 'two' }, { ...run, id: 'other', rowLimit: null });
    rememberRun({ ref: 'abc', query: 'one' }, { ...run, id: 'second' });
    expect(lastRun({ ref: 'abc', query: 'one' })).toEqual({ ...run, id: 'second', query: 'one', ended: false });
    expect(lastRun({ ref: 'abc', query: 'two' })).toMatchObject({ id: 'other', rowLimit: null });
    expect(lastRun({ ref: 'xyz', query: 'one' })).toBeNull();
  });

  it('is forgotten once its end was seen, and not while what became of it is unknown', () => {
    const target = { ref: 'forgotten', query: 'one' };
    rememberRun({ ...target, query: 'two' }, { ...run, id: 'other' });
    rememberRun(target, { ...run, id: 'first' });
    forgetEnded(target, 'first');
    expect(lastRun(target)?.id).toBe('first');
    noteEnd(target, 'first');
    forgetEnded(target, 'another');
    expect(lastRun(target)?.id).toBe('first');
    forgetEnded(target, 'first');
    expect([lastRun(target), lastRun({ ...target, query: 'two' })?.id]).toEqual([null, 'other']);
  });

  it('is the one before again where the platform refuses the new one, unless another took its place', () => {
    const target = { ref: 'refused', query: 'one' };
    rememberRun(target, { ...run, id: 'alone' })();
    expect(lastRun(target)).toBeNull();
    rememberRun(target, { ...run, id: 'first' });
    rememberRun(target, { ...run, id: 'refused' })();
    expect(lastRun(target)).toEqual({ ...run, id: 'first', query: 'one', ended: false });
    const late = rememberRun(target, { ...run, id: 'refused late' });
    rememberRun(target, { ...run, id: 'second' });
    late();
    expect(lastRun(target)?.id).toBe('second');
  });

  it('is known to have ended once its end was seen, and the next one is not', () => {
    const target = { ref: 'ended', query: 'one' };
    rememberRun(target, { ...run, id: 'first' });
    noteEnd(target, 'first');
    expect(lastRun(target)).toMatchObject({ id: 'first', ended: true });
    rememberRun(target, { ...run, id: 'second' });
    noteEnd(target, 'first');
    expect(lastRun(target)).toMatchObject({ id: 'second', ended: false });
  });

  it('is remembered of the latest fifty queries', () => {
    for (let query = 0; query < 60; query++)
      rememberRun({ ref: 'many', query: `${query}` }, { ...run, id: `${query}` });
    expect([lastRun({ ref: 'many', query: '9' }), lastRun({ ref: 'many', query: '10' })?.id]).toEqual([null, '10']);
  });
});
