import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueFileMax } from '../../../src/contract/tables/rows.ts';
import { bytesOf, hexOf, readValueFile } from '../../../src/services/tables/valueFiles.ts';

test('bytes come back from their digits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect([...bytesOf(hexOf(bytes))]).toEqual([...bytes]);
    }),
    { seed: 2 },
  );
  expect([...bytesOf(String.raw`\X00 fF`)]).toEqual([0, 255]);
});

test('a file is the bytes of a binary value, or the text of another', async () => {
  const file = new Blob([new Uint8Array([0xe2, 0x82, 0xac])]);
  expect(await readValueFile({ file, isBinary: true })).toBe(String.raw`\xe282ac`);
  expect(await readValueFile({ file, isBinary: false })).toBe('€');
});

test('a file that is too large, or no text, is refused', async () => {
  await expect(readValueFile({ file: new Blob([new Uint8Array([0xff])]), isBinary: false })).rejects.toThrow('UTF-8');
  const large = { size: valueFileMax + 1 } as Blob;
  await expect(readValueFile({ file: large, isBinary: true })).rejects.toThrow('larger than 7 MB');
});
