/** What the question about telemetry lies over, wherever the page is scrolled to. */
import type { Page } from 'playwright-core';

/** The controls and rows of the page that stay below the question although they are scrolled to, as sentences. */
export async function coveredControls(page: Page): Promise<string[]> {
  await page.getByRole('region', { name: 'Telemetry' }).waitFor();
  return page.evaluate(() => {
    const question = document.querySelector('[aria-label=Telemetry]')!;
    const targets =
      '#main :is(a, button, input, select, textarea, [role=gridcell], [role=row], tr, li), [data-part=assistant] :is(a, button, textarea)';
    return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true })) return [];
      target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return question.contains(hit) ? [target.outerHTML.slice(0, 160)] : [];
    });
  });
}
