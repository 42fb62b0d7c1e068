/** Writes the tables of settings into `docs/settings.md` and into the guide that shows them to users. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { settingsMarkdown } from '../server/settings.table.ts';

const docs = join(resolve(import.meta.dirname, '..'), 'docs');

export const settingsPages = [join(docs, 'settings.md'), join(docs, 'guides/reference/settings.md')];

/** The page with its generated part updated. Its introduction stays. */
export const withSettings = (page: string): string =>
  page.replace(
    /(<!-- settings:begin.*-->\n)[\s\S]*(<!-- settings:end -->)/,
    (_, begin: string, end: string) => `${begin}${settingsMarkdown()}\n${end}`,
  );

if (import.meta.main)
  for (const page of settingsPages) await writeFile(page, withSettings(await readFile(page, 'utf8')));
