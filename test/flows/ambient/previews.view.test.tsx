import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { previewIds } from '../../../src/contract/ambient/previews.ts';
import { previewLabels } from '../../../src/views/ambient/previewLabels.ts';
import { PreviewsDialog } from '../../../src/views/ambient/PreviewsDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { previewsModel } from './previews.model.ts';

/** By its text: between a name and its badge, the name that is read out has spaces that depend on styles. */
function row(screen: Screen, name: string): HTMLElement {
  const found = screen.getAllByRole('button').find(({ textContent }) => textContent.startsWith(`${name}, `));
  if (!found) throw new Error(`There is no row for ${name}.`);
  return found;
}

coverView(previewsModel, {
  view: (previews) => (
    <InApp app={startTestApp()}>
      <PreviewsDialog previews={previews} />
    </InApp>
  ),
  does: {
    'previews.loaded': 'elsewhere',
    'previews.opened': 'elsewhere',
    'previews.closed': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Close' })),
    'preview.chosen': ({ id }, screen) => void fireEvent.click(row(screen, previewLabels[id].name)),
    'preview.toggled': (_, screen) =>
      void fireEvent.click(screen.getByRole('button', { name: /^(?:Enable|Disable)$/ })),
  },
  sees: {
    closed: (screen) => expect(screen.queryByRole('dialog')).toBeNull(),
    open: (screen, { context: { enabled, chosen } }) => {
      const shown = previewIds.map((id) => row(screen, previewLabels[id].name).textContent);
      expect(shown).toEqual(
        previewIds.map(
          (id) =>
            `${previewLabels[id].name}, ${enabled[id] === true ? 'on' : 'off'}${previewLabels[id].isNew ? 'New' : ''}`,
        ),
      );
      const pane = screen.getByRole('region', { name: previewLabels[chosen].name });
      expect(screen.getByRole('button', { current: true }).textContent).toContain(previewLabels[chosen].name);
      for (const words of previewLabels[chosen].text) expect(pane.textContent).toContain(words);
      const feedback = screen.getByRole('link', { name: 'Give feedback' });
      expect(feedback.getAttribute('target')).toBe('_blank');
      expect(pane.querySelector('button')?.textContent).toBe(
        chosen === 'functionsAssistant' ? 'Coming soon' : enabled[chosen] === true ? 'Disable' : 'Enable',
      );
    },
  },
});
