/** Steps that journeys of the table editor share. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { enrolWithProject, type Account, type WithProject } from '../../support/accounts.ts';
import type { Platform } from '../../support/browser.ts';

export interface Place {
  platform: Platform;
  account: Account;
  ref: string;
}

/** Runs SQL beside the page, as another person would; the rows of the answer. */
export async function sqlOf({ platform, account, ref }: Place, sql: string): Promise<(string | null)[][]> {
  const response = await fetch(`${platform.origin()}/api/platform/projects/${ref}/database/query`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ id: randomUUID(), sql }),
  });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; rows?: (string | null)[][]; error?: unknown });
  const failed = events.find(({ type: kind }) => kind === 'error');
  if (failed) throw new Error(JSON.stringify(failed.error));
  return events.flatMap(({ rows = [] }) => rows);
}

const harbors = new WeakMap<Platform, Promise<WithProject>>();

/** Drops what a journey has left in the schema public. */
const sweep = `
  do $$ declare command text; begin
    for command in
      select format('drop %s if exists %s cascade', case relkind when 'v' then 'view' else 'table' end, oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by oid
    loop execute command; end loop;
  end $$;
  drop type if exists mood;
`;

/** The project of all journeys of the table editor, which takes seconds to create, with nothing but these tables. */
export async function harborWith(platform: Platform, tables: string): Promise<Place> {
  const made = harbors.get(platform) ?? enrolWithProject(platform, 'Ferries', 'Harbor');
  harbors.set(platform, made);
  const { account, ref } = await made;
  const place = { platform, account, ref };
  await sqlOf(place, sweep + tables);
  return place;
}

/** Presses Tab until the element has the focus, as a user without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isThere()); presses++) {
    // Tab goes from cell to cell in a grid, and leaves it after Escape.
    const isInGrid = await page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid');
    if (isInGrid) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  expect(await isThere(), 'reached by Tab').toBe(true);
}

export const grid = (page: Page, table: string) => page.getByRole('grid', { name: `Rows of ${table}` });
/** The cell of a row, counted from 1 as the grid does, and a column. */
export const cell = (page: Page, table: string, row: number, column: number) =>
  grid(page, table).locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`);
export const open = async (page: Page, table: string) => {
  await page
    .getByRole('navigation', { name: 'Tables of the project' })
    .getByRole('link', { name: new RegExp(`^${table}`) })
    .click();
  await grid(page, table).waitFor();
};
/** Types a value into a cell, by keyboard alone. */
export const type = async (page: Page, table: string, row: number, column: number, text: string) => {
  await cell(page, table, row, column).click();
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};
export const change = (page: Page) => page.getByRole('group', { name: 'Staged changes' });
