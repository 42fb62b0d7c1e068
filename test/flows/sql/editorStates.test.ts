import { beforeEach, describe, expect, it } from 'vitest';
import { editorStates } from '../../../src/machines/sql/sqlDraft/editorStates.ts';

const save = (query: string, size = 10) => editorStates.open(query).save({ state: query, size });
const restored = (query: string) => editorStates.open(query).restore()?.state;

describe('what editors leave', () => {
  beforeEach(() => editorStates.clear());

  it('is there for the next editor of the same query', () => {
    save('a');
    expect(restored('a')).toBe('a');
    expect(restored('b')).toBeUndefined();
  });

  it('is kept for the twenty queries that were left last', () => {
    for (let number = 0; number < 21; number++) save(`q${number}`);
    save('q1');
    expect(restored('q0')).toBeUndefined();
    expect(restored('q1')).toBe('q1');
    expect(restored('q20')).toBe('q20');
  });

  it('is let go where it is too much, the oldest first', () => {
    save('a', 2_000_000);
    save('b', 2_000_000);
    save('c', 1);
    expect(['a', 'b', 'c'].map(restored)).toEqual([undefined, 'b', 'c']);
    save('d', 5_000_000);
    expect(['b', 'c', 'd'].map(restored)).toEqual(['b', 'c', undefined]);
  });

  it('is not kept of a query that was deleted, nor once the user has changed, whichever comes first', () => {
    save('a');
    editorStates.forget('a');
    expect(restored('a')).toBeUndefined();
    const deleted = editorStates.open('a');
    editorStates.forget('a');
    deleted.save({ state: 'a', size: 1 });
    expect(restored('a')).toBeUndefined();
    const signedOut = editorStates.open('a');
    editorStates.clear();
    signedOut.save({ state: 'a', size: 1 });
    expect(restored('a')).toBeUndefined();
  });
});
