import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enter, readerOf } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

journey(
  'a request for support knows the project that it comes from, and leads back to it',
  async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await enter(page, account, href('project', { ref }));
    const openForm = async () => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Contact support' }).click();
      await expect.poll(() => page.getByLabel('Project').inputValue()).toBe(ref);
    };
    await openForm();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`**${href('project', { ref })}`);

    await openForm();
    await page.getByLabel('Subject').fill('Slow lists');
    await page.getByLabel('Message').fill('They take long.');
    await page.getByRole('button', { name: 'Send request' }).click();
    // Short enough to be read out; no email is configured that could bring it.
    await page.getByText(/^Quote this reference if you write again: [\da-f]{8}$/).waitFor();
    await page.getByRole('link', { name: 'Back to the project' }).click();
    await page.waitForURL(`**${href('project', { ref })}`);
  },
);
