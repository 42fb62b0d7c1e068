/** How the docs search stores which sections have a word. */
import { expect, it } from 'vitest';
import { bytesOfPostings, postingsOf, sizeOfPostings } from '../../../server/guides/search/postings.ts';

it('the sections with a word, and what it says about each, are read as they were stored', () => {
  const postings = { count: 7, sections: Int32Array.of(3, 1, 40_000), values: Float32Array.of(1, 0.5, 0.25) };
  // The bytes of a row begin anywhere.
  const stored = Buffer.concat([Buffer.from([9]), bytesOfPostings(postings)]).subarray(1);
  expect(postingsOf(stored)).toEqual(postings);
  expect(sizeOfPostings(postings)).toBe(3 * 4 + 3 * 4 + 200);
});
