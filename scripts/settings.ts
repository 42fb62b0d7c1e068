/** Writes the tables of settings into `docs/settings.md`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { settingsMarkdown } from '../server/settings.table.ts';

export const settingsPage = join(resolve(import.meta.dirname, '..'), 'docs/settings.md');

/** The page with its generated part updated. Its introduction stays. */
export const withSettings = (page: string): string =>
  page.replace(
    /(<!-- settings:begin.*-->\n)[\s\S]*(<!-- settings:end -->)/,
    (_, begin: string, end: string) => `${begin}${settingsMarkdown()}\n${end}`,
  );

if (import.meta.main) await writeFile(settingsPage, withSettings(await readFile(settingsPage, 'utf8')));
