import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { AssistantToggle } from '../../../src/views/app/Assistant.tsx';
import { AppContext } from '../../../src/views/parts/app.context.ts';
import { startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { assistantPanelModel } from './assistantPanel.model.ts';

const button = (screen: Screen) => screen.getByRole('button', { name: 'Assistant' });
const isShown = (screen: Screen, shown: boolean) =>
  expect(button(screen).getAttribute('aria-expanded')).toBe(String(shown));

coverView(assistantPanelModel, {
  view: (panel) => (
    <AppContext value={startTestApp()}>
      <AssistantToggle panel={panel} />
    </AppContext>
  ),
  does: {
    'panel.toggled': (_, screen) => {
      // A busy button ignores clicks; the shortcut works.
      if (button(screen).getAttribute('aria-busy') === 'true') return 'elsewhere';
      fireEvent.click(button(screen));
    },
    'panel.closed': 'elsewhere',
    'request.made': 'elsewhere',
    'proposal.made': 'elsewhere',
    'proposal.settled': 'elsewhere',
    'model.found': 'elsewhere',
    'openness.loaded': 'elsewhere',
    'route.changed': 'elsewhere',
  },
  sees: {
    'unused.closed': (screen) => isShown(screen, false),
    'unused.remembered': (screen) => isShown(screen, false),
    loading: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    'used.visibility.open': (screen, snapshot) => isShown(screen, snapshot.matches({ used: { project: 'running' } })),
    'used.visibility.closed': (screen) => isShown(screen, false),
    'used.project.running': (screen, snapshot) => isShown(screen, snapshot.matches({ used: { visibility: 'open' } })),
    'used.project.none': (screen) => isShown(screen, false),
  },
});
