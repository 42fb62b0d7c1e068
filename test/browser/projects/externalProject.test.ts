import { describe, expect } from 'vitest';
import type { ProjectDetail } from '../../../src/contract/projects/project.ts';
import { href } from '../../../src/router/href.ts';
import { enrol, enter, makeOrganization } from '../../support/accounts.ts';
/** The form of a project on a Postgres server, which asks for what an embedded database has no use for. */
import { isAt } from '../../support/addresses.ts';
import {
  axeViolations,
  axeViolationsInThemes,
  horizontalOverflow,
  startPlatform,
  type Platform,
} from '../../support/browser.ts';
import { canaryFor, expectNoSecret } from '../../support/canaries.ts';
import { journey } from '../../support/journey.ts';
import { createDatabase, postgresPrograms, startPostgres } from '../../support/postgres.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const onPostgres = journey.extend('platform', { scope: 'file' }, async ({}, { onCleanup }): Promise<Platform> => {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: await createDatabase(postgres, 'control'), BASECHART_INSPECTOR: 'true' };
  const platform = await startPlatform({ env, hashesQuickly: true });
  onCleanup(async () => {
    await platform.end();
    await postgres.stop();
  });
  return platform;
});

describe.skipIf(postgresPrograms === undefined)('the form of a project on a Postgres server', () => {
  onPostgres('is usable in every theme and width, and keeps the password to itself', async ({ page, platform }) => {
    const account = await enrol(platform);
    const { slug } = await makeOrganization(account, 'Harbor');
    await enter(page, account, href('newProject', { slug }));
    const password = page.getByLabel('Database password', { exact: true });
    await password.waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.locator('summary').click();
    await page.getByLabel('Region', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    await page.getByLabel('Name', { exact: true }).fill('Typed');
    await page.getByRole('button', { name: 'Generate password' }).click();
    await expect.poll(() => password.inputValue()).not.toBe('');
    const generated = await password.inputValue();
    await page.getByText('This password is strong.').first().waitFor();
    for (const width of [1920, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }
    expect(await axeViolations(page, 'structure'), '360 px').toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    const canary = canaryFor('the new project', 'Database password');
    await password.fill(canary);
    await page.getByText('This password is strong.').first().waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectNoSecret(page, [generated], ['field.changed', 'generation.requested', 'copy.requested']);
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(isAt('project'));
    const ref = new URL(page.url()).pathname.split('/').at(-1)!;
    await expectNoSecret(page, [generated], ['xstate.done.actor.project']);
    // Nor does the page keep it, or the server give it back.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(canary);
    const project = await account.request<ProjectDetail>('GET', `/platform/projects/${ref}`);
    expect(JSON.stringify(project)).not.toContain(canary);
  });
});
