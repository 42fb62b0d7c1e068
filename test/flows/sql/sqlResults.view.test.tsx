import { setImmediate } from 'node:timers/promises';
import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Actor, SnapshotFrom } from 'xstate';
import type { sqlResultsMachine } from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import { ResultsPane } from '../../../src/views/sql/ResultsPane.tsx';
import { storeAnswer, endedRun } from '../../fixtures/sqlRun.ts';
import { coverView } from '../../support/coverView.ts';
import { hidden, type Screen } from '../../support/viewDriver.tsx';
import { sqlResultsModel } from './sqlResults.model.ts';

type Snapshot = SnapshotFrom<typeof sqlResultsMachine>;

const columns = [
  { name: 'id', type: 'int8', typeOid: 20 },
  { name: 'body', type: 'text', typeOid: 25 },
];
await storeAnswer('run-1', [
  {
    columns,
    rows: [
      ['1', '{"a":1}'],
      ['2', null],
    ],
  },
  { columns: columns.slice(0, 1), rows: [['7']] },
]);

const tabNames = {
  'result-0': /^1\. letters: select/,
  'result-1': /^2\. select 7 as id/,
  history: /^History/,
} as const;
const tab = (screen: Screen, name: RegExp) =>
  screen.getByText(name, { selector: '[role=tab], [role=tab] *' }).closest('[role=tab]')!;
const grid = (screen: Screen) => screen.getByLabelText('Result 1');
const valueDialog = (screen: Screen) => screen.queryByRole('dialog', { name: 'body' });
const key = (screen: Screen, name: string, options = {}) => {
  fireEvent.keyDown(grid(screen), { key: name, ...options });
};

/** The first result is on screen: in another tab nobody can open its cells. */
const isGridShown = (screen: Screen) => screen.queryByLabelText('Result 1') !== null;

/** Chooses from one of the menus beside the tabs; the history has none. */
async function choose(screen: Screen, menu: string, label: string): Promise<void | 'elsewhere'> {
  if (!screen.queryByText(menu)) return 'elsewhere';
  fireEvent.click(screen.getByText(menu).closest('button')!);
  await setImmediate();
  fireEvent.click(screen.getByText(label).closest('[role=menuitem]')!);
  return undefined;
}

function seesTab(screen: Screen, { context }: Snapshot): void {
  const shown = context.tab === null ? 'result-0' : context.tab.tab.pane === 'history' ? 'history' : 'result-1';
  for (const [name, words] of Object.entries(tabNames))
    expect(tab(screen, words).getAttribute('aria-selected')).toBe(String(name === shown));
  expect(screen.queryByText('What was run before') !== null).toBe(shown === 'history');
}

const seesTransfer = (what: { copying?: boolean; exporting?: boolean }) => (screen: Screen, snapshot: Snapshot) => {
  seesTab(screen, snapshot);
  // The history has nothing to copy.
  if (snapshot.context.tab?.tab.pane === 'history') return;
  expect(screen.getByText('Copy', { selector: 'button *' }).closest('button')?.getAttribute('aria-busy')).toBe(
    what.copying ? 'true' : null,
  );
  expect(screen.queryByText('Cancel export') !== null).toBe(what.exporting ?? false);
  expect(screen.queryByText('Export') !== null).toBe(!what.exporting);
};

let flow: Actor<typeof sqlResultsMachine>;

coverView(sqlResultsModel, {
  view: (results) => {
    flow = results;
    return (
      <ResultsPane
        run={endedRun('run-1', null, 'select id, body from letters; select 7 as id')}
        results={results}
        earlierVersion={null}
        unavailable={null}
        notice={null}
        history={<p>What was run before</p>}
        name="Orders"
        limit={100}
        planView="plan"
        onPlanViewChanged={() => {}}
        onGoToError={() => {}}
        onSettingsOpened={() => {}}
      />
    );
  },
  does: {
    'tab.chosen': ({ tab: chosen }, screen) => {
      const wanted = tab(screen, tabNames[chosen.pane === 'history' ? 'history' : 'result-1']);
      // A click on the open tab chooses nothing.
      if (wanted.getAttribute('aria-selected') === 'true') return 'elsewhere';
      fireEvent.click(wanted);
      return undefined;
    },
    'cell.opened': (_, screen) => {
      if (!isGridShown(screen)) return 'elsewhere';
      key(screen, 'ArrowRight');
      key(screen, 'Enter');
      return undefined;
    },
    'cell.closed': (_, screen) => {
      fireEvent.click(within(valueDialog(screen)!).getByRole('button', { name: 'Close' }));
    },
    'copy.requested': async (_, screen) => {
      if (!isGridShown(screen)) return 'elsewhere';
      key(screen, 'a', { ctrlKey: true });
      return await choose(screen, 'Copy', 'CSV');
    },
    // The value that is open. Without one there is nothing to press, and the chart does not ask.
    'valueCopy.requested': (event, screen) => {
      const dialog = valueDialog(screen);
      if (dialog) fireEvent.click(within(dialog).getByText('Copy value'));
      else flow.send(event);
    },
    // Nothing has run here that could have opened something.
    'remedy.opened': 'elsewhere',
    'export.requested': (_, screen) => (isGridShown(screen) ? choose(screen, 'Export', 'JSON') : 'elsewhere'),
    'export.cancelled': (_, screen) => {
      const cancel = screen.queryByText('Cancel export');
      if (!cancel) return 'elsewhere';
      fireEvent.click(cancel);
      return undefined;
    },
  },
  sees: {
    'remedy.none': hidden('The warning beside the result shows its remedy.'),
    'remedy.loading': hidden('The code comes with that of the warning.'),
    'remedy.open': hidden('The warning beside the result shows its remedy.'),
    'tab.settled': seesTab,
    'tab.storing': seesTab,
    'viewer.closed': (screen) => expect(valueDialog(screen)).toBeNull(),
    'viewer.open': (screen) => {
      const dialog = within(valueDialog(screen)!);
      expect(dialog.getByLabelText('Value').textContent).toBe('{"a":1}');
      expect(dialog.getByText('text, row 1, 7 characters')).toBeTruthy();
    },
    'transfer.idle': seesTransfer({}),
    'transfer.copying': seesTransfer({ copying: true }),
    'transfer.exporting': seesTransfer({ exporting: true }),
  },
});
