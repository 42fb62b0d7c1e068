import { describe, expect } from 'vitest';
/** A phone number for an account, which then signs in with it: with the password, and with a code. */
import { href } from '../../../src/router/href.ts';
import { enrol, enter } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journeysOn } from '../../support/journey.ts';
import { smsCodeTo } from '../../support/outbox.ts';

const journey = journeysOn({
  env: { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_OTP_EXP: '600', GOTRUE_SMS_OTP_LENGTH: '8' },
});

describe('a phone number', () => {
  journey('is confirmed by SMS, and signs in with the password or with a code', async ({ page, platform, watch }) => {
    watch.allow(/answer 400 to POST .*\/token/);
    const account = await enrol(platform);
    const phone = `+4179${String(Date.now()).slice(-7)}`;
    const typed = `${phone.slice(0, 3)} ${phone.slice(3, 5)} ${phone.slice(5)}`;
    await enter(page, account, href('accountEmail'));
    await page.getByLabel('New phone number').fill(typed);
    await page.getByRole('button', { name: 'Add phone number' }).click();
    await page.getByText('Check your phone').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByLabel('Code').fill(await smsCodeTo(platform, phone));
    await page.getByText(`You can sign in with ${phone}.`).waitFor();

    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    await page.getByRole('link', { name: 'Sign in by phone' }).click();
    await page.getByLabel('Phone').fill('079');
    await page.getByRole('button', { name: 'Send code by SMS' }).click();
    await page.getByText('Start the number with + and the country code').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByLabel('Phone').fill(typed);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Incorrect phone number or password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith(href('signIn')));

    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    await page.getByText('Last used').waitFor();
    await page.getByRole('link', { name: 'Sign in by phone' }).click();
    await page.getByLabel('Phone').fill(typed);
    await page.getByRole('button', { name: 'Send code by SMS' }).click();
    await page.getByText('Check your phone').waitFor();
    await page.reload();
    await page.getByText(`If ${phone} has an account`).waitFor();
    expect(await page.getByRole('button', { name: /^Send again in/ }).isDisabled()).toBe(true);
    await page.getByLabel('Code').fill(await smsCodeTo(platform, phone));
    await page.waitForURL((url) => !url.pathname.startsWith(href('signIn')));
  });
});
