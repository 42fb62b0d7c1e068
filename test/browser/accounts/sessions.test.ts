import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrol, enter, signIn } from '../../support/accounts.ts';
/** The devices of a user, seen from one of them. */
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';

journey('a device is signed out from another one, and all others at once', async ({ page, platform, visitors }) => {
  const account = await enrol(platform);
  await enter(page, account, href('accountSessions'));
  const list = page.getByRole('list', { name: 'Sessions' });
  await list.getByText('This device').waitFor();

  const phone = await visitors.open({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  phone.watch.allow(/answer 40[0-3] to /);
  await signIn(phone.page, account);
  await phone.page.getByRole('button', { name: 'Account', exact: true }).waitFor();

  await page.reload();
  await list.getByText('Safari on iPhone').waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);
  const row = list.getByRole('listitem').filter({ hasText: 'Safari on iPhone' });
  await row.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out Safari on iPhone?' });
  await opens(question);
  await question.getByRole('button', { name: 'Sign out device' }).click();
  await row.waitFor({ state: 'detached' });
  await phone.page.reload();
  await phone.page.waitForURL(`**${href('signIn')}?*`);

  // The session that signed up is one of the others.
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await opens(page.getByRole('alertdialog'));
  await page.getByRole('button', { name: 'Sign out devices' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await list.getByText('This device').waitFor();

  // All tabs of a browser have one session, which ends in each of them at once.
  const tabs = await Promise.all(
    [href('projects'), href('accountProfile')].map(async (path) => {
      const tab = await page.context().newPage();
      await tab.goto(path);
      await tab.getByRole('button', { name: 'Account', exact: true }).waitFor();
      return tab;
    }),
  );
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await Promise.all([page, ...tabs].map((tab) => tab.waitForURL(isAt('signIn'))));
  await Promise.all(tabs.map((tab) => tab.getByLabel('Email').waitFor()));
});
