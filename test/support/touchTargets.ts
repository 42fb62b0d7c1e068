/** What a finger has to hit on a page: which targets of a touch screen are too small. */
import type { Page } from 'playwright-core';

/**
 * The targets that a finger hits in less than 40 × 40 px, or not at all, as sentences. What counts is where a tap arrives, with labels and
 * areas that reach beyond what is seen, unless something lies over them. Links within sentences are as high as their line
 * (WCAG 2.5.8), and what is inside a drawing is as large as its scale makes it.
 */
export async function smallTargets(page: Page, layer?: string): Promise<string[]> {
  // The styles follow while the session lasts.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  try {
    return await page.evaluate(measure, { least: 40, within: layer ?? null });
  } finally {
    await session.detach();
  }
}

const measure = ({ least, within }: { least: number; within: string | null }): string[] => {
  const kinds =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=checkbox], [role=switch], [role=radio], [role=treeitem]';
  const isInline = (element: Element): boolean => getComputedStyle(element).display === 'inline';
  /** Words right before or after the link, in the same lines: what is beside it in an element of its own is no sentence. */
  const isInSentence = (link: Element): boolean => {
    if (!link.matches('a') || !isInline(link)) return false;
    const hasWords = (from: Node, side: 'previousSibling' | 'nextSibling'): boolean => {
      for (let node = from[side]; node !== null; node = node[side]) {
        // What follows a whole sentence is no part of it.
        if (side === 'previousSibling' && /[.!?]\s*$/.test(node.textContent ?? '')) return false;
        if (node instanceof Text && /\p{L}/u.test(node.data)) return true;
        if (node instanceof Element && (node.matches('br') || !isInline(node))) return false;
      }
      return false;
    };
    for (let part: Element = link; ; part = part.parentElement!) {
      if (hasWords(part, 'previousSibling') || hasWords(part, 'nextSibling')) return true;
      if (!isInline(part.parentElement!)) return false;
    }
  };
  /** What lies over the page: below it nothing can be hit. */
  const layer = [
    ...document.querySelectorAll(within ?? '[role=dialog][aria-modal=true], [role=alertdialog], [role=menu]'),
  ].at(-1);
  const small: string[] = [];
  for (const target of (layer ?? document).querySelectorAll<HTMLElement>(kinds)) {
    if (target.closest('[inert], [aria-hidden=true]') || !target.checkVisibility({ visibilityProperty: true }))
      continue;
    if (target.matches(':disabled, svg *') || isInSentence(target)) continue;
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
    const parts: Element[] = [target, ...labels];
    const boxes = parts
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0 || boxes.some(({ width, height }) => width >= least && height >= least)) continue;
    const home = boxes[0]!;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = (home.width > 1 ? target : labels[0]!).getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (dx: number, dy: number): boolean => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && parts.some((part) => part.contains(hit));
    };
    const name = `${(target.getAttribute('aria-label') ?? target.textContent.trim()).slice(0, 40)} ${target.outerHTML.slice(0, 120)}`;
    if (!isHit(0, 0)) {
      const over = document.elementFromPoint(x, y);
      const panel = over?.closest('aside') ?? null;
      // A panel over the page is closed first. What waits outside of the window for the focus is nowhere yet.
      if (over !== null && (panel === null || panel.contains(target)))
        small.push(`covered by ${over.outerHTML.slice(0, 120)}: ${name}`);
      continue;
    }
    const reach = (dx: number, dy: number): number => {
      let steps = 0;
      while (steps < least && isHit(dx * (steps + 1), dy * (steps + 1))) steps += 1;
      return steps;
    };
    const hitWidth = reach(-1, 0) + reach(1, 0) + 1;
    const hitHeight = reach(0, -1) + reach(0, 1) + 1;
    if (hitWidth >= least && hitHeight >= least) continue;
    small.push(`${hitWidth} × ${hitHeight}: ${name}`);
  }
  return small;
};
