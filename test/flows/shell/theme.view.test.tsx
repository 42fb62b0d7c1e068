import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { ThemeChoice } from '../../../src/contract/shell/themes.ts';
import { AccountMenu } from '../../../src/views/shell/AccountMenu.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { themeModel } from './theme.model.ts';

const names: Record<ThemeChoice, string> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'classic-dark': 'Classic dark',
};

const seesChoice = (screen: Screen, { context }: { context: { choice: ThemeChoice } }) => {
  const checked = screen.getAllByRole('menuitemradio').filter((item) => item.getAttribute('aria-checked') === 'true');
  expect(checked.map(({ textContent }) => textContent)).toEqual([names[context.choice]]);
};

coverView(themeModel, {
  view: (theme) => <AccountMenu email="ada@example.com" theme={theme} open />,
  does: {
    'system.changed': 'elsewhere',
    'choice.loaded': 'elsewhere',
    'theme.chosen': ({ choice }, screen) => {
      fireEvent.click(screen.getByRole('menuitemradio', { name: names[choice] }));
    },
  },
  sees: { 'watching.settled': seesChoice, 'watching.saving': seesChoice, unavailable: seesChoice },
});
