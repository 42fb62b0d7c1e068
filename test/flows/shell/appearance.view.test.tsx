import { fireEvent, render, screen as page } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Density, ThemeChoice } from '../../../src/contract/shell/appearance.ts';
import {
  appearanceMachine,
  type AppearanceContext,
} from '../../../src/machines/shell/appearance/appearance.machine.ts';
import { AccountMenu } from '../../../src/views/shell/AccountMenu.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { appearanceModel } from './appearance.model.ts';

const themes: Record<ThemeChoice, string> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'classic-dark': 'Classic dark',
};
const densities: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };

/** The window is wide, and a mouse points. */
let hasRoom: boolean;
beforeEach(() => {
  hasRoom = true;
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () => ({ matches: hasRoom, addEventListener() {}, removeEventListener() {} }) as Partial<MediaQueryList> as never,
  );
});
afterEach(() => vi.restoreAllMocks());

const seesChoices = (screen: Screen, { context }: { context: AppearanceContext }) => {
  const checked = screen.getAllByRole('menuitemradio').filter((item) => item.getAttribute('aria-checked') === 'true');
  expect(checked.map(({ textContent }) => textContent)).toEqual([themes[context.theme], densities[context.density]]);
};

coverView(appearanceModel, {
  view: (appearance) => <AccountMenu email="ada@example.com" appearance={appearance} open />,
  does: {
    'appearance.reported': 'elsewhere',
    'appearance.chosen': ({ change }, screen) => {
      // Chosen in the preferences.
      if (change.timeZone !== undefined) return 'elsewhere';
      const name = change.theme === undefined ? densities[change.density!] : themes[change.theme];
      fireEvent.click(screen.getByRole('menuitemradio', { name }));
      return undefined;
    },
  },
  sees: { 'watching.settled': seesChoices, 'watching.saving': seesChoices, unavailable: seesChoices },
});

it('offers no density where a finger points, because rows stay tall there', async () => {
  hasRoom = false;
  render(<AccountMenu email="ada@example.com" appearance={createActor(appearanceMachine)} open />);
  const offered = await page.findAllByRole('menuitemradio');
  expect(offered.map(({ textContent }) => textContent)).toEqual(Object.values(themes));
});
