import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { floatingParts } from '../../../src/views/ui/floatingParts.ts';
import { Tooltip } from '../../../src/views/ui/Tooltip.tsx';

beforeAll(async () => {
  await floatingParts.tooltip.load();
});
afterEach(cleanup);

/** Whether an Escape reaches the page: a tooltip keeps the one that closes it. */
function pageHearsEscape(): boolean {
  const heard = vi.fn<() => void>();
  addEventListener('keydown', heard);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  removeEventListener('keydown', heard);
  return heard.mock.calls.length > 0;
}

/** Focuses a button as the keyboard does: by Tab, or by the key that opened what the button is in. */
function focusByKey(name: string, key = 'Tab'): void {
  vi.restoreAllMocks();
  const { matches: real } = Element.prototype;
  const matches = vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? this === document.activeElement : real.call(this, selector);
  });
  onTestFinished(() => matches.mockRestore());
  dispatchEvent(new KeyboardEvent('keydown', { key }));
  screen.getByRole('button', { name }).focus();
}

const save = (
  <Tooltip content="Save the query">
    <button type="button">Save</button>
  </Tooltip>
);

async function openByKey(): Promise<void> {
  render(save);
  await act(async () => focusByKey('Save'));
  await screen.findByRole('tooltip');
}

it('keeps one Escape, which closes it', async () => {
  await openByKey();
  await act(async () => expect(pageHearsEscape()).toBe(false));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(pageHearsEscape()).toBe(true);
});

it('closes also with an Escape that its element keeps for itself', async () => {
  await openByKey();
  const button = screen.getByRole('button', { name: 'Save' });
  button.addEventListener('keydown', (event) => event.stopPropagation());
  await act(async () => void button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('lets an Escape pass that closes it, when the focus is elsewhere: in a layer that opened under the pointer', async () => {
  render(
    <>
      {save}
      <input aria-label="Search" />
    </>,
  );
  await act(async () => fireEvent.pointerEnter(screen.getByRole('button')));
  await act(async () => fireEvent.pointerMove(screen.getByRole('button')));
  await screen.findByRole('tooltip');
  act(() => screen.getByRole('textbox').focus());
  expect(screen.queryByRole('tooltip')).not.toBeNull();
  await act(async () => expect(pageHearsEscape()).toBe(true));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('keeps no Escape when its element leaves in the task that focused it', async () => {
  const { unmount } = render(save);
  act(() => focusByKey('Save'));
  flushSync(unmount);
  await act(async () => {});
  expect(pageHearsEscape()).toBe(true);
});

it('closes when another element takes the place of its own', async () => {
  const tooltip = (name: string) => (
    <Tooltip content="Ctrl Enter">
      <button key={name} type="button">
        {name}
      </button>
    </Tooltip>
  );
  const { rerender } = render(tooltip('Run'));
  await act(async () => focusByKey('Run'));
  await screen.findByRole('tooltip');
  await act(async () => rerender(tooltip('Cancel')));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(pageHearsEscape()).toBe(true);
});

it('stays closed when a layer that a key opened moves the focus to its element', async () => {
  render(
    <Tooltip content="Close the panel">
      <button type="button">Close</button>
    </Tooltip>,
  );
  await act(async () => focusByKey('Close', 'Enter'));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await act(async () => screen.getByRole('button').blur());
  // Also once it listens itself.
  await act(async () => focusByKey('Close', 'Enter'));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await act(async () => screen.getByRole('button').blur());
  await act(async () => focusByKey('Close'));
  await screen.findByRole('tooltip');
  await act(async () => screen.getByRole('button').blur());
});
