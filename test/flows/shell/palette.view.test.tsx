import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { Actor } from 'xstate';
import { docsPage } from '../../../src/contract/shell/palette.ts';
import type { paletteMachine } from '../../../src/machines/shell/palette/palette.machine.ts';
import { selectLevel } from '../../../src/machines/shell/palette/palette.selectors.ts';
import { PaletteOverlay } from '../../../src/views/app/Overlays.tsx';
import Palette from '../../../src/views/app/palette/Palette.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { paletteModel } from './palette.model.ts';

/** Stands for the docs search, whose view has tests of its chart. */
const DocsField = ({ onBack }: { onBack: () => void }) => (
  <>
    <button onClick={onBack}>Back</button>
    <input role="combobox" aria-label="The docs search" aria-expanded aria-controls="docs" />
  </>
);

let shown: Actor<typeof paletteMachine>;

const field = (screen: Screen) => screen.getByRole<HTMLInputElement>('combobox');

/** Does it with an entry that is listed at present; what no entry of this page does comes from elsewhere. */
const withEntry = (
  screen: Screen,
  name: string,
  gesture: (entry: HTMLElement) => void,
  event: Parameters<typeof shown.send>[0],
) => {
  const entry = screen.queryByRole('option', { name });
  if (entry) gesture(entry);
  else shown.send(event);
};

const seesNothing = (screen: Screen) => expect(screen.queryByRole('dialog')).toBeNull();

coverView(paletteModel, {
  view(actor) {
    shown = actor;
    return (
      <InApp app={startTestApp()}>
        <PaletteOverlay palette={actor} views={{ viewOf: (name) => (name === 'palette' ? Palette : DocsField) }} />
      </InApp>
    );
  },
  does: {
    'palette.opened': 'elsewhere',
    'page.changed': 'elsewhere',
    'recent.loaded': 'elsewhere',
    // Its key comes through the machine of shortcuts.
    'palette.toggled': 'elsewhere',
    'palette.closed': (_, screen) => {
      fireEvent.keyDown(field(screen), { key: 'Escape' });
    },
    'query.changed': ({ query }, screen) => {
      // The docs search has a field of its flow.
      if (shown.getSnapshot().matches({ open: 'searchingDocs' })) return 'elsewhere';
      fireEvent.change(field(screen), { target: { value: query } });
      return undefined;
    },
    'entry.highlighted': (event, screen) =>
      withEntry(
        screen,
        'Light',
        (entry) => {
          fireEvent.pointerMove(entry);
        },
        event,
      ),
    'page.entered': (event, screen) =>
      withEntry(
        screen,
        event.page === docsPage ? 'Search the docs for “policies”' : 'Change theme…',
        (entry) => {
          fireEvent.click(entry);
        },
        event,
      ),
    // The first page has nothing to go back to, unless it is the docs search.
    'page.left': (event, screen) => {
      const back = screen.queryByRole('button', { name: 'Back' });
      if (back) fireEvent.click(back);
      else shown.send(event);
    },
    'command.chosen': (event, screen) =>
      withEntry(
        screen,
        'Theme: Dark',
        (entry) => {
          fireEvent.click(entry);
        },
        event,
      ),
  },
  sees: {
    closed: seesNothing,
    loading: seesNothing,
    'open.choosing': (screen, snapshot) => {
      const level = selectLevel(snapshot)!;
      expect(field(screen).value).toBe(level.query);
      // Not the elements themselves: telling how they differ would take minutes.
      expect(document.activeElement === field(screen), 'the field has the focus').toBe(true);
      void screen.getByRole('dialog', { name: level.page === 'theme' ? 'Theme' : 'Command palette' });
      const marked = screen.getAllByRole('option', { selected: true });
      expect(marked.map(({ id }) => id)).toEqual([field(screen).getAttribute('aria-activedescendant')]);
      if (level.page === 'theme' && level.query === '')
        expect(marked[0]?.textContent).toBe(level.highlighted === 'theme:light' ? 'Light' : 'SystemOn');
    },
    'open.loadingDocs': (screen, snapshot) => {
      void screen.getByRole('dialog', { name: 'Search the docs' });
      expect(field(screen).value).toBe(selectLevel(snapshot)?.query);
      expect(document.activeElement === field(screen), 'the field has the focus').toBe(true);
      expect(screen.queryAllByRole('option')).toEqual([]);
    },
    'open.searchingDocs': (screen) => {
      void screen.getByRole('dialog', { name: 'Search the docs' });
      void screen.getByRole('combobox', { name: 'The docs search' });
    },
  },
});
