import { expect } from 'vitest';
/** From a broken page to a request for support, with a trace that was looked at first. */
import { href } from '../../../src/router/href.ts';
import { enrol } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { injectFault } from '../../support/faultyPage.ts';
import { journeysApart } from '../../support/journey.ts';
import { startSmtpReceiver } from '../../support/smtpReceiver.ts';

const smtp = await startSmtpReceiver();
const journey = journeysApart({
  env: {
    GOTRUE_SMTP_HOST: '127.0.0.1',
    GOTRUE_SMTP_PORT: String(smtp.port),
    GOTRUE_SMTP_ADMIN_EMAIL: 'basechart@example.com',
    BASECHART_SUPPORT_EMAIL: 'help@example.com',
  },
});

journey(
  'a page that breaks is reported with what led to it, and the report is mailed',
  async ({ page, platform, watch }) => {
    const { account, secrets } = await injectFault({ page, platform, watch });
    await page.getByText('This may be caused by page translation or a browser extension').waitFor();
    await page.getByRole('link', { name: 'Report to support' }).click();

    await page.waitForURL(`**${href('support')}?**`);
    expect(await page.getByLabel('Category').inputValue()).toBe('dashboard_bug');
    expect(await page.getByLabel('Subject').inputValue()).toMatch(/removeChild|insertBefore/);
    expect(await page.getByLabel('Message').inputValue()).toMatch(/^Path: \/[\s\S]+at /);

    // Nothing goes along that was not seen.
    expect(await page.getByRole('checkbox', { name: 'Attach this trace' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Preview trace' }).click();
    const trace = await page.getByRole('region', { name: 'Trace' }).textContent();
    expect(trace).toContain('basechart-trace-1');
    for (const secret of secrets) expect(trace).not.toContain(secret);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Attach this trace' }).check();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Request sent').waitFor();
    await expect.poll(() => smtp.mails.length).toBe(1);
    expect(smtp.mails[0]!.text).toContain(`Reply-To: ${account.email}`);
    // Loading the page again does not fill in what was sent.
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    expect(await page.getByLabel('Subject').inputValue()).toBe('');
    expect(smtp.mails[0]!.text).toMatch(/filename=trace-[\w-]+\.json/);
  },
);

journey(
  'a request is prefilled from its address, checked, and outlives a reload until it is sent',
  async ({ page, platform, watch }) => {
    const account = await enrol(platform);
    await page.goto(`${href('support')}?category=billing&subject=The%20plan`);
    // Signing in leads to where one wanted to be, with everything the address said.
    await page.waitForURL(`**${href('signIn')}?**`);
    // Who cannot sign in is told where to write.
    expect(await page.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe(
      'mailto:help@example.com',
    );
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**${href('support')}?**`);
    expect(await page.getByLabel('Category').inputValue()).toBe('billing');
    expect(await page.getByLabel('Subject').inputValue()).toBe('The plan');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Describe the problem.').waitFor();

    await page.goto(href('support'));
    await page.getByLabel('Subject').fill('Slow lists');
    await page.getByLabel('Message').fill('They take long.');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('basechart-support-draft') ?? ''))
      .toContain('They take long.');
    await page.reload();
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('They take long.');

    // The server is away: what failed is said, and what was typed stays.
    watch.allow(/failed request: POST .*\/support\/requests|answer 5\d\d/);
    await page.route('**/support/requests', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Could not send the request').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('They take long.');
    await page.unroute('**/support/requests');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Request sent').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('basechart-support-draft'))).toBeNull();
  },
);
