import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { TableTabs } from '../../../src/views/tables/TableTabs.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import { tabsAndFavoritesModel } from './tabsAndFavorites.model.ts';

coverView(tabsAndFavoritesModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TableTabs flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'tables.loaded': 'elsewhere',
    'tab.closed': ({ id, isShown }, screen) => {
      const tab = screen.queryByRole('button', { name: id === 1 ? 'Close boats' : 'Close trips' });
      // The page of the test shows none of the tables.
      if (!tab || isShown) return 'elsewhere';
      fireEvent.click(tab);
      return undefined;
    },
    // In the list of tables.
    'favorite.toggled': 'elsewhere',
    'table.forgotten': 'elsewhere',
  },
  sees: {
    kept: (screen, { context }) =>
      expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(
        context.tables.tabs.map(({ name }) => name),
      ),
  },
});
