import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { firstFocus } from '../../../src/views/ui/focus/firstFocus.ts';
import { focusFirstInvalid } from '../../../src/views/ui/focus/focusFirstInvalid.ts';
import { isFocusLost } from '../../../src/views/ui/focus/isFocusLost.ts';
import { useFocusReturn } from '../../../src/views/ui/focus/useFocusReturn.ts';
import { useFocusWhen } from '../../../src/views/ui/focus/useFocusWhen.ts';

function Field({ isThere }: { isThere: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useFocusReturn(isThere, field);
  return (
    <>
      <button type="button">Elsewhere</button>
      {isThere ? <input ref={field} aria-label="Step" /> : <button type="button">Gone soon</button>}
    </>
  );
}

afterEach(cleanup);

it('takes the focus that was lost with what it replaces', () => {
  const { rerender } = render(<Field isThere={false} />);
  screen.getByText('Gone soon').focus();
  rerender(<Field isThere />);
  expect(document.activeElement).toBe(screen.getByLabelText('Step'));
});

it('leaves the focus where the user has it', () => {
  const { rerender } = render(<Field isThere={false} />);
  screen.getByText('Elsewhere').focus();
  rerender(<Field isThere />);
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
});

it('takes no focus when it is there from the beginning, nor again while it stays', () => {
  const { rerender } = render(<Field isThere />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Field isThere />);
  expect(document.activeElement).toBe(document.body);
});

function Answer({ isWanted }: { isWanted: boolean }) {
  const answer = useFocusWhen<HTMLButtonElement>(isWanted);
  return (
    <button type="button" ref={answer}>
      Answer
    </button>
  );
}

it('takes the focus when it is wanted, and leaves it to the user while it stays wanted', () => {
  const answerIn = (isWanted: boolean) => (
    <>
      <button type="button">Elsewhere</button>
      <Answer isWanted={isWanted} />
    </>
  );
  const { rerender } = render(answerIn(false));
  expect(isFocusLost()).toBe(true);
  rerender(answerIn(true));
  expect(document.activeElement).toBe(screen.getByText('Answer'));
  screen.getByText('Elsewhere').focus();
  rerender(answerIn(true));
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
  expect(isFocusLost()).toBe(false);
});

it('takes the focus when it mounts wanted', () => {
  render(<Answer isWanted />);
  expect(document.activeElement).toBe(screen.getByText('Answer'));
});

it('goes to the first invalid field of a form, and stays where none is', () => {
  const { container } = render(
    <form>
      <input aria-label="Name" />
      <input aria-label="Email" aria-invalid />
      <input aria-label="Code" aria-invalid />
    </form>,
  );
  focusFirstInvalid(container);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  for (const field of container.querySelectorAll('input')) field.removeAttribute('aria-invalid');
  focusFirstInvalid(container);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  focusFirstInvalid(null);
});

it('goes into the search field of a layer, but on a touch screen to the layer, where the keyboard would cover what is searched', () => {
  const { container } = render(
    <div>
      <input type="search" aria-label="Search columns" />
      <button type="button">Done</button>
    </div>,
  );
  const layer = container.firstElementChild as HTMLElement;
  const isTouched = vi.fn<() => boolean>(() => false);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && isTouched() }));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(firstFocus(layer)).toBeNull();
  isTouched.mockReturnValue(true);
  expect(firstFocus(layer)).toBe(layer);
  screen.getByLabelText('Search columns').setAttribute('data-first-focus', '');
  expect(firstFocus(layer)).toBe(screen.getByLabelText('Search columns'));
});
