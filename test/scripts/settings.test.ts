import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settingsPage, withSettings } from '../../scripts/settings.ts';

it('shows the settings as the server knows them (`node scripts/settings.ts` writes them)', async () => {
  const page = await readFile(settingsPage, 'utf8');
  expect(page).toBe(withSettings(page));
  expect(page).toContain('`BASECHART_DATA`');
});
