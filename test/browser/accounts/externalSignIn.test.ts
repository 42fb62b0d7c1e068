import { afterAll, describe, expect } from 'vitest';
/** Signing in with an account at another service, which stands in here for GitHub. */
import { href } from '../../../src/router/href.ts';
import { enrol, enter, newPerson } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { clientId, clientSecret, startIdentityProvider, type ProviderUser } from '../../support/identityProvider.ts';
import { journeysOn } from '../../support/journey.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.close());

const journey = journeysOn({
  env: {
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: clientId,
    GOTRUE_EXTERNAL_GITHUB_SECRET: clientSecret,
    GOTRUE_EXTERNAL_GITHUB_URL: provider.issuer,
  },
});

/** The browser goes to the provider, which is no page of this site. */
const leaves = /left the origin: .*\/login\/oauth\/authorize/;

const grace = (): ProviderUser => ({
  sub: '4711',
  email: newPerson().email,
  email_verified: true,
  name: 'Grace Hopper',
  preferred_username: 'grace',
});

describe('signing in with a provider', () => {
  journey(
    'leads to the page that the user wanted, and is marked as the way that was used last',
    async ({ page, watch }) => {
      watch.allow(leaves);
      const user = grace();
      provider.answerBrowsers((address) => provider.approve(address, user));
      await page.goto(href('signIn', {}, { returnTo: href('support') }));
      await page.getByRole('link', { name: 'Continue with GitHub' }).waitFor();
      expect(await axeViolationsInThemes(page)).toEqual([]);
      await page.getByRole('link', { name: 'Continue with GitHub' }).click();
      await page.waitForURL(isAt('support'));
      expect(new URL(page.url()).search).toBe('');
      await page.goto(href('accountProfile'));
      await page
        .getByText(user.email ?? '')
        .first()
        .waitFor();

      await page.goto(href('signOut'));
      await page.waitForURL(isAt('signIn'));
      await page.getByText('Last used').waitFor();
    },
  );

  journey(
    'says why it was refused, takes the refusal out of the address, and can be tried again',
    async ({ page, watch }) => {
      watch.allow(leaves);
      provider.answerBrowsers(provider.deny);
      await page.goto(href('signIn', {}, { returnTo: href('support') }));
      await page.getByRole('link', { name: 'Continue with GitHub' }).click();
      await page.getByText('The user said no').waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('?returnTo=%2Fsupport%2Fnew');
      expect(await axeViolationsInThemes(page)).toEqual([]);
      const user = grace();
      provider.answerBrowsers((address) => provider.approve(address, user));
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.waitForURL(isAt('support'));
    },
  );

  journey('leaves Back where the user chose the provider', async ({ page, watch }) => {
    watch.allow(leaves, /404 to GET .*favicon/);
    provider.answerBrowsers(() => null);
    await page.goto(href('signUp'));
    await page.getByRole('link', { name: 'Continue with GitHub' }).waitFor();
    await page.goto(href('signIn'));
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await page.getByText('Authorize Basechart').waitFor();
    await page.goBack();
    await page.waitForURL(isAt('signIn'));
  });
});

describe('the sign-in methods of an account', () => {
  journey('get an account at a provider, which then signs in, and lose it again', async ({ page, platform, watch }) => {
    watch.allow(leaves);
    const account = await enrol(platform);
    const user = { ...grace(), sub: '4712' };
    await enter(page, account, href('accountSignInMethods'));
    const list = page.getByRole('list', { name: 'Sign-in methods' });
    await list.getByText(account.email).waitFor();
    expect(await list.getByRole('button').count()).toBe(0);

    provider.answerBrowsers(provider.deny);
    await page.getByRole('button', { name: 'Add GitHub' }).click();
    await page.getByText('The user said no').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    provider.answerBrowsers((address) => provider.approve(address, user));
    await page.getByRole('button', { name: 'Add GitHub' }).click();
    await page.getByText('Sign-in method added').first().waitFor();
    await list.getByText(user.email ?? '').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await page.waitForURL(isAt('projects'));
    await page.goto(href('accountSignInMethods'));
    await page.getByRole('button', { name: /^Remove GitHub/ }).click();
    await page.getByRole('alertdialog').getByText('Your account there stays.').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove method' }).click();
    await page.getByText('Sign-in method removed').first().waitFor();
    await page.getByRole('button', { name: 'Add GitHub' }).waitFor();
    await list.getByText(account.email).waitFor();
  });
});
