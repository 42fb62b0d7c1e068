import { AuthClient } from '@supabase/auth-js';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import type { AuthConfig } from '../../../src/contract/auth/authConfig.ts';
/** The auth settings of a project, in the hands of its developer: what is saved, the app notices. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { startSmtpReceiver } from '../../support/smtpReceiver.ts';

const password = 'Walnut-harbor-57-kettle';

const open = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Auth settings' }).getByRole('link', { name: section }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Auth settings saved').first().waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
}

describe('the auth settings of a project', () => {
  journey('are changed section by section, and apply to the app at once', async ({ page, platform, watch }) => {
    watch.allow(/answer 400 to PATCH/);
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    const { anon } = await account.request<{ anon: string }>('GET', `/platform/projects/${ref}/api-keys`);
    const app = new AuthClient({
      url: `${platform.origin()}/project/${ref}/auth/v1`,
      headers: { apikey: anon, Authorization: `Bearer ${anon}` },
      autoRefreshToken: false,
      persistSession: false,
    });
    const signUp = async (email: string) => (await app.signUp({ email, password })).error?.code ?? null;
    const config = () => account.request<AuthConfig>('GET', `/platform/auth/${ref}/config`);

    await enter(page, account, href('project', { ref }));
    await page.getByRole('link', { name: 'Auth settings', exact: true }).click();
    await page.waitForURL(`**${href('authConfig', { ref })}`);
    // The rail opens under a pointer that stays.
    await page.mouse.move(640, 20);
    await field(page, 'Allow new users to sign up').uncheck();
    await field(page, 'Minimum length').fill('5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Enter a whole number from 6 to 99.').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('PASSWORD_MIN_LENGTH');
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await field(page, 'Minimum length').fill('12');
    expect(await signUp('grace@example.com')).toBeNull();
    await save(page);
    expect(await signUp('ada@example.com')).toBe('signup_disabled');
    await field(page, 'Allow new users to sign up').check();
    await save(page);
    expect(await signUp('ada@example.com')).toBeNull();
    await open(page, 'Phone');
    await field(page, 'Allow sign-in by phone').check();
    await field(page, 'Confirm phone numbers automatically').check();
    await save(page);
    expect(await config()).toMatchObject({ EXTERNAL_PHONE_ENABLED: true, SMS_AUTOCONFIRM: true });

    await open(page, 'URLs');
    await field(page, 'Site URL').fill('https://ferries.example.com/');
    await field(page, 'Redirect URLs').fill('https://*.example.com/**\nferries://**');
    await open(page, 'Rate limits');
    await field(page, 'Sign-ups').fill('1');
    await expect.poll(() => page.getByText('Unsaved').count()).toBe(2);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.getByText('Unsaved').count()).toBe(1);
    await page.goBack();
    await expect.poll(() => field(page, 'Site URL').inputValue()).toBe('https://ferries.example.com/');
    await save(page);
    await expect.poll(() => field(page, 'Site URL').inputValue()).toBe('https://ferries.example.com');
    expect(await config()).toMatchObject({
      SITE_URL: 'https://ferries.example.com',
      URI_ALLOW_LIST: 'https://*.example.com/**,ferries://**',
    });
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await open(page, 'Providers');
    await field(page, 'Allow sign-in with GitHub').check();
    await field(page, 'GitHub client ID').fill('the-client');
    await field(page, 'GitHub client secret').fill('canary-secret');
    expect(await field(page, 'Callback URL').inputValue()).toBe(`${platform.origin()}/project/${ref}/auth/v1/callback`);
    await save(page);
    expect(await field(page, 'GitHub client secret').inputValue()).toBe('');
    const asked = await fetch(`${platform.origin()}/project/${ref}/auth/v1/authorize?provider=github`, {
      redirect: 'manual',
    });
    expect(asked.headers.get('Location')).toMatch(/^https:\/\/github\.com\/.*client_id=the-client/);
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await open(page, 'Sessions');
    // The plan of the organization lacks them.
    await page.getByText('The free plan does not include session limits.').waitFor();
    await expect.poll(() => field(page, 'One session per user').isDisabled()).toBe(true);
    await field(page, 'Access token lifetime (seconds)').fill('600');
    await page.getByText('Currently 10 minutes.').waitFor();
    await save(page);
    const { data } = await app.signInWithPassword({ email: 'ada@example.com', password });
    expect(data.session?.expires_in).toBe(600);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }
  });

  journey('of another member are shown before one’s own overwrite them', async ({ page, platform, watch }) => {
    watch.allow(/answer 409 to PATCH/);
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await enter(page, account, href('authConfig', { ref }, { section: 'urls' }));
    await field(page, 'Site URL').fill('https://mine.example.com');
    await account.request('PATCH', `/platform/auth/${ref}/config`, {
      SITE_URL: 'https://theirs.example.com',
      URI_ALLOW_LIST: 'theirs://**',
    });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Another user changed the auth settings').waitFor();
    expect(await field(page, 'Site URL').inputValue()).toBe('https://mine.example.com');
    expect(await field(page, 'Redirect URLs').inputValue()).toBe('theirs://**');
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await field(page, 'Site URL').inputValue()).toBe('https://theirs.example.com');
  });

  journey('name the SMTP server that sends the emails, which a test tries out', async ({ page, platform, watch }) => {
    watch.allow(/answer 422 to POST .*test-email/, /answer 400 to PATCH/);
    const smtp = await startSmtpReceiver();
    onTestFinished(() => smtp.close());
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await enter(page, account, href('authConfig', { ref }, { section: 'smtp' }));
    await page.getByText('This server sends your app’s email until').waitFor();
    await field(page, 'Sender email').fill('ferries@example.com');
    await field(page, 'Sender name').fill('Ferries');
    await field(page, 'Host').fill('127.0.0.1');
    await field(page, 'Port').fill(String(smtp.port));
    await field(page, 'Username').fill('mail');
    await field(page, 'Password').fill('canary-password');
    await save(page);
    await page.getByText('Your app sends email through 127.0.0.1.').waitFor();
    await expect.poll(() => field(page, 'Password').inputValue()).toBe('');
    await page.getByText('A secret is stored').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText(`Test email sent to ${account.email}`).waitFor();
    expect(smtp.mails.map(({ from, to }) => [from, to])).toEqual([['ferries@example.com', [account.email]]]);
    smtp.refuse('550 no relay');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('Could not send the test email').waitFor();
    await page.getByText('550 no relay').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => field(page, 'Host').inputValue()).toBe('127.0.0.1');
    await expect.poll(() => field(page, 'Password').inputValue()).toBe('');

    await field(page, 'Host').fill('smtp.example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Enter the password of this server').first().waitFor();
  });

  journey('keep what was typed a moment before the page is left or reloaded', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await enter(page, account, href('authConfig', { ref }));
    const anonymous = page.getByRole('checkbox', { name: 'Allow anonymous users' });
    await anonymous.click();
    await field(page, 'Code length (digits)').fill('99');
    await page.getByText('Unsaved', { exact: true }).first().waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => field(page, 'Code length (digits)').inputValue()).toBe('99');
    expect(await anonymous.isChecked()).toBe(true);
    await page.getByText('Unsaved', { exact: true }).first().waitFor();

    await field(page, 'Code length (digits)').fill('98');
    await page.reload();
    await expect.poll(() => field(page, 'Code length (digits)').inputValue()).toBe('98');
    expect(await anonymous.isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.reload();
    await expect.poll(() => field(page, 'Code length (digits)').inputValue()).toBe('6');
    expect(await page.getByText('Unsaved', { exact: true }).count()).toBe(0);
  });

  journey('can be changed while the project is paused', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await account.request('POST', `/platform/projects/${ref}/pause`);
    await enter(page, account, href('authConfig', { ref }, { section: 'limits' }));
    await field(page, 'Sign-ups').fill('10');
    await save(page);
  });
});
