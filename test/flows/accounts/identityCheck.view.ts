/** The question who the user is, over a page that waits for the answer. */
import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Screen } from '../../support/viewDriver.tsx';

const title = 'Confirm that it is you';

export const seesCheck = (screen: Screen): void => {
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
};

/** Escape, as a user who does not want to go on. */
export function dismissCheck(screen: Screen): void {
  const dialog = screen.getByRole('dialog', { name: title });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
}
