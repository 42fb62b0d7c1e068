import { expect } from 'vitest';
/** The logs of a project, in the hands of its developer. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, setModel } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';

journey(
  'a request and a refused sign-in appear, are filtered, opened, copied and followed',
  async ({ page, platform }) => {
    const { account, organization, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await setModel(account, organization.slug);
    const { anon } = await account.request<{ anon: string }>('GET', `/platform/projects/${ref}/api-keys`);
    const read = (table: string) =>
      fetch(`${platform.origin()}/project/${ref}/api/rest/v1/${table}`, { headers: { apikey: anon } });
    await read('boats');
    await fetch(`${platform.origin()}/project/${ref}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anon, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'grace@example.com', password: 'not this one' }),
    });

    await enter(page, account, href('project', { ref }));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL(`**${href('logs', { ref })}`);
    const line = (message: string) => page.getByRole('button', { name: message, exact: true });
    await line('GET /rest/v1/boats 404').waitFor();
    await line('POST /token 400: invalid_credentials').waitFor();
    await line('relation "public.boats" does not exist').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await page.getByLabel('Source').selectOption('Auth');
    await line('GET /rest/v1/boats 404').waitFor({ state: 'detached' });
    await page.getByLabel('Search entries').fill('INVALID_cred');
    await page.waitForURL((url) => url.search === '?source=auth_logs&search=INVALID_cred');
    await page.reload();
    // What slides in has to slide out.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await line('POST /token 400: invalid_credentials').click();
    const panel = page.getByRole('dialog', { name: 'Log entry' });
    await opens(panel);
    await panel.getByText('remote_addr').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy as JSON' }).click();
    await panel.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object;
    expect(copied).toMatchObject({ source: 'auth_logs', level: 'warning', metadata: { path: '/token', status: 400 } });
    expect(JSON.stringify(copied)).not.toMatch(/grace|not this one/);
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.emulateMedia({ reducedMotion: 'reduce' });

    // Back, through what was shown before.
    await page.goBack();
    await page.waitForURL(`**${href('logs', { ref })}`);
    await line('GET /rest/v1/boats 404').waitFor();
    await page.getByRole('switch', { name: 'Live' }).click();
    await read('ferries');
    await line('GET /rest/v1/ferries 404').waitFor();
    await line('GET /rest/v1/boats 404').click();
    await opens(panel);
    await panel.getByRole('button', { name: 'Explain entry' }).click();
    await page.getByRole('complementary', { name: 'Assistant' }).getByText('Log entry').first().waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }
  },
);
