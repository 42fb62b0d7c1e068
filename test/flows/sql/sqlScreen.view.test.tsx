import { setImmediate } from 'node:timers/promises';
import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { sqlScreenMachine } from '../../../src/machines/sql/sqlScreen/sqlScreen.machine.ts';
import { ModelContext } from '../../../src/views/parts/model.context.ts';
import { SqlPage } from '../../../src/views/sql/SqlScreen.tsx';
import type { SqlData } from '../../../src/views/sql/SqlWorkspace.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { sqlScreenModel } from './sqlScreen.model.ts';

type Snapshot = SnapshotFrom<typeof sqlScreenMachine>;

const empty = { state: 'ready', data: [], failure: null, refreshing: false, retry: () => {} } as const;
const data: SqlData = {
  catalog: { ...empty, data: { schemas: [], searchPath: [] } },
  snippets: { ...empty, data: [] },
  history: { ...empty, data: [] },
  unavailable: null,
  hasDataApi: true,
};

// The sheet hides the page below it from screen readers, and from queries by role.
const options = (screen: Screen) => screen.getByLabelText(/^Query settings: /);
const seesOpening = (screen: Screen) => {
  expect(screen.getByLabelText('Opening the SQL editor').getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('SQL editor')).toBeNull();
};
/** The settings hold at once, whether they are kept yet or not. */
const seesWorkspace = (screen: Screen, { context: { settings } }: Snapshot) => {
  expect(screen.getByText('SQL editor').tagName).toBe('H1');
  expect(options(screen).getAttribute('aria-label')).toBe(`Query settings: Limit ${settings.rowLimit} rows`);
  expect(screen.getByLabelText('Resize editor').getAttribute('aria-valuenow')).toBe(String(settings.editorShare * 100));
  for (const part of ['Opening the query', 'Query name', 'Results']) expect(screen.getByLabelText(part)).toBeTruthy();
};

const seesGenerator = (expanded: string, busy: string | null) => (screen: Screen) => {
  const button = screen.getByLabelText('Generate SQL');
  expect(button.getAttribute('aria-expanded')).toBe(expanded);
  expect(button.getAttribute('aria-busy')).toBe(busy);
};

coverView(sqlScreenModel, {
  view: (flow) => (
    <ModelContext value>
      <SqlPage flow={flow} data={data} />
    </ModelContext>
  ),
  does: {
    'settings.changed': async ({ settings }, screen) => {
      const choice = () =>
        screen.queryByText(`Limit ${settings.rowLimit} rows`, { selector: '[role=menuitemradio] *' });
      // It stays open, so that choices can be tried one after the other.
      if (!choice()) {
        fireEvent.click(options(screen));
        await setImmediate();
      }
      fireEvent.click(choice()!.closest('[role=menuitemradio]')!);
    },
    // The query is still being read here, so that there is no editor yet.
    'cursor.moved': 'elsewhere',
    'sheet.opened': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Queries and tables' }));
    },
    'sheet.closed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    },
    // As long as the query is being read, there is nothing to generate for.
    'generation.opened': 'elsewhere',
    'generation.closed': 'elsewhere',
    'opening.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  sees: {
    opening: seesOpening,
    leaving: seesOpening,
    broken: (screen, { context }) => {
      expect(screen.getByText('Could not open the SQL editor')).toBeTruthy();
      expect(screen.getByText(context.failure!.message)).toBeTruthy();
      expect(screen.queryByText('SQL editor')).toBeNull();
    },
    'open.viewState.settled': seesWorkspace,
    'open.viewState.changed': seesWorkspace,
    'open.generation.closed': seesGenerator('false', null),
    'open.generation.loading': seesGenerator('false', 'true'),
    'open.generation.open': seesGenerator('true', null),
    'open.sheet.closed': (screen) => expect(screen.queryByRole('dialog', { name: 'Queries and tables' })).toBeNull(),
    'open.sheet.open': (screen) =>
      expect(screen.getByRole('dialog', { name: 'Queries and tables' }).textContent).toContain('New query'),
  },
});
