import type { Page } from 'playwright-core';
/**
 * Every screen in every theme and at every width: nothing axe holds against it, nothing that hangs over the edge, and on a
 * phone nothing that is too small for a finger. Its texts use the words of docs/language.md.
 */
import { describe, expect, it } from 'vitest';
import { avoidedInText } from '../../../scripts/house/words.ts';
import type { ProjectDetail } from '../../../src/contract/projects/project.ts';
import { matchRoute } from '../../../src/router/matchRoute.ts';
import { pageNames, pageOf, type PageName } from '../../../src/router/pages.ts';
import { enrol, enter, makeOrganization, makeProject, type Account } from '../../support/accounts.ts';
import { type Platform, axeViolations, axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { guestScreens, userScreens, type Scene } from '../../support/screens.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const longName = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente GmbH';

async function setScene(platform: Platform): Promise<Scene & { account: Account }> {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, longName);
  const { ref } = await makeProject(account, organization, `${longName} 2`);
  const pausedName = 'Resting';
  const { ref: pausedRef } = await makeProject(account, organization, pausedName);
  await account.request('POST', `/platform/projects/${pausedRef}/pause`);
  await expect
    .poll(async () => (await account.request<ProjectDetail>('GET', `/platform/projects/${pausedRef}`)).status)
    .toBe('INACTIVE');
  return { account, slug: organization.slug, ref, pausedRef, pausedName };
}

/** Pages whose journeys inspect them, because a person comes to them in the middle of something. */
const inspectedElsewhere: readonly PageName[] = [
  'secondFactor',
  'confirmEmailChange',
  'gallery',
  'flows',
  'flowsReceiver',
];

/** Every text of the page, including what only a screen reader or a tooltip says. */
const textsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const names = ['aria-label', 'aria-description', 'data-tip', 'title', 'placeholder', 'alt'];
    return [
      document.title,
      document.body.innerText,
      ...Array.from(document.body.querySelectorAll(names.map((name) => `[${name}]`).join()), (element) =>
        names.map((name) => element.getAttribute(name) ?? '').join('\n'),
      ),
    ].join('\n');
  });

const inspected: PageName[] = [];

async function inspect(page: Page): Promise<void> {
  inspected.push(matchRoute(new URL(page.url()).pathname)?.name ?? 'notFound');
  expect(avoidedInText(await textsOf(page))).toBeNull();
  // Colours on their way from one theme to the other are nobody's colours.
  expect(await axeViolationsInThemes(page)).toEqual([]);
  for (const width of [1920, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await horizontalOverflow(page), `${width} px`).toBeNull();
  }
  // What is beside what changes with the width; the colors stay.
  expect(await axeViolations(page, 'structure'), '360 px').toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
}

const nowhere: Scene = { slug: '', ref: '', pausedRef: '', pausedName: '' };

describe('without a session', () => {
  journey.for(guestScreens)('$name', async ({ open }, { page, watch }) => {
    // One of them is about being refused.
    watch.allow(/answer 400 to POST .*\/token/);
    await open(page, nowhere);
    await inspect(page);
  });
});

describe('with a session', () => {
  journey('every screen', async ({ page, platform, watch }) => {
    // Some of them are about what goes wrong.
    watch.allow(/answer 40[04] to GET .*\/projects/, /Cannot read properties of undefined|error occurred/);
    const scene = await setScene(platform);
    await enter(page, scene.account);
    for (const { name, open } of userScreens) {
      await page.setViewportSize({ width: 1280, height: 800 });
      try {
        await open(page, scene);
        await inspect(page);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});

it('has looked at every page', ({ skip }) => {
  skip(inspected.length < guestScreens.length + userScreens.length, 'only some of the screens were opened');
  const shown = pageNames.filter(
    (name) => !['landing', 'exit'].includes(pageOf(name).access) && !pageOf(name).forwards,
  );
  expect(
    shown.filter((name) => ![...inspected, ...inspectedElsewhere].includes(name)),
    'pages without a row in test/support/screens.ts',
  ).toEqual([]);
});
