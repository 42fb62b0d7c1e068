import { expect, it } from 'vitest';
import { countWords } from '../../../src/contract/common/counts.ts';
import { durationWords, sizeWords } from '../../../src/views/parts/quantities.ts';

it.each([
  [0, '0 bytes'],
  [1_023, '1,023 bytes'],
  [1_024, '1 KB'],
  [1_048_575, '1 MB'],
  [1_023.4 * 1024, '1,023 KB'],
  [8_847_360, '8.4 MB'],
  [496 * 1024, '496 KB'],
  [3 * 1024 ** 4, '3 TB'],
  [5_000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

it.each([
  [0.4, '< 1 ms'],
  [420, '420 ms'],
  [999.7, '1.00 s'],
  [1_530, '1.53 s'],
  [9_996, '10.0 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_999, '2 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms are %s', (milliseconds, words) => {
  expect(durationWords(milliseconds)).toBe(words);
});

it('one of a kind is one', () => {
  expect([countWords(1, 'table'), countWords(1_200, 'query', 'queries')]).toEqual(['1 table', '1,200 queries']);
});
