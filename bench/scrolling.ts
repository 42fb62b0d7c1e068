/** How a grid scrolls on a slow processor, beside a bare one. */
import type { Page } from 'playwright-core';
import { showBareGrid } from './bareGrid.ts';

const framesPerScroll = 240;
const pixelsPerFrame = 300;
const slowdown = 4;
const attempts = 5;

/** Frames per second while the grid is scrolled by so many pixels in each. */
const scrollGrid = (page: Page): Promise<number> =>
  page.evaluate(
    async ({ frames, pixels }) => {
      const grid = document.querySelector('[role=grid]')!;
      grid.scrollTop = 0;
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      const { promise, resolve } = Promise.withResolvers<number>();
      let began = 0;
      let frame = 0;
      requestAnimationFrame(function step(now) {
        if (frame === 0) began = now;
        if (frame === frames) return resolve((1_000 * frames) / (now - began));
        frame += 1;
        grid.scrollTop += pixels;
        requestAnimationFrame(step);
      });
      return await promise;
    },
    { frames: framesPerScroll, pixels: pixelsPerFrame },
  );

/** Frames per second of the grid on a page, and of a bare one with as many rows and columns, on a processor slowed 4×. */
export async function scrollBesideBare(
  page: Page,
  rows: number,
  columns: number,
): Promise<{ own: number[]; bare: number[] }> {
  const context = page.context();
  const measure = async (one: Page): Promise<number[]> => {
    await one.bringToFront();
    const cdp = await context.newCDPSession(one);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const scrolls: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) scrolls.push(await scrollGrid(one));
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await cdp.detach();
    return scrolls;
  };
  const own = await measure(page);
  const barePage = await context.newPage();
  await showBareGrid(barePage, rows, columns);
  const bare = await measure(barePage);
  await barePage.close();
  await page.bringToFront();
  return { own, bare };
}
