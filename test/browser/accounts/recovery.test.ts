import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** A forgotten password, and an address to confirm: from the form to the mail and back. */
import { href } from '../../../src/router/href.ts';
import { enrol, newPerson, signIn } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey, journeysOn } from '../../support/journey.ts';
import { mailTo } from '../../support/outbox.ts';

const newPassword = 'Walnut-harbor-57-kettle';

async function requestEmail(page: Page, email: string): Promise<void> {
  await page.goto(href('signIn', {}, { returnTo: href('support') }));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
  await page.getByLabel('Code').waitFor();
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(newPassword);
  await page.getByText('This password is strong.').first().waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
}

describe('a forgotten password', () => {
  journey(
    'is replaced with the code of an email, and the old one is worth nothing',
    async ({ page, platform, watch }) => {
      watch.allow(/answer 40[03] to POST .*\/auth\/v1\/(verify|token)/);
      const account = await enrol(platform);
      await requestEmail(page, account.email);
      await expect.poll(() => page.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true);
      const { code } = await mailTo(platform, account.email);
      await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
      await page.getByText('This code or link is invalid or has expired').waitFor();
      await page.getByLabel('Code').fill(`Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
      await choosePassword(page);
      await page.waitForURL(isAt('support'));

      await page.goto(href('signOut'));
      await page.waitForURL(isAt('signIn'));
      await page.getByLabel('Email').fill(account.email);
      await page.getByLabel('Password', { exact: true }).fill(account.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Incorrect email or password').waitFor();
      await signIn(page, { email: account.email, password: newPassword });
      await page.waitForURL(isAt('projects'));
    },
  );

  journey('is replaced by the link of an email, in a second tab, once', async ({ page, visitor, platform }) => {
    const account = await enrol(platform);
    await requestEmail(page, account.email);
    const { link } = await mailTo(platform, account.email);
    const tab = await visitor.context.newPage();
    await tab.goto(link);
    await tab.getByLabel('New password').waitFor();
    // The token has left the address; where the user wanted to go has not.
    expect(new URL(tab.url()).search).toBe('?returnTo=%2Fsupport%2Fnew');
    // The session came with the link, so a reload loses nothing.
    await tab.reload();
    await choosePassword(tab);

    await tab.goto(href('signOut'));
    await tab.waitForURL(isAt('signIn'));
    await tab.goto(link);
    await tab.getByText('This code or link is invalid or has expired').waitFor();
    await tab.getByRole('link', { name: 'Send another email' }).click();
    await tab.waitForURL((url) => url.pathname === href('forgotPassword'));
  });
});

const limited = journeysOn({ env: { BASECHART_RATE_LIMIT_CODES: '2' } });

describe('a server that takes few codes', () => {
  limited('says when the next one can be tried', async ({ page, platform, watch }) => {
    watch.allow(/answer 4(?:03|29) to POST .*\/auth\/v1\/verify/);
    const account = await enrol(platform);
    await requestEmail(page, account.email);
    const { code } = await mailTo(platform, account.email);
    const wrong = code === '000000' ? '111111' : '000000';
    const verify = page.getByRole('button', { name: /^Verify code/ });
    await page.getByLabel('Code').fill(wrong);
    await page.getByText('This code or link is invalid or has expired').waitFor();
    await page.getByLabel('Code').fill('222222');
    await expect.poll(() => page.getByLabel('Code').isEditable()).toBe(true);
    await page.getByLabel('Code').fill('333333');
    await page.getByText('Too many attempts').waitFor();
    await expect.poll(() => verify.textContent()).toMatch(/^Verify code in \d+ s$/);
    expect(await verify.isDisabled()).toBe(true);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByLabel('Code').fill(code);
    expect(await verify.isDisabled()).toBe(true);
  });
});

const confirmed = journeysOn({ env: { GOTRUE_MAILER_AUTOCONFIRM: 'false' } });

describe('a new account on a server that confirms addresses', () => {
  confirmed('begins with the code or the link of an email', async ({ page, visitor, platform }) => {
    const [ada, grace] = [newPerson(), newPerson()];
    const signUp = async ({ email, password }: typeof ada) => {
      await page.goto(href('signUp'));
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByText('This password is strong.').first().waitFor();
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByLabel('Code').waitFor();
      return mailTo(platform, email);
    };
    const { code } = await signUp(ada);
    await page.reload();
    await page.getByText(`We sent ${ada.email}`).waitFor();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await page.goto(href('signOut'));
    await page.waitForURL((url) => url.pathname !== href('signOut'));

    const { link } = await signUp(grace);
    const tab = await visitor.context.newPage();
    await tab.goto(link);
    await tab.getByRole('button', { name: 'Account' }).waitFor();
  });
});
