import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
/** The pages of visitors on a server that wants a captcha solved. */
import { href } from '../../../src/router/href.ts';
import { newPerson } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes, lostConnection } from '../../support/browser.ts';
import { captchaSecret, siteKey, startCaptchaProvider } from '../../support/captchaProvider.ts';
import { journeysOn } from '../../support/journey.ts';
import { mailTo } from '../../support/outbox.ts';

const provider = await startCaptchaProvider();
afterAll(() => provider.close());

const journey = journeysOn({
  env: {
    GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
    GOTRUE_SECURITY_CAPTCHA_SECRET: captchaSecret,
    BASECHART_CAPTCHA_SITE_KEY: siteKey,
    BASECHART_CAPTCHA_SCRIPT_URL: provider.scriptUrl,
    BASECHART_CAPTCHA_URL: provider.verifyUrl,
  },
});

const solve = async (page: Page) => {
  await page.getByRole('button', { name: 'I am human' }).click();
  await page.getByText('Captcha solved.').waitFor();
};

describe('a captcha', () => {
  journey('is solved to sign up, to sign in and to have an email sent', async ({ page, platform, watch }) => {
    watch.allow(
      /left the origin: http:\/\/127\.0\.0\.1:\d+\/api\.js/,
      /answer 400 to POST .*\/token/,
      /Failed to load resource.*(?:token|api\.js|CONNECTION|EMPTY)/,
      lostConnection,
      /api\.js/,
    );
    const person = newPerson();
    await page.goto(href('signUp'));
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByText('This password is strong.').first().waitFor();
    // Submitted without it, the user is led to it, and the form stays as it is.
    await page.getByRole('button', { name: 'I am human' }).waitFor();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Solve this captcha, then try again.').waitFor();
    await expect
      .poll(() => page.getByRole('group', { name: 'Captcha' }).evaluate((group) => group === document.activeElement))
      .toBe(true);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await solve(page);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL(isAt('newProject'));
    expect(provider.accepted).toHaveLength(1);

    // Signing in: a token that the provider does not accept, and then one that it does.
    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    provider.refusesNext = true;
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await solve(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The captcha was not accepted').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(person.password);
    await solve(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-'));

    // A provider that a blocker stops, until the user lets it through.
    provider.isBlocked = true;
    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    await page.goto(href('forgotPassword'));
    await page.getByText('Could not load the captcha').waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByText('There is no captcha to solve.').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    provider.isBlocked = false;
    await page.getByRole('group', { name: 'Captcha' }).getByRole('button', { name: 'Try again' }).click();
    await solve(page);
    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByLabel('Code').waitFor();
    expect((await mailTo(platform, person.email)).code).toMatch(/^\d{6}$/);
    expect(provider.accepted).toHaveLength(3);
  });
});
