import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { LogLine } from '../../../src/contract/logs/logLine.ts';
import { Logs } from '../../../src/views/logs/Logs.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { projectLogsModel } from './projectLogs.model.ts';

const choose = (screen: Screen, label: string, value: string): void | 'elsewhere' => {
  const field = screen.getByLabelText<HTMLSelectElement>(label);
  if (field.value === value) return 'elsewhere';
  fireEvent.change(field, { target: { value } });
  return undefined;
};
/** A modal panel hides what is behind it from assistive technology. */
const press = (screen: Screen, name: string | RegExp): void | 'elsewhere' => {
  const [button] = screen.queryAllByRole('button', { name, hidden: true });
  if (!button) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};
const seesLines = (screen: Screen, { context }: { context: { lines: readonly LogLine[] } }) => {
  const shown = screen.queryAllByRole('row', { hidden: true }).filter((row) => row.closest('[aria-busy]') !== null);
  // The head of the table is a row, too.
  expect(shown.length).toBe(context.lines.length === 0 ? 0 : context.lines.length + 1);
};
const live = (screen: Screen) => screen.getByRole<HTMLInputElement>('switch', { name: 'Live', hidden: true });

coverView(projectLogsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <Logs flow={flow} />
    </InApp>
  ),
  does: {
    // The view keeps what is searched for, and the range.
    'view.changed': ({ view }, screen) =>
      screen.getByLabelText<HTMLInputElement>('Search entries').value === view.search &&
      screen.getByLabelText<HTMLSelectElement>('Time range').value === view.range
        ? choose(screen, 'Level', 'error')
        : 'elsewhere',
    'search.typed': ({ search }, screen) => {
      const field = screen.getByLabelText<HTMLInputElement>('Search entries');
      // The same text again is no change.
      if (field.value === search) return 'elsewhere';
      fireEvent.change(field, { target: { value: search } });
      return undefined;
    },
    'address.changed': 'elsewhere',
    'list.reloaded': (_, screen) => press(screen, 'Refresh'),
    'more.requested': (_, screen) => press(screen, 'Load older entries'),
    'tail.toggled': (_, screen) => void fireEvent.click(live(screen)),
    'line.opened': ({ line }, screen) => press(screen, line.event_message),
    'line.closed': (_, screen) => press(screen, 'Close'),
    'tail.elapsed': 'elsewhere',
    'page.hidden': 'elsewhere',
    'page.shown': 'elsewhere',
  },
  sees: {
    'list.reading': (screen, snapshot) => {
      if (snapshot.context.page === null) expect(screen.getByRole('status', { name: 'Loading the logs' })).toBeTruthy();
      else seesLines(screen, snapshot);
    },
    'list.debouncing': (screen, { context }) =>
      expect(screen.getByLabelText<HTMLInputElement>('Search entries').value).toBe(context.view.search),
    'list.ready': (screen, snapshot) => {
      seesLines(screen, snapshot);
      expect(screen.queryByText('Could not load entries') !== null).toBe(snapshot.context.failure !== null);
      expect(screen.queryByRole('dialog', { name: 'Log entry' }) !== null).toBe(snapshot.context.opened !== null);
    },
    'list.readingMore': (screen) =>
      expect(screen.getByRole('button', { name: 'Load older entries', hidden: true }).getAttribute('aria-busy')).toBe(
        'true',
      ),
    'list.refreshing': seesLines,
    'list.failed': (screen) => expect(screen.getByText('Could not load the logs')).toBeTruthy(),
    'tail.off': (screen) => expect(live(screen).checked).toBe(false),
    'tail.following.waiting': (screen) => expect(live(screen).checked).toBe(true),
    'tail.following.hidden': (screen) => expect(live(screen).checked).toBe(true),
  },
});
