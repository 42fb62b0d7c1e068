import { AuthClient } from '@supabase/auth-js';
import { describe, expect } from 'vitest';
/** The users of a project, in the hands of its developer. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { mailTo } from '../../support/outbox.ts';

const password = 'Walnut-harbor-57-kettle';

describe('the users of a project', () => {
  journey('are created, found, banned and deleted, and the app notices', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    const { anon } = await account.request<{ anon: string }>('GET', `/platform/projects/${ref}/api-keys`);
    /** The error of a sign-in to the app, or null. */
    const signIn = async (email: string): Promise<string | null> => {
      const client = new AuthClient({
        url: `${platform.origin()}/project/${ref}/auth/v1`,
        headers: { apikey: anon, Authorization: `Bearer ${anon}` },
        autoRefreshToken: false,
        persistSession: false,
      });
      const { error } = await client.signInWithPassword({ email, password });
      return error === null ? null : (error.code ?? error.message);
    };

    await enter(page, account, href('project', { ref }));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL(`**${href('users', { ref })}`);
    await page.getByText('No users yet').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    for (const name of ['grace', 'mallory']) {
      await page.getByRole('button', { name: 'Create user' }).first().click();
      const form = page.getByRole('dialog', { name: 'Create user' });
      await form.getByLabel('Email', { exact: true }).fill(`${name}@example.com`);
      await form.getByLabel('Password', { exact: true }).fill(password);
      if (name === 'grace') expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
      await form.getByRole('button', { name: 'Create user' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText(`${name}@example.com`).waitFor();
    }
    await page.getByText('2 users').waitFor();
    expect(await signIn('mallory@example.com')).toBeNull();

    await page.getByLabel('Search users').fill('MALL');
    await page.getByText('1 user found').waitFor();
    expect(await page.getByText('grace@example.com').count()).toBe(0);
    const act = async (action: string, confirm: string) => {
      await page.getByRole('button', { name: 'Actions for mallory@example.com' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    };
    await act('Ban user…', 'Ban user');
    await page.getByText('Banned', { exact: true }).waitFor();
    expect(await signIn('mallory@example.com')).toBe('user_banned');
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await act('Lift ban…', 'Lift ban');
    await page.getByText('Banned', { exact: true }).waitFor({ state: 'detached' });
    expect(await signIn('mallory@example.com')).toBeNull();
    await act('Delete user…', 'Delete user');
    await page.getByText('No users match').waitFor();
    expect(await signIn('mallory@example.com')).toBe('invalid_credentials');

    // The search stays with the tab, and out of the address and the browser's history.
    await page.getByLabel('Search users').fill('grace@');
    await page.getByText('1 user found').waitFor();
    await page.getByRole('link', { name: 'grace@example.com' }).click();
    await page.getByRole('heading', { level: 1, name: 'grace@example.com' }).waitFor();
    await page.goBack();
    for (const again of ['Back', 'a reload']) {
      await page.getByText('1 user found').waitFor();
      expect(await page.getByLabel('Search users').inputValue(), again).toBe('grace@');
      expect(page.url()).toBe(`${platform.origin()}${href('users', { ref })}`);
      await page.reload();
    }
    await page.getByLabel('Search users').fill('');
    await page.getByText(/^1 user(?! found)/).waitFor();
    await page.getByText('grace@example.com').waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }
  });

  journey('are invited, opened, changed and signed out one by one', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    const { anon } = await account.request<{ anon: string }>('GET', `/platform/projects/${ref}/api-keys`);
    const site = 'https://ferries.example.com';
    await account.request('PATCH', `/platform/auth/${ref}/config`, { SITE_URL: site });
    const signIn = (secret: string) =>
      fetch(`${platform.origin()}/project/${ref}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: anon, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'grace@example.com', password: secret }),
      });

    await enter(page, account, href('users', { ref }));
    await page.getByRole('button', { name: 'Invite user' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite user' });
    await invitation.getByLabel('Email').fill('grace@example.com');
    await page.keyboard.press('Escape');
    await invitation.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Invite user' }).click();
    await expect.poll(() => invitation.getByLabel('Email').inputValue()).toBe('grace@example.com');
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await invitation.getByRole('button', { name: 'Send invitation' }).click();
    await invitation.waitFor({ state: 'detached' });
    expect((await mailTo(platform, 'grace@example.com')).subject).toBe('You are invited');

    await page.getByRole('link', { name: 'grace@example.com' }).click();
    await page.getByRole('heading', { level: 1, name: 'grace@example.com' }).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    const question = page.getByRole('alertdialog');
    const act = async (action: string, confirm: string) => {
      await page.getByRole('button', { name: action }).first().click();
      await question.getByRole('button', { name: confirm }).click();
      await question.waitFor({ state: 'detached' });
    };
    await act('Confirm address…', 'Confirm address');
    await page.getByText('Unconfirmed', { exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Set password…' }).click();
    const form = page.getByRole('dialog', { name: 'Set password' });
    await form.getByLabel('New password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Set password' }).click();
    await form.waitFor({ state: 'detached' });
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(password)).status).toBe(200);

    await page.reload();
    await act('End all sessions…', 'End all sessions');
    await page.getByText('The user is not signed in.').waitFor();

    await page.getByRole('button', { name: 'Edit metadata…' }).click();
    const metadata = page.getByRole('dialog', { name: 'Edit metadata' });
    await metadata.getByLabel('User metadata').fill('{"name": "Grace"');
    await metadata.getByRole('button', { name: 'Save metadata' }).click();
    await metadata.getByText('Enter a JSON object').waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    // What was typed survives Escape and a reload, and can be discarded.
    await page.keyboard.press('Escape');
    await metadata.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Edit metadata…' }).click();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '{"name": "Grace"');
    await metadata.getByRole('button', { name: 'Discard changes' }).click();
    await metadata.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    expect(await metadata.getByLabel('User metadata').inputValue()).not.toContain('Grace');
    await metadata.getByLabel('User metadata').fill('{"name": "Grace Hopper"}');
    await metadata.getByRole('button', { name: 'Save metadata' }).click();
    await metadata.waitFor({ state: 'detached' });
    await page.getByText('Grace Hopper').waitFor();

    await act('Send password reset…', 'Send email');
    const { subject, link } = await mailTo(platform, 'grace@example.com');
    expect(subject).toBe('Reset your password');
    const followed = await fetch(link, { redirect: 'manual' });
    expect(followed.headers.get('Location')?.startsWith(`${site}/#access_token=`)).toBe(true);

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }
    await act('Delete user…', 'Delete user');
    await page.getByText('No users yet').waitFor();
  });

  journey('are away while the project is paused', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await account.request('POST', `/platform/projects/${ref}/pause`);
    await enter(page, account, href('users', { ref }));
    await page.getByText('Paused').first().waitFor();
    expect(await page.getByRole('button', { name: 'Create user' }).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click();
    await page.getByText('No users yet').waitFor();
  });
});
