import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { Actor } from 'xstate';
import type { docsSearchMachine } from '../../../src/machines/docs/docsSearch/docsSearch.machine.ts';
import {
  selectPages,
  selectQuery,
  selectSearches,
} from '../../../src/machines/docs/docsSearch/docsSearch.selectors.ts';
import DocsSearch from '../../../src/views/docs/DocsSearch.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { docsSearchModel } from './docsSearch.model.ts';

let shown: Actor<typeof docsSearchMachine>;

const field = (screen: Screen) => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search the docs' });
const options = (screen: Screen) => screen.queryAllByRole<HTMLElement>('option');
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

/** Pages and their sections, as the snapshot has them. */
function seesPages(screen: Screen, snapshot: ReturnType<typeof shown.getSnapshot>) {
  const pages = selectPages(snapshot);
  expect(textsOf(options(screen))).toEqual(
    pages.flatMap(({ title, subtitle, sections }) => [
      `${title}${subtitle} · Guide`,
      ...sections.map(({ heading }) => heading),
    ]),
  );
  const [marked] = screen.getAllByRole('option', { selected: true });
  expect(field(screen).getAttribute('aria-activedescendant')).toBe(marked?.id);
  const preview = document.querySelector(`[id="${field(screen).getAttribute('aria-describedby')}"]`);
  expect(pages.some(({ description }) => preview?.textContent.endsWith(description))).toBe(true);
}

coverView(docsSearchModel, {
  view(actor) {
    shown = actor;
    return <DocsSearch flow={actor} onBack={() => {}} onClose={() => {}} />;
  },
  does: {
    'query.changed': ({ query }, screen) => {
      if (field(screen).value === query) return 'elsewhere';
      fireEvent.change(field(screen), { target: { value: query } });
      return undefined;
    },
    // The questions on screen are others.
    'query.chosen': 'elsewhere',
    'search.submitted': (_, screen) => {
      const again = screen.queryByRole('button', { name: 'Try again' });
      // With rows on screen, Enter opens one.
      if (options(screen).length > 0) return 'elsewhere';
      if (again) fireEvent.click(again);
      else fireEvent.keyDown(field(screen), { key: 'Enter' });
      return undefined;
    },
    'row.highlighted': (_, screen) => {
      const row = screen.queryByRole('option', { name: 'Create policies' });
      if (row?.getAttribute('aria-selected') !== 'false') return 'elsewhere';
      fireEvent.pointerMove(row);
      return undefined;
    },
    'result.opened': (_, screen) => {
      const [first] = options(screen);
      if (!first) return 'elsewhere';
      fireEvent.keyDown(field(screen), { key: 'Enter' });
      return undefined;
    },
    'search.opened': 'elsewhere',
    'round.started': 'elsewhere',
    'search.reset': 'elsewhere',
    'results.returned': 'elsewhere',
    'source.failed': 'elsewhere',
    'recent.loaded': 'elsewhere',
  },
  sees: {
    'typing.idle': (screen, snapshot) => expect(field(screen).value).toBe(selectQuery(snapshot)),
    'typing.debouncing': (screen, snapshot) => expect(field(screen).value).toBe(selectQuery(snapshot)),
    'results.initial': (screen, snapshot) => {
      const searches = selectSearches(snapshot);
      const listed = textsOf(options(screen));
      expect(listed.slice(0, searches.length)).toEqual(searches);
      expect(listed.slice(searches.length)).toContain('How do I turn on row level security?');
    },
    'results.loading': (screen, snapshot) => {
      if (selectPages(snapshot).length > 0) seesPages(screen, snapshot);
      else void screen.getByRole('status', { name: 'Searching' });
    },
    'results.partialResults': (screen, snapshot) => seesPages(screen, snapshot),
    'results.fullResults': (screen, snapshot) => {
      seesPages(screen, snapshot);
      expect(screen.getByRole('status').textContent).toMatch(/^\d pages? found$/);
      expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
    },
    'results.noResults': (screen) => {
      expect(screen.getByRole('status').textContent).toContain('No results.');
      void screen.getByRole('button', { name: 'Clear search' });
    },
    'results.error': (screen, { context }) => {
      expect(screen.getByRole('alert').textContent).toContain('Could not search the docs');
      expect(screen.getByRole('alert').textContent).toContain(context.message);
      void screen.getByRole('button', { name: 'Try again' });
    },
  },
});
