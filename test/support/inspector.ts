/** The flow inspector, operated as a user does. */
import type { Locator, Page } from 'playwright-core';

export const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Flow inspector' });

/** By its shortcut. The inspector loads when the page is idle, so the first press may be too early. */
export async function openPanel(page: Page): Promise<void> {
  const panel = panelOf(page);
  while (!(await panel.isVisible())) {
    await page.keyboard.press('F9');
    await panel.waitFor({ timeout: 1_000 }).catch(() => undefined);
  }
  await panel.getByRole('tree', { name: 'Actors' }).waitFor();
}

/** Selects an actor, and waits for its chart. */
export async function watchActor(page: Page, id: string): Promise<void> {
  await page.getByRole('treeitem', { name: new RegExp(`^${id}\\b`) }).click();
  await page.locator(`[data-picture="${id}"]`).waitFor();
}

/** A state of the shown chart, once it is active. */
export const highlighted = (page: Page, state: string): Locator => page.locator(`[data-state="${state}"][data-active]`);
