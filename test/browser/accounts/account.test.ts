import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
/** The pages of the account: the name, the password and the log of what happened. */
import { pages } from '../../../src/router/pages.ts';
import { enrol, enter, signInHere } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
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
    await page.waitForURL(isAt('accountProfile'));
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
    // The short address that a user types gives way to the page's own, and is no entry of the history.
    await page.goto(href('projects'));
    await page.goto(pages.accountProfile.alias);
    await page.waitForURL(`**${href('accountProfile')}`);
    await page.getByLabel('First name').waitFor();
    await page.goBack();
    await page.waitForURL(isAt('projects'));
  });

  journey(
    'takes a new password, signs other devices out, and logs both',
    async ({ page, platform, visitors, watch }) => {
      watch.allow(/answer 422 to PUT .*\/auth\/v1\/user/);
      const account = await enrol(platform);
      await enter(page, account, href('accountPassword'));
      const elsewhere = await visitors.open();
      elsewhere.watch.allow(/answer 40[0-3] to /);
      await enter(elsewhere.page, account, href('projects'));
      await elsewhere.page.getByRole('button', { name: 'Account', exact: true }).waitFor();

      await page.getByLabel('New password').fill(newPassword);
      await page.getByText('This password is strong.').first().waitFor();
      expect(await axeViolationsInThemes(page)).toEqual([]);
      // As if the sign-in were long ago.
      await page.route(
        '**/auth/v1/user',
        (route) =>
          route.fulfill({ status: 422, json: { error_code: 'verification_needed', msg: 'Confirm that it is you.' } }),
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
      const proof = page.getByRole('dialog').getByLabel('Password', { exact: true });
      await proof.fill(account.password);
      await proof.press('Enter');
      await page.getByText('Password changed').first().waitFor();
      await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');

      await elsewhere.page.reload();
      await elsewhere.page.waitForURL(`**${href('signIn')}?*`);
      await signInHere(elsewhere.page, { email: account.email, password: newPassword });

      await page.getByRole('link', { name: 'Audit log' }).click();
      const log = page.getByRole('table');
      await log.getByText('Password changed').waitFor();
      await log.getByText('Account created').waitFor();
      expect(await axeViolationsInThemes(page)).toEqual([]);
    },
  );

  journey('has preferences that take effect at once, and stay', async ({ page, platform }) => {
    const account = await enrol(platform);
    await enter(page, account, href('accountPreferences'));
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByRole('switch', { name: 'Command palette' }).click();
    await page.getByRole('switch', { name: 'Telemetry' }).click();
    await page.getByText(/^For example/).hover();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => page.getByRole('switch', { name: 'Telemetry' }).isChecked()).toBe(true);
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.locator('time').first().hover();
    await page.getByText(/Asia\/Tokyo, .* UTC$/).waitFor();
  });

  journey('gives its programs tokens, and ends at the request of its user', async ({ page, platform, watch }) => {
    const account = await enrol(platform);
    await enter(page, account, href('accountTokens'));
    await page.getByLabel('Token name').fill('Nightly backup');
    await page.getByLabel('Read organizations').check();
    // What was typed survives a reload.
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith('access-token-draft')));
    await page.reload();
    await expect.poll(() => page.getByLabel('Token name').inputValue()).toBe('Nightly backup');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('Access token “Nightly backup”').inputValue();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('never used').waitFor();
    const ask = (path: string) =>
      fetch(`${platform.origin()}/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await ask('/platform/organizations')).status).toBe(200);
    expect((await ask('/platform/projects')).status).toBe(403);
    await page.getByLabel('Revoke Nightly backup').click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('No access tokens yet').waitFor();
    expect((await ask('/platform/organizations')).status).toBe(401);

    watch.allow(/answer 4(?:0[0134]|28) to /);
    await page.getByRole('link', { name: 'Delete account' }).click();
    await page.getByLabel(`Type “${account.email}” to confirm`).fill(account.email);
    // As if the sign-in were long ago.
    await page.route('**/profile/deletion', (route) =>
      route.fulfill({
        status: 428,
        json: { code: 'verification_needed', message: 'Confirm that it is you to continue.', request_id: 'one' },
      }),
    );
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.unroute('**/profile/deletion');
    const password = page.getByRole('dialog').getByLabel('Password', { exact: true });
    await password.fill('wrong');
    await page.getByRole('button', { name: 'Confirm identity' }).click();
    await page.getByText('Incorrect password').waitFor();
    await password.fill(account.password);
    await page.getByRole('button', { name: 'Confirm identity' }).click();
    await page.waitForURL(isAt('signIn'));
    await page.getByText('Account deleted').first().waitFor();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Incorrect email or password').waitFor();
  });
});
