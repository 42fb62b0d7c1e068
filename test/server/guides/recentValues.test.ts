import { expect, it } from 'vitest';
import { recentValues } from '../../../server/guides/search/recentValues.ts';

it('keeps the values that were used last, up to a size', () => {
  const values = recentValues<readonly string[]>(4, (value) => value.length);
  values.set('one', ['a', 'b']);
  values.set('two', ['c', 'd']);
  values.get('one');
  values.set('three', ['e']);
  expect([values.get('one'), values.get('two'), values.get('three')]).toEqual([['a', 'b'], undefined, ['e']]);
  // Set again, it counts once.
  values.set('three', ['f']);
  values.set('four', ['g']);
  expect(values.get('one')).toEqual(['a', 'b']);
  values.set('large', ['1', '2', '3', '4', '5']);
  expect([values.get('large'), values.get('one')]).toEqual([undefined, undefined]);
});

it('reads together what is not kept, each key once, and remembers what is not found', async () => {
  const values = recentValues<readonly string[]>(10);
  const read: (readonly string[])[] = [];
  const ask = (...keys: string[]) =>
    values.getAll(
      keys,
      (missing) => {
        read.push(missing);
        return Promise.resolve(new Map(missing.filter((key) => key !== 'none').map((key) => [key, [key]])));
      },
      [],
    );
  expect(await ask('a', 'b', 'a', 'none')).toEqual(
    new Map([
      ['a', ['a']],
      ['b', ['b']],
      ['none', []],
    ]),
  );
  expect(await ask('b', 'c', 'none')).toEqual(
    new Map([
      ['b', ['b']],
      ['none', []],
      ['c', ['c']],
    ]),
  );
  await ask('a', 'c');
  expect(read).toEqual([['a', 'b', 'none'], ['c']]);
});
