import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** Signing in by email: with the code, with the link in a second tab, and in a browser that requested nothing. */
import { href } from '../../../src/router/href.ts';
import { enrol, newPerson } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { mailTo } from '../../support/outbox.ts';

async function requestEmail(page: Page, email: string): Promise<void> {
  await page.goto(href('signIn', {}, { returnTo: href('support') }));
  await page.getByRole('link', { name: 'Sign in by email' }).click();
  await page.waitForURL(`**${href('emailSignIn')}?*`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
  await page.getByLabel('Code').waitFor();
}

describe('signing in by email', () => {
  journey('takes the code of the email, and is marked as the way that was used last', async ({ page, platform }) => {
    const account = await enrol(platform);
    await requestEmail(page, account.email);
    const { code } = await mailTo(platform, account.email);
    await page.reload();
    await page.getByText(`If ${account.email} has an account`).waitFor();
    await page.getByLabel('Code').fill(code);
    await page.waitForURL(isAt('support'));

    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    await page.getByText('Last used').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
  });

  journey(
    'takes the link of the email in a second tab, once, and in this browser only',
    async ({ page, visitor, visitors, platform }) => {
      const account = await enrol(platform);
      await requestEmail(page, account.email);
      const { link } = await mailTo(platform, account.email);
      const tab = await visitor.context.newPage();
      await tab.goto(link);
      await tab.waitForURL(isAt('support'));
      expect(new URL(tab.url()).search).toBe('');
      // The tab that requested the email follows.
      await page.waitForURL(isAt('support'));

      const { page: elsewhere } = await visitors.open();
      await elsewhere.goto(link);
      await elsewhere.getByText('This code or link is invalid or has expired').waitFor();
      await elsewhere.getByRole('button', { name: 'Send another email' }).click();
      await elsewhere.getByLabel('Email').waitFor();
    },
  );

  journey('does not tell whether an address has an account', async ({ page, watch }) => {
    watch.allow(/answer 422 to POST .*\/auth\/v1\/otp/);
    const { email } = newPerson();
    await requestEmail(page, email);
    await page.getByText(`If ${email} has an account`).waitFor();
  });
});
