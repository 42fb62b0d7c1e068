import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Numbers that look random and are the same every time (Lehmer’s generator). */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/**
 * Writes the guides of a folder many times over. The copies have the headings and phrases of the guides and paragraphs of others, so
 * that each is a text of its own with words as frequent as in the guides.
 */
export async function multiplyGuides(from: string, to: string, times: number): Promise<void> {
  await cp(from, to, { recursive: true });
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { name: path.slice(from.length + 1), text: await readFile(path, 'utf8') };
      }),
  );
  const bodyOf = (text: string): string => text.slice(text.indexOf('\n---\n') + 5);
  // Without blocks of code, whose halves would end up in different texts.
  const paragraphs = files.flatMap(({ text }) =>
    bodyOf(text)
      .split('\n\n')
      .filter((part) => part.trim() !== '' && !/^#|^<!--|```/.test(part)),
  );
  const pick = generator(42);
  for (let copy = 1; copy < times; copy += 1) {
    for (const { name, text } of files) {
      const target = join(to, `copy-${copy}`, name);
      const body = bodyOf(text)
        .split('\n\n')
        .map((part) => (/^#|^<!--/.test(part) ? part : paragraphs[pick(paragraphs.length)]))
        .join('\n\n');
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text.slice(0, text.length - bodyOf(text).length) + body);
    }
  }
}
