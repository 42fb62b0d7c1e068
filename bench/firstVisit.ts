import type { Browser, Response } from 'playwright-core';
import { href } from '../src/router/href.ts';
import { startPlatform } from '../test/support/browser.ts';
import type { Figure } from './figure.ts';

/** What a browser that has never been here fetches for /sign-in, and when it shows what. */
export async function benchFirstVisit(browser: Browser): Promise<Figure[]> {
  const platform = await startPlatform();
  const paints: number[] = [];
  const forms: number[] = [];
  let counted: { requests: number; script: number; font: number; all: number } | undefined;
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const context = await browser.newContext({ baseURL: platform.origin() });
      const page = await context.newPage();
      const responses: Response[] = [];
      page.on('response', (response) => void responses.push(response));
      await page.goto(href('signIn'));
      await page.getByLabel('Email').waitFor();
      forms.push(await page.evaluate(() => performance.now()));
      await page.waitForLoadState('networkidle');
      paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime));
      const bodies = await Promise.all(
        responses.map(async (response) => ({
          kind: response.request().resourceType(),
          bytes: (await response.request().sizes()).responseBodySize,
        })),
      );
      const sum = (kind?: string) =>
        bodies
          .filter((body) => kind === undefined || body.kind === kind)
          .reduce((total, { bytes }) => total + bytes, 0) / 1_000;
      counted = { requests: responses.length, script: sum('script'), font: sum('font'), all: sum() };
      await context.close();
    }
  } finally {
    await platform.end();
  }
  return [
    { name: 'JavaScript, brotli', samples: [counted!.script], unit: 'kB', limit: { atMost: 110 } },
    { name: 'Fonts', samples: [counted!.font], unit: 'kB', limit: { atMost: 40 } },
    { name: 'Everything', samples: [counted!.all], unit: 'kB' },
    { name: 'Requests', samples: [counted!.requests], unit: '', limit: { atMost: 6 } },
    { name: 'First contentful paint (the static shell)', samples: paints, unit: 'ms' },
    { name: 'The form can be used', samples: forms, unit: 'ms' },
  ];
}
