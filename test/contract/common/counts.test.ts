import { expect, it } from 'vitest';
import { countWords, grouped } from '../../../src/contract/common/counts.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [100_000, '100,000'],
  [1_234_567, '1,234,567'],
  [-999, '-999'],
  [-100_000, '-100,000'],
])('groups the digits of %d', (value, text) => expect(grouped(value)).toBe(text));

it('keeps as many decimals as are wanted, and none that say nothing', () => {
  expect([grouped(1_234.56, 1), grouped(8.04, 1), grouped(1_024, 1), grouped(0.5)]).toEqual([
    '1,234.6',
    '8',
    '1,024',
    '1',
  ]);
});

it('counts in words', () => {
  expect([countWords(1, 'row'), countWords(1_200, 'row'), countWords(2, 'query', 'queries')]).toEqual([
    '1 row',
    '1,200 rows',
    '2 queries',
  ]);
});
