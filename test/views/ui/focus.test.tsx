import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFocusReturn } from '../../../src/views/ui/focus/useFocusReturn.ts';

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
