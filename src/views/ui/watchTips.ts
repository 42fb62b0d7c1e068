import { isWalking } from './focus/walkingKey.ts';
import { pointedMarks, focusedMarks, tipOf, type Tip } from './tips.ts';
import { closeDelayMs, openDelayMs } from './tooltipStyles.ts';

type Means = 'pointer' | 'key';

/** What a tip may be shown of, and what brought the user there. */
interface Approached {
  means: Means;
  subject: Element;
  elements: readonly Element[];
}

/** What the focus is in: the element that has it, or the one that it points to. */
function focusedElement(): Element | null {
  const { activeElement } = document;
  const id = activeElement?.getAttribute('aria-activedescendant');
  return id ? document.getElementById(id) : activeElement;
}

/**
 * Calls back with the tip of what the pointer rests on, or the keyboard's focus is on, and with null when it is over.
 * One for the whole page: elements only carry attributes. Returns the way to stop.
 */
export function watchTips(show: (tip: Tip | null) => void): () => void {
  let approached: Approached | null = null;
  let shown: Tip | null = null;
  let pressed: Element | undefined;
  let timer: number | undefined;
  const wait = (ms: number, act: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(act, ms);
  };

  const changes = new MutationObserver(() => refresh());
  function close(): void {
    clearTimeout(timer);
    changes.disconnect();
    approached = null;
    if (shown) show((shown = null));
  }
  /** What is shown may have changed, or be gone. */
  function refresh(): void {
    const tip = tipOf(approached?.elements.filter(({ isConnected }) => isConnected) ?? []);
    if (!tip) close();
    else if (tip.anchor !== shown?.anchor || tip.lines.join('\n') !== shown.lines.join('\n')) show((shown = tip));
  }
  function open(): void {
    refresh();
    if (shown)
      changes.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['data-tip', 'data-cut', 'aria-description', 'datetime'],
      });
  }

  const leave = (means: Means) => {
    if (approached?.means !== means) return;
    if (shown) wait(closeDelayMs, close);
    else close();
  };
  const approach = (next: Approached) => {
    const isSame = next.subject === approached?.subject;
    if (!isSame || (!shown && next.means !== approached?.means)) {
      close();
      wait(openDelayMs, open);
    } else if (shown) clearTimeout(timer);
    approached = next;
    if (shown) refresh();
  };

  const pointAt = (target: Element) => {
    const elements = pointedMarks(target);
    const [subject] = elements;
    // What was pressed has been used: its tip would be in the way.
    if (subject && subject === pressed) return;
    pressed = undefined;
    if (subject) approach({ means: 'pointer', subject, elements });
    else leave('pointer');
  };
  const focusAt = () => {
    const subject = isWalking() && document.activeElement?.matches(':focus-visible') ? focusedElement() : null;
    const elements = subject ? focusedMarks(subject) : [];
    if (subject && elements.length > 0) approach({ means: 'key', subject, elements });
    else leave('key');
  };
  const pointsElsewhere = new MutationObserver(focusAt);

  const stopped = new AbortController();
  const listen = <Name extends keyof DocumentEventMap>(name: Name, heard: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, heard, { capture: true, passive: true, signal: stopped.signal });
  listen('pointerover', ({ target, pointerType, buttons }) => {
    if (pointerType !== 'touch' && buttons === 0 && target instanceof Element) pointAt(target);
  });
  listen('pointerout', ({ relatedTarget }) => {
    if (relatedTarget === null) leave('pointer');
  });
  listen('pointerdown', ({ target }) => {
    pressed = target instanceof Element ? pointedMarks(target)[0] : undefined;
    close();
  });
  listen('focusin', ({ target }) => {
    pointsElsewhere.disconnect();
    if (target instanceof Element) pointsElsewhere.observe(target, { attributeFilter: ['aria-activedescendant'] });
    focusAt();
  });
  listen('focusout', () => leave('key'));
  // The focus scrolls its element into view: what is not shown yet waits until that is over.
  listen('scroll', ({ target }) => {
    if (!(target instanceof Node) || !approached?.elements.some((element) => target.contains(element))) return;
    if (shown) close();
    else wait(openDelayMs, open);
  });
  listen('keydown', (event) => {
    if (!approached || event.isComposing || !['Escape', 'Enter', ' '].includes(event.key)) return;
    // Escape belongs to what has the focus: what only the pointer opened lets it pass.
    if (event.key === 'Escape' && shown && approached.means === 'key') event.stopPropagation();
    close();
  });
  for (const name of ['blur', 'resize']) window.addEventListener(name, close, { signal: stopped.signal });

  // What brought this code here was before it could listen.
  const hovered = [...document.querySelectorAll(':hover')].at(-1);
  if (hovered && matchMedia('(hover: hover)').matches) pointAt(hovered);
  if (!approached) focusAt();
  return () => {
    stopped.abort();
    pointsElsewhere.disconnect();
    close();
  };
}
