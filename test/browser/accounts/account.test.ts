/** The pages of the account: the name, the password and the log of what happened. */
import { describe, expect } from 'vitest';
import { enrol, enter, signInHere } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

const newPassword = 'Walnut-harbor-57-kettle';

describe('the account', () => {
  journey('shows the user’s name wherever the account is, and opens by keyboard', async ({ page, platform }) => {
    const account = await enrol(platform);
    await enter(page, account);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.waitForURL('**/account/profile');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').first().waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByText(`Ada Lovelace · ${account.email}`).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ada');
  });

  journey('takes a new password, signs other devices out, and logs both', async ({ page, platform, visitors }) => {
    const account = await enrol(platform);
    await enter(page, account, '/account/password');
    const elsewhere = await visitors.open();
    elsewhere.watch.allow(/answer 40[0-3] to /);
    await enter(elsewhere.page, account, '/projects');
    await elsewhere.page.getByRole('button', { name: 'Account', exact: true }).waitFor();

    await page.getByLabel('New password').fill(newPassword);
    await page.getByText('This password is strong.').first().waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').first().waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');

    await elsewhere.page.reload();
    await elsewhere.page.waitForURL('**/sign-in?*');
    await signInHere(elsewhere.page, { email: account.email, password: newPassword });

    await page.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('table');
    await log.getByText('Password changed').waitFor();
    await log.getByText('Account created').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
  });
});
