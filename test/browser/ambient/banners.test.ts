import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Organization } from '../../../src/contract/organizations/organization.ts';
import { href } from '../../../src/router/href.ts';
/** The bars above everything, switched on by flags and by the state of things; and what can be tried before everybody gets it. */
import { matchRoute } from '../../../src/router/matchRoute.ts';
import { storageEntries } from '../../../src/services/browser/storage.ts';
import { enrol, enrolWithProject, enter, readerOf } from '../../support/accounts.ts';
import { axeViolations, axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journeysApart } from '../../support/journey.ts';

const flagsFile = join(mkdtempSync(join(tmpdir(), 'basechart-flags-')), 'flags.json');
writeFileSync(flagsFile, JSON.stringify({ ongoingIncident: 'Logins in Tokyo are slow.', customSmtpRequired: true }));

const journey = journeysApart({
  env: { BASECHART_FLAGS_FILE: flagsFile, BASECHART_STATUS_URL: 'https://status.example.com' },
});

const bars = (page: Page) => page.locator('[data-part=banner]');

/** The platform's clock stands still ten minutes ago. */
const withSlowServer = (page: Page) =>
  page.route('**/api/status', (route) =>
    route.fulfill({ json: { status: 'ok', version: '0', time: new Date(Date.now() - 600_000).toISOString() } }),
  );

/** The user's organizations are as an overdrawn account's are. */
const withRestriction = (page: Page, status: Organization['restriction_status']) =>
  page.route('**/api/platform/organizations', async (route) => {
    const answer = await route.fetch();
    const organizations = (await answer.json()) as Organization[];
    await route.fulfill({
      response: answer,
      json: organizations.map((one) => ({
        ...one,
        restriction_status: status,
        restriction_data: { grace_period_end: '2026-12-24T00:00:00Z' },
      })),
    });
  });

describe('banners', () => {
  journey(
    'stand above everything in their order, each 44 px high, and the page does not scroll for them',
    async ({ page, platform }) => {
      const { account, ref } = await readerOf(platform);
      await withSlowServer(page);
      await withRestriction(page, 'restricted');
      await enter(page, account, href('project', { ref }));
      await expect.poll(() => bars(page).count()).toBe(4);
      const words = await bars(page).allTextContents();
      for (const [index, expected] of [
        /Logins in Tokyo are slow/,
        /Set up custom SMTP/,
        /Acme has exceeded its quota: this project cannot serve requests/,
        /10 minutes ahead of the server’s/,
      ].entries())
        expect(words[index]).toMatch(expected);
      for (const [index, bar] of (await bars(page).all()).entries())
        expect(await bar.boundingBox()).toMatchObject({ x: 0, y: index * 44, width: 1280, height: 44 });
      expect((await page.getByRole('banner').boundingBox())!.y).toBe(4 * 44);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);

      const incident = page.getByRole('link', { name: /Logins in Tokyo/ });
      expect([await incident.getAttribute('href'), await incident.getAttribute('target')]).toEqual([
        'https://status.example.com',
        '_blank',
      ]);
      expect(matchRoute((await page.getByRole('link', { name: 'Billing' }).getAttribute('href'))!)?.name).toBe(
        'organizationBilling',
      );

      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect.poll(() => bars(page).count()).toBe(3);
      expect(await page.evaluate((key) => localStorage.getItem(key), storageEntries.smtpBannerDismissed.key)).toBe(ref);
      // Who was at work in a bar that goes is not left at the top of the document.
      const focused = () => page.evaluate(() => document.activeElement?.id);
      expect(await focused()).toBe('main');

      await page.unroute('**/api/status');
      await page.getByRole('button', { name: 'Check again' }).press('Enter');
      await expect.poll(() => bars(page).count()).toBe(2);
      expect(await focused()).toBe('main');

      // The way that the quota's bar offers does not end at nothing.
      await page.getByRole('link', { name: 'Billing' }).click();
      await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
      await page.getByText('Acme is on the Free plan.').waitFor();
      await page.getByText('this server charges nothing').waitFor();
      await page.getByRole('button', { name: 'Change to Pro' }).waitFor();

      // Quota and mail are about projects; where there is none they are not spoken of.
      await page.getByRole('link', { name: 'Basechart home' }).click();
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
      await expect.poll(() => bars(page).count()).toBe(1);
      await page.reload();
      await page.goto(href('project', { ref }));
      await expect.poll(() => bars(page).count()).toBe(2);
    },
  );

  journey.for([
    ['grace_period', /Its grace period ends on Dec 2\d, 2026/],
    ['grace_period_over', /requests will fail when its quota is used up/],
  ] as const)('warn of %s', async ([status, words], { page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await withRestriction(page, status);
    await enter(page, account, href('project', { ref }));
    await page.getByText(words).waitFor();
  });

  journey('tell visitors of an incident at once', async ({ page }) => {
    // Without it, the page would wait for five seconds.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    let waitedMs = 0;
    await expect
      .poll(async () => {
        await page.clock.runFor(10);
        waitedMs += 10;
        return await page.getByRole('link', { name: /Logins in Tokyo/ }).count();
      })
      .toBe(1);
    expect(waitedMs).toBeLessThan(5_000);
    await page.clock.resume();
    expect(await bars(page).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
  });

  journey('follow the flags’ file within ten minutes', async ({ page, platform }) => {
    const account = await enrol(platform);
    await page.clock.install();
    await enter(page, account);
    await page.getByText('Logins in Tokyo are slow.').waitFor();
    const before = JSON.stringify({ ongoingIncident: 'Logins in Tokyo are slow.', customSmtpRequired: true });
    try {
      writeFileSync(
        flagsFile,
        JSON.stringify({
          ongoingIncident: {
            value: false,
            targets: [{ to: 'emails', emails: [account.email], value: 'Only you see this.' }],
          },
        }),
      );
      await page.clock.fastForward(600_000);
      await page.getByText('Only you see this.').waitFor();
    } finally {
      writeFileSync(flagsFile, before);
    }
  });

  journey('have nothing that axe holds against them in any theme, and fit a phone', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(
      platform,
      'An organization with a name that is rather long',
      'Lamp',
    );
    await withSlowServer(page);
    await withRestriction(page, 'grace_period');
    await enter(page, account, href('project', { ref }));
    await expect.poll(() => bars(page).count()).toBe(4);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const bar of await bars(page).all()) expect((await bar.boundingBox())!.height).toBe(44);
    expect(await horizontalOverflow(page)).toBeNull();
  });
});

journey('feature previews are not offered while none of their features exists', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Feature previews' }).count()).toBe(0);
});
