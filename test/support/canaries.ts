/** Words that are typed into fields, and looked for in traces. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { redacted } from '../../src/inspector/trace/secrets.ts';
import { parseTrace, type Trace } from '../../src/inspector/trace/trace.ts';
import { storageEntries } from '../../src/services/browser/storage.ts';
import { openPanel, panelOf } from './inspector.ts';

const canary = 'Canary';

/** One canary each, so that a leak says where it comes from. */
export const canaryFor = (place: string, name: string): string => `${canary} ${place} ${name} 4711`;

const tokensIn = (page: Page): Promise<string[]> =>
  page.evaluate((key) => {
    const { access_token: access, refresh_token: refresh } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<
      string,
      string
    >;
    return access !== undefined && refresh !== undefined ? [access, refresh] : [];
  }, storageEntries.session.key);

/** What the inspector saves of the page. */
export async function savedTrace(page: Page, { keepsNames = false } = {}): Promise<{ text: string; trace: Trace }> {
  await openPanel(page);
  await page.getByRole('checkbox', { name: 'Keep names' }).setChecked(keepsNames);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save trace' }).click(),
  ]);
  await page.keyboard.press('F9');
  await panelOf(page).waitFor({ state: 'detached' });
  const text = await readFile(await download.path(), 'utf8');
  return { text, trace: parseTrace(text) };
}

/** Looks through what has been recorded of the page; `heard` are events that what was typed has to have made. */
export async function expectNoSecret(page: Page, secrets: readonly string[], heard: readonly string[]): Promise<void> {
  const { text, trace } = await savedTrace(page);
  const types = new Set(trace.events.map(({ event }) => event.type));
  expect(heard.filter((type) => !types.has(type))).toEqual([]);
  expect(text).toContain(redacted);
  // Each with what stands around it, which says where it comes from.
  expect(text.match(/.{0,120}canary.{0,60}/gi) ?? []).toEqual([]);
  expect(text.match(/.{0,120}@example\.com/g) ?? []).toEqual([]);
  for (const secret of [...secrets, ...(await tokensIn(page))]) expect(text).not.toContain(secret);
}
