/** The plan of an organization, from the limit that a user meets to the larger plan, and back. */
import { expect } from 'vitest';
import { enrol, enter, makeOrganization, makeProject } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

journey(
  'an owner at the limit of Free changes to Pro, and is told what going back costs',
  async ({ page, platform }) => {
    const account = await enrol(platform);
    const organization = await makeOrganization(account, 'Archive');
    for (const name of ['Ledgers', 'Scratch']) await makeProject(account, organization, name);
    await enter(page, account, `/new/${organization.slug}`);
    await page.getByText('Project limit reached').waitFor();
    await page.getByRole('link', { name: 'Change plan' }).click();

    await page.getByText('Archive is on the Free plan.').waitFor();
    await page.getByRole('button', { name: 'Change to Pro' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Any number of active projects.').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await question.getByRole('button', { name: 'Change to Pro' }).click();
    await page.getByText('Archive is on the Pro plan', { exact: true }).waitFor();
    await page.getByText('Archive is on the Pro plan.').waitFor();

    await page.getByRole('button', { name: 'Change to Free' }).click();
    await question.getByText(/More than 2 active projects per owner\./).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });

    await page.goto(`/new/${organization.slug}`);
    await page.getByLabel('Name', { exact: true }).fill('Third');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: 'Third', level: 1 }).waitFor();

    await page.goto(`/org/${organization.slug}/billing`);
    await page.getByRole('button', { name: 'Change to Free' }).click();
    await question.getByText(/The 3 active projects of this organization keep running\./).waitFor();
    await question.getByRole('button', { name: 'Change to Free' }).click();
    await page.getByText('Archive is on the Free plan.').waitFor();
    await page.goto('/projects');
    await expect.poll(() => page.getByRole('row', { name: /Third/ }).textContent()).toContain('Active');
  },
);
