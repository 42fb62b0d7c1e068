/** Writes the table of settings into the README. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { settingsMarkdown } from '../server/settings.table.ts';

const path = join(resolve(import.meta.dirname, '..'), 'README.md');

/** The README with the settings as the server knows them. */
export const withSettings = (text: string): string =>
  text.replace(
    /(<!-- settings:begin.*-->\n)[\s\S]*(<!-- settings:end -->)/,
    (_, begin: string, end: string) => `${begin}${settingsMarkdown()}\n${end}`,
  );

if (import.meta.main) await writeFile(path, withSettings(await readFile(path, 'utf8')));
