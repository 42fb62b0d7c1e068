import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { hrefFrom } from '../../../src/router/href.ts';
import { destinationsAt } from '../../../src/views/shell/destinations.tsx';
import { NavigationRail } from '../../../src/views/shell/NavigationRail.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { navigationRailModel } from './navigationRail.model.ts';

const rail = (screen: Screen) => screen.getByRole('navigation', { name: 'Main' });
const expanded = (screen: Screen) => rail(screen).hasAttribute('data-expanded');
const pinned = (screen: Screen) => screen.queryByRole('button', { name: 'Unpin sidebar' }) !== null;

const seesRail = (is: { expanded: boolean; pinned?: boolean }) => (screen: Screen) => {
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Project home',
    'SQL editor',
    'Table editor',
    'Users',
    'Auth settings',
    'Logs',
    'Advisors',
    'Projects',
  ]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('SQL editor');
  expect(expanded(screen)).toBe(is.expanded);
  expect(pinned(screen)).toBe(is.pinned ?? false);
};

coverView(navigationRailModel, {
  view: (actor) => (
    <NavigationRail
      rail={actor}
      destinations={destinationsAt({ name: 'sql', ref: 'abcdefghijklmnopqrst', hrefOf: hrefFrom })}
    />
  ),
  does: {
    'layout.changed': 'elsewhere',
    'pin.loaded': 'elsewhere',
    'route.changed': 'elsewhere',
    'sheet.opened': 'elsewhere',
    'pointer.entered': (_, screen) => {
      fireEvent.pointerEnter(rail(screen), { pointerType: 'mouse' });
    },
    'pointer.left': (_, screen) => {
      fireEvent.pointerLeave(rail(screen), { pointerType: 'mouse' });
    },
    'focus.entered': (_, screen) => {
      const link = screen.getByRole('link', { name: 'Projects' });
      // Focus that is there already enters no second time.
      if (rail(screen).contains(document.activeElement)) return 'elsewhere';
      link.focus();
      return undefined;
    },
    'focus.left': () => (document.activeElement as HTMLElement).blur(),
    'rail.closed': (_, screen) => {
      if (expanded(screen)) fireEvent.keyDown(document.body, { key: 'Escape' });
      else fireEvent.click(screen.getByRole('link', { current: 'page' }));
    },
    'pin.toggled': ({ underPointer }, screen) => {
      const pin = screen.getByRole('button', { name: /^(?:Pin|Unpin) sidebar$/ });
      // Who lets the rail go by key has the focus on the pin; where it is not pinned, coming there would open it.
      if (!underPointer && pinned(screen)) pin.focus();
      fireEvent.click(pin, { detail: underPointer ? 1 : 0 });
    },
    'sheet.closed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    },
  },
  sees: {
    'working.wide.unpinned.away': seesRail({ expanded: false }),
    'working.wide.unpinned.hoverPending': seesRail({ expanded: false }),
    'working.wide.unpinned.hovered': seesRail({ expanded: true }),
    'working.wide.unpinned.focused.alone': seesRail({ expanded: true }),
    'working.wide.unpinned.focused.underPointer': seesRail({ expanded: true }),
    'working.wide.unpinned.dismissed': seesRail({ expanded: false }),
    'working.wide.unpinned.justClosed': seesRail({ expanded: false }),
    'working.wide.pinned': seesRail({ expanded: true, pinned: true }),
    'working.narrow.closed': (screen) => expect(screen.queryByRole('navigation')).toBeNull(),
    'working.narrow.open': (screen) => {
      expect(screen.getByRole('dialog', { name: 'Basechart' })).toBeTruthy();
      expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('SQL editor');
    },
    unavailable: seesRail({ expanded: false }),
  },
});
