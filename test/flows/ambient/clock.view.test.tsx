import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { ClockBanner } from '../../../src/views/ambient/rareBanners.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { clockModel } from './clock.model.ts';

const words = new Map([
  [120_001, /clock is 2 minutes ahead of the server’s/],
  [-7_200_000, /clock is 2 hours behind the server’s/],
]);

const sees =
  (isAsking: boolean) =>
  (screen: Screen, { context: { skewMs } }: { context: { skewMs: number | null } }) => {
    const warning = skewMs === null ? undefined : words.get(skewMs);
    if (warning === undefined) return expect(screen.queryByRole('button')).toBeNull();
    void screen.getByText(warning);
    return expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check again' }).disabled).toBe(isAsking);
  };

/** Who is not warned has nothing to click. */
const clicked = (button: HTMLElement | null) => {
  if (button) fireEvent.click(button);
};

coverView(clockModel, {
  view: (clock) => <ClockBanner clock={clock} />,
  does: { 'clockSkew.suspected': (_, screen) => clicked(screen.queryByRole('button', { name: 'Check again' })) },
  sees: { reading: sees(true), idle: sees(false) },
});
