import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settingsPages, withSettings } from '../../scripts/settings.ts';

it.each(settingsPages)(
  '%s shows the settings as the server knows them (`node scripts/settings.ts` writes them)',
  async (path) => {
    const page = await readFile(path, 'utf8');
    expect(page).toBe(withSettings(page));
    expect(page).toContain('`BASECHART_DATA`');
  },
);
