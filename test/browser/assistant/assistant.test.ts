import type { Page } from 'playwright-core';
/** The assistant panel with a model on this machine, which answers, fails and asks for tools as the question says. */
import { afterAll, describe, expect } from 'vitest';
import { enrolWithProject, readerOf, signIn, takeSession } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journeysOn } from '../../support/journey.ts';
import { startModelServer } from '../../support/modelServer.ts';

const model = await startModelServer();
const journey = journeysOn({ env: model.env });
afterAll(model.close);

const panel = (page: Page) => page.getByRole('complementary', { name: 'Assistant' });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const answer = (page: Page) => page.getByRole('article', { name: 'Answer' }).last();

async function open(page: Page) {
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
}

async function ask(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Question' }).fill(text);
  await page.getByRole('button', { name: 'Send question' }).click();
}

describe('the assistant panel', () => {
  journey(
    'loads when it is opened, answers, survives failures and reloads, and leaves nothing',
    async ({ page, platform }) => {
      const { account, ref } = await enrolWithProject(platform, 'Talkers', 'Shop');
      const scripts: string[] = [];
      page.on('request', (request) => void scripts.push(request.url()));
      await signIn(page, account);
      await page.goto(`/project/${ref}`);
      await page.waitForLoadState('networkidle');
      expect(scripts.filter((url) => /assets\/(?:assistant|markdown)/.test(url))).toEqual([]);
      await open(page);
      expect(await panel(page).textContent()).toContain('Context');
      await ask(
        page,
        '#say Use **this**: [outside](https://evil.example/x) ![picture](https://evil.example/p.png)\n\n```sql\nselect 1 as one\n```',
      );
      await answer(page).getByText('this', { exact: true }).waitFor();
      expect(await answer(page).locator('img').count()).toBe(0);
      await answer(page).getByRole('button', { name: 'Run SQL' }).click();
      await answer(page)
        .getByText(/SELECT 1 · 1 row/)
        .waitFor();
      for (const [scene, words] of [
        ['#429', /Try again in 7 s/],
        ['#500', /The answer is not complete/],
        ['#401', /refuses its key/],
        ['#context', /Begin a new one, share less, or attach less/],
        ['#breaks', /The answer is not complete/],
        ['#malformed', /The answer is not complete/],
      ] as const) {
        await ask(page, scene);
        await answer(page).getByText(words).waitFor();
      }
      await ask(page, '#never');
      await page.getByRole('button', { name: 'Stop' }).click();
      await answer(page).getByText('Stopped.').waitFor();
      await ask(page, '#hold The first half stays, and this is the second half of it.');
      await answer(page).getByText('The first half stays').waitFor();
      await page.reload();
      await answer(page)
        .getByText(/The first half stays/)
        .waitFor();
      await answer(page).getByRole('button', { name: 'Try again' }).waitFor();
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByText('Sign out', { exact: true }).click();
      await page.getByLabel('Email').waitFor();
      await expect
        .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
        .not.toContainEqual(expect.stringContaining('assistant'));
    },
  );

  journey('runs a tool only with consent, whatever a row says', async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await takeSession(page, account);
    await page.goto(`/project/${ref}`);
    await open(page);
    const before = model.requests.length;
    await ask(page, '#tools');
    await messages(page).getByText('The model asks to run “List tables”').waitFor();
    expect(model.requests.length).toBe(before + 1);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await messages(page).getByText('The model asks to run “Search docs”').waitFor();
    await page.getByRole('button', { name: 'Allow once' }).click();
    await answer(page)
      .getByText(/I read/)
      .waitFor();
    await ask(page, '#call dropEverything {}');
    await messages(page)
      .getByText(/dropEverything: failed/)
      .first()
      .waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await horizontalOverflow(page)).toBeNull();
    expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toContain('dropEverything');
  });
});
