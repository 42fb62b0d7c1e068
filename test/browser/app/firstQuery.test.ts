import { expect } from 'vitest';
/** From one command to a query's result, and everything still there afterwards, however the server ended. */
import { href } from '../../../src/router/href.ts';
import {
  createOrganization,
  createProject,
  enrol,
  enter,
  makeOrganization,
  makeProject,
  runSql,
  signInHere,
  signUp,
} from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { lostConnection } from '../../support/browser.ts';
import { journey, journeysApart } from '../../support/journey.ts';

journey('sign up, name a project, run the example and other SQL', async ({ page }) => {
  // With everything that moves, as most people have it.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp(page);
  // The organization has a name already, which a newcomer may change.
  const organization = page.getByLabel('Organization name');
  await expect.poll(() => organization.inputValue()).toMatch(/^Person.*’s organization$/);
  await organization.fill('Hanseatic Freight');
  const ref = await createProject(page, 'Tide tables');
  // Wherever it is caught, being set up or ready, it ends as the project's home.
  await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(href('project', { ref }));
  await expect(page.getByRole('heading', { level: 1 }).textContent()).resolves.toContain('Tide tables');

  // Once it is known that no query was run.
  await page.getByRole('link', { name: 'Run a query' }).first().waitFor();
  await page.getByRole('link', { name: 'Open SQL editor' }).click();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('grid').getByRole('gridcell').first().waitFor();
  await runSql(
    page,
    `create table tides (port text primary key, height numeric(6, 3), seen timestamptz);
insert into tides values ('Hamburg', 3.660, '2026-02-28 23:59:59.123456+00'), ('Cuxhaven', 999.999, null);
select *, 9007199254740993::bigint as exact from tides order by port desc;`,
  );
  await page.getByRole('grid', { name: 'Result 3' }).waitFor();
  const cells = await page.getByRole('grid').getByRole('gridcell').allTextContents();
  expect(cells).toEqual(expect.arrayContaining(['Hamburg', '3.660', 'Cuxhaven', '999.999', '9007199254740993']));

  await page.goto(href('projects'));
  await page.getByRole('link', { name: 'Tide tables' }).waitFor();
  await page.getByText('Hanseatic Freight').first().waitFor();
});

journeysApart()('what was made is still there however the server ended', async ({ page, platform, watch }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Hanseatic Freight');
  const { ref } = await makeProject(account, organization, 'Tide tables');
  await enter(page, account, href('sql', { ref }));
  await runSql(
    page,
    "create table tides (port text); insert into tides values ('Hamburg'), ('Cuxhaven'); select port from tides",
  );
  await page.getByRole('gridcell', { name: 'Cuxhaven' }).waitFor();

  watch.allow(lostConnection);
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    await platform.restart(signal);
    await page.reload();
    await runSql(page, "select count(*) || ' tides' as kept from tides");
    await page.getByRole('gridcell', { name: '2 tides' }).waitFor();
  }
  await page.goto(href('projects'));
  await page.getByRole('link', { name: 'Tide tables' }).waitFor();
  await page.getByText('Hanseatic Freight').first().waitFor();
});

journey('a second sign-in finds everything, and a wrong password finds nothing', async ({ page, platform, watch }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Northern Lights');
  await makeProject(account, organization, 'Aurora');

  watch.allow(/answer 400 to POST .*\/auth\/v1\/token/);
  await page.goto(href('signIn'));
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Incorrect email or password').waitFor();
  expect(new URL(page.url()).pathname).toBe(href('signIn'));

  await signInHere(page, account);
  await page.getByRole('link', { name: 'Aurora' }).waitFor();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(isAt('signIn'));
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => key.includes('session'))).toEqual([]);
  // Back does not bring back what a signed-out person may not see.
  await page.goBack();
  await page.waitForURL(isAt('signIn'));
});

journey(
  'an address asked for without a session is opened after signing in, and no foreign one ever is',
  async ({ page, platform }) => {
    const account = await enrol(platform);
    await page.goto(`${href('newOrganization')}?name=Return%20Ticket&plan=pro`);
    await page.waitForURL(`**${href('signIn')}?*`);
    await signInHere(page, account);
    await expect.poll(() => new URL(page.url()).pathname).toBe(href('newOrganization'));
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Return Ticket');
    await page.goto(href('signOut'));
    await page.waitForURL(isAt('signIn'));

    await page.goto(`${href('signIn')}?returnTo=https://example.com/steal`);
    await signInHere(page, account);
    await expect.poll(() => page.url()).toBe(`${platform.origin()}${href('projects')}`);
  },
);

journey('an organization made at its screen is where the next project goes', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  const slug = await createOrganization(page, 'Cape Verde Ferries');
  await page.goto(href('projects'));
  await page.getByText('Cape Verde Ferries has no projects yet').waitFor();
  await page.getByRole('link', { name: 'Create project' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(href('newProject', { slug }));
});
