import { expect, it } from 'vitest';
import { readTextFile } from '../../../src/services/browser/textFile.ts';

it('reads a file up to the limit, and refuses a larger one unread', async () => {
  const most = 2 * 1024 ** 2;
  expect(await readTextFile(new File(['{}'], 'trace.json'), most)).toBe('{}');
  expect(await readTextFile(new File(['x'.repeat(10)], 'trace.json'), 10)).toBe('x'.repeat(10));
  const large = new File(['x'.repeat(most + 1)], 'large.json');
  large.text = () => Promise.reject(new Error('It was read.'));
  await expect(readTextFile(large, most)).rejects.toThrow('large.json is too large: a trace has at most 2 MB.');
});

it('names the file that cannot be read', async () => {
  const gone = new File(['{}'], 'gone.json');
  gone.text = () => Promise.reject(new DOMException('The file was removed.', 'NotFoundError'));
  await expect(readTextFile(gone, 10)).rejects.toThrow('Could not read gone.json.');
});
