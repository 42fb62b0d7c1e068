import { fullTime } from './fullTime.ts';

/**
 * What says more than is seen of it. `data-tip` is always told: its value, or what describes the element to a screen
 * reader. `data-cut` is told where the element cuts its text: its value, or that text. A time is told in full.
 */
const marked = '[data-tip], [data-cut], time';

/** What the user acts on as a whole: what is marked around it is told elsewhere. */
const controls = 'a, button, summary, [role=tab], [role=option], [role=treeitem], [role=gridcell], [role^=menuitem]';

export interface Tip {
  /** Where it is shown. */
  anchor: Element;
  lines: readonly string[];
}

/** An inline text is cut by what it is in. */
function boxOf(element: Element): Element {
  const { parentElement } = element;
  return element.clientWidth === 0 && parentElement ? boxOf(parentElement) : element;
}

/** Letters that reach out of their line cut nothing: only a text of a number of lines is cut at its height. */
function isCut(element: Element): boolean {
  const box = boxOf(element);
  if (box.scrollWidth > box.clientWidth) return true;
  const { fontSize, webkitLineClamp } = getComputedStyle(box);
  return Number(webkitLineClamp) > 0 && box.scrollHeight - box.clientHeight > Number.parseFloat(fontSize) / 2;
}

/** The cut text of an element, and what it tells besides. */
function textsOf(element: Element): { cut: string; told: string } {
  const { tip, cut } = (element as HTMLElement).dataset;
  const time = element.localName === 'time' ? element.getAttribute('datetime') : null;
  const told = time === null ? tip : fullTime.words?.(time);
  return {
    cut: cut !== undefined && isCut(element) ? cut || (element.textContent ?? '') : '',
    told: (told === '' ? element.getAttribute('aria-description') : told) ?? '',
  };
}

/** Null where nothing says more than is seen. */
export function tipOf(elements: readonly Element[]): Tip | null {
  const texts = elements.map((element) => ({ element, ...textsOf(element) }));
  const all = [...texts.map(({ cut }) => cut), ...texts.map(({ told }) => told)].map((text) => text.trim());
  const lines = [...new Set(all)].filter((text) => text !== '');
  const anchor = texts.find(({ cut, told }) => cut !== '' || told !== '')?.element;
  return anchor ? { anchor, lines } : null;
}

/** What is marked of a control, and in it. */
const markedIn = (control: Element): readonly Element[] => [
  ...(control.matches(marked) ? [control] : []),
  ...control.querySelectorAll(marked),
];

/** What is marked of a control that has the focus, and in it. */
export const focusedMarks = (focused: Element): readonly Element[] =>
  focused.matches(controls) ? markedIn(focused) : [];

/** What is marked around what the pointer is over; of a control that is marked itself, all that is in it. */
export function pointedMarks(target: Element): readonly Element[] {
  const control = target.closest(controls);
  if (control?.matches(marked)) return markedIn(control);
  const found: Element[] = [];
  for (let element = target.closest(marked); element; element = element.parentElement?.closest(marked) ?? null)
    if (!control || control.contains(element)) found.unshift(element);
  return found;
}
