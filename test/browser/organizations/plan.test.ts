import { expect } from 'vitest';
/** The plan of an organization, from the limit that a user meets to the larger plan, and back. */
import { href } from '../../../src/router/href.ts';
import { enrol, enter, makeOrganization, makeProject } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

journey(
  'an owner at the limit of Free changes to Pro, and is told what going back costs',
  async ({ page, platform }) => {
    const account = await enrol(platform);
    const organization = await makeOrganization(account, 'Archive');
    for (const name of ['Ledgers', 'Scratch']) await makeProject(account, organization, name);
    await enter(page, account, href('newProject', { slug: organization.slug }));
    await page.getByText('Project limit reached').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Third');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Change plan' }).click({ modifiers: ['ControlOrMeta'] });
    const billing = await opened;

    await billing.getByText('Archive is on the Free plan.').waitFor();
    await billing.getByRole('button', { name: 'Change to Pro' }).click();
    const question = billing.getByRole('alertdialog');
    await question.getByText('Any number of active projects.').waitFor();
    expect(await axeViolationsInThemes(billing)).toEqual([]);
    await question.getByRole('button', { name: 'Change to Pro' }).click();
    await billing.getByText('Archive is on the Pro plan', { exact: true }).waitFor();
    await billing.getByText('Archive is on the Pro plan.').waitFor();

    await billing.getByRole('button', { name: 'Change to Free' }).click();
    await question.getByText(/At most 2 active projects per owner\./).waitFor();
    expect(await axeViolationsInThemes(billing)).toEqual([]);
    await billing.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });

    // The form was open all the time: it goes on with the new plan and what was typed.
    await page.getByText('Project limit reached').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: 'Third', level: 1 }).waitFor();

    await billing.getByRole('button', { name: 'Change to Free' }).click();
    await question.getByText(/You will have 3 on Free, and all keep running\./).waitFor();
    await question.getByRole('button', { name: 'Change to Free' }).click();
    await billing.getByText('Archive is on the Free plan.').waitFor();
    await page.goto(href('projects'));
    await expect.poll(() => page.getByRole('row', { name: /Third/ }).textContent()).toContain('Active');

    // What is paused now cannot be restored: the owner learns it before each step.
    await page.getByRole('link', { name: 'Third' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const pause = page.getByRole('alertdialog', { name: 'Pause Third?' });
    await pause.getByText('You cannot restore this project right away').waitFor();
    await pause.getByRole('link', { name: 'Change plan' }).waitFor();
    expect(await axeViolationsInThemes(page, '[role=alertdialog]')).toEqual([]);
    await pause.getByRole('button', { name: 'Pause project' }).click();
    await page.getByText('Project limit reached').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Restore project' }).isDisabled()).toBe(true);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByRole('button', { name: 'Change to Pro' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Pro' }).click();
    await page.getByText('Archive is on the Pro plan.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Restore project' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  },
);

journey('a change of plan is made and seen where its page is left meanwhile', async ({ page, platform }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Archive');
  for (const name of ['Ledgers', 'Scratch']) await makeProject(account, organization, name);
  await enter(page, account, href('newProject', { slug: organization.slug }));
  await page.getByRole('link', { name: 'Change plan' }).click();
  await page.getByRole('button', { name: 'Change to Pro' }).click();

  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await page.route('**/plan', async (route) => {
    asked.resolve();
    await left.promise;
    await route.continue();
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Pro' }).click();
  await asked.promise;
  await page.goBack();
  await page.getByText('Project limit reached').waitFor();
  left.resolve();
  await page.getByText('Project limit reached').waitFor({ state: 'detached' });
});
