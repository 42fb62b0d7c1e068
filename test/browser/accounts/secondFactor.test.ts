import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** Two-step verification: an authenticator app is added, asked for at every sign-in, and removed. */
import { href } from '../../../src/router/href.ts';
import { enrol, enter, signIn, signInHere } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const path = href('accountFactors');

/** Adds an app on its page; the user stays signed in. */
async function addApp(page: Page, name: string): Promise<Authenticator> {
  await page.getByLabel('App name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  const app = new Authenticator(await page.getByLabel('Setup key', { exact: true }).inputValue());
  await page.getByLabel('Code').fill(app.code());
  await page.getByText('Authenticator app added').first().waitFor();
  await page.getByRole('list', { name: 'Authenticator apps' }).getByText(name, { exact: true }).waitFor();
  return app;
}

async function signOut(page: Page): Promise<void> {
  await page.goto(href('signOut'));
  await page.waitForURL(isAt('signIn'));
}

describe('two-step verification', () => {
  journey('is set up with a QR code, and asked for at the next sign-in', async ({ page, platform, watch }) => {
    watch.allow(/answer 422 to POST .*\/factors\/.*\/verify/);
    const account = await enrol(platform);
    await enter(page, account, href('projects'));
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Account settings' }).click();
    await page.getByRole('link', { name: 'Two-step verification' }).click();
    await page.waitForURL(`**${path}`);
    await page.getByLabel('App name').fill('Phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    const image = page.getByAltText('QR code with the setup key');
    expect(
      await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
    ).toBeGreaterThan(0);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    // The secret is stored nowhere in the browser: after a reload, the app gets another.
    const lost = await page.getByLabel('Setup key', { exact: true }).inputValue();
    await page.reload();
    await page.getByText('The setup of Phone is not finished').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start again' }).click();
    const secret = await page.getByLabel('Setup key', { exact: true }).inputValue();
    expect(secret).not.toBe(lost);
    const app = new Authenticator(secret);
    await page.getByLabel('Code').fill(app.code());
    await page.getByText('Authenticator app added').first().waitFor();
    await page.getByText('The setup of Phone is not finished').waitFor({ state: 'detached' });
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await signOut(page);
    await page.goto(href('support'));
    await page.waitForURL(`**${href('signIn')}?*`);
    await signInHere(page, account);
    await page.waitForURL(`**${href('secondFactor')}?*`);
    // Nothing opens before the code, whatever address is typed.
    await page.goto(href('projects'));
    await page.waitForURL(`**${href('secondFactor')}?*`);
    await page.getByText('Enter the code that Phone shows').waitFor();
    // Typing can begin at once.
    await expect.poll(() => page.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const wrong = '000000';
    await page.getByLabel('Code').fill(wrong);
    await page.getByText('Incorrect code').waitFor();
    await page.getByLabel('Code').fill(app.code());
    await page.waitForURL(isAt('projects'));
    await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
  });

  journey(
    'takes either of two apps; a removed one ends it, and Cancel signs out',
    async ({ page, visitor, platform }) => {
      const account = await enrol(platform);
      await enter(page, account, path);
      await addApp(page, 'Phone');
      const tablet = await addApp(page, 'Tablet');
      await signOut(page);

      await signIn(page, account);
      await page.waitForURL(isAt('secondFactor'));
      // With two apps the form is higher than the space kept for it, so the link moves once when they arrive.
      await page.getByLabel('Authenticator app').waitFor();
      await page.getByRole('link', { name: 'Cancel and sign out' }).click();
      await page.waitForURL(isAt('signIn'));

      await signIn(page, account);
      const tab = await visitor.context.newPage();
      await tab.goto(href('projects'));
      await tab.waitForURL(`**${href('secondFactor')}?*`);
      await page.getByLabel('Authenticator app').selectOption('Tablet');
      await page.getByLabel('Code').fill(tablet.code());
      await page.waitForURL(isAt('projects'));
      // The other tab has the same session.
      await tab.waitForURL(isAt('projects'));
      await tab.close();

      await page.goto(path);
      for (const [name, rest] of [
        ['Phone', 'Tablet'],
        ['Tablet', undefined],
      ] as const) {
        await page.getByRole('button', { name: `Remove ${name}` }).click();
        await opens(page.getByRole('alertdialog'));
        await page.getByRole('button', { name: 'Remove app' }).click();
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
        await (
          rest === undefined
            ? page.getByText('No authenticator apps yet')
            : page.getByRole('button', { name: `Remove ${name}` })
        ).waitFor(rest === undefined ? {} : { state: 'detached' });
      }
      await signOut(page);
      await signIn(page, account);
      await page.waitForURL(isAt('projects'));
    },
  );
});
