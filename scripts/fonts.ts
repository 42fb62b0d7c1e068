/**
 * Makes `src/views/theme/fonts` from the `@fontsource-variable` packages: `node scripts/fonts.ts`.
 *
 * The first visit may spend 40 kB on fonts, and Inter's own Latin file is 48: so the faces keep the characters and the
 * weights that the interface uses, and of their features kerning, marks and tabular figures. What is missing (other
 * scripts, rarer signs) falls back to the system's font, letter by letter. Both families are under the SIL Open Font
 * License 1.1 without reserved names. The results are committed, and `test/scripts/fonts.test.ts` tells when they are stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Basic Latin, Latin-1, and the punctuation and signs that the interface and user data use most. */
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœ–—‘’‚“”„†•…‰‹›⁄€™↑↓−`;
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'zero', 'case'];

export const fonts = [
  {
    file: 'inter.woff2',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    weights: { min: 400, max: 600 },
  },
  {
    file: 'jetbrains-mono.woff2',
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    weights: { min: 400, max: 600 },
  },
] as const;

export const fontFile = (file: string): string =>
  fileURLToPath(new URL(`../src/views/theme/fonts/${file}`, import.meta.url));

export async function makeFont({ source, weights }: (typeof fonts)[number]): Promise<Buffer> {
  const original = await readFile(fileURLToPath(import.meta.resolve(source)));
  return subsetFont(original, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
    noHinting: true,
  });
}

if (import.meta.main) {
  for (const font of fonts) {
    const made = await makeFont(font);
    await writeFile(fontFile(font.file), made);
    process.stdout.write(`${font.file} ${(made.length / 1000).toFixed(1)} kB\n`);
  }
}
