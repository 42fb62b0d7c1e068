import type { BrowserContext, Page } from 'playwright-core';
/** A browser translates the page while people work in it: text nodes change hands under React, and nothing breaks or goes stale. */
import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { createOrganization, createProject, runSql, signUp } from '../../support/accounts.ts';
import { journeysOn } from '../../support/journey.ts';

const journey = journeysOn({ env: { BASECHART_ENVIRONMENT: 'development' } });

/** Chromium's translator puts elements in the place of texts; others move the texts into elements. */
const manners = ['replaces texts', 'wraps texts'] as const;
type Manner = (typeof manners)[number];

/** What can be seen of a translated text and disturbs no one who looks for it: a space without width. */
const accent = '\u200B';

/** Translates the page from its first text on, and whatever comes later, as a browser's translator does. */
const translate = (context: BrowserContext, manner: Manner): Promise<unknown> =>
  context.addInitScript(
    ({ replaces, mark }) => {
      const isForeign = (text: Text) =>
        text.parentElement?.closest('font, [translate=no], script, style, textarea, noscript, svg') != null;
      const font = (...children: (Node | string)[]) => {
        const element = document.createElement('font');
        element.append(...children);
        return element;
      };
      const translated = (text: Text): void => {
        if (text.data.trim() === '' || isForeign(text)) return;
        if (replaces) {
          text.replaceWith(font(font(text.data + mark)));
        } else {
          const wrapper = font();
          text.replaceWith(wrapper);
          text.data += mark;
          wrapper.append(text);
        }
      };
      const textsIn = (node: Node): Text[] => {
        if (node instanceof Text) return [node];
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        return texts;
      };
      const watch = () => {
        textsIn(document.body).forEach(translated);
        new MutationObserver((records) => {
          for (const { addedNodes } of records)
            for (const node of addedNodes) if (node.isConnected) textsIn(node).forEach(translated);
        }).observe(document.body, { childList: true, subtree: true });
      };
      if (document.body) watch();
      else document.addEventListener('DOMContentLoaded', watch);
    },
    { replaces: manner === 'replaces texts', mark: accent },
  );

/** Texts that stand translated, to be sure that there is a translator at work. */
const translatedTexts = (page: Page): Promise<number> => page.locator('font').count();

async function isWell(page: Page): Promise<void> {
  expect(await page.getByText('Application error').count()).toBe(0);
  expect(await translatedTexts(page)).toBeGreaterThan(5);
}

describe('with a translator at work', () => {
  journey.for(manners)('one that %s: texts beside texts change, come and go', async (manner, { page, visitor }) => {
    await translate(visitor.context, manner);
    await page.goto(href('gallery'));
    const line = page.getByRole('button', { name: 'Read another' }).locator('xpath=../preceding-sibling::p');
    const words = async () => (await line.textContent())?.replaceAll(accent, '');
    for (const expected of [
      '1 row, and counting',
      '2 rows after a while, and counting',
      '3 rowsslow, and no more',
      '4 rows after a while, and no more',
      '5 rows, and no more',
      '6 rows after a whileslow, and no more',
    ]) {
      await expect.poll(words).toBe(expected);
      await expect.poll(() => line.locator('font').count()).toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Read another' }).click();
    }
    await isWell(page);
  });

  journey.for(manners)(
    'one that %s: from sign-up to a query’s result, nothing breaks and no old words stay',
    async (manner, { page, visitor }) => {
      await translate(visitor.context, manner);

      // Words about a password come and go while it is typed.
      await page.goto(href('signUp'));
      await page.getByLabel('Password', { exact: true }).fill('river');
      await page
        .getByText(/is not acceptable|is not secure enough/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('button', { name: 'Hide' }).waitFor();
      await isWell(page);
      await signUp(page);
      await page.getByLabel('Organization name').waitFor();
      await page.goto(href('projects'));
      await page.getByText('Create your first project').waitFor();

      // Fields and notes that depend on others.
      await page.goto(href('newOrganization'));
      for (const kind of ['COMPANY', 'PERSONAL', 'COMPANY']) {
        await page.getByLabel('Type').selectOption(kind);
        await page.getByLabel('Company size').waitFor({ state: kind === 'COMPANY' ? 'visible' : 'detached' });
      }
      await page.getByRole('button', { name: 'Create organization' }).click();
      await page.getByText('Enter an organization name.').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('N');
      await page.getByText('Enter an organization name.').waitFor({ state: 'detached' });
      await isWell(page);

      await createOrganization(page, 'North');
      const ref = await createProject(page, 'Soundings');
      await page.waitForURL(`**${href('project', { ref })}`);
      await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
      await isWell(page);

      // Text beside text that changes, and states that replace one another.
      await page.goto(href('sql', { ref }));
      await runSql(page, 'select n from generate_series(1, 7) n');
      await page.getByText(/^7 rows in/).waitFor();
      await runSql(page, 'select n from generate_series(1, 5) n');
      await page.getByText(/^5 rows in/).waitFor();
      expect(await page.getByText(/^7 rows in/).count()).toBe(0);
      await runSql(page, 'select nothing from nowhere');
      await page.getByText('SQLSTATE').waitFor();
      await runSql(page, 'select 1 as one; select 2 as two');
      await page.getByText('SQLSTATE').waitFor({ state: 'detached' });
      await isWell(page);

      // What floats, and the way out.
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Projects' }).first().click();
      await page.getByRole('link', { name: 'Soundings' }).first().waitFor();
      await isWell(page);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(`**${href('signIn')}`);
      await page.getByLabel('Email').waitFor();
      await isWell(page);
    },
  );
});
