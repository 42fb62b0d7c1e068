import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

export interface Outdated {
  file: string;
  why: 'missing' | 'out of date' | 'no such machine';
}

/** Files of a kind in a folder that differ from their expected content. */
export async function outdatedIn(target: string, documents: ReadonlyMap<string, string>): Promise<Outdated[]> {
  const present = (await readdir(target, { recursive: true }).catch(() => []))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.md'));
  const wanted = await Promise.all(
    [...documents].map(async ([file, text]): Promise<Outdated[]> => {
      if (!present.includes(file)) return [{ file, why: 'missing' }];
      return (await readFile(resolve(target, file), 'utf8')) === text ? [] : [{ file, why: 'out of date' }];
    }),
  );
  return [
    ...wanted.flat(),
    ...present.filter((file) => !documents.has(file)).map((file): Outdated => ({ file, why: 'no such machine' })),
  ];
}

/** Writes the expected content. */
export async function writeInto(
  target: string,
  documents: ReadonlyMap<string, string>,
  outdated: readonly Outdated[],
): Promise<void> {
  await Promise.all(
    outdated.map(async ({ file }) => {
      const text = documents.get(file);
      if (text === undefined) return await rm(resolve(target, file));
      await mkdir(dirname(resolve(target, file)), { recursive: true });
      return await writeFile(resolve(target, file), text);
    }),
  );
}
