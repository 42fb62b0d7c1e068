import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { described } from '../../../src/views/ui/described.ts';
import { floatingParts } from '../../../src/views/ui/floatingParts.ts';
import { PageTips } from '../../../src/views/ui/PageTips.tsx';
import { Time } from '../../../src/views/ui/Time.tsx';

await floatingParts.tooltip.load();

beforeEach(() => {
  vi.useFakeTimers();
  // No layout here: what is called so is cut.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent?.includes('long') ? 200 : 100;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const { matches } = Element.prototype;
const tip = () => screen.queryByRole('tooltip', { hidden: true });
const lines = () => Array.from(tip()?.children ?? [], ({ textContent }) => textContent);
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

async function pointAt(element: Element, pointerType = 'mouse'): Promise<void> {
  fireEvent.pointerOver(element, { pointerType });
  await pass(400);
}

/** Focuses an element as the keyboard does. */
async function focusByKey(element: HTMLElement, key = 'Tab'): Promise<void> {
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? this === document.activeElement : matches.call(this, selector);
  });
  dispatchEvent(new KeyboardEvent('keydown', { key }));
  act(() => element.focus());
  await pass(400);
}

/** Whether an Escape reaches the page. */
function pageHearsEscape(): boolean {
  const heard = vi.fn<() => void>();
  addEventListener('keydown', heard);
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  removeEventListener('keydown', heard);
  return heard.mock.calls.length > 0;
}

const List = ({ names }: { names: readonly string[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name}>
        <button type="button">
          <span data-cut="">{name}</span>
        </button>
      </li>
    ))}
  </ul>
);

const show = (names: readonly string[]) =>
  render(
    <>
      <List names={names} />
      <PageTips />
    </>,
  );

it('has the name that is cut in full, once the pointer rests on it, and nothing for one that is not', async () => {
  show(['A long name', 'Short']);
  fireEvent.pointerOver(screen.getByText('A long name'));
  await pass(399);
  expect(tip()).toBeNull();
  await pass(1);
  expect(lines()).toEqual(['A long name']);
  await pointAt(screen.getByText('Short'));
  expect(tip()).toBeNull();
});

it('stays away from touch, and from the pointer once it has pressed', async () => {
  show(['A long name']);
  const name = screen.getByText('A long name');
  await pointAt(name, 'touch');
  expect(tip()).toBeNull();
  await pointAt(name);
  expect(tip()).not.toBeNull();
  fireEvent.pointerDown(name);
  expect(tip()).toBeNull();
  await pointAt(name);
  expect(tip()).toBeNull();
  fireEvent.pointerOver(document.body);
  await pointAt(name);
  expect(tip()).not.toBeNull();
});

it('ends when the pointer leaves, its element does, or what is around it scrolls', async () => {
  const { rerender } = show(['A long name', 'Another long name']);
  const first = screen.getByText('A long name');
  await pointAt(first);
  fireEvent.pointerOver(document.body);
  await pass(79);
  expect(tip()).not.toBeNull();
  await pass(1);
  expect(tip()).toBeNull();

  await pointAt(first);
  fireEvent.scroll(document.createElement('div'));
  expect(tip()).not.toBeNull();
  fireEvent.scroll(screen.getByRole('list'));
  expect(tip()).toBeNull();

  await pointAt(screen.getByText('Another long name'));
  expect(lines()).toEqual(['Another long name']);
  rerender(
    <>
      <List names={['A long name']} />
      <PageTips />
    </>,
  );
  await pass(0);
  expect(tip()).toBeNull();
});

it('comes with the focus of the keyboard, with all that is in what has it, and goes with one Escape', async () => {
  render(
    <>
      <a href="#query" {...described('Saved Mar 1')}>
        <span data-cut="">A long name</span>
        <Time value="2026-03-01T22:30:00Z" detail="day" />
      </a>
      <button type="button">Other</button>
      <PageTips />
    </>,
  );
  const link = screen.getByRole('link');
  expect(link.getAttribute('aria-description')).toBe('Saved Mar 1');
  await focusByKey(link);
  expect(lines()).toEqual(['A long name', 'Saved Mar 1', expect.stringMatching(/UTC$/)]);
  expect(pageHearsEscape()).toBe(false);
  expect(tip()).toBeNull();
  expect(pageHearsEscape()).toBe(true);

  await focusByKey(screen.getByRole('button'));
  await focusByKey(link, 'Enter');
  // A dialog or a menu moved the focus back.
  expect(tip()).toBeNull();
});

it('lets an Escape pass that closes it, when only the pointer opened it', async () => {
  show(['A long name']);
  await pointAt(screen.getByText('A long name'));
  expect(pageHearsEscape()).toBe(true);
  expect(tip()).toBeNull();
});

it('waits until the focus has scrolled its element into view', async () => {
  show(['A long name']);
  const button = screen.getByRole('button');
  await focusByKey(document.body);
  act(() => button.focus());
  await pass(300);
  fireEvent.scroll(screen.getByRole('list'));
  await pass(399);
  expect(tip()).toBeNull();
  await pass(1);
  expect(lines()).toEqual(['A long name']);
});

it('comes to what a list points to while it keeps the focus', async () => {
  render(
    <>
      <div role="grid" tabIndex={0} aria-label="Rows">
        <div role="row">
          <div role="gridcell" id="first">
            1
          </div>
          <div role="gridcell" id="second" {...described('Changed, not saved')}>
            2
          </div>
        </div>
      </div>
      <PageTips />
    </>,
  );
  const grid = screen.getByRole('grid');
  grid.setAttribute('aria-activedescendant', 'first');
  await focusByKey(grid);
  expect(tip()).toBeNull();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  grid.setAttribute('aria-activedescendant', 'second');
  await pass(400);
  expect(lines()).toEqual(['Changed, not saved']);
});

it('follows the text that changes under it', async () => {
  render(
    <>
      <span data-tip="12 rows">12</span>
      <PageTips />
    </>,
  );
  const element = screen.getByText('12');
  await pointAt(element);
  element.dataset['tip'] = '13 rows';
  await pass(0);
  expect(lines()).toEqual(['13 rows']);
});

it('leaves to a control in a marked row what it says itself', async () => {
  render(
    <>
      <div data-tip="The row">
        Row <button type="button">Remove</button>
      </div>
      <PageTips />
    </>,
  );
  await pointAt(screen.getByRole('button'));
  expect(tip()).toBeNull();
  await pointAt(screen.getByText('Row'));
  expect(lines()).toEqual(['The row']);
});
