import { beforeEach, describe, expect, it } from 'vitest';
import { editorStates } from '../../../src/machines/sql/sqlDraft/editorStates.ts';

const left = (query: string, size = 10) => editorStates.open(query).keep({ state: query, size });
const recalled = (query: string) => editorStates.open(query).recall()?.state;

describe('what editors leave', () => {
  beforeEach(() => editorStates.clear());

  it('is there for the next editor of the same query', () => {
    left('a');
    expect(recalled('a')).toBe('a');
    expect(recalled('b')).toBeUndefined();
  });

  it('is kept for the twenty queries that were left last', () => {
    for (let number = 0; number < 21; number++) left(`q${number}`);
    left('q1');
    expect(recalled('q0')).toBeUndefined();
    expect(recalled('q1')).toBe('q1');
    expect(recalled('q20')).toBe('q20');
  });

  it('is let go where it is too much, the oldest first', () => {
    left('a', 2_000_000);
    left('b', 2_000_000);
    left('c', 1);
    expect(['a', 'b', 'c'].map(recalled)).toEqual([undefined, 'b', 'c']);
    left('d', 5_000_000);
    expect(['b', 'c', 'd'].map(recalled)).toEqual(['b', 'c', undefined]);
  });

  it('is not kept of a query that was deleted, nor once the user has changed, whichever comes first', () => {
    left('a');
    editorStates.forget('a');
    expect(recalled('a')).toBeUndefined();
    const deleted = editorStates.open('a');
    editorStates.forget('a');
    deleted.keep({ state: 'a', size: 1 });
    expect(recalled('a')).toBeUndefined();
    const signedOut = editorStates.open('a');
    editorStates.clear();
    signedOut.keep({ state: 'a', size: 1 });
    expect(recalled('a')).toBeUndefined();
  });
});
