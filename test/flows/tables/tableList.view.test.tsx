import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { TableList } from '../../../src/views/tables/TableList.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { tableListModel } from './tableList.model.ts';

const seesTables = (screen: Screen, { context }: { context: { tables: readonly unknown[] } }) =>
  expect(screen.queryAllByRole('link').length).toBe(context.tables.length);

coverView(tableListModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TableList flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'page.changed': 'elsewhere',
    'project.opened': 'elsewhere',
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
    'more.requested': (_, screen) => {
      const more = screen.queryByRole('button', { name: 'Load more' });
      if (more === null) return 'elsewhere';
      fireEvent.click(more);
      return undefined;
    },
    'list.reloaded': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Reload tables' }));
    },
  },
  sees: {
    awaitingProject: (screen) => expect(screen.getByRole('status', { name: 'Loading tables' })).toBeTruthy(),
    debouncing: (screen, { context }) =>
      expect(screen.getByLabelText<HTMLInputElement>('Search tables').value).toBe(context.search),
    reading: seesTables,
    ready: (screen, snapshot) => {
      seesTables(screen, snapshot);
      expect(screen.queryByText('Could not load more tables') !== null).toBe(snapshot.context.failure !== null);
    },
    readingMore: (screen) =>
      expect(screen.getByRole('button', { name: 'Load more', hidden: true }).getAttribute('aria-busy')).toBe('true'),
    failed: (screen) => expect(screen.getByText('Could not load the tables')).toBeTruthy(),
  },
});
