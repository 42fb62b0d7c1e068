import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fontFile, fonts, makeFont } from '../../scripts/fonts.ts';

const firstVisitBudget = 40_000;

describe('fonts', () => {
  test.each(fonts)('$file is what scripts/fonts.ts makes', async (font) => {
    const [kept, made] = await Promise.all([readFile(fontFile(font.file)), makeFont(font)]);
    expect(kept.equals(made), 'run `node scripts/fonts.ts` and commit the result').toBe(true);
  });

  test('both together stay below what one visit may spend', async () => {
    const sizes = await Promise.all(fonts.map(async ({ file }) => (await readFile(fontFile(file))).length));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(firstVisitBudget);
  });
});
