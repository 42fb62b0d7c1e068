import { describe, expect } from 'vitest';
/** The table editor on a Postgres server: rows are edited, committed, imported and followed as on the embedded engine. */
import { href } from '../../../src/router/href.ts';
import { enter } from '../../support/accounts.ts';
import { axeViolationsInThemes, startPlatform, type Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { createDatabase, postgresPrograms, startPostgres } from '../../support/postgres.ts';
import { editByKeyboard, editTwentyCells, importManyRows } from './sharedJourneys.ts';
import { cell, change, grid, harborWith, open, sqlOf, type } from './tableSteps.ts';

const onPostgres = journey.extend('platform', { scope: 'file' }, async ({}, { onCleanup }): Promise<Platform> => {
  const postgres = await startPostgres();
  const platform = await startPlatform({ env: { DATABASE_URL: await createDatabase(postgres, 'control') } });
  onCleanup(async () => {
    await platform.end();
    await postgres.stop();
  });
  return platform;
});

const setup = `
  create table boats (id int primary key, name text not null, berths int check (berths > 0), left_at timestamptz, notes jsonb);
  insert into boats select n, 'Boat ' || n, n, timestamptz '2024-07-01 12:00:00+00', '{"deck": 1}' from generate_series(1, 230) n;
  create table trips (id bigint generated always as identity primary key, boat int references boats, note text);
  insert into trips (boat, note) values (7, 'North');
`;

describe.skipIf(postgresPrograms === undefined)('the table editor on a Postgres server', () => {
  onPostgres('edits, commits, resolves a conflict, imports a file and follows a key', async ({ page, platform }) => {
    const place = await harborWith(platform, setup);
    const { account, ref } = place;
    await enter(page, account, href('tables', { ref }));
    await open(page, 'boats');
    await cell(page, 'boats', 1, 2).getByText('Boat 1').waitFor();
    for (const [row, column, text] of [
      [1, 2, 'Ada'],
      [2, 3, '44'],
      [3, 4, '2025-01-01 00:00:00+02'],
      [4, 5, '{"deck": 2}'],
      [5, 3, '-5'],
      [6, 2, 'Mistake'],
    ] as const)
      await type(page, 'boats', row, column, text);
    await page.keyboard.press('ControlOrMeta+z');
    await change(page).getByText('5 changes staged').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    // What is staged survives a reload; a refused value is marked, and nothing was committed.
    await page.reload();
    await change(page).getByText('5 changes staged').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('rejected a value in berths (boats_berths_check)').waitFor();
    await cell(page, 'boats', 5, 3).and(page.locator('[data-mark=failed]')).waitFor();
    await type(page, 'boats', 5, 3, '5');
    await sqlOf(place, "update boats set name = 'Theirs' where id = 1");
    await change(page).getByRole('button', { name: 'Commit' }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Row 1 of boats was changed' });
    await conflict.getByRole('button', { name: 'Keep theirs' }).waitFor();
    expect(await axeViolationsInThemes(page, '[role=alertdialog]')).toEqual([]);
    await conflict.getByRole('button', { name: 'Keep theirs' }).click();
    await page.getByText('3 changes committed').waitFor();
    await cell(page, 'boats', 1, 2).getByText('Theirs').waitFor();
    expect(
      await sqlOf(place, 'select name, berths, left_at::text, notes::text from boats where id < 6 order by id'),
    ).toEqual([
      ['Theirs', '1', '2024-07-01 12:00:00+00', '{"deck": 1}'],
      ['Boat 2', '44', '2024-07-01 12:00:00+00', '{"deck": 1}'],
      ['Boat 3', '3', '2024-12-31 22:00:00+00', '{"deck": 1}'],
      ['Boat 4', '4', '2024-07-01 12:00:00+00', '{"deck": 2}'],
      ['Boat 5', '5', '2024-07-01 12:00:00+00', '{"deck": 1}'],
    ]);

    await page.getByRole('button', { name: 'Actions for trips', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import rows…' }).click();
    const panel = page.getByRole('dialog', { name: 'Import rows into trips' });
    const rows = Array.from({ length: 2_000 }, (_, n) => `${n === 999 ? 'x' : (n % 230) + 1},Imported ${n}`);
    const buffer = Buffer.from(`boat,note\n${rows.join('\n')}\n`);
    await panel.getByLabel('File to import').setInputFiles({ name: 'trips.csv', mimeType: 'text/csv', buffer });
    await panel.getByRole('button', { name: 'Import rows' }).click();
    await panel.getByText('Nothing was imported: 1 bad row').waitFor();
    await panel.getByRole('button', { name: 'Import the good rows' }).click();
    await panel.getByText('1,999 rows imported').waitFor();
    await panel.getByRole('button', { name: 'Open table' }).click();
    await grid(page, 'trips').waitFor();
    expect(await sqlOf(place, 'select count(*) from trips')).toEqual([['2000']]);
    await cell(page, 'trips', 1, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open in boats' }).click();
    await cell(page, 'boats', 1, 2).getByText('Boat 7').waitFor();
  });

  onPostgres('twenty cells are edited, three undone, and the rest is committed', editTwentyCells);
  onPostgres('rows are edited by keyboard alone, beside a second browser', editByKeyboard);
  onPostgres('an import makes a table of 100,000 rows, of which three are bad, over a reload', importManyRows);
});
