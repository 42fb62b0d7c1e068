import { setImmediate } from 'node:timers/promises';
import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { OpeningNote } from '../../../src/views/tables/OpeningNote.tsx';
import { TableList } from '../../../src/views/tables/TableList.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { tableListModel } from './tableList.model.ts';

const seesTables = (screen: Screen, { context }: { context: { tables: readonly unknown[] } }) =>
  expect(screen.queryAllByRole('link', { hidden: true }).length).toBe(context.tables.length);

async function choose(screen: Screen, name: string, label: string): Promise<void | 'elsewhere'> {
  const actions = screen.queryByRole('button', { name: `Actions for ${name}` });
  if (actions === null) return 'elsewhere';
  fireEvent.click(actions);
  await setImmediate();
  fireEvent.click(screen.getByRole('menuitem', { name: label }));
  return undefined;
}

const cancel = (_: unknown, screen: Screen): void => {
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
};

coverView(tableListModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <OpeningNote flow={flow} />
      <TableList flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'page.changed': 'elsewhere',
    'project.opened': 'elsewhere',
    'last.remembered': 'elsewhere',
    'table.shown': 'elsewhere',
    'table.missing': 'elsewhere',
    'schema.chosen': ({ schema }, screen) => {
      const field = screen.getByLabelText<HTMLSelectElement>('Schema');
      if (field.disabled || field.value === schema) return 'elsewhere';
      fireEvent.change(field, { target: { value: schema } });
      return undefined;
    },
    'search.changed': ({ search }, screen) => {
      const field = screen.getByLabelText<HTMLInputElement>('Search tables');
      // The same text again is no change.
      if (field.value === search) return 'elsewhere';
      fireEvent.change(field, { target: { value: search } });
      return undefined;
    },
    'sizes.toggled': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Show sizes and rows', hidden: true }));
    },
    'more.requested': (_, screen) => {
      const more = screen.queryByRole('button', { name: 'Load more', hidden: true });
      if (more === null) return 'elsewhere';
      fireEvent.click(more);
      return undefined;
    },
    'list.reloaded': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Reload tables', hidden: true }));
    },
    'creation.requested': (_, screen) => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'New table' });
      if (button.disabled) return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
    'creation.cancelled': cancel,
    'opening.retried': (_, screen) => {
      const note = screen.getByText('Could not load the dialog').closest<HTMLElement>('[role=alert]')!;
      fireEvent.click(within(note).getByRole('button', { name: 'Try again' }));
    },
    'opening.cancelled': (_, screen) => {
      const button = screen.queryByRole('button', { name: 'Cancel' });
      // There is nothing to see yet of what has just begun.
      if (button === null) return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
    'table.created': 'elsewhere',
    'table.altered': 'elsewhere',
    'change.requested': ({ table }, screen) => choose(screen, table.name, 'Edit table…'),
    'change.cancelled': cancel,
    'copy.requested': ({ table }, screen) => choose(screen, table.name, 'Duplicate table…'),
    'copy.cancelled': (_, screen) => {
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    },
    'truncation.requested': ({ table }, screen) => choose(screen, table.name, 'Delete all rows…'),
    'identity.chosen': ({ restarts }, screen) => {
      const box = screen.getByLabelText<HTMLInputElement>('Start identity columns again');
      if (box.checked === restarts) return 'elsewhere';
      fireEvent.click(box);
      return undefined;
    },
    'table.dropped': 'elsewhere',
    'drop.cancelled': (_, screen) => {
      fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    },
    'drop.requested': ({ table }, screen) => choose(screen, table.name, 'Drop table…'),
    'import.requested': async (_, screen) => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Import' });
      if (button.disabled) return 'elsewhere';
      fireEvent.click(button);
      await setImmediate();
      return undefined;
    },
    'import.closed': (_, screen) => {
      const [, close] = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' });
      fireEvent.click(close!);
    },
    'import.opened': 'elsewhere',
    'rows.imported': 'elsewhere',
    'action.confirmed': (_, screen) => {
      const dialog = within(screen.getByRole('alertdialog'));
      fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'boats' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Delete all rows' }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    },
  },
  sees: {
    'list.awaitingProject': (screen) => expect(screen.getByRole('status', { name: 'Loading tables' })).toBeTruthy(),
    'list.debouncing': (screen, { context }) =>
      expect(screen.getByLabelText<HTMLInputElement>('Search tables').value).toBe(context.search),
    'list.reading': seesTables,
    'list.ready': (screen, snapshot) => {
      seesTables(screen, snapshot);
      expect(screen.queryByText('Could not load more tables') !== null).toBe(snapshot.context.failure !== null);
    },
    'list.readingMore': (screen) =>
      expect(screen.getByRole('button', { name: 'Load more', hidden: true }).getAttribute('aria-busy')).toBe('true'),
    'list.failed': (screen) => expect(screen.getByText('Could not load the tables')).toBeTruthy(),
    'work.idle': (screen) => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'work.creating': (screen) => expect(screen.getByRole('dialog', { name: /^New table in/ })).toBeTruthy(),
    'work.dropping': (screen) => expect(screen.getByRole('alertdialog', { name: 'Drop boats?' })).toBeTruthy(),
    'work.receiving': (screen) => expect(screen.queryByRole('dialog')).toBeNull(),
    'work.loading.quick': (screen, { context }) =>
      expect(screen.queryByText('Could not load the dialog') !== null).toBe(context.formsFailure !== null),
    'work.loading.slow': (screen, { context }) =>
      expect(screen.getByText(context.formsFailure ? 'Could not load the dialog' : 'Loading the dialog…')).toBeTruthy(),
    'work.missing': (screen) => {
      expect(screen.getByText('Could not load the dialog')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
    'work.importing': (screen) => expect(screen.getByRole('dialog', { name: /^Import rows into/ })).toBeTruthy(),
    'work.altering': (screen) => expect(screen.getByRole('dialog', { name: /^Edit/ })).toBeTruthy(),
    'work.duplicating': (screen) => expect(screen.getByRole('dialog', { name: 'Duplicate boats' })).toBeTruthy(),
    'work.confirmingTruncation': (screen, { context }) => {
      expect(screen.getByRole('alertdialog', { name: 'Delete all rows of boats?' })).toBeTruthy();
      expect(screen.queryByText('Could not delete the rows of boats') !== null).toBe(context.confirmFailure !== null);
    },
    'work.truncating': (screen) => {
      const button = within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete all rows' });
      expect(button.getAttribute('aria-busy')).toBe('true');
    },
  },
});
