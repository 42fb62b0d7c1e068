import type { Page } from 'playwright-core';
/** What is left of the assistant where no model answers. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { assistantOpen } from '../../../src/services/assistant/panelOpenness.ts';
import { enter, readerOf } from '../../support/accounts.ts';
import { journeysOn } from '../../support/journey.ts';

const journey = journeysOn({});

const panel = (page: Page) => page.getByRole('complementary', { name: 'Assistant' });

journey(
  'a panel left open stays closed without a model, and the palette leads to its conversations',
  async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    const scripts: string[] = [];
    await enter(page, account);
    await page.evaluate((key) => localStorage.setItem(key, 'true'), assistantOpen.key);
    page.on('request', (request) => void scripts.push(request.url()));
    await page.goto(href('project', { ref }));
    await page.getByRole('button', { name: 'Project: ' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((url) => /assets\/assistant/.test(url))).toEqual([]);
    expect(await panel(page).count()).toBe(0);

    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('assistant conv');
    await page.getByRole('option', { name: 'Assistant conversations' }).click();
    await panel(page).getByText('No model is configured').waitFor();
    await panel(page).getByRole('button', { name: 'Conversations' }).waitFor();

    await page.getByRole('button', { name: 'Close assistant' }).click();
    await page.goto(href('accountPreferences'));
    await page.getByRole('switch', { name: 'Command palette' }).waitFor();
    // What has a model is known once all lists have been read.
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('switch', { name: 'Assistant' }).count()).toBe(0);
  },
);
