import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedEncoding, compress, compressBest } from '../../../server/http/encoding.ts';

/** Code whose parts differ. */
const code = readFileSync(
  new URL('../../../node_modules/react-dom/cjs/react-dom-client.production.js', import.meta.url),
).subarray(0, 300_000);

describe('what a build compresses', () => {
  it('is smaller than in one block, and is what it was', async () => {
    const [best, whole] = await Promise.all([compressBest(code, 'br'), compress(code, 'br', 1)]);
    expect(brotliDecompressSync(best).equals(code)).toBe(true);
    expect(best.length).toBeLessThan(whole.length);
  });

  it('is also there for a client that knows only gzip', async () => {
    expect(gunzipSync(await compressBest(code, 'gzip')).equals(code)).toBe(true);
  });
});

it.each([
  ['br, gzip', 'br'],
  ['gzip;q=1, br;q=0', 'gzip'],
  ['identity', null],
  [undefined, null],
])('a client that accepts %s gets %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
