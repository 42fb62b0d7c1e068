import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** Another email address for an account: by the codes and by the links of two emails. */
import { href } from '../../../src/router/href.ts';
import { enrol, enter, newPerson, signInHere } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journeysOn } from '../../support/journey.ts';
import { mailTo } from '../../support/outbox.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const confirmed = journeysOn({ env: { GOTRUE_MAILER_AUTOCONFIRM: 'false' } });

async function request(page: Page, email: string): Promise<void> {
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('Code').waitFor();
}

describe('the email address of an account', () => {
  confirmed('is changed by codes from both addresses, and signs in', async ({ page, platform, watch }) => {
    // The second code is first tried for the address that has agreed.
    watch.allow(/answer 403 to POST .*\/auth\/v1\/verify/);
    const account = await enrol(platform);
    const { email } = newPerson();
    await enter(page, account, href('accountProfile'));
    await page.getByRole('link', { name: 'Change email' }).click();
    await page.waitForURL(isAt('accountEmail'));
    await page.getByLabel('New email').fill(account.email.toUpperCase());
    await page.getByLabel('New email').press('Enter');
    await page.getByText('Your account already has this address.').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await request(page, email);

    await page.getByLabel('Code').fill((await mailTo(platform, email)).code);
    await page.getByText('One address has agreed').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByLabel('Code').fill((await mailTo(platform, account.email)).code);
    await page.getByText('Email address changed').first().waitFor();
    await page.getByText(email, { exact: true }).waitFor();

    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    await signInHere(page, { email, password: account.password });
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByText(email).first().waitFor();
  });

  confirmed('is changed by the links of both, in a second tab', async ({ page, platform, visitor }) => {
    const account = await enrol(platform);
    const { email } = newPerson();
    await enter(page, account, href('accountEmail'));
    await request(page, email);
    const tab = await visitor.context.newPage();
    await tab.goto((await mailTo(platform, account.email)).link);
    await tab.getByText('One address has agreed').waitFor();
    expect(await axeViolationsInThemes(tab)).toEqual([]);
    expect(await smallTargets(tab)).toEqual([]);
    await tab.goto((await mailTo(platform, email)).link);
    await tab.getByText('Your email address is changed').waitFor();
    await expect.poll(() => new URL(tab.url()).search).toBe('');
    // The first tab hears of it.
    await page.getByText('Email address changed').first().waitFor();
    await page.getByText(email, { exact: true }).waitFor();
    await tab.getByRole('link', { name: 'Continue' }).click();
    await tab.getByRole('button', { name: 'Account', exact: true }).waitFor();
  });

  confirmed(
    'is changed by links that another browser opens, which is not signed in',
    async ({ page, platform, visitors }) => {
      const account = await enrol(platform);
      const { email } = newPerson();
      await enter(page, account, href('accountEmail'));
      await request(page, email);
      const elsewhere = await visitors.open();
      const { link } = await mailTo(platform, email);
      await elsewhere.page.goto(link);
      await elsewhere.page.getByText('One address has agreed').waitFor();
      await elsewhere.page.goto((await mailTo(platform, account.email)).link);
      await elsewhere.page.getByText('Your email address is changed').waitFor();
      await elsewhere.page.goto(link);
      await elsewhere.page.getByText('This code or link is invalid or has expired').waitFor();

      await page.reload();
      await page.getByText(email, { exact: true }).waitFor();
    },
  );
});
