import { setImmediate } from 'node:timers/promises';
import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { sqlSnippetsMachine } from '../../../src/machines/sql/sqlSnippets/sqlSnippets.machine.ts';
import { SnippetDialogs } from '../../../src/views/sql/SnippetDialogs.tsx';
import { SnippetList } from '../../../src/views/sql/SnippetList.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { sqlSnippetsModel } from './sqlSnippets.model.ts';

type Snapshot = SnapshotFrom<typeof sqlSnippetsMachine>;

const stored = ['Orders', 'Totals'].map((name, index) => ({
  id: `q${index + 1}`,
  name,
  version: 1,
  updated_at: '2026-01-01T00:00:00Z',
}));

coverView(sqlSnippetsModel, {
  view: (list) => (
    <>
      <SnippetList
        list={list}
        projectRef="abc"
        openName="Orders"
        isOpenRunning={false}
        running={[]}
        snippets={{ state: 'ready', data: stored, failure: null, refreshing: false, retry: () => {} }}
        onNewRequested={() => list.send({ type: 'snippet.newRequested', titles: ['Orders', 'Totals'] })}
        onOpenRenamed={() => {}}
      />
      <SnippetDialogs list={list} />
    </>
  ),
  does: {
    'search.changed': ({ search }, screen) => typeInto(screen.getByLabelText('Search queries'), search),
    'snippet.newRequested': (_, screen) => {
      fireEvent.click(screen.getByText('New query'));
    },
    'rename.requested': ({ snippet }, screen) => choose(screen, snippet.name, 'Rename…'),
    'name.changed': ({ name }, screen) => typeInto(screen.getByLabelText('Name'), name),
    // By Enter, which a disabled button does not keep from being pressed.
    'rename.submitted': (_, screen) => {
      fireEvent.submit(screen.getByLabelText('Name').closest('form')!);
    },
    'delete.requested': ({ snippet }, screen) => choose(screen, snippet.name, 'Delete…'),
    'action.confirmed': (_, screen) => {
      fireEvent.click(screen.getByText('Delete query'));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(screen.getByText('Cancel'));
    },
    'dialog.dismissed': (_, screen) => {
      fireEvent.click(screen.getByText('Cancel'));
    },
    'drafts.loaded': 'elsewhere',
  },
  sees: {
    browsing: (screen, { context }) => {
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(screen.getByText('New query').closest('button')?.disabled).toBe(false);
      seesList(screen, context);
    },
    creating: (screen) =>
      expect(screen.getByText('New query').closest('button')?.getAttribute('aria-busy')).toBe('true'),
    naming: (screen, { context }) => {
      const dialog = within(screen.getByRole('dialog', { name: 'Rename “Totals”' }));
      expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe(context.name);
      expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(
        context.name.trim() === '',
      );
      expect(dialog.queryByText('Could not rename the query') !== null).toBe(context.failure !== null);
    },
    renaming: (screen) => {
      const dialog = within(screen.getByRole('dialog', { name: 'Rename “Totals”' }));
      expect(dialog.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
      expect(dialog.getByText('Rename').closest('button')?.getAttribute('aria-busy')).toBe('true');
    },
    confirmingDelete: (screen, { context }) => {
      const dialog = within(screen.getByRole('alertdialog', { name: `Delete “${context.chosen!.name}”?` }));
      expect(dialog.getByText('This cannot be undone. Your data is not affected.')).toBeTruthy();
      expect(dialog.getByText('Delete query').closest('button')?.disabled).toBe(false);
      expect(dialog.queryByText('Could not delete the query') !== null).toBe(context.confirmFailure !== null);
    },
    deleting: (screen) => {
      expect(screen.getByText('Delete query').closest('button')?.getAttribute('aria-busy')).toBe('true');
      expect(screen.getByText<HTMLElement>('Cancel').closest('button')?.disabled).toBe(true);
    },
  },
});

/** The drafts of this computer first, then what the server has, as far as its name holds what is looked for. */
function seesList(screen: Screen, { search, drafts }: Snapshot['context']): void {
  const found = (queries: readonly { name: string }[]) =>
    queries.map(({ name }) => name).filter((name) => name.toLowerCase().includes(search));
  const links = screen.queryAllByRole('link');
  expect(links.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
    ...found(drafts),
    ...found(stored),
  ]);
  // The open one is marked, to the eye too: by a look beside that of all.
  const looks = (isOpen: boolean) =>
    links
      .filter((link) => (link.getAttribute('aria-current') === 'page') === isOpen)
      .map((link) => link.closest('li')!.className);
  const [plain] = looks(false);
  for (const look of looks(false)) expect(look).toBe(plain);
  if (plain !== undefined) for (const look of looks(true)) expect(look.startsWith(`${plain} `)).toBe(true);
  expect(links.map(({ textContent }) => textContent.includes('Draft'))).toEqual([
    ...found(drafts).map(() => true),
    ...found(stored).map(() => false),
  ]);
}

/** Chooses from the menu of a query. A query that the search leaves out has no menu here: what happens to it comes from elsewhere. */
async function choose(screen: Screen, name: string, label: string): Promise<void | 'elsewhere'> {
  if (!screen.queryByText(name)) return 'elsewhere';
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await setImmediate();
  fireEvent.click(screen.getByRole('menuitem', { name: label }));
  return undefined;
}
